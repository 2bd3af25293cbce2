/**
 * Stamping under the host's key: one key, one invoice, and an answer that is given until it is acknowledged.
 *
 * What is sealed is recorded before it is sent, and the answer before it is returned. Whoever comes later with the key, after
 * whatever crash, finds the order and goes on with the same bytes; the provider knows those (its journal, or the PAC).
 * @module
 */
import { InFlight } from '../lib/inFlight.js'
import { messageOf } from '../lib/message.js'
import type { Finding } from '../model/finding.js'
import { inTime, systemClock } from '../pac/clock.js'
import { unavailable } from '../pac/outcome.js'
import type { StampOutcome } from '../pac/provider.js'
import { parseSealed } from '../seal/parseSealed.js'
import type { Sealed } from '../seal/sello.js'
import { failureCodes } from './codes.js'
import { fingerprintOf } from './draft.js'
import { causedBy, failure, notStamped } from './failure.js'
import type { FolioReservation, FolioSequence, HeldFolio } from './folios.js'
import { answerOf, busy, noKey, noLonger, notKept, overtaken, used, withWarnings } from './keyedAnswers.js'
import { flow } from './many.js'
import { releaseHeld, settleFolio } from './number.js'
import type { Order, Orders, SentBy } from './orders.js'
import type { SealedDraft } from './preparation.js'
import type { StampFailure, StampResult } from './result.js'
import type { Sending, Sent } from './sending.js'
import type { Draft } from './stages.js'
import { isEnd, type Step } from './step.js'

/** The answer to an order, under the host's key. */
export type Delivery = StampResult & {
  /** The key that the host gave. */
  readonly key: string
}

/** What orders work with. */
export interface KeyedSettings {
  readonly orders: Orders
  readonly folios: FolioSequence
  /** Milliseconds that a call to the orders may take. */
  readonly storeTimeout: number
  /** Milliseconds that a call to the folios may take. */
  readonly folioTimeout: number
  /** Unique name of this process in claims. */
  readonly owner: string
  /** Milliseconds for which an order that is worked on or delivered is nobody else's. */
  readonly lease: number
  readonly now: () => number
  readonly seal: (draft: Draft, key: string) => Promise<Step<SealedDraft>>
  readonly send: (sending: Sending) => Promise<Step<Sent>>
  /** Who may have been asked to stamp an order once it is sent, after those that may have been before. */
  readonly sentBy: (before: SentBy | undefined) => SentBy
}

/** An order as this process works on it. */
interface Work {
  readonly order: Order
  readonly sealed: Sealed
  /** As it is left if nothing is sent of it: as it was before this process claimed it. */
  readonly before?: Order
  /** Whether it was sent before, as far as its order tells; `open` when nothing is said. */
  readonly earlier?: Sending['earlier']
  /** Of the folio, when this process took it. */
  readonly reservation?: FolioReservation | undefined
}

export class Keyed {
  readonly #settings: KeyedSettings
  readonly #inFlight = new InFlight<StampResult>()

  constructor(settings: KeyedSettings) {
    this.#settings = settings
  }

