/**
 * The OpenAPI 3.1 document of the service, from the operations, the codes and the declarations of
 * the SAT's documents.
 * @module
 */
import { type OptionNames, requireOptions } from '../lib/options.js'
import type { Complement } from '../model/grammar.js'
import { type JsonSchema, jsonSchemaOf } from '../model/jsonSchema.js'
import { cfdi } from '../sat/cfdi40/model.js'
import { autoMembers } from '../sat/cfdi40/resolve.js'
import { kindsOf, type SatDocument } from '../sat/document.js'
import { type Root, requireDocuments } from '../sat/root.js'
import { type CodeName, serviceCodes } from './codes.js'
import { type Field, type Fields, mostOfFile, no, yes } from './fields.js'
import { exampleOf, formExampleOf } from './handlers/examples.js'
import { arrayOf, describedSchema, object, text, whole } from './handlers/schemas.js'
import type { Operation } from './operation.js'
import { type OperationName, operations } from './operations.js'
import { eventSchema, events, eventTypes } from './webhooks/events.js'

/** Options of {@link openApi}. */
export interface OpenApiOptions {
  /**
   * URL of the service, or those of its environments: `https://facturas.example.mx`. Defaults to the
   * location of the document itself.
   */
  readonly server?: string | readonly string[] | undefined
  /**
   * Complements that drafts and documents may have. Defaults to all, which makes 250 kB; without
   * them it has 40 kB.
   */
  readonly complements?: readonly Complement[] | undefined
  /** Documents that the service takes besides CFDI 4.0: `retenciones20`. Defaults to none. */
  readonly documents?: readonly Root[] | undefined
}

/** Failure codes of every operation, and those of every operation with an API key. */
const everywhere: readonly CodeName[] = ['request', 'size', 'failed']
const withKey: readonly CodeName[] = ['unauthorized', 'scope', 'limit', 'address']

/** Names of the options. */
const optionNames: OptionNames<OpenApiOptions> = {
  server: true,
  complements: true,
  documents: true,
}

/**
 * Creates the OpenAPI 3.1 document of the service: plain data. Drafts are
 * `#/components/schemas/ComprobanteDraft`, and the content of a stamped XML is
 * `#/components/schemas/Comprobante`.
 * @example
 * openApi({ complements: [] }).openapi // → '3.1.0'
 */
export function openApi(options: OpenApiOptions = {}) {
  requireOptions('openApi', options, optionNames)
  const { server = '/', complements, documents = [] } = options
  requireDocuments('openApi', documents)
  const kinds = kindsOf(documents)
  const schemas = schemasOf(complements ?? cfdi.complements, kinds)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timbrado de CFDI 4.0',
      version: '5.0.0',
      description:
        'De una factura en JSON a un CFDI 4.0 timbrado. Los cuerpos de las peticiones son formularios.',
    },
    servers: [server].flat().map((url) => ({ url })),
    tags: [...new Set(Object.values<Operation>(operations).map(tagOf))].map((name) => {
      const description = tags[name]
      return { name, ...(description !== undefined && { description }) }
    }),
    paths: pathsOf(operations, {
      drafts: ['ComprobanteDraft', ...kinds.map(({ model }) => `${model.document.name}Draft`)],
      schemas,
    }),
    webhooks: webhooksOf(schemas),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas,
    },
  }
}

/** Descriptions of the tags, which are the first part of a path after the version. */
const tags: Readonly<Record<string, string>> = {
  invoice: 'Timbrar, consultar, cancelar y verificar comprobantes.',
  exports: 'Exportar comprobantes a CSV o ZIP.',
  pdf: 'Cómo se ven los PDF.',
  recipients: 'Direcciones de correo de los receptores.',
  attention: 'Timbrados en duda, que resuelve una persona.',
  balance: 'Créditos.',
  webhooks: 'Direcciones que reciben eventos.',
  events: 'Eventos de la cuenta.',
  account: 'La cuenta.',
  keys: 'Llaves de la API.',
  issuers: 'Emisores, y de dónde sale su CSD.',
  csd: 'Certificados de Sello Digital de la cuenta.',
  audit: 'Quién hizo qué, y con qué llave.',
  documents: 'El XML y el PDF, por su liga.',
  'openapi.json': 'Esta descripción.',
}

