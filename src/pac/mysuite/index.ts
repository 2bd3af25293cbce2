/**
 * MYSuite.
 * @module
 */
export type { AccountOptions } from '../adapter/account.js'
export type { Adapter } from '../adapter/adapter.js'
export { type MysuiteOptions, mysuite } from './mysuite.js'
