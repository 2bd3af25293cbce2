/**
 * Writers of lists, texts and XML fragments.
 * @module
 */
import { escapeText } from '../../lib/xml/escape.js'
import { collapseSpace, inOnePiece } from '../../lib/text.js'
import { parseFragment, type XmlNode } from '../../lib/xml/xml.js'
import {
  type ElementForm,
  type MemberForm,
  type Pen,
  scalar,
  type WriteContent,
  type WriteElement,
} from './pen.js'

/** Writes an element with the content from `write`, or one empty tag without content. */
export function fill(pen: Pen, open: string, close: string, write: () => void): void {
  const start = pen.xml + open
  pen.xml = `${start}>`
  const opened = pen.xml.length
  write()
  pen.xml = pen.xml.length === opened ? `${start}/>` : pen.xml + close
}

/** Creates the writer of an element whose value is the list of its only child. */
export function listWriter(open: string, close: string, { write }: MemberForm): WriteElement {
  const start = inOnePiece(`${open}>`)
  return (value, pen, head) => {
    const { xml } = pen
    if (!pen.writesXml) return write(value, pen)
    pen.xml = head === '' ? xml + start : `${xml}${open}${head}>`
    const opened = pen.xml.length
    write(value, pen)
    pen.xml = pen.xml.length === opened ? `${xml}${open}${head}/>` : pen.xml + close
  }
}

/**
 * Above this number of items, text is joined after each batch. The pieces of thousands of items
 * cost the copying collector a quarter of the time (measured).
 */
const few = 1_000
/** The text of that many typical items is below 128 KB, from which V8 allocates separately. */
const batch = 128

/** Creates the writer of a repeated child. */
export function repeatedWriter(parent: string, key: string, write: WriteElement): WriteContent {
  return (items, pen) => {
    if (!Array.isArray(items)) throw new TypeError(`${parent}.${key} debe ser una lista`)
    if (items.length <= few) {
      for (let index = 0; index < items.length; index++) write(items[index], pen, '')
      return
    }
    let { xml, cadena } = pen
    for (let from = 0; from < items.length; from += batch) {
      pen.xml = ''
      pen.cadena = ''
      for (const item of items.slice(from, from + batch)) write(item, pen, '')
      xml += flattenText(pen.xml)
      cadena += flattenText(pen.cadena)
    }
    pen.xml = xml
    pen.cadena = cadena
  }
}

/**
 * Forces the engine to join the pieces of a text. The result must be used, or the engine skips the
 * read.
 */
function flattenText(text: string): string {
  if (text.charCodeAt(0) >= 0) return text
  return ''
}

/** Creates the writer of an element's text, among its members. */
export function writeTextMember(name: string, isField: boolean): WriteContent {
  return (content, pen) => {
    const text = scalar(content, name, '#text')
    pen.xml += escapeText(text)
    if (isField) pen.cadena += `|${collapseSpace(text)}`
  }
}

/** Creates the writer of an element whose value is only text. */
export function textWriter({ name, open, close, members, absent }: ElementForm): WriteElement {
  const { rank, write } = members.get('#text') as MemberForm
  const [before, after] = [
    absent.slice(0, Math.max(rank, 0)).join(''),
    absent.slice(rank + 1).join(''),
  ]
  return (value, pen, head) => {
    pen.cadena += before
    fill(pen, open + head, close, () => write(scalar(value, name, '#text'), pen))
    pen.cadena += after
  }
}

/** Creates the writer of free content: an XML fragment, which adds nothing to the cadena. */
export function freeWriter(open: string, close: string, key: string): WriteContent {
  return (content, pen) => {
    if (typeof content !== 'string')
      throw new TypeError(`${key} debe ser un fragmento de XML, como texto`)
    if (!pen.writesXml) return
    fragmentOf(content, key)
    fill(pen, open, close, () => {
      pen.xml += content
    })
  }
}

/**
 * Parses a fragment. A malformed one could close its parent and forge another part of the document.
 *
 * @throws TypeError when it is not well formed.
 */
export function fragmentOf(fragment: string, name: string): readonly (XmlNode | string)[] {
  try {
    return parseFragment(fragment)
  } catch (cause) {
    throw new TypeError(`${name} no es XML bien formado`, { cause })
  }
}
