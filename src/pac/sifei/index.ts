/**
 * SIFEI.
 * @module
 */
export type * from '../adapter/adapter.js'
export { type SifeiOptions, sifei } from './sifei.js'
