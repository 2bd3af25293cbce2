/**
 * How an element is written: its XML and its fields of the cadena original, both at once.
 * @module
 */
import { writeNumber } from '../lib/decimal.js'
import { escapeAttribute, escapeText } from '../lib/escape.js'
import { collapseSpace, isPlainMarkup } from '../lib/text.js'
import { parseFragment, type XmlNode } from '../lib/xml.js'
import { KeyNode } from './keyTrie.js'

/** What a walk writes, and what is written so far: text that only grows at its end is joined in half the time (measured). */
export class Pen {
  xml = ''
  cadena = ''
  readonly writesXml: boolean
  readonly writesCadena: boolean

  constructor(writesXml: boolean, writesCadena: boolean) {
    this.writesXml = writesXml
    this.writesCadena = writesCadena
  }
}

/** Writes a content after what is written. */
export type Write = (content: unknown, pen: Pen) => void

/** Writes an element; `head` goes before its attributes. */
export type WriteElement = (value: unknown, pen: Pen, head: string) => void
type WriteObject = (value: Record<string, unknown>, pen: Pen, head: string) => void

/** Joined once, and not each time that what it is part of is: names of properties are always in one piece. */
export function inOnePiece(text: string): string {
  return Object.keys({ [text]: 0 })[0] as string
}

/** How a member is written. */
export interface Writing {
  /** Its place among the fields of the element, when it adds to the cadena; -1 when not. */
  readonly rank: number
  readonly isAttribute: boolean
  /** Writes it, when it is not an attribute. */
  readonly write: Write
}

/** What an element is written from. */
export interface Form {
  readonly name: string
  readonly open: string
  readonly close: string
  /** In the order of the XML. */
  readonly members: ReadonlyMap<string, Writing>
  /** By rank, what is left in the cadena of a member that is absent. */
  readonly absent: readonly string[]
}

/** The last key of a path, in an element whose keys come in the SAT's order. */
interface Place {
  /** Whether they do, in the XML and in the cadena; when not, nothing else of this holds. */
  readonly isInOrder: boolean
  readonly isAttribute: boolean
  /** Whether it is an attribute with a field in the cadena. */
  readonly isField: boolean
  readonly isFirstChild: boolean
  readonly write: Write
  /** What goes before its content: its name, and the end of what came before it. */
  readonly before: string
  /** What goes after it when no other key comes. */
  readonly end: string
  /** What goes before its field: those that are absent, and its bar. */
  readonly bars: string
  /** Fields that are absent after it when no other key comes. */
  readonly endBars: string
}

export const nothing: Write = () => {}

function placeOf({ members, absent, open, close }: Form, path: readonly string[], isPlain: boolean): Place {
  const order = [...members.keys()]
  const writings = path.map((key) => members.get(key) as Writing)
  const ranks = writings.map(({ rank }) => rank).filter((rank) => rank >= 0)
  const isInOrder = isAscending(path.map((key) => order.indexOf(key))) && isAscending(ranks)
  const [{ isAttribute, rank, write }, previous] = [writings.at(-1) as Writing, writings.at(-2)]
  const isField = isAttribute && rank >= 0
  const isFirstChild = !isAttribute && previous?.isAttribute !== false
  const start = previous === undefined ? (isPlain ? open : '') : previous.isAttribute ? '"' : ''
  const bars = (from: number, to?: number): string => absent.slice(from, to).join('')
  const last = ranks.at(-1) ?? -1
  return {
    isInOrder,
    isAttribute,
    isField,
    isFirstChild,
    write,
    before: inOnePiece(isAttribute ? `${start} ${path.at(-1)}="` : isFirstChild ? `${start}>` : start),
    end: isAttribute ? '"/>' : close,
    bars: rank < 0 ? '' : bars((ranks.at(-2) ?? -1) + 1, rank) + (isField ? '|' : ''),
    endBars: bars(last + 1),
  }
}

