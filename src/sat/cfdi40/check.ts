/**
 * The whole judgement of a document: structure, catalogues, and what the SAT demands.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../../catalogs/catalogs.js'
import { CfdiXmlError } from '../../errors.js'
import { copyJson, JsonLimitError } from '../../lib/json.js'
import { type AllLimits, type Limits, limitsOf } from '../../lib/limits.js'
import { judgeStructure, type Structure } from '../../model/check.js'
import { type Finding, FindingTally, finding, structureCode } from '../../model/finding.js'
import { readTree } from '../../model/read.js'
import { decodeXml, parseSource } from '../../model/source.js'
import { type Explanation, explainRules } from '../../rules/explain.js'
import { questionsTo } from '../../rules/questions.js'
import { elsewhere, recode } from '../../rules/recode.js'
import type { CertificateRegistry, TaxpayerRegistry } from '../../rules/registry.js'
import { runRules } from '../../rules/run.js'
import { type Unsound, unsoundOf } from '../../rules/unsound.js'
import { ruleSet, tables } from '../rules.js'
import { cfdi } from './cfdi.js'
import { contextOf, contextOfUnsound } from './context.js'
import type { Comprobante } from './declaration.js'
import type { RuleContext } from './rule.js'

/** How {@link check} judges: with which rules, on what day, with whose lists. */
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
  /** How much is looked at, and how many findings are told: documents of tens of MB, and 10,000, by default. */
  readonly limits?: Limits | undefined
}

/**
 * Everything that is wrong with a document, in Spanish; `[]` when nothing is. Never throws for what the document holds.
 * Rules that read a value which is not what the XSD asks are not asked, so that one slip is one finding; the others are. What
 * the XSD refuses is code 301, or the code of the validation matrix where that says the same. Of objects, what counts is their
 * own enumerable properties, as in every verb. Findings beyond `limits.findings` are one, the last.
 *
 * @throws TypeError when `at` is not a valid date, or `limits` are none.
 * @example
 * check(factura) // → []
 * const [finding] = check({ ...factura, Moneda: 'PESOS' })
 * finding?.field // → 'Moneda'
 */
export function check(document: unknown, options: CheckOptions = {}): Finding[] {
  return judge(document, [], options, tallyOf(options))
}

/**
 * The same on XML of any origin. XML that cannot be read is one finding.
 * @example
 * checkXml(xml) // → []
 * checkXml('<factura/>').length // → 1
 */
export function checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
  const tally = tallyOf(options)
  const read = readForCheck(xml, limitsOf(options.limits), tally)
  if (!('document' in read)) return [read]
  return read.document === undefined ? read.findings : judge(read.document, read.findings, options, tally)
}

function tallyOf({ limits }: CheckOptions): FindingTally {
  return new FindingTally(limitsOf(limits).findings)
}

/**
 * What became of every rule: holds, broken, or not asked and why. For support desks and tests.
 * @example
 * const broken = explain({ ...factura, Total: '1.00' }).filter(({ outcome }) => outcome === 'broken')
 * broken.some(({ code }) => code === 'CFDI40119') // → true
 */
export function explain(given: unknown, options: CheckOptions = {}): Explanation[] {
  const found = ownStructure(structureOf(given, options, tallyOf(options)), options)
  const unsound = found.isWhole ? unsoundOf(found) : undefined
  const context = found.isWhole ? contextFor(found.document, unsound, options) : undefined
  const refused = recode(found.findings, [], tables, context).filter(({ code }) => code !== structureCode)
  return explainRules(tables, context, unsound, refused)
}

function judge(
  given: unknown,
  departures: readonly Finding[],
  options: CheckOptions,
  counted: FindingTally,
): Finding[] {
  const own = ownStructure(structureOf(given, options, counted), options)
  const { tally } = own
  const structure = departures.length === 0 ? own.findings : [...departures, ...own.findings]
  if (options.rules === false || !own.isWhole) return [...structure, ...tally.last()]
  const unsound = unsoundOf(own)
  const context = contextFor(own.document, unsound, options, own.allInForce && structure.length === 0)
  const found = context === undefined ? [] : runRules(ruleSet, context, unsound)
  if (structure.length === 0) return told(found, tally)
  return [...recode(structure, found, tables, context), ...told(elsewhere(structure, found), tally)]
}

/** The structure of what rules may read of objects that are not plain ones; a document without end is none. */
function ownStructure(structure: Structure, { limits }: CheckOptions): Structure {
  if (structure.isPlain) return structure
  try {
    return { ...structure, document: copyJson(structure.document, limitsOf(limits)) }
  } catch (error) {
    if (!(error instanceof JsonLimitError)) throw error
    structure.tally.admits()
    const endless = finding(undefined, 'Comprobante', '', error.message)
    return { ...structure, document: undefined, findings: [...structure.findings, endless], isWhole: false }
  }
}

/** Those of the rules that are told, and how many more there are of all. */
function told(findings: Finding[], tally: FindingTally): Finding[] {
  if (findings.length === 0) return tally.last()
  return [...findings.filter(({ severity }) => tally.admits(severity)), ...tally.last()]
}

function structureOf(document: unknown, options: CheckOptions, tally: FindingTally): Structure {
  const { catalogs = allCatalogs, rules, limits } = options
  const questions = questionsTo(catalogs)
  const asked = rules === false ? questions.undated : questions.of(fechaOf(document))
  return judgeStructure(cfdi, document, limits === undefined ? asked : { ...asked, limits }, tally)
}

function fechaOf(document: unknown): unknown {
  return (document as { readonly Fecha?: unknown } | null | undefined)?.Fecha
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

function readForCheck(
  xml: string | Uint8Array,
  limits: AllLimits,
  tally: FindingTally,
): { document: unknown; findings: Finding[] } | Finding {
  try {
    const source = decodeXml(xml, limits)
    const { document, departures } = readTree(cfdi, parseSource(source, limits), source, tally)
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
