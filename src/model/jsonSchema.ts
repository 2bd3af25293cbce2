/**
 * JSON Schema (draft 2020-12) from the declarations: for OpenAPI 3.1, for forms, for tools of language models.
 *
 * It describes values in their canonical writing: no white space to spare, no signs or zeros that mean nothing. What it
 * accepts is narrower than `check` in writing and wider in what JSON Schema cannot say: the range of a decimal in text.
 * Validators that warn of what is doubtful (ajv's `strict`, with `strictTypes` and `strictRequired`) take it as it is.
 * @module
 */
import type { Attribute, Child, Complement, Content, Element, Member, Model, Schema, Simple, Slot } from './grammar.js'

/** A JSON Schema: plain data, ready for `JSON.stringify`. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** What {@link jsonSchemaOf} writes, and with how much in it. */
export interface JsonSchemaOptions {
  /**
   * `standalone` (default): a whole document with `$schema`, `$id` and the complements in `$defs`. `inline`: everything in
   * its place, text only where a number would do as well, one version of each complement, no `$ref` and no composition
   * keyword: what OpenAPI components and the tools of language models take.
   */
  readonly form?: 'standalone' | 'inline' | undefined
  /**
   * The complements that may hang from the document; by default those of the model. Each costs its size: a CFDI is 12 kB with
   * none of them, which is what a language model should be given, and 181 kB with all (inline: 10 and 114).
   */
  readonly complements?: readonly Complement[] | undefined
  /**
   * The codes of a catalogue that are worth listing, `undefined` (or none) for the rest: `(name) => catalogs.codes(name)`. Not asked of
   * the lists that are in the XSD itself. Without them, a code is any text of the right form that is not empty.
   */
  readonly codes?: (catalog: string) => readonly string[] | undefined
  /** What a member means, by its path in JSON without indices: `Conceptos.Impuestos.Traslados.Base`. */
  readonly describe?: (path: string) => string | undefined
  /** Whether a member may be "AUTO" or left out because the engine fills it in, by the same path: `isDerived` of the root. */
  readonly auto?: Auto | undefined
  /** The place of a definition by its name, `Pagos-2.0`, where it is not below `$defs` of the schema itself. */
  readonly refs?: ((name: string) => string) | undefined
}

/** What a draft leaves to the engine. */
export interface Auto {
  /** Whether the member of that path may be left to it. */
  (path: string): boolean
  /** Of those, whether it must be asked for: what is not there is not filled in. None must, unless it is said. */
  readonly asked?: (path: string) => boolean
  /** Members that only drafts have, by the path of what holds them. */
  readonly besides?: { readonly [path: string]: Content }
}

/**
 * The JSON Schema of a document with its complements, or of a complement alone.
 * @example
 * const schema = jsonSchemaOf(cfdi, { complements: [pagos20] })
 * JSON.stringify(schema).includes('Total') // → true
 */
export function jsonSchemaOf(declaration: Model | Schema, options: JsonSchemaOptions = {}): JsonSchema {
  const model = 'document' in declaration ? declaration : { document: declaration, complements: [] }
  return new Writer({ ...model, complements: options.complements ?? model.complements }, options).document()
}

/** The keywords that say what texts a type admits, in canonical writing. Also those of the zod schema. */
export function textKeywords({ base, facets, catalog }: Simple): TextKeywords {
  const { fixed, enumeration, maxLength } = facets
  const minLength = facets.minLength ?? (catalog === undefined || facets.pattern !== undefined ? undefined : 1)
  if (fixed !== undefined) return { const: fixed }
  if (enumeration !== undefined) return { enum: [...new Set(enumeration)] }
  const pattern = facets.pattern === undefined ? formOf(base, facets) : exactPattern(base, facets.pattern)
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
  }
}

export interface TextKeywords {
  readonly const?: string
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** Whole value. In numbers, the unescaped dot of the SAT's patterns can only be a point. */
function exactPattern(base: Simple['base'], pattern: string): string {
  const numeric = base === 'decimal' || base === 'integer'
  return `^(?:${numeric ? pattern.replaceAll('(.', '(\\.') : pattern})$`
}

function formOf(base: Simple['base'], { minInclusive, fractionDigits }: Simple['facets']): string | undefined {
  const sign = minInclusive === undefined || minInclusive.startsWith('-') ? '-?' : ''
  switch (base) {
    case 'string':
      return undefined
    case 'decimal':
      return `^${sign}[0-9]+${fractionForm(fractionDigits)}$`
    case 'integer':
      return `^${sign}[0-9]+$`
    case 'date':
      return `^${day}${zone}$`
    case 'dateTime':
      return `^${day}T${hour}${zone}$`
    case 'time':
      return `^${hour}${zone}$`
    case 'base64':
      return '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
    case 'nmtoken':
      return '^[^ ]+$'
  }
}

function fractionForm(digits: number | undefined): string {
  if (digits === 0) return ''
  return `(\\.[0-9]${digits === undefined ? '+' : `{1,${digits}}`})?`
}

const day = '[0-9]{4}-(0[1-9]|1[012])-(0[1-9]|[12][0-9]|3[01])'
const hour = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?'
const zone = '(Z|[+-][0-9]{2}:[0-9]{2})?'

class Writer {
  readonly #model: Model
  readonly #options: JsonSchemaOptions
  readonly #inline: boolean
  readonly #definitions: Record<string, JsonSchema> = {}