/** Name of the tag of an operation. */
export function tagOf({ path }: Pick<Operation, 'path'>): string {
  return path.split('/')[3] ?? ''
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** Components that operations refer to. */
interface Components {
  /** Names of the schemas of drafts. */
  readonly drafts: readonly string[]
  readonly schemas: Schemas
}

/** The events, as requests that the service sends. */
function webhooksOf(schemas: Schemas): Readonly<Record<string, object>> {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const schema = eventSchema(type)
      const post = {
        operationId: type,
        summary: events[type].title,
        tags: ['webhooks'],
        security: [],
        parameters: webhookHeaders,
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
        },
        responses: { '2XX': { description: 'Recibido. Otra respuesta, o ninguna, se reintenta.' } },
      }
      return [type, { post }] as const
    }),
  )
}

/** Headers of Standard Webhooks. */
const webhookHeaders = [
  ['webhook-id', 'El mismo en cada entrega del mismo evento.'],
  ['webhook-timestamp', 'Cuándo se envía, en segundos desde 1970.'],
  ['webhook-signature', 'Firmas de los secretos vigentes: v1,Base64 separadas por espacios.'],
].map(([name, description]) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
}))

function schemasOf(
  complements: readonly Complement[],
  kinds: readonly SatDocument[],
): Readonly<Record<string, JsonSchema>> {
  const form = { form: 'inline', complements } as const
  const others = kinds.flatMap(({ model, auto }) => [
    [`${model.document.name}Draft`, jsonSchemaOf(model, { form: 'inline', auto })] as const,
    [model.document.name, jsonSchemaOf(model, { form: 'inline' })] as const,
  ])
  return {
    ComprobanteDraft: jsonSchemaOf(cfdi, { ...form, auto: autoMembers }),
    Comprobante: jsonSchemaOf(cfdi, form),
    ...Object.fromEntries(others),
    Reason: reason,
    Failure: object(
      {
        code: describedSchema(whole, 'Estable: dice por qué.'),
        message: describedSchema(text, 'Resumen, para personas.'),
        errors: arrayOf({ $ref: '#/components/schemas/Reason' }),
        more: describedSchema(whole, 'Cuántos errores más hay, que no caben en errors.'),
      },
      ['more'],
    ),
  }
}

const reason = object(
  {
    element: describedSchema(text, 'El elemento, o request para la petición.'),
    field: describedSchema(text, 'El atributo o el campo; vacío cuando es el elemento.'),
    message: describedSchema(text, 'Qué está mal.'),
    code: text,
    severity: text,
    path: describedSchema(text, 'La ruta en el JSON.'),
    line: whole,
  },
  ['code', 'severity', 'path', 'line'],
)

function pathsOf(all: Readonly<Record<OperationName, Operation>>, components: Components) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, operation] of Object.entries(all)) {
    const { summary, scope, params = {}, query = {}, form, takesKey } = operation
    const parameters = [
      ...describeParameters('path', params),
      ...describeParameters('query', query),
      ...(takesKey === true ? [idempotencyKey] : []),
    ]
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        ...{ operationId: name, summary: summary.es, tags: [tagOf(operation)] },
        ...(scope === undefined
          ? { security: [] }
          : { security: [{ key: [] }, { bearer: [] }], description: `Alcance: \`${scope}\`.` }),
        ...(parameters.length > 0 && { parameters }),
        ...(form !== undefined && { requestBody: bodyOf(form, components.drafts) }),
        responses: responsesOf(operation, components.schemas),
      },
    }
  }
  return paths
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Una llave es un comprobante: repetirla da la misma respuesta. Sin ella se hace una, que la respuesta dice.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
}

