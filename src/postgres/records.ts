/**
 * Records with a version, compared and set: what entries of the journal and orders have in common.
 * @module
 */
import { PostgresError } from '../errors.js'
import type { Claim, WalkPurpose } from '../pac/journal.js'
import type { SqlResult } from './client.js'
import { type Database, requireText } from './database.js'
import { groupCommit } from './groupCommit.js'

/** What has a column of its own; `key` is the token of an entry. */
export interface Columns<Status extends string = string> {
  readonly key: string
  readonly version: number
  readonly status: Status
  readonly xml: string
  readonly claim?: Claim
}

/** A kind of record, and its table. */
export interface RecordTable<Stored> {
  /** The table. */
  readonly name: 'journal' | 'orders' | 'lives'
  /** The status of a record with which nothing is left to do. */
  readonly done: string
  /** A record in columns, and the rest. */
  readonly split: (stored: Stored) => { readonly columns: Columns; readonly body: object }
  /** The inverse. */
  readonly join: (columns: Columns, body: object) => Stored
}

/** Why somebody walks through what is unfinished. Those of one purpose share the way. */
export type Purpose = WalkPurpose

/** A table of records. */
export interface Records<Stored> {
  load(key: string): Promise<Stored | undefined>
  append(stored: Stored): Promise<boolean>
  unfinished(purpose?: Purpose): AsyncIterable<Stored>
}

/** How a table is used. */
export interface RecordOptions {
  /** Milliseconds for which others pass by what this process visits. */
  readonly visit: number
  /** Whether concurrent writes share statements. */
  readonly isGrouped: boolean
}

type Row = SqlResult['rows'][number]

/** The records of a table. */
export function createRecords<Stored>(
  table: RecordTable<Stored>,
  database: Database,
  { visit, isGrouped }: RecordOptions,
): Records<Stored> {
  const { skew, query } = database
  const rows = `${database.schema}.${table.name}`
  const writeAll = (sent: readonly Sent[]) => write(database, rows, sent)
  const writeOne = async (sent: Sent) => (await writeAll([sent]))[0] === true
  const append = isGrouped ? groupCommit(writeAll, ({ key }) => key) : writeOne
  const readAll = (keys: readonly string[]) => loadAll(database, rows, keys)
  const readOne = async (key: string) => (await readAll([key]))[0]
  const find = isGrouped ? groupCommit(readAll, (key) => key) : readOne
  return {
    async load(key) {
      requireKey(key)
      await skew.ready(query)
      const row = await find(key)
      return row && read(table, database, row)
    },
    async append(stored) {
      await skew.ready(query)
      return append(sentOf(table, database, stored))
    },
    unfinished: (purpose = 'resume') => walk(table, database, visit, purpose),
  }
}

// --- writing ---

/** A record as a statement gets it. */
interface Sent {
  readonly key: string
  readonly version: number
  readonly status: string
  readonly xml: string
  readonly body: string
  readonly owner?: string
  readonly until?: number
}

/** Refuses here what the database would refuse, with all that shares the statement. */
function sentOf<Stored>({ split }: RecordTable<Stored>, { skew }: Database, stored: Stored): Sent {
  const { columns, body } = split(stored)
  const { claim, key, version, status, xml } = columns
  requireKey(key)
  requireText(xml, 'xml')
  if (claim !== undefined) requireText(claim.owner, 'owner')
  // A text in a text: the escapes of JSON that PostgreSQL cannot turn into text stay as they are.
  const sent = { key, version, status, xml, body: JSON.stringify(body) }
  return claim === undefined ? sent : { ...sent, owner: claim.owner, until: skew.toDatabase(claim.until) }
}

/** The longest key, in bytes: an entry of a B-tree holds 2,700. */
const longestKey = 1_000

function requireKey(key: string): void {
  requireText(key, 'key')
  if (key.length * 3 > longestKey && new TextEncoder().encode(key).length > longestKey) {
    throw new PostgresError('POSTGRES_VALUE', `a key has at most ${longestKey} bytes`)
  }
}

