/**
 * Brings a database to the version of the schema that this package knows.
 * @module
 */
import { PostgresError } from '../errors.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import type { SqlClient, SqlSession } from './client.js'
import { hasState, heldUp } from './retry.js'
import { firstStatements, lockName, statementsFrom } from './migrationSql.js'
import { defaultSchema, migrations, quoted } from './schema.js'

/** Options of {@link migrate}. */
export interface MigrateOptions {
  /** Schema of the tables. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** Milliseconds to wait for another migration and for locks of the tables. Defaults to 60,000. */
  readonly timeout?: number | undefined
}

/** Names of the options. */
const optionNames: OptionNames<MigrateOptions> = { schema: true, timeout: true }

/**
 * Creates or updates the tables in one transaction; concurrent calls run it once. Call it at the
 * start of a process or in a deployment. On a current database it only reads the version.
 *
 * A database that a newer version of this package migrated is accepted, while its schema keeps
 * everything that this version uses.
 *
 * @throws PostgresError POSTGRES_NEWER if this version cannot use the schema of a newer one;
 * nothing is changed.
 * @throws PostgresError POSTGRES_TIMEOUT if a lock is not free within `timeout`; nothing is
 * changed.
 * @throws TypeError if `schema` is not a valid name, or `timeout` is out of range.
 * @example When the process starts
 * const client = fromPglite(database)
 * await migrate(client)
 * const store = createPostgresStore(client)
 */
export async function migrate(client: SqlClient, options: MigrateOptions = {}): Promise<void> {
  requireOptions('migrate', options, optionNames)
  const { schema = defaultSchema, timeout = 60_000 } = options
  if (!(timeout >= 1 && Number.isFinite(timeout)))
    throw new TypeError('migrate: timeout must be 1 ms or more')
  const name = quoted(schema)
  if (isCurrentSchema(await readSchemaVersion(client, schema, name), schema)) return
  try {
    await client.transaction((session) => migrateIn(session, { schema, name, timeout }))
  } catch (cause) {
    if (!hasState(cause, heldUp)) throw cause
    const message = `the tables in ${schema} were locked for ${timeout} ms: another process migrates or uses them`
    throw new PostgresError('POSTGRES_TIMEOUT', message, { cause })
  }
}

/** Where to migrate. */
interface Place {
  readonly schema: string
  /** The same, quoted. */
  readonly name: string
  readonly timeout: number
}

async function migrateIn(session: SqlSession, { schema, name, timeout }: Place): Promise<void> {
  await session.query(`select set_config('lock_timeout', $1::text, true)`, [
    String(Math.ceil(timeout)),
  ])
  await session.query(`select pg_advisory_xact_lock(hashtextextended($1::text, 0))::text`, [
    lockName(schema),
  ])
  const version = await readSchemaVersion(session, schema, name)
  if (isCurrentSchema(version, schema)) return
  // `if not exists` requires the privilege to create, even for an existing schema.
  const { rows } = await session.query(
    `select exists (select from pg_namespace where nspname = $1::text)::text as schema`,
    [schema],
  )
  const first = firstStatements(name)
  const missing =
    version !== undefined ? [] : rows[0]?.['schema'] === 'true' ? first.slice(1) : first
  for (const statement of [...missing, ...statementsFrom(version?.number ?? 0, name)])
    await session.query(statement, [])
}

// --- versions ---

/** The version of a database. */
interface Version {
  /** The number of its last migration. */
  readonly number: number
  /** The oldest version of this package that can use it. */
  readonly floor: number
}

/** Reads the version. Resolves to `undefined` before the first migration. */
async function readSchemaVersion(
  session: SqlSession,
  schema: string,
  name: string,
): Promise<Version | undefined> {
  // Not `to_regclass`: a connection caches its null from before another connection committed.
  const there = await session.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1::text and c.relname = 'migrations'`,
    [schema],
  )
  if (there.rows.length === 0) return undefined
  const { rows } = await session.query(
    // Versions 1 and 2 had no floor.
    `select coalesce(max(number), 0)::text as number,
       coalesce(max((to_json(m) ->> 'floor')::integer), 1)::text as floor from ${name}.migrations m`,
    [],
  )
  return { number: Number(rows[0]?.['number']), floor: Number(rows[0]?.['floor']) }
}

/** @throws PostgresError POSTGRES_NEWER */
function isCurrentSchema(version: Version | undefined, schema: string): boolean {
  if (version === undefined || version.number < migrations.length) return false
  if (version.floor <= migrations.length) return true
  const { number, floor } = version
  throw new PostgresError(
    'POSTGRES_NEWER',
    `the tables in ${schema} are of version ${number}, which takes version ${floor} of this package's schema, and it has ${migrations.length}: update it`,
  )
}
