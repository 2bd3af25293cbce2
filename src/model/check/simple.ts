/**
 * Simple types, compiled: whether a text is a value of the type, and if not, what is wrong with it in Spanish.
 * @module
 */
import { countBytes } from '../../lib/base64.js'
import { compareDecimals, countDigits, countFractionDigits, isDecimal } from '../../lib/decimal.js'
import { collapseSpace, countCharacters, findForbidden, isPlain, isPlainField, quote } from '../../lib/text.js'
import type { Facets, Simple } from '../grammar.js'
import { patternWords } from './patternWords.js'

/** `undefined` when the text is a value of the type; otherwise what it should be, to follow "… debe ". */
export type Judge = (text: string) => string | undefined

/** `true` only for values of the type; `false` says nothing, the judge decides. */
export type Shortcut = (text: string) => boolean

/** What a type is judged against, as the XSD orders it: characters, lexical form, then facets. */
export function compileSimple(type: Simple): Judge {
  const judge = compileExact(type)
  const shortcut = shortcutOf(type)
  return shortcut === undefined ? judge : (text) => (shortcut(text) ? undefined : judge(text))
}

/** The judge without its shortcut: slower, and what the shortcut is tested against. */
export function compileExact(type: Simple): Judge {
  const collapses = isCollapsing(type)
  const tests = [...lexicalTests(type), ...facetTests(type)]
  return (text) => {
    const value = collapses ? collapseSpace(text) : text
    for (const test of tests) {
      const problem = test(value)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

/** Whether white space around and within a value of the type is collapsed before it is judged. */
export function isCollapsing({ base, facets }: Simple): boolean {
  return base !== 'string' || facets.whiteSpace !== 'preserve'
}

/** Most values of most documents are plain; one look decides them without a regular expression. */
export function shortcutOf({ base, facets }: Simple): Shortcut | undefined {
  if (base === 'decimal') return decimalShortcut(facets)
  if (base === 'dateTime') return dateTimeShortcut(facets)
  if (base !== 'string') return undefined
  const { fixed, enumeration, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = facets
  if (fixed !== undefined) return (text) => text === fixed
  if (enumeration !== undefined) {
    return pattern === undefined && facets.minLength === undefined ? enumerationShortcut(enumeration) : undefined
  }
  // Surrogates are not plain, so characters are UTF-16 units here.
  if (pattern === undefined) return (text) => text.length >= minLength && text.length <= maxLength && isPlain(text)
  if (isFieldPattern(facets))
    return (text) => text.length >= minLength && text.length <= maxLength && isPlainField(text)
  return patternShortcut(pattern, minLength, maxLength)
}

/** The value that was asked last is remembered: lines of a document are much alike. */
function enumerationShortcut(enumeration: readonly string[]): Shortcut {
  const members = new Set(enumeration)
  let last: string | undefined
  return (text) => {
    if (text === last) return true
    if (!members.has(text)) return false
    last = text
    return true
  }
}

/** A pattern that only ASCII letters, digits and punctuation can match admits nothing that collapsing would change. */
function patternShortcut(pattern: string, minLength: number, maxLength: number): Shortcut | undefined {
  if (/\[\^|[.\\ |]/.test(pattern.replaceAll('(.[', '').replace(/\([^[\]()]*\)/g, ''))) return undefined
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  return (text) => text.length >= minLength && text.length <= maxLength && expression.test(text)
}

/** Plain digits, with a fraction within bounds and a first digit that clears any minimum of zero or one unit. */
function decimalShortcut(facets: Facets): Shortcut | undefined {
  const { fractionDigits, minInclusive = '0', maxInclusive, totalDigits, pattern, enumeration } = facets
  const importe = importeFraction(facets)
  const simple = maxInclusive === undefined && totalDigits === undefined && enumeration === undefined
  if (!simple || fractionDigits === undefined || (pattern !== undefined && importe === undefined)) return undefined
  if (/^0(\.0+)?$/.test(minInclusive)) return (text) => isImporte(text, fractionDigits)
  if (!leastPositive(minInclusive)) return undefined
  return (text) => hasSignificantDigit(text) && isImporte(text, fractionDigits)
}

/** A second of a day that every month has, without zone. */
const commonTime = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

function dateTimeShortcut({ pattern, ...others }: Facets): Shortcut | undefined {
  if (Object.keys(others).length > 0) return undefined
  const expression = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u')
  return (text) => commonTime.test(text) && (expression === undefined || expression.test(text))
}

function isFieldPattern({ pattern, minLength, maxLength }: Facets): boolean {
  return pattern === `[^|]{${minLength},${maxLength}}`
}

function* lexicalTests({ base, facets }: Simple): Generator<Judge> {
  if (base === 'string') {
    if (facets.fixed === undefined && facets.enumeration === undefined) yield characters
  } else if (base !== 'decimal' || importeFraction(facets) === undefined) {
    yield lexicalForms[base]
  }
}

function* facetTests({ base, facets, catalog }: Simple): Generator<Judge> {
  const numeric = base === 'decimal' || base === 'integer'
  if (facets.fixed !== undefined) yield fixedTest(facets.fixed)
  if (facets.minLength !== undefined || facets.maxLength !== undefined) yield lengthTest(facets)
  if (facets.pattern !== undefined) yield patternTest(facets)
  if (numeric) yield* numericTests(facets)
  else if (base === 'date') yield* dateRangeTests(facets)
  if (facets.enumeration !== undefined) yield enumerationTest(facets.enumeration, numeric, catalog)
}

const characters: Judge = (text) => {
  const at = findForbidden(text)
  if (at < 0) return undefined
  const hex = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  return `estar libre de caracteres que XML no admite: U+${hex} en la posición ${at + 1}`
}

function fixedTest(fixed: string): Judge {
  return (text) => (text === fixed ? undefined : `ser ${quote(fixed)}`)
}

function lengthTest({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Facets): Judge {
  const wanted = lengthWords(minLength, maxLength)
  return (text) => {
    const units = text.length
    if (units >= 2 * minLength && units <= maxLength) return undefined
    const characters = countCharacters(text)
    return characters >= minLength && characters <= maxLength ? undefined : `tener ${wanted}; tiene ${characters}`
  }
}

function lengthWords(min: number, max: number): string {
  if (min === max) return `${min} caracteres`
  if (max === Number.POSITIVE_INFINITY) return min === 1 ? 'al menos un carácter' : `al menos ${min} caracteres`
  return min === 0 ? `a lo más ${max} caracteres` : `entre ${min} y ${max} caracteres`
}

function patternTest(facets: Facets): Judge {
  const { pattern = '' } = facets
  if (isFieldPattern(facets)) return withoutBar
  const fraction = importeFraction(facets)
  if (fraction !== undefined) return importeTest(fraction)
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  const wanted = patternWords(pattern)
  return (text) => (expression.test(text) ? undefined : wanted)
}

const withoutBar: Judge = (text) => (text.includes('|') ? 'estar libre del carácter "|"' : undefined)

/** Decimals of a pattern `[0-9]{1,18}(.[0-9]{1,n})?` whose fraction the facets also bound; undefined for any other. */
function importeFraction({ pattern, fractionDigits }: Facets): number | undefined {
  const match = /^\[0-9\]\{1,18\}\(\.\[0-9\]\{1,(\d)\}\)\?$/.exec(pattern ?? '')
  return match !== null && Number(match[1]) === fractionDigits ? fractionDigits : undefined
}

/**
 * The same as that pattern together with the form of xs:decimal, in one pass and without a regular expression. Its dot
 * is unescaped: without a point in the text it stands for one more digit, so 18 + 1 + n digits are admitted.
 */
function importeTest(fraction: number): Judge {
  const wanted = `ser un importe de hasta 18 enteros y ${fraction} decimales, sin signo ni separadores`
  return (text) => (isImporte(text, fraction) ? undefined : wanted)
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
  if (fractionDigits !== undefined && !importe) yield fractionTest(fractionDigits)
  if (totalDigits !== undefined) yield digitsTest(totalDigits)
  // An importe has no sign, so a minimum of zero cannot be missed.
  if (minInclusive !== undefined && !(importe && /^0(\.0+)?$/.test(minInclusive))) yield minimumTest(minInclusive)
  if (maxInclusive !== undefined) yield maximumTest(maxInclusive)
}

function fractionTest(fractionDigits: number): Judge {
  return (text) => {
    const point = text.indexOf('.')
    if (point < 0 || text.length - point - 1 <= fractionDigits) return undefined
    return countFractionDigits(text) <= fractionDigits ? undefined : `tener a lo más ${fractionDigits} decimales`
  }
}

function digitsTest(totalDigits: number): Judge {
  return (text) => (countDigits(text) <= totalDigits ? undefined : `tener a lo más ${totalDigits} dígitos`)
}

function minimumTest(minimum: string): Judge {
  const least = leastPositive(minimum)
  const wanted = `ser al menos ${minimum}`
  return (text) => {
    if (least && hasSignificantDigit(text)) return undefined
    return compareDecimals(text, minimum) >= 0 ? undefined : wanted
  }
}

/** Whether a minimum is one unit of its last decimal (0.000001), so that any plain non-zero value reaches it. */
function leastPositive(minimum: string): boolean {
  return /^0\.0*1$/.test(minimum)
}

function hasSignificantDigit(text: string): boolean {
  const first = text.charCodeAt(0)
  // A first digit 1-9 decides without looking further; everything else goes the exact way.
  return first >= 49 && first <= 57
}

function maximumTest(maximum: string): Judge {
  return (text) => (compareDecimals(text, maximum) <= 0 ? undefined : `ser a lo más ${maximum}`)
}

function* dateRangeTests({ minInclusive, maxInclusive }: Facets): Generator<Judge> {
  if (minInclusive !== undefined) yield (text) => (text >= minInclusive ? undefined : `ser desde ${minInclusive}`)
  if (maxInclusive !== undefined) yield (text) => (text <= maxInclusive ? undefined : `ser hasta ${maxInclusive}`)
}

function enumerationTest(values: readonly string[], numeric: boolean, catalog: string | undefined): Judge {
  const members = new Set(values)
  const wanted = enumerationWords(values, catalog)
  if (!numeric) return (text) => (members.has(text) ? undefined : wanted)
  return (text) =>
    members.has(text) || values.some((value) => compareDecimals(text, value) === 0) ? undefined : wanted
}

function enumerationWords(values: readonly string[], catalog: string | undefined): string {
  const shown = values.slice(0, 12).map((value) => quote(value))
  const last = values.length > 12 ? '…' : shown.pop()
  const choice = shown.length === 0 ? last : `${shown.join(', ')} o ${last}`
  return catalog === undefined ? `ser ${choice}` : `ser una clave de ${catalog}: ${choice}`
}

const integerForm = /^[+-]?\d+$/
const dateForm = /^(-?\d{4,})-(\d\d)-(\d\d)(Z|[+-]\d\d:\d\d)?$/
const dateTimeForm = /^(-?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/
const timeForm = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/
/** How Base64 ends when it is padded: the bits that no byte has are zero. */
const base64End = /(?:[^=]|[AQgw]==|[AEIMQUYcgkosw048]=|^)$/
const nmtokenForm =
  /^[-.:\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]+$/u

const lexicalForms: Readonly<Record<Exclude<Simple['base'], 'string'>, Judge>> = {
  decimal: (text) => (isDecimal(text) ? undefined : 'ser un número decimal, sin separadores ni exponente'),
  integer: (text) => (integerForm.test(text) ? undefined : 'ser un número entero'),
  date: (text) => (isDate(dateForm.exec(text)) ? undefined : 'ser una fecha que exista, AAAA-MM-DD'),
  dateTime: (text) => {
    const match = dateTimeForm.exec(text)
    const sound = isDate(match) && isTime(match[4], match[5], match[6], match[7])
    return sound ? undefined : 'ser una fecha y hora que exista, AAAA-MM-DDThh:mm:ss'
  },
  time: (text) => {
    const match = timeForm.exec(text)
    return match !== null && isTime(match[1], match[2], match[3], match[4]) ? undefined : 'ser una hora, hh:mm:ss'
  },
  base64: (text) => (isBase64(text.replaceAll(' ', '')) ? undefined : 'ser Base64'),
  nmtoken: (text) => (nmtokenForm.test(text) ? undefined : 'ser una palabra, sin espacios'),
}

function isBase64(text: string): boolean {
  return countBytes(text) !== undefined && base64End.test(text.slice(-4))
}

/** Year, month and day that exist in the Gregorian calendar; there is no year 0 in XML Schema 1.0. */
function isDate(match: RegExpExecArray | null): match is RegExpExecArray {
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year !== 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isTime(hour = '', minute = '', second = '', fraction = ''): boolean {
  if (hour === '24') return minute === '00' && second === '00' && !/[1-9]/.test(fraction)
  return hour <= '23' && minute <= '59' && second <= '59'
}
