/**
 * Checks documents of one root: structure, catalogues and rules.
 * @module
 */
import { type Catalogs, catalogsKind } from '../catalogs/set.js'
import { CfdiXmlError } from '../errors.js'
import { copyJson, JsonLimitError } from '../lib/json.js'
import { type AllLimits, type Limits, limitsOf } from '../lib/limits.js'
import { type OptionNames, withMethods } from '../lib/options.js'
import type { XmlNode } from '../lib/xml/xml.js'
import { judgeStructure, type Structure } from '../model/check.js'
import { type Finding, FindingTally, finding, structureCode } from '../model/finding.js'
import type { Model } from '../model/grammar.js'
import { readTree } from '../model/read.js'
import { decodeXml, parseSource } from '../model/source.js'
import type { Surroundings } from './context.js'
import type { Explained } from './explain.js'
import { questionsTo } from './questions.js'
import { findingsElsewhere, recode } from './recode.js'
import { atOnce, type CertificateRegistry, type TaxpayerRegistry } from './registry.js'
import type { RuleContext } from './rule.js'
import { type AnyTable, type RuleSet, runRules, tablesOf } from './run.js'
import { type Unsound, unsoundOf } from './unsound.js'

/** Options of `check`. */
export interface CheckOptions {
  /**
   * Whether to evaluate the rules. With `false`, only the SAT's XSD applies (structure, facets,
   * membership in catalogues on any date). Defaults to `true`.
   */
  readonly rules?: boolean | undefined
  /** The present, for the rules that need it. They are skipped without it. */
  readonly at?: Date | undefined
  /** The SAT's catalogues. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
  /** The SAT's lists, if the host has them. */
  readonly registries?:
    | {
        readonly taxpayers?: TaxpayerRegistry | undefined
        readonly certificates?: CertificateRegistry | undefined
      }
    | undefined
  /**
   * How much the document may hold, and how many findings are returned. Defaults to 20 MB and
   * 10,000; see {@link Limits}.
   */
  readonly limits?: Limits | undefined
}

/** Kinds of the SAT's lists. */
export const registryKinds: OptionNames<NonNullable<CheckOptions['registries']>> = {
  taxpayers: /* @__PURE__ */ withMethods('find'),
  certificates: /* @__PURE__ */ withMethods('find'),
}

/** Kinds of the options of `check`. */
export const checkOptionNames: OptionNames<CheckOptions> = {
  rules: 'boolean',
  at: 'date',
  catalogs: catalogsKind,
  registries: registryKinds,
  limits: 'object',
}

/** A root document's part of a check. */
export interface Judged<Document, Context extends RuleContext<Document>> {
  readonly model: Model
  readonly ruleSet: RuleSet<Context>
  /** Catalogues of a check without the option `catalogs`. */
  readonly catalogs: Catalogs
  /** Creates the context of rules for a document with a sound structure. */
  contextOf(document: Document, surroundings: Surroundings): Context
  /**
   * As `contextOf`, for a document with unsound places: values that depend on them are computed
   * only when a rule reads them.
   */
  contextOfUnsound(unsound: Unsound, surroundings: Surroundings): Context
}

/** Findings of a document that was already parsed. */
export interface TreeFindings {
  /** The document; undefined for another root. */
  readonly document: unknown
  /** Whether the XML has content that the document cannot hold. */
  readonly isLossy: boolean
  /** Findings about the SAT's XSD and catalogues. */
  readonly structure: readonly Finding[]
  /** Findings of the rules; undefined when they were not evaluated. */
  readonly rules: readonly Finding[] | undefined
  /** Both, as `checkXml` returns them. */
  readonly findings: readonly Finding[]
}

/** Checks the documents of one root. */
export class Judge<Document, Context extends RuleContext<Document>> {
  readonly #judged: Judged<Document, Context>
  readonly #element: string
  #allTables: readonly AnyTable[] | undefined

  constructor(judged: Judged<Document, Context>) {
    this.#judged = judged
    this.#element = judged.model.document.name
  }

  /**
   * Returns every problem of a document. Throws TypeError when `at` is not a valid date, or
   * `limits` are invalid.
   */
  check(document: unknown, options: CheckOptions = {}): Finding[] {
    return this.#judgeApart(document, [], options, this.#tallyOf(options)).findings
  }

