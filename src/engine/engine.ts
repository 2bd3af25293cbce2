/**
 * The engine: from the JSON of an invoice to its stamped XML, and to its cancellation.
 * @module
 */

import { folioFiscal } from '../cancel/sign.js'
import { earlierStore } from './store.js'
import { encodeTextBase64 } from '../lib/base64.js'
import { isRecord } from '../lib/json.js'
import { type OptionNames, requireKind, requireOptions, withCurrentNames } from '../lib/options.js'
import type { Finding } from '../model/finding.js'
import type { Orphan } from '../pac/reconciler.js'
import type { Sealed } from '../seal/sello.js'
import type { Provider } from '../pac/provider.js'
import type { SettleOptions } from '../pac/settlement.js'
import type { Engine, KeylessEngine } from './engineInterface.js'
import { requireProvider, requireSealed } from '../pac/requireProvider.js'
import { type Cancellable, stampedBy } from './cancellable.js'
import {
  type CancelCall,
  CancellationFlow,
  type CancelResult,
  type CancellationNotice,
  type SubstituteResult,
} from './cancellation.js'
import { lacksKey } from './stamp/answers.js'
import { AttentionDesk, type OrderSettlement } from './stamp/attention.js'
import { abandonedAfter, Claims } from './stamp/claims.js'
import { createKeylessClaims, TokenTwins } from './stamp/keylessOrders.js'
import { openSealed, ParsedDraft, parseDraft, substituteOf } from './draft.js'
import {
  type EngineOptions,
  type EngineSettings,
  engineOptionNames,
  type SealOptions,
  type StampOptions,
  sealOptionNames,
  requireOrderedAt,
  readEngineSettings,
  stampOptionNames,
} from './engineOptions.js'
import { sealedCfdi } from './failure.js'
import { prepareDraft } from './stamp/preparation.js'
import { type Preview, previewOf, unpreviewed } from './preview.js'
import {
  type AnswerCall,
  type AnswerResult,
  type PendingResult,
  Receiver,
  type RelatedCall,
  type RelatedResult,
} from './receiver.js'
import { Recovery } from './stamp/recovery.js'
import type { StampObserver } from './observe/stampObserver.js'
import { lostTimeOf } from './stamp/restoreMark.js'
import type { Orders } from './orders.js'
import type { Delivery, SealedCfdi, SealSuccess, StampFailure, StampResult } from './result.js'
import { StampFlow } from './stamp/stampFlow.js'
import { isEnd, type Step } from './stepResult.js'

export type { EngineOptions, SealOptions, StampOptions } from './engineOptions.js'
export type { SealSuccess } from './result.js'

export type { Engine, KeylessEngine } from './engineInterface.js'

/**
 * Creates an engine.
 * @throws TypeError for an unknown option, a missing or invalid `signers` or `provider`, an adapter
 * instead of a provider, or invalid `limits` or `lease`.
 * @throws CertificateError for an unreadable certificate in `pacCertificates`.
 * @throws CfdiError `CATALOG_UNREADABLE` without `catalogs`, in a program bundled without those of
 * the package.
 * @example
 * const engine = createEngine({ signers: csd, provider: failover([main, backup], { journal }) })
 * const answer = await engine.stamp(invoice)
 * answer.ok // → true
 */
export function createEngine(options: EngineOptions & { readonly orders: Orders }): Engine
/** Without `orders`, keys are refused. */
export function createEngine(options: EngineOptions & { readonly orders?: never }): KeylessEngine
/** Options that may have `orders`. */
export function createEngine(options: EngineOptions): Engine
export function createEngine(options: EngineOptions): Engine {
  if (options?.signers === undefined || options.provider === undefined) {
    throw new TypeError('createEngine: signers and provider are needed')
  }
  requireProvider('createEngine', options.provider)
  const current = withCurrentNames(options, earlierStore)
  requireOptions('createEngine', current, engineOptionNames)
  const { lease = 1_000 } = options
  if (!(lease >= 1_000 && Number.isFinite(lease)))
    throw new TypeError('createEngine: lease must be 1,000 ms or more')
  return new StampingEngine(current)
}

class StampingEngine implements Engine {
  readonly #settings: EngineSettings
  readonly #flow: StampFlow
  readonly #recovery: Recovery
  readonly #attention: AttentionDesk
  readonly #provider: Provider
  readonly #cancellations: CancellationFlow
  readonly #receiver: Receiver

