/**
 * The whole, in order: from the JSON of an invoice to its stamped XML.
 * @module
 */

import { AUTO } from '../auto/auto.js'
import { createMemoryFolios, type FolioReservation, type FolioSequence } from '../auto/folio.js'
import { resolve } from '../auto/resolve.js'
import { explainUnresolved } from '../auto/unresolved.js'
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { SealError } from '../errors.js'
import { encodeTextBase64 } from '../lib/base64.js'
import { copyJson, JsonLimitError } from '../lib/json.js'
import { type AllLimits, type Limits, limitsOf } from '../lib/limits.js'
import { clip, isPlainField } from '../lib/text.js'
import { type Random, secureRandom } from '../lib/uuid.js'
import { cadenaTimbre } from '../model/cfdi.js'
import type { Finding } from '../model/finding.js'
import type { Provider, StampOutcome } from '../pac/provider.js'
import { type CheckOptions, check } from '../rules/check.js'
import { insertTimbre } from '../seal/insertTimbre.js'
import { type Sealed, seal } from '../seal/sello.js'
import type { Signer } from '../seal/signer.js'
import { failureCodes } from './codes.js'
import { failure, invalid, notStamped } from './failure.js'
import type { StampFailure, StampResult, StampSuccess } from './result.js'
import type { Draft, Resolved, Valid } from './stages.js'
import { verificationUrl } from './verificationUrl.js'

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
  /** The present. The computer's clock by default. */
  readonly clock?: (() => Date) | undefined
  /** Random octets, for IdCCP. The platform's generator by default. */
  readonly random?: Random | undefined
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
  /** Derive amounts that are absent too, and not only those that say "AUTO". `false` by default. */
  readonly complete?: boolean | undefined
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
   * Stamps an invoice given as an object or as JSON text. Never rejects for what the document, the certificate or the
   * PAC do: that is an answer, with a code (see `failureCodes`).
   */
  stamp(json: unknown, options?: StampOptions): Promise<StampResult>
  /** The findings that `stamp` would answer with, sealing and sending nothing; folios are not taken. */
  check(json: unknown): Promise<readonly Finding[]>
}

/**
 * Makes an engine.
 * @throws TypeError when `signers` or `provider` is missing, or `limits` are none.
 * @example
 * const engine = createEngine({ signers: await openCsd({ cer, key, password }), provider: failover([main, backup], { journal }) })
 * const answer = await engine.stamp(invoice)
 */
export function createEngine(options: EngineOptions): Engine {
  if (options?.signers === undefined || options.provider === undefined) {
    throw new TypeError('createEngine necesita signers y provider')
  }
  return new StampingEngine(options)
}

class StampingEngine implements Engine {
  readonly #signerOf: SignerSource
  readonly #provider: Provider
  readonly #folios: FolioSequence
  readonly #clock: () => Date
  readonly #random: Random
  readonly #catalogs: Catalogs
  readonly #registries: NonNullable<CheckOptions['registries']>
  readonly #complete: boolean
  readonly #limits: AllLimits

  constructor(options: EngineOptions) {
    const { signers, provider, folios, clock, random, catalogs, registries, complete = false, limits } = options
    this.#limits = limitsOf(limits)
    this.#signerOf = signerSource(signers)
    this.#provider = provider
    this.#folios = folios ?? createMemoryFolios()
    this.#clock = clock ?? (() => new Date())
    this.#random = random ?? secureRandom
    this.#catalogs = catalogs ?? allCatalogs
    this.#registries = registries ?? {}
    this.#complete = complete
  }

  async stamp(json: unknown, { signal }: StampOptions = {}): Promise<StampResult> {
    const draft = parseDraft(json, this.#limits)
    if (isFailure(draft)) return draft
    const signer = await this.#signer(draft)
    if (isFailure(signer)) return signer
    const resolved = this.#resolve(draft, signer)
    const warnings = this.#findings(resolved)
    const errors = warnings.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) return invalid(errors)
    const valid = resolved as unknown as Valid
    const numbered = valid.Folio === AUTO ? await this.#number(valid) : { document: valid, reservation: undefined }
    if ('ok' in numbered) return numbered
    const sealed = await trySeal(numbered.document, signer)
    if ('ok' in sealed) return released(numbered.reservation, sealed)
    const outcome = await this.#ask(sealed, signal)
    return this.#finish(sealed, outcome, numbered.reservation, warnings)
  }

