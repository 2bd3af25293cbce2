/**
 * Where everything durable is: PostgreSQL by `DATABASE_URL`, or a PGlite of this process in a folder.
 * @module
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fromPg, fromPglite, migrate } from 'cfdi-stamp/postgres'

/**
 * Opens the database, and makes what is missing: a schema for each environment, and one table of this server's own.
 * @param {Pick<import('./settings.js').Settings, 'databaseUrl' | 'dataFolder'>} settings
 * @param {Record<string, string>} schemas
 */
export async function openDatabase({ databaseUrl, dataFolder }, schemas) {
  const database = databaseUrl === undefined ? await openPglite(dataFolder) : await openPool(databaseUrl)
  const { client } = database
  for (const schema of Object.values(schemas)) await migrate(client, { schema })
  await client.query('create table if not exists server_kept (name text primary key, value text not null)', [])
  return { ...database, keep: (name, make) => keep(client, name, make) }
}

async function openPglite(folder) {
  const { PGlite } = await import('@electric-sql/pglite')
  if (folder !== 'memory:') await mkdir(folder, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create(folder === 'memory:' ? undefined : join(folder, 'pglite'))
  return { kind: 'pglite', client: fromPglite(pglite), close: () => pglite.close() }
}

async function openPool(connectionString) {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString, max: 20 })
  return { kind: 'postgres', client: fromPg(pool), close: () => pool.end() }
}

/** What is made once for all processes and starts: whoever writes it first. */
async function keep(client, name, make) {
  const read = async () =>
    (await client.query('select value from server_kept where name = $1::text', [name])).rows[0]?.value
  const kept = await read()
  if (kept !== undefined) return kept
  const insert = 'insert into server_kept (name, value) values ($1::text, $2::text) on conflict do nothing'
  await client.query(insert, [name, await make()])
  return read()
}
