/**
 * Patterns in the SAT's catalogues: accounts of c_FormaPago, postal codes and tax identities of
 * c_Pais, permits.
 * @module
 */

const compiled = new Map<string, RegExp>()

/**
 * Whether the whole text matches. The SAT uses Perl's dialect: `\V` is any character except a line
 * break.
 * @example
 * matchesPattern('[0-9]{18}', '012180001234567891') // → true
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const known =
    compiled.get(pattern) ??
    new RegExp(`^(?:${pattern.replaceAll('\\V', '[^\\n\\v\\f\\r\\x85\\u2028\\u2029]')})$`)
  if (compiled.size < 256) compiled.set(pattern, known)
  return known.test(text)
}