function describeParameters(place: 'path' | 'query', fields: Fields): object[] {
  return Object.entries(fields).map(([name, field]) => ({
    ...{ name, in: place, required: field.required === true, description: field.description },
    ...(field.kind === 'list' && { style: 'form', explode: false }),
    schema: describeField(field, []),
  }))
}

/** A list is one field with commas, not a repeated field. */
function bodyOf(fields: Fields, drafts: readonly string[]): object {
  const entries = Object.entries(fields)
  const optional = entries.filter(([, { required }]) => required !== true).map(([name]) => name)
  const properties = entries.map(
    ([name, field]) =>
      [name, describedSchema(describeField(field, drafts), describedFlag(field))] as const,
  )
  const lists = entries.filter(([, { kind }]) => kind === 'list')
  const encoding = Object.fromEntries(
    lists.map(([name]) => [name, { style: 'form', explode: false }]),
  )
  return {
    required: optional.length < entries.length,
    content: {
      'application/x-www-form-urlencoded': {
        schema: object(Object.fromEntries(properties), optional),
        example: formExampleOf(fields),
        ...(lists.length > 0 && { encoding }),
      },
    },
  }
}

function describedFlag({ kind, description }: Field): string {
  if (kind !== 'flag' && kind !== 'mail') return description
  return `${description} Sí: ${yes.join(', ')}. No: ${no.filter(Boolean).join(', ')}, o vacío.`
}

/** JSON Schema of a field; `drafts` are the names of the schemas of drafts. */
function describeField(field: Field, drafts: readonly string[]): JsonSchema {
  switch (field.kind) {
    case 'json': {
      const schemas = drafts.map((name) => ({ $ref: `#/components/schemas/${name}` }))
      const [one, ...others] = schemas
      return {
        ...{ type: 'string', contentMediaType: 'application/json' },
        contentSchema: one !== undefined && others.length === 0 ? one : { anyOf: schemas },
      }
    }
    case 'xml':
      return { type: 'string', contentMediaType: 'application/xml' }
    case 'file':
      return { type: 'string', contentEncoding: 'base64', maxLength: field.most ?? mostOfFile }
    case 'text':
      return {
        ...{ type: 'string', maxLength: field.most ?? 1_000 },
        ...(field.pattern !== undefined && { pattern: field.pattern.source }),
      }
    case 'choice':
      return { type: 'string', enum: [...field.choices] }
    case 'list':
      return arrayOf({ type: 'string', enum: [...field.choices] })
    case 'flag':
    case 'addresses':
    case 'mail':
      return text
    case 'count':
      return { type: 'integer', minimum: field.least, maximum: field.most }
  }
}

function responsesOf({ output, codes, scope }: Operation, schemas: Schemas): object {
  const { status, schema, type } = output
  const content =
    schema !== undefined
      ? { content: { 'application/json': { schema, example: exampleOf(schema, schemas) } } }
      : type !== undefined
        ? { content: { [type]: {} } }
        : {}
  const rows = [...everywhere, ...(scope === undefined ? [] : withKey), ...codes].map(
    (name) => serviceCodes[name],
  )
  // One response per status, with its codes.
  const statuses = [...new Set(rows.map(({ http }) => http))].sort()
  return {
    [status]: { description: 'Hecho.', ...content },
    ...Object.fromEntries(
      statuses.map((http) => {
        const ofStatus = rows.filter((row) => row.http === http)
        const description = ofStatus.map(({ code, when }) => `${code}: ${when}`).join(' ')
        const schema = {
          allOf: [
            { $ref: '#/components/schemas/Failure' },
            { properties: { code: { enum: ofStatus.map(({ code }) => code) } } },
          ],
        }
        const { message, when } = ofStatus[0]!
        const example = {
          code: ofStatus[0]!.code,
          message: message === '' ? when : message,
          errors: [],
        }
        const content = { 'application/json': { schema, example } }
        return [String(http), { description, content }] as const
      }),
    ),
  }
}
