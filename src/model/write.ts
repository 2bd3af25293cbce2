/**
 * From the JSON document to XML: elements and attributes in the SAT's order, compiled once per model into closures.
 * @module
 */
import { writeNumber } from '../lib/decimal.js'
import { findForbidden, rememberLast } from '../lib/text.js'
import { parseFragment } from '../lib/xml.js'
import { selectComplement } from './check.js'
import type { Complement, Element, Member, Model, Schema } from './grammar.js'
import { KeyNode } from './keyTrie.js'

/** Writes a content after what is written: text that only grows at its end is joined in half the time (measured). */
type Write = (content: unknown, out: string) => string

/** Writes an element; `head` goes before its attributes. */
type WriteElement = (value: unknown, out: string, head: string) => string
type WriteObject = (value: Record<string, unknown>, out: string, head: string) => string

/** The XML of a document, one line, with its XML declaration. Throws TypeError when a value cannot be written. */
export function writeDocument(model: Model, document: unknown): string {
  return compiled(model).document(document)
}

/** The XML of one complement with its namespaces on it, as the stamp is inserted: self-contained. */
export function writeComplement(complement: Complement, value: unknown): string {
  let write = selfContained.get(complement)
  if (write === undefined) {
    write = new Compiler({ document: complement, complements: [] }).schema(complement, declarations([complement]))
    selfContained.set(complement, write)
  }
  return write(value, '')
}

const selfContained = new WeakMap<Complement, Write>()

const cache = new WeakMap<Model, Compiler>()

function compiled(model: Model): Compiler {
  let compiler = cache.get(model)
  if (compiler === undefined) {
    compiler = new Compiler(model)
    cache.set(model, compiler)
  }
  return compiler
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'
const xsiDeclaration = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

class Compiler {
  readonly #model: Model
  readonly #complements = new Map<Complement, Write>()
  readonly #heads = new Map<string, string>()
  readonly #body: WriteElement

  constructor(model: Model) {
    this.#model = model
    const { document } = model
    this.#body = this.#element(document, document.name, document.root)
  }

  document(value: unknown): string {
    return this.#body(value, xmlDeclaration, this.#head(value))
  }

  schema(schema: Schema, head: string): Write {
    const write = this.#element(schema, schema.name, schema.root)
    return (value, out) => write(value, out, head)
  }

  /**
   * Namespaces of the root: the document's and those of every complement in it, which Anexo 20 wants declared there.
   * A self-contained complement carries its own.
   */
  #head(value: unknown): string {
    const used = this.#used(value)
    const key = used.map(({ prefix, xsd }) => `${prefix} ${xsd}`).join()
    let head = this.#heads.get(key)
    if (head === undefined) {
      head = declarations([this.#model.document, ...used])
      this.#heads.set(key, head)
    }
    return head
  }

  #used(value: unknown): Complement[] {
    if (!isRecord(value)) return []
    const used = new Set<Complement>()
    const add = (slot: unknown) => {
      for (const [name, content] of isRecord(slot) ? Object.entries(slot) : []) {
        for (const one of Array.isArray(content) ? content : [content]) {
          const complement = isRecord(one) ? this.#select(name, one) : undefined
          if (complement !== undefined && complement.selfContained !== true) used.add(complement)
        }
      }
    }
    add(value['Complemento'])
    const conceptos = value['Conceptos']
    if (Array.isArray(conceptos))
      for (const concepto of conceptos) if (isRecord(concepto)) add(concepto['ComplementoConcepto'])
    return [...used].sort((a, b) => this.#model.complements.indexOf(a) - this.#model.complements.indexOf(b))
  }

  #select(name: string, value: unknown): Complement | undefined {
    return selectComplement(this.#model.complements, name, value)
  }

  /** The writer of an element; `head` are declarations to put before its attributes. */
  #element(schema: Schema, name: string, element: Element): WriteElement {
    const tag = `${schema.prefix}:${name}`
    const [open, close] = [inOnePiece(`<${tag}`), inOnePiece(`</${tag}>`)]
    const members = this.#members(schema, name, element)
    if (element.shape === 'list') return listWriter(open, close, [...members.values()][0] as Writing)
    const inAnyOrder = unorderedWriter(name, open, close, members)
    // Out of order is known at the last key, with all the rest written: where the last object was, the next is taken to be.
    let isAstray = false
    const astray: WriteObject = (value, out, head) => {
      const [text, isInOrder] = inAnyOrder(value, out, head)
      isAstray = !isInOrder
      return text
    }
    const known = (key: string): Writing | undefined => members.get(key)
    // One for elements that begin with their tag alone, which is written with the first attribute; and one for the rest.
    const [plain, headed] = [KeyNode.root<Writing, Place>(known), KeyNode.root<Writing, Place>(known)]
    return (value, out, head) => {
      if (!isRecord(value)) {
        if (element.text === undefined) throw new TypeError(`${name} debe ser un objeto`)
        return wrap(out + open + head, escapeText(scalar(value, name, '#text')), close)
      }
      if (isAstray) return astray(value, out, head)
      let node = head === '' ? plain : headed
      let place: Place | undefined
      let text = head === '' ? out : out + open + head
      let opened = -1
      for (const key in value) {
        const content = value[key]
        const next = node.key === key ? node.next : node.find(key)
        if (next === undefined || content === undefined) return astray(value, out, head)
        node = next
        node.plan ??= placeOf(node.path, members, head === '' ? open : '', close)
        place = node.plan
        if (!place.isInOrder) return astray(value, out, head)
        text += place.before
        if (place.isFirstChild) opened = text.length
        if (!place.isAttribute || typeof content !== 'string') text = place.write(content, text)
        else text += needsCare(content) ? escapeAttribute(content) : content
      }
      return place === undefined || text.length === opened ? astray(value, out, head) : text + place.end
    }
  }

  #members(schema: Schema, parent: string, element: Element): Map<string, Writing> {
    const members = new Map<string, Writing>()
    for (const [key, member] of Object.entries(element.content))
      members.set(key, this.#member(schema, parent, key, member))
    if (element.text !== undefined)
      members.set('#text', { write: (content, out) => out + escapeText(scalar(content, parent, '#text')) })
    return members
  }

  #member(schema: Schema, parent: string, key: string, member: Member): Writing {
    switch (member.kind) {
      case 'attribute':
        return {
          attribute: key,
          write: (content, out) => out + escapeAttribute(scalar(content, parent, key)),
        }
      case 'slot':
        return { write: this.#slot(schema, key) }
      case 'free':
        return { write: freeWriter(`${schema.prefix}:${key}`, key) }
      case 'child': {
        const write = this.#element(schema, key, member.element)
        return { write: member.max === 1 ? (content, out) => write(content, out, '') : repeated(parent, key, write) }
      }
    }
  }

  #slot(schema: Schema, key: string): Write {
    const [open, close] = [inOnePiece(`<${schema.prefix}:${key}`), inOnePiece(`</${schema.prefix}:${key}>`)]
    return (hanging, out) => {
      if (!isRecord(hanging)) throw new TypeError(`${key} debe ser un objeto`)
      return filled(out + open, close, (inner) => {
        for (const [name, content] of Object.entries(hanging)) {
          for (const one of Array.isArray(content) ? content : [content])
            if (one !== undefined) inner = this.#complement(name, one, inner)
        }
        return inner
      })
    }
  }

  #complement(name: string, value: unknown, out: string): string {
    const complement = this.#select(name, value)
    if (typeof value === 'string' && complement?.root.shape !== 'text') return out + wellFormed(value, name)
    if (complement === undefined) throw new TypeError(`${name} no es un complemento conocido`)
    let write = this.#complements.get(complement)
    if (write === undefined) {
      write = this.schema(complement, complement.selfContained ? declarations([complement]) : '')
      this.#complements.set(complement, write)
    }
    return write(value, out)
  }
}

