/**
 * Solución Factible.
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type SolucionFactibleOptions, solucionFactible } from './solucionFactible.js'
