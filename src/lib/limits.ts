/**
 * Limits for untrusted input.
 * @module
 */

/**
 * Limits of an input. The defaults accept an invoice of 25,000 concepts, and no input within them
 * exhausts a heap of 512 MB. Raise them for your own documents; lower them for untrusted ones.
 */
export interface Limits {
  /** UTF-16 units of a text, or bytes for binary input. Defaults to 20,000,000. */
  readonly length?: number | undefined
  /**
   * UTF-16 units of one XML value as written: an attribute, or the text between two tags. Defaults
   * to 10,000,000, as libxml2.
   */
  readonly text?: number | undefined
  /** Elements of an XML; objects and lists of a JSON value. Defaults to 500,000. */
  readonly nodes?: number | undefined
  /** Attributes of one element of an XML. Defaults to 1,000. */
  readonly attributes?: number | undefined
  /**
   * Levels of elements, or of objects and lists. Defaults to 200; at most 1,000. A CFDI has about
   * 12.
   */
  readonly depth?: number | undefined
  /** Findings returned individually; a last one counts the rest. Defaults to 10,000. */
  readonly findings?: number | undefined
}

/** Complete limits. */
export type AllLimits = { readonly [Name in keyof Limits]-?: number }

export const defaultLimits: AllLimits = Object.freeze({
  length: 20_000_000,
  text: 10_000_000,
  nodes: 500_000,
  attributes: 1_000,
  depth: 200,
  findings: 10_000,
})

/**
 * Limits of replies: a stamped document may be larger than any accepted input, and is already paid
 * for. They need more memory than {@link defaultLimits}.
 */
export const replyLimits: AllLimits = Object.freeze({
  ...defaultLimits,
  length: 100_000_000,
  text: 100_000_000,
  nodes: 2_000_000,
})

/** Depth for which every engine has stack to walk a tree recursively. */
const deepest = 1_000

/** Limits already validated: an engine passes the same object for every document. */
const judged = new WeakSet<Limits>([defaultLimits, replyLimits])

/** Completes limits with the defaults. @throws TypeError when one is not a positive integer. */
export function limitsOf(limits: Limits | undefined): AllLimits {
  if (limits === undefined) return defaultLimits
  if (typeof limits !== 'object' || limits === null)
    throw new TypeError('limits: an object is expected')
  if (judged.has(limits)) return limits as AllLimits
  const all: Record<keyof Limits, number> = { ...defaultLimits }
  for (const [name, limit] of Object.entries(limits)) {
    if (!Object.hasOwn(all, name)) throw new TypeError(`limits: unknown limit ${name}`)
    if (limit === undefined) continue
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new TypeError(`limits.${name}: expected a positive integer`)
    all[name as keyof Limits] = limit
  }
  if (all.depth > deepest) throw new TypeError(`limits.depth: at most ${deepest}`)
  judged.add(Object.freeze(all))
  return all
}
