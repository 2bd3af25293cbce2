/**
 * The SAT's rules.
 * @module
 */
export type { Catalogs } from '../catalogs/set.js'
export type { Limits } from '../lib/limits.js'
export type { Finding } from '../model/finding.js'
export type { Registered } from '../sat/registered.js'
export { type CheckOptions, check, checkXml } from '../sat/cfdi40/check.js'
export { explain } from '../sat/cfdi40/explain.js'
export { listRules, type RuleDescription } from '../sat/listRules.js'
export type { Explanation } from './explain.js'
export type {
  CertificateRegistry,
  ListedCertificate,
  Taxpayer,
  TaxpayerRegistry,
} from './registry.js'
export type { Need } from './rule.js'
