/**
 * The whole, in order: from the JSON of an invoice to its stamped XML.
 * @module
 */

import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { AUTO } from '../derive/derivation.js'
import { SealError } from '../errors.js'
import { copyJson, isRecord, JsonLimitError, withoutNulls } from '../lib/json.js'
import { type AllLimits, type Limits, limitsOf } from '../lib/limits.js'
import { messageOf } from '../lib/message.js'
import { clip } from '../lib/text.js'
import { type Random, secureRandom } from '../lib/uuid.js'
import type { Finding } from '../model/finding.js'
import { judgeStamp, unknown } from '../pac/outcome.js'
import type { Provider, StampOutcome } from '../pac/provider.js'
import { type CheckOptions, check } from '../sat/cfdi40/check.js'
import { explainUnresolved, resolve } from '../sat/cfdi40/resolve.js'
import { isCertificate } from '../seal/policy.js'
import { type Sealed, seal } from '../seal/sello.js'
import type { Signer } from '../seal/signer.js'
import { verifyStamp } from '../seal/verify.js'
import { failureCodes } from './codes.js'
import { causedBy, failure, invalid, notStamped, reason } from './failure.js'
import { createMemoryFolios, type FolioSequence } from './folios.js'
import { committed, type Numbered, number, released } from './number.js'
import type { StampFailure, StampResult } from './result.js'
import type { Draft, Resolved, Valid } from './stages.js'
import { isEnd, type Step } from './step.js'
import { success } from './success.js'

/** Gives the signer of an issuer; `rfc` is undefined when the document says "AUTO". */
export type SignerSource = (rfc: string | undefined) => Signer | undefined | Promise<Signer | undefined>

/** What an engine works with. Everything comes in by this door. */
export interface EngineOptions {
  /** Who seals: one signer, several (chosen by `Emisor.Rfc`), or a function that finds them. */
  readonly signers: Signer | readonly Signer[] | SignerSource
  /** Who stamps: a PAC, or a failover of several. */
  readonly provider: Provider
  /** Where `Folio: "AUTO"` comes from. In memory by default, which is for tests: it starts again with the process. */
  readonly folios?: FolioSequence | undefined
  /**
   * Milliseconds that a folio's `commit` or `release` may take. The answer waits no longer: a stamp then says in a warning
   * (709) that its folio is not settled. 10,000 by default.
   */
  readonly folioTimeout?: number | undefined
  /** The present. The computer's clock by default. */
  readonly clock?: (() => Date) | undefined
  /** Random octets, for IdCCP. The platform's generator by default. */
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
  /** Gives up waiting. What was already sent may be stamped: the answer is then 708. */
  readonly signal?: AbortSignal | undefined
}

/** Stamps documents. Safe for any number of concurrent calls. */
export interface Engine {
  /**
   * Stamps an invoice given as an object or as JSON text. Never rejects: whatever the document, the certificate, the PAC
   * or what the host gave the engine do is an answer, with a code (see `failureCodes`).
   */
  stamp(json: unknown, options?: StampOptions): Promise<StampResult>
  /** The findings that `stamp` would answer with, sealing and sending nothing; folios are not taken. */
  check(json: unknown): Promise<readonly Finding[]>
}

/**
 * Makes an engine.
 * @throws TypeError when `signers` or `provider` is missing, or `limits` are none.
 * @throws CertificateError when one of `pacCertificates` cannot be read.
 * @example
 * const engine = createEngine({ signers: csd, provider: failover([main, backup], { journal }) })
 * const answer = await engine.stamp(invoice)
 * answer.ok // → true
 */
export function createEngine(options: EngineOptions): Engine {
  if (options?.signers === undefined || options.provider === undefined) {
    throw new TypeError('createEngine: signers and provider are needed')
  }
  return new StampingEngine(options)
}

