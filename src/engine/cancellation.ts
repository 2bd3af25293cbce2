/**
 * The end of documents, over time: what was asked for is recorded before it is sent, and what became of it before it is told.
 *
 * Where a document stands, and what is due, is decided in `cancel/life.ts`; here it is carried out. A request of cancellation is
 * idempotent at the SAT: after a crash whatever was due is done again.
 * @module
 */
import { classOfOutcome } from '../cancel/acuse.js'
import { createLife, type Life, type LifeEvent, next, standingOf, taskOf, type Wish } from '../cancel/life.js'
import type { CancelPolicy } from '../cancel/schedule.js'
import { folioFiscal, signCancellation } from '../cancel/sign.js'
import { type StatusSource, satStateOf, statusQuery } from '../cancel/status.js'
import { CancelError } from '../errors.js'
import { decodeBase64 } from '../lib/base64.js'
import { messageOf } from '../lib/message.js'
import type { CancelOutcome, CancelRequest, Provider, Stamped } from '../pac/provider.js'
import { readCfdi } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { insertTimbre } from '../seal/insertTimbre.js'
import type { Sealed } from '../seal/sello.js'
import { failureCodes } from './codes.js'
import { causedBy, failure, reason } from './failure.js'
import { parseSealed } from '../seal/parseSealed.js'
import type { LifeEntry, Lives } from './lives.js'
import { flow } from './many.js'
import type { Order, Orders } from './orders.js'
import type { SignerSource } from './preparation.js'
import type { Receiver } from './receiver.js'
import type { StampFailure, StampResult } from './result.js'
import { isEnd, type Step } from './step.js'

/** Which document: by the key that it was stamped under, as `stamp` gave it, or by its folio fiscal if its cancellation was asked for before. */
export type Cancellable =
  | {
      /** The key of the stamp. */
      readonly key: string
    }
  | {
      /** The stamped XML, in Base64. */
      readonly XML: string
      /** Id of the PAC that stamped it, when that is known: it is asked first. */
      readonly pac?: string | undefined
    }
  | {
      /** Folio fiscal of a document that the lives know. */
      readonly uuid: string
    }

/** A document, and why it is to be cancelled. */
export type CancelCall = Cancellable & Wish

/** Where a document stands, as the host is told. */
export interface LifeNotice {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** Number of the change, for `acknowledgeLife`. */
  readonly change: number
  /** Where it stands. */
  readonly life: Life
  /** The last acuse of the SAT, byte for byte. */
  readonly acuse?: string
}

/** The answer to `cancel`: where the document stands, or why it was not asked for. */
export type CancelResult =
  | ({
      /** It was recorded, and asked for as far as a PAC could be reached. */
      readonly ok: true
    } & LifeNotice)
  | StampFailure

/** The answer to `substitute`: both documents, or why not. */
export type SubstituteResult =
  | {
      /** The substitute is stamped. */
      readonly ok: true
      /** The answer to the stamp of the substitute. */
      readonly stamp: Extract<StampResult, { ok: true }>
      /** Where the old document stands. */
      readonly cancellation: CancelResult
    }
  | StampFailure

/** What cancellations work with. */
export interface CancellationSettings {
  readonly lives: Lives
  readonly orders: Orders
  readonly provider: Provider
  /** Who tells the states; the provider where there is none. */
  readonly status: StatusSource | undefined
  readonly signerOf: SignerSource
  readonly receiver: Receiver
  readonly policy: CancelPolicy | undefined
  readonly owner: string
  readonly lease: number
  readonly now: () => number
}

export class Cancellations {
  readonly #settings: CancellationSettings

  constructor(settings: CancellationSettings) {
    this.#settings = settings
  }

