/**
 * cfdi-stamp: from the JSON of an invoice to a stamped CFDI 4.0.
 * @module
 */

export { type Certificate, readCertificate } from './certificate/certificate.js'
export { type Csd, createCsd } from './certificate/csd.js'
export { type FailureCode, type FailureName, failureCodes } from './engine/codes.js'
export { createEngine, type Engine, type EngineOptions, type SignerSource, type StampOptions } from './engine/engine.js'
export { createMemoryFolios, type FolioReservation, type FolioSequence } from './engine/folios.js'
export { sealMany, stampMany } from './engine/many.js'
export type { SealedCfdi, StampError, StampedCfdi, StampFailure, StampResult, StampSuccess } from './engine/result.js'
export { verificationUrl } from './engine/verificationUrl.js'
export * from './errors.js'
export type { Limits } from './lib/limits.js'
export type { Finding } from './model/finding.js'
export { type Failover, failover } from './pac/failover.js'
export { createUnsafeMemoryJournal, type Journal } from './pac/journal.js'
export type {
  Capabilities,
  Evidence,
  FindOutcome,
  Provider,
  Refused,
  Rejected,
  Stamped,
  StampOutcome,
  Unavailable,
  Unknown,
} from './pac/provider.js'
export { withFaults } from './pac/sandbox/faults.js'
export { createSandboxPac, type SandboxOptions, type SandboxPac } from './pac/sandbox/sandbox.js'
export type { FailoverOptions } from './pac/settings.js'
export {
  type Composed,
  cadenaOriginal,
  cadenaOriginalXml,
  cadenaTimbre,
  composeCfdi,
  type ReadOptions,
  readCfdi,
  writeCfdi,
} from './sat/cfdi40/cfdi.js'
export { type CheckOptions, check, checkXml, explain } from './sat/cfdi40/check.js'
export type { Comprobante, Concepto } from './sat/cfdi40/declaration.js'
export { isDerived } from './sat/cfdi40/resolve.js'
export { listComplements } from './sat/listComplements.js'
export { listRules, type RuleDescription } from './sat/listRules.js'
export type { TimbreFiscalDigital } from './sat/timbre11/declaration.js'
export { insertTimbre } from './seal/insertTimbre.js'
export type { SealPolicy } from './seal/policy.js'
export { type Sealed, seal, type Unsealed } from './seal/sello.js'
export type { Signer } from './seal/signer.js'
export type { Verdict, VerdictReason } from './seal/verdict.js'
export { verifySello, verifyTimbre } from './seal/verify.js'
export { openCsdWebCrypto, webCryptoSigner } from './seal/webcrypto.js'
