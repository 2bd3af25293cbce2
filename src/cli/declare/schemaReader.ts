/**
 * Reads an XSD of the SAT as the root element of a declaration, and notes its omissions.
 * @module
 */
import { declarationOf, type XmlNode } from '../../lib/xml/xml.js'
import type { Attribute, Child, Element, Member } from '../../model/grammar.js'
import { attributeIn, elementsOf } from './nodes.js'
import { TypeReader } from './typeReader.js'

/** Result of an XSD. */
export interface ReadSchema {
  readonly name: string
  readonly version: string | undefined
  /** Undefined where the namespace is the default one. */
  readonly prefix: string | undefined
  readonly namespace: string
  readonly root: Element
  /** Documentation of members, by their path: `Reciclaje.Materiales.Clave`. */
  readonly meanings: ReadonlyMap<string, string>
}

/** Receives an omission of the declaration, in Spanish. */
export type Note = (path: string, problem: string) => void

/** @throws TypeError for XML other than a schema of one root element */
export function readSchema(schema: XmlNode, imported: readonly XmlNode[], note: Note): ReadSchema {
  const namespace = attributeIn(schema, 'targetNamespace')
  if (schema.local !== 'schema' || namespace === undefined)
    throw new TypeError('no es un XSD con targetNamespace')
  const elements = elementsOf(schema, 'element')
  const referred = referencesIn(schema)
  const roots = elements.filter((one) => !referred.has(attributeIn(one, 'name') ?? ''))
  const [root = elements[0]] = roots
  if (root === undefined) throw new TypeError('no declara ningún elemento')
  const name = attributeIn(root, 'name') ?? ''
  for (const other of roots.slice(1))
    note(attributeIn(other, 'name') ?? '', 'es otra raíz del XSD: no se declaró')
  const reader = new SchemaReader(schema, imported, note)
  const element = reader.element(root, name)
  // Notes names without the prefix, or with one, where the SAT's documents have the other.
  const hasChild = Object.values(element.content).some(({ kind }) => kind === 'child')
  if (hasChild && attributeIn(schema, 'elementFormDefault') !== 'qualified')
    note(name, 'sus nodos van sin prefijo (elementFormDefault): se declararon con él')
  if (attributeIn(schema, 'attributeFormDefault') === 'qualified')
    note(name, 'sus atributos van con prefijo (attributeFormDefault): se declararon sin él')

  const stated = element.content['Version'] ?? element.content['version']
  const version = stated?.kind === 'attribute' ? stated.type.facets.fixed : undefined
  return {
    ...{ name, version, namespace, root: element, meanings: reader.meanings },
    prefix: prefixOf(schema, namespace),
  }
}

/** Local names of the elements that others refer to. */
function referencesIn(node: XmlNode, found = new Set<string>()): ReadonlySet<string> {
  for (const one of elementsOf(node)) {
    if (one.local === 'element') found.add(attributeIn(one, 'ref')?.split(':').at(-1) ?? '')
    referencesIn(one, found)
  }
  return found
}

/** Returns the prefix that a file has for a namespace. */
export function prefixOf(schema: XmlNode, namespace: string): string | undefined {
  for (let { scope } = schema; scope.parent !== undefined; ) {
    if (scope.namespace === namespace && scope.prefix !== '') return scope.prefix
    scope = scope.parent
  }
  return undefined
}

/** Members of a group, with the options that they give their element. */
interface Group {
  readonly members: readonly (readonly [name: string, member: Child])[]
  readonly order?: 'all' | 'interleaved'
  readonly choices?: readonly (readonly string[])[]
  readonly nonEmpty?: boolean
}

const none: Group = { members: [] }
const isGroup = (local: string): boolean => /^(?:sequence|choice|all|group)$/.test(local)

/** Definitions within definitions: a schema may be a circle. */
const most = 20

class SchemaReader {
  readonly meanings = new Map<string, string>()
  readonly #schema: XmlNode
  readonly #schemas: readonly XmlNode[]
  readonly #note: Note
  readonly #types: TypeReader
  readonly #open = new Set<XmlNode>()

  constructor(schema: XmlNode, imported: readonly XmlNode[], note: Note) {
    this.#schema = schema
    this.#schemas = [schema, ...imported]
    this.#note = note
    this.#types = new TypeReader([schema, ...imported], note)
  }

  element(given: XmlNode, path: string): Element {
    const node = this.#referred(given, 'element')
    if (this.#open.has(node)) {
      this.#note(path, 'se contiene a sí mismo: su contenido no se declaró')
      return { kind: 'element', content: {}, shape: 'object' }
    }
    this.#open.add(node)
    const element = this.#complex(node, path)
    this.#open.delete(node)
    return element
  }

