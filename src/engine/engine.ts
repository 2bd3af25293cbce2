/**
 * The whole, in order: from the JSON of an invoice to its stamped XML.
 * @module
 */

import type { CancelPolicy } from '../cancel/schedule.js'
import type { StatusSource } from '../cancel/status.js'
import { type Catalogs, ownCatalogs } from '../catalogs/catalogs.js'
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { requireSigner, type Signer } from '../certificate/signer.js'
import { decodeBase64, encodeTextBase64 } from '../lib/base64.js'
import { type Limits, limitsOf } from '../lib/limits.js'
import { itemsOf } from '../lib/lists.js'
import { createUuid, type Random, secureRandom } from '../lib/uuid.js'
import type { Finding } from '../model/finding.js'
import { tokenOf } from '../pac/hash.js'
import type { Provider } from '../pac/provider.js'
import type { Orphan } from '../pac/reconciler.js'
import { requireProvider } from '../pac/requireProvider.js'
import type { CheckOptions } from '../sat/cfdi40/check.js'
import type { Given } from '../sat/given.js'
import { parseSealed } from '../seal/parseSealed.js'
import { isCertificate } from '../seal/policy.js'
import type { Sealed } from '../seal/sello.js'
import {
  type CancelCall,
  type Cancellable,
  Cancellations,
  type CancelResult,
  type LifeNotice,
  type SubstituteResult,
  stampedBy,
} from './cancellation.js'
import { failureCodes } from './codes.js'
import { parseDraft } from './draft.js'
import { failure, notStamped, sealedCfdi } from './failure.js'
import { createMemoryFolios, type FolioSequence } from './folios.js'
import { type Delivery, Keyed, type KeyedSettings } from './keyed.js'
import { createUnsafeMemoryLives, type Lives } from './lives.js'
import { bound, released, settleFolio } from './number.js'
import { createUnsafeMemoryOrders, type Orders } from './orders.js'
import { judge, type PreparationSettings, type SealedDraft, type SignerSource, sealJudged } from './preparation.js'
import { type Preview, previewOf, unpreviewed } from './preview.js'
import {
  type AnswerCall,
  type AnswerResult,
  type PendingResult,
  Receiver,
  type RelatedCall,
  type RelatedResult,
} from './receiver.js'
import type { SealedCfdi, StampFailure, StampResult } from './result.js'
import { type SendingSettings, send, sentBy } from './sending.js'
import type { Draft } from './stages.js'
import { isEnd, type Step } from './step.js'
import type { Store } from './store.js'
import { success } from './success.js'

/** What an engine works with. Everything comes in by this door. */
export interface EngineOptions {
  /** Who seals: one signer, several (chosen by `Emisor.Rfc`), or a function that finds them. */
  readonly signers: Signer | readonly Signer[] | SignerSource
  /** Who stamps: a PAC, or a failover of several. What happens to open orders when it changes: docs/failover.md. */
  readonly provider: Provider
  /** Where `Folio: "AUTO"` comes from. In memory by default, which is for tests: it starts again with the process. */
  readonly folios?: FolioSequence | undefined
  /** Where what is stamped under a key is recorded. In memory by default, which is for tests: a crash would lose it. */
  readonly orders?: Orders | undefined
  /**
   * Milliseconds that a folio's `commit` or `release` may take. The answer waits no longer: a stamp then says in a warning
   * (709) that its folio is not settled. 10,000 by default.
   */
  readonly folioTimeout?: number | undefined
  /** Where the lives of documents are recorded whose cancellation is asked for. In memory by default, which is for tests. */
  readonly lives?: Lives | undefined
  /** Who tells the states of documents: the SAT's own service (`createStatusSource`), for one. The provider by default. */
  readonly status?: StatusSource | undefined
  /** When requests of cancellation are repeated and states asked for again: `defaultPolicy` of `cfdi-stamp/cancel`. */
  readonly cancelPolicy?: CancelPolicy | undefined
  /** Milliseconds that a call to the orders may take; before anything is sent, more is an answer (710). 10,000 by default. */
  readonly storeTimeout?: number | undefined
  /**
   * Milliseconds for which an order that this process works on, or delivers, is left alone by others. Longer than a stamp may
   * take, the recovery of a lost answer included. 300,000 by default.
   */
  readonly lease?: number | undefined
  /** Unique name of this process, for orders. A random UUID by default. */
  readonly owner?: string | undefined
  /** The present. The computer's clock by default. */
  readonly clock?: (() => Date) | undefined
  /** Random bytes, for IdCCP. The platform's generator by default. */
  readonly random?: Random | undefined
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
  /** Derive amounts that are absent too, and not only those that say "AUTO". `false` by default. */
  readonly complete?: boolean | undefined
  /**
   * Certificates of the PACs, as the SAT publishes them (DER, PEM or Base64). With them `SelloSAT` is verified too: a stamp
   * that none of them made is 708. Without them it is believed of the provider that it speaks with its PAC.
   */
  readonly pacCertificates?: readonly (Certificate | Uint8Array | string)[] | undefined
  /** The SAT's lists of taxpayers and certificates, when the host has them. */
  readonly registries?: NonNullable<CheckOptions['registries']> | undefined
  /** How much of a document is taken before it is refused, and how many findings are told. */
  readonly limits?: Limits | undefined
}

