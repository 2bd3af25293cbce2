/**
 * Amounts never use binary floating point: no conversion to it exists where amounts are checked or
 * computed.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../src/', import.meta.url)

const files = ['rules', 'derive', 'fiscal', 'sat']
  .flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((name) => name.endsWith('.ts'))
  .concat('lib/decimal.ts')

/**
 * Conversions from text to a binary number, or computations with one: description, and the pattern
 * that finds it.
 */
const ways: Readonly<Record<string, RegExp>> = {
  parseFloat: /\bparseFloat\b/,
  // In a comparison it is 0 or 1, in brackets an index.
  'Number( )': /(?<!\[)\bNumber\s*\((?![^()]*===)/,
  'toFixed, toPrecision, toExponential': /\.to(?:Fixed|Precision|Exponential)\b/,
  'Math.round and the like': /\bMath\.(?:round|floor|ceil|trunc|pow|fround)\b/,
  'unary plus on a name': /(?:[=(,:?]|=>|return)\s*\+[a-z_$[(]/i,
  'a literal with decimals': /(?<![\w."'`$-])\d+\.\d+(?![\w."'`])/,
  'a quotient of numbers': /[\w)\]]\s\/\s[\w(]/,
}

/** Source without comments, texts and regular expressions. */
function code(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:\\.|[^'\\\n])*'/g, "''")
    .replace(/"(?:\\.|[^"\\\n])*"/g, '""')
    .replace(
      /`(?:\\.|[^`\\])*`/g,
      (text) => `\`${[...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' ')}\``,
    )
    .replace(/(?<=[=(,:]\s?)\/(?:\\.|[^/\\\n])+\/[a-z]*/g, 'RegExp')
}

/** Numbers that are not amounts, by the words around them. */
const exceptions: readonly (readonly [file: string, words: RegExp])[] = [
  // Safe integers and bigints, of which a quotient is exact or cuts: where exactness is made, and
  // proved by its own tests.
  ['lib/decimal.ts', /units|step|scaled|powers/],
  // Weeks of work are counted in whole days.
  ['sat/nomina12/derivations.ts', /\bdays?\b/],
  // Words for groups of six digits, of three and of one.
  ['fiscal/amountInWords.ts', /\b(?:millionth|thousands|hundreds|tens)\b/],
  // Days of a month are counted.
  ['fiscal/closedDays.ts', /\bmondays\b/],
  // Months and two months together, and which payment of an invoice it is.
  ['sat/cfdi40/build/facturaGlobal.ts', /\bmonth\b/],
  ['sat/pagos20/build/repartirPago.ts', /\bparcialidad\b/],
  ['sat/pagos20/build/paymentSummary.ts', /\bNumParcialidad\b/],
]

function uses(name: string): string[] {
  return code(readFileSync(new URL(name, root), 'utf8'))
    .split('\n')
    .flatMap((line) => {
      if (exceptions.some(([file, words]) => file === name && words.test(line))) return []
      return Object.entries(ways).flatMap(([way, pattern]) =>
        pattern.test(line) ? [`${name}: ${way}: ${line.trim()}`] : [],
      )
    })
}

describe('exact arithmetic', () => {
  it.each(files)('%s', (name) => expect(uses(name)).toEqual([]))

  it.each([
    'const total = parseFloat(text)',
    'const total = Number(text)',
    'return total.toFixed(2)',
    'const cents = Math.round(total)',
    'const total = +text',
    'const tax = base * 0.16',
    'const tax = total / rate',
  ])('would find %s', (line) => {
    expect(Object.values(ways).some((pattern) => pattern.test(code(line)))).toBe(true)
  })
})
