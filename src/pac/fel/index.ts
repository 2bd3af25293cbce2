/**
 * FEL (Facturar En Línea, Folios Digitales).
 * @module
 */
export type * from '../adapter/adapter.js'
export { type FelOptions, fel } from './fel.js'
