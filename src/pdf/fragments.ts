/**
 * Shows XML without a declaration (unknown complements and the Addenda) as names and values.
 * @module
 */
import { parseFragment, type XmlNode } from '../lib/xml/xml.js'
import { labelIn, plainField, type Wording } from './fields.js'
import type { Field, Section } from './view.js'

/** Returns one section per element of a fragment. Throws XmlSyntaxError when it is not XML. */
export function fragmentSections(wording: Wording, xml: string): Section[] {
  return sectionsAmong(wording, parseFragment(xml))
}

function sectionsAmong(wording: Wording, nodes: readonly (XmlNode | string)[]): Section[] {
  const sections: Section[] = []
  for (const node of nodes) if (typeof node !== 'string') sections.push(nodeSection(wording, node))
  return sections
}

/** Returns a fragment as one section, including text outside its elements. */
export function fragmentSection(wording: Wording, name: string, xml: string): Section {
  const text = fragmentText(parseFragment(xml))
  const fields = text === '' ? [] : [plainField(wording, name, name, text)]
  return {
    name,
    label: labelIn(wording, '', name),
    fields,
    tables: [],
    sections: fragmentSections(wording, xml),
  }
}

function nodeSection(wording: Wording, node: XmlNode): Section {
  const text = fragmentText(node.children)
  const { local, attributes, foreign, children } = node
  const fields: Field[] = []
  for (let at = 0; at < attributes.length; at += 2)
    fields.push(plainField(wording, local, attributes[at] as string, attributes[at + 1] as string))
  // Attributes with a prefix, except those for XML readers.
  for (let at = 0; at < foreign.length; at += 4)
    if (foreign[at + 1] !== instance)
      fields.push(plainField(wording, local, foreign[at + 2] as string, foreign[at + 3] as string))
  if (text !== '') fields.push(plainField(wording, '', local, text))
  const sections = sectionsAmong(wording, children)
  return { name: local, label: labelIn(wording, '', local), fields, tables: [], sections }
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

function fragmentText(children: readonly (XmlNode | string)[]): string {
  return children
    .filter((child) => typeof child === 'string')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
