/**
 * Formats of amounts, and the language of the surrounding words.
 * @module
 */

/** A locale as data. Pass your own if none of {@link locales} fits. */
export interface Locale {
  /** BCP 47 tag of the document's language. */
  readonly language: string
  /** Separator of groups of three digits. */
  readonly group: string
  /** Decimal separator. */
  readonly decimal: string
}

/** The named locales. Legal wording is Spanish in all of them. */
export const locales = {
  'es-MX': { language: 'es-MX', group: ',', decimal: '.' },
  'es-ES': { language: 'es-ES', group: '.', decimal: ',' },
} as const satisfies Readonly<Record<string, Locale>>

/** Name of a locale. */
export type LocaleName = keyof typeof locales

const number = /^([+-]?)(\d+)(?:\.(\d+))?$/

/**
 * Formats a decimal for readers, digit by digit as written: `1234.50` becomes `1,234.50`. Other
 * text is returned unchanged.
 */
export function writeAmount(text: string, { group, decimal }: Locale): string {
  const [, sign, whole, fraction] = number.exec(text) ?? []
  if (whole === undefined) return text
  // Groups of three digits, from the right.
  const parts: string[] = []
  for (let end = whole.length; end > 0; end -= 3)
    parts.unshift(whole.slice(Math.max(0, end - 3), end))
  return `${sign}${parts.join(group)}${fraction === undefined ? '' : decimal + fraction}`
}