function declarations(schemas: readonly Schema[]): string {
  const prefixes = schemas.map(({ prefix, namespace }) => ` xmlns:${prefix}="${namespace}"`).join('')
  const locations = schemas.map(({ namespace, xsd }) => `${namespace} ${xsd}`).join(' ')
  return inOnePiece(`${prefixes}${xsiDeclaration} xsi:schemaLocation="${locations}"`)
}

/** Joined once, and not each time that what it is part of is: names of properties are always in one piece. */
function inOnePiece(text: string): string {
  return Object.keys({ [text]: 0 })[0] as string
}

/** How a member is written from its content. */
interface Writing {
  /** Its name, when it is an attribute. */
  readonly attribute?: string
  readonly write: Write
}

/** The last key of a path, in an element whose keys come in the SAT's order. */
interface Place {
  /** Whether they do; when not, nothing else of this holds. */
  readonly isInOrder: boolean
  /** What goes before its content: its name, and the end of what came before it. */
  readonly before: string
  readonly write: Write
  readonly isAttribute: boolean
  readonly isFirstChild: boolean
  /** What goes after it when no other key comes. */
  readonly end: string
}

const outOfOrder: Place = {
  isInOrder: false,
  before: '',
  write: (_, out) => out,
  isAttribute: false,
  isFirstChild: false,
  end: '',
}

function placeOf(path: readonly string[], members: ReadonlyMap<string, Writing>, open: string, close: string): Place {
  if (!isInOrder(path, [...members.keys()])) return outOfOrder
  const [last, previous] = [members.get(path.at(-1) as string) as Writing, members.get(path.at(-2) ?? '')]
  const start = previous === undefined ? open : previous.attribute === undefined ? '' : '"'
  const { attribute, write } = last
  if (attribute !== undefined) {
    const before = inOnePiece(`${start} ${attribute}="`)
    return { isInOrder: true, before, write, isAttribute: true, isFirstChild: false, end: '"/>' }
  }
  const isFirstChild = previous === undefined || previous.attribute !== undefined
  const before = isFirstChild ? inOnePiece(`${start}>`) : ''
  return { isInOrder: true, before, write, isAttribute: false, isFirstChild, end: close }
}

