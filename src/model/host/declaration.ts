/**
 * Checks declarations that a host gives: plain data, which TypeScript may not have seen; and reads
 * and writes them as JSON.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import { isDay } from '../../lib/time.js'
import { templatesOf } from '../cadena/plan.js'
import type { Attribute, Complement, Element, Member, Schema, Simple } from '../grammar.js'
import { tiposOf } from '../slots.js'
import { isAddress, isXmlName, type Refuse, refuserOf, requireReadable } from './readable.js'

const isRevisionDay = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && isDay(value))

/**
 * Returns a value as a complement of a document.
 * @throws TypeError for another value; the message begins with `place`
 */
export function requireDeclaration(place: string, document: Schema, given: unknown): Complement {
  const refuse = refuserOf(place)
  const complement = requireReadable(place, document, given)
  const { name, version, prefix, xsd, tipos, status, desde, hasta } = complement
  const types = tiposOf(document)
  if (version !== undefined && typeof version !== 'string') refuse('version must be a text')
  if (!isXmlName(prefix) || /^xml|^xsi$/i.test(prefix)) refuse('prefix must be a prefix of its own')
  if (!isAddress(xsd)) refuse('xsd must be the URL of its schema')
  if (!Array.isArray(tipos) || tipos.some((tipo) => types.length > 0 && !types.includes(tipo)))
    refuse(`tipos must be a list of ${types.join(', ')}`)
  if (status !== 'vigente' && status !== 'historico') refuse('status must be vigente or historico')
  if (!isRevisionDay(desde) || !isRevisionDay(hasta))
    refuse('desde and hasta must be days, AAAA-MM-DD')
  if (typeof complement.cadena !== 'boolean') refuse('cadena must be true or false')
  requireMembers(refuse, name, complement.root)
  if (complement.cadena) {
    try {
      templatesOf(complement)
    } catch (error) {
      refuse(`the order of its cadena: ${(error as Error).message}`)
    }
  }
  return complement
}

/** Judges the members of an element that `requireReadable` has judged. */
function requireMembers(refuse: Refuse, path: string, { content, shape, text }: Element): void {
  if ((shape === 'text') !== (text !== undefined)) refuse(`${path}: text is for the shape text`)
  if (text !== undefined) requireSimple(refuse, `${path}.#text`, text)
  let hasChild = false
  for (const [name, member] of Object.entries(content)) {
    const place = `${path}.${name}`
    if (!isXmlName(name)) refuse(`${path}: ${name} is not a name of XML`)
    // Verbs write the start tag with the attributes before the first child.
    if (hasChild && member.kind === 'attribute') refuse(`${place}: attributes come before children`)
    hasChild ||= member.kind === 'child'
    requireDetails(refuse, place, member)
  }
}

function requireDetails(refuse: Refuse, path: string, member: Member): void {
  if (member.kind === 'child') return requireMembers(refuse, path, member.element)
  const { required, type } = member as Partial<Attribute>
  if (typeof required !== 'boolean') refuse(`${path}: required must be true or false`)
  requireSimple(refuse, path, type)
}

const bases: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  ...['string', 'decimal', 'integer', 'date', 'dateTime', 'time', 'base64', 'nmtoken'],
])

function requireSimple(refuse: Refuse, path: string, type: unknown): void {
  const { base, facets } = (isRecord(type) ? type : {}) as Partial<Simple>
  if (!bases.has(base) || !isRecord(facets)) return refuse(`${path}: type must be a simple type`)
  try {
    if (facets.pattern !== undefined) new RegExp(`^(?:${facets.pattern})$`, 'u')
  } catch {
    refuse(`${path}: pattern is not a regular expression`)
  }
}

/** Stands for no maximum. */
const unbounded = 'unbounded'

/**
 * Returns a declaration as JSON text.
 * @example
 * readDeclaration(writeDeclaration(pagos20)).name // → 'Pagos'
 */
export function writeDeclaration(complement: Complement): string {
  const text = JSON.stringify(
    complement,
    (_, value) => (value === Number.POSITIVE_INFINITY ? unbounded : value),
    2,
  )
  return `${text}\n`
}

/**
 * Returns the declaration of a JSON text, as `npx cfdi-stamp declare --json` writes it. The verbs
 * that take it judge its content.
 * @throws SyntaxError for other text than JSON; TypeError for other JSON than an object
 * @example
 * const complements = [readDeclaration(writeDeclaration({ ...pagos20, previous: pagos20, desde: '2027-01-01' }))]
 * check({}, { complements }).length > 0 // → true
 */
export function readDeclaration(json: string): Complement {
  const declaration: unknown = JSON.parse(json, (key, value) =>
    key === 'max' && value === unbounded ? Number.POSITIVE_INFINITY : value,
  )
  if (isRecord(declaration)) return declaration as unknown as Complement
  throw new TypeError('readDeclaration: the JSON is not a declaration')
}
