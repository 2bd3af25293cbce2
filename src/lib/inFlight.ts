/**
 * Work under way, shared by all who ask for the same.
 * @module
 */

interface Flight<Answer> {
  readonly answer: Promise<Answer>
  readonly control: AbortController
  /** How many wait for it. */
  waiting: number
}

/**
 * One piece of work for each key at a time. It is stopped when all who wait for it have left, and not before; who comes while it
 * is being stopped waits for its end, and starts it again.
 */
export class InFlight<Answer> {
  readonly #flights = new Map<string, Flight<Answer>>()

  has(key: string): boolean {
    return this.#flights.has(key)
  }

  /**
   * Joins the work of a key, or starts it.
   * @param left What is answered to one whose signal aborts while others wait on.
   */
  join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Answer>,
    left: () => Answer,
  ): Promise<Answer> {
    const known = this.#flights.get(key)
    if (known?.control.signal.aborted) {
      const again = () => this.join(key, signal, start, left)
      return known.answer.then(again, again)
    }
    const flight = known ?? this.#start(key, start)
    flight.waiting++
    return signal === undefined ? flight.answer : untilLeft(flight, signal, left)
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const control = new AbortController()
    const answer = start(control.signal).finally(() => this.#flights.delete(key))
    const flight = { answer, control, waiting: 0 }
    this.#flights.set(key, flight)
    return flight
  }
}

/** The answer; or that of leaving, if others wait on. The last one to leave stops the work and hears what became of it. */
function untilLeft<Answer>(flight: Flight<Answer>, signal: AbortSignal, left: () => Answer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiting--
      if (flight.waiting === 0) flight.control.abort(signal.reason)
      else resolve(left())
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
