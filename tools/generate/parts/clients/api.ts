/**
 * The API of the service as the SDKs describe it: operations with typed fields, named shapes of
 * responses, failures and events. Made from the tables of the service.
 * @module
 */
import type { JsonSchema } from '../../../../src/model/jsonSchema.js'
import { type CodeRow, serviceCodes } from '../../../../src/service/codes.js'
import type { Field, Fields } from '../../../../src/service/fields.js'
import { openApi } from '../../../../src/service/openApi.js'
import type { Operation } from '../../../../src/service/operation.js'
import { operations } from '../../../../src/service/operations.js'
import { eventSchema, events, type EventType } from '../../../../src/service/webhooks/events.js'

/** Type of a value, in no language yet. */
export type Type =
  | { readonly kind: 'text' | 'whole' | 'number' | 'flag' | 'object' | 'any' | 'document' }
  | { readonly kind: 'words'; readonly words: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'shape'; readonly name: string }

/** A member of a shape. */
export interface Member {
  readonly name: string
  readonly type: Type
  readonly isRequired: boolean
  readonly description: string | undefined
}

/** An object with a name. */
export interface Shape {
  readonly name: string
  readonly members: readonly Member[]
}

/** A field of an operation. */
export interface ApiField extends Member {
  readonly place: 'path' | 'query' | 'form'
}

/** An operation. */
export interface ApiOperation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Required fields first. */
  readonly fields: readonly ApiField[]
  readonly takesKey: boolean
  /** Whether it requires no API key. */
  readonly isOpen: boolean
  /** Response: a shape, bytes or nothing. */
  readonly answer: Type | 'bytes' | 'none'
  /** Name of the iterator over all pages, and the type of an item. */
  readonly pages: { readonly name: string; readonly item: Type } | undefined
}

/** A failure code with the name of its class. */
export interface ApiFailure {
  readonly name: string
  readonly code: number
  readonly message: string
}

/** An event with the type of its data. */
export interface ApiEvent {
  readonly type: string
  readonly title: string
  readonly data: Type
}

/** The whole API. */
export interface Api {
  readonly operations: readonly ApiOperation[]
  readonly shapes: readonly Shape[]
  readonly failures: readonly ApiFailure[]
  readonly events: readonly ApiEvent[]
}

/** Returns the API. */
export function describeApi(): Api {
  const shapes = new Shapes()
  const { schemas } = openApi({ complements: [] }).components
  const described = Object.entries<Operation>(operations)
  for (const [name, { output }] of described)
    if (output.schema !== undefined) shapes.visit(output.schema, name)
  shapes.add('Reason', schemas['Reason'] as JsonSchema)
  return {
    operations: described.map(([name, operation]) => operationOf(name, operation, shapes)),
    events: eventTypes.map((type) => eventOf(type, shapes)),
    failures: Object.entries<CodeRow>(serviceCodes).map(([name, { code, when }]) => ({
      name: `${capital(name)}Failure`,
      code,
      message: when,
    })),
    get shapes() {
      return shapes.all()
    },
  }
}

const eventTypes = Object.keys(events) as readonly EventType[]

function eventOf(type: EventType, shapes: Shapes): ApiEvent {
  const { title = type, properties } = eventSchema(type) as {
    readonly title?: string
    readonly properties: Readonly<Record<string, JsonSchema>>
  }
  const name = `${type.split('.').map(capital).join('')}Data`
  return { type, title, data: shapes.add(name, properties['data']!) }
}

function operationOf(name: string, operation: Operation, shapes: Shapes): ApiOperation {
  const { method, path, summary, params, query, form, takesKey = false, scope, output } = operation
  const fields = [
    ...fieldsOf('path', params),
    ...fieldsOf('form', form),
    ...fieldsOf('query', query),
  ]
  const answer =
    output.schema !== undefined
      ? shapes.add(`${capital(name)}Result`, output.schema)
      : output.type === undefined
        ? 'none'
        : 'bytes'
  const data = (output.schema?.['properties'] as Record<string, JsonSchema> | undefined)?.['data']
  const isPaged = query !== undefined && 'cursor' in query && data !== undefined
  const item = isPaged ? shapes.typeOf(data['items'] as JsonSchema, name, 'item') : undefined
  return {
    ...{ name, method, path, summary: summary.es, takesKey, answer },
    fields: [
      ...fields.filter(({ isRequired }) => isRequired),
      ...fields.filter(({ isRequired }) => !isRequired),
    ],
    isOpen: scope === undefined,
    pages: item && { name: name.replace(/^list/, 'all'), item },
  }
}

