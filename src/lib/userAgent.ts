/**
 * The name by which a PAC sees this library. `test/node/userAgent.test.ts` holds the version
 * against package.json.
 * @module
 */

/** Value of `User-Agent` (RFC 9110, section 10.1.5). */
export const userAgent = 'cfdi-stamp/0.1.0'
