/**
 * The databases over which a suite of `cfdi-stamp/postgres` runs: PGlite, in this process, and
 * PostgreSQL, where it is installed. Each test has a schema of its own.
 * @module
 */
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { fromPglite, type SqlClient } from '../../src/postgres/client.js'
import { migrate } from '../../src/postgres/migrate.js'
import { fromPg } from '../../src/postgres/pgPool.js'
import { describeWith } from '../programs.js'
import { type Server, startServer } from './server.js'

/** What a suite runs over. */
export interface Databases {
  /** The client of a process: another one is another process, as far as the database can tell. */
  client(): SqlClient
  /** A new schema with its tables. */
  schema(): Promise<string>
}

let schemas = 0

/** Declares a suite over PGlite and over PostgreSQL. */
export function describeDatabases(title: string, suite: (databases: Databases) => void): void {
  describe(`${title}, over PGlite`, () => suite(pglite()))
  describePostgres(title, suite)
}

/** Declares a suite over PostgreSQL only. */
export function describePostgres(
  title: string,
  suite: (databases: Databases, server: () => Server) => void,
): void {
  describeWith('postgres', `${title}, over PostgreSQL`, () => {
    let server: Server
    const databases = postgres(() => server)
    beforeAll(async () => {
      server = await startServer()
    })
    suite(databases, () => server)
  })
}

async function newSchema(client: SqlClient): Promise<string> {
  const schema = `s${++schemas}`
  await migrate(client, { schema })
  return schema
}

/** One for all files of a process: it takes seconds to make. It ends with the process. */
let shared: Promise<PGlite> | undefined

function pglite(): Databases {
  let database: PGlite
  beforeAll(async () => {
    shared ??= PGlite.create()
    database = await shared
  })
  const client = () => fromPglite(database)
  return { client, schema: () => newSchema(client()) }
}

function postgres(server: () => Server): Databases {
  const pools: pg.Pool[] = []
  const end = () => Promise.all(pools.splice(0).map((pool) => pool.end()))
  afterEach(end)
  afterAll(() => server().stop())
  const client = () => {
    const pool = new pg.Pool({ ...server().connection, max: 3 })
    pools.push(pool)
    return fromPg(pool)
  }
  return { client, schema: () => newSchema(client()) }
}
