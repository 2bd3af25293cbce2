/**
 * State of a sequence of folios: its series and the holders of folios. The sequence decides how to
 * store it.
 * @module
 */
import type { FolioReservation, HeldFolio } from './folios.js'

/** The folios of a series of an issuer. */
export interface Series {
  readonly rfc: string
  readonly serie: string
  /** The last assigned folio. */
  last: number
  /** Released folios, the smallest first. */
  readonly free: number[]
}

/** Stored form of a series. */
export type KeptSeries = Readonly<Omit<Series, 'free'>> & { readonly free: readonly number[] }

/** Reserved folio, neither committed nor released. */
export interface Held {
  readonly series: Series
  readonly folio: number
  /** Time of the reservation, in milliseconds since 1970. */
  readonly since: number
  holder: string | undefined
}

/** End of a reservation. */
export type Settlement = 'commit' | 'release'

/** The folios of all series, in memory. */
export class FolioBook {
  readonly #first: (rfc: string, serie: string) => number
  readonly #series = new Map<string, Series>()
  /** By series and folio; the oldest first. */
  readonly #held = new Map<string, Held>()
  readonly #byHolder = new Map<string, Set<Held>>()

  /** @param first The first folio of a series. */
  constructor(first: (rfc: string, serie: string) => number) {
    this.#first = first
  }

  get series(): readonly Series[] {
    return [...this.#series.values()]
  }

  /** All held folios, oldest first. */
  get held(): readonly Held[] {
    return [...this.#held.values()]
  }

  heldBy(holder: string): readonly Held[] {
    return [...(this.#byHolder.get(holder) ?? [])]
  }

  /** Returns the folio of a series that the holder already has. */
  own(rfc: string, serie: string, holder: string | undefined): Held | undefined {
    const series = this.#series.get(seriesKeyOf({ rfc, serie }))
    if (holder === undefined) return undefined
    for (const one of this.#byHolder.get(holder) ?? []) if (one.series === series) return one
    return undefined
  }

  find(rfc: string, serie: string, folio: number): Held | undefined {
    return this.#held.get(seriesKeyOf({ rfc, serie }, folio))
  }

  /** Whether this reservation is current, and not replaced by a later one. */
  isHeld(one: Held): boolean {
    return this.#held.get(seriesKeyOf(one.series, one.folio)) === one
  }

  /** Adds a stored series. */
  add({ rfc, serie, last, free }: KeptSeries): void {
    this.#series.set(seriesKeyOf({ rfc, serie }), { rfc, serie, last, free: [...free] })
  }

  /** Reserves the next folio of a series, or the given one, which starts an unknown series. */
  take(
    rfc: string,
    serie: string,
    holder: string | undefined,
    since: number,
    given?: number,
  ): Held {
    const key = seriesKeyOf({ rfc, serie })
    let series = this.#series.get(key)
    if (series === undefined) {
      series = { rfc, serie, last: (given ?? this.#first(rfc, serie)) - 1, free: [] }
      this.#series.set(key, series)
    }
    const folio = given ?? series.free[0] ?? series.last + 1
    const freed = series.free.indexOf(folio)
    if (freed !== -1) series.free.splice(freed, 1)
    series.last = Math.max(series.last, folio)
    const one = { series, folio, since, holder: undefined }
    this.#held.set(seriesKeyOf(series, folio), one)
    this.bind(one, holder)
    return one
  }

  bind(one: Held, holder: string | undefined): void {
    this.#unbind(one)
    one.holder = holder
    if (holder !== undefined)
      this.#byHolder.set(holder, (this.#byHolder.get(holder) ?? new Set()).add(one))
  }

  settle(one: Held, how: Settlement): void {
    const { series, folio } = one
    this.#held.delete(seriesKeyOf(series, folio))
    this.#unbind(one)
    if (how === 'commit') return
    series.free.push(folio)
    series.free.sort((a, b) => a - b)
  }

  /** Undoes `settle`. */
  unsettle(one: Held, how: Settlement): void {
    const { series, folio, holder } = one
    this.#held.set(seriesKeyOf(series, folio), one)
    this.bind(one, holder)
    if (how === 'release') series.free.splice(series.free.indexOf(folio), 1)
  }

  #unbind(one: Held): void {
    const all = this.#byHolder.get(one.holder ?? '')
    if (one.holder === undefined || all === undefined) return
    all.delete(one)
    if (all.size === 0) this.#byHolder.delete(one.holder)
  }
}

/** Creates the reservation of a held folio, with the functions that change it. */
export function reservationOf(
  { series: { rfc, serie }, folio, since, holder }: Held,
  changes: Required<Pick<FolioReservation, 'bind' | 'commit' | 'release'>>,
): Required<FolioReservation> & HeldFolio {
  return {
    folio: String(folio),
    rfc,
    serie,
    since,
    ...(holder !== undefined && { holder }),
    ...changes,
  }
}

function seriesKeyOf({ rfc, serie }: Pick<Series, 'rfc' | 'serie'>, folio?: number): string {
  return JSON.stringify([rfc, serie, folio])
}
