/**
 * Formas Digitales.
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type FormasDigitalesOptions, formasDigitales } from './formasDigitales.js'
