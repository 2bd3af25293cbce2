/**
 * The documents as schemas for other libraries: Standard Schemas, and components of OpenAPI.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import { draftStructureOf } from '../derive/draftStructure.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import { checkStructure, type StructureOptions } from '../model/check.js'
import type { Complement, Model, Schema } from '../model/grammar.js'
import { type JsonSchema, type JsonSchemaOptions, jsonSchemaOf } from '../model/jsonSchema.js'
import type { ValueOf } from '../model/nodes.js'
import { type StandardSchema, standardOf } from '../model/standard.js'
import { questionsTo } from '../rules/questions.js'
import type { Comprobante } from './cfdi40/declaration.js'
import type { ComprobanteDraft } from './cfdi40/draft.js'
import { cfdi } from './cfdi40/model.js'
import { autoMembers, underived } from './cfdi40/resolve.js'
import type { SatDocument } from './document.js'
import { type Root, requireDocument } from './root.js'

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

/** Options of the schemas. */
export interface SchemaOptions {
  /** The SAT's catalogues. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
  /** Complements in its JSON Schema; each adds its size. Defaults to all in force. */
  readonly complements?: readonly Complement[] | undefined
  /** The document, such as `retenciones20` of `cfdi-stamp/retenciones`. Defaults to CFDI 4.0. */
  readonly document?: Root | undefined
}

/** Returns the complements admitted in new documents. */
function currentOf({ complements }: Model): readonly Complement[] {
  return complements.filter(
    ({ status, selfContained }) => status === 'vigente' && selfContained !== true,
  )
}

const current = currentOf(cfdi)

const schemaOptionNames: OptionNames<SchemaOptions> = {
  catalogs: true,
  complements: true,
  document: true,
}

/** A document with the members of its drafts that the engine may fill in. */
type Kind = Pick<SatDocument, 'model' | 'auto'>

const cfdiKind: Kind = { model: cfdi, auto: autoMembers }

/** @throws TypeError for a document that is none */
function kindOf(verb: string, document: Root | undefined): Kind {
  if (document === undefined) return cfdiKind
  requireDocument(verb, document)
  return document as SatDocument
}

const draftJudges = new WeakMap<Kind, ReturnType<typeof draftStructureOf>>()

function draftJudgeOf(kind: Kind): ReturnType<typeof draftStructureOf> {
  const known = draftJudges.get(kind)
  if (known !== undefined) return known
  const model = { ...kind.model, complements: currentOf(kind.model) }
  const judge = draftStructureOf(model, kind.auto, underived.free)
  draftJudges.set(kind, judge)
  return judge
}

/**
 * Creates the schema of drafts: the objects that `engine.stamp` accepts, "AUTO" included. It checks
 * form and codes; `engine.check` evaluates the rules too, after values are derived.
 * @example
 * draftSchema()['~standard'].validate({ Version: '4.0', Emsior: {} }).issues?.some(({ path }) => path[0] === 'Emsior') // → true
 */
export function draftSchema<Draft = ComprobanteDraft>(
  options: SchemaOptions = {},
): StandardSchema<Draft> {
  requireOptions('draftSchema', options, schemaOptionNames)
  const kind = kindOf('draftSchema', options.document)
  const { catalogs = allCatalogs, complements = currentOf(kind.model) } = options
  const { undated } = questionsTo(catalogs)
  const judge = draftJudgeOf(kind)
  const check = (draft: unknown) => judge(draft, undated)
  return standardOf<Schema, Draft>(kind.model, {
    check,
    jsonSchema: { auto: kind.auto, complements },
  })
}

/**
 * Creates the schema of complete documents, as `readCfdi` returns them: the findings of `check`
 * with `rules: false`.
 * @example
 * documentSchema()['~standard'].validate(factura).issues // → undefined
 */