  /** A provider that breaks its word and throws, or answers nothing, may have stamped. */
  async #ask(sealed: Sealed, signal: AbortSignal | undefined): Promise<StampOutcome> {
    const pac = this.#provider.id
    try {
      const outcome: unknown = await this.#provider.stamp(sealed, signal)
      if (isOutcome(outcome)) return outcome
      return { kind: 'unknown', pac, message: 'El PAC no dio una respuesta que se entienda.' }
    } catch (cause) {
      return { kind: 'unknown', pac, message: `El PAC falló sin decir qué fue del comprobante: ${messageOf(cause)}` }
    }
  }

  async check(json: unknown): Promise<readonly Finding[]> {
    const draft = parseDraft(json, this.#limits)
    if (isFailure(draft)) return [findingOf(draft)]
    const signer = await this.#signer(draft)
    if (isFailure(signer)) return [findingOf(signer)]
    return this.#findings(this.#resolve(draft, signer))
  }

  async #signer(draft: Draft): Promise<Signer | StampFailure> {
    const rfc = (draft['Emisor'] as { readonly Rfc?: unknown } | undefined)?.Rfc
    const wanted = typeof rfc === 'string' && rfc !== AUTO ? rfc : undefined
    try {
      const signer = await this.#signerOf(wanted)
      if (signer !== undefined) return signer
    } catch (cause) {
      return failure(failureCodes.signer, `No se pudo obtener el certificado del emisor: ${messageOf(cause)}`)
    }
    return failure(
      failureCodes.signer,
      `No hay un certificado con qué sellar para el emisor ${clip(wanted ?? '"AUTO"')}.`,
    )
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
    const findings = check(document, {
      at: this.#clock(),
      catalogs: this.#catalogs,
      registries: this.#registries,
      limits: this.#limits,
    })
    return explainUnresolved(document, findings, { catalogs: this.#catalogs })
  }

  /** Takes a folio, now that nothing else is wrong: a 702 never burns a number. */
  async #number(document: Valid): Promise<Numbered | StampFailure> {
    try {
      const reservation = await this.#folios.next(document.Emisor.Rfc, document.Serie ?? '')
      if (isFolio(reservation.folio)) return { document: { ...document, Folio: reservation.folio }, reservation }
      return released(reservation, failure(failureCodes.folio, 'La secuencia dio un folio que no se puede usar.'))
    } catch (cause) {
      return failure(failureCodes.folio, `No se pudo tomar un folio: ${messageOf(cause)}`)
    }
  }

  async #finish(
    sealed: Sealed,
    outcome: StampOutcome,
    reservation: FolioReservation | undefined,
    warnings: readonly Finding[],
  ): Promise<StampResult> {
    if (outcome.kind !== 'stamped') {
      const answer = notStamped(sealed, outcome)
      return outcome.kind === 'unknown' ? answer : released(reservation, answer)
    }
    if (outcome.timbre.SelloCFD !== sealed.sello) {
      const message = 'El PAC contestó con el timbre de otro comprobante.'
      return notStamped(sealed, { kind: 'unknown', pac: outcome.pac, message })
    }
    const success = stamped(sealed, outcome, warnings)
    const late = await settle(reservation?.commit())
    return late === undefined ? success : { ...success, warnings: [...warnings, late] }
  }
}

interface Numbered {
  readonly document: Valid
  readonly reservation: FolioReservation | undefined
}

function signerSource(signers: EngineOptions['signers']): SignerSource {
  if (typeof signers === 'function') return signers
  const all: readonly Signer[] = Array.isArray(signers) ? signers : [signers as Signer]
  return (rfc) =>
    rfc === undefined ? (all.length === 1 ? all[0] : undefined) : all.find(({ certificate }) => certificate.rfc === rfc)
}

