/**
 * Folios in a log: a record for each that is taken, bound, committed or released. Decisions are made in the order of the
 * log, so that what is durable of them is a sequence without holes.
 * @module
 */
import type { FolioReservation, FolioSequence, HeldFolio } from '../engine/folios.js'
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
  /** When it was taken, in milliseconds since 1970. */
  readonly since?: number
}

/** A series, when the file is rewritten. What is held follows. */
export interface SeriesRecord {
  readonly rfc: string
  readonly serie: string
  /** The last folio that was handed out. */
  readonly last: number
  /** Those given back, the smallest first. */
  readonly free: readonly number[]
}

interface Series {
  readonly rfc: string
  readonly serie: string
  last: number
  readonly free: number[]
}

interface Held {
  readonly series: Series
  readonly folio: number
  readonly since: number
  holder: string | undefined
}

/** The folios of a log. */
export class FolioLog implements Required<FolioSequence> {
  readonly #log: () => AppendLog
  readonly #first: FirstFolio
  readonly #now: () => number
  readonly #series = new Map<string, Series>()
  /** By series and folio; the oldest first. */
  readonly #held = new Map<string, Held>()
  readonly #byHolder = new Map<string, Set<Held>>()

  constructor(log: () => AppendLog, first: FirstFolio, now: () => number) {
    this.#log = log
    this.#first = first
    this.#now = now
  }

  async next(rfc: string, serie: string, holder?: string): Promise<Required<FolioReservation> & HeldFolio> {
    return this.#log().transact(() => {
      const series = this.#seriesOf(rfc, serie)
      const own = [...(this.#byHolder.get(holder ?? '') ?? [])].find((one) => one.series === series)
      if (holder !== undefined && own !== undefined) return { done: () => this.#reservation(own) }
      const one = { series, folio: series.free[0] ?? series.last + 1, since: this.#now(), holder }
      this.#take(one)
      return { record: recordOf(one, 'take'), done: () => this.#reservation(one) }
    })
  }

  heldBy(holder: string): Promise<readonly HeldFolio[]> {
    const decide = () => [...(this.#byHolder.get(holder) ?? [])].map((one) => this.#reservation(one))
    return this.#log().transact(() => after(decide()))
  }

  async *held(): AsyncIterable<HeldFolio> {
    const all = await this.#log().transact(() => after([...this.#held.values()]))
    for (const one of all) if (this.#isHeld(one)) yield this.#reservation(one)
  }

  /** Takes a record when the file is opened. */
  visit({ folio, rfc, serie, did, holder, since = 0 }: FolioRecord): void {
    const series = this.#seriesOf(rfc, serie, folio)
    if (did === 'take') return this.#take({ series, folio, since, holder })
    const one = this.#held.get(keyOf(series, folio))
    if (one === undefined) return
    if (did === 'bind') this.#bind(one, holder)
    else this.#settle(one, did)
  }

  /** Takes the record of a series when the file is opened. */
  visitSeries({ rfc, serie, last, free }: SeriesRecord): void {
    this.#series.set(keyOf({ rfc, serie }), { rfc, serie, last, free: [...free] })
  }

  /** Every series, and what is held. */
  keep(): Kept[] {
    const series = [...this.#series.values()].map((one) => Buffer.from(JSON.stringify({ series: one })))
    const held = [...this.#held.values()].map((one) => recordOf(one, 'take'))
    return [...series, ...held].map((record) => ({ record: async () => record, moved: () => {} }))
  }

  #reservation(one: Held): Required<FolioReservation> & HeldFolio {
    const { series, folio, since, holder } = one
    return {
      folio: String(folio),
      rfc: series.rfc,
      serie: series.serie,
      since,
      ...(holder === undefined ? {} : { holder }),
      bind: (to) => this.#change(one, 'bind', () => this.#bind(one, to)),
      commit: () => this.#change(one, 'commit', () => this.#settle(one, 'commit')),
      release: () => this.#change(one, 'release', () => this.#settle(one, 'release')),
    }
  }

  /** Changes a folio, if it is still held by whom it was. */
  #change(one: Held, did: FolioRecord['did'], change: () => void): Promise<void> {
    return this.#log().transact<void>(() => {
      if (!this.#isHeld(one)) return after(undefined)
      change()
      return { record: recordOf(one, did), done: () => {} }
    })
  }

  #isHeld(one: Held): boolean {
    return this.#held.get(keyOf(one.series, one.folio)) === one
  }

  #take(one: Held): void {
    const { series, folio, holder } = one
    const freed = series.free.indexOf(folio)
    if (freed !== -1) series.free.splice(freed, 1)
    series.last = Math.max(series.last, folio)
    this.#held.set(keyOf(series, folio), one)
    this.#bind(one, holder)
  }

  #bind(one: Held, holder: string | undefined): void {
    this.#unbind(one)
    one.holder = holder
    if (holder !== undefined) this.#byHolder.set(holder, (this.#byHolder.get(holder) ?? new Set()).add(one))
  }

  #unbind(one: Held): void {
    const all = this.#byHolder.get(one.holder ?? '')
    if (one.holder === undefined || all === undefined) return
    all.delete(one)
    if (all.size === 0) this.#byHolder.delete(one.holder)
  }

  #settle(one: Held, did: 'commit' | 'release'): void {
    const { series, folio } = one
    this.#held.delete(keyOf(series, folio))
    this.#unbind(one)
    if (did === 'commit') return
    series.free.push(folio)
    series.free.sort((a, b) => a - b)
  }

  /** A series, which begins with `first` if it is not known. */
  #seriesOf(rfc: string, serie: string, first?: number): Series {
    const key = keyOf({ rfc, serie })
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const series = { rfc, serie, last: (first ?? firstOf(this.#first, rfc, serie)) - 1, free: [] }
    this.#series.set(key, series)
    return series
  }
}

function firstOf(first: FirstFolio, rfc: string, serie: string): number {
  const folio = first(rfc, serie)
  if (!Number.isSafeInteger(folio) || folio < 0) throw new TypeError('firstFolio must return an integer from 0 on')
  return folio
}

function keyOf({ rfc, serie }: Pick<Series, 'rfc' | 'serie'>, folio?: number): string {
  return JSON.stringify([rfc, serie, folio])
}

function recordOf({ series: { rfc, serie }, folio, since, holder }: Held, did: FolioRecord['did']): Buffer {
  const who = did === 'take' || did === 'bind' ? { holder } : {}
  return Buffer.from(
    JSON.stringify({ folio: { folio, rfc, serie, did, ...who, ...(did === 'take' ? { since } : {}) } }),
  )
}

/** What is known now, told when it is durable. */
function after<T>(result: T): Decision<T> {
  return { done: () => result }
}
