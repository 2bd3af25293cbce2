/**
 * Claims on orders: compare-and-set over the store, within a time-out, and exclusive access for the
 * length of a lease.
 * @module
 */
import { ignoreError } from '../../lib/ignoreError.js'
import { type BoundedCall, iterateInTime } from '../../lib/iterate.js'
import { messageOf } from '../../lib/message.js'
import type { Finding } from '../../model/finding.js'
import { inTime, systemClock } from '../../pac/clock.js'
import { pauseBeforeVisit } from '../../pac/policy.js'
import { Heartbeat } from '../../pac/heartbeat.js'
import type { Provider, StampOutcome } from '../../pac/provider.js'
import { notKept, overtaken } from './answers.js'
import type { SecondWish } from '../secondBook.js'
import { asOwn, asSealed, atSomePac, isFinalNo, withoutToken } from './orderState.js'
import { type RestoreMark, restoreKey } from './restoreMark.js'
import { untilWritten } from './untilWritten.js'
import { sentBy } from './sending.js'
import type { Order, Orders } from '../orders.js'

/** Dependencies of {@link Claims}. */
export interface ClaimSettings {
  readonly orders: Orders
  /** Time-out in milliseconds of a call to the orders. */
  readonly storeTimeout: number
  /** Unique name of this process in claims. */
  readonly owner: string
  /** Lease in milliseconds of an order, from the last heartbeat of its process. */
  readonly lease: number
  readonly now: () => number
  readonly provider: Provider
  /** Whether the store was restored from a backup. */
  readonly restore: RestoreMark
}

/**
 * Milliseconds after which a folio without an order counts as abandoned by a dead process. Longer
 * than the time-outs of a signer, the folios and the store together.
 */
export const abandonedAfter = 300_000

/** Maximum of concluded orders in memory, and the characters of each. */
const mostAnswered = 64
const mostCharacters = 65_536

/** An order that this process may work on. */
export interface Claimed {
  /** As written, with the claim. */
  readonly order: Order
  /** Its previous state. Absent for an order that this process recorded. */
  readonly before?: Order
}

/** The valid outcome, and findings about its recording. */
export interface Concluded {
  readonly outcome: StampOutcome
  readonly problems: readonly Finding[]
}

/** The claims of one process on the orders of one store. */
export class Claims {
  readonly #settings: ClaimSettings
  readonly #heartbeat: Heartbeat
  readonly #answered = new Map<string, Order>()
  /**
   * Milliseconds for which a result belongs to the process that delivers it, so that its host can
   * record and acknowledge it.
   */
  readonly #deliveryTerm: number
  /** Milliseconds since 1970. */
  readonly now: () => number

  /** @param heartbeat defaults to a new one */
  constructor(settings: ClaimSettings, heartbeat?: Heartbeat) {
    const { orders, owner, lease, now } = settings
    this.#settings = settings
    this.#deliveryTerm = Math.max(lease, Math.min(4 * lease, 60_000))
    this.now = now
    this.#heartbeat =
      heartbeat ??
      new Heartbeat({
        renew: orders.renew && ((until) => orders.renew!(owner, until)),
        lease,
        now,
      })
  }