  /** Stamps the draft of a key, or gives the answer that the key has. Never rejects. */
  async stamp(key: string, draft: Draft, signal?: AbortSignal): Promise<StampResult> {
    if (!isKey(key)) return noKey()
    const fingerprint = await fingerprintOf(draft)
    return this.#answer(() =>
      this.#join({ key, fingerprint }, signal, (shared) =>
        this.#run(() => this.#begin(key, fingerprint, draft, true), shared),
      ),
    )
  }

  /** Seals the draft of a key and records it, sending nothing; what the key has already, if it has. Never rejects. */
  async seal(key: string, draft: Draft): Promise<Step<Sealed>> {
    if (!isKey(key)) return { failure: noKey() }
    const fingerprint = await fingerprintOf(draft)
    const begun = await this.#answer(() => this.#begin(key, fingerprint, draft, false))
    if ('ok' in begun) return { failure: begun }
    return isEnd(begun) ? begun : { value: begun.value.sealed }
  }

  /** Stamps what was sealed under a key. Never rejects. */
  async stampSealed(key: string, { xml }: Sealed, signal?: AbortSignal): Promise<StampResult> {
    return this.#answer(async () => {
      const order = await this.#bounded(() => this.#settings.orders.load(key))
      if (order?.xml !== xml) return used(key)
      return this.#join(order, signal, (shared) => this.#run(() => this.#resumed(order), shared))
    })
  }

  /** The answers that are not acknowledged, and those of the orders that were interrupted, which are gone on with. */
  async *resume(signal?: AbortSignal): AsyncGenerator<Delivery, void, undefined> {
    // What cannot be settled now stays held, and is tried again the next time: it stops no delivery.
    await this.#sweep().catch(() => {})
    const visits = flow(this.#settings.orders.unfinished(), (order) => this.#deliver(order, signal), {
      concurrency: atOnce,
      ordered: false,
      signal,
    })
    for await (const { document, answer } of visits) if (answer !== undefined) yield { key: document.key, ...answer }
  }

  /** Whether the host's knowledge of the answer is recorded: `false` when there is no answer to a key. */
  async acknowledge(key: string): Promise<boolean> {
    const { orders } = this.#settings
    return untilWritten(async () => {
      const order = await orders.load(key)
      if (order?.outcome === undefined) return false
      if (order.status === 'acknowledged') return true
      const { claim: _, ...rest } = order
      const known = this.#next(rest, { status: 'acknowledged' })
      if (!(await orders.append(known))) return undefined
      await this.#settleFolio(known, () => parseSealed(known.xml))
      return true
    })
  }

  /** Settles the folios that keys hold longer than a lease: their process died before it recorded what it sealed, or after. */
  async #sweep(): Promise<void> {
    const { folios, now, lease } = this.#settings
    for await (const held of folios.held?.() ?? []) {
      const { holder, since } = held
      if (holder === undefined || isToken(holder) || now() - since <= lease) continue
      await this.#sweepOne(held, holder).catch(() => {})
    }
  }

  async #sweepOne(held: HeldFolio, key: string): Promise<void> {
    const { orders } = this.#settings
    const order = await orders.load(key)
    const isIts = order !== undefined && isFolioOf(held, order)
    if (order?.outcome?.kind === 'stamped') return isIts ? held.commit() : held.release()
    if (order !== undefined && (!isFree(order) || (isIts && keepsFolio(order)))) return
    // Who took it may only sleep: the key changes, so that what it sealed is not recorded any more.
    if (await orders.append(this.#next(order ?? nothingOf(key)))) await held.release()
  }

  #join(
    { key, fingerprint }: Pick<Order, 'key' | 'fingerprint'>,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<StampResult>,
  ): Promise<StampResult> {
    return this.#inFlight.join(flightOf(key, fingerprint), signal, start, noLonger)
  }

  async #run(begin: () => Promise<Step<Work>>, signal: AbortSignal): Promise<StampResult> {
    const begun = await begin()
    if (isEnd(begun)) return begun.failure
    const { order, sealed } = begun.value
    return order.outcome === undefined ? this.#complete(begun.value, signal) : answerOf(order, order.outcome, sealed)
  }

  /** What is recorded under a key, claimed, whatever the draft was. */
  #resumed({ key }: Order): Promise<Step<Work>> {
    return untilWritten(async () => {
      const order = await this.#bounded(() => this.#settings.orders.load(key))
      return order === undefined ? { failure: used(key) } : this.#take(order, order.fingerprint, true)
    })
  }

  /** The order of a key, claimed to be worked on if `isClaimed`; recorded now, if it was not. */
  #begin(key: string, fingerprint: string, draft: Draft, isClaimed: boolean): Promise<Step<Work>> {
    return untilWritten(async () => {
      const order = await this.#bounded(() => this.#settings.orders.load(key))
      return order === undefined || isFree(order)
        ? this.#record(key, fingerprint, draft, order, isClaimed)
        : this.#take(order, fingerprint, isClaimed)
    })
  }

  /** Seals, and records what was sealed; undefined when somebody else recorded the key meanwhile. */
  async #record(
    key: string,
    fingerprint: string,
    draft: Draft,
    last: Order | undefined,
    isClaimed: boolean,
  ): Promise<Step<Work> | undefined> {
    const { folios, now } = this.#settings
    const since = now()
    const problem = await this.#giveBack(last)
    if (problem !== undefined) return { failure: problem }
    const made = await this.#settings.seal(draft, key)
    if (isEnd(made)) return made
    const { sealed, reservation, warnings } = made.value
    const head = { key, version: last?.version ?? 0, status: 'open', fingerprint, at: 0, unsent: true } as const
    const folio = reservation === undefined ? {} : { folio: reservation.folio }
    const before: Order = { ...head, xml: sealed.xml, warnings, ...folio }
    const claimed = isClaimed ? this.#claimed(before) : { order: this.#next(before), before }
    const work = { ...claimed, sealed, reservation, earlier: 'never' } as const
    // Suspended for so long that a sweeper may have thought it dead and released its folio.
    if (await this.#open(work)) return this.#isLate(since) ? { failure: await this.#abandon(work) } : { value: work }
    // Of a sequence that knows holders it is the folio of the key, and so of what the other recorded.
    if (reservation !== undefined && folios.heldBy === undefined) await reservation.release()
    return undefined
  }

  /** Gives back the folios of what a key had before, if nobody has yet: another draft of the key takes its own. */
  async #giveBack(before: Order | undefined): Promise<StampFailure | undefined> {
    if (before === undefined || keepsFolio(before)) return undefined
    const { folios, folioTimeout } = this.#settings
    const problem = await releaseHeld({ folios, holder: before.key, until: before.at }, folioTimeout)
    return problem === undefined ? undefined : failure(failureCodes.folio, `No se pudo devolver un folio: ${problem}.`)
  }

  /** Nothing was sent of it: its key is free, unless another took it over meanwhile. */
  async #abandon({ order, sealed }: Work): Promise<StampFailure> {
    const suspended = unavailable('', 'El proceso estuvo suspendido entre tomar el folio y enviar.')
    const { outcome } = await this.#conclude(order, suspended)
    if (outcome.kind !== 'unavailable') return busy(sealed)
    const { pac: _, ...answer } = notStamped(sealed, outcome)
    return answer
  }

  /** The order that a key has; undefined when it changed meanwhile. */
  async #take(order: Order, fingerprint: string, isClaimed: boolean): Promise<Step<Work> | undefined> {
    if (order.fingerprint !== fingerprint) return { failure: used(order.key) }
    const sealed = parseSealed(order.xml)
    if (order.outcome !== undefined) {
      await this.#settleFolio(order, () => sealed)
      return { value: { order, sealed } }
    }
    if (this.#isClaimed(order)) return { failure: await busy(sealed) }
    return isClaimed ? this.#hold(order, sealed) : { value: { order, sealed } }
  }

  /** Claims an order; undefined when it changed meanwhile. */
  async #hold(order: Order, sealed: Sealed): Promise<Step<Work> | undefined> {
    const work = { ...this.#claimed(order), sealed }
    if (!(await this.#open(work))) return undefined
    if (!this.#isLate(work.order.at)) return { value: work }
    await this.#putBack(work)
    return { failure: await busy(sealed) }
  }

  /** Writes an order before anything of it is sent. A store that fails, or is silent, may write it all the same: it is then put back. */
  async #open(work: Work): Promise<boolean> {
    const late = (isWritten: boolean) => void (isWritten && this.#putBack(work))
    try {
      return await this.#bounded(() => this.#settings.orders.append(work.order), late)
    } catch (cause) {
      await this.#putBack(work)
      throw cause
    }
  }

  /**
   * Nothing was sent under this claim: the order is as it was before, if nobody took it over. Where that cannot be written it is one
   * that may be stamped, when the claim is over.
   */
  async #putBack({ order, before = order }: Work): Promise<void> {
    const { orders } = this.#settings
    const { version, claim } = order
    try {
      const found = await this.#bounded(() => orders.load(order.key))
      if (found?.version !== version || found.claim?.owner !== claim?.owner) return
      await this.#bounded(() => orders.append(this.#next({ ...before, version })))
    } catch {
      // The store fails: see above.
    }
  }

  /** Sends, and records what came of it before it is told. */
  async #complete(work: Work, signal: AbortSignal | undefined): Promise<StampResult> {
    const { order, sealed, before = order, earlier = 'open' } = work
    const sent = await this.#settings.send({ sealed, earlier, sentBy: before.sentBy, signal })
    if (isEnd(sent)) {
      await this.#putBack(work)
      return sent.failure
    }
    const { outcome, isNothing } = sent.value
    const left = isNothing ? { ...before, version: order.version } : order
    const { outcome: told, problems } = await this.#conclude(left, outcome)
    if (told.kind === 'unknown') return notStamped(sealed, told)
    const late = await this.#settleFolio({ ...order, outcome: told }, () => sealed, work.reservation)
    return answerOf(withWarnings(order, [...problems, ...late]), told, sealed)
  }

  /**
   * Records an outcome, and gives what counts. Of an order that another took over meanwhile only a stamp does: a no of this request says
   * nothing of the other's, and must not free the key.
   */
  async #conclude(order: Order, outcome: StampOutcome): Promise<Concluded> {
    const { orders } = this.#settings
    let current = order
    try {
      return await untilWritten(async () => {
        if (await this.#bounded(() => orders.append(this.#concluded(current, outcome))))
          return { outcome, problems: [] }
        const others = await this.#bounded(() => orders.load(order.key))
        const isSame = others?.xml === order.xml
        if (isSame && others.outcome?.kind === 'stamped') return { outcome: others.outcome, problems: [] }
        if (outcome.kind !== 'stamped') return { outcome: (isSame && others.outcome) || overtaken(), problems: [] }
        if (!isSame) throw new Error('la llave ya es de otro comprobante.')
        current = others
        return undefined
      })
    } catch (cause) {
      return { outcome, problems: [notKept(cause)] }
    }
  }

  #concluded({ claim: _, ...order }: Order, outcome: StampOutcome): Order {
    if (outcome.kind === 'unknown') return this.#next(order)
    const { unsent: _unsent, ...answered } = order
    return this.#next(answered, { status: 'answered', outcome, ...this.#claim() })
  }

  /** One order of those not acknowledged; undefined when it is another's. It is claimed in flight, so that this process does so once. */
  async #deliver(order: Order, signal: AbortSignal | undefined): Promise<StampResult | undefined> {
    if (this.#isClaimed(order) || this.#inFlight.has(flightOf(order.key, order.fingerprint))) return undefined
    let isOurs = true
    const tell = async (shared: AbortSignal) => {
      const sealed = parseSealed(order.xml)
      const held = await this.#hold(order, sealed)
      isOurs = held !== undefined && !isEnd(held)
      return held === undefined || isEnd(held) ? busy(sealed) : this.#tell(held.value, shared)
    }
    const answer = await this.#answer(() => this.#join(order, signal, tell))
    return isOurs ? answer : undefined
  }

  async #tell(work: Work, signal: AbortSignal): Promise<StampResult> {
    const { order, sealed } = work
    if (order.outcome === undefined) return this.#complete(work, signal)
    return answerOf(
      withWarnings(order, await this.#settleFolio(order, () => sealed, work.reservation)),
      order.outcome,
      sealed,
    )
  }

  /** A store that fails or is silent before anything is sent is an answer: nothing was. */
  async #answer<Answer>(work: () => Promise<Answer>): Promise<Answer | StampFailure> {
    try {
      return await work()
    } catch (cause) {
      const message = `No se pudo usar el almacén de órdenes: ${messageOf(cause)} No se envió nada.`
      return causedBy(cause, failure(failureCodes.host, message))
    }
  }

  /** Settles the folio of an order by its outcome. What its key took since is of another draft. */
  async #settleFolio(
    order: Order,
    sealedOf: () => Sealed,
    reservation?: FolioReservation | undefined,
  ): Promise<readonly Finding[]> {
    const { folios, folioTimeout } = this.#settings
    const { key, folio, at, outcome } = order
    if (folio === undefined || outcome === undefined || keepsFolio(order)) return []
    const taken = { folios, documentOf: () => sealedOf().document, holder: key, until: at, reservation }
    return settleFolio(taken, outcome.kind === 'unavailable' ? 'refused' : outcome.kind, folioTimeout)
  }

  /** @param late given what the store says when nobody waits for it any more. */
  #bounded<Value>(work: () => Promise<Value>, late?: (value: Value) => void): Promise<Value> {
    const { storeTimeout } = this.#settings
    const expired = () => new Error(`no contestó en ${storeTimeout} ms.`)
    return inTime(systemClock, storeTimeout, work, expired, late)
  }

  #next(order: Order, changes: Partial<Order> = {}): Order {
    return { ...order, ...changes, version: order.version + 1, at: this.#settings.now() }
  }

  /** The order as it is written before it is sent. What was sealed only, the host has in its hands: it may have sent it without the key. */
  #claimed({ claim: _, ...before }: Order): Required<Pick<Work, 'order' | 'before' | 'earlier'>> {
    const { unsent, ...order } = before
    const sentBy = order.outcome === undefined ? { sentBy: this.#settings.sentBy(order.sentBy) } : {}
    return { order: this.#next(order, { ...sentBy, ...this.#claim() }), before, earlier: unsent ? 'asked' : 'open' }
  }

  #claim(): Pick<Order, 'claim'> {
    const { owner, lease, now } = this.#settings
    return { claim: { owner, until: now() + lease } }
  }

  /** Whether so much time has passed that others may go on with what this process began: it was suspended, and must not send. */
  #isLate(since: number): boolean {
    const { now, lease } = this.#settings
    return now() - since > lease / 2
  }

  #isClaimed({ claim }: Order): boolean {
    const { owner, now } = this.#settings
    return claim !== undefined && claim.owner !== owner && claim.until > now()
  }
}

