/**
 * Who signs: certificates, keys, seals.
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
export type { Signer } from '../certificate/signer.js'
export type { Bytes } from '../lib/bytes.js'
export type { Comprobante } from '../sat/cfdi40/declaration.js'
export type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
export { insertTimbre, type StampedDocument } from './insertTimbre.js'
export type { SealPolicy } from './policy.js'
export { type Sealed, seal, type Unsealed } from './sello.js'
export type { Failure, TimbreVerdict, Verdict, VerdictReason } from './verdict.js'
export { verifySello, verifyStamp, verifyTimbre } from './verify.js'
export { openCsdWebCrypto, type SigningKey, webCryptoSigner } from './webcrypto.js'