function fieldsOf(place: ApiField['place'], fields: Fields = {}): ApiField[] {
  return Object.entries(fields).map(([name, field]) => ({
    ...{ name, place, type: fieldType(field), isRequired: field.required === true },
    description: field.description,
  }))
}

function fieldType(field: Field): Type {
  switch (field.kind) {
    case 'json':
      return { kind: 'document' }
    case 'choice':
      return { kind: 'words', words: field.choices }
    case 'list':
      return { kind: 'list', of: { kind: 'words', words: field.choices } }
    case 'flag':
      return { kind: 'flag' }
    case 'count':
      return { kind: 'whole' }
    default:
      return { kind: 'text' }
  }
}

/**
 * Names of the objects of responses. An object is named by its title, or after its member
 * (`Cancellation`); where members of one name have different objects, after its operation too
 * (`CreateInvoiceCfdi`).
 */
class Shapes {
  /** Objects by the name of their member. */
  readonly #seen = new Map<string, Set<string>>()
  readonly #named = new Map<string, Shape>()
  readonly #names = new Set<string>()

  /** Counts the objects of a schema before any is named. */
  visit(schema: JsonSchema, member: string): void {
    for (const [name, each] of Object.entries(propertiesOf(schema) ?? {})) {
      const inner = each['type'] === 'array' ? (each['items'] as JsonSchema) : each
      if (propertiesOf(inner) === undefined) continue
      this.#seen.set(name, (this.#seen.get(name) ?? new Set()).add(keyOf(inner)))
      this.visit(inner, member)
    }
  }

  typeOf(schema: JsonSchema, operation: string, member: string): Type {
    const { $ref, const: only, enum: words, type, items } = schema as Record<string, never>
    if ($ref !== undefined) return { kind: 'shape', name: String($ref).split('/').at(-1)! }
    if (only !== undefined) return { kind: 'words', words: [only] }
    if (words !== undefined) return { kind: 'words', words }
    if (type === 'array') return { kind: 'list', of: this.typeOf(items, operation, member) }
    if (type === 'object') {
      if (propertiesOf(schema) === undefined) return { kind: 'object' }
      return this.add(this.#nameOf(schema, operation, member), schema)
    }
    const kinds = { string: 'text', integer: 'whole', number: 'number', boolean: 'flag' } as const
    return { kind: kinds[type as keyof typeof kinds] ?? 'any' }
  }

  #nameOf(schema: JsonSchema, operation: string, member: string): string {
    const known = this.#named.get(keyOf(schema))
    if (known !== undefined) return known.name
    if (schema['title'] !== undefined) return String(schema['title'])
    const isItem = member === 'data' || member === 'item'
    const own = isItem ? 'Item' : capital(member)
    const isOnly = !isItem && (this.#seen.get(member)?.size ?? 1) === 1 && !this.#names.has(own)
    return isOnly ? own : `${capital(operation)}${own}`
  }

  add(name: string, schema: JsonSchema): Type {
    const properties = propertiesOf(schema)
    if (properties === undefined) return { kind: 'object' }
    const known = this.#named.get(keyOf(schema))
    if (known !== undefined) return { kind: 'shape', name: known.name }
    if (this.#names.has(name)) throw new Error(`two objects of the API are named ${name}`)
    this.#names.add(name)
    const operation = name.replace(/(Result|Data)$/, '')
    const required = (schema['required'] ?? []) as readonly string[]
    const shape = { name, members: [] as Member[] }
    this.#named.set(keyOf(schema), shape)
    for (const [member, each] of Object.entries(properties))
      shape.members.push({
        name: member,
        type: this.typeOf(each, operation, member),
        isRequired: required.includes(member),
        description: each['description'] as string | undefined,
      })
    return { kind: 'shape', name }
  }

  all(): readonly Shape[] {
    return [...this.#named.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  }
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> | undefined {
  return schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined
}

const keyOf = (schema: JsonSchema): string => JSON.stringify(schema)

/** With a first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
