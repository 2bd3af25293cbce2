/**
 * Mark of a store that was restored from a backup: orders that it lacks, or has as unstamped, may
 * have been stamped in the lost time.
 * @module
 */
import { unavailable } from '../../pac/outcome.js'
import type { LostTime, Order } from '../orders.js'
import { isFree, orderStateOf } from './orderState.js'
import { untilWritten } from './untilWritten.js'

/** Key of the record that marks a store. Hosts cannot use it. */
export const restoreKey = 'cfdi-stamp/restore'

/** Milliseconds after which a process reads the mark again. */
const remembered = 60_000

/** Access to the record. Throws what the store throws. */
export interface MarkSettings {
  readonly load: () => Promise<Order | undefined>
  readonly append: (order: Order) => Promise<boolean>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Cached mark of one store. */
export class RestoreMark {
  readonly #settings: MarkSettings
  #known: { readonly lost: Promise<LostTime | undefined>; readonly at: number } | undefined

  constructor(settings: MarkSettings) {
    this.#settings = settings
  }

  /**
   * Resolves to the time that the store lost, or to undefined for a store that was not restored.
   * Reads the store once a minute.
   */
  lostTime(): Promise<LostTime | undefined> {
    const { load, now } = this.#settings
    const at = now()
    if (this.#known !== undefined && Math.abs(at - this.#known.at) < remembered)
      return this.#known.lost
    const lost = load().then((order) => order?.lostTime)
    this.#known = { lost, at }
    lost.catch(() => {
      this.#known = undefined
    })
    return lost
  }

  /** Marks the store, extends an existing mark, or ends it. */
  async set(lost: LostTime | undefined): Promise<void> {
    const { load, append, now } = this.#settings
    await untilWritten(async () => {
      const before = await load()
      if (before === undefined && lost === undefined) return true
      if (await append(markOf(before, lost, now()))) return true
      return undefined
    })
    this.#known = undefined
  }

  /** Marks an order, and its later versions, if it may have been stamped in the lost time. */
  async judged(order: Order): Promise<Order> {
    if (order.restored !== undefined || order.outcome?.kind === 'stamped' || order.purged === true)
      return order
    const lost = await this.lostTime()
    if (lost === undefined || order.at > lost.until) return order
    return { ...order, restored: 'outdated' }
  }

  /**
   * Whether a key may have been stamped in the lost time with a document that the store lacks.
   * @param orderedAt the earliest time at which the host could have used the key, if known
   */
  async isForgotten(order: Order | undefined, orderedAt: number | undefined): Promise<boolean> {
    if (order !== undefined)
      return order.restored !== undefined && (isFree(order) || orderStateOf(order) === 'lost')
    const lost = await this.lostTime()
    return lost !== undefined && (orderedAt === undefined || orderedAt <= lost.until)
  }
}

/** @throws TypeError for invalid times, or in the wrong order */
export function lostTimeOf(
  { since, until }: { readonly since: Date; readonly until?: Date },
  now: number,
): LostTime {
  const [from, to] = [toMilliseconds(since), until === undefined ? now : toMilliseconds(until)]
  if (from <= to && to <= now) return { since: from, until: to }
  throw new TypeError('afterRestore: since and until are dates in the past, in that order')
}

function toMilliseconds(date: unknown): number {
  if (date instanceof Date) return date.getTime()
  return Number.NaN
}

/**
 * Creates the record of the mark. It stays `open` until the end of the restore, so that no purge
 * removes it.
 */
function markOf(before: Order | undefined, lost: LostTime | undefined, now: number): Order {
  const head = {
    key: restoreKey,
    version: (before?.version ?? 0) + 1,
    fingerprint: '',
    xml: '',
    warnings: [],
    at: now,
  }
  if (lost === undefined) {
    const outcome = unavailable('', 'La restauración del almacén se dio por terminada.')
    return { ...head, status: 'acknowledged', outcome }
  }
  const { since, until } = before?.lostTime ?? lost
  const lostTime = { since: Math.min(since, lost.since), until: Math.max(until, lost.until) }
  return { ...head, status: 'open', lostTime, due: now + century }
}

/** Delay that keeps `resume` from the record. */
const century = 100 * 365 * 86_400_000
