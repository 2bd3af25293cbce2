/**
 * JSON Schema (draft 2020-12) from the declarations: for OpenAPI 3.1, forms, and tools of language
 * models.
 *
 * It describes values in their canonical form: no extra white space, no redundant signs or zeros.
 * It is stricter than `check` about form, and more lenient where JSON Schema lacks the means: the
 * range of a decimal in text. Strict validators (ajv's `strict`, with `strictTypes` and
 * `strictRequired`) accept it without warnings.
 * @module
 */
import { compileExact } from './check/simple.js'
import type {
  Attribute,
  Child,
  Complement,
  Content,
  Element,
  Member,
  Model,
  Schema,
  Simple,
} from './grammar.js'

/** A JSON Schema: plain data, ready for `JSON.stringify`. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Options of {@link jsonSchemaOf}. */
export interface JsonSchemaOptions {
  /**
   * `standalone` (default): a whole document with `$schema`, `$id` and the complements in `$defs`.
   * `inline`: everything in place, numeric values as text only, one version of each complement, no
   * `$ref` and no composition keyword, as OpenAPI components and tools of language models require.
   */
  readonly form?: 'standalone' | 'inline' | undefined
  /**
   * Complements of the document. Defaults to those of the model. Each adds its size: a CFDI has 12
   * kB with none, the recommended choice for a language model, and 181 kB with all (inline: 10 and
   * 114).
   */
  readonly complements?: readonly Complement[] | undefined
  /**
   * Returns the codes to list for a catalogue, `undefined` (or none) for the others:
   * `(name) => catalogs.codes(name)`. Not called for lists that are in the XSD itself. Without it,
   * a code is any non-empty text of the right form.
   */
  readonly codes?: (catalog: string) => readonly string[] | undefined
  /**
   * Returns the description of a member, by its path in JSON without indices:
   * `Conceptos.Impuestos.Traslados.Base`.
   */
  readonly describe?: (path: string) => string | undefined
  /** Members that may be "AUTO" or left out because the engine fills them in: `autoMembers`. */
  readonly auto?: AutoMembers | undefined
  /**
   * Returns the location of a definition by its name, `Pagos-2.0`, when it is not in `$defs` of the
   * schema itself.
   */
  readonly refs?: ((name: string) => string) | undefined
}

/** Members of a draft that the engine may fill in, by their paths without indices. */
export interface AutoMembers {
  /** Whether the engine may fill in the member. */
  readonly isDerived: (path: string) => boolean
  /**
   * Whether such a member must be "AUTO" explicitly, because the engine does not fill in an absent
   * one. Defaults to no.
   */
  readonly requiresAuto?: (path: string) => boolean
  /** Members that only drafts have, by the path of their parent. */
  readonly draftOnly?: { readonly [path: string]: Content }
}

/**
 * Creates the JSON Schema of a document with its complements, or of a complement alone.
 * @example
 * const schema = jsonSchemaOf(cfdi, { complements: [pagos20] })
 * JSON.stringify(schema).includes('Total') // → true
 */
export function jsonSchemaOf(
  declaration: Model | Schema,
  options: JsonSchemaOptions = {},
): JsonSchema {
  const model = 'document' in declaration ? declaration : { document: declaration, complements: [] }
  return new Writer(
    { ...model, complements: options.complements ?? model.complements },
    options,
  ).document()
}

/** Keywords for the texts of a type in canonical form, also used by the zod schema. */
export function textKeywords({ base, facets, catalog }: Simple): TextKeywords {
  const { fixed, enumeration, maxLength } = facets
  const minLength =
    facets.minLength ?? (catalog === undefined || facets.pattern !== undefined ? undefined : 1)
  if (fixed !== undefined) return { const: fixed }
  if (enumeration !== undefined) return { enum: [...new Set(enumeration)] }
  let pattern = numberForm(base, facets)
  if (facets.pattern !== undefined) {
    // Anchored to the whole value. In numbers, the SAT's unescaped dot can only be a point.
    const isNumber = base === 'decimal' || base === 'integer'
    pattern = `^(?:${isNumber ? facets.pattern.replaceAll('(.', '(\\.') : facets.pattern})$`
  }
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  }
}

