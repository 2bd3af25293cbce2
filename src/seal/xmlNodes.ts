/**
 * Elements and attributes of a parsed document.
 * @module
 */
import type { XmlNode } from '../lib/xml/xml.js'

/** Returns the child elements, without the text between them. */
export function listChildElements({ children }: XmlNode): readonly XmlNode[] {
  return children.filter((child) => typeof child !== 'string')
}

/** Whether an element has the name and namespace of a declaration. */
export function isNamed(
  node: XmlNode,
  schema: { readonly name: string; readonly namespace: string },
): boolean {
  return node.local === schema.name && node.namespace === schema.namespace
}

/** Returns the value of an attribute without a namespace. */
export function attributeOf({ attributes }: XmlNode, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2)
    if (attributes[at] === name) return attributes[at + 1]
  return undefined
}