  /** Records that a cancellation is wanted, and asks for it. Never rejects. */
  cancel(call: CancelCall): Promise<CancelResult> {
    return this.#answer(async () => {
      const { motivo, folioSustitucion } = call
      const wish = { motivo, ...(folioSustitucion === undefined ? {} : { folioSustitucion }) }
      const known = await this.#known(call)
      if (isEnd(known)) return known.failure
      await this.#sign(known.value, wish)
      return { ok: true, ...noticeOf(await this.#ask(known.value, wish)) }
    })
  }

  /** Records that a document is to be substituted, stamps its substitute and asks for the cancellation. Never rejects. */
  async substitute(
    old: Cancellable,
    key: string,
    stamp: (uuid: string) => Promise<StampResult>,
  ): Promise<SubstituteResult> {
    const marked = await this.#answer(async () => {
      const known = await this.#known(old)
      return isEnd(known)
        ? known.failure
        : { ok: true as const, entry: await this.#change(known.value, (entry) => ({ ...entry, substitute: key })) }
    })
    if (!marked.ok) return marked
    const stamped = await stamp(marked.entry.uuid)
    if (!stamped.ok) return stamped
    const wish = { motivo: '01' as const, folioSustitucion: stamped.cfdi.UUID }
    const cancellation = await this.#answer(async () => ({
      ok: true as const,
      ...noticeOf(await this.#ask(marked.entry, wish)),
    }))
    return { ok: true, stamp: stamped, cancellation }
  }

  /** Does what is due, and gives what changed and was not acknowledged. */
  async *refresh(signal?: AbortSignal): AsyncGenerator<LifeNotice, void, undefined> {
    const visits = flow(this.#settings.lives.unfinished(), (entry) => this.#visit(entry), {
      concurrency: 8,
      ordered: false,
      signal,
    })
    for await (const { answer } of visits) if (answer !== undefined) yield answer
  }

  /** Whether it is recorded that the host knows of a change: `false` when nothing is known of the document. */
  async acknowledge(uuid: string, change: number): Promise<boolean> {
    const entry = await this.#settings.lives.load(folioFiscal(uuid))
    if (entry === undefined) return false
    await this.#change(entry, ({ claim: _, ...current }) => ({
      ...current,
      acknowledged: Math.max(current.acknowledged, Math.min(change, current.change)),
    }))
    return true
  }

  async #visit(entry: LifeEntry): Promise<LifeNotice | undefined> {
    const { now, owner } = this.#settings
    const isIdle = taskOf(entry.life, now()) === 'nothing' && entry.substitute === undefined
    if (isIdle && entry.acknowledged >= entry.change) return undefined
    if (entry.claim !== undefined && entry.claim.owner !== owner && entry.claim.until > now()) return undefined
    const claimed = await this.#write({ ...entry, ...this.#claim() })
    if (claimed === undefined) return undefined
    try {
      const done = await this.#work(await this.#substituted(claimed))
      if (done.acknowledged < done.change) return noticeOf(done)
      await this.#change(done, ({ claim: _, ...current }) => current)
    } catch {
      // What failed is due again when the claim is over: a signer, or the store.
    }
    return undefined
  }

  /** A document whose substitute is stamped: its cancellation is asked for now, if a crash was between the two. */
  async #substituted(entry: LifeEntry): Promise<LifeEntry> {
    if (entry.substitute === undefined) return entry
    const order = await this.#settings.orders.load(entry.substitute)
    if (order?.outcome?.kind !== 'stamped') return entry
    const wish = { kind: 'ask' as const, motivo: '01' as const, folioSustitucion: order.outcome.timbre.UUID }
    return this.#change(entry, ({ substitute: _, ...current }) => this.#after(current, wish))
  }

  async #ask(entry: LifeEntry, wish: Wish): Promise<LifeEntry> {
    const asked = await this.#change(entry, ({ substitute: _, ...current }) => ({
      ...this.#after(current, { kind: 'ask', ...wish }),
      ...this.#claim(),
    }))
    return this.#work(asked)
  }

  /** Does what is due now, once for each kind of task. */
  async #work(entry: LifeEntry): Promise<LifeEntry> {
    const sent = taskOf(entry.life, this.#settings.now()) === 'send' ? await this.#send(entry) : entry
    const polled = taskOf(sent.life, this.#settings.now()) === 'poll' ? await this.#poll(sent) : sent
    return polled.life.phase === 'blocked' && polled !== entry ? this.#relate(polled) : polled
  }

  /** A document that is blocked is told with what is to be cancelled before it; where nobody tells, without. */
  async #relate(entry: LifeEntry): Promise<LifeEntry> {
    const { uuid, xml, life } = entry
    const { receiver } = this.#settings
    const rfcEmisor = readCfdi(xml).Emisor.Rfc
    const uuids = await receiver.hindering(uuid, rfcEmisor, life.wish?.folioSustitucion).catch(() => undefined)
    if (uuids === undefined || isSame(uuids, life.related)) return entry
    return this.#change(entry, (current) => this.#after(current, { kind: 'related', uuids }))
  }

  async #send(entry: LifeEntry): Promise<LifeEntry> {
    const { uuid, life, pac } = entry
    const wish = life.wish as Wish
    const document = readCfdi(entry.xml)
    const signed = await this.#trySign(entry, wish)
    if (signed === undefined) return this.#change(entry, (current) => this.#after(current, { kind: 'unsigned' }))
    // Some PACs want of the document what the signed request does not hold.
    const request = { ...statusQuery(document), uuid, ...wish, signed, ...(pac === undefined ? {} : { pac }) }
    const outcome = await this.#cancelAt(request)
    const given = { kind: 'answer' as const, class: classOfOutcome(outcome, { uuid, service: life.service }) }
    const event: LifeEvent = outcome.code === undefined ? given : { ...given, code: outcome.code }
    const acuse = outcome.kind === 'accepted' && outcome.acuse !== undefined ? { acuse: outcome.acuse } : {}
    return this.#change(entry, (current) => ({ ...this.#after(current, event), ...acuse }))
  }

  /** A provider that cannot cancel, or throws, is one that did not answer. */
  async #cancelAt(request: CancelRequest): Promise<CancelOutcome> {
    const { provider } = this.#settings
    const silent: CancelOutcome = { kind: 'unavailable', pac: provider.id, message: '' }
    try {
      return (await provider.cancel?.(request)) ?? silent
    } catch {
      return silent
    }
  }

  async #poll(entry: LifeEntry): Promise<LifeEntry> {
    const { provider, status } = this.#settings
    const query = statusQuery(readCfdi(entry.xml))
    const state = await (status === undefined
      ? Promise.resolve(provider.status?.(query)).then(satStateOf)
      : status.status(query).then((reading) => reading.state)
    ).catch(() => 'unavailable' as const)
    return this.#change(entry, (current) => this.#after(current, { kind: 'status', state }))
  }

  /** Undefined when it cannot be signed; a signer that merely failed is tried again. */
  async #trySign(entry: LifeEntry, wish: Wish): Promise<string | undefined> {
    try {
      return await this.#sign(entry, wish)
    } catch (cause) {
      if (cause instanceof CancelError && cause.code !== 'CANCEL_SIGNER') return undefined
      throw cause
    }
  }

  async #sign({ uuid, xml, life }: LifeEntry, wish: Wish): Promise<string> {
    const rfcEmisor = readCfdi(xml).Emisor.Rfc
    const signer = await this.#settings.signerOf(rfcEmisor)
    if (signer === undefined)
      throw new CancelError('CANCEL_CERTIFICATE', `No hay un certificado del emisor ${rfcEmisor}.`)
    const at = new Date(this.#settings.now())
    const request = { uuid, ...wish, at, rfcEmisor, service: life.service }
    return (await signCancellation(request, signer)).xml
  }

  /** The life of a document as it is known; a new one, not recorded, where it is not. */
  async #known(which: Cancellable): Promise<Step<LifeEntry>> {
    const { lives, orders } = this.#settings
    if ('uuid' in which) {
      const entry = await lives.load(folioFiscal(which.uuid))
      return entry === undefined
        ? { failure: notKnown('nadie ha pedido cancelarlo aquí: hace falta su XML') }
        : { value: entry }
    }
    const order = 'key' in which ? await orders.load(which.key) : undefined
    const stamped = 'key' in which ? order && stampedOf(order) : readStamped(which.XML, which.pac)
    if (stamped === undefined) return { failure: notKnown('no hay un comprobante timbrado') }
    const life = createLife({ uuid: stamped.uuid }, this.#settings.now())
    const { uuid } = life
    const fresh = {
      uuid,
      version: 0,
      status: 'open' as const,
      life,
      change: 0,
      acknowledged: 0,
      at: 0,
      ...stamped.entry,
    }
    return { value: (await lives.load(uuid)) ?? fresh }
  }

  /** The entry after an event; a change that the host is told of is one of phase, of who waits, or of what hinders. */
  #after(entry: LifeEntry, event: LifeEvent): LifeEntry {
    const { policy, now } = this.#settings
    const life = next(entry.life, event, now(), policy)
    const isKnown = life.related === undefined || isSame(life.related, entry.life.related)
    const isNews = life.phase !== entry.life.phase || life.held !== entry.life.held || !isKnown
    return { ...entry, life, change: entry.change + (isNews ? 1 : 0) }
  }

  /** Writes a change over whatever the entry has become meanwhile. */
  async #change(entry: LifeEntry, change: (current: LifeEntry) => LifeEntry): Promise<LifeEntry> {
    let current = entry
    for (let tries = 0; tries < 100; tries++) {
      const written = await this.#write(change(current))
      if (written !== undefined) return written
      current = (await this.#settings.lives.load(entry.uuid)) ?? current
    }
    throw new Error('el almacén rechaza toda escritura y no dice por qué.')
  }

  async #write(entry: LifeEntry): Promise<LifeEntry | undefined> {
    const isOpen =
      standingOf(entry.life) === 'pending' || entry.substitute !== undefined || entry.acknowledged < entry.change
    const written: LifeEntry = {
      ...entry,
      version: entry.version + 1,
      status: isOpen ? 'open' : 'closed',
      at: this.#settings.now(),
    }
    return (await this.#settings.lives.append(written)) ? written : undefined
  }

  #claim(): Pick<LifeEntry, 'claim'> {
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
      return causedBy(cause, failure(given, `No se pidió la cancelación. ${message}`, [reason('', message, code)]))
    }
  }
}

