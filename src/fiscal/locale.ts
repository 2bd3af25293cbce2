/**
 * How amounts are written, and in which language the words around them are.
 * @module
 */

/** A locale as data: give another where these do not serve. */
export interface Locale {
  /** BCP 47 tag, which the document states as its language. */
  readonly language: string
  /** Between groups of three digits. */
  readonly group: string
  /** Before the decimals. */
  readonly decimal: string
}

/** The locales that have a name. What the law words is in Spanish in all of them. */
export const locales = {
  'es-MX': { language: 'es-MX', group: ',', decimal: '.' },
  'es-ES': { language: 'es-ES', group: '.', decimal: ',' },
} as const satisfies Readonly<Record<string, Locale>>

/** Name of a locale. */
export type LocaleName = keyof typeof locales

const number = /^([+-]?)(\d+)(?:\.(\d+))?$/

/**
 * A decimal as people read it, digit by digit as it was written: `1234.50` is `1,234.50`. What is no decimal is left alone.
 */
export function writeAmount(text: string, { group, decimal }: Locale): string {
  const [, sign, whole, fraction] = number.exec(text) ?? []
  if (whole === undefined) return text
  return `${sign}${grouped(whole, group)}${fraction === undefined ? '' : decimal + fraction}`
}

/** From the right, three digits each. */
function grouped(digits: string, group: string): string {
  const parts: string[] = []
  for (let end = digits.length; end > 0; end -= 3) parts.unshift(digits.slice(Math.max(0, end - 3), end))
  return parts.join(group)
}
