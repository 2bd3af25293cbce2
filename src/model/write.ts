/**
 * Writes the XML and the cadena original of a JSON document in one walk, compiled once per model
 * into closures. `write/object.ts` writes objects, `write/writers.ts` other values.
 * @module
 */
import { isFilled, isRecord, ownData } from '../lib/json.js'
import { inOnePiece } from '../lib/text.js'
import { writeFragmentCadena } from './cadena.js'
import { planOf, type Step } from './cadena/plan.js'
import type { Complement, Element, Member, Model, Schema } from './grammar.js'
import { type Filled, slotFinder } from './slots.js'
import { selectComplement } from './version.js'
import { writeFields } from './write/fields.js'
import { objectWriter } from './write/object.js'
import { type MemberForm, Output, type WriteContent, type WriteElement } from './write/output.js'
import {
  fill,
  fragmentOf,
  freeWriter,
  listWriter,
  repeatedWriter,
  writeTextMember,
} from './write/writers.js'

/** XML and cadena original of a document. */
export interface Composed {
  /** The XML on one line, with its declaration. */
  readonly xml: string
  /** The cadena original. */
  readonly cadena: string
}

/**
 * Writes the XML and the cadena original of a document. Throws TypeError when a value cannot be
 * written.
 */
export function composeDocument(model: Model, document: unknown): Composed {
  return compileWrite(model).both(document)
}

/** Writes the XML of a document. Throws TypeError when a value cannot be written. */
export function writeDocument(model: Model, document: unknown): string {
  return compileWrite(model).xml(document)
}

/**
 * Writes the cadena original of a document. Members that the model does not declare are ignored.
 * Throws TypeError when a field cannot be written.
 */
export function writeCadena(model: Model, document: unknown): string {
  return compileWrite(model).cadena(document)
}

/** Writes the cadena original of a single schema, such as the stamp. */
export function writeSchemaCadena(schema: Schema, value: unknown): string {
  return compileWrite(soleModel(schema)).cadena(value)
}

/** Writes the XML of one complement with its own namespaces, for the insertion of the stamp. */
export function writeComplement(complement: Complement, value: unknown): string {
  return compileWrite(soleModel(complement)).element(value)
}

const cache = new WeakMap<Model, Compiler>()
const soleModels = new WeakMap<Schema, Model>()

function compileWrite(model: Model): Compiler {
  let compiler = cache.get(model)
  if (compiler === undefined) {
    compiler = new Compiler(model)
    cache.set(model, compiler)
  }
  return compiler
}

