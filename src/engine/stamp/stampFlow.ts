/**
 * The flow of a stamp, from top to bottom: parse, claim, prepare, seal, record, send, record,
 * settle, answer.
 *
 * With a key, the sealed document is recorded before it is sent, and the result before it is
 * returned. After any crash, a later call with the key finds the order and continues with the same
 * bytes, which the provider recognises (its journal, or the PAC). Without a key the flow is the
 * same, over a store without orders.
 * @module
 */
import { InFlight } from '../../lib/inFlight.js'
import type { Finding } from '../../model/finding.js'
import { tokenOf } from '../../pac/hash.js'
import { unavailable } from '../../pac/outcome.js'
import type { Sealed } from '../../seal/sello.js'
import {
  answerOf,
  busyAnswer,
  duplicate,
  isInProgress,
  isKey,
  noKey,
  noLonger,
  noOrders,
  noSecond,
  orFailure,
  purged,
  used,
  withWarnings,
} from './answers.js'
import { recallKey } from './forgottenKeys.js'
import { RecentNames, type TokenTwins } from './keylessOrders.js'
import type { Claimed, Claims } from './claims.js'
import { untilWritten } from './untilWritten.js'
import type { OpenObserver, StampObserver } from '../observe/stampObserver.js'
import { type Books, type Call, type Job, jobOf, newOrder, type Request } from './job.js'
import { failureCodes } from '../codes.js'
import { openDraft } from '../draft.js'
import type { EngineSettings } from '../engineOptions.js'
import { createFailure, notStamped } from '../failure.js'
import type { Order } from '../orders.js'
import { asSealed, isFree, orderStateOf } from './orderState.js'
import {
  judgePrepared,
  moveDate,
  type PreparationSettings,
  type PreparedDraft,
  prepareDraft,
  type SealedDraft,
  sealPrepared,
  secondsFor,
} from './preparation.js'
import type { StampFailure, StampResult } from '../result.js'
import { type SendingSettings, sendSealed } from './sending.js'
import { isEnd, type Step } from '../stepResult.js'
import { releaseFolio, releaseHeldFolios, settleOrderFolio, unsafeFolio } from './takenFolio.js'

/** Dependencies of the flow. */
export interface FlowSettings {
  readonly preparation: PreparationSettings
  readonly sending: SendingSettings
  /** Time-out in milliseconds of a call to the folios. */
  readonly folioTimeout: number
  /** For stamps under a key. */
  readonly keyed: Books
  /** For stamps without a key. */
  readonly keyless: Books
  /** Tokens that stamps with and without a key must not share. */
  readonly twins: TokenTwins
  /** Whether the host gave orders, and folios. */
  readonly isGiven: Readonly<Record<'orders' | 'folios', boolean>>
  /** Whether a stamped document is known to be cancelled, by its UUID. */
  readonly isCancelled: (uuid: string) => Promise<boolean>
  readonly openObserver: OpenObserver
  /** Wraps the stores of a unit of work, to report their calls. */
  readonly observed: EngineSettings['observed']
}

export class StampFlow {
  readonly #settings: FlowSettings
  /** UUIDs returned to stamps without a key. */
  readonly #told: RecentNames
  #isWarned = false
  readonly #inFlight = new InFlight<StampResult>()

  constructor(settings: FlowSettings) {
    this.#settings = settings
    this.#told = new RecentNames(settings.keyed.claims.now)
  }

  /** Whether a call of this process works on an order. */
  isInFlight(order: Order): boolean {
    return this.#inFlight.has(flightOf(order))
  }

  /** Stamps a draft, or returns the stored result of its key. Never rejects. */
  async stamp(json: unknown, call: Call): Promise<StampResult> {
    const { key, signal } = call
    const request = await this.#open(json, 'send', call)
    if (isEnd(request)) return request.failure
    const { claims } = request.value.books
    const run = async (shared: AbortSignal | undefined) => {
      const job = await this.#obtain(request.value)
      if (isEnd(job)) return job.failure
      return this.#finish(job.value, shared)
    }
    if (key === undefined) return orFailure(() => claims.during(() => run(signal)))
    return this.#share(flightOf(request.value), claims, signal, run)
  }

