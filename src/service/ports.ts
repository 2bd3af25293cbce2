/**
 * What a service needs of its host, besides engines: where records and documents are kept, and what follows from a stamp.
 *
 * Those who send mail and webhooks take from the same tables: `due` gives what is to be done, and a record that is put back with a later
 * `at` is everybody else's again from then on.
 * @module
 */
import type { EnvironmentName, InvoiceRecord, NewEvent, ServiceRecord, ServiceTables } from './records.js'

/** Where a page of a list begins, and how much is in it. */
export interface PageOptions {
  /** Only those of an account. */
  readonly owner?: string | undefined
  /** The `at` and `id` of the record after which it begins; the newest first by default. */
  readonly after?: Pick<ServiceRecord, 'at' | 'id'> | undefined
  /** At most so many. */
  readonly limit: number
}

/** One table. Failures are thrown. */
export interface Records<Kept extends ServiceRecord> {
  /** The record of an id. */
  get(id: string): Promise<Kept | undefined>
  /** The same, which nobody else changes or locks until the transaction ends. What does not exist cannot be locked. */
  lock(id: string): Promise<Kept | undefined>
  /** Writes a record that is not there. `false`: one with that id is, and nothing was written. */
  insert(record: Kept): Promise<boolean>
  /** Writes a record, in the place of the one with its id if there is one. */
  put(record: Kept): Promise<void>
  /** Removes a record; `false` when there is none. */
  remove(id: string): Promise<boolean>
  /** Records, the newest (by `at`, then by `id`) first. */
  page(options: PageOptions): Promise<readonly Kept[]>
  /** Locked records whose `at` is not after `until`, the oldest first; those that another transaction has locked are passed by. */
  due(until: number, limit: number): Promise<readonly Kept[]>
}

/** All tables, each under its name. */
export type AllRecords = { readonly [Name in keyof ServiceTables]: Records<ServiceTables[Name]> }

/**
 * Durable storage of what a service keeps in one environment. Its tables are used directly, a statement each, or all together in a
 * transaction. `createMemoryServiceStore` is one, for tests; `cfdi-stamp/postgres` has another.
 */
export interface ServiceStore extends AllRecords {
  /**
   * Everything that `run` does to the tables it is given, or nothing: when `run` rejects, nothing happened. When it is resolved, it
   * survives a power cut. `run` does nothing outside of the tables and waits for nobody else. It may be called again from its beginning,
   * when the store undid what it had done: of two that wait for each other, one gives way.
   */
  transaction<Result>(run: (tables: AllRecords) => Promise<Result>): Promise<Result>
}

/** What is kept of a CFDI. */
export type DocumentKind = 'xml' | 'pdf'

/** Where the bytes of documents are. Failures are thrown. */
export interface DocumentStore {
  /** Writes a document; the same bytes may be written again. When it is resolved, it survives a power cut. */
  put(kind: DocumentKind, uuid: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or undefined. */
  get(kind: DocumentKind, uuid: string): Promise<Uint8Array | undefined>
}

/** A CFDI of which something became known. */
export interface KnownCfdi {
  /** Where. */
  readonly environment: EnvironmentName
  /** Its record, as the transaction writes it. */
  readonly invoice: InvoiceRecord
  /** The stamped XML. */
  readonly xml: string
}

/**
 * What follows from a stamp or a cancellation, in the transaction that records it: the ledger of payments, for one. What it gives is
 * recorded and delivered as the rest is. It may be called again for what it knows, and then changes nothing and gives nothing; what it
 * knows it keeps in the tables only, for a transaction may be undone and begun again.
 */
export interface Follower {
  /** A CFDI was stamped. */
  stamped(tables: AllRecords, known: KnownCfdi): Promise<readonly NewEvent[]>
  /** A CFDI is cancelled for good. */
  cancelled(tables: AllRecords, known: KnownCfdi): Promise<readonly NewEvent[]>
}
