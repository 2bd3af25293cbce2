/**
 * Cancellations: each request is recorded before it is sent, and each result before it is
 * delivered.
 *
 * `cancel/cancellationState.ts` decides the status and the due tasks; this module runs them. Cancellation
 * requests are idempotent at the SAT: after a crash the due tasks run again.
 * @module
 */
import { classOfOutcome } from '../cancel/acuse.js'
import {
  type CancellationEvent,
  type CancellationState,
  next,
  taskOf,
  type Wish,
} from '../cancel/cancellationState.js'
import type { CancelPolicy } from '../cancel/schedule.js'
import { folioFiscal, signCancellation } from '../cancel/sign.js'
import { type StatusSource, satStateOf } from '../cancel/status.js'
import { CancelError } from '../errors.js'
import { ignoreError } from '../lib/ignoreError.js'
import { messageOf } from '../lib/message.js'
import { clip } from '../lib/text.js'
import type { CancelOutcome, Provider } from '../pac/provider.js'
import type { StatusQuery } from '../sat/cfdi40/statusQuery.js'
import { isCfdi } from '../sat/registered.js'
import { type Cancellable, findCancellable } from './cancellable.js'
import type { CancellationEntry, Cancellations } from './cancellationStore.js'
import { failureCodes } from './codes.js'
import { causedBy, createFailure, reason } from './failure.js'
import { flow } from './many.js'
import type { Orders } from './orders.js'
import type { Receiver } from './receiver.js'
import type { RegisteredDocuments } from './registeredDocuments.js'
import type { StampFailure, StampResult } from './result.js'
import { isFree } from './stamp/orderState.js'
import type { SignerSource } from './stamp/preparation.js'
import { isEnd } from './stepResult.js'

/** Document and motive of a cancellation. */
export type CancelCall = Cancellable & Wish

/** Cancellation status of a document, as `refresh` delivers it. */
export interface CancellationNotice {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** Number of the change, for `acknowledgeCancellation`. */
  readonly change: number
  /** Cancellation status. */
  readonly life: CancellationState
  /** The last acuse of the SAT, byte for byte. */
  readonly acuse?: string
}

/**
 * The earlier name of `CancellationNotice`.
 * @deprecated
 */
export type LifeNotice = CancellationNotice

/** Result of `cancel`: the cancellation status, or the reason why nothing was requested. */
export type CancelResult =
  | ({
      /** The request was recorded, and sent if a PAC could be reached. */
      readonly ok: true
    } & CancellationNotice)
  | StampFailure

/** Result of `substitute`: both documents, or a failure. */
export type SubstituteResult =
  | {
      /** The substitute is stamped. */
      readonly ok: true
      /** Result of the stamp of the substitute. */
      readonly stamp: Extract<StampResult, { ok: true }>
      /** Cancellation status of the old document. */
      readonly cancellation: CancelResult
    }
  | StampFailure

/** Dependencies of {@link CancellationFlow}. */
export interface CancellationSettings {
  readonly cancellations: Cancellations
  readonly orders: Orders
  readonly documents: RegisteredDocuments
  readonly provider: Provider
  /** Source of SAT document statuses. Defaults to the provider. */
  readonly status: StatusSource | undefined
  readonly signerOf: SignerSource
  readonly receiver: Receiver
  readonly policy: CancelPolicy | undefined
  readonly owner: string
  readonly lease: number
  readonly now: () => number
}

/** 712: the document has a substitute. */
function substituted(words: string): StampFailure {
  return createFailure(
    failureCodes.cancel,
    `El comprobante ya tiene un sustituto: ${words}. No se timbró otro.`,
  )
}

export class CancellationFlow {
  readonly #settings: CancellationSettings

  constructor(settings: CancellationSettings) {
    this.#settings = settings
  }

