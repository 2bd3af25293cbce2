/**
 * Child elements and attributes of a parsed node.
 * @module
 */
import type { XmlNode } from './xml.js'

/** Returns the child elements, without the text between them. */
export function listChildElements({ children }: XmlNode): readonly XmlNode[] {
  return children.filter((child) => typeof child !== 'string')
}

/** Returns the value of an attribute without a namespace. */
export function attributeOf({ attributes }: XmlNode, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2)
    if (attributes[at] === name) return attributes[at + 1]
  return undefined
}
