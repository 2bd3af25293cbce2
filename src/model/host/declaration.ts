/**
 * Checks declarations that a host gives: plain data, which TypeScript may not have seen; and reads
 * and writes them as JSON.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import { isDay } from '../../lib/time.js'
import { templatesOf } from '../cadena/plan.js'
import type { Complement, Element, Member, Schema, Simple } from '../grammar.js'
import { slotPlacesOf, tiposOf } from '../slots.js'

const isXmlName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(value)

/** Written to XML as given. */
const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^[^\s"<>&]+$/.test(value)

const isRevisionDay = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && isDay(value))

/**
 * Returns a value as a complement of a document.
 * @throws TypeError for another value; the message begins with `place`
 */
export function requireDeclaration(place: string, document: Schema, given: unknown): Complement {
  const refuse = (problem: string): never => {
    throw new TypeError(`${place}: ${problem}`)
  }
  if (!isRecord(given) || !isElementData(given['root']))
    return refuse('is not a declaration; see complement of cfdi-stamp/model')
  const complement = given as unknown as Complement
  const { name, version, prefix, namespace, xsd, at, tipos, status, desde, hasta } = complement
  const places = slotPlacesOf(document).map((slot) => slot.at)
  const types = tiposOf(document)
  if (!isXmlName(name)) refuse('name must be the name of its root element')
  if (version !== undefined && typeof version !== 'string') refuse('version must be a text')
  if (!isXmlName(prefix) || /^xml|^xsi$/i.test(prefix)) refuse('prefix must be a prefix of its own')
  if (!isAddress(namespace)) refuse('namespace must be a URI')
  if (!isAddress(xsd)) refuse('xsd must be the URL of its schema')
  if (!places.includes(at))
    refuse(
      `at must be one of ${places.join(', ')}; another place needs its document in the option documents`,
    )
  if (!Array.isArray(tipos) || tipos.some((tipo) => types.length > 0 && !types.includes(tipo)))
    refuse(`tipos must be a list of ${types.join(', ')}`)
  if (status !== 'vigente' && status !== 'historico') refuse('status must be vigente or historico')
  if (!isRevisionDay(desde) || !isRevisionDay(hasta))
    refuse('desde and hasta must be days, AAAA-MM-DD')
  if (typeof complement.cadena !== 'boolean') refuse('cadena must be true or false')
  requireElement(refuse, name, complement.root)
  if (complement.cadena) {
    try {
      templatesOf(complement)
    } catch (error) {
      refuse(`the order of its cadena: ${(error as Error).message}`)
    }
  }
  return complement
}

type Refuse = (problem: string) => never

function isElementData(value: unknown): value is Element {
  return isRecord(value) && value['kind'] === 'element' && isRecord(value['content'])
}

const shapes: ReadonlySet<unknown> = new Set(['object', 'list', 'text'])

/** @param above the elements around it. */
function requireElement(
  refuse: Refuse,
  path: string,
  element: Element,
  above: readonly Element[] = [],
): void {
  const { content, shape, text } = element
  if (above.includes(element)) refuse(`${path}: an element must not contain itself`)
  if (!shapes.has(shape)) refuse(`${path}: shape must be object, list or text`)
  const members = Object.entries(content)
  const first: Member | undefined = members[0]?.[1]
  const isList = members.length === 1 && first?.kind === 'child' && first.max > 1
  if (shape === 'list' && !isList) refuse(`${path}: a list has one member, a child that repeats`)
  if ((shape === 'text') !== (text !== undefined)) refuse(`${path}: text is for the shape text`)
  if (text !== undefined) requireSimple(refuse, `${path}.#text`, text)
  let hasChild = false
  for (const [name, member] of members) {
    if (!isXmlName(name)) refuse(`${path}: ${name} is not a name of XML`)
    // Verbs write the start tag with the attributes before the first child.
    if (hasChild && member?.kind === 'attribute')
      refuse(`${path}.${name}: attributes come before children`)
    hasChild ||= member?.kind === 'child'
    requireDeclaredMember(refuse, `${path}.${name}`, member, [...above, element])
  }
}

function requireDeclaredMember(
  refuse: Refuse,
  path: string,
  member: unknown,
  above: readonly Element[],
): void {
  const { kind, type, required, element, min, max } = (isRecord(member) ? member : {}) as Record<
    string,
    unknown
  >
  if (kind === 'attribute') {
    if (typeof required !== 'boolean') refuse(`${path}: required must be true or false`)
    requireSimple(refuse, path, type)
  } else if (kind === 'child') {
    const isCount = Number.isSafeInteger(min) && (min as number) >= 0 && (max as number) >= 1
    if (!isCount || (max as number) < (min as number)) refuse(`${path}: min and max are no numbers`)
    if (!isElementData(element)) return refuse(`${path}: element must be an element`)
    requireElement(refuse, path, element, above)
  } else refuse(`${path}: must be an attribute or a child`)
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
