/**
 * Edits of trees that make documents which are no CFDI: nodes moved, copied, renamed, nested,
 * unwrapped, with text and attributes of others.
 * @module
 */
import * as fc from 'fast-check'
import { parseXml, type XmlNode } from '../../src/lib/xml/xml.js'

/**
 * An element of a tree that is edited in place. Attributes of other namespaces, which no cadena
 * has, are left out.
 */
export interface Branch {
  namespace: string
  local: string
  attributes: [name: string, value: string][]
  children: (Branch | string)[]
}

/** A qualified name. */
export type Name = readonly [namespace: string, local: string]

/** An edit by numbers, each of which is taken modulo what there is to choose from. */
export interface TreeEdit {
  readonly op: (typeof operations)[number]
  readonly node: number
  readonly other: number
  readonly place: number
  readonly text: string
}

const operations = [
  'move',
  'copy',
  'rename',
  'nest',
  'unwrap',
  'text',
  'attribute',
  'bare',
] as const

const text = fc.oneof(
  fc.constantFrom(' ', '\n  ', '\t', '  x  y ', '|', '60.00', '\u00a0', 'a|b', ''),
  fc.string({ unit: fc.constantFrom('a', 'ñ', ' ', '\n', '1', '&', '<'), maxLength: 8 }),
)

/** Some edits, one after another. */
export const editsArbitrary: fc.Arbitrary<readonly TreeEdit[]> = fc.array(
  fc.record({
    op: fc.constantFrom(...operations),
    node: fc.nat(),
    other: fc.nat(),
    place: fc.nat(),
    text,
  }),
  { minLength: 1, maxLength: 6 },
)

/** The document with the edits made; `names` are those that it may be given besides its own. */
export function editTree(xml: string, edits: readonly TreeEdit[], names: readonly Name[]): string {
  const root = branchOf(parseXml(xml))
  for (const edit of edits) apply(root, edit, names)
  return serialize(root)
}

function branchOf({ namespace, local, attributes, children }: XmlNode): Branch {
  const pairs = Array.from({ length: attributes.length / 2 }, (_, at): [string, string] => [
    attributes[2 * at]!,
    attributes[2 * at + 1]!,
  ])
  return {
    namespace,
    local,
    attributes: pairs,
    children: children.map((child) => (typeof child === 'string' ? child : branchOf(child))),
  }
}

function apply(
  root: Branch,
  { op, node, other, place, text }: TreeEdit,
  names: readonly Name[],
): void {
  const all = below(root)
  const chosen = all[node % all.length]
  if (chosen === undefined) return
  const [one, parent] = chosen
  const index = parent.children.indexOf(one)
  const rest = [root, ...all.map(([branch]) => branch).filter((branch) => !within(branch, one))]
  const target = rest[other % rest.length]!
  const insert = (branch: Branch | string, into: Branch) =>
    void into.children.splice(place % (into.children.length + 1), 0, branch)
  switch (op) {
    case 'move':
      parent.children.splice(index, 1)
      return insert(one, target)
    case 'copy':
      return insert(structuredClone(one), target)
    case 'rename':
      return void Object.assign(one, nameOf(all, names, other))
    case 'nest':
      parent.children[index] = { ...nameOf(all, names, other), attributes: [], children: [one] }
      return
    case 'unwrap':
      return void parent.children.splice(index, 1, ...one.children)
    case 'text':
      return insert(text, one)
    case 'attribute': {
      const [name] = target.attributes[place % Math.max(1, target.attributes.length)] ?? ['Importe']
      one.attributes = [...one.attributes.filter(([own]) => own !== name), [name, text]]
      return
    }
    case 'bare':
      one.attributes = one.attributes.filter((_, at) => at !== place % one.attributes.length)
  }
}

function nameOf(
  all: readonly [Branch, Branch][],
  names: readonly Name[],
  choice: number,
): Pick<Branch, 'namespace' | 'local'> {
  const own = all.map(([{ namespace, local }]): Name => [namespace, local])
  const [namespace, local] = [...own, ...names][choice % (own.length + names.length)]!
  return { namespace, local }
}

/** The elements below one, each with its parent, but for the Addenda. */
function below(root: Branch): [Branch, Branch][] {
  return root.children.flatMap((child) =>
    typeof child === 'string' || child.local === 'Addenda'
      ? []
      : [[child, root] as [Branch, Branch], ...below(child)],
  )
}

function within(one: Branch, of: Branch): boolean {
  return one === of || of.children.some((child) => typeof child !== 'string' && within(one, child))
}

/** The XML of a tree, with every namespace declared on its root. */
function serialize(root: Branch): string {
  const prefixes = new Map([[root.namespace, 'n0']])
  for (const [{ namespace }] of below(root))
    if (!prefixes.has(namespace))
      prefixes.set(namespace, namespace === '' ? '' : `n${prefixes.size}`)
  const head = [...prefixes]
    .filter(([, prefix]) => prefix !== '')
    .map(([namespace, prefix]) => ` xmlns:${prefix}="${escaped(namespace)}"`)
  const write = (
    { namespace, local, attributes, children }: Branch,
    declarations: string,
  ): string => {
    const prefix = prefixes.get(namespace) ?? 'n0'
    const name = prefix === '' ? local : `${prefix}:${local}`
    const own = attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')
    const content = children
      .map((child) => (typeof child === 'string' ? escaped(child) : write(child, '')))
      .join('')
    return `<${name}${declarations}${own}>${content}</${name}>`
  }
  return write(root, head.join(''))
}

function escaped(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
