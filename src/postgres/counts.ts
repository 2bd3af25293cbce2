/**
 * Numbers for a dashboard.
 * @module
 */
import type { CancellationEntry } from '../engine/cancellationStore.js'
import type { Order } from '../engine/orders.js'
import type { JournalEntry } from '../pac/journal.js'
import type { Database } from './database.js'

/** Number of records per status, and the times of the oldest unfinished ones. */
export interface StoreCounts {
  /** Entries of the journal. */
  readonly journal: Readonly<Record<JournalEntry['status'], number>>
  /** Orders. */
  readonly orders: Readonly<Record<Order['status'], number>>
  /** Cancellations. */
  readonly cancellations: Readonly<Record<CancellationEntry['status'], number>>
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives: Readonly<Record<CancellationEntry['status'], number>>
  /** Reserved folios, neither committed nor released. */
  readonly heldFolios: number
  /**
   * First write of the oldest record of each unfinished status, in milliseconds since 1970. Absent
   * without such a record.
   */
  readonly oldest: {
    /** Entries of the journal. */
    readonly journal: { readonly open?: number; readonly watched?: number }
    /** Orders. */
    readonly orders: { readonly open?: number; readonly answered?: number }
    /** Cancellations. */
    readonly cancellations: { readonly open?: number }
    /**
     * The earlier name of `cancellations`.
     * @deprecated
     */
    readonly lives: { readonly open?: number }
    /** Reserved folios, neither committed nor released. */
    readonly heldFolios?: number
  }
}

/** Counts all records with index scans. */
export async function countAll(database: Database): Promise<StoreCounts> {
  await database.skew.ready(database.query)
  const journal = await countTable(database, 'journal', 'closed')
  const orders = await countTable(database, 'orders', 'acknowledged')
  const cancellations = await countTable(database, 'lives', 'closed')
  const [held] = await database.query(
    `select count(*)::text as count, ${milliseconds('min(since)')} as oldest from ${database.schema}.held_folios`,
  )
  const counted = { open: 0, closed: 0, ...cancellations.counts }
  return {
    journal: { open: 0, watched: 0, closed: 0, ...journal.counts },
    orders: { open: 0, answered: 0, acknowledged: 0, ...orders.counts },
    ...{ cancellations: counted, lives: counted },
    heldFolios: Number(held?.['count']),
    oldest: {
      journal: journal.oldest,
      orders: orders.oldest,
      ...{ cancellations: cancellations.oldest, lives: cancellations.oldest },
      ...(held?.['oldest'] != null && {
        heldFolios: database.skew.toLocal(Number(held['oldest'])),
      }),
    },
  }
}

/** The statements that count a table. */
export function countStatements(
  schema: string,
  name: string,
  done: string,
): readonly [string, string] {
  const rows = `${schema}.${name}`
  return [
    `select status, count(*)::text as count, ${milliseconds('min(coalesce(since, written))')} as oldest
     from ${rows} where status <> '${done}' group by status`,
    `select count(*)::text as count from ${rows} where status = '${done}'`,
  ]
}

const milliseconds = (time: string) => `floor(extract(epoch from ${time}) * 1000)::bigint::text`

async function countTable({ query, schema, skew }: Database, name: string, done: string) {
  const [open, closed] = countStatements(schema, name, done)
  const rows = await query(open)
  const [finished] = await query(closed)
  const counts: Record<string, number> = {}
  const oldest: Record<string, number> = {}
  for (const row of rows) {
    const status = row['status'] as string
    counts[status] = Number(row['count'])
    oldest[status] = skew.toLocal(Number(row['oldest']))
  }
  const count = Number(finished?.['count'])
  if (count > 0) counts[done] = count
  return { counts, oldest }
}
