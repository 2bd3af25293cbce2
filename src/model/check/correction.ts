/**
 * Common mistakes in the writing of a value, each with its correction and the corrected value.
 * @module
 */
import { countFractionDigits, Decimal, isDecimal } from '../../lib/decimal.js'
import { decimalOfNumber } from '../../lib/numberText.js'
import type { Base, Simple } from '../grammar.js'
import type { Judge } from './simple.js'

interface Correction {
  /** The correction, to follow "debe …". */
  readonly says: string
  /** Returns the corrected text; undefined when it is not this mistake. */
  readonly mend: (text: string) => string | undefined
}

function correction(says: string, from: RegExp, to: string): Correction {
  return { says, mend: (text) => (from.test(text) ? text.replace(from, to) : undefined) }
}

const stripSeparators = (text: string): string => text.replace(/[-–./\s]/g, '')

/** A code that lost zeros as a number; one that begins with a zero, as 0660, lacks another digit. */
const withoutZeros = /^(0\d?|[1-9]\d{0,4})$/

const ofText: readonly Correction[] = [
  { says: 'ir en mayúsculas', mend: (text) => text.toUpperCase() },
  { says: 'ir en minúsculas', mend: (text) => text.toLowerCase() },
  { says: 'ir sin guiones, puntos ni espacios', mend: stripSeparators },
  {
    says: 'ir en mayúsculas, sin guiones, puntos ni espacios',
    mend: (text) => stripSeparators(text).toUpperCase(),
  },
  correction('llevar ceros a la izquierda', withoutZeros, '0$1'),
  correction('llevar ceros a la izquierda', withoutZeros, '00$1'),
  correction(
    'llevar dos espacios entre sus partes',
    /^(\d\d)\D*(\d\d)\D*(\d{4})\D*(\d{7})$/,
    '$1  $2  $3  $4',
  ),
  correction('ir sin llaves', /^\{(.*)\}$/, '$1'),
  correction('llevar sus guiones', /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5'),
]

const ofNumber: readonly Correction[] = [
  correction('llevar un cero antes del punto', /^\.(?=\d)/, '0.'),
  correction('llevar decimales después del punto, o ir sin él', /^(\d+)\.$/, '$1'),
  correction('llevar punto decimal, no coma', /^(\d+),(\d{1,2})$/, '$1.$2'),
  {
    says: 'ir sin signo de pesos ni separadores de miles',
    mend: (text) => {
      if (/^\$?\s?\d{1,3}(,\d{3})*(\.\d+)?$|^\$\s?\d+(\.\d+)?$/.test(text))
        return text.replace(/[$,\s]/g, '')
      return undefined
    },
  },
  correction('ir sin signo', /^\+/, ''),
]

const ofRate: readonly Correction[] = [
  ...ofNumber,
  { says: 'ser la fracción, sin signo de por ciento', mend: fractionOf },
]

/** Converts a percentage to a rate with six decimals. */
function fractionOf(text: string): string | undefined {
  const percentage = /^(\d{1,3}(?:\.\d{1,4})?)\s?%$/.exec(text)?.[1]
  return percentage && Decimal.of(percentage).times(Decimal.of('0.01')).round(6).toString(6)
}

const ofDate: readonly Correction[] = [
  correction('ir como AAAA-MM-DD', /^(\d\d)[/-](\d\d)[/-](\d{4})$/, '$3-$2-$1'),
  correction('ir sin hora', /T.*$/s, ''),
]

const ofDateTime: readonly Correction[] = [
  correction('llevar una T entre la fecha y la hora', /^(\S{10}) (\S{8})$/, '$1T$2'),
  correction('ir sin fracciones de segundo', /\.\d+$/, ''),
]

const corrections: Readonly<Record<Base, readonly Correction[]>> = {
  string: ofText,
  decimal: ofNumber,
  integer: ofNumber,
  date: ofDate,
  dateTime: ofDateTime,
  time: [],
  base64: [],
  nmtoken: [],
}

/** Rounds a number that has more decimals than its type; undefined for others. */
function roundedOf({ base, facets, isRate }: Simple, value: string): string | undefined {
  const digits = base === 'integer' ? 0 : facets.fractionDigits
  if (digits === undefined || (base !== 'decimal' && base !== 'integer') || !isDecimal(value))
    return undefined
  if (countFractionDigits(value) <= digits) return undefined
  return Decimal.of(value)
    .round(digits)
    .toString(isRate ? digits : undefined)
}

/** Maximum length of a corrected value. */
const longest = 60

/**
 * Describes the correction of a refused value, to follow "debe …":
 * `ir en mayúsculas: TOAM850417U21`. Returns undefined for unknown mistakes. A time with a zone is
 * not corrected: without the zone it would be another time.
 */
export function correctionOf(type: Simple, text: string, judge: Judge): string | undefined {
  const { base, isRate } = type
  const value = text.trim()
  if (value === '' || value.length > longest) return undefined
  for (const { says, mend } of isRate ? ofRate : corrections[base]) {
    const mended = mend(value)
    if (mended !== undefined && mended !== value && judge(mended) === undefined)
      return `${says}: ${mended}`
  }
  const rounded = roundedOf(type, value)
  if (rounded === undefined || judge(rounded) !== undefined) return undefined
  return `tener a lo más ${admittedDecimals(type)} decimales; redondeado: ${rounded}`
}

/** Returns the decimals that a numeric type admits. */
function admittedDecimals({ base, facets }: Simple): number {
  if (base === 'integer') return 0
  return facets.fractionDigits ?? 6
}

/**
 * Describes the correction of a number that a double may not hold as written, to follow "debe …".
 */
export function numberCorrectionOf(type: Simple, value: number, judge: Judge): string {
  if (!Number.isFinite(value)) return 'ser un número finito'
  const digits = admittedDecimals(type)
  const rounded =
    Math.abs(value) < 1e18 ? decimalOfNumber(value).round(digits).toString() : undefined
  if (rounded === undefined || judge(rounded) !== undefined)
    return 'ir como texto: un número no guarda más de 15 dígitos'
  const helper = digits === 0 ? '' : `, como lo escribe ${digits === 2 ? 'money' : 'quantity'}`
  return `ir como texto, redondeado a ${digits} decimales${helper}, pues un número no guarda más de 15 dígitos: "${rounded}"`
}
