/**
 * Records as columns of SQLite.
 * @module
 */
import type { Claim } from '../../pac/journal.js'
import type { LoadedColumns, StoredColumns } from './sqliteRecords.js'
import type { RecordTableName } from './sqliteSchema.js'

/** Members that entries, orders and cancellations have in common. */
export interface StoredRecord {
  readonly version: number
  readonly status: string
  readonly xml: string
  readonly at: number
  readonly claim?: Claim
  readonly token?: string
  readonly due?: number
}

const keyMembers = { journal: 'token', orders: 'key', lives: 'uuid' } as const

/** Returns the columns of a record. */
export function columnsOf<Stored extends StoredRecord>(
  table: RecordTableName,
  stored: Stored,
): StoredColumns {
  const { xml, claim, ...head } = stored
  const { version, status, at, due } = head
  const key = (head as unknown as Readonly<Record<string, string>>)[keyMembers[table]] as string
  return {
    key,
    version,
    status,
    body: JSON.stringify(head),
    xml,
    owner: claim?.owner ?? null,
    until: claim === undefined ? null : Math.round(claim.until),
    // The token of an entry is its key.
    token: table === 'orders' ? (head.token ?? null) : null,
    due: due === undefined || !Number.isFinite(due) ? null : Math.round(due),
    at: Math.round(at),
  }
}

/** Inverse of {@link columnsOf}. */
export function recordOf<Stored>({ body, xml, owner, until }: LoadedColumns): Stored {
  const claim = owner === null || until === null ? {} : { claim: { owner, until } }
  return { ...JSON.parse(body), xml, ...claim } as Stored
}
