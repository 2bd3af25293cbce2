/**
 * Walks through unfinished records. Processes with the same purpose share one walk.
 * @module
 */
import type { SqlResult } from './client.js'
import type { Database } from './database.js'
import type { Purpose } from './records.js'
import { dueOr } from './schema4.js'

/** A walk through a table. */
export interface WalkOptions<Stored> {
  /** Milliseconds for which other processes skip the records that this one marked. */
  readonly visit: number
  /**
   * Purpose of the walk: `resume` skips records that are not due. Without one the walk through a
   * table with due times marks and skips nothing; a journal has no such walk.
   */
  readonly purpose: Purpose | undefined
  readonly load: (key: string) => Promise<Stored | undefined>
}

/**
 * Number of records marked at a time. Other processes skip marked records until they are visited.
 */
const page = 16

interface Table {
  readonly name: string
  readonly done: string
  /** Groups of statuses, the most urgent first. */
  readonly unfinished: readonly (readonly string[])[]
  /** The status whose records may have a time of the next visit. */
  readonly due?: string | undefined
}

/**
 * Yields unfinished records in the order of their first writes; with `resume`, in the order of
 * their due times. Each is read when it is reached. With a purpose, a process marks a page of
 * records; other walks of that purpose skip marked and locked records.
 */
export async function* walk<Stored>(
  table: Table,
  database: Database,
  options: WalkOptions<Stored>,
): AsyncIterable<Stored> {
  await database.skew.ready(database.query)
  // Records written or due after the start belong to the next walk.
  const open = `from ${database.schema}.${table.name} where status <> '${table.done}'`
  const [row] = await database.query(
    `select coalesce(max(id), 0)::text as id, ${microseconds('clock_timestamp()')} as now ${open}`,
  )
  const last = { id: row?.['id'] as string, due: row?.['now'] as string }
  for (const statuses of table.unfinished)
    yield* walkThrough(table, database, { ...options, statuses, last })
}

/** A place in the order of a walk. */
interface Reached {
  readonly id: string
  /** Microseconds since 1970, which PostgreSQL keeps exactly. */
  readonly due: string
}

interface Stage<Stored> extends WalkOptions<Stored> {
  readonly statuses: readonly string[]
  /** The last record of the walk. */
  readonly last: Reached
}

async function* walkThrough<Stored>(
  table: Table,
  database: Database,
  stage: Stage<Stored>,
): AsyncIterable<Stored> {
  const { visit, last, load } = stage
  const isByDue =
    stage.purpose === 'resume' && table.due !== undefined && stage.statuses.includes(table.due)
  const isList = stage.purpose === undefined && table.due !== undefined
  const statement = isList
    ? listStatement(table, database, stage)
    : markStatement(table, database, stage, isByDue)
  const statuses = new Set(stage.statuses)
  let reached: Reached = { id: '0', due: '0' }
  for (;;) {
    const markedAt = database.clock.now()
    const marks = isList ? [] : [database.visitor, String(visit)]
    const times = isByDue ? [reached.due, last.due] : []
    const places = [reached.id, last.id, String(page)]
    const rows = await database.query(statement, ...marks, ...places, ...times)
    for (const [at, { id, key, due }] of [...rows].sort(byPlace).entries()) {
      // Old marks expire soon, and another process may visit those records: mark them again.
      if (at > 0 && database.clock.now() - markedAt > visit / 2) break
      reached = { id: id as string, due: due as string }
      const stored = await load(key as string)
      if (stored !== undefined && statuses.has((stored as { readonly status: string }).status))
        yield stored
    }
    if (rows.length === 0) return
  }
}

/** Sorts rows in the order of the walk: `update … returning` has no order. */
function byPlace(a: SqlResult['rows'][number], b: SqlResult['rows'][number]): number {
  const [one, other] = [BigInt(a['due'] as string), BigInt(b['due'] as string)]
  if (one < other) return -1
  if (one > other || BigInt(a['id'] as string) > BigInt(b['id'] as string)) return 1
  return -1
}

const microseconds = (time: string) => `(extract(epoch from ${time}) * 1000000)::bigint::text`
const sqlTime = (parameter: string) =>
  `('1970-01-01 00:00:00+00'::timestamptz + ${parameter}::text::bigint * interval '1 microsecond')`

/** One status per comparison instead of a list: the index then provides the order too. */
function hasStatus({ done }: Table, statuses: readonly string[]): string {
  return `status <> '${done}' and (${statuses.map((status) => `status = '${status}'`).join(' or ')})`
}

function listStatement<Stored>(
  table: Table,
  { schema }: Database,
  { statuses }: Stage<Stored>,
): string {
  return `select r.id::text as id, key, '0' as due from ${schema}.${table.name} r
    where ${hasStatus(table, statuses)} and id > $1::text::bigint and id <= $2::text::bigint
    order by r.id limit $3::text::integer`
}

function markStatement<Stored>(
  table: Table,
  { schema }: Database,
  { purpose, statuses }: Stage<Stored>,
  isByDue: boolean,
): string {
  const rows = `${schema}.${table.name}`
  const [who, until] =
    purpose === 'reconcile' ? ['reconciling', 'reconciling_until'] : ['resuming', 'resuming_until']
  const due = dueOr('due')
  const [place, order] = isByDue
    ? [
        `(${due}, id) > (${sqlTime('$6')}, $3::text::bigint) and ${due} <= ${sqlTime('$7')}`,
        `${due}, id`,
      ]
    : ['id > $3::text::bigint', 'id']
  return `update ${rows} r
    set ${who} = $1::text, ${until} = clock_timestamp() + $2::text::double precision * interval '1 millisecond',
      attempts = attempts + 1
    where r.key in (
      select key from ${rows}
      where ${hasStatus(table, statuses)} and ${place} and id <= $4::text::bigint
        and (${who} is null or ${who} = $1::text or ${until} <= clock_timestamp())
      order by ${order} limit $5::text::integer for update skip locked
    )
    returning r.id::text as id, r.key, ${isByDue ? microseconds(dueOr('r.due')) : "'0'"} as due`
}
