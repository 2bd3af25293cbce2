/**
 * JSON Schema (draft 2020-12) from the declarations: for OpenAPI 3.1, for forms, for tools of language models.
 *
 * It describes values in their canonical writing: no white space to spare, no signs or zeros that mean nothing. What it
 * accepts is narrower than `check` in writing and wider in what JSON Schema cannot say: the range of a decimal in text.
 * @module
 */
import type { Attribute, Child, Complement, Element, Member, Model, Schema, Simple, Slot } from './grammar.js'

/** A JSON Schema: plain data, ready for `JSON.stringify`. */
export type JsonSchema = { readonly [keyword: string]: unknown }

export interface JsonSchemaOptions {
  /**
   * `standalone` (default): a whole document with `$schema`, `$id` and the complements in `$defs`. `inline`: everything in
   * its place, text only where a number would do as well, one version of each complement, no `$ref` and no composition
   * keyword: what OpenAPI components and the tools of language models take.
   */
  readonly form?: 'standalone' | 'inline' | undefined
  /** The codes of a catalogue that are worth listing; without them, a code is any text of the right form. */
  readonly codes?: (catalog: string) => readonly string[] | undefined
  /** What a member means, by its path in JSON without indices: `Conceptos.Impuestos.Traslados.Base`. */
  readonly describe?: (path: string) => string | undefined
  /** Whether a member may be "AUTO" or left out because the engine fills it in, by the same path: `isDerived` of the root. */
  readonly auto?: ((path: string) => boolean) | undefined
}

/** The JSON Schema of a document with its complements, or of a complement alone. */
export function jsonSchemaOf(declaration: Model | Schema, options: JsonSchemaOptions = {}): JsonSchema {
  const model = 'document' in declaration ? declaration : { document: declaration, complements: [] }
  return new Writer(model, options).document()
}

/** The keywords that say what texts a type admits, in canonical writing. Also those of the zod schema. */
export function textKeywords({ base, facets }: Simple): TextKeywords {
  const { fixed, enumeration, minLength, maxLength } = facets
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
      return `^${sign}[0-9]+(\\.[0-9]${fractionDigits === undefined ? '+' : `{1,${fractionDigits}}`})?$`
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
    const members: Element['content'] = text === undefined ? content : { ...content, '#text': textAttribute(text) }
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const [key, member] of Object.entries(members)) {
      const place = path === '' ? key : `${path}.${key}`
      properties[key] = this.#described(this.#member(member, place), place)
      if (isRequired(member) && this.#options.auto?.(place) !== true) required.push(key)
    }
    return { type: 'object', properties, required, additionalProperties: false, ...this.#constraints(element) }
  }

  /** Choices and groups that may not be empty; in words, where composition is not wanted. */
  #constraints({ choices = [], nonEmpty, content }: Element): JsonSchema {
    const children = Object.keys(content).filter((key) => content[key]?.kind === 'child')
    if (this.#inline) {
      const words = choices.map((choice) => `Sólo uno de ${choice.join(', ')}.`)
      if (nonEmpty === true) words.push(`Al menos uno de ${children.join(', ')}.`)
      return words.length === 0 ? {} : { description: words.join(' ') }
    }
    const pairs = choices.flatMap((choice) =>
      choice.flatMap((one, index) => choice.slice(index + 1).map((other) => [one, other])),
    )
    return {
      ...(pairs.length === 0 ? {} : { allOf: pairs.map((required) => ({ not: { required } })) }),
      ...(nonEmpty === true ? { anyOf: children.map((child) => ({ required: [child] })) } : {}),
    }
  }

  #member(member: Member, path: string): JsonSchema {
    switch (member.kind) {
      case 'attribute':
        return this.#text(member, path)
      case 'child':
        return member.max === 1 ? this.#element(member.element, path) : this.#items(member, path)
      case 'slot':
        return this.#slot(member, path)
      case 'free':
        return { type: 'string', description: 'Fragmento de XML.' }
    }
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
    const { base, catalog } = type
    const words = { ...hintOf(type) }
    const codes = catalog === undefined ? undefined : this.#options.codes?.(catalog)
    const texts = codes === undefined ? textKeywords(type) : { enum: codes }
    const auto = this.#options.auto?.(path) === true
    const numeric = base === 'decimal' || base === 'integer'
    const schema = numeric && !this.#inline ? numberOrText(type, texts) : { type: 'string', ...texts }
    if (!auto) return { ...schema, ...words }
    return this.#inline ? { ...orAuto(texts), ...words } : { anyOf: [{ const: 'AUTO' }, schema], ...words }
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
    return { $ref: `#/$defs/${name}` }
  }

  #described(schema: JsonSchema, path: string): JsonSchema {
    const words = [this.#options.describe?.(path), schema['description']].filter((text) => text !== undefined)
    return words.length === 0 ? schema : { ...schema, description: words.join(' ') }
  }
}

function titleOf({ name, version }: Schema): string {
  return version === undefined ? name : `${name} ${version}`
}

function textAttribute(type: Simple = { base: 'string', facets: {} }): Attribute {
  return { kind: 'attribute', type, required: true }
}

function isRequired(member: Member): boolean {
  return member.kind === 'attribute' ? member.required : member.kind === 'child' && member.min > 0
}

/** `pattern` only speaks of texts and the bounds only of numbers, so one schema serves both. */
function numberOrText({ base, facets }: Simple, texts: TextKeywords): JsonSchema {
  const { minInclusive, maxInclusive } = facets
  const numbers = texts.enum?.map(Number)
  return {
    type: ['string', base === 'integer' ? 'integer' : 'number'],
    ...texts,
    ...(numbers === undefined ? {} : { enum: [...(texts.enum ?? []), ...numbers] }),
    ...(minInclusive === undefined ? {} : { minimum: Number(minInclusive) }),
    ...(maxInclusive === undefined ? {} : { maximum: Number(maxInclusive) }),
  }
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
