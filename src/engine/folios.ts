/**
 * Folios: the numbers of a series, reserved for a valid document and released if it is not stamped.
 *
 * A folio is held by a holder: the key of an order, or the token of a sealed document (SHA-256 of
 * its XML). The same holder receives the same folio again, so that a crash between reservation and
 * seal loses none.
 * @module
 */
import { requireKind, requireOptions } from '../lib/options.js'
import { FolioBook, type Held, reservationOf } from './folioBook.js'

/**
 * A folio that is held for one document. Exactly one of `commit` and `release` ends it; repeated,
 * they change nothing.
 */
export interface FolioReservation {
  /** The folio, as written in the document. */
  readonly folio: string
  /** Binds a folio without a holder to one, before the document is sent. */
  bind?(holder: string): Promise<void>
  /** The document was stamped with it. */
  commit(): Promise<void>
  /** The document was certainly not stamped: the folio may serve another. */
  release(): Promise<void>
}

/** Reserved folio, neither committed nor released. */
export interface HeldFolio extends FolioReservation {
  /** The RFC of the issuer. */
  readonly rfc: string
  /** The series; empty for documents without one. */
  readonly serie: string
  /**
   * The key of an order or the token of a document; absent if it was reserved without one and never
   * bound.
   */
  readonly holder?: string
  /** Time of the reservation, in milliseconds since 1970. */
  readonly since: number
}

/**
 * Sequence of folios. A host implements it over its database; it must be safe for concurrent calls.
 */
export interface FolioSequence {
  /**
   * Reserves the next folio of a series of an issuer; `serie` is empty for documents without one.
   * Resolves to the same folio for a `holder` that already has one of that series. Rejects when the
   * sequence fails.
   */
  next(rfc: string, serie: string, holder?: string): Promise<FolioReservation>
  /**
   * Resolves to the folios of a holder. Without this method, the host must settle folios after a
   * crash.
   */
  heldBy?(holder: string): Promise<readonly HeldFolio[]>
  /** Yields all held folios, oldest first, for the recovery after crashes. */
  held?(): AsyncIterable<HeldFolio>
}

/** Settings of {@link createMemoryFolios}. */
export interface MemoryFolioOptions {
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined
}

/**
 * Creates a sequence of folios in memory, from 1 on in each series, for tests. It restarts with the
 * process. A released folio is assigned next.
 *
 * @param start Returns the first folio of a series. Defaults to 1.
 * @example
 * const engine = createEngine({ signers: csd, provider: pac, folios: createMemoryFolios(() => 501) })
 * const answer = await engine.stamp({ ...invoice, Folio: 'AUTO' })
 * answer.ok && answer.cfdi.Folio // → '501'
 */
export function createMemoryFolios(
  start: (rfc: string, serie: string) => number = () => 1,
  options: MemoryFolioOptions = {},
): Required<FolioSequence> {
  requireKind('createMemoryFolios: start', start, 'function')
  requireOptions('createMemoryFolios', options, { now: 'function' })
  const { now = Date.now } = options
  const book = new FolioBook(start)
  const reservation = (one: Held) =>
    reservationOf(one, {
      async bind(holder) {
        if (book.isHeld(one)) book.bind(one, holder)
      },
      async commit() {
        if (book.isHeld(one)) book.settle(one, 'commit')
      },
      async release() {
        if (book.isHeld(one)) book.settle(one, 'release')
      },
    })
  return {
    next: async (rfc, serie, holder) =>
      reservation(book.own(rfc, serie, holder) ?? book.take(rfc, serie, holder, now())),
    heldBy: async (holder) => book.heldBy(holder).map(reservation),
    async *held() {
      for (const one of book.held) if (book.isHeld(one)) yield reservation(one)
    },
  }
}
