/**
 * Writes amounts in Spanish words: «MIL DOSCIENTOS TREINTA Y CUATRO PESOS 50/100 M.N.».
 * @module
 */
import { trimZeros } from '../lib/decimal.js'

const units = [
  '',
  'UN',
  'DOS',
  'TRES',
  'CUATRO',
  'CINCO',
  'SEIS',
  'SIETE',
  'OCHO',
  'NUEVE',
  'DIEZ',
  'ONCE',
  'DOCE',
  'TRECE',
  'CATORCE',
  'QUINCE',
  'DIECISÉIS',
  'DIECISIETE',
  'DIECIOCHO',
  'DIECINUEVE',
  'VEINTE',
  'VEINTIÚN',
  'VEINTIDÓS',
  'VEINTITRÉS',
  'VEINTICUATRO',
  'VEINTICINCO',
  'VEINTISÉIS',
  'VEINTISIETE',
  'VEINTIOCHO',
  'VEINTINUEVE',
]
const tens = [
  '',
  '',
  '',
  'TREINTA',
  'CUARENTA',
  'CINCUENTA',
  'SESENTA',
  'SETENTA',
  'OCHENTA',
  'NOVENTA',
]
const hundreds = [
  '',
  'CIENTO',
  'DOSCIENTOS',
  'TRESCIENTOS',
  'CUATROCIENTOS',
  'QUINIENTOS',
  'SEISCIENTOS',
  'SETECIENTOS',
  'OCHOCIENTOS',
  'NOVECIENTOS',
]

/**
 * Singular and plural of each power of a million (long scale of Spanish). 18 digits, the SAT's
 * maximum, end in the third.
 */
const millions = [
  undefined,
  ['MILLÓN', 'MILLONES'],
  ['BILLÓN', 'BILLONES'],
  ['TRILLÓN', 'TRILLONES'],
] as const

/**
 * Common currencies, all masculine like the numerals: singular, plural, and the text after the
 * cents. Other currencies are written by their code.
 */
const currencies: Readonly<Record<string, readonly [one: string, several: string, end: string]>> = {
  MXN: ['PESO', 'PESOS', 'M.N.'],
  USD: ['DÓLAR', 'DÓLARES', 'USD'],
  EUR: ['EURO', 'EUROS', 'EUR'],
  CAD: ['DÓLAR CANADIENSE', 'DÓLARES CANADIENSES', 'CAD'],
  JPY: ['YEN', 'YENES', 'JPY'],
  CHF: ['FRANCO SUIZO', 'FRANCOS SUIZOS', 'CHF'],
  CNY: ['YUAN', 'YUANES', 'CNY'],
  BRL: ['REAL', 'REALES', 'BRL'],
  COP: ['PESO COLOMBIANO', 'PESOS COLOMBIANOS', 'COP'],
}

const amount = /^(\d{1,24})(?:\.(\d*))?$/

/**
 * Writes an amount in words, in capitals, exactly. Returns undefined when `text` is not an amount
 * or has more than 24 digits.
 * @param text Decimal, not negative, `1234.50`.
 * @param currency Code of c_Moneda.
 * @param decimals Decimals of the currency: 2 for MXN, 0 for JPY. An amount with more keeps them
 * all.
 * @example
 * amountInWords('1234.50', 'MXN') // → 'MIL DOSCIENTOS TREINTA Y CUATRO PESOS 50/100 M.N.'
 * amountInWords('1000000', 'USD') // → 'UN MILLÓN DE DÓLARES 00/100 USD'
 */
export function amountInWords(text: string, currency: string, decimals = 2): string | undefined {
  const [, whole, fraction = ''] = amount.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = trimZeros(fraction).padEnd(decimals, '0')
  const [one, several, end] = currencies[currency] ?? ['', '', currency]
  const count = BigInt(whole)
  const name = count === 1n ? one : several
  const of = name !== '' && count > 0n && count % 1_000_000n === 0n ? 'DE ' : ''
  const parts = digits === '' ? '' : `${digits}/1${'0'.repeat(digits.length)}`
  return joinWords(cardinal(count), of + name, parts, end)
}

/** Writes a cardinal before a masculine noun. */
function cardinal(count: bigint): string {
  if (count === 0n) return 'CERO'
  const parts: string[] = []
  for (let power = 0, rest = count; rest > 0n; power++, rest /= 1_000_000n)
    parts.unshift(millionth(Number(rest % 1_000_000n), power))
  return joinWords(...parts)
}

function millionth(count: number, power: number): string {
  const names = millions[power]
  if (count === 0 || names === undefined) return belowMillion(count)
  return `${belowMillion(count)} ${names[count === 1 ? 0 : 1]}`
}

function belowMillion(count: number): string {
  const thousands = Math.floor(count / 1000)
  const thousand =
    thousands === 0 ? '' : thousands === 1 ? 'MIL' : `${belowThousand(thousands)} MIL`
  return joinWords(thousand, belowThousand(count % 1000))
}

function belowThousand(count: number): string {
  if (count === 100) return 'CIEN'
  return joinWords(hundreds[Math.floor(count / 100)], belowHundred(count % 100))
}

function belowHundred(count: number): string {
  if (count < units.length) return units[count] as string
  const [ten, unit] = [tens[Math.floor(count / 10)], units[count % 10]]
  if (unit === '') return ten as string
  return `${ten} Y ${unit}`
}

function joinWords(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== '').join(' ')
}
