/**
 * The whole judgement of a document: structure, catalogues, and what the SAT demands.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { CfdiXmlError } from '../errors.js'
import { cfdi } from '../model/cfdi.js'
import { checkStructure } from '../model/check.js'
import type { Comprobante } from '../model/comprobante.js'
import { type Finding, structureCode } from '../model/finding.js'
import { readTree } from '../model/read.js'
import { decodeXml, parseSource } from '../model/source.js'
import { type Certificate, readCertificate } from '../seal/certificate.js'
import type { CertificateRegistry, TaxpayerRegistry } from './registry.js'
import type { RuleContext } from './rule.js'
import { type Explanation, explainRules, runRules } from './run.js'
import { tables } from './tables.js'

export interface CheckOptions {
  /** `false`: only what the SAT's XSD says (structure, facets, membership in catalogues on any date). `true` by default. */
  readonly rules?: boolean
  /** The present, for the rules that ask it. Without it they are not asked. */
  readonly at?: Date
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs
  /** The SAT's lists, when the host has them. */
  readonly registries?: { readonly taxpayers?: TaxpayerRegistry; readonly certificates?: CertificateRegistry }
}

/**
 * Everything that is wrong with a document, in Spanish; `[]` when nothing is. Never throws for what the document holds.
 * Rules that depend on parts whose structure is unsound are not asked, so that one slip is one finding.
 */
export function check(document: unknown, options: CheckOptions = {}): Finding[] {
  const findings = structureOf(document, options)
  if (options.rules === false) return findings
  return [...findings, ...rulesOf(document, findings, options)]
}

/** The same on XML of any origin. XML that cannot be read is one finding. */
export function checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
  const read = readForCheck(xml)
  if (!('document' in read)) return [read]
  if (read.document === undefined) return read.findings
  const structure = [...read.findings, ...structureOf(read.document, options)]
  if (options.rules === false) return structure
  return [...structure, ...rulesOf(read.document, structure, options)]
}

/** What became of every rule: holds, broken, or not asked and why. For support desks and tests. */
export function explain(document: unknown, options: CheckOptions = {}): Explanation[] {
  const unsound = unsoundParts(structureOf(document, options))
  if (unsound.has('')) return explainRules(tables, {} as RuleContext, unsound)
  return explainRules(tables, contextOf(document as Comprobante, options), unsound)
}

function structureOf(document: unknown, { catalogs = allCatalogs, rules }: CheckOptions): Finding[] {
  return checkStructure(cfdi, document, {
    member: (name, code) => catalogs.admits(name, code),
    closest: (name, code) => catalogs.closest(name, code),
    placement: rules !== false,
  })
}

function rulesOf(document: unknown, structure: readonly Finding[], options: CheckOptions): Finding[] {
  const unsound = unsoundParts(structure)
  if (unsound.has('')) return []
  const found = runRules(tables, contextOf(document as Comprobante, options), unsound)
  const judged = new Set(structure.map(({ path }) => path))
  return structure.length === 0 ? found : found.filter(({ path }) => !judged.has(path))
}

/** Attributes of the root that almost every rule reads: without them no rule is asked. */
const essential = new Set([
  'Fecha',
  'SubTotal',
  'Descuento',
  'Moneda',
  'TipoCambio',
  'Total',
  'TipoDeComprobante',
  'Version',
])

/** Top-level parts with an error of structure; `''` when the root itself cannot be relied on. Unknown codes do no harm. */
function unsoundParts(findings: readonly Finding[]): Set<string> {
  const parts = new Set<string>()
  for (const { severity, catalog, path } of findings) {
    if (severity !== 'error' || catalog !== undefined) continue
    const part = /^[^.[]*/.exec(path)?.[0] ?? ''
    parts.add(essential.has(part) ? '' : part)
  }
  return parts
}

function contextOf(document: Comprobante, options: CheckOptions): RuleContext {
  const { catalogs = allCatalogs, at, registries } = options
  let certificate: Certificate | undefined | null = null
  return {
    document,
    catalogs,
    day: document.Fecha.trim().slice(0, 10),
    decimals: catalogs.catalog('c_Moneda').get(document.Moneda, 'decimales') ?? 2,
    at,
    taxpayers: registries?.taxpayers,
    certificates: registries?.certificates,
    get certificate() {
      if (certificate === null) certificate = certificateOf(document)
      return certificate
    },
  }
}

function certificateOf({ Certificado }: Comprobante): Certificate | undefined {
  try {
    return readCertificate(Certificado)
  } catch {
    return undefined
  }
}

function readForCheck(xml: string | Uint8Array): { document: unknown; findings: Finding[] } | Finding {
  try {
    const source = decodeXml(xml)
    const { document, departures } = readTree(cfdi, parseSource(source), source)
    return { document, findings: departures.map(({ finding }) => finding) }
  } catch (error) {
    if (!(error instanceof CfdiXmlError)) throw error
    return {
      code: structureCode,
      severity: 'error',
      element: 'Comprobante',
      field: '',
      message: `${error.message}.`,
      path: '',
    }
  }
}