/** Compares and writes in one statement. All processes lock rows in one order, so that no two wait for each other. */
async function write({ query }: Database, rows: string, sent: readonly Sent[]): Promise<readonly boolean[]> {
  const written = await query(
    `with given as materialized (
       select * from json_to_recordset($1::text::json)
         as g(key text, version integer, status text, xml text, body text, owner text, until bigint)
     ), mine as materialized (
       select r.key from ${rows} r join given g on g.key = r.key and g.version > 1 order by r.key for update of r
     ), updated as (
       update ${rows} r
       set version = g.version, status = g.status, body = g.body::json, owner = g.owner, until = g.until,
         xml = case when r.xml = g.xml then r.xml else g.xml end, written = clock_timestamp()
       from given g join mine m on m.key = g.key
       where r.key = g.key and r.version = g.version - 1
       returning r.key
     ), inserted as (
       insert into ${rows} (key, version, status, xml, body, owner, until)
       select g.key, g.version, g.status, g.xml, g.body::json, g.owner, g.until
       from given g where g.version = 1 order by g.key collate "C"
       on conflict (key) do nothing
       returning key
     )
     select key from updated union all select key from inserted`,
    JSON.stringify(sent),
  )
  const keys = new Set(written.map(({ key }) => key))
  return sent.map(({ key }) => keys.has(key))
}

// --- reading ---

const columns = `r.id::text as id, r.key, r.version::text as version, r.status, r.xml, r.body::text as body, r.owner,
  r.until::text as until`

async function loadAll(
  { query }: Database,
  rows: string,
  keys: readonly string[],
): Promise<readonly (Row | undefined)[]> {
  const given = 'select value from json_array_elements_text($1::text::json)'
  const found = await query(`select ${columns} from ${rows} r where r.key in (${given})`, JSON.stringify(keys))
  const byKey = new Map(found.map((row) => [row['key'], row]))
  return keys.map((key) => byKey.get(key))
}

function read<Stored>({ join }: RecordTable<Stored>, { skew }: Database, row: Row): Stored {
  const { key, version, status, xml, body, owner, until } = row as Record<string, string>
  const held = owner === null ? {} : { claim: { owner: owner as string, until: skew.toLocal(Number(until)) } }
  const kept = { key, version: Number(version), status, xml, ...held } as Columns
  return join(kept, JSON.parse(body as string) as object)
}

/**
 * What is unfinished, in the order of its first writes, each read when it is reached. Who reaches a record marks it; others that
 * walk for the same purpose pass by it, and by what is being written.
 */
async function* walk<Stored>(
  table: RecordTable<Stored>,
  database: Database,
  visit: number,
  purpose: Purpose,
): AsyncIterable<Stored> {
  const { query, schema, visitor, skew } = database
  const rows = `${schema}.${table.name}`
  const [who, until] = purpose === 'resume' ? ['resuming', 'resuming_until'] : ['reconciling', 'reconciling_until']
  const open = `status <> '${table.done}'`
  await skew.ready(query)
  // What begins meanwhile is of the next walk.
  const [last] = await query(`select coalesce(max(id), 0)::text as id from ${rows} where ${open}`)
  const next = `update ${rows} r
    set ${who} = $1::text, ${until} = clock_timestamp() + $2::text::double precision * interval '1 millisecond'
    where r.id = (
      select id from ${rows}
      where ${open} and id > $3::text::bigint and id <= $4::text::bigint
        and (${who} is null or ${who} = $1::text or ${until} <= clock_timestamp())
      order by id limit 1 for update skip locked
    )
    returning ${columns}`
  let [row] = await query(next, visitor, String(visit), '0', last?.['id'] as string)
  while (row !== undefined) {
    yield read(table, database, row)
    const reached = row['id'] as string
    ;[row] = await query(next, visitor, String(visit), reached, last?.['id'] as string)
  }
}

// --- counting and cleaning ---

/** How many records there are of each status. Reads the whole table. */
export async function countByStatus({ query, schema }: Database, name: string): Promise<Record<string, number>> {
  const rows = await query(`select status, count(*)::text as count from ${schema}.${name} group by status`)
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

/** How many rows a statement removes at most, so that it holds no lock for long. */
const removedAtOnce = 1_000

/** Removes records that are done and were last written that long ago, in milliseconds. Resolves to how many there were. */
export async function removeDone(
  { query, schema }: Database,
  { name, done }: { readonly name: string; readonly done: string },
  olderThan: number,
): Promise<number> {
  const remove = `with gone as (
      delete from ${schema}.${name} where id in (
        select id from ${schema}.${name}
        where status = '${done}'
          and written < clock_timestamp() - $1::text::double precision * interval '1 millisecond'
        order by written limit ${removedAtOnce} for update skip locked
      ) returning 1
    )
    select count(*)::text as count from gone`
  let removed = 0
  for (;;) {
    const [row] = await query(remove, String(olderThan))
    const count = Number(row?.['count'])
    removed += count
    if (count < removedAtOnce) return removed
  }
}
