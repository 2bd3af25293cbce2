/**
 * Reads an XSD of the SAT as the root element of a declaration, and notes its omissions.
 * @module
 */
import type { XmlNode } from '../../lib/xml/xml.js'
import type { Attribute, Child, Element, Member } from '../../model/grammar.js'
import { elementsOf, attributeIn } from './nodes.js'
import { TypeReader } from './typeReader.js'

/** Result of an XSD. */
export interface ReadSchema {
  readonly name: string
  readonly version: string | undefined
  readonly prefix: string
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
  const roots = elementsOf(schema, 'element')
  const [root] = roots
  if (root === undefined) throw new TypeError('no declara ningún elemento')
  const name = attributeIn(root, 'name') ?? ''
  for (const other of roots.slice(1))
    note(attributeIn(other, 'name') ?? '', 'es otra raíz del XSD: no se declaró')
  const reader = new SchemaReader(schema, imported, note)
  const element = reader.element(root, name)
  const stated = element.content['Version'] ?? element.content['version']
  const version = stated?.kind === 'attribute' ? stated.type.facets.fixed : undefined
  return {
    ...{ name, version, namespace, root: element, meanings: reader.meanings },
    prefix: prefixOf(schema, namespace) ?? name.toLowerCase().slice(0, 12),
  }
}

function prefixOf(schema: XmlNode, namespace: string): string | undefined {
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
const groups = ['sequence', 'choice', 'all'] as const

class SchemaReader {
  readonly meanings = new Map<string, string>()
  readonly #schema: XmlNode
  readonly #note: Note
  readonly #types: TypeReader
  readonly #open = new Set<XmlNode>()

  constructor(schema: XmlNode, imported: readonly XmlNode[], note: Note) {
    this.#schema = schema
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
    const type = this.#complexTypeOf(node)
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
    const attributes = this.#attributes(type, path)
    const { members, ...options } = this.#groupIn(type, path)
    const content: Record<string, Member> = { ...attributes }
    for (const [name, member] of members) {
      if (name in content) this.#note(`${path}.${name}`, 'está dos veces: se declaró la primera')
      else content[name] = member
    }
    if (elementsOf(type, 'complexContent').length > 0)
      this.#note(path, 'extiende otro tipo: lo que hereda no se declaró')
    const mixed = attributeIn(type, 'mixed') === 'true' && { mixed: true }
    const [only, ...others] = Object.values(content)
    const isList =
      others.length === 0 && only?.kind === 'child' && only.max > 1 && path.includes('.')
    return { kind: 'element', content, shape: isList ? 'list' : 'object', ...options, ...mixed }
  }

  #complexTypeOf(node: XmlNode): XmlNode | undefined {
    const [own] = elementsOf(node, 'complexType')
    if (own !== undefined) return own
    const name = attributeIn(node, 'type')?.split(':').at(-1)
    return elementsOf(this.#schema, 'complexType').find((one) => attributeIn(one, 'name') === name)
  }

  #attributes(type: XmlNode, path: string): Record<string, Attribute> {
    const declared = elementsOf(type, 'attribute').map((given) => {
      const node = this.#referred(given, 'attribute')
      const name = attributeIn(node, 'name') ?? ''
      const at = `${path}.${name}`
      this.#explain(node, at)
      return [
        name,
        {
          kind: 'attribute',
          type: this.#types.typeOf(node, at),
          required: attributeIn(given, 'use') === 'required',
        },
      ] as const
    })
    for (const one of elementsOf(type, 'attributeGroup'))
      this.#note(path, `usa el grupo de atributos ${attributeIn(one, 'ref')}: no se declaró`)
    return Object.fromEntries(declared)
  }

  #groupIn(type: XmlNode, path: string): Group {
    for (const kind of groups) {
      const [group] = elementsOf(type, kind)
      if (group !== undefined) return this.#group(group, path)
    }
    return none
  }

  #group(group: XmlNode, path: string): Group {
    const [min, max] = timesOf(group)
    const parts = group.children.flatMap((one) =>
      typeof one === 'string' || one.local === 'annotation' ? [] : [this.#part(one, path)],
    )
    const members = parts.flatMap((part) => part.members)
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
    const inner = parts.flatMap(({ choices = [] }) => choices)
    if (group.local === 'sequence') {
      if (min === 0 && members.filter(([, one]) => one.min > 0).length > 1)
        this.#note(path, 'su secuencia es opcional como un todo: cada nodo quedó opcional')
      const [first, ...more] = parts
      const order = more.length === 0 && first?.order !== undefined && { order: first.order }
      const nonEmpty = more.length === 0 && first?.nonEmpty === true && { nonEmpty: true }
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
    if (parts.some(({ members }) => members.length !== 1)) {
      this.#note(path, 'elige entre grupos de nodos: se admiten juntos')
      return {}
    }
    const names = parts.map(({ members }) => (members[0] as [string, Child])[0])
    const isRequired = min > 0 && parts.every(({ members }) => (members[0]?.[1].min ?? 0) > 0)
    return { choices: [names], ...(isRequired && { nonEmpty: true }) }
  }

  #part(node: XmlNode, path: string): Group {
    if (node.local === 'element') return { members: [this.#child(node, path)] }
    if ((groups as readonly string[]).includes(node.local)) return this.#group(node, path)
    this.#note(path, `tiene xs:${node.local}: no se declaró`)
    return none
  }

  #child(given: XmlNode, path: string): readonly [string, Child] {
    const node = this.#referred(given, 'element')
    const name = attributeIn(node, 'name') ?? ''
    const at = `${path}.${name}`
    const [min, max] = timesOf(given)
    this.#explain(node, at)
    return [name, { kind: 'child', element: this.element(node, at), min, max }]
  }

  #referred(node: XmlNode, kind: string): XmlNode {
    const name = attributeIn(node, 'ref')?.split(':').at(-1)
    if (name === undefined) return node
    return elementsOf(this.#schema, kind).find((one) => attributeIn(one, 'name') === name) ?? node
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