  /** As `check`, for XML of any origin. Unreadable XML is one finding. */
  checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
    const tally = this.#tallyOf(options)
    const read = this.#readForCheck(xml, limitsOf(options.limits), tally)
    if (!('document' in read)) return [read]
    if (read.document === undefined) return read.findings
    return this.#judgeApart(read.document, read.findings, options, tally).findings
  }

  /**
   * Returns the inputs of `explainRules`, which the bundle of a check does not need. The findings in
   * `left`, about unresolved "AUTO", do not count as broken rules.
   */
  examine(
    given: unknown,
    options: CheckOptions = {},
    left: (finding: Finding) => boolean = () => false,
  ): Explained {
    const found = this.#ownStructure(
      this.#structureOf(given, options, this.#tallyOf(options)),
      options,
    )
    const unsound = found.isWhole ? unsoundOf(found, this.#judged.model.document) : undefined
    const context = found.isWhole ? this.#contextFor(found, unsound, options) : undefined
    const wrong = found.findings.filter((finding) => !left(finding))
    const refused = recode(wrong, [], this.#tables(), context).filter(
      ({ code }) => code !== structureCode,
    )
    const leaves = { isWrong: wrong.length > 0, isLeft: wrong.length < found.findings.length }
    return { tables: this.#tables(), context, unsound, refused, ...leaves }
  }

  /**
   * Checks a document that was already parsed from `source`, and returns the findings of structure
   * and rules separately.
   */
  checkTree(tree: XmlNode, source: string, options: CheckOptions = {}): TreeFindings {
    const tally = this.#tallyOf(options)
    const { document, departures, firstLost } = readTree(this.#judged.model, tree, source, tally)
    const isLossy = firstLost !== undefined
    const findings = departures.map(({ finding }) => finding)
    if (document === undefined)
      return { document, isLossy, structure: findings, rules: undefined, findings }
    return { document, isLossy, ...this.#judgeApart(document, findings, options, tally) }
  }

  #judgeApart(
    given: unknown,
    departures: readonly Finding[],
    options: CheckOptions,
    counted: FindingTally,
  ) {
    const own = this.#ownStructure(this.#structureOf(given, options, counted), options)
    const { tally } = own
    const structure = departures.length === 0 ? own.findings : [...departures, ...own.findings]
    if (options.rules === false || !own.isWhole)
      return { structure, rules: undefined, findings: [...structure, ...tally.last()] }
    const unsound = unsoundOf(own, this.#judged.model.document)
    const context = this.#contextFor(
      own,
      unsound,
      options,
      own.allInForce && structure.length === 0,
    )
    const rules =
      context === undefined ? undefined : runRules(this.#judged.ruleSet, context, unsound)
    const found = rules ?? []
    if (structure.length === 0) return { structure, rules, findings: withOmitted(found, tally) }
    const recoded = recode(structure, found, this.#tables(), context)
    return {
      structure,
      rules,
      findings: [...recoded, ...withOmitted(findingsElsewhere(structure, found), tally)],
    }
  }

  /**
   * Checks the structure again for own properties only, when objects are not plain; a cyclic
   * document has none.
   */
  #ownStructure(structure: Structure, { limits }: CheckOptions): Structure {
    if (structure.isPlain) return structure
    try {
      return { ...structure, document: copyJson(structure.document, limitsOf(limits)) }
    } catch (error) {
      if (!(error instanceof JsonLimitError)) throw error
      structure.tally.admits()
      const endless = finding(undefined, this.#element, '', error.message)
      return {
        ...structure,
        document: undefined,
        findings: [...structure.findings, endless],
        isWhole: false,
      }
    }
  }

  #structureOf(document: unknown, options: CheckOptions, tally: FindingTally): Structure {
    const { catalogs = this.#judged.catalogs, rules, limits } = options
    const questions = questionsTo(catalogs)
    const asked = rules === false ? questions.undated : questions.of(this.#fechaOf(document))
    return judgeStructure(
      this.#judged.model,
      document,
      limits === undefined ? asked : { ...asked, limits },
      tally,
    )
  }

  #fechaOf(document: unknown): unknown {
    const { fecha } = this.#judged.model.document
    if (fecha === undefined) return undefined
    return (document as Readonly<Record<string, unknown>> | null | undefined)?.[fecha]
  }

  /** Returns undefined when there is no document. */
  #contextFor(
    { document, barred, spaced }: Structure,
    unsound: Unsound | undefined,
    { catalogs = this.#judged.catalogs, at, registries }: CheckOptions,
    codesInForce = false,
  ): Context | undefined {
    if (at !== undefined && !(at instanceof Date && Number.isFinite(at.getTime())))
      throw new TypeError('at: a valid Date is expected')
    if (unsound?.isTotal) return undefined
    const surroundings = {
      catalogs,
      at,
      codesInForce,
      barred,
      spaced,
      taxpayers: registries?.taxpayers && atOnce('taxpayers', registries.taxpayers),
      certificates: registries?.certificates && atOnce('certificates', registries.certificates),
    }
    if (unsound === undefined) return this.#judged.contextOf(document as Document, surroundings)
    return this.#judged.contextOfUnsound(unsound, surroundings)
  }

  #readForCheck(
    xml: string | Uint8Array,
    limits: AllLimits,
    tally: FindingTally,
  ): { document: unknown; findings: Finding[] } | Finding {
    try {
      const source = decodeXml(xml, limits)
      const { document, departures } = readTree(
        this.#judged.model,
        parseSource(source, limits),
        source,
        tally,
      )
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

  /** Returns all tables of the rule set, in the order of explanations. */
  #tables(): readonly AnyTable[] {
    this.#allTables ??= tablesOf(this.#judged.ruleSet)
    return this.#allTables
  }

  #tallyOf({ limits }: CheckOptions): FindingTally {
    return new FindingTally(limitsOf(limits).findings, this.#element)
  }
}

/** Returns the findings of rules within the limit, and the number of omitted ones. */
function withOmitted(findings: Finding[], tally: FindingTally): Finding[] {
  if (findings.length === 0) return tally.last()
  return [...findings.filter(({ severity }) => tally.admits(severity)), ...tally.last()]
}
