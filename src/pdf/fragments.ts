/**
 * Shows XML without a declaration (unknown complements and the Addenda) as names and values.
 * @module
 */
import { parseFragment, type XmlNode } from '../lib/xml/xml.js'
import { labelIn, plainField, type Wording } from './fields.js'
import type { Field, Section } from './view.js'

/** Returns one section per element of a fragment. Throws XmlSyntaxError when it is not XML. */
export function fragmentSections(wording: Wording, xml: string): Section[] {
  return parseFragment(xml).flatMap((node) =>
    typeof node === 'string' ? [] : [nodeSection(wording, node)],
  )
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
  const fields = [
    ...attributesOf(wording, node),
    ...(text === '' ? [] : [plainField(wording, '', node.local, text)]),
  ]
  const sections = node.children.flatMap((child) =>
    typeof child === 'string' ? [] : [nodeSection(wording, child)],
  )
  return { name: node.local, label: labelIn(wording, '', node.local), fields, tables: [], sections }
}

/** Includes attributes with a prefix, except those for XML readers. */
function attributesOf(wording: Wording, { local, attributes, foreign }: XmlNode): Field[] {
  const own = pairsOf(attributes, 2).map(([name, value]) =>
    plainField(wording, local, name as string, value as string),
  )
  const others = pairsOf(foreign, 4).filter(([, namespace]) => namespace !== instance)
  return [
    ...own,
    ...others.map(([, , name, value]) =>
      plainField(wording, local, name as string, value as string),
    ),
  ]
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

function pairsOf(flat: readonly string[], size: number): string[][] {
  return Array.from({ length: flat.length / size }, (_, index) =>
    flat.slice(index * size, (index + 1) * size),
  )
}

function fragmentText(children: readonly (XmlNode | string)[]): string {
  return children
    .filter((child) => typeof child === 'string')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
