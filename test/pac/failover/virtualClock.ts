/**
 * A virtual clock: time advances only when nothing else can happen.
 * @module
 */
import type { Clock } from '../../../src/pac/clock.js'

interface Timer {
  readonly at: number
  readonly order: number
  readonly wake: () => void
}

/** A promise can never settle. */
export class Stuck extends Error {}

export class VirtualClock implements Clock {
  #now: number
  #order = 0
  #timers: Timer[] = []

  constructor(now = Date.parse('2026-11-21T18:00:00Z')) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        this.#timers = this.#timers.filter((each) => each !== timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = { at: this.#now + ms, order: this.#order++, wake }
      this.#timers.push(timer)
      signal?.addEventListener('abort', wake)
    })
  }

  /**
   * Lets time pass until the promise settles.
   * @throws Stuck when nothing is left to wait for
   */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false
    const end = () => {
      settled = true
    }
    promise.then(end, end)
    for (;;) {
      await quiet()
      if (settled) return promise
      if (!this.#wakeNext(Number.POSITIVE_INFINITY)) throw new Stuck('nothing is left to wait for')
    }
  }

  /** Advances the time, with everything scheduled in it. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    do await quiet()
    while (this.#wakeNext(end))
    this.#now = end
  }

  #wakeNext(end: number): boolean {
    const [next] = this.#timers.sort((a, b) => a.at - b.at || a.order - b.order)
    if (next === undefined || next.at > end || next.at === Number.POSITIVE_INFINITY) return false
    this.#now = Math.max(this.#now, next.at)
    next.wake()
    return true
  }
}

/**
 * WebCrypto works on other threads: its pending operations may outlast a turn of the event loop.
 */
let underWay = 0

for (const verb of ['digest', 'importKey', 'sign', 'verify'] as const) {
  const subtle = crypto.subtle as unknown as Record<
    typeof verb,
    (...given: unknown[]) => Promise<unknown>
  >
  const work = subtle[verb].bind(crypto.subtle)
  subtle[verb] = async (...given) => {
    underWay++
    try {
      return await work(...given)
    } finally {
      underWay--
    }
  }
}

/**
 * After a turn of the event loop without pending operations, every promise that can settle has
 * settled.
 */
async function quiet(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (underWay > 0)
}