/** A copy of its own: what is checked is what is sealed, whatever the caller does with the object meanwhile. */
function parseDraft(json: unknown, limits: AllLimits): Draft | StampFailure {
  const isText = typeof json === 'string' || ArrayBuffer.isView(json)
  try {
    const draft = isText ? parseText(json, limits) : copyJson(json, limits)
    if (typeof draft === 'object' && draft !== null && !Array.isArray(draft)) return draft as Draft
  } catch (cause) {
    if (cause instanceof JsonLimitError) return failure(failureCodes.json, `El comprobante ${cause.message}.`)
    if (isText) return failure(failureCodes.json, `El JSON no se puede leer: ${messageOf(cause)}`)
    throw cause
  }
  return failure(failureCodes.json, 'El comprobante debe ser un objeto JSON.')
}

function parseText(json: string | ArrayBufferView, { length }: AllLimits): unknown {
  const measure = typeof json === 'string' ? json.length : json.byteLength
  if (measure > length) throw new JsonLimitError(`mide más de ${length}`)
  const text = typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json)
  return JSON.parse(text.replace(/^\ufeff/, ''))
}

async function trySeal(document: Valid, signer: Signer): Promise<Sealed | StampFailure> {
  try {
    return await seal(document, signer)
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause
    return failure(failureCodes.seal, cause.message, [
      { element: 'Comprobante', field: 'Sello', message: cause.message, code: cause.code, path: 'Sello' },
    ])
  }
}

function stamped(
  sealed: Sealed,
  outcome: Extract<StampOutcome, { kind: 'stamped' }>,
  warnings: readonly Finding[],
): StampSuccess {
  const { xml, timbre } = insertTimbre(sealed, outcome.timbre)
  const { document } = sealed
  return {
    ok: true,
    cfdi: {
      UUID: timbre.UUID,
      XML: encodeTextBase64(xml),
      ...(document.Serie === undefined ? {} : { Serie: document.Serie }),
      ...(document.Folio === undefined ? {} : { Folio: document.Folio }),
      Fecha: document.Fecha,
      FechaTimbrado: timbre.FechaTimbrado,
      RfcProvCertif: timbre.RfcProvCertif,
      NoCertificado: document.NoCertificado,
      NoCertificadoSAT: timbre.NoCertificadoSAT,
      Sello: sealed.sello,
      SelloSAT: timbre.SelloSAT,
      CadenaOriginalTimbre: cadenaTimbre(timbre),
      UrlVerificacion: verificationUrl(document, timbre.UUID),
    },
    timbre,
    pac: outcome.pac,
    earlier: outcome.when === 'earlier',
    warnings,
  }
}

async function released(reservation: FolioReservation | undefined, answer: StampFailure): Promise<StampFailure> {
  await settle(reservation?.release())
  return answer
}

/** A folio store that fails after the fact must not hide the stamp: it is a warning. */
async function settle(ending: Promise<void> | undefined): Promise<Finding | undefined> {
  try {
    await ending
    return undefined
  } catch (cause) {
    const message = `Comprobante.Folio: el folio no se pudo dar por usado: ${messageOf(cause)}.`
    return {
      code: String(failureCodes.folio),
      severity: 'warning',
      element: 'Comprobante',
      field: 'Folio',
      message,
      path: 'Folio',
    }
  }
}

/** Of 1 to 40 characters, without bars and without white space to collapse. */
function isFolio(folio: unknown): folio is string {
  return typeof folio === 'string' && folio.length <= 40 && isPlainField(folio)
}

const kinds: ReadonlySet<unknown> = new Set<StampOutcome['kind']>([
  'stamped',
  'rejected',
  'refused',
  'unavailable',
  'unknown',
])

function isOutcome(value: unknown): value is StampOutcome {
  const outcome = value as Partial<Extract<StampOutcome, { kind: 'stamped' }>> | null | undefined
  if (typeof outcome !== 'object' || outcome === null || !kinds.has(outcome.kind)) return false
  return outcome.kind !== 'stamped' || (typeof outcome.timbre === 'object' && outcome.timbre !== null)
}

function findingOf({ code, message }: StampFailure): Finding {
  return { code: String(code), severity: 'error', element: 'Comprobante', field: '', message, path: '' }
}

function isFailure(value: unknown): value is StampFailure {
  return (value as Partial<StampFailure>).ok === false && 'errors' in (value as object)
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
