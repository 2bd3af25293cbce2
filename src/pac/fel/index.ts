/**
 * FEL (Facturar En Línea, Folios Digitales).
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type FelOptions, fel } from './fel.js'
