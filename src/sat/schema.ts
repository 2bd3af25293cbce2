/**
 * The documents as schemas that other libraries take: Standard Schemas, and components of OpenAPI.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { draftStructureOf } from '../derive/draftStructure.js'
import { checkStructure, type StructureOptions } from '../model/check.js'
import type { Complement, Model, Schema } from '../model/grammar.js'
import { type JsonSchema, type JsonSchemaOptions, jsonSchemaOf } from '../model/jsonSchema.js'
import type { ValueOf } from '../model/nodes.js'
import { type StandardSchema, standardOf } from '../model/standard.js'
import { questionsTo } from '../rules/questions.js'
import { cfdi } from './cfdi40/cfdi.js'
import type { Comprobante } from './cfdi40/declaration.js'
import type { ComprobanteDraft } from './cfdi40/draft.js'
import { isDerived } from './cfdi40/resolve.js'

export type { JsonSchema, JsonSchemaOptions } from '../model/jsonSchema.js'
export {
  type StandardIssue,
  type StandardOptions,
  type StandardProps,
  type StandardResult,
  type StandardSchema,
  type StandardTarget,
  standardOf,
} from '../model/standard.js'

/** With what a schema judges, and which complements it knows. */
export interface SchemaOptions {
  /** The SAT's catalogues. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
  /** The complements that may hang from it, in its JSON Schema: each costs its size. All that are in force by default. */
  readonly complements?: readonly Complement[] | undefined
}

/** What may hang from a document of today. */
const current = cfdi.complements.filter(({ status, selfContained }) => status === 'vigente' && selfContained !== true)

let judgeDraft: ReturnType<typeof draftStructureOf> | undefined

/**
 * Drafts: what `engine.stamp` takes as an object, "AUTO" and all. It judges form and codes; what the SAT demands besides is known
 * once values are derived: `engine.check`.
 * @example
 * draftSchema()['~standard'].validate({ Version: '4.0', Emsior: {} }).issues?.some(({ path }) => path[0] === 'Emsior') // → true
 */
export function draftSchema({
  catalogs = allCatalogs,
  complements = current,
}: SchemaOptions = {}): StandardSchema<ComprobanteDraft> {
  const { undated } = questionsTo(catalogs)
  judgeDraft ??= draftStructureOf({ ...cfdi, complements: current }, isDerived)
  const judge = judgeDraft
  const check = (draft: unknown) => judge(draft, undated)
  return standardOf<Schema, ComprobanteDraft>(cfdi, { check, jsonSchema: { auto: isDerived, complements } })
}

/**
 * Documents that are whole, as `readCfdi` gives them: what `check` says with `rules: false`.
 * @example
 * documentSchema()['~standard'].validate(factura).issues // → undefined
 */
export function documentSchema({
  catalogs = allCatalogs,
  complements,
}: SchemaOptions = {}): StandardSchema<Comprobante> {
  return standardOf<Schema, Comprobante>(cfdi, { check: structureOf(cfdi, catalogs), jsonSchema: { complements } })
}

/**
 * A complement by itself.
 * @example
 * complementSchema(divisas)['~standard'].validate({ version: '1.0', tipoOperacion: 'compra' }).issues // → undefined
 */
export function complementSchema<C extends Complement>(
  complement: C,
  { catalogs = allCatalogs }: Pick<SchemaOptions, 'catalogs'> = {},
): StandardSchema<ValueOf<C>> {
  return standardOf(complement, { check: structureOf({ document: complement, complements: [] }, catalogs) })
}

function structureOf(model: Model, catalogs: Catalogs) {
  const { undated }: { readonly undated: StructureOptions } = questionsTo(catalogs)
  return (value: unknown) => checkStructure(model, value, undated)
}

/** What is in the components. */
export type ComponentsOptions = Pick<JsonSchemaOptions, 'complements' | 'codes' | 'describe'>

/** The `components` of an OpenAPI document, those of ours. */
export interface Components {
  /** By the name to refer to: `{ $ref: '#/components/schemas/ComprobanteDraft' }`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

/**
 * Components of OpenAPI 3.1: `ComprobanteDraft`, `Comprobante`, `Finding` (an item of `errors`), and every complement twice,
 * `Pagos-2.0-Draft` and `Pagos-2.0`. Only complements in force, unless others are given.
 * @example
 * const { schemas } = openApiComponents({ complements: [pagos20] })
 * Object.keys(schemas) // → ['ComprobanteDraft', 'Pagos-2.0-Draft', 'Comprobante', 'Pagos-2.0', 'Finding']
 */
export function openApiComponents({ complements = current, ...options }: ComponentsOptions = {}): Components {
  const given = { complements, ...options }
  return {
    schemas: {
      ...componentsOf('ComprobanteDraft', '-Draft', { ...given, auto: isDerived }),
      ...componentsOf('Comprobante', '', given),
      Finding: finding,
    },
  }
}

function componentsOf(name: string, suffix: string, options: JsonSchemaOptions): Record<string, JsonSchema> {
  const refs = (definition: string): string => `#/components/schemas/${definition}${suffix}`
  const { $schema: _, $id: __, $defs = {}, ...body } = jsonSchemaOf(cfdi, { ...options, refs })
  const definitions = Object.entries($defs as Readonly<Record<string, JsonSchema>>)
  return {
    [name]: body,
    ...Object.fromEntries(definitions.map(([definition, schema]) => [definition + suffix, schema])),
  }
}

const text = (description: string): JsonSchema => ({ type: 'string', description })

const finding: JsonSchema = {
  title: 'Finding',
  type: 'object',
  required: ['code', 'severity', 'element', 'field', 'message', 'path'],
  properties: {
    code: text('Código del SAT, o 301 si lo que está mal es la estructura.'),
    severity: { enum: ['error', 'warning'], description: 'Con un error no se timbra; con una advertencia, sí.' },
    element: text('Nodo, con el nombre que le da el SAT.'),
    field: text('Atributo o hijo; vacío si es el nodo mismo.'),
    message: text('Qué está mal, en una oración.'),
    path: text('Dónde está en el JSON: Conceptos[0].Importe.'),
    value: { description: 'Lo que se encontró.' },
    expected: text('Lo que debe haber, si es una sola cosa.'),
    catalog: text('El catálogo que no tiene la clave.'),
    limits: { type: 'array', items: { type: 'string' }, description: 'Mínimo y máximo admitidos.' },
  },
}