  constructor(model: Model, options: JsonSchemaOptions) {
    this.#model = model
    this.#options = options
    this.#inline = options.form === 'inline'
  }

  document(): JsonSchema {
    const { document } = this.#model
    const body = { title: titleOf(document), ...this.#element(document.root, '') }
    if (this.#inline) return body
    const $id = `urn:cfdi-stamp:${titleOf(document).replace(' ', ':')}`
    const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id }
    const defined = Object.keys(this.#definitions).length > 0
    return { ...head, ...body, ...(defined ? { $defs: this.#definitions } : {}) }
  }

  #element(element: Element, path: string): JsonSchema {
    const { shape, content, text } = element
    if (shape === 'list') {
      const [item] = Object.values(content) as [Child]
      return this.#items(item, path)
    }
    if (shape === 'text' && Object.keys(content).length === 0) return this.#text(textAttribute(text), path)
    return this.#object(element, path)
  }

  #object(element: Element, path: string): JsonSchema {
    const { content, text } = element
    const besides = { ...this.#options.auto?.besides?.[path], ...(text && { '#text': textAttribute(text) }) }
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const [key, member] of Object.entries({ ...content, ...besides })) {
      if (this.#isClosed(member)) continue
      const place = path === '' ? key : `${path}.${key}`
      properties[key] = this.#described(this.#member(member, place), place)
      if (isRequired(member) && !mayBeLeft(this.#options.auto, place)) required.push(key)
    }
    return { type: 'object', properties, required, additionalProperties: false, ...this.#constraints(element) }
  }

  /** A slot where nothing may hang: inline, a complement that is not known cannot be given either. */
  #isClosed(member: Member): boolean {
    return this.#inline && member.kind === 'slot' && !this.#model.complements.some(({ at }) => at === member.at)
  }

  /** Choices and groups that may not be empty; in words, where composition is not wanted. */
  #constraints({ choices = [], nonEmpty, content }: Element): JsonSchema {
    const children = Object.keys(content).filter((key) => content[key]?.kind === 'child')
    if (this.#inline) {
      const words = choices.map((choice) => `Solo uno de ${choice.join(', ')}.`)
      if (nonEmpty === true) words.push(`Al menos uno de ${children.join(', ')}.`)
      return words.length === 0 ? {} : { description: words.join(' ') }
    }
    const pairs = choices.flatMap((choice) =>
      choice.flatMap((one, index) => choice.slice(index + 1).map((other) => [one, other])),
    )
    return {
      ...(pairs.length === 0 ? {} : { allOf: pairs.map((pair) => ({ not: having(pair) })) }),
      ...(nonEmpty === true ? { anyOf: children.map((child) => having([child])) } : {}),
    }
  }

  #member(member: Member, path: string): JsonSchema {
    switch (member.kind) {
      case 'attribute':
        return this.#text(member, path)
      case 'child':
        return this.#orAuto(member.max === 1 ? this.#element(member.element, path) : this.#items(member, path), path)
      case 'slot':
        return this.#slot(member, path)
      case 'free':
        return { type: 'string', description: 'Fragmento de XML.' }
    }
  }

  /** A whole element that the engine may make; inline, where nothing is composed, it cannot be said. */
  #orAuto(schema: JsonSchema, path: string): JsonSchema {
    return this.#inline || this.#options.auto?.(path) !== true ? schema : { anyOf: [{ const: 'AUTO' }, schema] }
  }

  #items({ element, min, max }: Child, path: string): JsonSchema {
    return {
      type: 'array',
      items: this.#element(element, path),
      ...(min === 0 ? {} : { minItems: min }),
      ...(max === Number.POSITIVE_INFINITY ? {} : { maxItems: max }),
    }
  }

  #text({ type }: Attribute, path: string): JsonSchema {
    const words = hintOf(type)
    const texts = this.#texts(type)
    const auto = this.#options.auto?.(path) === true
    if (this.#inline) return { ...(auto ? orAuto(texts) : { type: 'string', ...texts }), ...words }
    const ways = [...(auto ? [{ const: 'AUTO' }] : []), { type: 'string', ...texts }, ...numbersOf(type, texts)]
    return { ...(ways.length === 1 ? ways[0] : { anyOf: ways }), ...words }
  }

  #texts(type: Simple): TextKeywords {
    const { catalog, facets } = type
    const codes = catalog === undefined || facets.enumeration !== undefined ? [] : this.#options.codes?.(catalog)
    return codes === undefined || codes.length === 0 ? textKeywords(type) : { enum: [...new Set(codes)] }
  }

  #slot({ at, atLeast }: Slot, path: string): JsonSchema {
    const here = this.#model.complements.filter((complement) => complement.at === at)
    const names = [...new Set(here.map(({ name }) => name))]
    const versions = (name: string) => here.filter((complement) => complement.name === name)
    const properties = Object.fromEntries(names.map((name) => [name, this.#hanging(versions(name), `${path}.${name}`)]))
    return {
      type: 'object',
      properties,
      required: [],
      // A complement that is not known yet is given as an XML fragment.
      additionalProperties: this.#inline ? false : { type: 'string', description: 'Fragmento de XML.' },
      ...(atLeast === 0 ? {} : { minProperties: atLeast }),
    }
  }

  #hanging(versions: readonly Complement[], path: string): JsonSchema {
    const current = versions.find(({ status }) => status === 'vigente') ?? (versions[0] as Complement)
    if (this.#inline) return { title: titleOf(current), ...this.#element(current.root, path) }
    const references = versions.map((complement) => this.#reference(complement, path))
    const one = references.length === 1 ? (references[0] as JsonSchema) : { anyOf: references }
    return { anyOf: [one, { type: 'array', items: one }] }
  }

  #reference(complement: Complement, path: string): JsonSchema {
    const name = titleOf(complement).replace(' ', '-')
    this.#definitions[name] ??= { title: titleOf(complement), ...this.#element(complement.root, path) }
    return { $ref: this.#options.refs?.(name) ?? `#/$defs/${name}` }
  }

  #described(schema: JsonSchema, path: string): JsonSchema {
    const words = [this.#options.describe?.(path), schema['description']].filter((text) => text !== undefined)
    return words.length === 0 ? schema : { ...schema, description: words.join(' ') }
  }
}

function titleOf({ name, version }: Schema): string {
  return version === undefined ? name : `${name} ${version}`
}

/** Whether a draft need not have a member that the document must. */
export function mayBeLeft(auto: Auto | undefined, path: string): boolean {
  return auto?.(path) === true && auto.asked?.(path) !== true
}

function textAttribute(type: Simple = { base: 'string', facets: {} }): Attribute {
  return { kind: 'attribute', type, required: true }
}

function isRequired(member: Member): boolean {
  return member.kind === 'attribute' ? member.required : member.kind === 'child' && member.min > 0
}

/** The names are said twice, because strict validators ask that what is required be declared beside it. */
function having(required: readonly string[]): JsonSchema {
  return { properties: Object.fromEntries(required.map((key) => [key, true])), required }
}

/** The numbers that do as well as a text. */
function numbersOf({ base, facets }: Simple, { const: fixed, enum: listed }: TextKeywords): JsonSchema[] {
  if (fixed !== undefined || (base !== 'decimal' && base !== 'integer')) return []
  const { minInclusive, maxInclusive } = facets
  return [
    {
      type: base === 'integer' ? 'integer' : 'number',
      ...(listed === undefined ? {} : { enum: listed.map(Number) }),
      ...(minInclusive === undefined ? {} : { minimum: Number(minInclusive) }),
      ...(maxInclusive === undefined ? {} : { maximum: Number(maxInclusive) }),
    },
  ]
}

/** Where composition is not wanted, "AUTO" joins the list of values or the pattern. */
function orAuto(texts: TextKeywords): JsonSchema {
  const listed = texts.const === undefined ? texts.enum : [texts.const]
  if (listed !== undefined) return { type: 'string', enum: ['AUTO', ...listed] }
  if (texts.pattern === undefined) return { type: 'string' }
  return { type: 'string', pattern: `^AUTO$|${texts.pattern}` }
}

/** What the keywords do not say, in words: the catalogue, and the range of an amount in text. */
function hintOf({ catalog, base, facets }: Simple): JsonSchema {
  const words: string[] = []
  if (catalog !== undefined) words.push(`Clave de ${catalog}.`)
  if (base === 'decimal' || base === 'integer') {
    if (facets.minInclusive !== undefined) words.push(`Mínimo ${facets.minInclusive}.`)
    if (facets.maxInclusive !== undefined) words.push(`Máximo ${facets.maxInclusive}.`)
  }
  return words.length === 0 ? {} : { description: words.join(' ') }
}