/** What may differ from one stamp to the next. */
export interface StampOptions {
  /**
   * The host's reference: an order, a ticket, a job; text of 1 to 255 characters. One key is one invoice: the same key again, at
   * any time and from any process, gives the same answer, and with another draft is refused (711). A certain no (702, 705, 706,
   * 707) frees it for a corrected draft. Without a key a host that dies before it is answered cannot ask what became of its call.
   */
  readonly key?: string | undefined
  /** Gives up waiting. What was already sent may be stamped: the answer is then 708. */
  readonly signal?: AbortSignal | undefined
}

/** How to seal. */
export interface SealOptions {
  /** The key of {@link StampOptions.key}: what is sealed is recorded under it. */
  readonly key?: string | undefined
  /** Where to record it and take the folio from: those of a transaction, so that the host's rows are committed with ours. */
  readonly store?: Pick<Store, 'orders' | 'folios'> | undefined
}

/** What was sealed, and not sent. */
export interface SealSuccess {
  /** Tells it from a {@link StampFailure}. */
  readonly ok: true
  /** For `stampSealed`. */
  readonly sealed: SealedCfdi
}

/** Stamps documents. Safe for any number of concurrent calls. */
export interface Engine {
  /**
   * Stamps an invoice given as an object or as JSON text (see {@link Given}). Never rejects: whatever the document, the certificate, the PAC
   * or what the host gave the engine do is an answer, with a code (see `failureCodes`).
   */
  stamp<T = never>(json: Given<T>, options?: StampOptions): Promise<StampResult>
  /** The findings that `stamp` would answer with, sealing and sending nothing; folios are not taken. */
  check<T = never>(json: Given<T>): Promise<readonly Finding[]>
  /** What would be sealed: the document with its values derived, its findings and totals. Takes no folio. Never rejects. */
  prepare<T = never>(json: Given<T>): Promise<Preview>
  /**
   * The first half of `stamp`: everything but sending. For hosts that write what was sealed in a transaction of their own before
   * it is sent; a folio that was taken is held by the key, or by the document. Never rejects.
   */
  seal<T = never>(json: Given<T>, options?: SealOptions): Promise<SealSuccess | StampFailure>
  /**
   * The second half: stamps what was sealed, by the same bytes, as often as it is asked to. What was sealed under a key is stamped with
   * that key: without it, the key's order does not know that it was sent. Never rejects.
   */
  stampSealed(sealed: Pick<SealedCfdi, 'XML'>, options?: StampOptions): Promise<StampResult>
  /**
   * The answers of what was stamped under a key and not acknowledged, as `stamp` gave or would have given them; what a crash
   * interrupted is gone on with first. Call it when the process starts, and periodically. At least once: an answer comes again,
   * after the lease also in other processes, until it is acknowledged.
   * @throws what the store throws when its orders cannot be read
   */
  resume(options?: Pick<StampOptions, 'signal'>): AsyncGenerator<Delivery, void, undefined>
  /**
   * Says that the host knows the answer to a key, which is from then on no more delivered; `stamp` with the key still gives it.
   * `false`: there is no answer to that key.
   * @throws what the store throws
   */
  acknowledge(key: string): Promise<boolean>
  /**
   * Asks for the cancellation of a stamped document: recorded, signed with the issuer's CSD and sent. That the SAT accepts a request
   * is not that the document is cancelled: see `life.phase`, and go on with `refresh`. Never rejects.
   */
  cancel(call: CancelCall): Promise<CancelResult>
  /**
   * Stamps `json` under a key, related to the old document by TipoRelacion 04, and then asks for the cancellation of that with motive
   * 01. Resumable between the two: by calling it again, or by `refresh` once the substitute is stamped. Never rejects.
   */
  substitute<T = never>(old: Cancellable, json: Given<T>, options: { readonly key: string }): Promise<SubstituteResult>
  /** Cancels, with motive 02, the second stamp of a document that a failover found: `cancelOrphan: engine.cancelOrphan`. */
  cancelOrphan(orphan: Orphan): Promise<void>
  /**
   * Sends and asks what is due, and gives every document whose standing changed, again until `acknowledgeLife`. Call it when the process
   * starts, and every few minutes. Anything may come: a document can be cancelled in the SAT's portal.
   * @throws what the store throws when its lives cannot be read
   */
  refresh(options?: Pick<StampOptions, 'signal'>): AsyncGenerator<LifeNotice, void, undefined>
  /**
   * Says that the host knows of a change. `false`: nothing is known of that document.
   * @throws what the store throws
   */
  acknowledgeLife(notice: Pick<LifeNotice, 'uuid' | 'change'>): Promise<boolean>
  /** The documents that a receiver got and whose cancellation waits for its answer, as the SAT has them. Never rejects. */
  pending(rfcReceptor: string): Promise<PendingResult>
  /**
   * Answers a cancellation as its receiver, signed with the receiver's CSD: one of `signers`. May be given again: the SAT keeps the
   * first answer (`answeredBefore`). Never rejects.
   */
  answer(call: AnswerCall): Promise<AnswerResult>
  /** The documents that are related to one, and what is to be cancelled before it, in which order. Never rejects. */
  related(call: RelatedCall): Promise<RelatedResult>
}

