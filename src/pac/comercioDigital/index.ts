/**
 * Comercio Digital.
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type ComercioDigitalOptions, comercioDigital } from './comercioDigital.js'
