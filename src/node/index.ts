/**
 * What needs Node: files.
 * @module
 */
export { type FileSource, openCsd } from './openCsd.js'
