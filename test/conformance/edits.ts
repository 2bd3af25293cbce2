/**
 * The edits of `shared/conformance/xsd-verdicts.jsonl`, made on the text of a document so that
 * nothing else changes.
 * @module
 */
import { parseXml, type XmlNode } from '../../src/lib/xml/xml.js'

export interface Edit {
  readonly base: string
  readonly index: string
  readonly path: string
  readonly op: string
  readonly attr: string
  readonly value: string
  readonly valid: boolean
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const escaped = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => escapes[character]!)

/** A document parsed once, to be edited many times. */
export function editor(xml: string): (edit: Edit) => string {
  const root = parseXml(xml)
  return (edit) => apply(xml, root, edit)
}

function apply(xml: string, root: XmlNode, edit: Edit): string {
  const steps = edit.index === '' ? [] : edit.index.split('.').map(Number)
  const node = steps.reduce((at, step) => elements(at)[step]!, root)
  const parent = steps.slice(0, -1).reduce((at, step) => elements(at)[step]!, root)
  const splice = (from: number, to: number, text: string): string =>
    xml.slice(0, from) + text + xml.slice(to)
  const own = xml.slice(node.start, node.end)
  switch (edit.op) {
    case 'set':
      return splice(
        node.start,
        node.innerStart,
        setAttribute(xml.slice(node.start, node.innerStart), edit.attr, edit.value),
      )
    case 'remove-attr':
      return splice(
        node.start,
        node.innerStart,
        removeAttribute(xml.slice(node.start, node.innerStart), edit.attr),
      )
    case 'remove':
      return splice(node.start, node.end, '')
    case 'duplicate':
      return splice(node.end, node.end, own)
    case 'swap-next': {
      const siblings = elements(parent)
      const next = siblings[steps.at(-1)! + 1]!
      return splice(
        node.start,
        next.end,
        xml.slice(next.start, next.end) + own + xml.slice(node.end, next.start),
      )
    }
    case 'text':
      if (edit.attr === 'replace') return inner(xml, node, () => escaped(edit.value))
      return inner(xml, node, (content) => content + escaped(edit.value))
    case 'child':
      return inner(
        xml,
        node,
        (content) => `${content}<${node.prefix === '' ? '' : `${node.prefix}:`}NoExiste/>`,
      )
    case 'foreign-child':
      return inner(xml, node, (content) => `${content}<ex:Foo xmlns:ex="http://example.com/x"/>`)
    case 'foreign-attr':
      return splice(
        node.start,
        node.innerStart,
        xml
          .slice(node.start, node.innerStart)
          .replace(/\/?>$/, ' xmlns:ex="http://example.com/x" ex:foo="1"$&'),
      )
    case 'comment':
      return inner(xml, node, (content) => `${content}<!--edit-->`)
    default:
      throw new Error(`unknown edit ${edit.op}`)
  }
}

function elements(node: XmlNode): XmlNode[] {
  return node.children.filter((child): child is XmlNode => typeof child !== 'string')
}

/** Replaces the content of an element, opening an empty-element tag where needed. */
function inner(xml: string, node: XmlNode, change: (content: string) => string): string {
  const name = node.prefix === '' ? node.local : `${node.prefix}:${node.local}`
  const startTag = xml.slice(node.start, node.innerStart)
  const content = change(xml.slice(node.innerStart, node.innerEnd))
  const open = startTag.endsWith('/>') ? `${startTag.slice(0, -2)}>` : startTag
  return `${xml.slice(0, node.start)}${open}${content}</${name}>${xml.slice(node.end)}`
}

function attributeForm(name: string): RegExp {
  return new RegExp(`(\\s)${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'u')
}

function setAttribute(tag: string, name: string, value: string): string {
  const written = `${name}="${escaped(value)}"`
  const form = attributeForm(name)
  return form.test(tag)
    ? tag.replace(form, (_, space: string) => space + written)
    : tag.replace(/\/?>$/, (end) => ` ${written}${end}`)
}

function removeAttribute(tag: string, name: string): string {
  return tag.replace(attributeForm(name), '')
}
