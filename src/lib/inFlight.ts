/**
 * Deduplicates concurrent work by key.
 * @module
 */

interface Flight<Answer> {
  readonly answer: Promise<Answer>
  readonly control: AbortController
  /** Number of waiting callers. */
  waiting: number
}

/**
 * Runs one piece of work per key at a time, shared by its callers. The work is aborted once every
 * caller has left. A caller that arrives while it is being aborted waits for its end and starts it
 * again.
 */
export class InFlight<Answer> {
  readonly #flights = new Map<string, Flight<Answer>>()

  has(key: string): boolean {
    return this.#flights.has(key)
  }

  /**
   * Joins the work of a key, or starts it.
   * @param left Result for a caller whose signal aborts while others still wait.
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
    if (signal === undefined) return flight.answer

    // Resolves to the result of the work, or to that of leaving if others still wait. The
    // last caller to leave aborts the work and gets its result.
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

  #start(key: string, start: (signal: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const control = new AbortController()
    const answer = start(control.signal).finally(() => this.#flights.delete(key))
    const flight = { answer, control, waiting: 0 }
    this.#flights.set(key, flight)
    return flight
  }
}
