/**
 * Brings a database to the version that this package knows.
 * @module
 */
import { PostgresError } from '../errors.js'
import type { SqlClient, SqlSession } from './client.js'
import { defaultSchema, migrations, quoted } from './schema.js'

/** Options of {@link migrate}. */
export interface MigrateOptions {
  /** Where the tables are. `cfdi_stamp`. */
  readonly schema?: string | undefined
}

/**
 * Makes the tables, or those that are missing: once, in one transaction, however many processes call it at a time. Call it when
 * a process starts or in a deployment. A database that is up to date is only read.
 *
 * @throws PostgresError with POSTGRES_NEWER if a newer version of this package made the tables; nothing is changed.
 * @throws TypeError if `schema` cannot be the name of one.
 * @example When the process starts
 * const client = fromPglite(database)
 * await migrate(client)
 * const store = createPostgresStore(client)
 */
export async function migrate(client: SqlClient, { schema = defaultSchema }: MigrateOptions = {}): Promise<void> {
  const name = quoted(schema)
  await client.transaction(async (session) => {
    await session.query(`select pg_advisory_xact_lock(hashtextextended($1::text, 0))::text`, [`cfdi-stamp ${schema}`])
    const applied = await versionOf(session, schema, name)
    if (applied > migrations.length) throw newer(schema, applied)
    for (const [at, statements] of migrations.entries()) {
      if (at >= applied) await apply(session, name, at + 1, statements(name))
    }
  })
}

/** The number of the last migration; makes the schema and the list of migrations where they are missing. */
async function versionOf(session: SqlSession, schema: string, name: string): Promise<number> {
  // "if not exists" asks for the privilege to create even where nothing is to be made.
  const { rows } = await session.query(
    `select exists (select from pg_namespace where nspname = $1::text)::text as schema,
       (to_regclass($2::text) is not null)::text as list`,
    [schema, `${name}.migrations`],
  )
  if (rows[0]?.['schema'] !== 'true') await session.query(`create schema ${name}`, [])
  if (rows[0]?.['list'] !== 'true') {
    await session.query(
      `create table ${name}.migrations (number integer primary key, applied timestamptz default now())`,
      [],
    )
  }
  const last = await session.query(`select coalesce(max(number), 0)::text as number from ${name}.migrations`, [])
  return Number(last.rows[0]?.['number'])
}

async function apply(session: SqlSession, name: string, number: number, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await session.query(statement, [])
  await session.query(`insert into ${name}.migrations (number) values ($1::text::integer)`, [String(number)])
}

function newer(schema: string, applied: number): PostgresError {
  const message = `the tables in ${schema} are of version ${applied}, and this package knows ${migrations.length}: update it`
  return new PostgresError('POSTGRES_NEWER', message)
}
