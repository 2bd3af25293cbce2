/**
 * Compiles simple types: tests whether a text is a value of the type, and describes the problem in
 * Spanish.
 * @module
 */
import { countBytes } from '../../lib/base64.js'
import { compareDecimals, countDigits, countFractionDigits, isDecimal } from '../../lib/decimal.js'
import {
  collapseSpace,
  countCharacters,
  findForbidden,
  isPlainField,
  quote,
} from '../../lib/text.js'
import type { Facets, Simple } from '../grammar.js'
import { patternWords } from './patternWords.js'

/** Returns `undefined` for a value of the type, otherwise the expectation, to follow "… debe ". */
export type Judge = (text: string) => string | undefined

/** Returns `true` only for values of the type without a `|`; `false` is inconclusive. */
export type Shortcut = (text: string) => boolean

/** Compiles a type. Checks follow the order of the XSD: characters, lexical form, then facets. */
export function compileSimple(type: Simple): Judge {
  const judge = compileExact(type)
  const shortcut = shortcutOf(type)
  if (shortcut === undefined) return judge
  return (text) => (shortcut(text) ? undefined : judge(text))
}

/**
 * {@link compileSimple} without its shortcut: slower, and the reference in tests of the shortcut.
 */
export function compileExact(type: Simple): Judge {
  const collapses = isCollapsing(type)
  const tests = [...testsOf(type)]
  return (text) => {
    const value = collapses ? collapseSpace(text) : text
    for (const test of tests) {
      const problem = test(value)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

/** Whether white space around and within a value of the type is collapsed before validation. */
export function isCollapsing({ base, facets }: Simple): boolean {
  return base !== 'string' || facets.whiteSpace !== 'preserve'
}

/** Most values are plain, and this test accepts them without a regular expression. */
export function shortcutOf({ base, facets }: Simple): Shortcut | undefined {
  if (base === 'decimal') return decimalShortcut(facets)
  if (base === 'dateTime') {
    const { pattern, ...others } = facets
    if (Object.keys(others).length > 0) return undefined
    const expression = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u')
    return (text) => commonTime.test(text) && (expression === undefined || expression.test(text))
  }
  if (base !== 'string') return undefined
  const {
    fixed,
    enumeration,
    pattern,
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
  } = facets
  if (fixed !== undefined) return (text) => text === fixed
  if (enumeration !== undefined) {
    if (pattern === undefined && facets.minLength === undefined) {
      // Caches the last value: lines of a document are much alike.
      const members = new Set(enumeration)
      let last: string | undefined
      return (text) => {
        if (text === last) return true
        if (!members.has(text)) return false
        last = text
        return true
      }
    }
    return undefined
  }
  // Plain texts have no surrogates, so their length in UTF-16 units is that in characters.
  if (pattern === undefined || isFieldPattern(facets))
    return (text) => text.length >= minLength && text.length <= maxLength && isPlainField(text)
  // A pattern that matches only ASCII letters, digits and punctuation admits no text that
  // collapsing would change.
  if (/\[\^|[.\\ |]/.test(pattern.replaceAll('(.[', '').replace(/\([^[\]()]*\)/g, '')))
    return undefined
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  return (text) => text.length >= minLength && text.length <= maxLength && expression.test(text)
}

/**
 * Plain digits with a fraction within bounds, and a first digit that exceeds any minimum of zero or
 * one unit.
 */
function decimalShortcut(facets: Facets): Shortcut | undefined {
  const {
    fractionDigits,
    minInclusive = '0',
    maxInclusive,
    totalDigits,
    pattern,
    enumeration,
  } = facets
  const importe = importeFraction(facets)
  const simple =
    maxInclusive === undefined && totalDigits === undefined && enumeration === undefined
  if (!simple || fractionDigits === undefined || (pattern !== undefined && importe === undefined))
    return undefined
  if (/^0(\.0+)?$/.test(minInclusive)) return (text) => isImporte(text, fractionDigits)
  if (!/^0\.0*1$/.test(minInclusive)) return undefined
  return (text) => hasSignificantDigit(text) && isImporte(text, fractionDigits)
}

/** A time to the second, on a day that every month has, without zone. */
const commonTime =
  /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

function isFieldPattern({ pattern, minLength, maxLength }: Facets): boolean {
  return pattern === `[^|]{${minLength},${maxLength}}`
}

function* testsOf({ base, facets, catalog }: Simple): Generator<Judge> {
  const numeric = base === 'decimal' || base === 'integer'
  const { fixed } = facets
  if (base === 'string') {
    if (fixed === undefined && facets.enumeration === undefined) yield characters
  } else if (base !== 'decimal' || importeFraction(facets) === undefined) yield lexicalForms[base]
  if (fixed !== undefined) yield (text) => (text === fixed ? undefined : `ser ${quote(fixed)}`)
  if (facets.minLength !== undefined || facets.maxLength !== undefined) {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = facets
    const wanted = lengthWords(minLength, maxLength)
    yield (text) => {
      const units = text.length
      if (units >= 2 * minLength && units <= maxLength) return undefined
      const characters = countCharacters(text)
      if (characters >= minLength && characters <= maxLength) return undefined
      return `tener ${wanted}; tiene ${characters}`
    }
  }
  if (facets.pattern !== undefined) yield patternTest(facets)
  if (numeric) yield* numericTests(facets)
  else if (base === 'date') {
    const { minInclusive, maxInclusive } = facets
    if (minInclusive !== undefined)
      yield (text) => (text >= minInclusive ? undefined : `ser desde ${minInclusive}`)
    if (maxInclusive !== undefined)
      yield (text) => (text <= maxInclusive ? undefined : `ser hasta ${maxInclusive}`)
  }
  if (facets.enumeration !== undefined) yield enumerationTest(facets.enumeration, numeric, catalog)
}

const characters: Judge = (text) => {
  const at = findForbidden(text)
  if (at < 0) return undefined
  const hex = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  return `estar libre de caracteres que XML no admite: U+${hex} en la posición ${at + 1}`
}

function lengthWords(min: number, max: number): string {
  if (min === max) return `${min} caracteres`
  if (max === Number.POSITIVE_INFINITY)
    return min === 1 ? 'al menos un carácter' : `al menos ${min} caracteres`
  if (min === 0) return `a lo más ${max} caracteres`
  return `entre ${min} y ${max} caracteres`
}

function patternTest(facets: Facets): Judge {
  const { pattern = '' } = facets
  if (isFieldPattern(facets)) return withoutBar
  const fraction = importeFraction(facets)
  if (fraction !== undefined) {
    // That pattern combined with the form of xs:decimal, in one pass without a regular
    // expression. The pattern's dot is unescaped: in a text without a point it matches one more
    // digit, so 18 + 1 + n digits are admitted.
    const wanted = `ser un importe de hasta 18 enteros y ${fraction} decimales, sin signo ni separadores`
    return (text) => (isImporte(text, fraction) ? undefined : wanted)
  }
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  const wanted = patternWords(pattern)
  return (text) => (expression.test(text) ? undefined : wanted)
}

const withoutBar: Judge = (text) =>
  text.includes('|') ? 'estar libre del carácter "|"' : undefined

/**
 * Decimals of a pattern `[0-9]{1,18}(.[0-9]{1,n})?` whose fraction the facets also bound; undefined
 * for other patterns.
 */
function importeFraction({ pattern, fractionDigits }: Facets): number | undefined {
  const match = /^\[0-9\]\{1,18\}\(\.\[0-9\]\{1,(\d)\}\)\?$/.exec(pattern ?? '')
  if (match !== null && Number(match[1]) === fractionDigits) return fractionDigits
  return undefined
}

function isImporte(text: string, fraction: number): boolean {
  const length = text.length
  let point = -1
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) continue
    if (code !== 46 || point >= 0) return false
    point = at
  }
  if (point < 0) return length >= 1 && length <= 19 + fraction
  const decimals = length - point - 1
  return point >= 1 && point <= 18 && decimals >= 1 && decimals <= fraction
}

function* numericTests(facets: Facets): Generator<Judge> {
  const { fractionDigits, totalDigits, minInclusive, maxInclusive } = facets
  const importe = importeFraction(facets) !== undefined
  if (fractionDigits !== undefined && !importe)
    yield (text) => {
      const point = text.indexOf('.')
      if (point < 0 || text.length - point - 1 <= fractionDigits) return undefined
      if (countFractionDigits(text) <= fractionDigits) return undefined
      return `tener a lo más ${fractionDigits} decimales`
    }
  if (totalDigits !== undefined)
    yield (text) =>
      countDigits(text) <= totalDigits ? undefined : `tener a lo más ${totalDigits} dígitos`
  // An importe has no sign, so it always reaches a minimum of zero.
  if (minInclusive !== undefined && !(importe && /^0(\.0+)?$/.test(minInclusive))) {
    // Every plain non-zero value reaches a minimum of one unit of its last decimal (0.000001).
    const least = /^0\.0*1$/.test(minInclusive)
    const wanted = `ser al menos ${minInclusive}`
    yield (text) => {
      if (least && hasSignificantDigit(text)) return undefined
      if (compareDecimals(text, minInclusive) >= 0) return undefined
      return wanted
    }
  }
  if (maxInclusive !== undefined)
    yield (text) =>
      compareDecimals(text, maxInclusive) <= 0 ? undefined : `ser a lo más ${maxInclusive}`
}

function hasSignificantDigit(text: string): boolean {
  const first = text.charCodeAt(0)
  // A first digit 1-9 is conclusive; every other text takes the exact path.
  return first >= 49 && first <= 57
}

function enumerationTest(
  values: readonly string[],
  numeric: boolean,
  catalog: string | undefined,
): Judge {
  const members = new Set(values)
  const wanted = enumerationWords(values, catalog)
  if (!numeric) return (text) => (members.has(text) ? undefined : wanted)
  return (text) => {
    if (members.has(text) || values.some((value) => compareDecimals(text, value) === 0))
      return undefined
    return wanted
  }
}

function enumerationWords(values: readonly string[], catalog: string | undefined): string {
  const shown = values.slice(0, 12).map((value) => quote(value))
  const last = values.length > 12 ? '…' : shown.pop()
  const choice = shown.length === 0 ? last : `${shown.join(', ')} o ${last}`
  if (catalog === undefined) return `ser ${choice}`
  return `ser una clave de ${catalog}: ${choice}`
}

const integerForm = /^[+-]?\d+$/
const dateForm = /^(-?\d{4,})-(\d\d)-(\d\d)(Z|[+-]\d\d:\d\d)?$/
const dateTimeForm = /^(-?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/
const timeForm = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/
const nmtokenForm =
  /^[-.:\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]+$/u

const lexicalForms: Readonly<Record<Exclude<Simple['base'], 'string'>, Judge>> = {
  decimal: (text) =>
    isDecimal(text) ? undefined : 'ser un número decimal, sin separadores ni exponente',
  integer: (text) => (integerForm.test(text) ? undefined : 'ser un número entero'),
  date: (text) =>
    isCalendarDate(dateForm.exec(text)) ? undefined : 'ser una fecha que exista, AAAA-MM-DD',
  dateTime: (text) => {
    const match = dateTimeForm.exec(text)
    const sound = isCalendarDate(match) && isTimeOfDay(match[4], match[5], match[6], match[7])
    if (sound) return undefined
    return 'ser una fecha y hora que exista, AAAA-MM-DDThh:mm:ss'
  },
  time: (text) => {
    const match = timeForm.exec(text)
    if (match !== null && isTimeOfDay(match[1], match[2], match[3], match[4])) return undefined
    return 'ser una hora, hh:mm:ss'
  },
  base64: (text) => (countBytes(text.replaceAll(' ', '')) !== undefined ? undefined : 'ser Base64'),
  nmtoken: (text) => (nmtokenForm.test(text) ? undefined : 'ser una palabra, sin espacios'),
}

/** Whether year, month and day exist in the Gregorian calendar. XML Schema 1.0 has no year 0. */
function isCalendarDate(match: RegExpExecArray | null): match is RegExpExecArray {
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const last = isLeap && month === 2 ? 29 : (daysOfMonths[month - 1] ?? 0)
  return year !== 0 && day >= 1 && day <= last
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isTimeOfDay(hour = '', minute = '', second = '', fraction = ''): boolean {
  if (hour === '24') return minute === '00' && second === '00' && !/[1-9]/.test(fraction)
  return hour <= '23' && minute <= '59' && second <= '59'
}
