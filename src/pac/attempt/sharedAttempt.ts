/**
 * One attempt with several callers: each of them may go, and only when all have gone is it aborted.
 * @module
 */
import { JournalError } from '../../errors.js'
import { ignoreError } from '../../lib/ignoreError.js'
import type { JournalUnit } from './stampUnit.js'

/** Starts the work of an attempt. Calls `recorded` once the document is durably open in the journal. */
type Run<T> = (signal: AbortSignal, recorded: () => void) => Promise<T>

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
  /** Unit of work of the caller that started it. */
  readonly unit: JournalUnit | undefined

  constructor(run: Run<T>, unit?: JournalUnit | undefined) {
    this.unit = unit
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

/** A caller of a shared attempt. */
interface Caller {
  readonly token: string
  readonly signal: AbortSignal | undefined
  readonly unit: JournalUnit | undefined
}

/** The attempts in progress of a process, one per token. */
export class SharedAttempts<T> {
  readonly #attempts = new Map<string, SharedAttempt<T>>()
  readonly #ended: (token: string) => void

  /** @param ended is called after each attempt */
  constructor(ended: (token: string) => void) {
    this.#ended = ended
  }

  has(token: string): boolean {
    return this.#attempts.has(token)
  }

  /**
   * Joins the attempt for a token, or starts one. When another caller's unit of work was not
   * committed, a caller without a unit starts its own: one with a unit fails, and stamps again
   * without it.
   * @param left as that of {@link SharedAttempt.join}
   */
  async join(caller: Caller, run: Run<T>, left: () => T): Promise<T> {
    const { token, signal, unit } = caller
    let joined = this.#attempts.get(token)
    while (joined?.isAborted) {
      await joined.result.catch(ignoreError)
      joined = this.#attempts.get(token)
    }
    try {
      return await (joined ?? this.#start(caller, run)).join(signal, left)
    } catch (error) {
      const isOthers = unit === undefined && joined?.unit !== undefined
      if (!isOthers || !(error instanceof JournalError && error.notSent)) throw error
    }
    return this.join(caller, run, left)
  }

  #start({ token, unit }: Caller, run: Run<T>): SharedAttempt<T> {
    const shared = new SharedAttempt<T>(async (signal, recorded) => {
      try {
        return await run(signal, recorded)
      } finally {
        this.#attempts.delete(token)
        this.#ended(token)
      }
    }, unit)
    this.#attempts.set(token, shared)
    return shared
  }
}