export interface TextKeywords {
  readonly const?: string
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

function numberForm(
  base: Simple['base'],
  { minInclusive, fractionDigits }: Simple['facets'],
): string | undefined {
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
    const body = { title: schemaTitle(document), ...this.#element(document.root, '') }
    if (this.#inline) return body
    const $id = `urn:cfdi-stamp:${schemaTitle(document).replace(' ', ':')}`
    const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id }
    const defined = Object.keys(this.#definitions).length > 0
    return { ...head, ...body, ...(defined && { $defs: this.#definitions }) }
  }

  #element(element: Element, path: string): JsonSchema {
    const { shape, content, text } = element
    if (shape === 'list') {
      const [item] = Object.values(content) as [Child]
      return this.#items(item, path)
    }
    if (shape === 'text' && Object.keys(content).length === 0)
      return this.#text(textAsMember(text), path)
    return this.#object(element, path)
  }

  #object(element: Element, path: string): JsonSchema {
    const { content, text } = element
    const besides = {
      ...this.#options.auto?.draftOnly?.[path],
      ...(text && { '#text': textAsMember(text) }),
    }
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const [key, member] of Object.entries<Member>({ ...content, ...besides })) {
      // A slot without an admitted complement: the inline form excludes unknown ones too.
      const at = member.kind === 'slot' && this.#inline ? member.at : undefined
      if (at !== undefined && !this.#model.complements.some((one) => one.at === at)) continue
      const place = path === '' ? key : `${path}.${key}`
      const schema = this.#member(member, place)
      const words = [this.#options.describe?.(place), schema['description']].filter(
        (text) => text !== undefined,
      )
      properties[key] = { ...schema, ...(words.length > 0 && { description: words.join(' ') }) }
      if (isRequiredMember(member) && !mayBeLeft(this.#options.auto, place)) required.push(key)
    }
    return {
      type: 'object',
      properties,
      required,
      additionalProperties: false,
      ...this.#constraints(element),
    }
  }

  /** Choices and non-empty groups as keywords, or in words where composition is excluded. */
  #constraints({ choices = [], nonEmpty, content }: Element): JsonSchema {
    const children = Object.keys(content).filter((key) => content[key]?.kind === 'child')
    if (this.#inline) {
      const words: string[] = []
      for (const choice of choices) words.push(`Solo uno de ${choice.join(', ')}.`)
      if (nonEmpty === true) words.push(`Al menos uno de ${children.join(', ')}.`)
      if (words.length === 0) return {}
      return { description: words.join(' ') }
    }
    const allOf: JsonSchema[] = []
    for (const choice of choices)
      for (const [index, one] of choice.entries())
        for (const other of choice.slice(index + 1)) allOf.push({ not: having([one, other]) })
    return {
      ...(allOf.length > 0 && { allOf }),
      ...(nonEmpty === true && { anyOf: children.map((child) => having([child])) }),
    }
  }

  #member(member: Member, path: string): JsonSchema {
    switch (member.kind) {
      case 'attribute':
        return this.#text(member, path)
      case 'child': {
        // Allows "AUTO" for a whole element. The inline form, without composition, cannot
        // express it.
        const schema =
          member.max === 1 ? this.#element(member.element, path) : this.#items(member, path)
        if (this.#inline || this.#options.auto?.isDerived(path) !== true) return schema
        return { anyOf: [{ const: 'AUTO' }, schema] }
      }
      case 'slot': {
        const versions = new Map<string, Complement[]>()
        for (const complement of this.#model.complements) {
          const { at, name } = complement
          if (at === member.at) versions.set(name, [...(versions.get(name) ?? []), complement])
        }
        const properties: Record<string, JsonSchema> = {}
        for (const [name, ones] of versions)
          properties[name] = this.#hanging(ones, `${path}.${name}`)
        return {
          type: 'object',
          properties,
          required: [],
          // An unknown complement is an XML fragment.
          additionalProperties: this.#inline
            ? false
            : { type: 'string', description: 'Fragmento de XML.' },
          ...(member.atLeast !== 0 && { minProperties: member.atLeast }),
        }
      }
      case 'free':
        return { type: 'string', description: 'Fragmento de XML.' }
    }
  }

  #items({ element, min, max }: Child, path: string): JsonSchema {
    return {
      type: 'array',
      items: this.#element(element, path),
      ...(min !== 0 && { minItems: min }),
      ...(max !== Number.POSITIVE_INFINITY && { maxItems: max }),
    }
  }

  #text({ type }: Attribute, path: string): JsonSchema {
    const words = hintOf(type)
    const texts = this.#texts(type)
    const auto = this.#options.auto?.isDerived(path) === true
    if (this.#inline) return { ...(auto ? orAuto(texts) : { type: 'string', ...texts }), ...words }
    const refused =
      !auto &&
      this.#options.auto !== undefined &&
      type.base === 'string' &&
      !('enum' in texts) &&
      compileExact(type)('AUTO') === undefined
        ? notAuto(texts)
        : {}
    const ways = [
      ...(auto ? [{ const: 'AUTO' }] : []),
      { type: 'string', ...texts, ...refused },
      ...numbersOf(type, texts),
    ]
    return { ...(ways.length === 1 ? ways[0] : { anyOf: ways }), ...words }
  }

  #texts(type: Simple): TextKeywords {
    const { catalog, facets } = type
    const codes =
      catalog === undefined || facets.enumeration !== undefined
        ? []
        : this.#options.codes?.(catalog)
    if (codes === undefined || codes.length === 0) return textKeywords(type)
    return { enum: [...new Set(codes)] }
  }

  #hanging(versions: readonly Complement[], path: string): JsonSchema {
    const current =
      versions.find(({ status }) => status === 'vigente') ?? (versions[0] as Complement)
    if (this.#inline) return { title: schemaTitle(current), ...this.#element(current.root, path) }
    const references = versions.map((complement) => {
      const name = schemaTitle(complement).replace(' ', '-')
      this.#definitions[name] ??= {
        title: schemaTitle(complement),
        ...this.#element(complement.root, path),
      }
      return { $ref: this.#options.refs?.(name) ?? `#/$defs/${name}` }
    })
    const one = references.length === 1 ? (references[0] as JsonSchema) : { anyOf: references }
    return { anyOf: [one, { type: 'array', items: one }] }
  }
}

/**
 * In drafts "AUTO" is no text: refused where nothing derives it, by a pattern, because readers of
 * schemas know no `not`.
 */
function notAuto(texts: TextKeywords): { readonly pattern: string } {
  const { pattern = '^' } = texts as { readonly pattern?: string }
  return { pattern: `^(?!AUTO$)${pattern.replace(/^\^/, '')}` }
}

function schemaTitle({ name, version }: Schema): string {
  if (version === undefined) return name
  return `${name} ${version}`
}

/** Whether a draft may leave out a member that the document requires. */
export function mayBeLeft(auto: AutoMembers | undefined, path: string): boolean {
  return auto?.isDerived(path) === true && auto.requiresAuto?.(path) !== true
}

function textAsMember(type: Simple = { base: 'string', facets: {} }): Attribute {
  return { kind: 'attribute', type, required: true }
}

/** Whether an element is incomplete without the member. */
export function isRequiredMember(member: Member): boolean {
  if (member.kind === 'attribute') return member.required
  return member.kind === 'child' && member.min > 0
}

/**
 * Declares the names too: strict validators require every required name to be declared beside it.
 */
function having(required: readonly string[]): JsonSchema {
  return { properties: Object.fromEntries(required.map((key) => [key, true])), required }
}

/** Schemas of the numbers accepted instead of a text. */
function numbersOf(
  { base, facets }: Simple,
  { const: fixed, enum: listed }: TextKeywords,
): JsonSchema[] {
  if (fixed !== undefined || (base !== 'decimal' && base !== 'integer')) return []
  const { minInclusive, maxInclusive } = facets
  return [
    {
      type: base === 'integer' ? 'integer' : 'number',
      ...(listed !== undefined && { enum: listed.map(Number) }),
      ...(minInclusive !== undefined && { minimum: Number(minInclusive) }),
      ...(maxInclusive !== undefined && { maximum: Number(maxInclusive) }),
    },
  ]
}

/** Adds "AUTO" to the list of values or to the pattern, without composition. */
function orAuto(texts: TextKeywords): JsonSchema {
  const listed = texts.const === undefined ? texts.enum : [texts.const]
  if (listed !== undefined) return { type: 'string', enum: ['AUTO', ...listed] }
  if (texts.pattern === undefined) return { type: 'string' }
  return { type: 'string', pattern: `^AUTO$|${texts.pattern}` }
}

/**
 * Describes the limits that the keywords cannot express: the catalogue, and the range of an amount
 * in text.
 */
function hintOf({ catalog, base, facets }: Simple): JsonSchema {
  const words: string[] = []
  if (catalog !== undefined) words.push(`Clave de ${catalog}.`)
  if (base === 'decimal' || base === 'integer') {
    if (facets.minInclusive !== undefined) words.push(`Mínimo ${facets.minInclusive}.`)
    if (facets.maxInclusive !== undefined) words.push(`Máximo ${facets.maxInclusive}.`)
  }
  if (words.length === 0) return {}
  return { description: words.join(' ') }
}
