/**
 * Findings of a resolved CFDI 4.0 draft.
 * @module
 */
import type { Json } from '../../derive/derivation.js'
import { checkWithUnderived } from '../../derive/underived.js'
import type { Finding } from '../../model/finding.js'
import { type CheckOptions, check } from './check.js'
import type { CfdiDeriveContext } from './derive/derivations.js'
import { explainUnresolved, underived } from './resolve.js'

/**
 * Returns the findings: an underivable "AUTO" is refused by name, an unresolved one has its reason,
 * and findings that follow from others are left out.
 */
export function checkResolved(
  document: Json,
  options: CheckOptions,
  context: Pick<CfdiDeriveContext, 'catalogs' | 'complete'>,
): Finding[] {
  const found = checkWithUnderived(document, underived, (copy) => check(copy, options))
  return explainUnresolved(document, found, context)
}
