/**
 * The model: declarations and the verbs over them.
 * @module
 */
export type { Limits } from '../lib/limits.js'
export {
  type Composed,
  cadenaOriginal,
  cadenaOriginalXml,
  cadenaTimbre,
  cfdi,
  composeCfdi,
  type ReadOptions,
  readCfdi,
  writeCfdi,
} from './cfdi.js'
export { checkStructure, type Membership, type StructureOptions } from './check.js'
export { type Comprobante, type Concepto, comprobante } from './comprobante.js'
export type { Finding } from './finding.js'
export * from './grammar.js'
export { type JsonSchema, type JsonSchemaOptions, jsonSchemaOf } from './jsonSchema.js'
export { type ComplementFacts, listComplements } from './listComplements.js'
export { type TimbreFiscalDigital, timbreFiscalDigital } from './timbre.js'
export * as types from './types.js'
export { type CatalogForm, type CatalogForms, writeXsd } from './xsd.js'
export { writeXslt } from './xslt.js'
