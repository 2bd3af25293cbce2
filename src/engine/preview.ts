/**
 * Previews of documents before the seal.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { catalogsKind } from '../catalogs/set.js'
import type { Certificate } from '../certificate/certificate.js'
import { requireCertificate } from '../certificate/signer.js'
import { isLeft, isMissing } from '../derive/unresolved.js'
import { isRecord, type Json, wordOf } from '../lib/json.js'
import { type Limits, limitsOf } from '../lib/limits.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import { dateClock } from '../lib/time.js'
import { type Random, secureRandom } from '../lib/uuid.js'
import type { Finding } from '../model/finding.js'
import { registryKinds } from '../rules/judge.js'
import type { CheckOptions } from '../sat/cfdi40/check.js'
import { registeredKinds } from '../sat/cfdi40/document.js'
import type { SatDocument } from '../sat/document.js'
import type { Given } from '../sat/given.js'
import { isCfdi, type Registered, registeredNames } from '../sat/registered.js'
import { parseDraft } from './draft.js'
import { RegisteredDocuments } from './registeredDocuments.js'
import type { StampFailure } from './result.js'
import { isEnd } from './stepResult.js'

/** Amounts of a document, as written in it. */
export interface Totals {
  /** Currency, of c_Moneda. */
  readonly Moneda: string
  /** Before discounts and taxes. */
  readonly SubTotal: string
  /** Present when a concept has one. */
  readonly Descuento?: string
  /** Present when the document transfers taxes that are not exempt. */
  readonly TotalImpuestosTrasladados?: string
  /** Present when the document withholds taxes. */
  readonly TotalImpuestosRetenidos?: string
  /** Amount to pay. */
  readonly Total: string
}

/** Preview of a sealed draft. */
export interface Preview {
  /** Whether it can be sealed: no finding is an error. */
  readonly ok: boolean
  /**
   * The document with derived values; a folio "AUTO" stays until the seal. Absent if the draft
   * cannot be read.
   */
  readonly document?: Json
  /** Findings that `stamp` would return. */
  readonly findings: readonly Finding[]
  /** Its amounts, if it can be sealed. */
  readonly totals?: Totals
}

/**
 * Options of {@link preview}, for previews without an engine: a form, a playground, a quotation.
 */
export interface PreviewOptions extends Registered {
  /**
   * Certificate of the seal. Without it, values that depend on it stay underived, without a
   * finding.
   */
  readonly certificate?: Certificate | undefined
  /** Current time. Defaults to the system clock. */
  readonly clock?: (() => Date) | undefined
  /** Random bytes, for IdCCP. Defaults to the platform's generator. */
  readonly random?: Random | undefined
  /** The SAT's catalogues. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
  /** Whether absent amounts are derived, besides those with "AUTO". Defaults to `false`. */
  readonly complete?: boolean | undefined
  /** The SAT's lists of taxpayers and certificates, if available. */
  readonly registries?: CheckOptions['registries']
  /** Limits of the size of a draft, and of the number of findings. */
  readonly limits?: Limits | undefined
}

/** Names of the options. */
const optionNames: OptionNames<PreviewOptions> = {
  certificate: requireCertificate,
  clock: 'function',
  random: 'function',
  catalogs: catalogsKind,
  complete: 'boolean',
  registries: registryKinds,
  limits: 'object',
  ...registeredNames,
}

/**
 * Returns the document that a draft becomes, its findings and totals. Synchronous; needs no signer,
 * PAC or folio. Never throws because of the draft. `engine.prepare` does the same with the engine's
 * certificate and lists.
 * @throws TypeError for invalid `limits`.
 * @example
 * const { ok, totals } = preview({ ...draft, SubTotal: 'AUTO', Total: 'AUTO' })
 * totals?.Total // → '232.00'
 */
export function preview<T = never>(json: Given<T>, options: PreviewOptions = {}): Preview {
  requireOptions('preview', options, optionNames)
  const draft = parseDraft(json, limitsOf(options.limits))
  if (isEnd(draft)) return unpreviewed(draft.failure)
  const kind = new RegisteredDocuments(registeredKinds('preview', options)).ofDraft(draft.value)
  if (isEnd(kind)) return unpreviewed(kind.failure)
  const { certificate, catalogs = allCatalogs, complete = false } = options
  const clock = dateClock('preview', options.clock)
  const document = derived(kind.value, draft.value, { ...options, catalogs, clock, complete })
  const judging = { at: clock(), catalogs, registries: options.registries, limits: options.limits }
  const findings = kind.value.checkResolved(document, judging, { catalogs, complete })
  if (certificate !== undefined) return previewOf(kind.value, document, findings)
  // A value of the certificate that is missing is no finding about the draft.
  const { ofCertificate } = kind.value
  const own = findings.filter(
    (one) => !ofCertificate.has(one.path) || !(isLeft(one) || isMissing(one)),
  )
  return previewOf(kind.value, document, own)
}

/**
 * Returns a copy of a draft with its "AUTO" values derived. "AUTO" stays where a source is missing.
 * Validates nothing: see {@link preview}.
 * @throws TypeError when the JSON cannot be read, or for invalid `limits`.
 * @example
 * resolveDraft({ ...draft, Total: 'AUTO' }).Total // → '232.00'
 */
export function resolveDraft<T = never>(json: Given<T>, options: PreviewOptions = {}): Json {
  requireOptions('resolveDraft', options, optionNames)
  const draft = parseDraft(json, limitsOf(options.limits))
  if (isEnd(draft)) throw new TypeError(draft.failure.message)
  const kind = new RegisteredDocuments(registeredKinds('resolveDraft', options)).ofDraft(
    draft.value,
  )
  if (isEnd(kind)) throw new TypeError(kind.failure.message)
  return derived(kind.value, draft.value, options)
}

/** Derives in place. */
function derived(kind: SatDocument, draft: Json, options: PreviewOptions): Json {
  const { certificate, catalogs = allCatalogs, random = secureRandom, complete = false } = options
  const clock = dateClock('resolveDraft', options.clock)
  const zoneOf = (postalCode: string) => catalogs.zoneOf(postalCode)
  return kind.resolve(draft, { certificate, catalogs, clock, random, zoneOf, complete })
}

/** Returns the preview of a draft that cannot be read. */
export function unpreviewed({ code, message }: StampFailure): Preview {
  const finding = {
    code: String(code),
    severity: 'error',
    element: 'Comprobante',
    field: '',
    message,
    path: '',
  } as const
  return { ok: false, findings: [finding] }
}

/** Returns the preview of a checked document. */
export function previewOf(
  kind: SatDocument,
  document: Json,
  findings: readonly Finding[],
): Preview {
  const ok = findings.every(({ severity }) => severity !== 'error')
  return { ok, document, findings, ...(ok && { totals: previewTotals(kind, document) }) }
}

function previewTotals(kind: SatDocument, document: Json): Totals {
  if (!isCfdi(kind)) return kind.amountsOf(document)
  const { Moneda, SubTotal, Descuento, Total, Impuestos } = document
  const { TotalImpuestosTrasladados, TotalImpuestosRetenidos } = isRecord(Impuestos)
    ? Impuestos
    : ({} as Json)
  const present: Record<string, string> = {}
  const optional = { Descuento, TotalImpuestosTrasladados, TotalImpuestosRetenidos }
  for (const [name, amount] of Object.entries(optional))
    if (amount !== undefined) present[name] = wordOf(amount)
  return { Moneda: wordOf(Moneda), SubTotal: wordOf(SubTotal), ...present, Total: wordOf(Total) }
}
