/**
 * Lists taken a page at a time.
 * @module
 */
import type { When } from './day.js'

/** Which of the codes or rows of a catalogue: those from `offset` on of the ones in force `at`, at most `limit`. */
export interface Page {
  /** Only what is in force that day; without it, all that is listed. */
  readonly at?: When | undefined
  /** How many to pass over, 0 by default. */
  readonly offset?: number | undefined
  /** How many at most; without it, all. */
  readonly limit?: number | undefined
}

/** `value`, or `otherwise` when it is left out. Throws a `RangeError` when it is not a whole number from 0 on, or `Infinity`. */
export function countOf(name: string, value: number | undefined, otherwise: number): number {
  const count = value ?? otherwise
  if (count === Number.POSITIVE_INFINITY || (Number.isInteger(count) && count >= 0)) return count
  throw new RangeError(`${name}: a whole number from 0 on is expected, not ${String(count)}`)
}

/** The items from `offset` on, at most `limit`. Throws a `RangeError`, when it is called, as {@link countOf} does. */
export function pageOf<Item>(items: Iterable<Item>, { offset, limit }: Page): Generator<Item, undefined, undefined> {
  return paged(items, countOf('offset', offset, 0), countOf('limit', limit, Number.POSITIVE_INFINITY))
}

function* paged<Item>(items: Iterable<Item>, offset: number, limit: number): Generator<Item, undefined, undefined> {
  if (limit === 0) return
  let at = 0
  for (const item of items) {
    if (at++ < offset) continue
    yield item
    if (at >= offset + limit) return
  }
}
