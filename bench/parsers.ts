/**
 * Our reader beside fast-xml-parser on the same bytes, our writer beside xmlbuilder2 on the same document.
 *
 * Both are given the better part of the bargain: fast-xml-parser neither judges names nor knows which children are
 * lists; xmlbuilder2 gets the elements already named and in order, and only builds and prints.
 * @module
 */
import { XMLParser } from 'fast-xml-parser'
import { create } from 'xmlbuilder2'
import { readCfdi, type Signer, seal, writeCfdi } from '../dist/index.js'
import { parseXml, type XmlNode } from '../dist/lib/xml.js'
import type { Subject } from './documents.js'
import { flat, type Task } from './measure.js'

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Node[]
}

/** The elements of an XML as xmlbuilder2 wants them: prefixed names, attributes as an object. */
function nodeOf({ prefix, local, attributes, children }: XmlNode): Node {
  const names = attributes.filter((_, at) => at % 2 === 0)
  return {
    name: `${prefix}:${local}`,
    attributes: Object.fromEntries(names.map((name, at) => [name, attributes[2 * at + 1]!])),
    children: children.flatMap((child) => (typeof child === 'string' ? [] : [nodeOf(child)])),
  }
}

/** The namespaces of the root, which are not attributes to our reader, and where their schemas are. */
function declarationsOf(xml: string): Record<string, string> {
  const [, head] = /<cfdi:Comprobante( xmlns.*?xsi:schemaLocation="[^"]*")/.exec(xml)!
  return Object.fromEntries([...head!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
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

/** Names of what is compared, ours and theirs. */
export const pairs = [
  ['read', 'fast-xml-parser'],
  ['write', 'xmlbuilder2'],
] as const

export async function parsers({ ready }: Subject, signer: Signer): Promise<Task[]> {
  const { xml, document } = await seal(ready, signer)
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: false })
  const tree = nodeOf(parseXml(xml))
  const root = { ...tree, attributes: { ...declarationsOf(xml), ...tree.attributes } }
  requireAlike(xml, print(root))
  return [
    { name: 'read', run: () => readCfdi(xml) },
    { name: 'fast-xml-parser', run: () => parser.parse(xml) },
    { name: 'write', run: () => flat(writeCfdi(document)) },
    { name: 'xmlbuilder2', run: () => flat(print(root)) },
  ]
}

/** That the other printed the same document, attributes and elements counted. */
function requireAlike(ours: string, theirs: string): void {
  const count = (xml: string): string => `${xml.split('<').length} ${xml.split('="').length}`
  if (count(ours) === count(theirs)) return
  throw new Error(`xmlbuilder2 printed another document: ${count(ours)} and ${count(theirs)}`)
}
