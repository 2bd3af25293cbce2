/**
 * Checks a CFDI 4.0: structure, catalogues and rules.
 * @module
 */
import { type OptionNames, requireOptions } from '../../lib/options.js'
import { type Finding, structureCode } from '../../model/finding.js'
import type { Model } from '../../model/grammar.js'
import { otherRoot } from '../../model/version.js'
import { checkOptionNames, Judge, type CheckOptions as JudgeOptions } from '../../rules/judge.js'
import type { SatDocument } from '../document.js'
import { type Root, rootOfJson } from '../root.js'
import { ruleSet, tables } from '../rules.js'
import { carriedWarnings } from './carried.js'
import {
  cfdi,
  cfdiRoot,
  isCfdi,
  type Registered,
  registeredNames,
  rootOfXml,
  rootsOf,
} from './cfdi.js'
import { contextOf, contextOfUnsound } from './context.js'
import { comprobante } from './declaration.js'

/** Options of `check`. */
export interface CheckOptions extends JudgeOptions, Registered {}

const judgeWith = (model: Model) =>
  new Judge({ model, ruleSet, tables, contextOf, contextOfUnsound })

/** The check of CFDI 4.0. */
export const judge = judgeWith(cfdi)

const judges = new WeakMap([[cfdi as Model, judge]])

/** Returns the check of a root: CFDI 4.0 with any complements, or a registered document. */
export function judgeOf(root: Root): SatDocument['judge'] {
  // `requireDocuments` admits nothing less.
  if (!isCfdi(root)) return (root as SatDocument).judge
  let own = judges.get(root.model)
  if (own === undefined) {
    own = judgeWith(root.model)
    judges.set(root.model, own)
  }
  return own
}

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
  const own = checkOptionsOf('check', options)
  const root = rootOfJson(document, rootsOf('check', own), cfdiRoot) ?? cfdiRoot
  if (!isCfdi(root)) return judgeOf(root).check(document, own)
  const other = otherRoot(comprobante, document)
  if (other !== undefined) return [unregistered(other)]
  const found = judgeOf(root).check(document, own)
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
  const own = checkOptionsOf('checkXml', options)
  const roots = rootsOf('checkXml', own)
  const root = roots.every(isCfdi) ? roots[0] : rootOfXml(xml, own.limits, roots)
  return judgeOf(root ?? cfdiRoot).checkXml(xml, own)
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

function unregistered(other: string): Finding {
  const message = `${comprobante.name}: ${other}.`
  return {
    code: structureCode,
    severity: 'error',
    element: comprobante.name,
    field: '',
    message,
    path: '',
  }
}
