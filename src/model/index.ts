/**
 * The declarations and the verbs over them.
 * @module
 */
export type { Limits } from '../lib/limits.js'
export {
  type Composed,
  cadenaOriginal,
  cadenaOriginalXml,
  cadenaTimbre,
  composeCfdi,
  type ReadOptions,
  readCfdi,
  writeCfdi,
} from '../sat/cfdi40/cfdi.js'
export { cfdi } from '../sat/cfdi40/model.js'
export type { Registered } from '../sat/registered.js'
export { complement, type Place, type TipoDeComprobante } from '../sat/cfdi40/complement.js'
export { type Comprobante, type Concepto, comprobante } from '../sat/cfdi40/declaration.js'
export type { ComprobanteDraft, ConceptoDraft } from '../sat/cfdi40/draft.js'
export type {
  ComplementosDelComprobanteDraft,
  ComplementosDelConceptoDraft,
} from '../sat/drafts.js'
export { type ComplementFacts, listComplements } from '../sat/listComplements.js'
export { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
export type { ComplementosDelComprobante, ComplementosDelConcepto } from '../sat/typed.js'
export { checkStructure, type Membership, type StructureOptions } from './check.js'
export { readDeclaration, writeDeclaration } from './host/declaration.js'
export { extendModel } from './host/extend.js'
export type { Finding } from './finding.js'
export * from './grammar.js'
export {
  type AutoMembers,
  type JsonSchema,
  type JsonSchemaOptions,
  jsonSchemaOf,
} from './jsonSchema.js'
export type { Typed, ValueOf } from './nodes.js'
export * as types from './types.js'
export { type CatalogForm, type CatalogForms, writeXsd } from './xsd.js'
export { writeXslt } from './xslt.js'
