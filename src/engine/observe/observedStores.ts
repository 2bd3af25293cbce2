/**
 * Stores of an engine that report their calls to its hooks. Without listeners they are used
 * directly.
 * @module
 */
import { notify } from '../../pac/observe/hooks.js'
import { StoreTimer } from '../../pac/observe/storeCalls.js'
import type { FolioReservation, FolioSequence, HeldFolio } from '../folios.js'
import type { Cancellations } from '../cancellationStore.js'
import type { Orders } from '../orders.js'
import type { EngineHooks, FolioChange } from './hooks.js'

/** Wraps the stores of an engine. */
export class StoreObserver {
  readonly #hooks: EngineHooks
  readonly #now: () => number
  readonly #timeouts: Readonly<Record<'orders' | 'folios', number>>

  /** @param timeouts milliseconds after which a call counts as failed */
  constructor(
    hooks: EngineHooks,
    now: () => number,
    timeouts: Readonly<Record<'orders' | 'folios', number>>,
  ) {
    this.#hooks = hooks
    this.#now = now
    this.#timeouts = timeouts
  }

  orders(orders: Orders): Orders {
    if (this.#hooks.storeCalled === undefined) return orders
    const timer = this.#timer('orders')
    return {
      load: (key) => timer.measure(orders, 'load', [key], key),
      append: (order) => timer.measure(orders, 'append', [order], order.key),
      ownerOf: (token) => timer.measure(orders, 'ownerOf', [token], token),
      nextSecond: (wish) => timer.measure(orders, 'nextSecond', [wish]),
      ...(orders.renew && {
        renew: (owner, until) => timer.measure(orders, 'renew', [owner, until]),
      }),
      unfinished: (purpose) => timer.walk(orders, 'unfinished', purpose),
    }
  }

  cancellations(cancellations: Cancellations): Cancellations {
    if (this.#hooks.storeCalled === undefined) return cancellations
    const timer = this.#timer('cancellations')
    return {
      load: (uuid) => timer.measure(cancellations, 'load', [uuid], uuid),
      append: (entry) => timer.measure(cancellations, 'append', [entry], entry.uuid),
      unfinished: (purpose) => timer.walk(cancellations, 'unfinished', purpose),
    }
  }

  folios(folios: FolioSequence): FolioSequence {
    const { storeCalled, folioChanged } = this.#hooks
    if (storeCalled === undefined && folioChanged === undefined) return folios
    const timer = this.#timer('folios')
    return {
      next: async (rfc, serie, holder) => {
        const taken = await timer.measure(folios, 'next', [rfc, serie, holder], holder)
        const folio = { rfc, serie, folio: taken.folio, ...(holder !== undefined && { holder }) }
        this.#changed(folio, 'issued')
        return this.#reservation(taken, folio, timer)
      },
      ...(folios.heldBy && {
        heldBy: async (holder) => {
          const all = await timer.measure(folios, 'heldBy', [holder], holder)
          return all.map((each) => this.#held(each, timer))
        },
      }),
      ...(folios.held && { held: () => this.#walk(folios, timer) }),
    }
  }

  async *#walk(folios: FolioSequence, timer: StoreTimer): AsyncIterable<HeldFolio> {
    for await (const each of timer.walk(folios, 'held')) yield this.#held(each, timer)
  }

  #held(held: HeldFolio, timer: StoreTimer): HeldFolio {
    const { rfc, serie, folio, holder, since } = held
    const named = { rfc, serie, folio, ...(holder !== undefined && { holder }) }
    return { ...named, since, ...this.#reservation(held, named, timer) }
  }

  #reservation(
    taken: FolioReservation,
    named: Omit<FolioChange, 'change'>,
    timer: StoreTimer,
  ): FolioReservation {
    let folio = named
    return {
      folio: taken.folio,
      ...(taken.bind && {
        bind: async (holder) => {
          await timer.measure(taken, 'bind', [holder], holder)
          folio = { ...folio, holder }
        },
      }),
      commit: async () => {
        await timer.measure(taken, 'commit', [], folio.holder)
        this.#changed(folio, 'used')
      },
      release: async () => {
        await timer.measure(taken, 'release', [], folio.holder)
        this.#changed(folio, 'returned')
      },
    }
  }

  #changed(folio: Omit<FolioChange, 'change'>, change: FolioChange['change']): void {
    notify(this.#hooks, 'folioChanged', { ...folio, change })
  }

  #timer(store: 'orders' | 'folios' | 'cancellations'): StoreTimer {
    return new StoreTimer(
      this.#hooks,
      store,
      this.#now,
      this.#timeouts[store === 'folios' ? 'folios' : 'orders'],
    )
  }
}
