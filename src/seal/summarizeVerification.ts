/**
 * Summary of a verification as plain JSON.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import type { CfdiVerification } from './verification.js'

/** Facts of a certificate, as JSON has them. */
export interface CertificateFacts
  extends Pick<Certificate, 'noCertificado' | 'rfc' | 'name' | 'kind' | 'environment' | 'keySize'> {
  /** Beginning of its term, in UTC (ISO 8601). */
  readonly validFrom: string
  /** End of its term, in UTC (ISO 8601). */
  readonly validTo: string
}

/** Returns the facts of a certificate. */
export function certificateFacts(certificate: Certificate): CertificateFacts {
  const { noCertificado, rfc, name, kind, environment, keySize, validFrom, validTo } = certificate
  const term = { validFrom: validFrom.toISOString(), validTo: validTo.toISOString() }
  return { noCertificado, rfc, name, kind, environment, keySize, ...term }
}

/** Returns the verdict as plain JSON; undefined members are left out. */
export function summarizeVerification(
  verification: CfdiVerification,
): Readonly<Record<string, unknown>> {
  const { certificate, pacCertificate, ...rest } = verification
  const known = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(known),
    ...(certificate && { certificate: certificateFacts(certificate) }),
    ...(pacCertificate && { pacCertificate: certificateFacts(pacCertificate) }),
  }
}
