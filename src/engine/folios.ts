/**
 * Folios: the numbers of a series, taken when a document is otherwise valid and given back when it is not stamped.
 *
 * A folio is held by a holder: the key of an order, or the token of a sealed document (SHA-256 of its XML). Whoever holds one
 * gets the same again, so that a crash between taking it and sealing with it loses none.
 * @module
 */
import { FolioBook, type Held, reservationOf } from './folioBook.js'

/** A folio that is held for one document. Exactly one of `commit` and `release` ends it; repeated, they change nothing. */
export interface FolioReservation {
  /** The folio, as it goes in the document. */
  readonly folio: string
  /** Binds a folio that was taken without a holder to one, before the document is sent. */
  bind?(holder: string): Promise<void>
  /** The document was stamped with it. */
  commit(): Promise<void>
  /** The document was certainly not stamped: the folio may serve another. */
  release(): Promise<void>
}

/** A folio that is taken and not settled. */
export interface HeldFolio extends FolioReservation {
  /** The RFC of the issuer. */
  readonly rfc: string
  /** The series; empty for documents without one. */
  readonly serie: string
  /** The key of an order or the token of a document; absent when it was taken without one and never bound. */
  readonly holder?: string
  /** When it was taken, in milliseconds since 1970. */
  readonly since: number
}

/** Where folios come from. A host implements it over its database; it must be safe for concurrent calls. */
export interface FolioSequence {
  /**
   * The next folio of a series of an issuer; `serie` is empty for documents without one. With a `holder` that holds a folio
   * of that series already: that one. Rejects when it cannot tell.
   */
  next(rfc: string, serie: string, holder?: string): Promise<FolioReservation>
  /** What a holder holds, if anything. A sequence without it leaves folios to the host that a crash left unsettled. */
  heldBy?(holder: string): Promise<readonly HeldFolio[]>
  /** All that is held, oldest first: for a sweeper. */
  held?(): AsyncIterable<HeldFolio>
}

/** Settings of {@link createMemoryFolios}. */
export interface MemoryFolioOptions {
  /** Milliseconds since 1970. `Date.now` by default. */
  readonly now?: (() => number) | undefined
}

/**
 * Folios in memory, from 1 on in each series: for tests and single processes that do not mind starting again. A folio
 * given back is the next one handed out.
 *
 * @param start The first folio of a series, where it is not 1.
 * @example
 * const engine = createEngine({ signers: csd, provider: pac, folios: createMemoryFolios(() => 501) })
 * const answer = await engine.stamp({ ...invoice, Folio: 'AUTO' })
 * answer.ok && answer.cfdi.Folio // → '501'
 */
export function createMemoryFolios(
  start: (rfc: string, serie: string) => number = () => 1,
  { now = Date.now }: MemoryFolioOptions = {},
): Required<FolioSequence> {
  const book = new FolioBook(start)
  const reservation = (one: Held) => {
    const whileHeld = async (change: () => void) => {
      if (book.isHeld(one)) change()
    }
    return reservationOf(one, {
      bind: (holder) => whileHeld(() => book.bind(one, holder)),
      commit: () => whileHeld(() => book.settle(one, 'commit')),
      release: () => whileHeld(() => book.settle(one, 'release')),
    })
  }
  return {
    next: async (rfc, serie, holder) =>
      reservation(book.own(rfc, serie, holder) ?? book.take(rfc, serie, holder, now())),
    heldBy: async (holder) => book.heldBy(holder).map(reservation),
    async *held() {
      for (const one of book.held) if (book.isHeld(one)) yield reservation(one)
    },
  }
}
