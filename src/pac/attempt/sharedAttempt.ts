/**
 * One attempt with several callers: each of them may go, and only when all have gone is it aborted.
 * @module
 */

/** An attempt in progress. */
export class SharedAttempt<T> {
  readonly #abort = new AbortController()
  #callers = 0
  /**
   * Resolves once the attempt is in the journal, from which a caller that goes may learn the rest.
   */
  readonly #recorded: Promise<void>
  /** Result of the attempt. */
  readonly result: Promise<T>

  /** @param run calls `recorded` once the document is durably open in the journal. */
  constructor(run: (signal: AbortSignal, recorded: () => void) => Promise<T>) {
    let recorded = () => {}
    this.#recorded = new Promise((resolve) => {
      recorded = resolve
    })
    this.result = run(this.#abort.signal, () => recorded())
  }

  /** Whether all its callers aborted. No further caller may join. */
  get isAborted(): boolean {
    return this.#abort.signal.aborted
  }

  /**
   * @param left the result for a caller that goes while others stay; before the document is in the
   * journal, it waits for that.
   */
  join(signal: AbortSignal | undefined, left: () => T): Promise<T> {
    this.#callers++
    if (signal === undefined) return this.result
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (--this.#callers === 0) this.#abort.abort()
        else void this.#recorded.then(() => resolve(left()))
      }
      const end = () => signal.removeEventListener('abort', leave)
      this.result.finally(end).then(resolve, reject)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }
}