function noticeOf({ uuid, change, life, acuse }: LifeEntry): LifeNotice {
  return { uuid, change, life, ...(acuse === undefined ? {} : { acuse }) }
}

function isSame(uuids: readonly string[], others: readonly string[] | undefined): boolean {
  return others !== undefined && uuids.join() === others.join()
}

function notKnown(why: string): StampFailure {
  return failure(failureCodes.cancel, `No se pidió la cancelación: ${why}.`)
}

interface StampedXml {
  readonly uuid: string
  readonly entry: Pick<LifeEntry, 'xml' | 'pac'>
}

function stampedOf({ xml, outcome }: Order): StampedXml | undefined {
  return outcome?.kind === 'stamped' ? stampedBy(parseSealed(xml), outcome) : undefined
}

/** A document with its stamp. */
export function stampedBy(sealed: Sealed, { timbre, pac }: Stamped): StampedXml {
  return { uuid: timbre.UUID, entry: { xml: insertTimbre(sealed, timbre).xml, pac } }
}

function readStamped(base64: string, pac: string | undefined): StampedXml | undefined {
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(base64))
    const { uuid } = statusQuery(readCfdi(xml) as Comprobante)
    return { uuid, entry: { xml, ...(pac === undefined ? {} : { pac }) } }
  } catch {
    return undefined
  }
}