/**
 * Makes an engine.
 * @throws TypeError when `signers` or `provider` is missing or is none, or an adapter is given for a provider, or `limits` or `lease` are none.
 * @throws CertificateError when one of `pacCertificates` cannot be read.
 * @throws CfdiError `CATALOG_UNREADABLE` without `catalogs` in a program that was bundled without those of the package.
 * @example
 * const engine = createEngine({ signers: csd, provider: failover([main, backup], { journal }) })
 * const answer = await engine.stamp(invoice)
 * answer.ok // → true
 */
export function createEngine(options: EngineOptions): Engine {
  if (options?.signers === undefined || options.provider === undefined) {
    throw new TypeError('createEngine: signers and provider are needed')
  }
  requireProvider('createEngine', options.provider)
  const { lease = 1_000 } = options
  if (!(lease >= 1_000 && Number.isFinite(lease))) throw new TypeError('createEngine: a lease is of 1,000 ms or more')
  return new StampingEngine(options)
}

class StampingEngine implements Engine {
  readonly #preparation: PreparationSettings
  readonly #sending: SendingSettings
  readonly #folios: FolioSequence
  readonly #keyedSettings: KeyedSettings
  readonly #keyed: Keyed
  readonly #cancellations: Cancellations
  readonly #receiver: Receiver

