/**
 * Solución Factible.
 * @module
 */
export type * from '../adapter/adapter.js'
export { type SolucionFactibleOptions, solucionFactible } from './solucionFactible.js'
