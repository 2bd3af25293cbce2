/**
 * SW Sapien.
 * @module
 */
export type { SwCredentials, SwOptions, SwUrls } from './options.js'
export { sw } from './sw.js'
