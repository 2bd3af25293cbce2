/**
 * SW Sapien.
 * @module
 */
export type { Adapter } from '../adapter/adapter.js'
export type { SwCredentials, SwOptions, SwUrls } from './options.js'
export { sw } from './sw.js'
