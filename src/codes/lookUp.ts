/**
 * Looks up a code: its rules, its meanings, or the nearest known code.
 * @module
 */
import { nearest } from '../lib/text.js'
import { type ListRulesOptions, listRules, type RuleDescription } from '../sat/listRules.js'
import { type CodeDescription, listCodes } from './listCodes.js'

/**
 * Result of a look-up. One number may be a rule and also mean other things at a PAC or in a
 * cancellation.
 */
export interface LookedUp {
  readonly rules: readonly RuleDescription[]
  readonly codes: readonly CodeDescription[]
  /** For an unknown code: the nearest known one, if any is near. */
  readonly near?: string
}

/**
 * Looks up a code as people write it: in any case, or without `CFDI`, as PACs print those of the
 * validation matrix.
 */
export function lookUp(given: string, options: ListRulesOptions = {}): LookedUp {
  const [allRules, allCodes] = [listRules(options), listCodes()]
  for (const wanted of [given, `CFDI${given}`]) {
    const isIt = ({ code }: { readonly code: string }): boolean =>
      code.toUpperCase() === wanted.toUpperCase()
    const [rules, codes] = [allRules.filter(isIt), allCodes.filter(isIt)]
    if (rules.length + codes.length > 0) return { rules, codes }
  }
  const near = nearest(given, new Set([...allRules, ...allCodes].map(({ code }) => code)))
  return { rules: [], codes: [], ...(near !== undefined && { near }) }
}
