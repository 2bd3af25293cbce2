/**
 * Inputs of operations, as data: one declaration of each path, query or form field gives its parser
 * and its description.
 * @module
 */
import { clip, nearest } from '../lib/text.js'
import { refuse, refuseField } from './answer.js'
import { readMailAddress } from './mail/address.js'

interface Common {
  /** Description in Spanish, for the OpenAPI document. */
  readonly description: string
  /** Whether the operation requires it. */
  readonly required?: true
}

/** One field. */
export type Field = Common &
  (
    | {
        /** A line of text. */ readonly kind: 'text'
        readonly pattern?: RegExp
        readonly most?: number
      }
    | {
        /** One of the listed words. */ readonly kind: 'choice'
        readonly choices: readonly string[]
      }
    | {
        /** Several of the listed words, separated by commas. */ readonly kind: 'list'
        readonly choices: readonly string[]
      }
    | { /** A boolean. */ readonly kind: 'flag' }
    | { /** Mail addresses, separated by commas. */ readonly kind: 'addresses' }
    | { /** A boolean, or mail addresses. */ readonly kind: 'mail' }
    | { /** An integer. */ readonly kind: 'count'; readonly least: number; readonly most: number }
    | { /** A document, as JSON text. */ readonly kind: 'json' }
    | { /** A document, as XML text. */ readonly kind: 'xml' }
    | {
        /** A small file: PEM, or its bytes in Base64. */ readonly kind: 'file'
        /** Maximum characters. Defaults to 65,536. */
        readonly most?: number
      }
  )

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>

type ValueOf<One extends Field> = One extends { kind: 'flag' }
  ? boolean
  : One extends { kind: 'count' }
    ? number
    : One extends { kind: 'list' | 'addresses' }
      ? readonly string[]
      : One extends { kind: 'mail' }
        ? boolean | readonly string[]
        : string

/** Types of the parsed fields. */
export type Values<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends { required: true }
    ? ValueOf<All[Name]>
    : ValueOf<All[Name]> | undefined
}

/** Raw input: text by name. */
export type RawFields = Readonly<Record<string, string | undefined>>

/** Accepted texts for true in a form. Unknown texts are refused. */
export const yes: readonly string[] = ['1', 'true', 'si', 'sí', 'yes', 'on']
/** Accepted texts for false. */
export const no: readonly string[] = ['', '0', 'false', 'no', 'off']

/**
 * Parses fields by their declaration.
 * @throws Refusal 725, with every missing, malformed or unknown field
 */
export function readFields<All extends Fields>(fields: All, given: RawFields): Values<All> {
  const errors = Object.keys(given)
    .filter((name) => given[name] !== undefined && !Object.hasOwn(fields, name))
    .map((name) => {
      const known = Object.keys(fields)
      const near = nearest(name, known)
      const hint = near === undefined ? listKnown(known) : `¿Quiso decir ${near}?`
      const message = `El campo ${clip(name)} no existe. ${hint}`
      return { element: 'request', field: clip(name), message }
    })
  const values = Object.entries(fields).map(([name, field]) => {
    const text = Object.hasOwn(given, name) ? given[name] : undefined
    const value = text === undefined ? undefined : readField(field, text)
    const problem =
      text === undefined
        ? field.required
          ? 'falta'
          : undefined
        : value === undefined && wrong(field)
    if (problem)
      errors.push({ element: 'request', field: name, message: `El campo ${name} ${problem}.` })
    return [name, value] as const
  })
  if (errors.length > 0)
    throw refuse('request', { message: errors.map(({ message }) => message).join(' '), errors })
  return Object.fromEntries(values) as Values<All>
}

function listKnown(known: readonly string[]): string {
  if (known.length === 0) return 'La operación no tiene campos ahí.'
  return `Los que hay: ${known.join(', ')}.`
}

