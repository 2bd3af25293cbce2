/**
 * Folios in a log: one record per reservation, binding, commit or release. Decisions follow the
 * order of the log, so that the durable folios are a sequence without gaps.
 * @module
 */
import { FolioBook, type Held, reservationOf } from '../../engine/folioBook.js'
import type { FolioReservation, FolioSequence, HeldFolio } from '../../engine/folios.js'
import type { AppendLog, Decision, Kept } from './appendLog.js'

/** The first folio of a series, where it is not 1. */
export type FirstFolio = (rfc: string, serie: string) => number

/** What happened to a folio. */
export interface FolioRecord {
  readonly folio: number
  readonly rfc: string
  readonly serie: string
  readonly did: 'take' | 'bind' | 'commit' | 'release'
  readonly holder?: string
  /** Time of the reservation, in milliseconds since 1970. */
  readonly since?: number
}

/** The folios of a log. */
export class FolioLog implements Required<FolioSequence> {
  readonly #log: () => AppendLog
  readonly #now: () => number
  /** The series and the held folios. The series of a file precede its held folios. */
  readonly book: FolioBook

  constructor(log: () => AppendLog, first: FirstFolio, now: () => number) {
    this.#log = log
    this.#now = now
    this.book = new FolioBook((rfc, serie) => {
      const folio = first(rfc, serie)
      if (!Number.isSafeInteger(folio) || folio < 0)
        throw new TypeError('firstFolio must return an integer from 0 on')
      return folio
    })
  }

  async next(
    rfc: string,
    serie: string,
    holder?: string,
  ): Promise<Required<FolioReservation> & HeldFolio> {
    return this.#log().transact(() => {
      const own = this.book.own(rfc, serie, holder)
      if (own !== undefined) return after(this.#reservation(own))
      const one = this.book.take(rfc, serie, holder, this.#now())
      return {
        record: folioRecordOf(one, 'take'),
        done: () => this.#reservation(one),
        undo: () => this.book.settle(one, 'release'),
      }
    })
  }

  heldBy(holder: string): Promise<readonly HeldFolio[]> {
    return this.#log().transact(() =>
      after(this.book.heldBy(holder).map((one) => this.#reservation(one))),
    )
  }

  async *held(): AsyncIterable<HeldFolio> {
    const all = await this.#log().transact(() => after(this.book.held))
    for (const one of all) if (this.book.isHeld(one)) yield this.#reservation(one)
  }

  /** Takes a record when the file is opened. */
  visit({ folio, rfc, serie, did, holder, since = 0 }: FolioRecord): void {
    if (did === 'take') {
      this.book.take(rfc, serie, holder, since, folio)
      return
    }
    const one = this.book.find(rfc, serie, folio)
    if (one === undefined) return
    if (did === 'bind') this.book.bind(one, holder)
    else this.book.settle(one, did)
  }

  /** Returns every series and its held folios. */
  keep(): Kept[] {
    const records: Buffer[] = []
    for (const series of this.book.series) records.push(Buffer.from(JSON.stringify({ series })))
    for (const one of this.book.held) records.push(folioRecordOf(one, 'take'))
    return records.map((record) => ({ record: async () => record, copied: () => {} }))
  }

  #reservation(one: Held): Required<FolioReservation> & HeldFolio {
    const settle = (how: 'commit' | 'release') =>
      this.#change(one, how, () => {
        this.book.settle(one, how)
        return () => this.book.unsettle(one, how)
      })
    return reservationOf(one, {
      bind: (to) =>
        this.#change(one, 'bind', () => {
          const before = one.holder
          this.book.bind(one, to)
          return () => this.book.bind(one, before)
        }),
      commit: () => settle('commit'),
      release: () => settle('release'),
    })
  }

  /** Changes a folio that still has the same holder. @param change returns its inverse */
  #change(one: Held, did: FolioRecord['did'], change: () => () => void): Promise<void> {
    return this.#log().transact<void>(() => {
      if (!this.book.isHeld(one)) return after(undefined)
      const undo = change()
      return { record: folioRecordOf(one, did), done: () => {}, undo }
    })
  }
}

function folioRecordOf(
  { series: { rfc, serie }, folio, since, holder }: Held,
  did: FolioRecord['did'],
): Buffer {
  const who = did === 'take' || did === 'bind' ? { holder } : {}
  return Buffer.from(
    JSON.stringify({
      folio: { folio, rfc, serie, did, ...who, ...(did === 'take' && { since }) },
    }),
  )
}

/** Returns a decision whose result is known, and reported when durable. */
function after<T>(result: T): Decision<T> {
  return { done: () => result }
}