  /**
   * Seals and records a draft without sending it, or returns the stored document of its key. Never
   * rejects.
   */
  async seal(json: unknown, call: Call, books?: Books): Promise<Step<Sealed>> {
    const request = await this.#open(json, 'seal', call, books)
    if (isEnd(request)) return request
    const job = await orFailure(() => this.#obtain(request.value))
    if ('ok' in job) return { failure: job }
    if (isEnd(job)) return job
    return { value: job.value.sealed }
  }

  /** Stamps a sealed document. Never rejects. */
  async stampSealed(sealed: Sealed, { key, signal, observer }: Call): Promise<StampResult> {
    if (key === undefined) {
      // Without a key, the host may have sent the document before.
      const { keyless } = this.#settings
      const before = asSealed(newOrder({}, { sealed, reservation: undefined, warnings: [] }))
      const order = await keyless.claims.claimed(before)
      const holder = await tokenOf(sealed)
      return this.#finish({ order, before, sealed, books: keyless, holder, observer }, signal)
    }
    const { claims } = this.#settings.keyed
    const order = await orFailure(() => claims.load(key))
    if (order !== undefined && 'ok' in order) return order
    if (order?.purged) return purged(order)
    if (order?.xml !== sealed.xml) return used(key)
    const run = async (shared: AbortSignal) => {
      const job = await untilWritten(async () => {
        const current = await claims.load(key)
        if (current === undefined) return { failure: used(key) }
        return this.#claim(current, 'send', undefined, observer)
      })
      if (isEnd(job)) return job.failure
      return this.#finish(job.value, shared)
    }
    return this.#share(flightOf(order), claims, signal, run)
  }

  /**
   * Continues an unacknowledged order. Resolves to undefined when another process or call works on
   * it. Never rejects.
   */
  async resume(order: Order, signal: AbortSignal | undefined): Promise<StampResult | undefined> {
    const { claims } = this.#settings.keyed
    if (claims.isOthers(order) || this.isInFlight(order)) return undefined
    // An order with a result is only delivered again, which is not a call.
    const observer =
      order.outcome === undefined
        ? this.#settings.openObserver('resume', { key: order.key })
        : undefined
    const run = async (shared: AbortSignal) => {
      const job = await this.#hold(
        { ...order, attempts: (order.attempts ?? 0) + 1 },
        undefined,
        observer,
      )
      if (job === undefined) return busyAnswer(this.#parse(order))
      return this.#finish(job, shared)
    }
    const answering = this.#share(flightOf(order), claims, signal, run)
    const answer = await (observer === undefined ? answering : observer.ending(answering))
    if (isInProgress(answer)) return undefined
    return answer
  }

  #parse({ xml }: Order): Sealed {
    return this.#settings.preparation.documents.parseSealed(xml)
  }

  // --- parse ---

