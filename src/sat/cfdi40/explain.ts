/**
 * Every rule at a document, or at a draft of one.
 * @module
 */
import { isLeft, withoutIndices } from '../../derive/unresolved.js'
import type { Explanation } from '../../rules/explain.js'
import { type CheckOptions, judge } from './check.js'
import { isDerived } from './resolve.js'

/**
 * What became of every rule: holds, broken, or not asked and why. For support desks and tests. Of a draft, what is "AUTO" where
 * something derives it is not wrong: rules that read it are not asked, and `resolveDraft` makes it a document of which they are.
 * @example
 * const broken = explain({ ...factura, Total: '1.00' }).filter(({ outcome }) => outcome === 'broken')
 * broken.some(({ code }) => code === 'CFDI40119') // → true
 */
export function explain(given: unknown, options: CheckOptions = {}): Explanation[] {
  return judge.explain(given, options, (finding) => isLeft(finding) && isDerived(withoutIndices(finding.path)))
}
