/**
 * What the SAT demands.
 * @module
 */
export { type CheckOptions, check, checkXml, explain } from './check.js'
export type { CertificateRegistry, ListedCertificate, Taxpayer, TaxpayerRegistry } from './registry.js'
export type { Explanation } from './run.js'
