/**
 * Outcome of every rule for a document or a draft.
 * @module
 */
import { isLeft, withoutIndices } from '../../derive/unresolved.js'
import type { Finding } from '../../model/finding.js'
import { type Explanation, explainRules } from '../../rules/explain.js'
import { isCfdi, registeredRoots } from '../registered.js'
import { rootOfJson } from '../root.js'
import { type CheckOptions, checkOptionsOf, judgeOf } from './check.js'
import { cfdiRoot } from './model.js'
import { isDerived } from './resolve.js'

/**
 * Returns the outcome of every rule: passed, broken, or skipped with the reason. For support desks
 * and tests. In a draft, rules that read a resolvable "AUTO" are skipped; call it with the result
 * of `resolveDraft` to evaluate them.
 * @example
 * const broken = explain({ ...factura, Total: '1.00' }).filter(({ outcome }) => outcome === 'broken')
 * broken.some(({ code }) => code === 'CFDI40119') // → true
 */
export function explain(given: unknown, options: CheckOptions = {}): Explanation[] {
  const own = checkOptionsOf('explain', options)
  const root = rootOfJson(given, registeredRoots(cfdiRoot, 'explain', own), cfdiRoot) ?? cfdiRoot
  const left = isCfdi(root) ? isDerivedLater : isLeft
  return explainRules(judgeOf(root).examine(given, own, left))
}

const isDerivedLater = (finding: Finding): boolean =>
  isLeft(finding) && isDerived(withoutIndices(finding.path))
