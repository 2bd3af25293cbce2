/**
 * The model: declarations and the verbs over them.
 * @module
 */
export { cadenaOriginal, cadenaOriginalXml, cadenaTimbre, cfdi, readCfdi, writeCfdi } from './cfdi.js'
export { checkStructure, type Membership, type StructureOptions } from './check.js'
export { type Comprobante, type Concepto, comprobante } from './comprobante.js'
export type { Finding } from './finding.js'
export * from './grammar.js'
export { type TimbreFiscalDigital, timbreFiscalDigital } from './timbre.js'
export * as types from './types.js'