/** How the outcome of an order was recorded. */
interface Concluded {
  /** What counts: this one, or that of whoever took the order over. */
  readonly outcome: StampOutcome
  readonly problems: readonly Finding[]
}

/** Orders that `resume` goes on with at once: they are requests under way. */
const atOnce = 16

/** How often a write is tried of what others write too. Each failure is somebody else's success: more is a store that errs. */
const mostTries = 100

/** The value of the first attempt that is not overtaken, which is told by undefined. */
async function untilWritten<Value>(attempt: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < mostTries; tries++) {
    const value = await attempt()
    if (value !== undefined) return value
  }
  throw new Error('rechaza toda escritura y no dice por qué.')
}

/** A document that was sealed without a key holds its folio by its token: SHA-256 in hexadecimal. */
function isToken(holder: string): boolean {
  return /^[0-9a-f]{64}$/.test(holder)
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && key.length >= 1 && key.length <= 255
}

/** Certainly not stamped: the key may serve a corrected draft. */
function isFree({ outcome }: Order): boolean {
  return outcome !== undefined && outcome.kind !== 'stamped'
}

/** Of what was sealed and could not be sent: the host has it in hand, until it acknowledges it and so gives it up. */
function keepsFolio({ status, outcome }: Order): boolean {
  return status !== 'acknowledged' && outcome?.kind === 'unavailable'
}

function isFolioOf({ folio, serie }: HeldFolio, order: Order): boolean {
  return order.folio === folio && (parseSealed(order.xml).document.Serie ?? '') === serie
}

/** What a key has when a folio was taken for it and nothing was recorded: no document. */
function nothingOf(key: string): Order {
  const outcome = unavailable('', 'El proceso que tomó un folio para esta llave no registró nada.')
  return { key, version: 0, status: 'acknowledged', fingerprint: '', xml: '', warnings: [], at: 0, outcome }
}

function flightOf(key: string, fingerprint: string): string {
  return `${fingerprint} ${key}`
}
