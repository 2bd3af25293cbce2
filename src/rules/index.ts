/**
 * What the SAT demands.
 * @module
 */
export { type CheckOptions, check, checkXml, explain } from './check.js'
export type { Explanation } from './explain.js'
export { listRules, type RuleDescription } from './listRules.js'
export type { CertificateRegistry, ListedCertificate, Taxpayer, TaxpayerRegistry } from './registry.js'
