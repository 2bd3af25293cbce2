/**
 * Messages of thrown values, which may have any type.
 * @module
 */

/** Returns the message of an error, the value as text, or else its type. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return String(thrown.message)
    return String(thrown)
  } catch {
    return typeof thrown
  }
}

/** Adds the final point, if it is missing. */
export function endSentence(text: string): string {
  if (text.endsWith('.')) return text
  return `${text}.`
}