  /** Records a cancellation and sends its request. Never rejects. */
  cancel(call: CancelCall): Promise<CancelResult> {
    return this.#answer(async () => {
      const { motivo, folioSustitucion } = call
      const wish = { motivo, ...(folioSustitucion !== undefined && { folioSustitucion }) }
      const known = await findCancellable(call, this.#settings)
      if (isEnd(known)) return known.failure
      const { documents, provider } = this.#settings
      const { kind } = documents.readStored(known.value.xml)
      const { name } = kind.model.document
      if (!isCfdi(kind) && !provider.capabilities.cancels?.includes(name))
        return createFailure(
          failureCodes.cancel,
          `Ningún PAC configurado cancela documentos ${name}: no se pidió nada.`,
        )
      await this.#sign(known.value, wish)
      return { ok: true, ...noticeOf(await this.#ask(known.value, wish)) }
    })
  }

  /**
   * Records the substitution of a document, stamps its substitute and requests the cancellation.
   * Never rejects.
   */
  async substitute(
    old: Cancellable,
    key: string,
    stamp: (uuid: string) => Promise<StampResult>,
  ): Promise<SubstituteResult> {
    const marked = await this.#answer(async () => {
      const known = await findCancellable(old, this.#settings)
      if (isEnd(known)) return known.failure
      return this.#markSubstitute(known.value, key)
    })
    if (!marked.ok) return marked
    const stamped = await stamp(marked.entry.uuid)
    if (!stamped.ok) {
      await this.#unmarkSubstitute(marked.entry, key).catch(ignoreError)
      return stamped
    }
    const wish = { motivo: '01' as const, folioSustitucion: stamped.cfdi.UUID }
    const cancellation = await this.#answer(async () => ({
      ok: true as const,
      ...noticeOf(await this.#ask(marked.entry, wish)),
    }))
    return { ok: true, stamp: stamped, cancellation }
  }

  /**
   * Records the key of the substitute. A document has one: another key is accepted once the first
   * is certainly not stamped.
   */
  async #markSubstitute(
    entry: CancellationEntry,
    key: string,
  ): Promise<{ ok: true; entry: CancellationEntry } | StampFailure> {
    const { orders } = this.#settings
    const wished = entry.life.wish?.folioSustitucion
    if (wished !== undefined) {
      const outcome = (await orders.load(key))?.outcome
      const isWished =
        outcome?.kind === 'stamped' && outcome.timbre.UUID.toUpperCase() === wished.toUpperCase()
      if (!isWished) return substituted(wished)
    }
    const earlier = entry.substitute
    if (earlier !== undefined && earlier !== key) {
      // Without an order the call of that key may be about to record it.
      const order = await orders.load(earlier)
      if (order === undefined || !isFree(order))
        return substituted(`el de la clave ${clip(earlier)}`)
    }
    const marked = await this.#change(entry, (current) =>
      current.substitute === earlier ? { ...current, substitute: key } : current,
    )
    if (marked.substitute === key) return { ok: true, entry: marked }
    return this.#markSubstitute(marked, key)
  }

  /** Forgets the key of a substitute that is certainly not stamped. */
  async #unmarkSubstitute(entry: CancellationEntry, key: string): Promise<void> {
    const order = await this.#settings.orders.load(key)
    if (order !== undefined && !isFree(order)) return
    await this.#change(entry, (current) => {
      const { substitute, ...rest } = current
      if (substitute === key) return rest
      return current
    })
  }

  /** Runs the due tasks, and yields the unacknowledged changes. */
  async *refresh(signal?: AbortSignal): AsyncGenerator<CancellationNotice, void, undefined> {
    const visits = flow(
      this.#settings.cancellations.unfinished('resume'),
      (entry) => this.#visit(entry),
      {
        concurrency: 8,
        ordered: false,
        signal,
      },
    )
    for await (const { answer } of visits) if (answer !== undefined) yield answer
  }

  /** Records that the host knows of a change. Resolves to `false` for an unknown document. */
  async acknowledge(uuid: string, change: number): Promise<boolean> {
    const entry = await this.#settings.cancellations.load(folioFiscal(uuid))
    if (entry === undefined) return false
    await this.#change(entry, ({ claim: _, ...current }) => ({
      ...current,
      acknowledged: Math.max(current.acknowledged, Math.min(change, current.change)),
    }))
    return true
  }

  async #visit(entry: CancellationEntry): Promise<CancellationNotice | undefined> {
    const { now, owner } = this.#settings
    const isIdle = taskOf(entry.life, now()) === 'nothing' && entry.substitute === undefined
    if (isIdle && entry.acknowledged >= entry.change) return undefined
    if (entry.claim !== undefined && entry.claim.owner !== owner && entry.claim.until > now())
      return undefined
    const claimed = await this.#write({ ...entry, ...this.#claim() })
    if (claimed === undefined) return undefined
    try {
      let current = claimed
      const order = claimed.substitute && (await this.#settings.orders.load(claimed.substitute))
      if (order && order.outcome?.kind === 'stamped') {
        // A crash interrupted the substitution after the stamp of the substitute.
        const folioSustitucion = order.outcome.timbre.UUID
        current = await this.#change(claimed, ({ substitute: _, ...entry }) =>
          this.#after(entry, { kind: 'ask', motivo: '01', folioSustitucion }),
        )
      }
      const done = await this.#work(current)
      if (done.acknowledged < done.change) return noticeOf(done)
      await this.#change(done, ({ claim: _, ...current }) => current)
    } catch {
      // A failed signer or store: the task is due again when the claim ends.
    }
    return undefined
  }

  async #ask(entry: CancellationEntry, wish: Wish): Promise<CancellationEntry> {
    const asked = await this.#change(entry, ({ substitute: _, ...current }) => ({
      ...this.#after(current, { kind: 'ask', ...wish }),
      ...this.#claim(),
    }))
    return this.#work(asked)
  }

  /** Runs the tasks due now, each kind once. */
  async #work(entry: CancellationEntry): Promise<CancellationEntry> {
    const sent =
      taskOf(entry.life, this.#settings.now()) === 'send' ? await this.#send(entry) : entry
    const polled =
      taskOf(sent.life, this.#settings.now()) === 'poll' ? await this.#poll(sent) : sent
    if (polled.life.phase === 'blocked' && polled !== entry) {
      // Adds the documents to cancel first to a blocked document, if the SAT reports them.
      const { uuid, xml, life } = polled
      const { receiver } = this.#settings
      const { rfcEmisor } = this.#queryOf(xml)
      const uuids = await receiver
        .hindering(uuid, rfcEmisor, life.wish?.folioSustitucion)
        .catch(ignoreError)
      if (uuids === undefined || areSameFolios(uuids, life.related)) return polled
      return this.#record(polled, { kind: 'related', uuids })
    }
    return polled
  }

  #queryOf(xml: string): StatusQuery {
    const { document, kind } = this.#settings.documents.readStored(xml)
    return kind.statusQuery(document)
  }

  async #send(entry: CancellationEntry): Promise<CancellationEntry> {
    const { uuid, life, pac } = entry
    const wish = life.wish as Wish
    let signed: string
    try {
      signed = await this.#sign(entry, wish)
    } catch (cause) {
      // A failing signer is called again at the next visit.
      if (!(cause instanceof CancelError) || cause.code === 'CANCEL_SIGNER') throw cause
      return this.#record(entry, { kind: 'unsigned' })
    }
    // Some PACs require data of the document that the signed request lacks.
    const { document, kind } = this.#settings.documents.readStored(entry.xml)
    const tipoDeComprobante = isCfdi(kind) ? document.TipoDeComprobante : undefined
    const wanted = {
      ...kind.statusQuery(document),
      ...(tipoDeComprobante !== undefined && { tipoDeComprobante }),
      ...(kind.service !== 'cfdi' && { service: kind.service }),
    }
    const request = { ...wanted, uuid, ...wish, signed, ...(pac !== undefined && { pac }) }
    const { provider } = this.#settings
    let outcome: CancelOutcome = { kind: 'unavailable', pac: provider.id, message: '' }
    try {
      outcome = (await provider.cancel?.(request)) ?? outcome
    } catch {
      // No answer.
    }
    const given = {
      kind: 'answer' as const,
      class: classOfOutcome(outcome, { uuid, rfcEmisor: request.rfcEmisor, service: life.service }),
    }
    const event: CancellationEvent =
      outcome.code === undefined ? given : { ...given, code: outcome.code }
    const acuse =
      outcome.kind === 'accepted' && outcome.acuse !== undefined ? { acuse: outcome.acuse } : {}
    return this.#record(entry, event, acuse)
  }

  /** Requests a cancellation. A provider that cannot cancel, or throws, counts as no response. */
  async #poll(entry: CancellationEntry): Promise<CancellationEntry> {
    const { provider, status } = this.#settings
    const query = this.#queryOf(entry.xml)
    const state = await (status === undefined
      ? Promise.resolve(provider.status?.(query)).then(satStateOf)
      : status.status(query).then((reading) => reading.state)
    ).catch(() => 'unavailable' as const)
    return this.#record(entry, { kind: 'status', state })
  }

  async #sign({ uuid, xml, life }: CancellationEntry, wish: Wish): Promise<string> {
    const { rfcEmisor } = this.#queryOf(xml)
    const signer = await this.#settings.signerOf(rfcEmisor, { uuid })
    if (signer === undefined)
      throw new CancelError('CANCEL_CERTIFICATE', `No hay un certificado del emisor ${rfcEmisor}.`)
    const at = new Date(this.#settings.now())
    const request = { uuid, ...wish, at, rfcEmisor, service: life.service }
    return (await signCancellation(request, signer)).xml
  }

  /** Applies an event to the current version of the entry, and adds members. */
  #record(
    entry: CancellationEntry,
    event: CancellationEvent,
    more?: Pick<CancellationEntry, 'acuse'>,
  ): Promise<CancellationEntry> {
    return this.#change(entry, (current) => ({ ...this.#after(current, event), ...more }))
  }

  /**
   * Returns the entry after an event. The host is notified of a new phase, another waiting party or
   * another obstacle.
   */
  #after(entry: CancellationEntry, event: CancellationEvent): CancellationEntry {
    const { policy, now } = this.#settings
    const life = next(entry.life, event, now(), policy)
    const isKnown = life.related === undefined || areSameFolios(life.related, entry.life.related)
    const isNews = life.phase !== entry.life.phase || life.held !== entry.life.held || !isKnown
    return { ...entry, life, change: entry.change + (isNews ? 1 : 0) }
  }

  /** Applies a change to the current version of the entry. */
  async #change(
    entry: CancellationEntry,
    change: (current: CancellationEntry) => CancellationEntry,
  ): Promise<CancellationEntry> {
    let current = entry
    for (let tries = 0; tries < 100; tries++) {
      const written = await this.#write(change(current))
      if (written !== undefined) return written
      current = (await this.#settings.cancellations.load(entry.uuid)) ?? current
    }
    throw new Error('el almacén rechaza toda escritura y no dice por qué.')
  }

  async #write({ due: _, ...entry }: CancellationEntry): Promise<CancellationEntry | undefined> {
    const { due } = entry.life
    const isNow = entry.substitute !== undefined || entry.acknowledged < entry.change
    const written: CancellationEntry = {
      ...entry,
      version: entry.version + 1,
      status: isNow || due !== undefined ? 'open' : 'closed',
      at: this.#settings.now(),
      ...(!isNow && due !== undefined && { due }),
    }
    if (await this.#settings.cancellations.append(written)) return written
    return undefined
  }

  #claim(): Pick<CancellationEntry, 'claim'> {
    const { owner, lease, now } = this.#settings
    return { claim: { owner, until: now() + lease } }
  }

  async #answer<Answer>(work: () => Promise<Answer>): Promise<Answer | StampFailure> {
    try {
      return await work()
    } catch (cause) {
      const code = cause instanceof CancelError ? cause.code : String(failureCodes.host)
      const message = messageOf(cause)
      const given = cause instanceof CancelError ? failureCodes.cancel : failureCodes.host
      return causedBy(
        cause,
        createFailure(given, `No se pidió la cancelación. ${message}`, [reason('', message, code)]),
      )
    }
  }
}

function noticeOf({ uuid, change, life, acuse }: CancellationEntry): CancellationNotice {
  return { uuid, change, life, ...(acuse !== undefined && { acuse }) }
}

function areSameFolios(uuids: readonly string[], others: readonly string[] | undefined): boolean {
  return others !== undefined && uuids.join() === others.join()
}