function isInOrder(path: readonly string[], order: readonly string[]): boolean {
  const ranks = path.map((key) => order.indexOf(key))
  return ranks.every((rank, at) => at === 0 || rank > (ranks[at - 1] as number))
}

/** For keys in any order, some of them without content. Only those that are there are looked up: a miss takes ten times as long. */
function unorderedWriter(
  name: string,
  open: string,
  close: string,
  members: ReadonlyMap<string, Writing>,
): (...given: Parameters<WriteObject>) => readonly [text: string, isInOrder: boolean] {
  const all = [...members].map(([key, { attribute, write }]) => {
    const isAttribute = attribute !== undefined
    return { key, write, isAttribute, first: inOnePiece(` ${key}="`), before: inOnePiece(`" ${key}="`) }
  })
  const order = [...members.keys()]
  const root = KeyNode.root<Writing, { readonly items: typeof all; readonly isInOrder: boolean }>((key) =>
    members.get(key),
  )
  return (value, out, head) => {
    let node = root
    for (const key in value) {
      const next = node.key === key ? node.next : node.find(key)
      if (next !== undefined) node = next
      else if (value[key] !== undefined) throw new TypeError(`${name} no tiene ${key}`)
    }
    const { path } = node
    node.plan ??= { items: all.filter(({ key }) => path.includes(key)), isInOrder: isInOrder(path, order) }
    const { items } = node.plan
    let hasAll = true
    let started = out + open + head
    let quote = ''
    let inner: string | undefined
    for (let index = 0; index < items.length; index++) {
      const { key, write, isAttribute, first, before } = items[index] as (typeof all)[number]
      const content = value[key]
      if (content === undefined) hasAll = false
      else if (isAttribute) {
        started += quote === '' ? first : before
        quote = '"'
        if (typeof content !== 'string') started = write(content, started)
        else started += needsCare(content) ? escapeAttribute(content) : content
      } else inner = write(content, inner ?? `${started}${quote}>`)
    }
    const begun = started + quote
    const text = inner === undefined || inner.length === begun.length + 1 ? `${begun}/>` : inner + close
    return [text, hasAll && node.plan.isInOrder]
  }
}

/** An element whose start is written, with what `write` puts into it. */
function filled(start: string, close: string, write: (out: string) => string): string {
  const opened = `${start}>`
  const inner = write(opened)
  return inner.length === opened.length ? `${start}/>` : inner + close
}

function wrap(start: string, inner: string, close: string): string {
  return inner === '' ? `${start}/>` : `${start}>${inner}${close}`
}

function listWriter(open: string, close: string, { write }: Writing): WriteElement {
  const start = inOnePiece(`${open}>`)
  return (value, out, head) => {
    const opened = head === '' ? out + start : `${out}${open}${head}>`
    const inner = write(value, opened)
    return inner.length === opened.length ? `${out}${open}${head}/>` : inner + close
  }
}

function repeated(parent: string, key: string, write: WriteElement): Write {
  return (items, out) => {
    if (!Array.isArray(items)) throw new TypeError(`${parent}.${key} debe ser una lista`)
    let text = out
    for (let index = 0; index < items.length; index++) text = write(items[index], text, '')
    return text
  }
}

function freeWriter(tag: string, key: string): Write {
  return (content, out) => {
    if (typeof content !== 'string') throw new TypeError(`${key} debe ser un fragmento de XML, como texto`)
    return wrap(`${out}<${tag}`, wellFormed(content, key), `</${tag}>`)
  }
}

/** A fragment that is not well formed would close what it is in, and pass for another part of the document. */
function wellFormed(fragment: string, name: string): string {
  try {
    parseFragment(fragment)
    return fragment
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

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

/** White space other than the space is written as references, or reading would turn it into spaces (XML 1.0, 3.3.3). */
function escapeAttribute(value: string): string {
  refuseForbidden(value)
  let escaped = ''
  let written = 0
  for (let at = 0; at < value.length; at++) {
    const reference = value.charCodeAt(at) < 0x40 ? escapes[value[at] as string] : undefined
    if (reference === undefined) continue
    escaped += value.slice(written, at) + reference
    written = at + 1
  }
  return escaped + value.slice(written)
}

const special = /[\0-\x1f"&<>\ud800-\uffff]/

function needsCare(value: string): boolean {
  // A loop wins on short values, the regular expression on seals and certificates.
  if (value.length > 64) return !isPlainLong(value)
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    // " & < > and, below and above, controls and surrogates.
    if (code < 0x20 || code === 0x22 || code === 0x26 || code === 0x3c || code === 0x3e || code >= 0xd800) return true
  }
  return false
}

const isPlainLong = rememberLast((value) => !special.test(value))

function escapeText(value: string): string {
  refuseForbidden(value)
  return value.replace(/[&<>\r]/g, (character) => escapes[character] as string)
}

function refuseForbidden(value: string): void {
  const at = findForbidden(value)
  if (at >= 0) throw new TypeError(`carácter no admitido en XML en la posición ${at + 1}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