function isAscending(ranks: readonly number[]): boolean {
  return ranks.every((rank, at) => at === 0 || rank > (ranks[at - 1] as number))
}

/**
 * Writes objects as their keys come, as long as that is the SAT's order, in the XML and in the cadena; and in any order
 * otherwise.
 */
export function objectWriter(form: Form): WriteElement {
  const { name, open, members } = form
  const inAnyOrder = unorderedWriter(form)
  const textAlone = members.has('#text') ? textWriter(form) : undefined
  // Out of order is known at the last key, with all the rest written: where the last object was, the next is taken to be.
  let isAstray = false
  const known = (key: string): Writing | undefined => members.get(key)
  // One for elements that begin with their tag alone, which is written with the first attribute; and one for the rest.
  const [plain, headed] = [KeyNode.root<Writing, Place>(known), KeyNode.root<Writing, Place>(known)]
  return (value, pen, head) => {
    if (!isRecord(value)) {
      if (textAlone === undefined) throw new TypeError(`${name} debe ser un objeto`)
      return textAlone(value, pen, head)
    }
    if (isAstray) {
      isAstray = !inAnyOrder(value, pen, head)
      return
    }
    const { writesXml, writesCadena, xml: xmlBefore, cadena: cadenaBefore } = pen
    let node = head === '' ? plain : headed
    let place: Place | undefined
    let xml = head === '' ? xmlBefore : xmlBefore + open + head
    let cadena = cadenaBefore
    let opened = -1
    for (const key in value) {
      const content = value[key]
      const next = node.key === key ? node.next : node.find(key)
      place = undefined
      if (next === undefined || content === undefined) break
      node = next
      node.plan ??= placeOf(form, node.path, head === '')
      if (!node.plan.isInOrder) break
      place = node.plan
      if (place.isAttribute) {
        const text = typeof content === 'string' ? content : scalar(content, name, key)
        const isPlain = isPlainMarkup(text)
        if (writesXml) {
          xml += place.before
          xml += isPlain ? text : escapeAttribute(text)
        }
        if (writesCadena && place.isField) {
          cadena += place.bars
          cadena += isPlain ? text : collapseSpace(text)
        }
      } else {
        if (writesXml) pen.xml = xml + place.before
        if (writesXml && place.isFirstChild) opened = pen.xml.length
        pen.cadena = cadena + place.bars
        place.write(content, pen)
        xml = pen.xml
        cadena = pen.cadena
      }
    }
    if (place !== undefined && xml.length !== opened) {
      if (writesXml) pen.xml = xml + place.end
      if (writesCadena) pen.cadena = cadena + place.endBars
      return
    }
    pen.xml = xmlBefore
    pen.cadena = cadenaBefore
    isAstray = !inAnyOrder(value, pen, head)
  }
}

/** A member that an object has. */
interface Item extends Writing {
  readonly key: string
  /** What goes before its value: as the first of its attributes, and after another. */
  readonly first: string
  readonly before: string
}

/**
 * For keys in any order, some of them without content; tells whether they came in order, all with content. Only those that
 * are there are looked up: a miss takes ten times as long.
 */
