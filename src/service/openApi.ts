/**
 * The description of the service: OpenAPI 3.1, from the operations, the codes and the declarations of the SAT's documents.
 * @module
 */
import type { Complement } from '../model/grammar.js'
import { type JsonSchema, jsonSchemaOf } from '../model/jsonSchema.js'
import { cfdi } from '../sat/cfdi40/cfdi.js'
import { isDerived } from '../sat/cfdi40/resolve.js'
import { type CodeName, type CodeRow, serviceCodes } from './codes.js'
import { type Field, type Fields, no, yes } from './fields.js'
import { described, listOf, object, text, whole } from './handlers/schemas.js'
import type { Operation } from './operation.js'
import { type OperationName, operations } from './operations.js'

/** Options of {@link openApi}. */
export interface OpenApiOptions {
  /** Where the service is: `https://facturas.example.mx`. The place of the description itself by default. */
  readonly server?: string | undefined
  /** Complements that drafts and documents may have. All by default, which makes 250 kB of it; without them it is 40. */
  readonly complements?: readonly Complement[] | undefined
}

/** Codes that any operation may answer with, and those that any with a key may. */
const everywhere: readonly CodeName[] = ['request', 'size', 'failed']
const withKey: readonly CodeName[] = ['unauthorized', 'scope']

/**
 * The OpenAPI 3.1 document of the service: plain data. Drafts are `#/components/schemas/ComprobanteDraft`, and what is in a stamped XML
 * `#/components/schemas/Comprobante`.
 * @example
 * openApi({ complements: [] }).openapi // → '3.1.0'
 */
export function openApi({ server = '/', complements }: OpenApiOptions = {}) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timbrado de CFDI 4.0',
      version: '5.0.0',
      description: 'De una factura en JSON a un CFDI 4.0 timbrado. Los cuerpos de las peticiones son formularios.',
    },
    servers: [{ url: server }],
    paths: pathsOf(operations),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      schemas: schemasOf(complements ?? cfdi.complements),
    },
  }
}

function schemasOf(complements: readonly Complement[]): Readonly<Record<string, JsonSchema>> {
  const form = { form: 'inline', complements } as const
  return {
    ComprobanteDraft: jsonSchemaOf(cfdi, { ...form, auto: isDerived }),
    Comprobante: jsonSchemaOf(cfdi, form),
    Reason: reason,
    Failure: object({
      code: described(whole, 'Estable: dice por qué.'),
      message: described(text, 'Resumen, para personas.'),
      errors: listOf({ $ref: '#/components/schemas/Reason' }),
    }),
  }
}

const reason = object(
  {
    element: described(text, 'El elemento, o request para la petición.'),
    field: described(text, 'El atributo o el campo; vacío cuando es el elemento.'),
    message: described(text, 'Qué está mal.'),
    code: text,
    severity: text,
    path: described(text, 'La ruta en el JSON.'),
    line: whole,
  },
  ['code', 'severity', 'path', 'line'],
)

function pathsOf(all: Readonly<Record<OperationName, Operation>>) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, operation] of Object.entries(all)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(name, operation) }
  }
  return paths
}

function describe(operationId: string, operation: Operation): object {
  const { summary, scope, params = {}, query = {}, form, takesKey } = operation
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...(takesKey === true ? [idempotencyKey] : []),
  ]
  return {
    ...{ operationId, summary: summary.es },
    ...(scope === undefined ? { security: [] } : { security: [{ key: [] }], description: `Alcance: \`${scope}\`.` }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(form === undefined ? {} : { requestBody: bodyOf(form) }),
    responses: responsesOf(operation),
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Una llave es un comprobante: repetirla da la misma respuesta. Sin ella se hace una, que la respuesta dice.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
}

function parametersOf(place: 'path' | 'query', fields: Fields): object[] {
  return Object.entries(fields).map(([name, field]) => ({
    ...{ name, in: place, required: field.required === true, description: field.description },
    ...(field.kind === 'list' ? { style: 'form', explode: false } : {}),
    schema: schemaOf(field),
  }))
}

/** A list is one field with commas, and not a field for each item. */
function bodyOf(fields: Fields): object {
  const entries = Object.entries(fields)
  const optional = entries.filter(([, { required }]) => required !== true).map(([name]) => name)
  const properties = entries.map(([name, field]) => [name, described(schemaOf(field), describedFlag(field))] as const)
  const lists = entries.filter(([, { kind }]) => kind === 'list')
  const encoding = Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: false }]))
  return {
    required: optional.length < entries.length,
    content: {
      'application/x-www-form-urlencoded': {
        schema: object(Object.fromEntries(properties), optional),
        ...(lists.length === 0 ? {} : { encoding }),
      },
    },
  }
}

function describedFlag({ kind, description }: Field): string {
  if (kind !== 'flag') return description
  return `${description} Sí: ${yes.join(', ')}. No: ${no.filter(Boolean).join(', ')}, o vacío.`
}

/** What a field holds, as JSON Schema. */
function schemaOf(field: Field): JsonSchema {
  switch (field.kind) {
    case 'json':
      return {
        ...{ type: 'string', contentMediaType: 'application/json' },
        contentSchema: { $ref: '#/components/schemas/ComprobanteDraft' },
      }
    case 'text':
      return {
        ...{ type: 'string', maxLength: field.most ?? 1_000 },
        ...(field.pattern === undefined ? {} : { pattern: field.pattern.source }),
      }
    case 'choice':
      return { type: 'string', enum: [...field.choices] }
    case 'list':
      return listOf({ type: 'string', enum: [...field.choices] })
    case 'flag':
      return text
    case 'count':
      return { type: 'integer', minimum: field.least, maximum: field.most }
  }
}

function responsesOf({ output, codes, scope }: Operation): object {
  const { status, schema, type } = output
  const content =
    schema !== undefined
      ? { content: { 'application/json': { schema } } }
      : type !== undefined
        ? { content: { [type]: {} } }
        : {}
  const rows = [...everywhere, ...(scope === undefined ? [] : withKey), ...codes].map((name) => serviceCodes[name])
  return { [status]: { description: 'Hecho.', ...content }, ...Object.fromEntries(statusesOf(rows)) }
}

/** One response for each status, which tells its codes. */
function statusesOf(rows: readonly CodeRow[]): (readonly [string, object])[] {
  const statuses = [...new Set(rows.map(({ http }) => http))].sort()
  return statuses.map((http) => {
    const ofStatus = rows.filter((row) => row.http === http)
    const description = ofStatus.map(({ code, when }) => `${code}: ${when}`).join(' ')
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Failure' },
        { properties: { code: { enum: ofStatus.map(({ code }) => code) } } },
      ],
    }
    return [String(http), { description, content: { 'application/json': { schema } } }] as const
  })
}
