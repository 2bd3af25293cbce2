/**
 * Prodigia (PADE).
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type ProdigiaOptions, prodigia } from './prodigia.js'
