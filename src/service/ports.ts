/**
 * Interfaces that the host implements for a service, besides its engines: stores for records and
 * documents, and followers of stamps.
 *
 * Mail and webhook workers use the same tables: `due` returns the due records, and a record written
 * with a later `at` is available to every worker from then on.
 * @module
 */
import type { FolioSequence } from '../engine/folios.js'
import type { Order, Orders } from '../engine/orders.js'
import type { Journal, JournalEntry } from '../pac/journal.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import type { InvoiceFilter, InvoiceSearch } from './lists/invoiceSearch.js'
import type {
  EnvironmentName,
  InvoiceRecord,
  NewEvent,
  ServiceRecord,
  ServiceTables,
} from './records.js'

/** Start and size of a page. */
export interface PageOptions {
  /** Restricts the page to an account. */
  readonly owner?: string | undefined
  /**
   * The `at` and `id` of the last record before the page. Defaults to none: the page starts with
   * the newest record.
   */
  readonly after?: Pick<ServiceRecord, 'at' | 'id'> | undefined
  /** Maximum number of records. */
  readonly limit: number
}

/** One table. Methods reject when the store fails. */
export interface Records<Kept extends ServiceRecord> {
  /** Resolves to the record of an id. */
  get(id: string): Promise<Kept | undefined>
  /**
   * As `get`, and locks the record until the transaction ends. A missing record cannot be locked.
   */
  lock(id: string): Promise<Kept | undefined>
  /** Inserts a record. Resolves to `false`, without writing, when one with that id exists. */
  insert(record: Kept): Promise<boolean>
  /** Writes a record, replacing the one with its id if there is one. */
  put(record: Kept): Promise<void>
  /** Removes a record; resolves to `false` when there is none. */
  remove(id: string): Promise<boolean>
  /** Resolves to records, newest first (by `at`, then by `id`). */
  page(options: PageOptions): Promise<readonly Kept[]>
  /**
   * Resolves to locked records with `at` up to `until`, oldest first. Skips records that another
   * transaction has locked, and those of the owners in `except`.
   */
  due(until: number, limit: number, except?: readonly string[]): Promise<readonly Kept[]>
}

/** All tables, each under its name. */
export type AllRecords = { readonly [Name in keyof ServiceTables]: Records<ServiceTables[Name]> }

/**
 * Durable storage of a service in one environment. Each call on a table is a statement of its own;
 * a transaction combines several. `createMemoryServiceStore` is an implementation for tests;
 * `cfdi-stamp/postgres` has another.
 */
export interface ServiceStore extends AllRecords {
  /** Resolves to a page of the invoices that match. */
  searchInvoices(search: InvoiceSearch): Promise<readonly InvoiceRecord[]>
  /** Resolves to the number of invoices that match, at most `most`. */
  countInvoices(filter: InvoiceFilter, most: number): Promise<number>
  /**
   * Runs `run` in a transaction: all of its changes are stored, or none if it rejects. Once
   * resolved, they survive a power cut. `run` must not have other side effects, or wait for
   * anything else. It may be called again from its beginning after the store rolled it back, as in
   * a deadlock.
   */
  transaction<Result>(run: (tables: AllRecords) => Promise<Result>): Promise<Result>
  /** The engine's store in the same database, if it is there. */
  readonly joined?: JoinedStore | undefined
}

/** The next state of a record, by compare-and-set. */
export interface Change<Stored> {
  /** The record to write. */
  readonly stored: Stored
  /** The version that the store has; 0 if it has none. */
  readonly before: number
  /** Whether the store has its XML already. */
  readonly hasXml: boolean
}

/** A folio of a sequence, held by the key of an order. */
export interface IssuedFolio {
  /** RFC of its issuer. */
  readonly rfc: string
  /** Its series. */
  readonly serie: string
  /** The folio. */
  readonly folio: string
}

/** Writes of the engine, of one stamp. */
export interface JoinedWrites {
  /** The order. */
  readonly order: Change<Order> | undefined
  /** The entry of its document. */
  readonly entry: Change<JournalEntry> | undefined
  /** Folio to commit, if its holder still has it. */
  readonly issued: IssuedFolio | undefined
}

/** Writes an order and an entry. Resolves to `false` when one of them has changed meanwhile. */
export type WriteJoined = (writes: JoinedWrites) => Promise<boolean>

/**
 * The orders, the journal and the folios of an engine in the database of the records. A stamp of the service
 * writes them in the transactions of its records.
 */
export interface JoinedStore {
  /** Orders of the engine. */
  readonly orders: Orders
  /** Journal of its failover. */
  readonly journal: Journal
  /** Its folios. */
  readonly folios: FolioSequence
  /**
   * Looks up an order together with the other look-ups of the turn. If there is none, the next
   * `load` of its key does not look again.
   */
  readAhead(key: string): Promise<void>
  /** States that a key is new: its next `load` does not look it up. */
  expectNew(key: string): void
  /** As `ServiceStore.transaction`. `run` must reject after `write` has resolved to `false`. */
  transaction<Result>(
    run: (tables: AllRecords, write: WriteJoined) => Promise<Result>,
  ): Promise<Result>
}

/** Kind of a document of an invoice. */
export type DocumentKind = 'xml' | 'pdf'

/** Kind of a stored document: `acuse` is the SAT's answer to a cancellation, as XML. */
export type StoredKind = DocumentKind | 'acuse'

/** Storage of documents. Methods reject when the store fails. */
export interface DocumentStore {
  /**
   * Writes a document; the same bytes may be written again. Once resolved, it survives a power cut.
   */
  put(kind: StoredKind, uuid: string, bytes: Uint8Array): Promise<void>
  /** Resolves to the bytes, or undefined. */
  get(kind: StoredKind, uuid: string): Promise<Uint8Array | undefined>
  /**
   * Returns the same storage inside transactions of a store, so that a document and its invoice are
   * one write; undefined when it is elsewhere. Optional.
   */
  within?(store: ServiceStore): ((tables: AllRecords) => DocumentStore) | undefined
}

/** A stamped document with news: a CFDI, or a registered one (`invoice.tipo`). */
export interface KnownCfdi {
  /** Its environment. */
  readonly environment: EnvironmentName
  /** Its record, as the transaction writes it. */
  readonly invoice: InvoiceRecord
  /** The stamped XML. */
  readonly xml: string
  /** The same as JSON, when the service has read it already. */
  readonly document?: Comprobante | undefined
}

/**
 * Extends the transaction that records a stamp or a cancellation, as the ledger of payments does.
 * Its events are recorded and delivered like the others. It may be called again for the same CFDI,
 * and must then change nothing and return no events. It must keep its state in the tables, because
 * a transaction may be rolled back and repeated.
 */
export interface Follower {
  /** Called for a stamped document. */
  stamped(tables: AllRecords, known: KnownCfdi): Promise<readonly NewEvent[]>
  /** Called for a cancelled document. */
  cancelled(tables: AllRecords, known: KnownCfdi): Promise<readonly NewEvent[]>
}