  #complex(node: XmlNode, path: string): Element {
    const [own] = elementsOf(node, 'complexType')
    const type = own ?? this.#global('complexType', attributeIn(node, 'type'), node)
    if (type === undefined)
      return { kind: 'element', content: {}, shape: 'text', text: this.#types.typeOf(node, path) }
    const [simple] = elementsOf(type, 'simpleContent')
    if (simple !== undefined) {
      const [extension] = simple.children.filter((one) => typeof one !== 'string')
      const text = this.#types.named(
        attributeIn(extension as XmlNode, 'base'),
        extension as XmlNode,
        path,
      )
      const content = this.#attributes(extension as XmlNode, path)
      return { kind: 'element', content, shape: 'text', text }
    }
    const inherited = this.#parts(type, path)
    const { members, ...options } = this.#groupIn(inherited, path)
    const content: Record<string, Member> = {}
    for (const one of inherited) Object.assign(content, this.#attributes(one, path))
    for (const [name, member] of members) {
      if (name in content) this.#note(`${path}.${name}`, 'está dos veces: se declaró la primera')
      else content[name] = member
    }
    const mixed = attributeIn(type, 'mixed') === 'true' && { mixed: true }
    const [only, ...others] = Object.values(content)
    const isList =
      others.length === 0 && only?.kind === 'child' && only.max > 1 && path.includes('.')
    return { kind: 'element', content, shape: isList ? 'list' : 'object', ...options, ...mixed }
  }