function readField(
  field: Field,
  text: string,
): string | number | boolean | readonly string[] | undefined {
  switch (field.kind) {
    case 'json':
    case 'xml':
      return text
    case 'file':
      return text.length <= (field.most ?? mostOfFile) ? text : undefined
    case 'text':
      if (isLine(text, field.most) && (field.pattern?.test(text) ?? true)) return text
      return undefined
    case 'choice':
      if (field.choices.includes(text)) return text
      return undefined
    case 'list': {
      const words = [...new Set(text.split(',').map((word) => word.trim()))]
      if (words.every((word) => field.choices.includes(word))) return words
      return undefined
    }
    case 'flag':
      return readFlag(text)
    case 'addresses':
      return readAddresses(text)
    case 'mail':
      return readFlag(text) ?? readAddresses(text)
    case 'count': {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      if (value >= field.least && value <= field.most) return value
      return undefined
    }
  }
}

/**
 * Excludes control characters. PostgreSQL refuses U+0000, which would otherwise be reported as an
 * internal error.
 */
function isLine(text: string, most = 1_000): boolean {
  return text.length <= most && !/\p{Cc}/u.test(text)
}

function readFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (yes.includes(word)) return true
  if (no.includes(word)) return false
  return undefined
}

/** Maximum characters of a file: those of the SAT have 3,000. */
export const mostOfFile = 65_536

/** Maximum addresses of a mail. */
const mostAddresses = 10

function readAddresses(text: string): readonly string[] | undefined {
  const all = text.split(',').map((one) => readMailAddress(one.trim())?.address)
  const valid = all.filter((one) => one !== undefined)
  if (valid.length !== all.length || valid.length > mostAddresses) return undefined
  return [...new Set(valid)]
}

function wrong(field: Field): string {
  switch (field.kind) {
    case 'choice':
      return `debe ser ${field.choices.join(' o ')}`
    case 'list':
      return `debe tener palabras separadas por comas, de: ${field.choices.join(', ')}`
    case 'flag':
      return `debe decir sí (${yes.join(', ')}) o no (${no.filter(Boolean).join(', ')})`
    case 'addresses':
      return `debe tener direcciones de correo separadas por comas, a lo más ${mostAddresses}`
    case 'mail':
      return `debe decir sí (${yes.join(', ')}), no (${no.filter(Boolean).join(', ')}), o tener direcciones de correo separadas por comas, a lo más ${mostAddresses}`
    case 'file':
      return `debe tener a lo más ${field.most ?? mostOfFile} caracteres`
    case 'count':
      return `debe ser un número entero de ${field.least} a ${field.most}`
    default:
      return 'no tiene la forma esperada'
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Maximum fields of a form: no operation has as many. */
const mostFields = 50

/**
 * Parses application/x-www-form-urlencoded (WHATWG URL, section 5.1) strictly. Refuses invalid
 * UTF-8 and percent-encoding, for which URLSearchParams would put U+FFFD into a taxpayer's name,
 * and repeated fields.
 * @throws Refusal 725
 */
export function readForm(bytes: Uint8Array | string): RawFields {
  const pairs = decodeBody(bytes).split('&').filter(Boolean)
  if (pairs.length > mostFields) throw refuseField('', `Son más de ${mostFields} campos.`)
  const given = new Map<string, string>()
  for (const [name, value] of pairs.map(pairOf)) {
    if (given.has(name)) throw refuseField(name, `El campo ${name} viene más de una vez.`)
    given.set(name, value)
  }
  return Object.fromEntries(given)
}

function decodeBody(bytes: Uint8Array | string): string {
  try {
    if (typeof bytes === 'string') return bytes
    return utf8.decode(bytes)
  } catch {
    throw refuseField('', 'El cuerpo no es UTF-8.')
  }
}

function pairOf(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=')
  const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  try {
    return [decodeComponent(name), decodeComponent(value)]
  } catch {
    throw refuseField('', 'Un campo no está bien codificado: se esperan %XX de UTF-8.')
  }
}

/** @throws URIError */
function decodeComponent(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
