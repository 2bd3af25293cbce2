/**
 * Pagination of lists.
 * @module
 */
import type { When } from './day.js'

/** A page of the codes or rows in force `at`: from `offset` on, at most `limit`. */
export interface Page {
  /** Restricts the list to codes in force that day. By default all codes are listed. */
  readonly at?: When | undefined
  /** Number of items to skip. Defaults to 0. */
  readonly offset?: number | undefined
  /** Maximum number of items. Defaults to all. */
  readonly limit?: number | undefined
}

/**
 * Returns `value`, or `otherwise` when undefined. Throws a `RangeError` for anything but a whole
 * number from 0 on, or `Infinity`.
 */
export function countOf(name: string, value: number | undefined, otherwise: number): number {
  const count = value ?? otherwise
  if (count === Number.POSITIVE_INFINITY || (Number.isInteger(count) && count >= 0)) return count
  throw new RangeError(`${name}: expected a whole number from 0 on, not ${String(count)}`)
}

/**
 * Returns the items from `offset` on, at most `limit`. The call itself throws the `RangeError` of
 * {@link countOf}.
 */
export function sliceItems<Item>(
  items: Iterable<Item>,
  { offset, limit }: Page,
): Generator<Item, undefined, undefined> {
  return paged(
    items,
    countOf('offset', offset, 0),
    countOf('limit', limit, Number.POSITIVE_INFINITY),
  )
}

function* paged<Item>(
  items: Iterable<Item>,
  offset: number,
  limit: number,
): Generator<Item, undefined, undefined> {
  if (limit === 0) return
  let at = 0
  for (const item of items) {
    if (at++ < offset) continue
    yield item
    if (at >= offset + limit) return
  }
}
