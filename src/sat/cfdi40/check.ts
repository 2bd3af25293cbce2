/**
 * Checks a CFDI 4.0: structure, catalogues and rules.
 * @module
 */
import { type OptionNames, requireOptions } from '../../lib/options.js'
import { type Finding, structureCode } from '../../model/finding.js'
import { checkOptionNames, type CheckOptions as JudgeOptions, Judge } from '../../rules/judge.js'
import { kindsOf } from '../document.js'
import { otherRoot } from '../../model/version.js'
import { type Root, requireDocuments, rootOfJson } from '../root.js'
import { ruleSet, tables } from '../rules.js'
import { carriedWarnings } from './carried.js'
import { cfdi, cfdiRoot, rootOfXml } from './cfdi.js'
import { contextOf, contextOfUnsound } from './context.js'
import { comprobante } from './declaration.js'

/** Options of `check`. */
export interface CheckOptions extends JudgeOptions {
  /** Documents to admit besides CFDI 4.0, such as `retenciones20` of `cfdi-stamp/retenciones`. */
  readonly documents?: readonly Root[] | undefined
}

/** The check of CFDI 4.0. */
export const judge = new Judge({ model: cfdi, ruleSet, tables, contextOf, contextOfUnsound })

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
  const registered = rootOfJson(document, kindsOf(own.documents), cfdiRoot)
  if (registered !== undefined) return registered.judge.check(document, own)
  const other = otherRoot(comprobante, document)
  if (other !== undefined) return [unregistered(other)]
  const found = judge.check(document, own)
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
  const documents = kindsOf(own.documents)
  const registered = documents.length === 0 ? undefined : rootOfXml(xml, own.limits, documents)
  return (registered ?? { judge }).judge.checkXml(xml, own)
}

const names: OptionNames<CheckOptions> = { ...checkOptionNames, documents: true }

/**
 * Returns the options of a check. A number counts as none: it is the index that `map` passes.
 * @throws TypeError for an unknown option, such as a list given outside `registries`
 */
export function checkOptionsOf(verb: string, options: CheckOptions): CheckOptions {
  if (typeof options === 'number') return {}
  requireOptions(verb, options, names)
  requireDocuments(verb, options.documents)
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
