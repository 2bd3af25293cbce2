/**
 * Finkok.
 * @module
 */
export type * from '../adapter/adapter.js'
export { type FinkokOptions, finkok } from './finkok.js'
