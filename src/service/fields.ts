/**
 * What operations are given, as data: each field of a path, a query or a form is declared once, and read and described by that.
 * @module
 */
import { type Refusal, refuse, refuseField, type ServiceError } from './answer.js'

interface Common {
  /** In Spanish, for who reads the description of the interface. */
  readonly description: string
  /** Without it the operation is refused. */
  readonly required?: true
}

/** One field. */
export type Field = Common &
  (
    | { /** A line of text. */ readonly kind: 'text'; readonly pattern?: RegExp; readonly most?: number }
    | { /** One of some words. */ readonly kind: 'choice'; readonly choices: readonly string[] }
    | { /** Several of some words, with commas between. */ readonly kind: 'list'; readonly choices: readonly string[] }
    | { /** Yes or no. */ readonly kind: 'flag' }
    | { /** A whole number. */ readonly kind: 'count'; readonly least: number; readonly most: number }
    | { /** A document, as JSON text. */ readonly kind: 'json' }
  )

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>

type ValueOf<One extends Field> = One extends { kind: 'flag' }
  ? boolean
  : One extends { kind: 'count' }
    ? number
    : One extends { kind: 'list' }
      ? readonly string[]
      : string

/** What is read of fields. */
export type Values<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends { required: true }
    ? ValueOf<All[Name]>
    : ValueOf<All[Name]> | undefined
}

/** What was given: text under each name. */
export type RawFields = Readonly<Record<string, string | undefined>>

/** What means yes in a form, and what no; anything else is refused, so that nothing is guessed. */
export const yes: readonly string[] = ['1', 'true', 'si', 'sí', 'yes', 'on']
/** What means no. */
export const no: readonly string[] = ['', '0', 'false', 'no', 'off']

/**
 * Reads what was given by the declaration of its fields. What is not declared is passed by.
 * @throws Refusal 725, with every field that is missing or malformed
 */
export function readFields<All extends Fields>(fields: All, given: RawFields): Values<All> {
  const errors: ServiceError[] = []
  const values = Object.entries(fields).map(([name, field]) => {
    const text = Object.hasOwn(given, name) ? given[name] : undefined
    const value = text === undefined ? undefined : readField(field, text)
    const problem = text === undefined ? (field.required ? 'falta' : undefined) : value === undefined && wrong(field)
    if (problem) errors.push({ element: 'request', field: name, message: `El campo ${name} ${problem}.` })
    return [name, value] as const
  })
  if (errors.length > 0) throw malformed(errors)
  return Object.fromEntries(values) as Values<All>
}

function malformed(errors: readonly ServiceError[]): Refusal {
  return refuse('request', { message: errors.map(({ message }) => message).join(' '), errors })
}

function readField(field: Field, text: string): string | number | boolean | readonly string[] | undefined {
  switch (field.kind) {
    case 'json':
      return text
    case 'text':
      return isLine(text, field.most) && (field.pattern?.test(text) ?? true) ? text : undefined
    case 'choice':
      return field.choices.includes(text) ? text : undefined
    case 'list':
      return readList(field.choices, text)
    case 'flag':
      return readFlag(text)
    case 'count':
      return readCount(field, text)
  }
}

/** No text of these has control characters, and PostgreSQL takes no U+0000: it would be told as a failure of ours. */
function isLine(text: string, most = 1_000): boolean {
  return text.length <= most && !/\p{Cc}/u.test(text)
}

function readList(choices: readonly string[], text: string): readonly string[] | undefined {
  const words = [...new Set(text.split(',').map((word) => word.trim()))]
  return words.every((word) => choices.includes(word)) ? words : undefined
}

function readFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

function readCount({ least, most }: { least: number; most: number }, text: string): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

function wrong(field: Field): string {
  switch (field.kind) {
    case 'choice':
      return `debe ser ${field.choices.join(' o ')}`
    case 'list':
      return `debe tener palabras separadas por comas, de: ${field.choices.join(', ')}`
    case 'flag':
      return `debe decir sí (${yes.join(', ')}) o no (${no.filter(Boolean).join(', ')})`
    case 'count':
      return `debe ser un número entero de ${field.least} a ${field.most}`
    default:
      return 'no tiene la forma esperada'
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Fields of a form that are taken at most: no operation has as many. */
const mostFields = 50

/**
 * Reads application/x-www-form-urlencoded (WHATWG URL, section 5.1), strictly: what is not UTF-8, or not percent-encoded as it should be, is
 * refused, where URLSearchParams would put U+FFFD into a taxpayer's name; and so is a field that comes twice.
 * @throws Refusal 725
 */
export function readForm(bytes: Uint8Array | string): RawFields {
  const pairs = textOf(bytes).split('&').filter(Boolean)
  if (pairs.length > mostFields) throw refuseField('', `Son más de ${mostFields} campos.`)
  const given = new Map<string, string>()
  for (const [name, value] of pairs.map(pairOf)) {
    if (given.has(name)) throw refuseField(name, `El campo ${name} viene más de una vez.`)
    given.set(name, value)
  }
  return Object.fromEntries(given)
}

function textOf(bytes: Uint8Array | string): string {
  try {
    return typeof bytes === 'string' ? bytes : utf8.decode(bytes)
  } catch {
    throw refuseField('', 'El cuerpo no es UTF-8.')
  }
}

function pairOf(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=')
  const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  try {
    return [decode(name), decode(value)]
  } catch {
    throw refuseField('', 'Un campo no está bien codificado: se esperan %XX de UTF-8.')
  }
}

/** @throws URIError */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
