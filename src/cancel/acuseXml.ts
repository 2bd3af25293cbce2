/**
 * The XML of the SAT's acuses: small documents, of which nothing is believed that is there twice.
 * @module
 */
import { defaultLimits } from '../lib/limits.js'
import { parseXml, type XmlNode, XmlSyntaxError } from '../lib/xml.js'

/** An acuse has 2 kB; one of 500 documents, 60. */
const limits = { ...defaultLimits, length: 1_000_000, nodes: 50_000, attributes: 100, depth: 20 }

/** The one element whose name is that of an acuse, bare or inside an envelope. */
export function acuseIn(text: string, name: RegExp): XmlNode | undefined {
  try {
    const [acuse, another] = named(parseXml(text, limits), name)
    return another === undefined ? acuse : undefined
  } catch (error) {
    if (error instanceof XmlSyntaxError) return undefined
    throw error
  }
}

/** Those of a name, a node itself or inside it. */
function named(node: XmlNode, name: RegExp): XmlNode[] {
  return name.test(node.local) ? [node] : elementsOf(node).flatMap((child) => named(child, name))
}

/** The elements in a node. */
export function elementsOf(node: XmlNode | undefined): XmlNode[] {
  return node?.children.filter((child) => typeof child !== 'string') ?? []
}

/** The text of the one child of that name; empty without it, where there are two, or where it holds elements. */
export function textOf(node: XmlNode, local: string): string {
  const [one, another] = elementsOf(node).filter((child) => child.local === local)
  const content = one?.children ?? []
  const isText = another === undefined && content.every((child) => typeof child === 'string')
  return isText ? content.join('').trim() : ''
}

/** An attribute without prefix. */
export function attribute(node: XmlNode | undefined, name: string): string | null {
  const attributes = node?.attributes ?? []
  const at = attributes.findIndex((one, index) => index % 2 === 0 && one === name)
  return at < 0 ? null : attributes[at + 1]!
}

/** A text may follow the code: `1308 - …`. */
export function leadingCode(text: string): string {
  return /^\s*(\S*)/.exec(text)![1]!
}