  async #open(
    json: unknown,
    purpose: Request['purpose'],
    { key, orderedAt, observer }: Call,
    books?: Books,
  ): Promise<Step<Request>> {
    const { preparation, keyed, keyless } = this.#settings
    const draft = openDraft(json, preparation.limits)
    if (isEnd(draft)) return draft
    const opened = { draft: draft.value, purpose, observer }
    if (key === undefined)
      return { value: { ...opened, books: { ...keyless, folios: (books ?? keyless).folios } } }
    if (!isKey(key)) return { failure: noKey() }
    if (books === undefined && !this.#settings.isGiven.orders) return { failure: noOrders() }
    const fingerprint = await draft.value.fingerprint()
    return {
      value: {
        ...opened,
        key,
        orderedAt: orderedAt?.getTime(),
        fingerprint,
        books: books ?? keyed,
      },
    }
  }

  /**
   * Shares work on one key and draft within the process, with heartbeats. Store errors before
   * sending resolve to a failure.
   */
  #share(
    flight: string,
    claims: Claims,
    signal: AbortSignal | undefined,
    run: (shared: AbortSignal) => Promise<StampResult>,
  ): Promise<StampResult> {
    const alive = (shared: AbortSignal) => claims.during(() => run(shared))
    return orFailure(() => this.#inFlight.join(flight, signal, alive, noLonger))
  }

  // --- claim ---

  /**
   * Resolves to the order of a request: that of its key, or a new one. Starts again when another
   * process writes it meanwhile.
   */
  #obtain(request: Request): Promise<Step<Job>> {
    const { key, fingerprint, purpose, books, orderedAt, observer } = request
    const duplicate = (owner: string) => this.#duplicate(owner)
    return untilWritten(async () => {
      const order = key === undefined ? undefined : await books.claims.load(key)
      if (order?.purged) return { failure: purged(order) }
      if (key !== undefined && (await books.claims.isForgotten(order, orderedAt)))
        return recallKey(request, order, { preparation: this.#settings.preparation, duplicate })
      if (order === undefined || isFree(order)) return this.#create(request, order)
      if (order.fingerprint !== fingerprint) return { failure: used(order.key) }
      return this.#claim(order, purpose, books, observer)
    })
  }

  /**
   * Claims the order of a key without a result. Resolves to undefined when it changed meanwhile.
   */
  async #claim(
    order: Order,
    purpose: Request['purpose'],
    books = this.#settings.keyed,
    observer?: StampObserver,
  ): Promise<Step<Job> | undefined> {
    if (order.outcome === undefined && books.claims.isOthers(order))
      return { failure: await busyAnswer(this.#parse(order), books.claims.remaining(order)) }
    if (order.outcome === undefined && purpose === 'send') {
      const job = await this.#hold(order, books, observer)
      return job && { value: job }
    }
    return { value: { order, sealed: this.#parse(order), books, holder: order.key } }
  }

  async #hold(
    order: Order,
    books = this.#settings.keyed,
    observer?: StampObserver,
  ): Promise<Job | undefined> {
    const claim = await books.claims.take(order)
    if (claim !== undefined && order.outcome === undefined) observer?.claimed(order, claim.order)
    return claim && { ...claim, sealed: this.#parse(order), books, holder: order.key, observer }
  }

  // --- prepare, seal, record ---

  /**
   * Creates the order of a new document, in the unit of work of its draft, if it has one. Resolves
   * to undefined when another process wrote the key meanwhile. @param last previous order of the key
   */
  async #create(asked: Request, last: Order | undefined): Promise<Step<Job> | undefined> {
    const { draft, key } = asked
    let { books } = asked
    if (draft.unit !== undefined) {
      const { orders, folios } = draft.unit
      const observed = this.#settings.observed({ orders, folios: folios ?? books.folios })
      const claims = books.claims.claimsOver(observed.orders)
      books = { claims, folios: folios ? observed.folios : books.folios }
    }
    const request = { ...asked, books }
    const { preparation } = this.#settings
    const since = books.claims.now()
    const problem = await this.#giveBack(last, books)
    if (problem !== undefined) return { failure: problem }
    const prepared = await prepareDraft(draft.json, preparation, draft.signer)
    if (isEnd(prepared)) return prepared
    const refused = judgePrepared(prepared.value) ?? (await draft.admit?.())
    if (refused !== undefined) return { failure: refused }
    const made = await sealPrepared(prepared.value, books.folios, preparation, key)
    if (isEnd(made)) return made
    const job = await this.#record(
      request,
      prepared.value,
      this.#withFolioWarning(made.value, books),
      last,
    )
    if (job === undefined || isEnd(job)) {
      // In a sequence with holders it is the folio of the key, which the order of the other process
      // uses.
      const isKeys = key !== undefined && books.folios.heldBy !== undefined
      if (!isKeys) await made.value.reservation?.release()
      return job
    }
    await request.observer?.recorded(job.value.order, job.value.sealed)
    // The process was suspended for so long that a sweeper may have released its folio.
    if (books.claims.isLate(since)) return { failure: await this.#abandon(job.value) }
    return job
  }

  /**
   * Records the sealed document under a unique token: a date from the clock is moved to a free
   * second. This happens only before sending, never after a response of a PAC.
   */
  async #record(
    request: Request,
    { signer, isDateAuto }: PreparedDraft,
    made: SealedDraft,
    last: Order | undefined,
  ): Promise<Step<Job> | undefined> {
    const { preparation } = this.#settings
    const { claims } = request.books
    const isUnique = request.key !== undefined || isDateAuto
    // A new folio distinguishes it from every forgotten order.
    const isLikeOthers = isDateAuto && made.reservation === undefined
    for (let current = made; ; ) {
      const wish = () => secondsFor(current.sealed, signer, preparation)
      if (!isLikeOthers || !(await claims.isForgottenSecond(wish))) {
        const token = isUnique ? await tokenOf(current.sealed) : undefined
        const job = await jobOf(request, current, last, token)
        const write = () => claims.record(job)
        const isTwinned = isDateAuto && request.key !== undefined && token !== undefined
        const recorded = await (isTwinned ? this.#settings.twins.record(token, write) : write())
        if (recorded === true) return { value: job }
        const owner = recorded === 'twin' ? '' : token && (await claims.ownerOf(token))
        if (owner === undefined || owner === request.key) return undefined
        if (!isDateAuto) return { failure: await this.#duplicate(owner) }
      }
      const second = await claims.nextSecond(await wish())
      if (second === undefined) return { failure: noSecond() }
      const moved = await moveDate(current, signer, second, preparation)
      if (isEnd(moved)) return moved
      current = moved.value
    }
  }

  /** Adds a warning to the first folio of a sequence that restarts with the process. */
  #withFolioWarning(made: SealedDraft, { folios }: Books): SealedDraft {
    const isDefault = !this.#settings.isGiven.folios && folios === this.#settings.keyed.folios
    if (made.reservation === undefined || !isDefault || this.#isWarned) return made
    this.#isWarned = true
    return { ...made, warnings: [...made.warnings, unsafeFolio()] }
  }

  async #duplicate(owner: string): Promise<StampFailure> {
    const { outcome } = (await this.#settings.keyed.claims.load(owner)) ?? {}
    const UUID = outcome?.kind === 'stamped' ? outcome.timbre.UUID : undefined
    return duplicate(owner, UUID, UUID !== undefined && (await this.#settings.isCancelled(UUID)))
  }

  /**
   * Releases the folios of the previous order of a key, if still held. Another draft of the key
   * reserves its own.
   */
  async #giveBack(last: Order | undefined, { folios }: Books): Promise<StampFailure | undefined> {
    if (last === undefined || orderStateOf(last) === 'unreached') return undefined
    const problem = await releaseHeldFolios(
      { folios, holder: last.key, until: last.at },
      this.#settings.folioTimeout,
    )
    if (problem === undefined) return undefined
    return createFailure(failureCodes.folio, `No se pudo devolver un folio: ${problem}.`)
  }

  /** Frees the key of an unsent order, unless another process took it over meanwhile. */
  async #abandon({ order, sealed, books }: Job): Promise<StampFailure> {
    const suspended = unavailable('', 'El proceso estuvo suspendido entre tomar el folio y enviar.')
    const { outcome } = await books.claims.conclude(order, suspended)
    if (outcome.kind !== 'unavailable')
      return busyAnswer(sealed, await books.claims.remainingOf(order.key))
    const { pac: _, ...answer } = notStamped(sealed, outcome)
    return answer
  }

  // --- send, record, settle, answer ---

  async #finish(job: Job, signal: AbortSignal | undefined): Promise<StampResult> {
    const { order, before, sealed, books, observer } = job
    if (order.outcome !== undefined)
      return answerOf(withWarnings(order, await this.#settle(job)), order.outcome, sealed)
    let claim: Claimed = job
    const confirm = async () => {
      const confirmed = await orFailure(() => books.claims.confirm(claim))
      if (confirmed === undefined)
        return busyAnswer(sealed, await books.claims.remainingOf(order.key))
      if ('ok' in confirmed) return confirmed
      claim = confirmed
      return undefined
    }
    const sent = await sendSealed(
      { sealed, before, last: job.last, confirm, signal, observer, unit: job.unit },
      this.#settings.sending,
    )
    if (isEnd(sent)) {
      // The sealed document of a key is kept with its folio. Without a key, the folio is released.
      if (order.key === '')
        return releaseFolio(sent.failure, job.reservation, this.#settings.folioTimeout)
      await books.claims.putBack(claim)
      return sent.failure
    }
    const { isNothing } = sent.value
    let { outcome } = sent.value
    // Of two calls without a key that receive the same stamp, it is new for the first one only.
    if (order.key === '' && before === undefined && outcome.kind === 'stamped') {
      const isNew = this.#told.add(outcome.timbre.UUID)
      if (!isNew) outcome = { ...outcome, when: 'earlier', previous: 'journal' }
    }
    const { version } = claim.order
    const left = isNothing ? { ...(before ?? asSealed(order)), version } : claim.order
    const { outcome: counted, problems } = await books.claims.conclude(left, outcome)
    if (counted.kind === 'unknown') {
      await observer?.inDoubt(sealed, counted)
      return notStamped(sealed, counted)
    }
    const late = await this.#settle({ ...job, order: { ...order, outcome: counted } })
    return answerOf(withWarnings(order, [...problems, ...late]), counted, sealed)
  }

  #settle({ order, sealed, books, holder, reservation }: Job): Promise<readonly Finding[]> {
    const taken = { folios: books.folios, holder, reservation, sealedOf: () => sealed }
    return settleOrderFolio(order, taken, this.#settings.folioTimeout)
  }
}

function flightOf({ key, fingerprint }: Partial<Pick<Order, 'key' | 'fingerprint'>>): string {
  return `${fingerprint} ${key}`
}
