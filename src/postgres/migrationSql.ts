/**
 * Statements of the migrations, to run or to review.
 * @module
 */
import { type OptionNames, requireOptions } from '../lib/options.js'
import { defaultSchema, migrations, quoted } from './schema.js'

/** The name of the advisory lock of a schema. */
export const lockName = (schema: string) => `cfdi-stamp ${schema}`

/** Statements that create the schema and its table of migrations. */
export function firstStatements(name: string): readonly string[] {
  return [
    `create schema ${name}`,
    `create table ${name}.migrations (number integer primary key, applied timestamptz default now())`,
  ]
}

/** The statements of the migrations after one of them. */
export function statementsFrom(number: number, name: string): readonly string[] {
  const all: string[] = []
  for (const [at, { floor, statements }] of migrations.slice(number).entries()) {
    const next = number + at + 1
    const row =
      next < firstWithFloor
        ? `(number) values (${next})`
        : `(number, floor) values (${next}, ${floor})`
    all.push(...statements(name), `insert into ${name}.migrations ${row}`)
  }
  return all
}

/** The migration that made the column of the floor. */
const firstWithFloor = 3

/** Options of {@link migrationSql}. */
export interface MigrationSqlOptions {
  /** Schema of the tables. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** Current version: the greatest `number` of the table `migrations`. Defaults to 0, no tables. */
  readonly from?: number | undefined
  /** Role that receives exactly the privileges of the store. Defaults to none. */
  readonly role?: string | undefined
}

/** Names of the options. */
const optionNames: OptionNames<MigrationSqlOptions> = { schema: true, from: true, role: true }

/**
 * Returns the SQL that `migrate` would run, as one transaction for psql. Use it where the role of
 * the application must not create tables. It fails and changes nothing if the tables are of another
 * version than `from`. Afterwards `migrate` finds the database up to date.
 * @throws TypeError if an option is out of range.
 * @example
 * const sql = migrationSql({ role: 'facturas' })
 * sql.split('\n')[0] // → 'begin;'
 */
export function migrationSql(options: MigrationSqlOptions = {}): string {
  requireOptions('migrationSql', options, optionNames)
  const { schema = defaultSchema, from = 0, role } = options
  if (!(Number.isInteger(from) && from >= 0 && from <= migrations.length)) {
    throw new TypeError(`migrationSql: from is an integer from 0 to ${migrations.length}`)
  }
  const name = quoted(schema)
  const lines = [
    'begin',
    `select pg_advisory_xact_lock(hashtextextended(${literal(lockName(schema))}, 0))`,
    ...(from === 0 ? firstStatements(name) : [requireVersion(name, from)]),
    ...statementsFrom(from, name),
  ]
  if (role !== undefined) {
    if (role === '' || role.includes('\0'))
      throw new TypeError('migrationSql: role is not the name of a role')
    // The store inserts, updates and deletes rows; sequences belong to their tables (identity).
    const grantee = `"${role.replaceAll('"', '""')}"`
    lines.push(
      `grant usage on schema ${name} to ${grantee}`,
      `grant select, insert, update, delete on all tables in schema ${name} to ${grantee}`,
      `grant execute on all functions in schema ${name} to ${grantee}`,
    )
  }
  lines.push('commit')
  return `${lines.join(';\n')};\n`
}

function requireVersion(name: string, from: number): string {
  const body = `begin
    if (select max(number) from ${name}.migrations) is distinct from ${from} then
      raise exception 'the tables are not of version ${from}';
    end if;
  end`
  return `do ${literal(body)}`
}

function literal(text: string): string {
  const doubled = text.replaceAll("'", "''")
  if (text.includes('\\')) return `E'${doubled.replaceAll('\\', '\\\\')}'`
  return `'${doubled}'`
}
