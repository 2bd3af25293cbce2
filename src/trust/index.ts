/**
 * Trust data: known authorities of the SAT and known PACs.
 * @module
 */
export type {
  Certificate,
  CertificateKind,
  DistinguishedName,
  KeyUsage,
} from '../certificate/certificate.js'
export type { Bytes } from '../lib/bytes.js'
export {
  legacyAnchors,
  legacyAuthorities,
  sandboxAnchors,
  satAnchors,
  satAuthorities,
  type TrustedAuthority,
} from './authorities.js'
export { type Fingerprint, fingerprints } from './fingerprints.js'
export { pacCertificateUrl } from './pacCertificateUrl.js'
export { knownPacs, type ListedPac, type PacList } from './pacs.js'
