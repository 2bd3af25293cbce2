/**
 * Timbox.
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type TimboxOptions, timbox } from './timbox.js'
