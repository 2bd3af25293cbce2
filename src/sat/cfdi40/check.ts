/**
 * Checks a CFDI 4.0: structure, catalogues and rules.
 * @module
 */
import { catalogs } from '../../catalogs/catalogs.js'
import { CfdiXmlError } from '../../errors.js'
import { type OptionNames, requireOptions } from '../../lib/options.js'
import { type Finding, structureCode } from '../../model/finding.js'
import type { Model } from '../../model/grammar.js'
import { otherRoot } from '../../model/version.js'
import {
  checkOptionNames,
  Judge,
  type Judged,
  type CheckOptions as JudgeOptions,
} from '../../rules/judge.js'
import type { SatDocument } from '../document.js'
import { parseDocument } from '../parse.js'
import { isCfdi, type Registered, registeredNames, registeredRoots } from '../registered.js'
import { type Root, rootOfJson } from '../root.js'
import { ruleSet } from '../rules.js'
import { carriedWarnings } from './carried.js'
import { contextOf, contextOfUnsound } from './context.js'
import { type Comprobante, comprobante } from './declaration.js'
import { cfdi, cfdiRoot } from './model.js'
import type { RuleContext } from './rule.js'

/** Options of `check`. */
export interface CheckOptions extends JudgeOptions, Registered {}

/** Rules and catalogues of a check. */
type Judging = Pick<Judged<Comprobante, RuleContext>, 'ruleSet' | 'catalogs'>

/** A check for each root: CFDI 4.0 with any complements, or a registered document. */
export type JudgeOf = (root: Root) => SatDocument['judge']

const judgeWith = (model: Model, judging: Judging) =>
  new Judge({ model, ...judging, contextOf, contextOfUnsound })

/** Returns the checks by these rules and catalogues. */
export function judgesBy(judging: Judging, first = judgeWith(cfdi, judging)): JudgeOf {
  const judges = new WeakMap([[cfdi as Model, first]])
  return (root) => {
    // `requireDocuments` admits nothing less.
    if (!isCfdi(root)) return (root as SatDocument).judge
    let own = judges.get(root.model)
    if (own === undefined) {
      own = judgeWith(root.model, judging)
      judges.set(root.model, own)
    }
    return own
  }
}

const all: Judging = { ruleSet, catalogs }

/** The check of CFDI 4.0. */
export const judge = judgeWith(cfdi, all)

/** The checks by every rule. */
export const judgeOf = judgesBy(all, judge)

/**
 * Returns every problem of a document, in Spanish; `[]` when there is none. Never throws for the
 * content of the document.
 *
 * A rule that reads a value which violates the XSD is skipped, so that one mistake gives one
 * finding. Violations of the XSD have code 301, or the equivalent code of the validation matrix. As
 * in every verb, only own enumerable properties of objects count. The last finding reports the
 * number of those beyond `limits.findings`.
 *
 * @throws TypeError when `at` is not a valid date, or `limits` are invalid.
 * @example
 * check(factura) // → []
 * const [finding] = check({ ...factura, Moneda: 'PESOS' })
 * finding?.field // → 'Moneda'
 */
export function check(document: unknown, options: CheckOptions = {}): Finding[] {
  return checkBy(judgeOf, document, options)
}

/** {@link check} by given rules and catalogues. */
export function checkBy(by: JudgeOf, document: unknown, options: CheckOptions): Finding[] {
  const own = checkOptionsOf('check', options)
  const root = rootOfJson(document, registeredRoots(cfdiRoot, 'check', own), cfdiRoot) ?? cfdiRoot
  if (!isCfdi(root)) return by(root).check(document, own)
  const other = otherRoot(comprobante, document)
  if (other !== undefined) {
    const message = `${comprobante.name}: ${other}.`
    return [
      {
        code: structureCode,
        severity: 'error',
        element: comprobante.name,
        field: '',
        message,
        path: '',
      },
    ]
  }
  const found = by(root).check(document, own)
  const carried = own.rules === false ? [] : carriedWarnings(document)
  if (carried.length === 0) return found
  return [...found, ...carried]
}

/**
 * Checks XML of any origin, as {@link check} does. Unreadable XML is one finding.
 * @example
 * checkXml(xml) // → []
 * checkXml('<factura/>').length // → 1
 */
export function checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
  return checkXmlBy(judgeOf, xml, options)
}

/** {@link checkXml} by given rules and catalogues. */
export function checkXmlBy(
  by: JudgeOf,
  xml: string | Uint8Array,
  options: CheckOptions,
): Finding[] {
  const own = checkOptionsOf('checkXml', options)
  const roots = registeredRoots(cfdiRoot, 'checkXml', own)
  const root = roots.every(isCfdi) ? roots[0] : rootOfXml(xml, own.limits, roots)
  return by(root ?? cfdiRoot).checkXml(xml, own)
}

/** Returns the registered document that the XML is; undefined for a CFDI 4.0, or unreadable XML. */
function rootOfXml(
  xml: string | Uint8Array,
  limits: CheckOptions['limits'],
  documents: readonly Root[],
): Root | undefined {
  try {
    return parseDocument(cfdiRoot, xml, limits, documents).root
  } catch (error) {
    if (error instanceof CfdiXmlError) return undefined
    throw error
  }
}

const names: OptionNames<CheckOptions> = { ...checkOptionNames, ...registeredNames }

/**
 * Returns the options of a check. A number counts as none: it is the index that `map` passes.
 * @throws TypeError for an unknown option, such as a list given outside `registries`
 */
export function checkOptionsOf(verb: string, options: CheckOptions): CheckOptions {
  if (typeof options === 'number') return {}
  requireOptions(verb, options, names)
  return options
}
