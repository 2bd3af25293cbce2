/**
 * Who signs: certificates, keys, seals.
 * @module
 */
export {
  type Certificate,
  type CertificateKind,
  type KeyUsage,
  readCertificate,
  verifyIssuedBy,
  verifySignature,
} from '../certificate/certificate.js'
export { type Csd, type CsdFiles, createCsd } from '../certificate/csd.js'
export { insertTimbre, type StampedDocument } from './insertTimbre.js'
export type { SealPolicy } from './policy.js'
export { type Sealed, seal, type Unsealed } from './sello.js'
export type { Signer } from './signer.js'
export type { TimbreVerdict, Verdict, VerdictReason } from './verdict.js'
export { verifySello, verifyStamp, verifyTimbre } from './verify.js'
export { openCsdWebCrypto, webCryptoSigner } from './webcrypto.js'
