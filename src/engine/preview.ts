/**
 * What a document would be: for previews, before anything is sealed.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import type { Certificate } from '../certificate/certificate.js'
import { isLeft, isMissing } from '../derive/unresolved.js'
import { isRecord, type Json, wordOf } from '../lib/json.js'
import { type Limits, limitsOf } from '../lib/limits.js'
import { type Random, secureRandom } from '../lib/uuid.js'
import type { Finding } from '../model/finding.js'
import { type CheckOptions, check } from '../sat/cfdi40/check.js'
import { ofCertificate } from '../sat/cfdi40/derive/comprobante.js'
import { explainUnresolved, resolve } from '../sat/cfdi40/resolve.js'
import type { Given } from '../sat/given.js'
import { parseDraft } from './draft.js'
import type { StampFailure } from './result.js'
import { isEnd } from './step.js'

/** The amounts of a document, as they are written in it. */
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
  /** What is paid. */
  readonly Total: string
}

/** A draft as it would be sealed. */
export interface Preview {
  /** Whether it would be sealed: no finding is an error. */
  readonly ok: boolean
  /** The document with what could be derived; its folio, if it says "AUTO", is taken only to seal. Absent when there is none. */
  readonly document?: Json
  /** What `stamp` would say of it. */
  readonly findings: readonly Finding[]
  /** Its amounts, of a document that would be sealed. */
  readonly totals?: Totals
}

/** With what a draft is previewed where there is no engine: a form, a playground, a quotation. */
export interface PreviewOptions {
  /** The certificate that will seal. Without it what only it tells is left, and is no finding. */
  readonly certificate?: Certificate | undefined
  /** The present. The computer's clock by default. */
  readonly clock?: (() => Date) | undefined
  /** Random bytes, for IdCCP. The platform's generator by default. */
  readonly random?: Random | undefined
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
  /** Derive amounts that are absent too, and not only those that say "AUTO". `false` by default. */
  readonly complete?: boolean | undefined
  /** The SAT's lists of taxpayers and certificates, when the host has them. */
  readonly registries?: CheckOptions['registries']
  /** How much of a draft is taken before it is refused, and how many findings are told. */
  readonly limits?: Limits | undefined
}

/**
 * What a draft would be sealed as, by itself: no signer, no PAC, no folio, nothing to wait for. Never throws for what the draft
 * holds; `engine.prepare` is the same with the engine's own certificate and lists.
 * @throws TypeError when `limits` are none.
 * @example
 * const { ok, totals } = preview({ ...draft, SubTotal: 'AUTO', Total: 'AUTO' })
 * totals?.Total // → '232.00'
 */
export function preview<T = never>(json: Given<T>, options: PreviewOptions = {}): Preview {
  const draft = parseDraft(json, limitsOf(options.limits))
  if (isEnd(draft)) return unpreviewed(draft.failure)
  const { certificate, catalogs = allCatalogs, clock = () => new Date(), complete = false } = options
  const document = derived(draft.value, { ...options, catalogs, clock, complete })
  const found = check(document, { at: clock(), catalogs, registries: options.registries, limits: options.limits })
  const findings = explainUnresolved(document, found, { catalogs, complete })
  return previewOf(document, certificate === undefined ? findings.filter(isOfDraft) : findings)
}

/**
 * A copy of a draft with its "AUTO" values derived, those of which everything is known that they are made from; the rest say
 * it still. Judges nothing: see {@link preview}.
 * @throws TypeError when the JSON cannot be read, or `limits` are none.
 * @example
 * resolveDraft({ ...draft, Total: 'AUTO' }).Total // → '232.00'
 */
export function resolveDraft<T = never>(json: Given<T>, options: PreviewOptions = {}): Json {
  const draft = parseDraft(json, limitsOf(options.limits))
  if (isEnd(draft)) throw new TypeError(draft.failure.message)
  return derived(draft.value, options)
}

/** Derives in place. */
function derived(draft: Json, options: PreviewOptions): Json {
  const {
    certificate,
    catalogs = allCatalogs,
    clock = () => new Date(),
    random = secureRandom,
    complete = false,
  } = options
  const zoneOf = (postalCode: string) => catalogs.zoneOf(postalCode)
  return resolve(draft, { certificate, catalogs, clock, random, zoneOf, complete })
}

/** Whether it is the draft's, and not of what only the certificate will tell. */
function isOfDraft(finding: Finding): boolean {
  return !(ofCertificate.has(finding.path) && (isLeft(finding) || isMissing(finding)))
}

/** Of what never became a document. */
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

/** The preview of a document that was judged. */
export function previewOf(document: Json, findings: readonly Finding[]): Preview {
  const ok = findings.every(({ severity }) => severity !== 'error')
  return { ok, document, findings, ...(ok ? { totals: totalsOf(document) } : {}) }
}

function totalsOf(document: Json): Totals {
  const { Moneda, SubTotal, Descuento, Total, Impuestos } = document
  const { TotalImpuestosTrasladados, TotalImpuestosRetenidos } = isRecord(Impuestos) ? Impuestos : ({} as Json)
  return {
    Moneda: wordOf(Moneda),
    SubTotal: wordOf(SubTotal),
    ...present({ Descuento, TotalImpuestosTrasladados, TotalImpuestosRetenidos }),
    Total: wordOf(Total),
  }
}

function present(amounts: Json): Readonly<Record<string, string>> {
  const written = Object.entries(amounts).filter(([, amount]) => amount !== undefined)
  return Object.fromEntries(written.map(([name, amount]) => [name, wordOf(amount)]))
}