export function documentSchema<Document = Comprobante>(
  options: SchemaOptions = {},
): StandardSchema<Document> {
  requireOptions('documentSchema', options, schemaOptionNames)
  const { model } = kindOf('documentSchema', options.document)
  const { catalogs = allCatalogs, complements } = options
  return standardOf<Schema, Document>(model, {
    check: structureOf(model, catalogs),
    jsonSchema: { complements },
  })
}

/**
 * Creates the schema of a complement.
 * @example
 * complementSchema(divisas)['~standard'].validate({ version: '1.0', tipoOperacion: 'compra' }).issues // → undefined
 */
export function complementSchema<C extends Complement>(
  complement: C,
  options: Pick<SchemaOptions, 'catalogs'> = {},
): StandardSchema<ValueOf<C>> {
  requireOptions('complementSchema', options, ['catalogs'])
  const { catalogs = allCatalogs } = options
  return standardOf(complement, {
    check: structureOf({ document: complement, complements: [] }, catalogs),
  })
}

function structureOf(model: Model, catalogs: Catalogs) {
  const { undated }: { readonly undated: StructureOptions } = questionsTo(catalogs)
  return (value: unknown) => checkStructure(model, value, undated)
}

/** Options of the components. */
export type ComponentsOptions = Pick<JsonSchemaOptions, 'complements' | 'codes' | 'describe'>

/** `components` of an OpenAPI document. */
export interface Components {
  /** By name for references: `{ $ref: '#/components/schemas/ComprobanteDraft' }`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

/**
 * Creates components of OpenAPI 3.1: `ComprobanteDraft`, `Comprobante`, `Finding` (an item of
 * `errors`), and every complement twice, `Pagos-2.0-Draft` and `Pagos-2.0`. Defaults to complements
 * in force.
 * @example
 * const { schemas } = openApiComponents({ complements: [pagos20] })
 * Object.keys(schemas) // → ['ComprobanteDraft', 'Pagos-2.0-Draft', 'Comprobante', 'Pagos-2.0', 'Finding']
 */
export function openApiComponents(options: ComponentsOptions = {}): Components {
  requireOptions('openApiComponents', options, ['complements', 'codes', 'describe'])
  const given = { complements: current, ...options }
  return {
    schemas: {
      ...componentsOf('ComprobanteDraft', '-Draft', { ...given, auto: autoMembers }),
      ...componentsOf('Comprobante', '', given),
      Finding: finding,
    },
  }
}

function componentsOf(
  name: string,
  suffix: string,
  options: JsonSchemaOptions,
): Record<string, JsonSchema> {
  const refs = (definition: string): string => `#/components/schemas/${definition}${suffix}`
  const { $schema: _, $id: __, $defs = {}, ...body } = jsonSchemaOf(cfdi, { ...options, refs })
  const definitions = Object.entries($defs as Readonly<Record<string, JsonSchema>>)
  return {
    [name]: body,
    ...Object.fromEntries(definitions.map(([definition, schema]) => [definition + suffix, schema])),
  }
}

const textSchema = (description: string): JsonSchema => ({ type: 'string', description })

const finding: JsonSchema = {
  title: 'Finding',
  type: 'object',
  required: ['code', 'severity', 'element', 'field', 'message', 'path'],
  properties: {
    code: textSchema('Código del SAT, o 301 si lo que está mal es la estructura.'),
    severity: {
      enum: ['error', 'warning'],
      description: 'Con un error no se timbra; con una advertencia, sí.',
    },
    element: textSchema('Nodo, con el nombre que le da el SAT.'),
    field: textSchema('Atributo o hijo; vacío si es el nodo mismo.'),
    message: textSchema('Qué está mal, en una oración.'),
    path: textSchema('Dónde está en el JSON: Conceptos[0].Importe.'),
    value: { description: 'Lo que se encontró.' },
    expected: textSchema('Lo que debe haber, si es una sola cosa.'),
    catalog: textSchema('El catálogo que no tiene la clave.'),
    limits: { type: 'array', items: { type: 'string' }, description: 'Mínimo y máximo admitidos.' },
  },
}