class StampingEngine implements Engine {
  readonly #signerOf: SignerSource
  readonly #provider: Provider
  readonly #folios: FolioSequence
  readonly #folioTimeout: number
  readonly #clock: () => Date
  readonly #random: Random
  readonly #catalogs: Catalogs
  readonly #registries: NonNullable<CheckOptions['registries']>
  readonly #complete: boolean
  readonly #pacCertificates: readonly Certificate[] | undefined
  readonly #limits: AllLimits

  constructor(options: EngineOptions) {
    this.#limits = limitsOf(options.limits)
    this.#signerOf = signerSource(options.signers)
    this.#provider = options.provider
    this.#folios = options.folios ?? createMemoryFolios()
    this.#folioTimeout = options.folioTimeout ?? 10_000
    this.#clock = options.clock ?? (() => new Date())
    this.#random = options.random ?? secureRandom
    this.#catalogs = options.catalogs ?? allCatalogs
    this.#registries = options.registries ?? {}
    this.#complete = options.complete ?? false
    this.#pacCertificates = options.pacCertificates?.map((one) => (isCertificate(one) ? one : readCertificate(one)))
  }

  async stamp(json: unknown, options?: StampOptions): Promise<StampResult> {
    const judged = await this.#judge(json)
    if (isEnd(judged)) return judged.failure
    const { signer, document, findings } = judged.value
    const errors = findings.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) return invalid(errors)
    const numbered = await number(document as unknown as Valid, this.#folios, this.#folioTimeout)
    if (isEnd(numbered)) return numbered.failure
    const sealed = await trySeal(numbered.value.document, signer)
    if (isEnd(sealed)) return released(sealed.failure, numbered.value.reservation, this.#folioTimeout)
    const outcome = await this.#ask(sealed.value, options?.signal)
    return this.#answer(sealed.value, outcome, numbered.value.reservation, findings)
  }

  async check(json: unknown): Promise<readonly Finding[]> {
    const judged = await this.#judge(json)
    return isEnd(judged) ? [findingOf(judged.failure)] : judged.value.findings
  }

  /** All that comes before the first folio is taken. What fails here is the host's: nothing was sent. */
  async #judge(json: unknown): Promise<Step<Judged>> {
    try {
      const draft = parseDraft(json, this.#limits)
      if (isEnd(draft)) return draft
      const signer = await this.#signer(draft.value)
      if (isEnd(signer)) return signer
      const document = this.#resolve(draft.value, signer.value)
      return { value: { signer: signer.value, document, findings: this.#findings(document) } }
    } catch (cause) {
      const message = `Lo que se dio al motor (reloj, catálogos, registros) falló: ${messageOf(cause)}`
      return { failure: failure(failureCodes.host, message) }
    }
  }

  /** A provider that throws may have stamped. Its error is not repeated: it may hold a URL with credentials. */
  async #ask(sealed: Sealed, signal: AbortSignal | undefined): Promise<StampOutcome> {
    const pac = this.#provider.id
    try {
      return await this.#verify(judgeStamp(await this.#provider.stamp(sealed, signal), sealed, pac), sealed)
    } catch (cause) {
      const detail = cause instanceof Error ? cause.name : typeof cause
      return unknown(pac, `El PAC falló sin decir qué fue del comprobante (${detail}).`)
    }
  }

  /** A stamp that no PAC of those trusted made may come from anybody; the document may be stamped all the same. */
  async #verify(outcome: StampOutcome, { sello }: Sealed): Promise<StampOutcome> {
    if (outcome.kind !== 'stamped' || this.#pacCertificates === undefined) return outcome
    const verdict = await verifyStamp(outcome.timbre, sello, this.#pacCertificates)
    return verdict.ok
      ? outcome
      : { ...unknown(outcome.pac, `No se pudo verificar el timbre: ${verdict.message}`), why: 'stamped' }
  }

  async #signer(draft: Draft): Promise<Step<Signer>> {
    const rfc = isRecord(draft['Emisor']) ? draft['Emisor']['Rfc'] : undefined
    const wanted = typeof rfc === 'string' && rfc !== AUTO ? rfc : undefined
    try {
      const signer = await this.#signerOf(wanted)
      if (signer !== undefined) return { value: signer }
    } catch (cause) {
      const message = `No se pudo obtener el certificado del emisor: ${messageOf(cause)}`
      return { failure: causedBy(cause, failure(failureCodes.signer, message)) }
    }
    const message = `No hay un certificado con qué sellar para el emisor ${clip(wanted ?? '"AUTO"')}.`
    return { failure: failure(failureCodes.signer, message) }
  }

  #resolve(draft: Draft, { certificate }: Signer): Resolved {
    const zoneOf = (postalCode: string) => this.#catalogs.zoneOf(postalCode)
    const world = {
      catalogs: this.#catalogs,
      clock: this.#clock,
      random: this.#random,
      zoneOf,
      complete: this.#complete,
    }
    return resolve(draft, { certificate, ...world }) as Resolved
  }

  #findings(document: Resolved): Finding[] {
    const options = { catalogs: this.#catalogs, registries: this.#registries, limits: this.#limits }
    const findings = check(document, { at: this.#clock(), ...options })
    return explainUnresolved(document, findings, { catalogs: this.#catalogs, complete: this.#complete })
  }

  async #answer(
    sealed: Sealed,
    outcome: StampOutcome,
    reservation: Numbered['reservation'],
    warnings: readonly Finding[],
  ): Promise<StampResult> {
    if (outcome.kind === 'unknown') return notStamped(sealed, outcome)
    if (outcome.kind !== 'stamped') return released(notStamped(sealed, outcome), reservation, this.#folioTimeout)
    const late = await committed(reservation, this.#folioTimeout)
    return success(sealed, outcome, [...warnings, ...late])
  }
}

/** A document of which everything is known that can be known before it has a folio. */
interface Judged {
  readonly signer: Signer
  readonly document: Resolved
  readonly findings: readonly Finding[]
}

function signerSource(signers: EngineOptions['signers']): SignerSource {
  if (typeof signers === 'function') return signers
  const all: readonly Signer[] = Array.isArray(signers) ? signers : [signers as Signer]
  return (rfc) =>
    rfc === undefined ? (all.length === 1 ? all[0] : undefined) : all.find(({ certificate }) => certificate.rfc === rfc)
}

/** A copy of its own: what is checked is what is sealed, whatever the caller does with the object meanwhile. */
function parseDraft(json: unknown, limits: AllLimits): Step<Draft> {
  const isText = typeof json === 'string' || ArrayBuffer.isView(json)
  try {
    const draft = withoutNulls(isText ? parseText(json, limits) : copyJson(json, limits))
    if (isRecord(draft)) return { value: draft }
  } catch (cause) {
    if (cause instanceof JsonLimitError)
      return { failure: failure(failureCodes.json, `El comprobante ${cause.message}.`) }
    return { failure: failure(failureCodes.json, `El JSON no se puede leer: ${messageOf(cause)}`) }
  }
  return { failure: failure(failureCodes.json, 'El comprobante debe ser un objeto JSON.') }
}

function parseText(json: string | ArrayBufferView, { length }: AllLimits): unknown {
  const measure = typeof json === 'string' ? json.length : json.byteLength
  if (measure > length) throw new JsonLimitError(`mide más de ${length}`)
  const text = typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json)
  return JSON.parse(text.replace(/^\ufeff/, ''))
}

async function trySeal(document: Valid, signer: Signer): Promise<Step<Sealed>> {
  try {
    return { value: await seal(document, signer) }
  } catch (cause) {
    const message = messageOf(cause)
    const code = cause instanceof SealError ? cause.code : String(failureCodes.seal)
    return { failure: causedBy(cause, failure(failureCodes.seal, message, [reason('Sello', message, code)])) }
  }
}

function findingOf({ code, message }: StampFailure): Finding {
  return { code: String(code), severity: 'error', element: 'Comprobante', field: '', message, path: '' }
}
