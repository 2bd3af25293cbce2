/**
 * Judges documents of one root: structure, catalogues, and what the SAT demands.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { CfdiXmlError } from '../errors.js'
import { copyJson, JsonLimitError } from '../lib/json.js'
import { type AllLimits, type Limits, limitsOf } from '../lib/limits.js'
import { judgeStructure, type Structure } from '../model/check.js'
import { type Finding, FindingTally, finding, structureCode } from '../model/finding.js'
import type { Model } from '../model/grammar.js'
import { readTree } from '../model/read.js'
import { decodeXml, parseSource } from '../model/source.js'
import type { Surroundings } from './context.js'
import { type Explanation, explainRules, unreadWords } from './explain.js'
import { questionsTo } from './questions.js'
import { elsewhere, recode } from './recode.js'
import type { CertificateRegistry, TaxpayerRegistry } from './registry.js'
import type { RuleContext } from './rule.js'
import { type AnyTable, type RuleSet, runRules } from './run.js'
import { type Unsound, unsoundOf } from './unsound.js'

/** How `check` judges: with which rules, on what day, with whose lists. */
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

/** What a root document gives to be judged. */
export interface Judged<Document, Context extends RuleContext<Document>> {
  readonly model: Model
  readonly ruleSet: RuleSet<Context>
  /** All tables of the rule set, in the order in which they are explained. */
  readonly tables: readonly AnyTable[]
  /** What rules may know of a document whose structure is sound. */
  contextOf(document: Document, surroundings: Surroundings): Context
  /** The same of one with unsound places: what depends on them is only read when a rule asks. */
  contextOfUnsound(unsound: Unsound, surroundings: Surroundings): Context
}

/** Judges the documents of one root. */
export class Judge<Document, Context extends RuleContext<Document>> {
  readonly #judged: Judged<Document, Context>
  readonly #element: string

  constructor(judged: Judged<Document, Context>) {
    this.#judged = judged
    this.#element = judged.model.document.name
  }

  /** Everything that is wrong with a document. Throws TypeError when `at` is not a valid date, or `limits` are none. */
  check(document: unknown, options: CheckOptions = {}): Finding[] {
    return this.#judge(document, [], options, this.#tallyOf(options))
  }

  /** The same on XML of any origin. XML that cannot be read is one finding. */
  checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
    const tally = this.#tallyOf(options)
    const read = this.#readForCheck(xml, limitsOf(options.limits), tally)
    if (!('document' in read)) return [read]
    return read.document === undefined ? read.findings : this.#judge(read.document, read.findings, options, tally)
  }

  /** What became of every rule: holds, broken, or not asked and why. Findings of what is `left` to be derived break none. */
  explain(
    given: unknown,
    options: CheckOptions = {},
    left: (finding: Finding) => boolean = () => false,
  ): Explanation[] {
    const found = this.#ownStructure(this.#structureOf(given, options, this.#tallyOf(options)), options)
    const unsound = found.isWhole ? unsoundOf(found, this.#judged.model.document) : undefined
    const context = found.isWhole ? this.#contextFor(found.document, unsound, options) : undefined
    const wrong = found.findings.filter((finding) => !left(finding))
    const refused = recode(wrong, [], this.#judged.tables, context).filter(({ code }) => code !== structureCode)
    const words = unreadWords(wrong.length > 0, wrong.length < found.findings.length)
    return explainRules(this.#judged.tables, { context, unsound, refused, words })
  }

  #judge(given: unknown, departures: readonly Finding[], options: CheckOptions, counted: FindingTally): Finding[] {
    const own = this.#ownStructure(this.#structureOf(given, options, counted), options)
    const { tally } = own
    const structure = departures.length === 0 ? own.findings : [...departures, ...own.findings]
    if (options.rules === false || !own.isWhole) return [...structure, ...tally.last()]
    const unsound = unsoundOf(own, this.#judged.model.document)
    const context = this.#contextFor(own.document, unsound, options, own.allInForce && structure.length === 0)
    const found = context === undefined ? [] : runRules(this.#judged.ruleSet, context, unsound)
    if (structure.length === 0) return told(found, tally)
    return [...recode(structure, found, this.#judged.tables, context), ...told(elsewhere(structure, found), tally)]
  }

  /** The structure of what rules may read of objects that are not plain ones; a document without end is none. */
  #ownStructure(structure: Structure, { limits }: CheckOptions): Structure {
    if (structure.isPlain) return structure
    try {
      return { ...structure, document: copyJson(structure.document, limitsOf(limits)) }
    } catch (error) {
      if (!(error instanceof JsonLimitError)) throw error
      structure.tally.admits()
      const endless = finding(undefined, this.#element, '', error.message)
      return { ...structure, document: undefined, findings: [...structure.findings, endless], isWhole: false }
    }
  }

  #structureOf(document: unknown, options: CheckOptions, tally: FindingTally): Structure {
    const { catalogs = allCatalogs, rules, limits } = options
    const questions = questionsTo(catalogs)
    const asked = rules === false ? questions.undated : questions.of(this.#fechaOf(document))
    return judgeStructure(this.#judged.model, document, limits === undefined ? asked : { ...asked, limits }, tally)
  }

  #fechaOf(document: unknown): unknown {
    const { fecha } = this.#judged.model.document
    return fecha === undefined ? undefined : (document as Readonly<Record<string, unknown>> | null | undefined)?.[fecha]
  }

  /** Undefined when there is no document. */
  #contextFor(
    document: unknown,
    unsound: Unsound | undefined,
    { catalogs = allCatalogs, at, registries }: CheckOptions,
    codesInForce = false,
  ): Context | undefined {
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
      ? this.#judged.contextOf(document as Document, surroundings)
      : this.#judged.contextOfUnsound(unsound, surroundings)
  }

  #readForCheck(
    xml: string | Uint8Array,
    limits: AllLimits,
    tally: FindingTally,
  ): { document: unknown; findings: Finding[] } | Finding {
    try {
      const source = decodeXml(xml, limits)
      const { document, departures } = readTree(this.#judged.model, parseSource(source, limits), source, tally)
      return { document, findings: departures.map(({ finding }) => finding) }
    } catch (error) {
      if (!(error instanceof CfdiXmlError)) throw error
      return {
        code: structureCode,
        severity: 'error',
        element: this.#element,
        field: '',
        message: `${error.message}.`,
        path: '',
      }
    }
  }

  #tallyOf({ limits }: CheckOptions): FindingTally {
    return new FindingTally(limitsOf(limits).findings, this.#element)
  }
}

/** Those of the rules that are told, and how many more there are of all. */
function told(findings: Finding[], tally: FindingTally): Finding[] {
  if (findings.length === 0) return tally.last()
  return [...findings.filter(({ severity }) => tally.admits(severity)), ...tally.last()]
}