  constructor(options: EngineOptions) {
    this.#preparation = preparationOf(options)
    this.#sending = { provider: options.provider, pacCertificates: options.pacCertificates?.map(asCertificate) }
    this.#folios = options.folios ?? createMemoryFolios()
    this.#keyedSettings = this.#keyedOf(options)
    this.#keyed = new Keyed(this.#keyedSettings)
    const { orders, owner, lease, now } = this.#keyedSettings
    const { signerOf } = this.#preparation
    this.#receiver = new Receiver({ provider: options.provider, signerOf, now })
    this.#cancellations = new Cancellations({
      lives: options.lives ?? createUnsafeMemoryLives(),
      provider: options.provider,
      status: options.status,
      signerOf,
      receiver: this.#receiver,
      policy: options.cancelPolicy,
      ...{ orders, owner, lease, now },
    })
    this.cancelOrphan = this.cancelOrphan.bind(this)
  }

  async stamp(json: unknown, { key, signal }: StampOptions = {}): Promise<StampResult> {
    const draft = parseDraft(json, this.#preparation.limits)
    if (isEnd(draft)) return draft.failure
    if (key !== undefined) return this.#keyed.stamp(key, draft.value, signal)
    const made = await this.#seal(draft.value, this.#folios)
    return isEnd(made) ? made.failure : this.#send(made.value, undefined, signal)
  }

  async check(json: unknown): Promise<readonly Finding[]> {
    return (await this.prepare(json)).findings
  }

  async prepare(json: unknown): Promise<Preview> {
    const draft = parseDraft(json, this.#preparation.limits)
    const judged = isEnd(draft) ? draft : await judge(draft.value, this.#preparation)
    if (isEnd(judged)) return unpreviewed(judged.failure)
    return previewOf(judged.value.document, judged.value.findings)
  }

  async seal(json: unknown, { key, store }: SealOptions = {}): Promise<SealSuccess | StampFailure> {
    const draft = parseDraft(json, this.#preparation.limits)
    const made = isEnd(draft) ? draft : await this.#sealed(draft.value, key, store)
    return isEnd(made) ? made.failure : { ok: true, sealed: sealedCfdi(made.value) }
  }

  async stampSealed({ XML }: Pick<SealedCfdi, 'XML'>, { key, signal }: StampOptions = {}): Promise<StampResult> {
    const sealed = trySealed(XML)
    if (isEnd(sealed)) return sealed.failure
    if (key !== undefined) return this.#keyed.stampSealed(key, sealed.value, signal)
    const holder = await tokenOf(sealed.value)
    return this.#send({ sealed: sealed.value, reservation: undefined, warnings: [] }, holder, signal)
  }

  resume({ signal }: Pick<StampOptions, 'signal'> = {}): AsyncGenerator<Delivery, void, undefined> {
    return this.#keyed.resume(signal)
  }

  acknowledge(key: string): Promise<boolean> {
    return this.#keyed.acknowledge(key)
  }

  cancel(call: CancelCall): Promise<CancelResult> {
    return this.#cancellations.cancel(call)
  }

  async substitute(old: Cancellable, json: unknown, { key }: { readonly key: string }): Promise<SubstituteResult> {
    const draft = parseDraft(json, this.#preparation.limits)
    if (isEnd(draft)) return draft.failure
    return this.#cancellations.substitute(old, key, (uuid) => this.#keyed.stamp(key, substituteOf(draft.value, uuid)))
  }

  async cancelOrphan({ sealed, cancel }: Orphan): Promise<void> {
    const { xml, pac } = stampedBy(sealed, cancel).entry
    const asked = await this.cancel({ XML: encodeTextBase64(xml), pac, motivo: '02' })
    if (!asked.ok) throw new Error(asked.message)
  }

  refresh({ signal }: Pick<StampOptions, 'signal'> = {}): AsyncGenerator<LifeNotice, void, undefined> {
    return this.#cancellations.refresh(signal)
  }

  acknowledgeLife({ uuid, change }: Pick<LifeNotice, 'uuid' | 'change'>): Promise<boolean> {
    return this.#cancellations.acknowledge(uuid, change)
  }

  pending(rfcReceptor: string): Promise<PendingResult> {
    return this.#receiver.pending(rfcReceptor)
  }

  answer(call: AnswerCall): Promise<AnswerResult> {
    return this.#receiver.answer(call)
  }

  related(call: RelatedCall): Promise<RelatedResult> {
    return this.#receiver.related(call)
  }

  async #sealed(draft: Draft, key: string | undefined, store: SealOptions['store']): Promise<Step<Sealed>> {
    const { orders, folios } = { ...this.#keyedSettings, ...store }
    if (key === undefined) {
      const made = await this.#seal(draft, folios)
      return isEnd(made) ? made : { value: made.value.sealed }
    }
    return (store === undefined ? this.#keyed : new Keyed(this.#keyedOf({ orders, folios }))).seal(key, draft)
  }

  /** Without a key the folio is held by what was sealed. */
  async #seal(draft: Draft, folios: FolioSequence): Promise<Step<SealedDraft>> {
    const judged = await judge(draft, this.#preparation)
    const made = isEnd(judged) ? judged : await sealJudged(judged.value, folios, this.#preparation)
    if (isEnd(made) || made.value.reservation?.bind === undefined) return made
    return bound(made.value, await tokenOf(made.value.sealed), this.#preparation.folioTimeout)
  }

  /** @param holder who may hold a folio that was taken in an earlier call */
  async #send(
    { sealed, reservation, warnings }: SealedDraft,
    holder: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<StampResult> {
    const { folioTimeout } = this.#preparation
    const earlier = holder === undefined ? 'never' : 'asked'
    const sent = await send({ sealed, earlier, sentBy: undefined, signal }, this.#sending)
    if (isEnd(sent)) return released(sent.failure, reservation, folioTimeout)
    const { outcome } = sent.value
    if (outcome.kind === 'unknown') return notStamped(sealed, outcome)
    const taken = { folios: this.#folios, documentOf: () => sealed.document, holder, reservation }
    const late = await settleFolio(taken, outcome.kind, folioTimeout)
    return outcome.kind === 'stamped' ? success(sealed, outcome, [...warnings, ...late]) : notStamped(sealed, outcome)
  }

  #keyedOf(options: Pick<EngineOptions, 'orders' | 'folios' | 'storeTimeout' | 'lease' | 'owner'>): KeyedSettings {
    const { clock, folioTimeout } = this.#preparation
    const folios = options.folios ?? this.#folios
    return {
      orders: options.orders ?? createUnsafeMemoryOrders(),
      folios,
      storeTimeout: options.storeTimeout ?? 10_000,
      folioTimeout,
      owner: options.owner ?? createUuid(secureRandom),
      lease: options.lease ?? 300_000,
      now: () => clock().getTime(),
      seal: async (draft, key) => {
        const judged = await judge(draft, this.#preparation)
        return isEnd(judged) ? judged : sealJudged(judged.value, folios, this.#preparation, key)
      },
      send: (sending) => send(sending, this.#sending),
      sentBy: (before) => sentBy(before, this.#sending.provider),
    }
  }
}

function preparationOf(options: EngineOptions): PreparationSettings {
  return {
    signerOf: signerSource(options.signers),
    clock: options.clock ?? (() => new Date()),
    random: options.random ?? secureRandom,
    catalogs: options.catalogs ?? ownCatalogs(),
    registries: options.registries ?? {},
    complete: options.complete ?? false,
    limits: limitsOf(options.limits),
    folioTimeout: options.folioTimeout ?? 10_000,
  }
}

/** @throws TypeError when what is given as signers are none; so does the source, of what the host's gave */
function signerSource(signers: EngineOptions['signers']): SignerSource {
  if (typeof signers === 'function') {
    return async (rfc) => {
      const signer = (await signers(rfc)) ?? undefined
      if (signer !== undefined) requireSigner('signers', signer)
      return signer
    }
  }
  const all: readonly Signer[] = Array.isArray(signers) ? signers : [signers as Signer]
  for (const signer of all) requireSigner('createEngine', signer)
  return (rfc) =>
    rfc === undefined ? (all.length === 1 ? all[0] : undefined) : all.find(({ certificate }) => certificate.rfc === rfc)
}

/** A draft that says which document it takes the place of; one that says so already stays as it is. */
function substituteOf(draft: Draft, UUID: string): Draft {
  const relations = itemsOf(draft['CfdiRelacionados'])
  if (relations.some(({ TipoRelacion }) => TipoRelacion === '04')) return draft
  return { ...draft, CfdiRelacionados: [{ TipoRelacion: '04', CfdiRelacionado: [{ UUID }] }, ...relations] }
}

function asCertificate(one: Certificate | Uint8Array | string): Certificate {
  return isCertificate(one) ? one : readCertificate(one)
}

function trySealed(xml: unknown): Step<Sealed> {
  try {
    const bytes = decodeBase64(xml as string)
    if (bytes !== undefined) return { value: parseSealed(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    // Told below.
  }
  return {
    failure: failure(failureCodes.json, 'Lo sellado no se puede leer: XML debe ser un CFDI sellado, en Base64.'),
  }
}
