/**
 * Nodes of schemas and transformations.
 * @module
 */
import type { XmlNode } from '../../lib/xml/xml.js'

/** Returns the child elements, of a local name if given. */
export function elementsOf({ children }: XmlNode, local?: string): readonly XmlNode[] {
  const elements: XmlNode[] = []
  for (const child of children)
    if (typeof child !== 'string' && (local ?? child.local) === child.local) elements.push(child)
  return elements
}

/** Returns the value of an attribute without prefix. */
export function attributeIn({ attributes }: XmlNode, name: string): string | undefined {
  for (let index = 0; index < attributes.length; index += 2)
    if (attributes[index] === name) return attributes[index + 1]
  return undefined
}
