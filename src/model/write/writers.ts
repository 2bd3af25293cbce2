/**
 * Writers of what is no object: lists, texts, fragments of XML.
 * @module
 */
import { escapeText } from '../../lib/escape.js'
import { collapseSpace, inOnePiece } from '../../lib/text.js'
import { parseFragment, type XmlNode } from '../../lib/xml.js'
import { type ElementForm, type MemberForm, type Pen, scalar, type WriteContent, type WriteElement } from './pen.js'

/** An element with what `write` puts into it; one tag when that is nothing. */
export function fill(pen: Pen, open: string, close: string, write: () => void): void {
  const start = pen.xml + open
  pen.xml = `${start}>`
  const opened = pen.xml.length
  write()
  pen.xml = pen.xml.length === opened ? `${start}/>` : pen.xml + close
}

/** An element whose value is the list of its only child. */
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
 * Of more items than these a batch is joined before the next is written: with the pieces of thousands at once the collector,
 * which copies what is in use, takes a quarter of the time (measured).
 */
const few = 1_000
/** The text of as many usual items is less than what V8 allocates apart, 128 KB. */
const batch = 128

/** A child that occurs any number of times. */
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
      xml += joined(pen.xml)
      cadena += joined(pen.cadena)
    }
    pen.xml = xml
    pen.cadena = cadena
  }
}

/** Engines join the pieces of a text when somebody looks into it, and skip a look of which nothing depends. */
function joined(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : ''
}

/** The text of an element, among its members. */
export function textMember(name: string, isField: boolean): WriteContent {
  return (content, pen) => {
    const text = scalar(content, name, '#text')
    pen.xml += escapeText(text)
    if (isField) pen.cadena += `|${collapseSpace(text)}`
  }
}

/** An element whose value is its text alone. */
export function textWriter({ name, open, close, members, absent }: ElementForm): WriteElement {
  const { rank, write } = members.get('#text') as MemberForm
  const [before, after] = [absent.slice(0, Math.max(rank, 0)).join(''), absent.slice(rank + 1).join('')]
  return (value, pen, head) => {
    pen.cadena += before
    fill(pen, open + head, close, () => write(scalar(value, name, '#text'), pen))
    pen.cadena += after
  }
}

/** Free content: a fragment of XML, which adds nothing to the cadena. */
export function freeWriter(open: string, close: string, key: string): WriteContent {
  return (content, pen) => {
    if (typeof content !== 'string') throw new TypeError(`${key} debe ser un fragmento de XML, como texto`)
    if (!pen.writesXml) return
    fragmentOf(content, key)
    fill(pen, open, close, () => {
      pen.xml += content
    })
  }
}

/**
 * The nodes of a fragment. One that is not well formed would close what it is in, and pass for another part of the document.
 *
 * @throws TypeError when it is not.
 */
export function fragmentOf(fragment: string, name: string): readonly (XmlNode | string)[] {
  try {
    return parseFragment(fragment)
  } catch (cause) {
    throw new TypeError(`${name} no es XML bien formado`, { cause })
  }
}
