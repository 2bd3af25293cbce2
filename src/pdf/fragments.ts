/**
 * XML that no declaration tells: complements that are not known yet, and the Addenda. Names and values, as they are.
 * @module
 */
import { parseFragment, type XmlNode } from '../lib/xml.js'
import { labelIn, plainField, type Wording } from './fields.js'
import type { Field, Section } from './view.js'

/** The sections of a fragment, one for each of its elements. Throws XmlSyntaxError when it is no XML. */
export function fragmentSections(wording: Wording, xml: string): Section[] {
  return parseFragment(xml).flatMap((node) => (typeof node === 'string' ? [] : [nodeSection(wording, node)]))
}

/** The whole of a fragment under one title, with the text that stands in no element. */
export function fragmentSection(wording: Wording, name: string, xml: string): Section {
  const text = textOf(parseFragment(xml))
  const fields = text === '' ? [] : [plainField(wording, name, name, text)]
  return { name, label: labelIn(wording, '', name), fields, tables: [], sections: fragmentSections(wording, xml) }
}

function nodeSection(wording: Wording, node: XmlNode): Section {
  const text = textOf(node.children)
  const fields = [...attributesOf(wording, node), ...(text === '' ? [] : [plainField(wording, '', node.local, text)])]
  const sections = node.children.flatMap((child) => (typeof child === 'string' ? [] : [nodeSection(wording, child)]))
  return { name: node.local, label: labelIn(wording, '', node.local), fields, tables: [], sections }
}

/** Those with a prefix too, but what is said to the XML's own reader. */
function attributesOf(wording: Wording, { local, attributes, foreign }: XmlNode): Field[] {
  const own = pairsOf(attributes, 2).map(([name, value]) => plainField(wording, local, name as string, value as string))
  const others = pairsOf(foreign, 4).filter(([, namespace]) => namespace !== instance)
  return [...own, ...others.map(([, , name, value]) => plainField(wording, local, name as string, value as string))]
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

function pairsOf(flat: readonly string[], size: number): string[][] {
  return Array.from({ length: flat.length / size }, (_, index) => flat.slice(index * size, (index + 1) * size))
}

function textOf(children: readonly (XmlNode | string)[]): string {
  return children
    .filter((child) => typeof child === 'string')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
