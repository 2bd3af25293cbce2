/**
 * NTLink.
 * @module
 */
export type * from '../adapter/adapter.js'
export { type NtlinkOptions, ntlink } from './ntlink.js'
