/**
 * Bulkhead: limits the concurrent requests to one PAC, so that one that hangs does not hold up the
 * rest.
 * @module
 */
import { type OptionNames, withCurrentNames } from '../lib/options.js'
import { type Clock, over } from './clock.js'

/** Options of the bulkhead of one PAC. */
export interface BulkheadOptions {
  /** Maximum of concurrent requests to stamp. 16. */
  readonly limit?: number
  /** Maximum of new documents waiting; the next one is tried at another PAC. 256. */
  readonly queue?: number
  /** Milliseconds that a document waits before it is tried at another PAC. 30 s. */
  readonly maxWait?: number
  /**
   * The earlier name of `maxWait`.
   * @deprecated
   */
  readonly patience?: number | undefined
}

/** Names of the options; {@link createBulkhead} has their ranges. */
export const bulkheadNames: OptionNames<BulkheadOptions> = {
  limit: true,
  queue: true,
  maxWait: true,
  patience: true,
}

/** The earlier name of `maxWait`. */
export const earlierWait = { patience: 'maxWait' }

/** Releases a permit. Idempotent. */
export type Release = () => void

/** The bulkhead of one PAC. */
export interface Bulkhead {
  /**
   * Acquires a permit; `undefined` if the queue is full, the wait times out or the signal aborts.
   */
  take(signal?: AbortSignal): Promise<Release | undefined>
  /** The same with priority over the queue and without a time-out, for documents in doubt. */
  takeFirst(signal?: AbortSignal): Promise<Release | undefined>
}

/** @throws TypeError if an option is out of range. */
export function createBulkhead(options: BulkheadOptions, clock: Clock): Bulkhead {
  const current = withCurrentNames(options, earlierWait)
  return new FairBulkhead({ limit: 16, queue: 256, maxWait: 30_000, ...current }, clock)
}

interface Waiting {
  readonly serve: () => void
}

class FairBulkhead implements Bulkhead {
  readonly #options: Required<Omit<BulkheadOptions, 'patience'>>
  readonly #clock: Clock
  readonly #first: Waiting[] = []
  readonly #queue: Waiting[] = []
  #free: number

  constructor(options: Required<Omit<BulkheadOptions, 'patience'>>, clock: Clock) {
    const { limit, queue, maxWait } = options
    if (!Number.isInteger(limit) || limit < 1)
      throw new TypeError(`concurrency.limit: ${String(limit)} is not a count`)
    if (!Number.isInteger(queue) || queue < 0)
      throw new TypeError(`concurrency.queue: ${String(queue)} is not a count`)
    if (typeof maxWait !== 'number' || !(maxWait >= 0))
      throw new TypeError(`concurrency.maxWait: ${String(maxWait)} is not a time`)

    this.#options = options
    this.#clock = clock
    this.#free = options.limit
  }

  async take(signal?: AbortSignal): Promise<Release | undefined> {
    if (this.#free > 0) return this.#grant()
    if (this.#queue.length >= this.#options.queue) return undefined
    return this.#wait(this.#queue, this.#options.maxWait, signal)
  }

  async takeFirst(signal?: AbortSignal): Promise<Release | undefined> {
    if (this.#free > 0) return this.#grant()
    return this.#wait(this.#first, Number.POSITIVE_INFINITY, signal)
  }

  #grant(): Release {
    this.#free--
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#free++
      if (this.#free > 0) (this.#first.shift() ?? this.#queue.shift())?.serve()
    }
  }

  async #wait(
    queue: Waiting[],
    maxWait: number,
    signal?: AbortSignal,
  ): Promise<Release | undefined> {
    const served = new AbortController()
    const stop = () => served.abort(over)
    let release: Release | undefined
    const serve = () => {
      release = this.#grant()
      served.abort(over)
    }
    const waiting: Waiting = { serve }
    queue.push(waiting)
    signal?.addEventListener('abort', stop)
    if (!signal?.aborted) await this.#clock.sleep(maxWait, served.signal)
    signal?.removeEventListener('abort', stop)
    if (release === undefined) queue.splice(queue.indexOf(waiting), 1)
    return release
  }
}
