/**
 * Seals: creation and verification, certificates and signers.
 * @module
 */

export {
  type Certificate,
  type CertificateKind,
  type DistinguishedName,
  type KeyUsage,
  readCertificate,
  verifyIssuedBy,
  verifySignature,
} from '../certificate/certificate.js'
export { type Csd, type CsdFiles, createCsd } from '../certificate/csd.js'
export type { CertificateSource } from '../certificate/chain.js'
export type { Signer } from '../certificate/signer.js'
export type { Bytes } from '../lib/bytes.js'
export type { Registered } from '../sat/registered.js'
export type { Comprobante } from '../sat/cfdi40/declaration.js'
export type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
export { insertTimbre, type StampedDocument } from './insertTimbre.js'
export type { IntegrityPolicy, SealPolicy, SealRequirements } from './policy.js'
export { type Sealed, seal, type Unsealed } from './sello.js'
export type {
  Failure,
  IntactSeal,
  IntegrityVerdict,
  TimbreVerdict,
  Verdict,
  VerdictReason,
} from './verdict.js'
export type {
  CfdiVerification,
  MissingInput,
  Step,
  StepReason,
  Steps,
  UnprovenCfdi,
  ValidCfdi,
  VerificationFacts,
} from './verification.js'
export { verifySello, verifyStamp, verifyTimbre } from './verify.js'
export {
  type CfdiInputs,
  type CfdiPolicy,
  type PacCertificates,
  type UntrustedCfdiPolicy,
  verifyCfdi,
} from './verifyCfdi.js'
export type { Revocations } from './verificationSteps.js'
export { openCsdWebCrypto, type SigningKey, webCryptoSigner } from './webcrypto.js'
