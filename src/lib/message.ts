/**
 * What a thrown value says, whatever it is: hosts and their libraries throw anything.
 * @module
 */

/** The message of an error, or the value as text; its kind when it has none. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown)
  } catch {
    return typeof thrown
  }
}
