/**
 * Who stamps: the interface of a PAC.
 * @module
 */
export type * from './provider.js'