  /** Returns the definition of a name in the schema, or in those that it imports. */
  #global(kind: string, name: string | undefined, { scope }: XmlNode): XmlNode | undefined {
    if (name === undefined) return undefined
    const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
    const namespace = declarationOf(scope, prefix ?? '')?.namespace
    for (const schema of this.#schemas) {
      if (attributeIn(schema, 'targetNamespace') !== namespace) continue
      const own = elementsOf(schema, kind).find((one) => attributeIn(one, 'name') === local)
      if (own !== undefined) return own
    }
    return undefined
  }

  /** Returns a type and what it extends, the inherited part first. */
  #parts(type: XmlNode, path: string, depth = 0): readonly XmlNode[] {
    const [content] = elementsOf(type, 'complexContent')
    const [own] = content === undefined ? [] : elementsOf(content)
    if (own === undefined) return [type]
    if (own.local !== 'extension') return [own]
    const base = this.#global('complexType', attributeIn(own, 'base'), own)
    if (base !== undefined && depth < most) return [...this.#parts(base, path, depth + 1), own]
    this.#note(path, `extiende ${attributeIn(own, 'base')}, de otro archivo: no se declaró`)
    return [own]
  }

  #attributes(type: XmlNode, path: string): Record<string, Attribute> {
    const declared: Record<string, Attribute> = {}
    for (const given of this.#attributeNodes(type, path, 0)) {
      const node = this.#referred(given, 'attribute')
      const name = attributeIn(node, 'name') ?? ''
      const at = `${path}.${name}`
      this.#explain(node, at)
      const required = attributeIn(given, 'use') === 'required'
      declared[name] = { kind: 'attribute', type: this.#types.typeOf(node, at), required }
    }
    return declared
  }

  /** Attributes of a type, its groups resolved, in their order. */
  #attributeNodes(type: XmlNode, path: string, depth: number): readonly XmlNode[] {
    const nodes: XmlNode[] = []
    for (const one of elementsOf(type)) {
      if (one.local === 'attribute' && attributeIn(one, 'use') !== 'prohibited') nodes.push(one)
      if (one.local === 'anyAttribute') this.#note(path, 'tiene xs:anyAttribute: no se declaró')
      if (one.local !== 'attributeGroup') continue
      const name = attributeIn(one, 'ref')
      const group = this.#global('attributeGroup', name, one)
      if (group !== undefined && depth < most)
        nodes.push(...this.#attributeNodes(group, path, depth + 1))
      else this.#note(path, `usa el grupo de atributos ${name}, de otro archivo: no se declaró`)
    }
    return nodes
  }

  /** The content of the parts, one after the other. */
  #groupIn(parts: readonly XmlNode[], path: string): Group {
    const all: Group[] = []
    for (const part of parts) {
      const group = elementsOf(part).find(({ local }) => isGroup(local))
      if (group !== undefined) all.push(this.#part(group, path))
    }
    if (all.length <= 1) return all[0] ?? none
    const members: Group['members'][number][] = []
    const choices: (readonly string[])[] = []
    let hasOrder = false
    for (const group of all) {
      members.push(...group.members)
      choices.push(...(group.choices ?? []))
      hasOrder ||= group.order !== undefined
    }
    if (hasOrder)
      this.#note(path, 'extiende un tipo con otro orden de nodos: se admite solo el declarado')
    return { members, ...(choices.length > 0 && { choices }) }
  }

  #group(group: XmlNode, path: string): Group {
    const [min, max] = timesOf(group)
    const parts: Group[] = []
    const members: Group['members'][number][] = []
    const inner: (readonly string[])[] = []
    for (const one of elementsOf(group)) {
      if (one.local === 'annotation') continue
      const part = this.#part(one, path)
      parts.push(part)
      members.push(...part.members)
      inner.push(...(part.choices ?? []))
    }
    if (group.local === 'all') return { members: optionalIf(min === 0, members), order: 'all' }
    if (max > 1) {
      const isChoice = group.local === 'choice'
      if (!isChoice && members.length > 1)
        this.#note(path, 'repite una secuencia: se admite en cualquier orden')
      const repeated = members.map(
        ([name, child]) => [name, { ...child, min: 0, max: Number.POSITIVE_INFINITY }] as const,
      )
      return {
        members: repeated,
        order: 'interleaved',
        ...(isChoice && min > 0 && { nonEmpty: true }),
      }
    }
    if (group.local === 'sequence') {
      if (min === 0 && members.filter(([, one]) => one.min > 0).length > 1)
        this.#note(path, 'su secuencia es opcional como un todo: cada nodo quedó opcional')
      const [first, ...more] = parts
      const order = more.length === 0 && first?.order !== undefined && { order: first.order }
      const nonEmpty = more.length === 0 && first?.nonEmpty === true && { nonEmpty: true }
      if (more.length > 0) {
        // The order of a group, and that one of it is required, hold for all nodes of an
        // element.
        for (const { members, order, nonEmpty } of parts) {
          const names = members.map(([name]) => name).join(', ')
          if (order !== undefined && members.length > 1)
            this.#note(path, `${names} van en cualquier orden: se admiten solo en el declarado`)
          if (nonEmpty === true) this.#note(path, `exige uno de ${names}: se admite ninguno`)
        }
      }
      return {
        members: optionalIf(min === 0, members),
        ...order,
        ...nonEmpty,
        ...(inner.length > 0 && { choices: inner }),
      }
    }
    return { members: optionalIf(true, members), ...this.#choice(parts, min, path) }
  }

  #choice(parts: readonly Group[], min: number, path: string): Partial<Group> {
    const names: string[] = []
    let isRequired = min > 0
    for (const { members } of parts) {
      const [only, ...others] = members
      if (only === undefined || others.length > 0) {
        this.#note(path, 'elige entre grupos de nodos: se admiten juntos')
        return {}
      }
      const [name, child] = only
      names.push(name)
      isRequired &&= child.min > 0
    }
    return { choices: [names], ...(isRequired && { nonEmpty: true }) }
  }

  #part(node: XmlNode, path: string): Group {
    if (node.local === 'element') return { members: this.#child(node, path) }
    if (node.local === 'group') {
      const name = attributeIn(node, 'ref')
      const group = elementsOf(this.#global('group', name, node) ?? node).find(
        ({ local }) => local !== 'annotation',
      )
      if (group === undefined || this.#open.has(group)) {
        this.#note(path, `usa el grupo ${name}: no se declaró`)
        return none
      }
      this.#open.add(group)
      const members = this.#group({ ...group, attributes: node.attributes }, path)
      this.#open.delete(group)
      return members
    }
    if (isGroup(node.local)) return this.#group(node, path)
    this.#note(path, `tiene xs:${node.local}: no se declaró`)
    return none
  }

  #child(given: XmlNode, path: string): readonly (readonly [string, Child])[] {
    const node = this.#referred(given, 'element')
    const name = attributeIn(node, 'name')
    if (name === undefined) {
      this.#note(path, `el nodo ${attributeIn(node, 'ref')} es de otro archivo: no se declaró`)
      return []
    }
    const at = `${path}.${name}`
    const [min, max] = timesOf(given)
    this.#explain(node, at)
    return [[name, { kind: 'child', element: this.element(node, at), min, max }]]
  }

  #referred(node: XmlNode, kind: string): XmlNode {
    const name = attributeIn(node, 'ref')
    if (name === undefined) return node
    const own = this.#global(kind, name, node)
    return own !== undefined && elementsOf(this.#schema, kind).includes(own) ? own : node
  }

  #explain(node: XmlNode, path: string): void {
    const [annotation] = elementsOf(node, 'annotation')
    const [documentation] = annotation === undefined ? [] : elementsOf(annotation, 'documentation')
    const text = documentation?.children.filter((one) => typeof one === 'string').join(' ')
    if (text !== undefined) this.meanings.set(path, text.replace(/\s+/g, ' ').trim())
  }
}

function timesOf(node: XmlNode): readonly [min: number, max: number] {
  const most = attributeIn(node, 'maxOccurs') ?? '1'
  return [
    Number(attributeIn(node, 'minOccurs') ?? 1),
    most === 'unbounded' ? Number.POSITIVE_INFINITY : Number(most),
  ]
}

function optionalIf(isOptional: boolean, members: Group['members']): Group['members'] {
  if (!isOptional) return members
  return members.map(([name, child]) => [name, { ...child, min: 0 }] as const)
}
