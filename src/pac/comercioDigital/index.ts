/**
 * Comercio Digital.
 * @module
 */
export type * from '../adapter/adapter.js'
export { type ComercioDigitalOptions, comercioDigital } from './comercioDigital.js'
