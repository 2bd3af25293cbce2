/**
 * The whole judgement of a document: structure, catalogues, and what the SAT demands.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { CfdiXmlError } from '../errors.js'
import { cfdi } from '../model/cfdi.js'
import { judgeStructure, type Structure } from '../model/check.js'
import type { Comprobante } from '../model/comprobante.js'
import { type Finding, structureCode } from '../model/finding.js'
import { readTree } from '../model/read.js'
import { decodeXml, parseSource } from '../model/source.js'
import { contextOf, contextOfUnsound } from './context.js'
import { type Explanation, explainRules } from './explain.js'
import { questionsTo } from './questions.js'
import { elsewhere, recode } from './recode.js'
import type { CertificateRegistry, TaxpayerRegistry } from './registry.js'
import type { RuleContext } from './rule.js'
import { runRules } from './run.js'
import { ruleSet, tables } from './tables.js'
import { type Unsound, unsoundOf } from './unsound.js'

export interface CheckOptions {
  /** `false`: only what the SAT's XSD says (structure, facets, membership in catalogues on any date). `true` by default. */
  readonly rules?: boolean | undefined
  /** The present, for the rules that ask it. Without it they are not asked. */
  readonly at?: Date | undefined
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
  /** The SAT's lists, when the host has them. */
  readonly registries?:
    | { readonly taxpayers?: TaxpayerRegistry | undefined; readonly certificates?: CertificateRegistry | undefined }
    | undefined
}

/**
 * Everything that is wrong with a document, in Spanish; `[]` when nothing is. Never throws for what the document holds. Of
 * broken rules, the first 10,000.
 * Rules that read a value which is not what the XSD asks are not asked, so that one slip is one finding; the others are. What the XSD
 * refuses is code 301, or the code of the validation matrix where that says the same.
 *
 * @throws TypeError when `at` is not a valid date.
 */
export function check(document: unknown, options: CheckOptions = {}): Finding[] {
  return judge(document, [], options)
}

/** The same on XML of any origin. XML that cannot be read is one finding. */
export function checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
  const read = readForCheck(xml)
  if (!('document' in read)) return [read]
  return read.document === undefined ? read.findings : judge(read.document, read.findings, options)
}

/** What became of every rule: holds, broken, or not asked and why. For support desks and tests. */
export function explain(given: unknown, options: CheckOptions = {}): Explanation[] {
  const found = structureOf(given, options)
  const unsound = unsoundOf(found)
  const context = contextFor(found.document, unsound, options)
  const refused = recode(found.findings, [], tables, context?.document).filter(({ code }) => code !== structureCode)
  return explainRules(tables, context, unsound, refused)
}

function judge(given: unknown, departures: readonly Finding[], options: CheckOptions): Finding[] {
  const own = structureOf(given, options)
  const { document } = own
  const structure = departures.length === 0 ? own.findings : [...departures, ...own.findings]
  if (options.rules === false) return structure
  const unsound = unsoundOf(own)
  const context = contextFor(document, unsound, options, own.allInForce && structure.length === 0)
  const found = context === undefined ? [] : runRules(ruleSet, context, unsound)
  if (structure.length === 0) return found
  return [...recode(structure, found, tables, context?.document), ...elsewhere(structure, found)]
}

function structureOf(document: unknown, { catalogs = allCatalogs, rules }: CheckOptions): Structure {
  const questions = questionsTo(catalogs)
  return judgeStructure(cfdi, document, rules === false ? questions.undated : questions.of(document))
}

/** Undefined when there is no document. */
function contextFor(
  document: unknown,
  unsound: Unsound | undefined,
  { catalogs = allCatalogs, at, registries }: CheckOptions,
  codesInForce = false,
): RuleContext | undefined {
  if (at !== undefined && !(at instanceof Date && Number.isFinite(at.getTime())))
    throw new TypeError('at: a valid Date is expected')
  if (unsound?.isTotal) return undefined
  const surroundings = {
    catalogs,
    at,
    codesInForce,
    taxpayers: registries?.taxpayers,
    certificates: registries?.certificates,
  }
  return unsound === undefined
    ? contextOf(document as Comprobante, surroundings)
    : contextOfUnsound(unsound, surroundings)
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
