/**
 * How many documents a PAC has at once (a bulkhead): a PAC that hangs holds its slots and nothing else.
 * @module
 */
import type { Clock } from './clock.js'

/** The limits of one PAC. */
export interface BulkheadOptions {
  /** Requests to stamp at once. 16. */
  readonly limit?: number
  /** New documents that may wait for a slot; the next one goes to another PAC. 256. */
  readonly queue?: number
  /** Milliseconds that one waits before it goes to another PAC. 30 s. */
  readonly patience?: number
}

/** Gives a slot back. */
export type Release = () => void

/** Bulkhead of one PAC. */
export interface Bulkhead {
  /** A slot, or `undefined` when the queue is full, patience ends or the signal aborts. */
  take(signal?: AbortSignal): Promise<Release | undefined>
  /** The same for a document that belongs to this PAC: before the queue, and without end to its patience. */
  takeFirst(signal?: AbortSignal): Promise<Release | undefined>
}

/** @throws TypeError when an option is not a number of its range. */
export function createBulkhead(options: BulkheadOptions, clock: Clock): Bulkhead {
  return new FairBulkhead({ limit: 16, queue: 256, patience: 30_000, ...options }, clock)
}

interface Waiting {
  readonly serve: () => void
}

class FairBulkhead implements Bulkhead {
  readonly #options: Required<BulkheadOptions>
  readonly #clock: Clock
  readonly #first: Waiting[] = []
  readonly #queue: Waiting[] = []
  #free: number

  constructor(options: Required<BulkheadOptions>, clock: Clock) {
    requireOptions(options)
    this.#options = options
    this.#clock = clock
    this.#free = options.limit
  }

  async take(signal?: AbortSignal): Promise<Release | undefined> {
    if (this.#free > 0) return this.#grant()
    if (this.#queue.length >= this.#options.queue) return undefined
    return this.#wait(this.#queue, this.#options.patience, signal)
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
      this.#serveNext()
    }
  }

  #serveNext(): void {
    if (this.#free > 0) (this.#first.shift() ?? this.#queue.shift())?.serve()
  }

  async #wait(queue: Waiting[], patience: number, signal?: AbortSignal): Promise<Release | undefined> {
    const over = new AbortController()
    const stop = () => over.abort()
    let release: Release | undefined
    const serve = () => {
      release = this.#grant()
      over.abort()
    }
    const waiting: Waiting = { serve }
    queue.push(waiting)
    signal?.addEventListener('abort', stop)
    if (!signal?.aborted) await this.#clock.sleep(patience, over.signal)
    signal?.removeEventListener('abort', stop)
    if (release === undefined) queue.splice(queue.indexOf(waiting), 1)
    return release
  }
}

function requireOptions({ limit, queue, patience }: Required<BulkheadOptions>): void {
  if (!Number.isInteger(limit) || limit < 1) throw new TypeError(`concurrency.limit: ${String(limit)} is not a count`)
  if (!Number.isInteger(queue) || queue < 0) throw new TypeError(`concurrency.queue: ${String(queue)} is not a count`)
  if (!(patience >= 0)) throw new TypeError(`concurrency.patience: ${String(patience)} is not a time`)
}
