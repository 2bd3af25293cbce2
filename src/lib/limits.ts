/**
 * How much of a hostile input is taken before it is refused.
 * @module
 */

/**
 * What an input may hold. The defaults take documents of tens of MB with a hundred thousand concepts; whoever reads what
 * strangers send may want less.
 */
export interface Limits {
  /** UTF-16 units of a text, or bytes where bytes are given. 100,000,000 by default. */
  readonly length?: number | undefined
  /** Elements of an XML; objects and lists of a JSON value. 2,000,000 by default. */
  readonly nodes?: number | undefined
  /** Attributes of one element of an XML. 100,000 by default. */
  readonly attributes?: number | undefined
  /** Levels of elements, or of objects and lists. 200 by default, 1,000 at most; a CFDI has about 12. */
  readonly depth?: number | undefined
  /** Findings that are told one by one; a last one says how many more there are. 10,000 by default. */
  readonly findings?: number | undefined
}

/** Limits, all of them. */
export type AllLimits = { readonly [Name in keyof Limits]-?: number }

export const defaultLimits: AllLimits = Object.freeze({
  length: 100_000_000,
  nodes: 2_000_000,
  attributes: 100_000,
  depth: 200,
  findings: 10_000,
})

/** Levels that those who walk a tree have stack for, on every engine. */
const deepest = 1_000

/** Those that were found right, all of them: an engine gives its own to every document. */
const judged = new WeakSet<Limits>([defaultLimits])

/** The limits given, and the default of each that is not. @throws TypeError when one is not a whole number above zero. */
export function limitsOf(limits: Limits | undefined): AllLimits {
  if (limits === undefined) return defaultLimits
  if (judged.has(limits)) return limits as AllLimits
  const all: Record<keyof Limits, number> = { ...defaultLimits }
  for (const [name, limit] of Object.entries(limits)) {
    if (!Object.hasOwn(all, name)) throw new TypeError(`limits: there is no ${name}`)
    if (limit === undefined) continue
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new TypeError(`limits.${name}: a whole number above 0 is expected`)
    all[name as keyof Limits] = limit
  }
  if (all.depth > deepest) throw new TypeError(`limits.depth: at most ${deepest}`)
  judged.add(Object.freeze(all))
  return all
}
