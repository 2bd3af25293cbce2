/**
 * Results of a benchmark run, as stored in bench/results.json. Ratios are to `signature.micros`.
 * @module
 */
import type { Cold } from './cold.js'
import type { Timing } from './measure.js'
import type { Saturation } from './saturation.js'
import type { Threads } from './threads.js'

/** By document, by task. */
export type Times = Readonly<Record<string, Readonly<Record<string, Timing>>>>

/** Parts that did not run are undefined. */
export interface Results {
  readonly when: string
  readonly machine: Readonly<Record<string, string | number>>
  /**
   * One RSA-2048 signature in microseconds of processor time, and one through the thread pool, in
   * signatures.
   */
  readonly signature: { readonly micros: number; readonly pool: number } | undefined
  readonly verbs: Times | undefined
  readonly parsers: Times | undefined
  readonly peers: Times | undefined
  readonly saturation: Saturation | undefined
  readonly threads: Threads | undefined
  readonly cold: Cold | undefined
  readonly stream: Stream | undefined
}

export interface Stream {
  readonly documents: number
  /** Megabytes after a collection, at ten points of the stream. */
  readonly heap: readonly number[]
  /** Megabytes from the first point to the maximum of the others. */
  readonly growth: number
  readonly rss: number
}
