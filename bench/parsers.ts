/**
 * Our reader beside fast-xml-parser on the same bytes, and our writer beside xmlbuilder2 on the
 * same document.
 *
 * The comparison favours the others. fast-xml-parser validates no names, counts no children and
 * creates no arrays; xmlbuilder2 gets the elements already named and in order, in the faster of its
 * two forms (nodes: an object takes it 1.2 times as long), and only builds and prints. Its output
 * must equal ours, and the parser must find every attribute.
 * @module
 */
import { type Csd, readCfdi, seal, writeCfdi } from 'cfdi-stamp'
import { XMLParser } from 'fast-xml-parser'
import { create } from 'xmlbuilder2'
import type { Json, Subject } from './documents.js'
import { flat, type Task } from './measure.js'

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Node[]
}

const common = {
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
} as const
const ordered = new XMLParser({ ...common, preserveOrder: true })

/** Converts an XML tree to xmlbuilder2's form. */
function nodesOf(elements: readonly Json[]): Node[] {
  return elements.flatMap(({ ':@': attributes = {}, ...element }) => {
    const [[name, children]] = Object.entries(element) as [[string, Json[]]]
    return name.startsWith('?')
      ? []
      : [{ name, attributes: attributes as Node['attributes'], children: nodesOf(children) }]
  })
}

type Builder = ReturnType<typeof create>

function build(parent: Builder, { name, attributes, children }: Node): void {
  const element = parent.ele(name, attributes)
  for (const child of children) build(element, child)
}

function print(root: Node): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' })
  build(document, root)
  return document.end()
}

const countAttributes = (value: unknown): number =>
  typeof value === 'string'
    ? 1
    : Object.values(value as object).reduce((sum, part) => sum + countAttributes(part), 0)

/** Names of the compared tasks, ours and theirs. */
export const pairs = [
  ['read', 'fast-xml-parser'],
  ['write', 'xmlbuilder2'],
] as const

export async function parsers({ ready }: Subject, csd: Csd): Promise<Task[]> {
  const { xml, document } = await seal(ready, csd)
  const parser = new XMLParser(common)
  const [root] = nodesOf(ordered.parse(xml))
  if (print(root!) !== xml) throw new Error('xmlbuilder2 prints another document')
  if (countAttributes(parser.parse(xml)) !== xml.match(/ [\w:]+="/g)!.length)
    throw new Error('fast-xml-parser reads less')
  return [
    { name: 'read', run: () => readCfdi(xml) },
    { name: 'fast-xml-parser', run: () => parser.parse(xml) },
    { name: 'write', run: () => flat(writeCfdi(document)) },
    { name: 'xmlbuilder2', run: () => flat(print(root!)) },
  ]
}