  constructor(options: EngineOptions) {
    const settings = readEngineSettings(options)
    const { orders, folios, cancellations, claims, owner, now, preparation, openObserver } =
      settings
    const { folioTimeout, signerOf } = preparation
    const { provider, status, cancelPolicy } = options
    this.#settings = settings
    this.#provider = provider
    const keyed = { claims: new Claims(claims), folios }
    const twins = new TokenTwins(now, async (token) =>
      settings.isGiven.orders ? keyed.claims.ownerOf(token) : undefined,
    )
    const keyless = { claims: createKeylessClaims(claims, twins), folios }
    const isCancelled = async (uuid: string) =>
      (await cancellations.load(folioFiscal(uuid)))?.life.phase === 'cancelled'
    const { sending, isGiven, observed } = settings
    this.#flow = new StampFlow({
      preparation,
      sending,
      folioTimeout,
      keyed,
      keyless,
      twins,
      isGiven,
      isCancelled,
      openObserver,
      observed,
    })
    const { documents } = preparation
    this.#recovery = new Recovery({
      ...keyed,
      documents,
      ...{ orders, folioTimeout, provider, stampFlow: this.#flow },
    })
    const { catalogs } = preparation
    this.#attention = new AttentionDesk({
      ...{ ...keyed, documents, folioTimeout, provider, catalogs, stampFlow: this.#flow },
    })
    this.#receiver = new Receiver({ provider, signerOf, now })
    this.#cancellations = new CancellationFlow({
      cancellations,
      documents,
      ...{ provider, status, signerOf, receiver: this.#receiver, policy: cancelPolicy },
      ...{ orders, owner, lease: abandonedAfter, now },
    })
    this.cancelOrphan = this.cancelOrphan.bind(this)
  }

  async stamp(json: unknown, options: StampOptions = {}): Promise<StampResult> {
    requireOptions('stamp', options, stampOptionNames)
    const missing = lacksKey(options)
    if (missing !== undefined) return missing
    requireOrderedAt(options, this.#settings.now)
    const { key, orderedAt, signal } = options
    const observer = this.#settings.openObserver('stamp', options)
    return observeEnd(observer, this.#flow.stamp(json, { key, orderedAt, signal, observer }))
  }

  async check(json: unknown, ...more: readonly unknown[]): Promise<readonly Finding[]> {
    refuseMore('check', more)
    return (await this.prepare(json)).findings
  }

  async prepare(json: unknown, ...more: readonly unknown[]): Promise<Preview> {
    refuseMore('prepare', more)
    const { preparation } = this.#settings
    const draft = parseDraft(json, preparation.limits)
    const prepared = isEnd(draft) ? draft : await prepareDraft(draft.value, preparation)
    if (isEnd(prepared)) return unpreviewed(prepared.failure)
    const { kind, document, findings } = prepared.value
    return previewOf(kind, document, findings)
  }

  async seal(json: unknown, options: SealOptions = {}): Promise<SealSuccess | StampFailure> {
    requireOptions('seal', options, sealOptionNames)
    const missing = lacksKey(options)
    if (missing !== undefined) return missing
    requireOrderedAt(options, this.#settings.now)
    const { key, orderedAt, store } = options
    const { claims, observed, openObserver } = this.#settings
    const { orders, folios } = store === undefined ? {} : observed(store)
    const books = orders && folios && { claims: new Claims({ ...claims, orders }), folios }
    const observer = openObserver('seal', options)
    return observeEnd(
      observer,
      this.#flow.seal(json, { key, orderedAt, observer }, books).then(sealAnswer),
    )
  }

  async stampSealed(
    document: Pick<SealedCfdi, 'XML'>,
    options: StampOptions = {},
  ): Promise<StampResult> {
    requireOptions('stampSealed', options, stampOptionNames)
    const missing = lacksKey(options)
    if (missing !== undefined) return missing
    requireOrderedAt(options, this.#settings.now)
    const { documents } = this.#settings.preparation
    const sealed = openSealed(document?.XML, documents.all)
    if (isEnd(sealed)) return sealed.failure
    const observer = this.#settings.openObserver('stampSealed', options)
    return observeEnd(
      observer,
      this.#flow.stampSealed(sealed.value, { key: options.key, signal: options.signal, observer }),
    )
  }

  resume(options: Pick<StampOptions, 'signal'> = {}): AsyncGenerator<Delivery, void, undefined> {
    requireOptions('resume', options, { signal: 'signal' })
    const { signal } = options
    return this.#recovery.resume(signal)
  }

  needsAttention(options: { readonly olderThan?: number } = {}) {
    requireOptions('needsAttention', options, ['olderThan'])
    const { olderThan = 3_600_000 } = options
    if (!(olderThan >= 0))
      throw new TypeError('needsAttention: olderThan is milliseconds, 0 or more')
    return this.#attention.list(olderThan)
  }

  async acknowledgeAttention(key: string): Promise<boolean> {
    requireKind('acknowledgeAttention: key', key, 'text')
    return this.#attention.acknowledge(key)
  }

  async settle(
    key: string,
    settlement: OrderSettlement,
    options: SettleOptions = {},
  ): Promise<StampResult> {
    requireOptions('settle', options, { by: 'text' })
    requireKind('settle: key', key, 'text')
    const { by = 'operator' } = options
    return this.#attention.settle(key, settlement, by)
  }

  async afterRestore(lost: { readonly since: Date; readonly until?: Date }): Promise<void> {
    const { restore, isGiven, now } = this.#settings
    if (!isGiven.orders) throw new TypeError('afterRestore: createEngine has no orders')
    requireOptions('afterRestore', lost, ['since', 'until'])
    const time = lostTimeOf(lost, now())
    await restore.set(time)
    await this.#provider.afterRestore?.(time.until)
  }

  async endRestore(options: SettleOptions = {}): Promise<number> {
    requireOptions('endRestore', options, { by: 'text' })
    const { by = 'operator' } = options
    const settled = await this.#attention.settleForgotten(by)
    await this.#settings.restore.set(undefined)
    return settled
  }

  async acknowledge(key: string): Promise<boolean> {
    requireKind('acknowledge: key', key, 'text')
    return this.#recovery.acknowledge(key)
  }

  async cancel(call: CancelCall): Promise<CancelResult> {
    requireOptions('cancel', call, [...cancellableNames, 'motivo', 'folioSustitucion'])
    return this.#cancellations.cancel(call)
  }

  async substitute(
    old: Cancellable,
    json: unknown,
    options: { readonly key: string },
  ): Promise<SubstituteResult> {
    requireOptions('substitute', options, ['key'])
    requireOptions('substitute: old', old, cancellableNames)
    const { key } = options
    const draft = parseDraft(json, this.#settings.preparation.limits)
    if (isEnd(draft)) return draft.failure
    const stamp = (uuid: string) =>
      this.stamp(new ParsedDraft(substituteOf(draft.value, uuid)), { key })
    return this.#cancellations.substitute(old, key, stamp)
  }

  async cancelOrphan(orphan: Orphan): Promise<void> {
    requireKind('cancelOrphan: orphan', orphan, 'object')
    const { sealed, cancel } = orphan
    requireSealed('cancelOrphan', sealed)
    requireKind('cancelOrphan: cancel', cancel, 'object')
    const { documents } = this.#settings.preparation
    const { xml, pac } = stampedBy(documents.parseSealed(sealed.xml), cancel).entry
    const asked = await this.cancel({ XML: encodeTextBase64(xml), pac, motivo: '02' })
    if (!asked.ok) throw new Error(asked.message)
  }

  refresh(
    options: Pick<StampOptions, 'signal'> = {},
  ): AsyncGenerator<CancellationNotice, void, undefined> {
    requireOptions('refresh', options, { signal: 'signal' })
    const { signal } = options
    return this.#cancellations.refresh(signal)
  }

  acknowledgeLife(notice: Pick<CancellationNotice, 'uuid' | 'change'>): Promise<boolean> {
    return this.acknowledgeCancellation(notice)
  }

  async acknowledgeCancellation(
    notice: Pick<CancellationNotice, 'uuid' | 'change'>,
  ): Promise<boolean> {
    // A host passes the notice of `refresh` as it is.
    requireKind('acknowledgeCancellation: notice', notice, 'object')
    const { uuid, change } = notice
    requireKind('acknowledgeCancellation: uuid', uuid, 'text')
    requireKind('acknowledgeCancellation: change', change, 'number')
    return this.#cancellations.acknowledge(uuid, change)
  }

  async pending(rfcReceptor: string): Promise<PendingResult> {
    requireKind('pending: rfcReceptor', rfcReceptor, 'text')
    return this.#receiver.pending(rfcReceptor)
  }

  async answer(call: AnswerCall): Promise<AnswerResult> {
    requireOptions('answer', call, answerNames)
    return this.#receiver.answer(call)
  }

  async related(call: RelatedCall): Promise<RelatedResult> {
    requireOptions('related', call, relatedNames)
    return this.#receiver.related(call)
  }
}

const cancellableNames = ['key', 'XML', 'pac', 'uuid']

/** The members of a call that are text are told in Spanish: they may come from a user. */
const answerNames: OptionNames<AnswerCall> = {
  uuid: true,
  respuesta: true,
  rfcReceptor: 'text',
}
const relatedNames: OptionNames<RelatedCall> = { uuid: true, rol: true, rfc: 'text' }

/** The options of an engine hold for all its calls: these verbs take none. */
function refuseMore(verb: string, more: readonly unknown[]): void {
  if (more.some(isRecord))
    throw new TypeError(`${verb}: takes a document and no options; createEngine takes them`)
}

/** Emits the end of an observed call. */
function observeEnd<Answer extends StampResult | SealSuccess>(
  observer: StampObserver | undefined,
  answering: Promise<Answer>,
): Promise<Answer> {
  if (observer === undefined) return answering
  return observer.ending(answering)
}

function sealAnswer(made: Step<Sealed>): SealSuccess | StampFailure {
  if (isEnd(made)) return made.failure
  return { ok: true, sealed: sealedCfdi(made.value) }
}
