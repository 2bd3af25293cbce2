/**
 * Versioned records with compare-and-set: journal entries, orders, cancellations.
 * @module
 */
import type { Claim, WalkPurpose } from '../pac/journal.js'
import type { SqlResult } from './client.js'
import type { Database } from './database.js'
import { groupCommit } from './groupCommit.js'
import type { Handover } from './writes/handover.js'
import {
  requireKey,
  type Sent,
  sentOf,
  writeAllRecords,
  writeStatement,
} from './writes/recordWrites.js'
import { walk } from './walk.js'

/** The members with a column of their own; `key` is the token of an entry. */
export interface Columns<Status extends string = string> {
  readonly key: string
  readonly version: number
  readonly status: Status
  readonly xml: string
  readonly claim?: Claim
  /** Orders only; unique among them. */
  readonly token?: string
  /** The time of the next visit, in milliseconds since 1970. It is in the body too. */
  readonly due?: number
}

/** A kind of record, and its table. */
export interface RecordTable<Stored> {
  /** The table. */
  readonly name: 'journal' | 'orders' | 'lives'
  /** Status of finished records. */
  readonly done: string
  /** Other statuses, in the order of a walk. */
  readonly unfinished: readonly (readonly string[])[]
  /** The status whose records may have a time of the next visit. */
  readonly due?: string
  /** A record in columns, and the rest. */
  readonly split: (stored: Stored) => { readonly columns: Columns; readonly body: object }
  /** Inverse of `split`. */
  readonly join: (columns: Columns, body: object) => Stored
}

/** Purpose of a walk through unfinished records. Processes with the same purpose share one walk. */
export type Purpose = WalkPurpose

/** A table of records. */
export interface Records<Stored> {
  load(key: string): Promise<Stored | undefined>
  append(stored: Stored): Promise<boolean>
  unfinished(purpose?: Purpose): AsyncIterable<Stored>
}

/** Options of {@link createRecords}. */
export interface RecordOptions {
  /** Milliseconds for which other processes skip the records that this one visits. */
  readonly visit: number
  /** Whether concurrent writes share statements. */
  readonly isGrouped: boolean
  /**
   * Hints from the orders of this process to its journal. Absent in a transaction of the host,
   * which may roll back.
   */
  readonly handover?: Handover | undefined
}

type Row = SqlResult['rows'][number]

/** The records of a table. */
export function createRecords<Stored>(
  table: RecordTable<Stored>,
  database: Database,
  { visit, isGrouped, handover }: RecordOptions,
): Records<Stored> {
  const { skew, query } = database
  const write = writeStatement(table, database)
  const read = `select ${recordColumns(table, database)} from ${database.schema}.${table.name} r
    where r.key in (select value from json_array_elements_text($1::text::json))`
  const writeAll = (sent: readonly Sent[]) =>
    writeAllRecords(database, { table, statement: write, handover }, sent)
  const tries = database.lockTries
  const append = groupCommit(writeAll, { nameOf: ({ key }) => key, tries, isGrouped })
  const readAll = async (keys: readonly string[]) => {
    const byKey = new Map<unknown, Row>()
    for (const row of await database.query(read, JSON.stringify(keys))) byKey.set(row['key'], row)
    return keys.map((key) => byKey.get(key))
  }
  const find = groupCommit(readAll, { isGrouped })
  const load = async (key: string) => {
    await skew.ready(query)
    const row = await find(key)
    return row && joinRow(table, database, row)
  }
  return {
    async load(key) {
      requireKey(key)
      if (table.name === 'journal' && handover?.takeAbsence(key) === true) return undefined
      if (table.name === 'orders' && handover?.takeKey(key) === true) return undefined
      return load(key)
    },
    async append(stored) {
      await skew.ready(query)
      return append(sentOf(table, database, stored, handover))
    },
    unfinished: (purpose) => walk(table, database, { visit, purpose, load }),
  }
}

// --- reading ---

/**
 * The columns of a record `r`. A claim lasts at least until the `until` of its process's last
 * heartbeat.
 */
export function recordColumns({ name }: { readonly name: string }, { schema }: Database): string {
  const beat = `(select p.until from ${schema}.processes p where p.owner = r.owner)`
  const token = name === 'orders' ? 'r.token' : 'null'
  return `r.id::text as id, r.key, r.version::text as version, r.status, r.xml, r.body::text as body, r.owner,
    ${token} as token, (case when r.owner is not null then greatest(r.until, ${beat}) end)::text as until`
}

function joinRow<Stored>({ join }: RecordTable<Stored>, { skew }: Database, row: Row): Stored {
  const { key, version, status, xml, body, owner, until, token } = row as Record<string, string>
  const held =
    owner === null ? {} : { claim: { owner: owner as string, until: skew.toLocal(Number(until)) } }
  const kept = {
    key,
    version: Number(version),
    status,
    xml,
    ...held,
    ...(token && { token }),
  } as Columns
  return join(kept, JSON.parse(body as string) as object)
}