  /** Returns the same claims over orders that buffer their writes. */
  claimsOver(orders: Orders): Claims {
    return new Claims({ ...this.#settings, orders }, this.#heartbeat)
  }

  /** Runs work on claimed orders, and sends heartbeats meanwhile. */
  during<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#heartbeat.during(work)
  }

  /** @throws what the store throws, or a time-out */
  async load(key: string): Promise<Order | undefined> {
    const order = await this.#bounded(() => this.#settings.orders.load(key))
    return order && this.#settings.restore.judged(order)
  }

  /** The orders that are not acknowledged. */
  async *unfinished(purpose?: 'resume'): AsyncGenerator<Order, void, undefined> {
    const { orders, restore } = this.#settings
    const bounded: BoundedCall = (call) => this.#bounded(call)
    for await (const order of iterateInTime(() => orders.unfinished(purpose), bounded))
      if (order.key !== restoreKey) yield await restore.judged(order)
  }

  /** Whether a restored store may have forgotten the outcome of a key. */
  isForgotten(order: Order | undefined, orderedAt: number | undefined): Promise<boolean> {
    return this.#settings.restore.isForgotten(order, orderedAt)
  }

  /** Whether another process works on an order, or delivers it. */
  isOthers({ claim }: Order): boolean {
    const { owner, now } = this.#settings
    return claim !== undefined && claim.owner !== owner && claim.until > now()
  }

  /**
   * Whether so much time has passed that a sweeper may count the folio of this process as
   * abandoned. The term is longer than the time-outs of a signer, a folio and the store: it passes
   * only if the process was suspended.
   */
  isLate(since: number): boolean {
    const { now, lease } = this.#settings
    return lease < Number.POSITIVE_INFINITY && now() - since > abandonedAfter / 2
  }

  /** Milliseconds until an order of another process is free, if that process dies now. */
  remaining({ claim }: Order): number {
    return Math.max(0, (claim?.until ?? 0) - this.#settings.now())
  }

  /** The same for the current order of a key; 0 if the store does not answer. */
  async remainingOf(key: string): Promise<number> {
    const order = await this.load(key).catch(ignoreError)
    return order === undefined ? 0 : this.remaining(order)
  }

  /**
   * The next version of an order, claimed to be sent or delivered; not written. @throws
   * JournalError
   */
  async claimed({ claim: _, ...before }: Order): Promise<Order> {
    const { unsent: _unsent, ...order } = before
    if (order.outcome !== undefined) return this.next(order, this.#claim(this.#deliveryTerm))
    const { provider } = this.#settings
    const by = sentBy(order.sentBy, provider)
    const identity = order.sentBy?.journal || !by.journal ? undefined : await provider.journal?.()
    const journal = identity && { journal: { id: identity.id, since: identity.since } }
    return this.next(order, { sentBy: by, ...journal, ...this.#claim() })
  }

  /** The next version of an order. */
  next(order: Order, changes: Partial<Order> = {}): Order {
    const at = this.#settings.now()
    // Unwritten orders have no time, and neither do those of earlier versions.
    return {
      ...order,
      ...changes,
      version: order.version + 1,
      at,
      since: order.since ?? (order.at || at),
    }
  }

  /** Claims an order. Resolves to undefined when it changed meanwhile. */
  async take(found: Order): Promise<Claimed | undefined> {
    const isOutdated = found.restored !== undefined && found.outcome === undefined
    const { claim: _, ...before } = isOutdated ? atSomePac(found) : found
    const claim = { order: await this.claimed(before), before }
    if (await this.record(claim)) return claim
    return undefined
  }

  /**
   * Confirms the claim right before a request is sent. While its heartbeats are recent it is
   * unchanged; otherwise it is renewed by compare-and-set. Resolves to undefined when another
   * process has it, or the store is too slow; then nothing may be sent.
   */
  async confirm(claim: Claimed): Promise<Claimed | undefined> {
    let current = claim
    for (let tries = 0; tries < 3; tries++) {
      if (this.#heartbeat.isAlive(current.order.claim?.until ?? 0)) return current
      const renewed = { ...current, order: this.next(current.order, this.#claim()) }
      if (!(await this.record(renewed))) return undefined
      current = renewed
    }
    await this.putBack(current)
    return undefined
  }

  /**
   * Writes an order before it is sent. Resolves to `false` when it changed meanwhile. After an
   * error or a time-out the store may still write it: the order is then put back.
   */
  async record(claim: Claimed): Promise<boolean> {
    const late = (isWritten: boolean) => void (isWritten && this.putBack(claim))
    try {
      return await this.#bounded(() => this.#settings.orders.append(claim.order), late)
    } catch (cause) {
      await this.putBack(claim)
      throw cause
    }
  }

  /** The key of the order that has a token. */
  ownerOf(token: string): Promise<string | undefined> {
    return this.#bounded(() => this.#settings.orders.ownerOf(token))
  }

  /**
   * Assigns a second to a document that equals others. In a restored store, the forgotten orders
   * may have every second up to the end of the lost time.
   */
  async nextSecond(wish: SecondWish): Promise<number | undefined> {
    const from = Math.max(wish.from, await this.#firstKnownSecond())
    if (from > wish.to) return undefined
    return this.#bounded(() => this.#settings.orders.nextSecond({ ...wish, from }))
  }

  /** Whether a forgotten order may have the second of a document. */
  async isForgottenSecond(wish: () => Promise<SecondWish>): Promise<boolean> {
    const first = await this.#firstKnownSecond()
    return first > Number.NEGATIVE_INFINITY && (await wish()).taken < first
  }

  async #firstKnownSecond(): Promise<number> {
    const lost = await this.#settings.restore.lostTime()
    if (lost === undefined) return Number.NEGATIVE_INFINITY
    return Math.floor(lost.until / 1000) + 1
  }

  /** Writes a version without a time limit. */
  append(order: Order): Promise<boolean> {
    return this.#settings.orders.append(order)
  }

  /**
   * Restores the previous state of an order after a claim without a request, unless another process
   * took it over. If the write fails, the order counts as possibly stamped after the claim ends.
   */
  async putBack({ order, before = asSealed(order) }: Claimed): Promise<void> {
    const { version, claim } = order
    try {
      const found = await this.load(order.key)
      if (found?.version !== version || found.claim?.owner !== claim?.owner) return
      await this.#bounded(() => this.append(this.next({ ...before, version })))
    } catch {
      // The store failed: see above.
    }
  }

  /**
   * Records an outcome, and returns the valid one. If another process took the order over, only a
   * stamp is valid: a rejection of this request does not apply to the other request, and must not
   * free the key.
   */
  async conclude(order: Order, outcome: StampOutcome): Promise<Concluded> {
    let current = order
    let counted = outcome
    try {
      return await untilWritten(async () => {
        const concluded = this.#concluded(current, counted)
        if (await this.#bounded(() => this.append(concluded))) {
          // Small orders are kept until they are acknowledged, or until others follow.
          if (concluded.xml.length <= mostCharacters) {
            if (this.#answered.size >= mostAnswered) this.#answered.clear()
            this.#answered.set(concluded.key, concluded)
          }
          return { outcome: counted, problems: [] }
        }
        const others = await this.load(order.key)
        const isSame = others?.xml === order.xml
        if (isSame && others.outcome?.kind === 'stamped')
          return { outcome: others.outcome, problems: [] }
        if (outcome.kind !== 'stamped')
          return {
            outcome: (isSame && others.outcome) || overtaken(others ? this.remaining(others) : 0),
            problems: [],
          }
        if (!isSame) throw new Error('la clave ya es de otro comprobante.')
        // Another process may have sent it meanwhile, so an earlier stamp may be the order's own.
        current = others
        counted = asOwn(outcome)
        return undefined
      })
    } catch (cause) {
      return { outcome, problems: [notKept(messageOf(cause))] }
    }
  }

  /**
   * Returns the order that this process concluded last under a key, once, for its acknowledgement:
   * the store need not be read, because the compare-and-set finds another version.
   */
  takeConcluded(key: string): Order | undefined {
    const order = this.#answered.get(key)
    this.#answered.delete(key)
    return order
  }

  #concluded({ claim: _, ...order }: Order, outcome: StampOutcome): Order {
    if (outcome.kind === 'unknown') {
      if (order.unsent) return this.next(order)
      const { pac, message } = outcome
      const now = this.now()
      const { since = now, tries = 0 } = order.doubt ?? {}
      return this.next(order, {
        doubt: { ...order.doubt, since, tries: tries + 1, pac, message },
        due: now + pauseBeforeVisit(tries),
      })
    }
    const known = isFinalNo(outcome) ? withoutToken(order) : order
    const { unsent: _unsent, doubt: _doubt, due: _due, restored: _restored, ...answered } = known
    // The caller receives the result next; other processes deliver it only after the term.
    return this.next(answered, { status: 'answered', outcome, ...this.#claim(this.#deliveryTerm) })
  }

  #claim(term = this.#settings.lease): Pick<Order, 'claim'> {
    return { claim: { owner: this.#settings.owner, until: this.now() + term } }
  }

  /** @param late receives a result of the store after the time-out. */
  #bounded<Value>(work: () => Promise<Value>, late?: (value: Value) => void): Promise<Value> {
    const { storeTimeout } = this.#settings
    return inTime(systemClock, storeTimeout, work, `no contestó en ${storeTimeout} ms.`, late)
  }
}
