/**
 * Facturalo Plus.
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type FacturaloPlusOptions, facturaloPlus } from './facturaloPlus.js'