function soleModel(schema: Schema): Model {
  let model = soleModels.get(schema)
  if (model === undefined) {
    model = { document: schema, complements: [] }
    soleModels.set(schema, model)
  }
  return model
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'
const xsiDeclaration = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

class Compiler {
  readonly #model: Model
  readonly #complements = new Map<Complement, WriteContent>()
  readonly #slotsOf: (document: unknown) => readonly Filled[]
  readonly #plainHead: string
  readonly #heads = new Map<string, string>()
  readonly #root: WriteElement

  constructor(model: Model) {
    this.#model = model
    this.#slotsOf = slotFinder(model.document)
    this.#plainHead = declarations([model.document])
    this.#root = this.#element(model.document, model.document.name, model.document.root, true)
  }

  both(value: unknown): Composed {
    const { xml, cadena } = this.#document(value, new Output(true, true))
    return { xml, cadena }
  }

  xml(value: unknown): string {
    return this.#document(value, new Output(true, false)).xml
  }

  cadena(value: unknown): string {
    return this.#document(value, new Output(false, true)).cadena
  }

  /** The XML without its declaration. */
  element(value: unknown): string {
    const output = new Output(true, false)
    this.#root(value, output, this.#head(value))
    return output.xml
  }

  #document(value: unknown, output: Output): Output {
    output.xml = xmlDeclaration
    output.cadena = '|'
    this.#root(value, output, output.writesXml ? this.#head(value) : '')
    output.cadena += '||'
    return output
  }

  /**
   * Namespaces of the root: those of the document and of every complement, which Anexo 20 requires
   * there. A self-contained complement declares its own.
   */
  #head(value: unknown): string {
    const slots = this.#slotsOf(value)
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
          const complement = isRecord(one)
            ? selectComplement(this.#model.complements, name, one)
            : undefined
          if (complement !== undefined && complement.selfContained !== true) used.add(complement)
        }
      }
    }
    return [...used].sort(
      (a, b) => this.#model.complements.indexOf(a) - this.#model.complements.indexOf(b),
    )
  }

  /** Creates the writer of an element; `hasFields` is whether it adds to the cadena. */
  #element(schema: Schema, name: string, element: Element, hasFields: boolean): WriteElement {
    const steps = hasFields ? planOf(element) : []
    if (!steps.every(isOfMember)) {
      // Creates the writer of an element with its own list of fields, which are written
      // separately from its XML.
      const write = this.#element(schema, name, element, false)
      return (value, output, head) => {
        write(value, output, head)
        if (output.writesCadena) output.cadena += writeFields(element, value)
      }
    }
    const [open, close] = tagsOf(schema, name)
    const ranks = steps.map(nameOfStep)
    const members = new Map<string, MemberForm>()
    for (const [key, member] of Object.entries(element.content)) {
      const rank = ranks.indexOf(key)
      const write = this.#member(schema, name, key, member, rank >= 0)
      members.set(key, { isAttribute: member.kind === 'attribute', rank, write })
    }
    if (element.text !== undefined) {
      const rank = ranks.indexOf('#text')
      members.set('#text', { isAttribute: false, rank, write: writeTextMember(name, rank >= 0) })
    }

    if (element.shape === 'list')
      return listWriter(open, close, [...members.values()][0] as MemberForm)
    return objectWriter({ name, open, close, members, absent: steps.map(absentField) })
  }

  #member(
    schema: Schema,
    parent: string,
    key: string,
    member: Member,
    hasFields: boolean,
  ): WriteContent {
    switch (member.kind) {
      case 'attribute':
        return () => {}
      case 'slot': {
        const [open, close] = tagsOf(schema, key)
        return (hanging, output) => {
          if (!isRecord(hanging) || ownData(hanging) === undefined)
            throw new TypeError(`${key} debe ser un objeto`)
          fill(output, open, close, () => {
            for (const [name, content] of Object.entries(hanging)) {
              for (const one of Array.isArray(content) ? content : [content])
                if (isFilled(one)) this.#complement(name, one, output)
            }
          })
        }
      }
      case 'free':
        return freeWriter(...tagsOf(schema, key), key)
      case 'child': {
        const write = this.#element(schema, key, member.element, hasFields)
        if (member.max === 1) return (content, output) => write(content, output, '')
        return repeatedWriter(parent, key, write)
      }
    }
  }

  #complement(name: string, value: unknown, output: Output): void {
    const complement = selectComplement(this.#model.complements, name, value)
    if (typeof value === 'string' && complement?.root.shape !== 'text') {
      const nodes = fragmentOf(value, name)
      output.xml += value
      if (output.writesCadena) output.cadena += writeFragmentCadena(this.#model, nodes)
    } else if (complement !== undefined) {
      let write = this.#complements.get(complement)
      if (write === undefined) {
        const head = complement.selfContained ? declarations([complement]) : ''
        const root = this.#element(complement, complement.name, complement.root, complement.cadena)
        write = (content, output) => root(content, output, head)
        this.#complements.set(complement, write)
      }
      write(value, output)
    } else if (output.writesXml) throw new TypeError(`${name} no es un complemento conocido`)
  }
}

/** Returns the start and the end tag of an element. */
function tagsOf({ prefix }: Schema, name: string): readonly [open: string, close: string] {
  return [inOnePiece(`<${prefix}:${name}`), inOnePiece(`</${prefix}:${name}>`)]
}

function declarations(schemas: readonly Schema[]): string {
  let prefixes = ''
  const locations: string[] = []
  for (const { prefix, namespace, xsd } of schemas) {
    prefixes += ` xmlns:${prefix}="${namespace}"`
    locations.push(namespace, xsd)
  }
  return inOnePiece(`${prefixes}${xsiDeclaration} xsi:schemaLocation="${locations.join(' ')}"`)
}

/** Whether a step of the cadena is a member of the element, as in nearly all elements. */
function isOfMember(step: Step): boolean {
  if (step.kind === 'field') return step.when === undefined
  return step.kind !== 'each' || (step.path.length === 1 && !step.deep && step.first === undefined)
}

function nameOfStep(step: Step): string {
  if (step.kind === 'text') return '#text'
  if (step.kind === 'each') return step.path[0] as string
  return step.name
}

/** Returns the contribution of an absent member to the cadena. */
function absentField(step: Step): string {
  if (step.kind === 'text' || (step.kind === 'field' && step.always)) return '|'
  return ''
}
