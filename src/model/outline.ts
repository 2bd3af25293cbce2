/**
 * Outlines: declarations as text, without the types of values, minimum occurrences and choices. The
 * verbs over XML use no more of a declaration. In a bundle the outlines of CFDI 4.0 and its
 * complements are half as large as the declarations (gzip).
 *
 * `Version!,Serie,Conceptos(Concepto*(ClaveProdServ!),;shape=list),Complemento@comprobante,Addenda?`
 * has attributes, children in parentheses (`*` repeated), a slot with its place, and free content.
 * An attribute with `!` leaves an empty field in the cadena when it is absent, one with `-` has no
 * field; `=I|E` are the types of document that it states. Options of the element follow its members
 * after `;`, routes of the cadena after `/`.
 * @module
 */
import {
  type Attribute,
  type Element,
  element,
  free,
  type Member,
  maybe,
  optional,
  required,
  type Schema,
  type Simple,
  sinCadena,
  slot,
  zeroOrMore,
} from './grammar.js'

/** Facts of a schema besides its elements. */
export type SchemaFacts<S extends Schema = Schema> = Omit<S, 'root'>

/** Returns the outline of a schema. */
export function writeOutline({ root, tipo }: Schema): string {
  return writeElement(root, tipo)
}

/**
 * Returns a schema with the elements of an outline. A reader of their types throws TypeError:
 * judging documents, and describing them, require the declaration.
 */
export function readOutline<S extends Schema = Schema>(facts: SchemaFacts<S>, outline: string): S {
  let root: Element | undefined
  return {
    ...facts,
    // Read at its first use: all outlines of CFDI 4.0 take 4 ms in a new process, and a document
    // has one or two complements.
    get root() {
      root ??= readElement(outline, itemForm())
      return root
    },
  } as S
}

function writeElement({ content, ...options }: Element, tipo?: string): string {
  const members = Object.entries(content).map(
    ([name, member]) => name + writeMember(member, name === tipo),
  )
  return [...members, ...writeOptions(options)].join()
}

function writeMember(member: Member, isTipo: boolean): string {
  switch (member.kind) {
    case 'attribute':
      return writeMark(member) + (isTipo ? `=${writeNames(member.type.facets.enumeration)}` : '')
    case 'child':
      return `${member.max > 1 ? '*' : ''}(${writeElement(member.element)})`
    case 'slot':
      return `@${member.at}`
    case 'free':
      return '?'
  }
}

function writeMark({ cadena, required }: Attribute): string {
  if (cadena === 'never') return '-'
  return required || cadena === 'always' ? '!' : ''
}

function* writeOptions(options: Omit<Element, 'content'>): Generator<string> {
  const { shape, order, mixed, inline, cadena, routes = {} } = options
  if (shape !== 'object') yield `;shape=${shape}`
  if (order !== undefined) yield `;order=${order}`
  if (mixed) yield ';mixed'
  if (inline) yield ';inline'
  if (cadena !== undefined) yield `;cadena=${writeNames(cadena)}`
  for (const [name, paths] of Object.entries(routes)) yield `/${name}=${writeNames(paths)}`
}

const writeNames = (names: readonly string[] = []): string => names.join('|')

/**
 * An item: `;` or `/`, a name, a mark, the place of a slot, a value after `=`, and its end. Each
 * outline has an expression of its own, which remembers the place of the next item.
 */
const itemForm = () => /([;/]?)([^-!*?@=(),]*)([-!*?@]?)([^=(),]*)=?([^(),]*)([(),]|$)/g

/** @param items their form, at the first item of the element. */
function readElement(outline: string, items: RegExp): Element {
  const content: Record<string, Member> = {}
  const options: Record<string, unknown> = {}
  const routes: Record<string, readonly string[]> = {}
  for (let isLast = false; !isLast; ) {
    const found = items.exec(outline) ?? []
    const [, kind = '', name = '', mark = '', place = '', value = '', end = ''] = found
    if (end === '(') content[name] = readChild(mark, readElement(outline, items))
    else if (kind === '/') routes[name] = readNames(value)
    else if (kind === ';') options[name] = name === 'cadena' ? readNames(value) : value || true
    else if (name !== '') content[name] = readMember(mark, place, value)
    isLast = end === ')' || end === ''
  }
  if (Object.keys(routes).length > 0) options['routes'] = routes
  if (options['shape'] === 'text') options['text'] = noType
  return element(content, options)
}

/** The type of a value, which an outline does not have: reading it is a mistake of the caller. */
const noType: Simple = {
  get base(): never {
    return refuseType()
  },
  get facets(): never {
    return refuseType()
  },
}

function refuseType(): never {
  throw new TypeError('An outline has no types: use the declaration')
}

const readChild = (mark: string, child: Element): Member =>
  mark === '*' ? zeroOrMore(child) : maybe(child)

function readMember(mark: string, place: string, value: string): Member {
  if (mark === '@') return slot(place, 0)
  if (mark === '?') return free
  const type = value === '' ? noType : stated(value)
  if (mark === '!') return required(type)
  const attribute = optional(type)
  return mark === '-' ? sinCadena(attribute) : attribute
}

/** The type of an attribute that states one of these types of document. */
const stated = (names: string): Simple => ({
  base: 'string',
  facets: { enumeration: readNames(names) },
})

const readNames = (names: string): readonly string[] => names.split('|')