function unorderedWriter(form: Form): (...given: Parameters<WriteObject>) => boolean {
  const { name, open, close, members, absent } = form
  const all = [...members].map(([key, writing]): Item => {
    return { ...writing, key, first: inOnePiece(` ${key}="`), before: inOnePiece(`" ${key}="`) }
  })
  const root = KeyNode.root<Writing, { readonly items: readonly Item[]; readonly isInOrder: boolean }>((key) =>
    members.get(key),
  )
  return (value, pen, head) => {
    const { writesXml, writesCadena, cadena } = pen
    let node = root
    for (const key in value) {
      const next = node.key === key ? node.next : node.find(key)
      if (next !== undefined) node = next
      else if (writesXml && value[key] !== undefined) throw new TypeError(`${name} no tiene ${key}`)
    }
    const { path } = node
    node.plan ??= {
      items: all.filter(({ key }) => path.includes(key)),
      isInOrder: path.every((_, at) => placeOf(form, path.slice(0, at + 1), true).isInOrder),
    }
    const { items, isInOrder } = node.plan
    const fields = absent.slice()
    let hasAll = true
    let started = pen.xml + open + head
    let quote = ''
    let opened = -1
    for (let index = 0; index < items.length; index++) {
      const { key, rank, isAttribute, first, before, write } = items[index] as Item
      const content = value[key]
      if (content === undefined) hasAll = false
      else if (isAttribute) {
        const text = typeof content === 'string' ? content : scalar(content, name, key)
        const isPlain = isPlainMarkup(text)
        if (writesXml) {
          started += quote === '' ? first : before
          started += isPlain ? text : escapeAttribute(text)
        }
        quote = '"'
        if (writesCadena && rank >= 0) fields[rank] = `|${isPlain ? text : collapseSpace(text)}`
      } else {
        if (opened < 0) {
          started += quote
          pen.xml = `${started}>`
          opened = pen.xml.length
          quote = ''
        }
        pen.cadena = ''
        write(content, pen)
        if (rank >= 0) fields[rank] = pen.cadena
      }
    }
    pen.xml = opened < 0 || pen.xml.length === opened ? `${started}${quote}/>` : pen.xml + close
    pen.cadena = cadena + fields.join('')
    return hasAll && isInOrder
  }
}

/** For an element whose value is its text alone. */
function textWriter({ name, open, close, members, absent }: Form): WriteElement {
  const { rank, write } = members.get('#text') as Writing
  const [before, after] = [absent.slice(0, Math.max(rank, 0)).join(''), absent.slice(rank + 1).join('')]
  return (value, pen, head) => {
    pen.cadena += before
    fill(pen, open + head, close, () => write(scalar(value, name, '#text'), pen))
    pen.cadena += after
  }
}

export function writeText(name: string, isField: boolean): Write {
  return (content, pen) => {
    const text = scalar(content, name, '#text')
    pen.xml += escapeText(text)
    if (isField) pen.cadena += `|${collapseSpace(text)}`
  }
}

/** An element with what `write` puts into it. */
export function fill(pen: Pen, open: string, close: string, write: () => void): void {
  const start = pen.xml + open
  pen.xml = `${start}>`
  const opened = pen.xml.length
  write()
  pen.xml = pen.xml.length === opened ? `${start}/>` : pen.xml + close
}

export function listWriter(open: string, close: string, { write }: Writing): WriteElement {
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

export function repeated(parent: string, key: string, write: WriteElement): Write {
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

/**
 * Of more items than these a batch is joined before the next is written: with the pieces of thousands at once the collector,
 * which copies what is in use, takes a quarter of the time (measured).
 */
const few = 1_000
/** The text of a batch is less than what V8 allocates apart, 128 KB. */
const batch = 128

/** Engines join the pieces of a text when somebody looks into it. */
function joined(text: string): string {
  return Number.isNaN(text.charCodeAt(text.length - 1)) ? '' : text
}

export function freeWriter(tag: string, key: string): Write {
  return (content, pen) => {
    if (typeof content !== 'string') throw new TypeError(`${key} debe ser un fragmento de XML, como texto`)
    wellFormed(content, key)
    pen.xml += content === '' ? `<${tag}/>` : `<${tag}>${content}</${tag}>`
  }
}

/** The nodes of a fragment. One that is not well formed would close what it is in, and pass for another part of the document. */
export function wellFormed(fragment: string, name: string): readonly (XmlNode | string)[] {
  try {
    return parseFragment(fragment)
  } catch (cause) {
    throw new TypeError(`${name} no es XML bien formado`, { cause })
  }
}

function scalar(value: unknown, element: string, key: string): string {
  if (typeof value === 'string') return value
  const text = typeof value === 'number' ? writeNumber(value) : undefined
  if (text === undefined) throw new TypeError(`${element}.${key} debe ser texto o un número finito`)
  return text
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
