/**
 * Where everything durable is: PostgreSQL by `DATABASE_URL`, or a PGlite of this process in a
 * folder.
 * @module
 */
import { join } from 'node:path'
import { fromPg, fromPglite, migrate } from 'cfdi-stamp/postgres'
import { lockFolder } from './folder.js'
import { createKeeper, openVault } from './vault.js'

/**
 * Opens the database, and creates missing schemas, one per environment, and the table of this
 * server. Any number of processes may do so concurrently on a PostgreSQL; a folder is for one
 * process.
 * @param {Pick<import('./settings.js').Settings, 'databaseUrl' | 'dataFolder'> &
 * Partial<import('./settings.js').Settings>} settings
 * @param {Record<string, string>} schemas
 */
export async function openDatabase(settings, schemas) {
  const { databaseUrl, dataFolder } = settings
  const database =
    databaseUrl === undefined ? await openPglite(dataFolder) : await openPool(databaseUrl)
  const { client } = database
  try {
    for (const schema of Object.values(schemas)) await migrate(client, { schema })
    await client.transaction(makeKept)
    const vault = await openVault(settings, database.folder, database.kind)
    const keep = await createKeeper(client, vault, settings)
    return { ...database, vault, keep }
  } catch (cause) {
    await database.close()
    throw cause
  }
}

/**
 * `create table if not exists` in two sessions at once fails in one of them: PostgreSQL looks and
 * makes in two steps.
 */
async function makeKept(session) {
  await session.query(
    "select pg_advisory_xact_lock(hashtextextended('cfdi-stamp server_kept', 0))::text",
    [],
  )
  await session.query(
    'create table if not exists server_kept (name text primary key, value text not null)',
    [],
  )
}

async function openPglite(folder) {
  const { PGlite } = await import('@electric-sql/pglite')
  const release = folder === 'memory:' ? async () => {} : await lockFolder(folder)
  try {
    const pglite = await PGlite.create(folder === 'memory:' ? undefined : join(folder, 'pglite'))
    const close = async () => {
      await pglite.close()
      await release()
    }
    return {
      kind: 'pglite',
      client: fromPglite(pglite),
      close,
      folder: folder === 'memory:' ? undefined : folder,
    }
  } catch (cause) {
    await release()
    throw cause
  }
}

async function openPool(connectionString) {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString, max: 20 })
  return { kind: 'postgres', client: fromPg(pool), close: () => pool.end(), folder: undefined }
}
