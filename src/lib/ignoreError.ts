/**
 * For a promise whose failure another place reports, or does not matter.
 * @module
 */

/** Handles a rejection by doing nothing. */
export function ignoreError(): undefined {
  return undefined
}
