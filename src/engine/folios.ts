/**
 * Folios: the numbers of a series, taken when a document is otherwise valid and given back when it is not stamped.
 * @module
 */

/** A folio that is held for one document. Exactly one of the two ends it. */
export interface FolioReservation {
  /** The folio, as it goes in the document. */
  readonly folio: string
  /** The document was stamped with it. */
  commit(): Promise<void>
  /** The document was certainly not stamped: the folio may serve another. */
  release(): Promise<void>
}

/** Where folios come from. A host implements it over its database; it must be safe for concurrent calls. */
export interface FolioSequence {
  /** The next folio of a series of an issuer; `serie` is empty for documents without one. Rejects when it cannot tell. */
  next(rfc: string, serie: string): Promise<FolioReservation>
}

interface Series {
  last: number
  readonly free: number[]
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
export function createMemoryFolios(start: (rfc: string, serie: string) => number = () => 1): FolioSequence {
  const all = new Map<string, Series>()
  return {
    async next(rfc, serie) {
      const key = JSON.stringify([rfc, serie])
      const series = all.get(key) ?? { last: start(rfc, serie) - 1, free: [] }
      all.set(key, series)
      const folio = series.free.shift() ?? ++series.last
      return reservation(series, folio)
    },
  }
}

function reservation(series: Series, folio: number): FolioReservation {
  let open = true
  return {
    folio: String(folio),
    async commit() {
      open = false
    },
    async release() {
      if (open) giveBack(series, folio)
      open = false
    },
  }
}

function giveBack(series: Series, folio: number): void {
  series.free.push(folio)
  series.free.sort((a, b) => a - b)
}
