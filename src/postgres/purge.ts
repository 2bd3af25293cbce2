/**
 * Removes old finished records.
 * @module
 */
import { earlierStore } from '../engine/store.js'
import { requireOptions, withCurrentNames } from '../lib/options.js'
import type { Database } from './database.js'

/**
 * Ages at which `purge` removes records, in milliseconds since their last write. A kind without an
 * age is kept.
 */
export interface PurgeOptions {
  /** Closed entries. The entry of the document of an open order stays. */
  readonly journal?: number | undefined
  /**
   * Acknowledged orders. A removed key counts as new: keep orders for longer than callers repeat a
   * key.
   */
  readonly orders?: number | undefined
  /** Finished cancellations with an acknowledged result. */
  readonly cancellations?: number | undefined
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives?: number | undefined
  /**
   * How long a removed order keeps its key and its token, without its document. By default it is
   * removed whole.
   */
  readonly tombstone?: number | undefined
  /** Counts, and removes nothing. */
  readonly dryRun?: boolean | undefined
}

/** How many records were removed. */
export interface Purged {
  /** Entries of the journal. */
  readonly journal: number
  /** Orders, including those that keep their key. */
  readonly orders: number
  /** Cancellations. */
  readonly cancellations: number
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives: number
  /** Keys of orders that were removed earlier. */
  readonly tombstones: number
}

/** Maximum of rows per statement, which limits the duration of its locks. */
const removedAtOnce = 1_000

/** Removes records. @throws TypeError for an unknown option, or an age that is out of range. */
export async function purge(database: Database, options: PurgeOptions): Promise<Purged> {
  const current = withCurrentNames(options, earlierStore)
  requireOptions('purge', current, ['journal', 'orders', 'cancellations', 'tombstone', 'dryRun'])
  const { journal, orders, cancellations, tombstone, dryRun = false } = current
  for (const [name, age] of Object.entries({ journal, orders, cancellations, tombstone })) {
    if (age !== undefined && !(age >= 0 && Number.isFinite(age)))
      throw new TypeError(`purge: ${name} is milliseconds, 0 or more`)
  }
  const { query, schema } = database
  const run = async (statements: Statements, age: number | undefined, ...more: string[]) => {
    if (age === undefined) return 0
    if (dryRun) {
      const [row] = await query(statements.count, String(age))
      return Number(row?.['count'])
    }
    for (let removed = 0; ; ) {
      const [row] = await query(statements.some, String(age), ...more)
      const number = Number(row?.['count'])
      removed += number
      if (number < removedAtOnce) return removed
    }
  }
  const old = removing(schema, 'lives', oldCancellations)
  const purgedCancellations = await run(old, cancellations)
  // Entries of open orders stay, which may still have to look up their document.
  const oldEntries = `${oldCancellations} and not exists (select from ${schema}.orders o
    where o.token = r.key and o.token <> '' and o.status = 'open')`
  const purged = {
    journal: await run(removing(schema, 'journal', oldEntries), journal),
    orders: await (tombstone === undefined
      ? run(removing(schema, 'orders', oldOrders), orders)
      : run(burying(schema), orders, String(tombstone))),
    ...{ cancellations: purgedCancellations, lives: purgedCancellations },
    tombstones: await run(removing(schema, 'orders', oldTombstones), 0),
  }
  if (!dryRun) {
    // Seconds and heartbeats are kept for a day.
    await query(
      `delete from ${schema}.contents where touched < statement_timestamp() - interval '1 day'`,
    )
    await query(
      `delete from ${schema}.processes where until < extract(epoch from clock_timestamp() - interval '1 day') * 1000`,
    )
  }
  return purged
}

// --- conditions of age, for the index of finished records ---

// Not `clock_timestamp()`: it is volatile, which prevents index scans.
const age = `statement_timestamp() - $1::text::double precision * interval '1 millisecond'`
const oldCancellations = `r.status = 'closed' and r.written < ${age}`
const oldOrders = `r.status = 'acknowledged' and r.tombstone is null and r.written < ${age}`
const oldTombstones = `r.tombstone < ${age}`

interface Statements {
  /** Counts the old records. */
  readonly count: string
  /** Removes some of them and returns their number. */
  readonly some: string
}

/** The statements that remove rows. */
export function removing(schema: string, name: string, isOld: string): Statements {
  const old = `select r.key from ${schema}.${name} r where ${isOld}`
  return {
    count: `select count(*)::text as count from ${schema}.${name} r where ${isOld}`,
    some: `with gone as (
        delete from ${schema}.${name} where key in (${old} order by r.written limit ${removedAtOnce} for update skip locked)
        returning 1
      ) select count(*)::text as count from gone`,
  }
}

/**
 * Statements that keep the key, the token and the fingerprint of an order. A new time makes it the
 * youngest record.
 */
function burying(schema: string): Statements {
  const { count } = removing(schema, 'orders', oldOrders)
  const old = `select r.key from ${schema}.orders r where ${oldOrders}`
  // Not `->>`, which fails if the text of a PAC has U+0000.
  const kept = `'{"fingerprint":"' || coalesce(substring(r.body::text from '"fingerprint":"([0-9a-f]*)"'), '')
    || '","warnings":[],"at":' || coalesce(substring(r.body::text from '"at":([0-9]+)'), '0') || ',"purged":true'
    || coalesce(',"uuid":"' || substring(r.body::text from '"UUID":"([0-9A-Fa-f-]{36})"') || '"', '') || '}'`
  const some = `with gone as (
      update ${schema}.orders r set xml = '', body = (${kept})::json, owner = null, until = null, due = null,
        written = clock_timestamp(),
        tombstone = clock_timestamp() + $2::text::double precision * interval '1 millisecond'
      where r.key in (${old} order by r.written limit ${removedAtOnce} for update skip locked)
      returning 1
    ) select count(*)::text as count from gone`
  return { count, some }
}
