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
  type Output,
  scalar,
  type WriteContent,
  type WriteElement,
} from './output.js'

/** Writes an element with the content from `write`, or one empty tag without content. */
export function fill(output: Output, open: string, close: string, write: () => void): void {
  const start = output.xml + open
  output.xml = `${start}>`
  const opened = output.xml.length
  write()
  output.xml = output.xml.length === opened ? `${start}/>` : output.xml + close
}

/** Creates the writer of an element whose value is the list of its only child. */
export function listWriter(open: string, close: string, { write }: MemberForm): WriteElement {
  const start = inOnePiece(`${open}>`)
  return (value, output, head) => {
    const { xml } = output
    if (!output.writesXml) return write(value, output)
    output.xml = head === '' ? xml + start : `${xml}${open}${head}>`
    const opened = output.xml.length
    write(value, output)
    output.xml = output.xml.length === opened ? `${xml}${open}${head}/>` : output.xml + close
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
  return (items, output) => {
    if (!Array.isArray(items)) throw new TypeError(`${parent}.${key} debe ser una lista`)
    if (items.length <= few) {
      for (let index = 0; index < items.length; index++) write(items[index], output, '')
      return
    }
    let { xml, cadena } = output
    for (let from = 0; from < items.length; from += batch) {
      output.xml = ''
      output.cadena = ''
      for (const item of items.slice(from, from + batch)) write(item, output, '')
      xml += flattenText(output.xml)
      cadena += flattenText(output.cadena)
    }
    output.xml = xml
    output.cadena = cadena
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
  return (content, output) => {
    const text = scalar(content, name, '#text')
    output.xml += escapeText(text)
    if (isField) output.cadena += `|${collapseSpace(text)}`
  }
}

/** Creates the writer of an element whose value is only text. */
export function textWriter({ name, open, close, members, absent }: ElementForm): WriteElement {
  const { rank, write } = members.get('#text') as MemberForm
  const [before, after] = [
    absent.slice(0, Math.max(rank, 0)).join(''),
    absent.slice(rank + 1).join(''),
  ]
  return (value, output, head) => {
    output.cadena += before
    fill(output, open + head, close, () => write(scalar(value, name, '#text'), output))
    output.cadena += after
  }
}

/** Creates the writer of free content: an XML fragment, which adds nothing to the cadena. */
export function freeWriter(open: string, close: string, key: string): WriteContent {
  return (content, output) => {
    if (typeof content !== 'string')
      throw new TypeError(`${key} debe ser un fragmento de XML, como texto`)
    if (!output.writesXml) return
    fragmentOf(content, key)
    fill(output, open, close, () => {
      output.xml += content
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
