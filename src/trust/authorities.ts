/**
 * Trust anchors: the authorities of the SAT that issue the certificates of taxpayers and PACs.
 * @module
 */
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { certificates } from './certificates.js'
import { type Fingerprint, fingerprints } from './fingerprints.js'

/** An authority, with its certificate and the evidence for it. */
export interface TrustedAuthority extends Fingerprint {
  /** The SAT's name for it: `AC5`. */
  readonly id: string
  /**
   * The certificate. Its `validFrom` and `validTo` limit the dates on which the authority issues.
   */
  readonly certificate: Certificate
}

function authority(id: Exclude<keyof typeof certificates, 'sandbox'>): TrustedAuthority {
  return Object.freeze({ id, certificate: readCertificate(certificates[id]), ...fingerprints[id] })
}

/**
 * Authorities of the SAT that issue since May 2019: AC5 (2019-05-03 to 2027-05-03) and AC7
 * (2023-05-23 to 2031-05-23). A certificate chains to one of them only if it begins within the
 * authority's term. AC6, which issued for some weeks in 2023, is not among them: the page on trust
 * says how to add it.
 */
export const satAuthorities: readonly TrustedAuthority[] = /* @__PURE__ */ Object.freeze([
  authority('AC5'),
  authority('AC7'),
])

/**
 * Certificates of {@link satAuthorities}: the `anchors` of `verifyCfdi`, `verifySello` and
 * `verifyTimbre`.
 * @example
 * const verdict = await verifyCfdi(xml, { anchors: satAnchors })
 * verdict.verdict // → 'invalid'
 */
export const satAnchors: readonly Certificate[] = /* @__PURE__ */ readAuthorities(satAuthorities)

/**
 * AC4 (2015-05-25 to 2023-05-25), the issuer of most certificates before 2019. Its evidence is one
 * repository.
 */
export const legacyAuthorities: readonly TrustedAuthority[] = /* @__PURE__ */ Object.freeze([
  authority('AC4'),
])

/**
 * Certificates of {@link legacyAuthorities}, for documents sealed with a CSD issued before 2019.
 * Not in {@link satAnchors}.
 * @example
 * const anchors = [...satAnchors, ...legacyAnchors]
 * anchors.length // → 3
 */
export const legacyAnchors: readonly Certificate[] =
  /* @__PURE__ */ readAuthorities(legacyAuthorities)

/**
 * Root of the test certificates that this project publishes. Their keys are public: never use it to
 * verify real documents. Sandbox PACs issue their own certificates: `trust()` of such a PAC returns
 * its anchors.
 */
export const sandboxAnchors: readonly Certificate[] = /* @__PURE__ */ Object.freeze([
  readCertificate(certificates.sandbox),
])

function readAuthorities(authorities: readonly TrustedAuthority[]): readonly Certificate[] {
  return Object.freeze(authorities.map(({ certificate }) => certificate))
}
