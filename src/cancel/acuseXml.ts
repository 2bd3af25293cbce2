/**
 * Reads the XML of the SAT's acuses. A value that occurs twice is ignored.
 * @module
 */
import { defaultLimits } from '../lib/limits.js'
import { parseXml, type XmlNode, XmlSyntaxError } from '../lib/xml/xml.js'

/** An acuse has 2 kB; one of 500 documents has 60 kB. */
const limits = { ...defaultLimits, length: 1_000_000, nodes: 50_000, attributes: 100, depth: 20 }

/** Returns the only element with the name of an acuse, bare or inside an envelope. */
export function acuseIn(text: string, name: RegExp): XmlNode | undefined {
  try {
    const [acuse, another] = childrenNamed(parseXml(text, limits), name)
    if (another === undefined) return acuse
    return undefined
  } catch (error) {
    if (error instanceof XmlSyntaxError) return undefined
    throw error
  }
}

/** Returns the elements of a name: the node itself and its descendants. */
function childrenNamed(node: XmlNode, name: RegExp): XmlNode[] {
  if (name.test(node.local)) return [node]
  const found: XmlNode[] = []
  for (const child of childElements(node)) found.push(...childrenNamed(child, name))
  return found
}

/** Returns the child elements of a node. */
export function childElements(node: XmlNode | undefined): XmlNode[] {
  return node?.children.filter((child) => typeof child !== 'string') ?? []
}

/**
 * Returns the text of the only child of that name; empty if there is none or more than one, or if
 * it holds elements.
 */
export function elementText(node: XmlNode, local: string): string {
  const [one, another] = childElements(node).filter((child) => child.local === local)
  const content = one?.children ?? []
  const isText = another === undefined && content.every((child) => typeof child === 'string')
  if (isText) return content.join('').trim()
  return ''
}

/** Returns an attribute without a prefix. */
export function attribute(node: XmlNode | undefined, name: string): string | null {
  const attributes = node?.attributes ?? []
  for (let at = 0; at < attributes.length; at += 2)
    if (attributes[at] === name) return attributes[at + 1]!
  return null
}

/** A text may follow the code: `1308 - …`. */
export function leadingCode(text: string): string {
  return /^\s*(\S*)/.exec(text)![1]!
}
