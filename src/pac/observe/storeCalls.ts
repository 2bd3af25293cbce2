/**
 * Durations of calls to a store, as events. Without a listener nothing is measured and the store is
 * used as it is.
 * @module
 */
import { inTime, systemClock } from '../clock.js'
import { notify } from './hooks.js'

/** The end of one call to a store, or its time-out. It contains no document. */
export interface StoreCall {
  /**
   * The store: the journal of a failover; orders, folios or cancellations of an engine.
   */
  readonly store: 'journal' | 'orders' | 'folios' | 'cancellations'
  /**
   * Name of the method. A walk (`unfinished`, `held`) counts as one call: the time that the store
   * took for all its items.
   */
  readonly call: string
  /**
   * The key of the order, the token of the document or its folio fiscal, where the call is for one.
   */
  readonly id?: string
  /** Whether it rejected, or did not settle within the store's time-out. */
  readonly failed: boolean
  /** Milliseconds. */
  readonly elapsed: number
}

/** Receives the calls to stores. */
export interface StoreHooks {
  /** A call to a store ended, or exceeded its time-out. */
  storeCalled?(call: StoreCall): void
}

/** Measures the calls to one store. */
export class StoreTimer {
  readonly #hooks: StoreHooks
  readonly #store: StoreCall['store']
  readonly #now: () => number
  readonly #timeout: number

  /**
   * @param timeout milliseconds after which a call counts as failed; its own result is not touched
   */
  constructor(hooks: StoreHooks, store: StoreCall['store'], now: () => number, timeout: number) {
    this.#hooks = hooks
    this.#store = store
    this.#now = now
    this.#timeout = timeout
  }

  /** Calls a method of the store, and reports it once. Its result is its own. */
  measure<Store, Call extends keyof Store & string>(
    store: Store,
    call: Call,
    args: Args<Store[Call]>,
    id?: string,
  ): Result<Store[Call]> {
    const since = this.#now()
    const running = (async () => (store[call] as Method).apply(store, args))()
    const report = (failed: boolean) => this.#report(call, failed, this.#now() - since, id)
    void inTime(systemClock, this.#timeout, () => running, 'time-out').then(
      () => report(false),
      () => report(true),
    )
    return running as Result<Store[Call]>
  }

  /**
   * Walks over the items of a method, and reports the time that the store took for all of them;
   * that of the consumer does not count.
   */
  async *walk<Item, Call extends string, Given extends unknown[]>(
    store: { readonly [Name in Call]?: (...given: Given) => AsyncIterable<Item> },
    call: Call,
    ...given: Given
  ): AsyncIterable<Item> {
    const items = () => store[call]!(...given)
    let elapsed = 0
    let failed = false
    const next = async (iterator: AsyncIterator<Item>) => {
      const since = this.#now()
      return iterator.next().finally(() => {
        elapsed += this.#now() - since
      })
    }
    try {
      yield* timed(items, next)
    } catch (cause) {
      failed = true
      throw cause
    } finally {
      this.#report(call, failed, elapsed)
    }
  }

  #report(call: string, failed: boolean, elapsed: number, id?: string): void {
    const event = { store: this.#store, call, failed, elapsed: Math.max(0, elapsed) }
    notify(this.#hooks, 'storeCalled', id === undefined ? event : { ...event, id })
  }
}

/** Yields the same items, each read through `next`. */
function timed<Item>(
  items: () => AsyncIterable<Item>,
  next: (iterator: AsyncIterator<Item>) => Promise<IteratorResult<Item>>,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = items()[Symbol.asyncIterator]()
      return {
        next: () => next(iterator),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
}

type Method = (...args: readonly unknown[]) => Promise<unknown>
/** Arguments and result of a method, which a store may lack. */
type Args<Member> = Parameters<Extract<Member, (...args: never[]) => unknown>>
type Result<Member> = ReturnType<Extract<Member, (...args: never[]) => unknown>>
