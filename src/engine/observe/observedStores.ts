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
    const { renew } = orders
    return {
      load: (key) => timer.measure('load', () => orders.load(key), key),
      append: (order) => timer.measure('append', () => orders.append(order), order.key),
      ownerOf: (token) => timer.measure('ownerOf', () => orders.ownerOf(token), token),
      nextSecond: (wish) => timer.measure('nextSecond', () => orders.nextSecond(wish)),
      ...(renew && {
        renew: (owner, until) => timer.measure('renew', () => renew.call(orders, owner, until)),
      }),
      unfinished: (purpose) => timer.walk('unfinished', () => orders.unfinished(purpose)),
    }
  }

  cancellations(cancellations: Cancellations): Cancellations {
    if (this.#hooks.storeCalled === undefined) return cancellations
    const timer = this.#timer('cancellations')
    return {
      load: (uuid) => timer.measure('load', () => cancellations.load(uuid), uuid),
      append: (entry) => timer.measure('append', () => cancellations.append(entry), entry.uuid),
      unfinished: (purpose) => timer.walk('unfinished', () => cancellations.unfinished(purpose)),
    }
  }

  folios(folios: FolioSequence): FolioSequence {
    const { storeCalled, folioChanged } = this.#hooks
    if (storeCalled === undefined && folioChanged === undefined) return folios
    const timer = this.#timer('folios')
    const { heldBy, held } = folios
    return {
      next: async (rfc, serie, holder) => {
        const taken = await timer.measure('next', () => folios.next(rfc, serie, holder), holder)
        const folio = { rfc, serie, folio: taken.folio, ...(holder !== undefined && { holder }) }
        this.#changed(folio, 'issued')
        return this.#reservation(taken, folio, timer)
      },
      ...(heldBy && {
        heldBy: async (holder) => {
          const all = await timer.measure('heldBy', () => heldBy.call(folios, holder), holder)
          return all.map((each) => this.#held(each, timer))
        },
      }),
      ...(held && { held: () => this.#walk(() => held.call(folios), timer) }),
    }
  }

  async *#walk(items: () => AsyncIterable<HeldFolio>, timer: StoreTimer): AsyncIterable<HeldFolio> {
    for await (const each of timer.walk('held', items)) yield this.#held(each, timer)
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
    const { bind } = taken
    const settle = (call: 'commit' | 'release', change: FolioChange['change']) => async () => {
      await timer.measure(call, () => taken[call](), folio.holder)
      this.#changed(folio, change)
    }
    return {
      folio: taken.folio,
      ...(bind && {
        bind: async (holder) => {
          await timer.measure('bind', () => bind.call(taken, holder), holder)
          folio = { ...folio, holder }
        },
      }),
      commit: settle('commit', 'used'),
      release: settle('release', 'returned'),
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
