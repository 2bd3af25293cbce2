/**
 * What is known of a code: the rules that have it, what it means where others say it, or which code was meant.
 * @module
 */
import { nearest } from '../lib/text.js'
import { listRules, type RuleDescription } from '../sat/listRules.js'
import { type CodeDescription, listCodes } from './listCodes.js'

/** A code, looked up. The same number may be a rule, and mean other things to a PAC or of a cancellation. */
export interface LookedUp {
  readonly rules: readonly RuleDescription[]
  readonly codes: readonly CodeDescription[]
  /** Of a code that nobody has: the nearest one, if there is any near. */
  readonly near?: string
}

/** Looks a code up as people write it, in any case. */
export function lookUp(given: string): LookedUp {
  const [allRules, allCodes] = [listRules(), listCodes()]
  const isIt = ({ code }: { readonly code: string }): boolean => code.toUpperCase() === given.toUpperCase()
  const [rules, codes] = [allRules.filter(isIt), allCodes.filter(isIt)]
  if (rules.length + codes.length > 0) return { rules, codes }
  const near = nearest(given, new Set([...allRules, ...allCodes].map(({ code }) => code)))
  return { rules, codes, ...(near === undefined ? {} : { near }) }
}
