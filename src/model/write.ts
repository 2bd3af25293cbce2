/**
 * From the JSON document to its XML and its cadena original, both in one walk: what is written, in the SAT's order, compiled
 * once per model into closures. How it is written is in `writers.ts`.
 * @module
 */
import { planOf, type Step, writeFields, writeFragmentCadena } from './cadena.js'
import { selectComplement } from './check.js'
import type { Complement, Element, Member, Model, Schema } from './grammar.js'
import { type Filled, slotsOf } from './slots.js'
import {
  fill,
  freeWriter,
  inOnePiece,
  listWriter,
  nothing,
  objectWriter,
  Pen,
  repeated,
  type Write,
  type WriteElement,
  type Writing,
  wellFormed,
  writeText,
} from './writers.js'

/** The two texts of a document. */
export interface Composed {
  /** One line, with its XML declaration. */
  readonly xml: string
  /** The cadena original. */
  readonly cadena: string
}

/** The XML of a document and its cadena original. Throws TypeError when a value cannot be written. */
export function composeDocument(model: Model, document: unknown): Composed {
  return compiled(model).both(document)
}

/** The XML of a document alone. Throws TypeError when a value cannot be written. */
export function writeDocument(model: Model, document: unknown): string {
  return compiled(model).xml(document)
}

/** The cadena original of a document alone. Throws TypeError when a value cannot be written. */
export function writeCadena(model: Model, document: unknown): string {
  return compiled(model).cadena(document)
}

/** The cadena original of a single schema: that of the stamp. */
export function writeSchemaCadena(schema: Schema, value: unknown): string {
  return alone(schema).cadena(value)
}

/** The XML of one complement with its namespaces on it, as the stamp is inserted: self-contained. */
export function writeComplement(complement: Complement, value: unknown): string {
  return alone(complement).element(value)
}

const cache = new WeakMap<Model, Compiler>()
const aloneCache = new WeakMap<Schema, Compiler>()

function compiled(model: Model): Compiler {
  let compiler = cache.get(model)
  if (compiler === undefined) {
    compiler = new Compiler(model)
    cache.set(model, compiler)
  }
  return compiler
}

