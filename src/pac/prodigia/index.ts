/**
 * Prodigia (PADE).
 * @module
 */
export type * from '../adapter/adapter.js'
export { type ProdigiaOptions, prodigia } from './prodigia.js'
