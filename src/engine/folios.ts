/**
 * Folios: the numbers of a series, taken when a document is otherwise valid and given back when it is not stamped.
 *
 * A folio is held by a holder: the key of an order, or the token of a sealed document (SHA-256 of its XML). Whoever holds one
 * gets the same again, so that a crash between taking it and sealing with it loses none.
 * @module
 */

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
  const all = new Map<string, Series>()
  const held = new Set<Held>()
  const seriesOf = (rfc: string, serie: string): Series => {
    const key = JSON.stringify([rfc, serie])
    const series = all.get(key) ?? { rfc, serie, last: start(rfc, serie) - 1, free: [] }
    all.set(key, series)
    return series
  }
  const take = (series: Series, holder: string | undefined): Held => {
    const one = { series, folio: series.free.shift() ?? ++series.last, since: now(), holder }
    held.add(one)
    return one
  }
  return {
    async next(rfc, serie, holder) {
      const series = seriesOf(rfc, serie)
      const own =
        holder === undefined ? undefined : [...held].find((one) => one.holder === holder && one.series === series)
      return reservation(own ?? take(series, holder), held)
    },
    heldBy: async (holder) => [...held].filter((one) => one.holder === holder).map((one) => reservation(one, held)),
    async *held() {
      for (const one of [...held]) if (held.has(one)) yield reservation(one, held)
    },
  }
}

function reservation(one: Held, held: Set<Held>): Required<FolioReservation> & HeldFolio {
  const { series, folio, since, holder } = one
  return {
    folio: String(folio),
    rfc: series.rfc,
    serie: series.serie,
    since,
    ...(holder === undefined ? {} : { holder }),
    async bind(to) {
      one.holder = to
    },
    async commit() {
      held.delete(one)
    },
    async release() {
      if (held.delete(one)) giveBack(series, folio)
    },
  }
}

function giveBack(series: Series, folio: number): void {
  series.free.push(folio)
  series.free.sort((a, b) => a - b)
}
