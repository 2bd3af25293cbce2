/**
 * Heartbeats: the claims of a process end soon after it dies, and last as long as it works.
 * @module
 */
import { type Clock, systemClock, timerOf } from './clock.js'

/** How the claims of a process are kept. Times in milliseconds. */
export interface HeartbeatSettings {
  /**
   * Gives every claim of this process at least this end, in one statement. Absent in a store that
   * cannot.
   */
  readonly renew: ((until: number) => Promise<void>) | undefined
  /** Length of a claim; a heartbeat comes after each third of it. */
  readonly lease: number
  readonly now: () => number
  /** For the timer. The system clock by default. */
  readonly clock?: Clock
}

/** Renews the claims of a process while it works on something. */
export class Heartbeat {
  readonly #settings: HeartbeatSettings
  #working = 0
  #until = Number.NEGATIVE_INFINITY
  #isBeating = false
  #cancel: () => void = () => {}

  constructor(settings: HeartbeatSettings) {
    this.#settings = settings
  }

  /** Runs work, and renews the claims meanwhile. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#working++ === 0) {
      const { renew, lease, clock = systemClock } = this.#settings
      if (renew !== undefined) {
        const beat = () => {
          this.#cancel = timerOf(clock, lease / 3, beat)
          void this.#beat(renew)
        }
        this.#cancel = timerOf(clock, lease / 3, beat)
      }
    }
    try {
      return await work()
    } finally {
      if (--this.#working === 0) this.#cancel()
    }
  }

  /**
   * Whether a claim, as written or renewed, lasts for another third of a lease. It does not when
   * heartbeats were missed: the process was suspended, its event loop was blocked, or the store
   * timed out. Then another process may have the claim.
   */
  isAlive(until: number): boolean {
    const { lease, now } = this.#settings
    return Math.max(until, this.#until) - now() >= lease / 3
  }

  async #beat(renew: (until: number) => Promise<void>): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    const { now, lease } = this.#settings
    const until = now() + lease
    try {
      await renew(until)
      this.#until = until
    } catch {
      // A claim that is not renewed is compared and set again before anything is sent under it.
    } finally {
      this.#isBeating = false
    }
  }
}
