/**
 * SHA-256 of the certificates of the SAT's authorities, with the publishers of each.
 * @module
 */

/** A published fingerprint. */
export interface Fingerprint {
  /** SHA-256 of the DER, hexadecimal in lower case. */
  readonly sha256: string
  /** Source of the fingerprint. */
  readonly evidence: string
}

const four =
  'measured from the SAT bundle Cert_Prod.zip by four public repositories, July to September 2026'

/**
 * By the SAT's number of the authority. AC6 has a fingerprint only: no copy of its certificate was
 * available.
 */
export const fingerprints = {
  AC4: {
    sha256: '9ce0c3a0a7b4b992388cfd903ca2241af5187e45bceb23af735fc4e3b206afce',
    evidence: 'one public repository; name and dates agree with certificates that it issued',
  },
  AC5: {
    sha256: '1ac6325143920fc047b6506e42540944fa6590b44560807b564c5603d15add8e',
    evidence: `${four}; two production certificates verify with it`,
  },
  AC6: {
    sha256: '054e8f213ff2228254d8f87ec43d2e7c2eda628d927c270b9a77d1d09eef9418',
    evidence: four,
  },
  AC7: {
    sha256: '6d1d1f871f0d69233fc94526fecf826bee67181782d6b7e5320b279c97e8dac7',
    evidence: four,
  },
} as const satisfies Readonly<Record<string, Fingerprint>>
