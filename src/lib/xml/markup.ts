/**
 * Writes readable XML: a tree of indented tags, one per line.
 * @module
 */
import { escapeAttribute, escapeText } from './escape.js'

/** An element to write. A string child is its text, and must be its only child. */
export interface Tag {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly (Tag | string)[]
}

/** Attributes in order; `undefined` ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** Creates a tag. */
export function tag(
  name: string,
  attributes: Attributes = {},
  children: readonly (Tag | string)[] = [],
): Tag {
  return { name, attributes, children }
}

/**
 * Writes a document: XML declaration, a comment, and the tree of the root tag. UTF-8, with a
 * newline at the end.
 */
export function writeMarkup(root: Tag, comment: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${comment} -->\n${writeTag(root, '')}`
}

function writeTag({ name, attributes, children }: Tag, indent: string): string {
  let open = `${indent}<${name}`
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) open += ` ${attribute}="${escapeAttribute(String(value))}"`
  const [first] = children
  if (first === undefined) return `${open}/>\n`
  if (typeof first === 'string') return `${open}>${escapeText(first)}</${name}>\n`
  const inner = children.map((child) => writeTag(child as Tag, `${indent}  `)).join('')
  return `${open}>\n${inner}${indent}</${name}>\n`
}
