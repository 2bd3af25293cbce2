/**
 * From the JSON document to XML: elements and attributes in the SAT's order, compiled once per model into closures.
 * @module
 */
import { writeNumber } from '../lib/decimal.js'
import { findForbidden } from '../lib/text.js'
import { selectComplement } from './check.js'
import type { Complement, Element, Member, Model, Schema } from './grammar.js'

/** Writes the element of a value, or nothing when the value is undefined. */
type Write = (value: unknown) => string

/** The XML of a document, one line, with its XML declaration. Throws TypeError when a value cannot be written. */
export function writeDocument(model: Model, document: unknown): string {
  return compiled(model).document(document)
}

/** The XML of one complement with its namespaces on it, as the stamp is inserted: self-contained. */
export function writeComplement(complement: Complement, value: unknown): string {
  return new Compiler({ document: complement, complements: [] }).schema(complement, declarations([complement]))(value)
}

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
  readonly #body: (value: unknown, head: string) => string

  constructor(model: Model) {
    this.#model = model
    const { document } = model
    this.#body = this.#element(document, document.name, document.root)
  }

  document(value: unknown): string {
    return xmlDeclaration + this.#body(value, this.#head(value))
  }

  schema(schema: Schema, head: string): Write {
    const write = this.#element(schema, schema.name, schema.root)
    return (value) => write(value, head)
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
  #element(schema: Schema, name: string, element: Element): (value: unknown, head: string) => string {
    const tag = `${schema.prefix}:${name}`
    const [open, close, empty] = [`<${tag}`, `</${tag}>`, '/>']
    if (element.shape === 'list') return this.#list(schema, element, open, close)
    const attributes = this.#attributes(name, element)
    if (element.shape === 'text') return textWriter(open, close, attributes)
    const children = this.#children(schema, name, element)
    const known = new Set(Object.keys(element.content))
    return (value, head) => {
      if (!isRecord(value)) throw new TypeError(`${name} debe ser un objeto`)
      let text = open + head
      for (let index = 0; index < attributes.length; index++) text += (attributes[index] as Write)(value)
      let inner = ''
      for (let index = 0; index < children.length; index++) inner += (children[index] as Write)(value)
      for (const key in value)
        if (!known.has(key) && value[key] !== undefined) throw new TypeError(`${name} no tiene ${key}`)
      return inner === '' ? text + empty : `${text}>${inner}${close}`
    }
  }

  #list(schema: Schema, element: Element, open: string, close: string): (value: unknown, head: string) => string {
    const [name] = Object.keys(element.content) as [string]
    const [write] = this.#children(schema, name, element) as [Write]
    return (value, head) => {
      if (!Array.isArray(value)) throw new TypeError(`${open.slice(1)} debe ser una lista`)
      const inner = write({ [name]: value })
      return inner === '' ? `${open}${head}/>` : `${open}${head}>${inner}${close}`
    }
  }

  #attributes(element: string, { content }: Element): Write[] {
    return Object.entries(content).flatMap(([key, member]) =>
      member.kind === 'attribute' ? [attributeWriter(element, key)] : [],
    )
  }

  #children(schema: Schema, parent: string, { content }: Element): Write[] {
    return Object.entries(content).flatMap(([key, member]) => this.#member(schema, parent, key, member))
  }

  #member(schema: Schema, parent: string, key: string, member: Member): Write[] {
    switch (member.kind) {
      case 'attribute':
        return []
      case 'slot':
        return [this.#slot(schema, key)]
      case 'free':
        return [freeWriter(`${schema.prefix}:${key}`, key)]
      case 'child': {
        const write = this.#element(schema, key, member.element)
        return [member.max === 1 ? single(key, write) : repeated(parent, key, write)]
      }
    }
  }

  #slot(schema: Schema, key: string): Write {
    const tag = `${schema.prefix}:${key}`
    return (value) => {
      const hanging = (value as Record<string, unknown>)[key]
      if (hanging === undefined) return ''
      if (!isRecord(hanging)) throw new TypeError(`${key} debe ser un objeto`)
      let inner = ''
      for (const [name, content] of Object.entries(hanging)) {
        for (const one of Array.isArray(content) ? content : [content])
          if (one !== undefined) inner += this.#complement(name, one)
      }
      return inner === '' ? `<${tag}/>` : `<${tag}>${inner}</${tag}>`
    }
  }

  #complement(name: string, value: unknown): string {
    const complement = this.#select(name, value)
    if (typeof value === 'string' && complement?.root.shape !== 'text') return value
    if (complement === undefined) throw new TypeError(`${name} no es un complemento conocido`)
    let write = this.#complements.get(complement)
    if (write === undefined) {
      write = this.schema(complement, complement.selfContained ? declarations([complement]) : '')
      this.#complements.set(complement, write)
    }
    return write(value)
  }
}

function declarations(schemas: readonly Schema[]): string {
  const prefixes = schemas.map(({ prefix, namespace }) => ` xmlns:${prefix}="${namespace}"`).join('')
  const locations = schemas.map(({ namespace, xsd }) => `${namespace} ${xsd}`).join(' ')
  return `${prefixes}${xsiDeclaration} xsi:schemaLocation="${locations}"`
}

function single(key: string, write: (value: unknown, head: string) => string): Write {
  return (value) => {
    const content = (value as Record<string, unknown>)[key]
    return content === undefined ? '' : write(content, '')
  }
}

function repeated(parent: string, key: string, write: (value: unknown, head: string) => string): Write {
  return (value) => {
    const items = (value as Record<string, unknown>)[key]
    if (items === undefined) return ''
    if (!Array.isArray(items)) throw new TypeError(`${parent}.${key} debe ser una lista`)
    let text = ''
    for (let index = 0; index < items.length; index++) text += write(items[index], '')
    return text
  }
}

function attributeWriter(element: string, key: string): Write {
  const before = ` ${key}="`
  return (value) => {
    const content = (value as Record<string, unknown>)[key]
    if (content === undefined) return ''
    return `${before}${escapeAttribute(scalar(content, element, key))}"`
  }
}

function textWriter(
  open: string,
  close: string,
  attributes: readonly Write[],
): (value: unknown, head: string) => string {
  const name = open.slice(1)
  return (value, head) => {
    let text = open + head
    if (isRecord(value)) for (const attribute of attributes) text += attribute(value)
    const content = scalar(isRecord(value) ? value['#text'] : value, name, '#text')
    return content === '' ? `${text}/>` : `${text}>${escapeText(content)}${close}`
  }
}

function freeWriter(tag: string, key: string): Write {
  return (value) => {
    const content = (value as Record<string, unknown>)[key]
    if (content === undefined) return ''
    if (typeof content !== 'string') throw new TypeError(`${key} debe ser un fragmento de XML, como texto`)
    return content === '' ? `<${tag}/>` : `<${tag}>${content}</${tag}>`
  }
}

function scalar(value: unknown, element: string, key: string): string {
  if (typeof value === 'string') return value
  const text = typeof value === 'number' ? writeNumber(value) : undefined
  if (text === undefined) throw new TypeError(`${element}.${key} debe ser texto o un número finito`)
  return text
}

const attributeSpecial = /[&<>"\t\n\r\u0000-\u001f\ud800-\udfff\ufffe\uffff]/
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
  if (!attributeSpecial.test(value)) return value
  refuseForbidden(value)
  return value.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] as string)
}

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
