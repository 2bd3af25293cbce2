/**
 * cfdi-stamp: from the JSON of an invoice to a stamped CFDI 4.0.
 * @module
 */
export { isDerived } from './auto/derived.js'
export { createMemoryFolios, type FolioReservation, type FolioSequence } from './auto/folio.js'
export { type FailureCode, type FailureName, failureCodes } from './engine/codes.js'
export { createEngine, type Engine, type EngineOptions, type SignerSource, type StampOptions } from './engine/engine.js'
export { sealMany, stampMany } from './engine/many.js'
export type { SealedCfdi, StampError, StampedCfdi, StampFailure, StampResult, StampSuccess } from './engine/result.js'
export { verificationUrl } from './engine/verificationUrl.js'
export * from './errors.js'
export type { Limits } from './lib/limits.js'
export {
  type Composed,
  cadenaOriginal,
  cadenaOriginalXml,
  cadenaTimbre,
  composeCfdi,
  type ReadOptions,
  readCfdi,
  writeCfdi,
} from './model/cfdi.js'
export type { Comprobante, Concepto } from './model/comprobante.js'
export type { Finding } from './model/finding.js'
export { listComplements } from './model/listComplements.js'
export type { TimbreFiscalDigital } from './model/timbre.js'
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
export { type CheckOptions, check, checkXml, explain } from './rules/check.js'
export { listRules, type RuleDescription } from './rules/listRules.js'
export { type Certificate, readCertificate } from './seal/certificate.js'
export { type Csd, createCsd } from './seal/csd.js'
export { insertTimbre } from './seal/insertTimbre.js'
export type { SealPolicy } from './seal/policy.js'
export { type Sealed, seal, type Unsealed } from './seal/sello.js'
export type { Signer } from './seal/signer.js'
export type { Verdict, VerdictReason } from './seal/verdict.js'
export { verifySello, verifyTimbre } from './seal/verify.js'
export { openCsdWebCrypto, webCryptoSigner } from './seal/webcrypto.js'