function alone(schema: Schema): Compiler {
  let compiler = aloneCache.get(schema)
  if (compiler === undefined) {
    compiler = new Compiler({ document: schema, complements: [] })
    aloneCache.set(schema, compiler)
  }
  return compiler
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'
const xsiDeclaration = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

class Compiler {
  readonly #model: Model
  readonly #complements = new Map<Complement, Write>()
  readonly #plainHead: string
  readonly #heads = new Map<string, string>()
  readonly #root: WriteElement

  constructor(model: Model) {
    this.#model = model
    this.#plainHead = declarations([model.document])
    this.#root = this.#schema(model.document, true)
  }

  both(value: unknown): Composed {
    const { xml, cadena } = this.#document(value, new Pen(true, true))
    return { xml, cadena }
  }

  xml(value: unknown): string {
    return this.#document(value, new Pen(true, false)).xml
  }

  cadena(value: unknown): string {
    return this.#document(value, new Pen(false, true)).cadena
  }

  /** Without XML declaration. */
  element(value: unknown): string {
    const pen = new Pen(true, false)
    this.#root(value, pen, this.#head(value))
    return pen.xml
  }

  #document(value: unknown, pen: Pen): Pen {
    pen.xml = xmlDeclaration
    pen.cadena = '|'
    this.#root(value, pen, pen.writesXml ? this.#head(value) : '')
    pen.cadena += '||'
    return pen
  }

  /**
   * Namespaces of the root: the document's and those of every complement in it, which Anexo 20 wants declared there.
   * A self-contained complement carries its own.
   */
  #head(value: unknown): string {
    const slots = slotsOf(value)
    if (slots.length === 0) return this.#plainHead
    const used = this.#used(slots)
    const key = used.map(({ prefix, xsd }) => `${prefix} ${xsd}`).join()
    let head = this.#heads.get(key)
    if (head === undefined) {
      head = declarations([this.#model.document, ...used])
      this.#heads.set(key, head)
    }
    return head
  }

  #used(slots: readonly Filled[]): Complement[] {
    const used = new Set<Complement>()
    for (const slot of slots) {
      for (const [name, content] of Object.entries(slot)) {
        for (const one of Array.isArray(content) ? content : [content]) {
          const complement = isRecord(one) ? this.#select(name, one) : undefined
          if (complement !== undefined && complement.selfContained !== true) used.add(complement)
        }
      }
    }
    return [...used].sort((a, b) => this.#model.complements.indexOf(a) - this.#model.complements.indexOf(b))
  }

  #select(name: string, value: unknown): Complement | undefined {
    return selectComplement(this.#model.complements, name, value)
  }

  #schema(schema: Schema, hasFields: boolean): WriteElement {
    return this.#element(schema, schema.name, schema.root, hasFields)
  }

  /** The writer of an element; `hasFields` says whether it adds to the cadena. */
  #element(schema: Schema, name: string, element: Element, hasFields: boolean): WriteElement {
    const steps = hasFields ? planOf(element) : []
    if (!steps.every(isOfMember)) return this.#apart(schema, name, element)
    const tag = `${schema.prefix}:${name}`
    const [open, close] = [inOnePiece(`<${tag}`), inOnePiece(`</${tag}>`)]
    const members = this.#members(schema, name, element, steps)
    if (element.shape === 'list') return listWriter(open, close, [...members.values()][0] as Writing)
    return objectWriter({ name, open, close, members, absent: steps.map(absentField) })
  }

  /** An element whose fields are a list of its own: they are found in the value, apart from its XML. */
  #apart(schema: Schema, name: string, element: Element): WriteElement {
    const write = this.#element(schema, name, element, false)
    return (value, pen, head) => {
      write(value, pen, head)
      if (pen.writesCadena) pen.cadena += writeFields(element, value)
    }
  }

  #members(schema: Schema, parent: string, element: Element, steps: readonly Step[]): Map<string, Writing> {
    const members = new Map<string, Writing>()
    const rankOf = (key: string): number => steps.findIndex((step) => nameOf(step) === key)
    for (const [key, member] of Object.entries(element.content))
      members.set(key, this.#member(schema, parent, key, member, rankOf(key)))
    if (element.text !== undefined) {
      const rank = rankOf('#text')
      members.set('#text', { rank, isAttribute: false, write: writeText(parent, rank >= 0) })
    }
    return members
  }

  #member(schema: Schema, parent: string, key: string, member: Member, rank: number): Writing {
    switch (member.kind) {
      case 'attribute':
        return { rank, isAttribute: true, write: nothing }
      case 'slot':
        return { rank, isAttribute: false, write: this.#slot(schema, key) }
      case 'free':
        return { rank, isAttribute: false, write: freeWriter(`${schema.prefix}:${key}`, key) }
      case 'child': {
        const write = this.#element(schema, key, member.element, rank >= 0)
        const one: Write = (content, pen) => write(content, pen, '')
        return { rank, isAttribute: false, write: member.max === 1 ? one : repeated(parent, key, write) }
      }
    }
  }

  #slot(schema: Schema, key: string): Write {
    const [open, close] = [inOnePiece(`<${schema.prefix}:${key}`), inOnePiece(`</${schema.prefix}:${key}>`)]
    return (hanging, pen) => {
      if (!isRecord(hanging)) throw new TypeError(`${key} debe ser un objeto`)
      fill(pen, open, close, () => {
        for (const [name, content] of Object.entries(hanging)) {
          for (const one of Array.isArray(content) ? content : [content])
            if (one !== undefined) this.#complement(name, one, pen)
        }
      })
    }
  }

  #complement(name: string, value: unknown, pen: Pen): void {
    const complement = this.#select(name, value)
    if (typeof value === 'string' && complement?.root.shape !== 'text') {
      const nodes = wellFormed(value, name)
      pen.xml += value
      if (pen.writesCadena) pen.cadena += writeFragmentCadena(this.#model, nodes)
      return
    }
    if (complement === undefined) throw new TypeError(`${name} no es un complemento conocido`)
    let write = this.#complements.get(complement)
    if (write === undefined) {
      const head = complement.selfContained ? declarations([complement]) : ''
      const root = this.#schema(complement, complement.cadena)
      write = (content, to) => root(content, to, head)
      this.#complements.set(complement, write)
    }
    write(value, pen)
  }
}

function declarations(schemas: readonly Schema[]): string {
  const prefixes = schemas.map(({ prefix, namespace }) => ` xmlns:${prefix}="${namespace}"`).join('')
  const locations = schemas.map(({ namespace, xsd }) => `${namespace} ${xsd}`).join(' ')
  return inOnePiece(`${prefixes}${xsiDeclaration} xsi:schemaLocation="${locations}"`)
}

/** Whether a step of the cadena is a member of the element, as all are in nearly all elements. */
function isOfMember(step: Step): boolean {
  return step.kind !== 'each' || (step.path.length === 1 && !step.deep && !step.always)
}

function nameOf(step: Step): string {
  return step.kind === 'text' ? '#text' : step.kind === 'each' ? (step.path[0] as string) : step.name
}

/** What is left in the cadena of a member that is absent. */
function absentField(step: Step): string {
  return step.kind === 'text' || (step.kind === 'field' && step.always) ? '|' : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
