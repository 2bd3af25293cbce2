/**
 * Finds the trust anchor that issued a certificate.
 * @module
 */
import { digest } from '../lib/digest.js'
import { toHex } from '../lib/hex.js'
import {
  type Certificate,
  isReadCertificate,
  readCertificate,
  verifyIssuedBy,
} from './certificate.js'

/** A parsed certificate, or its DER, PEM or Base64. */
export type CertificateSource = Certificate | Uint8Array | string

/**
 * Returns a certificate that {@link readCertificate} created as it is. Reads a copy again from its
 * `der`, because its members may differ. Throws CertificateError when it cannot be read, TypeError
 * for other values.
 */
export function certificateFrom(source: CertificateSource): Certificate {
  if (typeof source === 'string' || source instanceof Uint8Array) return readCertificate(source)
  if (isReadCertificate(source)) return source
  if ((source as Partial<Certificate> | null | undefined)?.der instanceof Uint8Array)
    return readCertificate(source.der)
  throw new TypeError('expected a certificate: parsed, or its DER, PEM or Base64')
}

/** SHA-256 of a certificate and of its anchor, for signatures verified in this process. */
const verified = new Set<string>()

/** A receiver has some thousand suppliers; an entry takes some 200 bytes. */
const maxVerified = 4_096

/**
 * Returns the anchor that issued a certificate, or `undefined`. A verified pair is cached and costs
 * two digests; failures are computed each time.
 * @throws {CertificateError} `CERTIFICATE_UNSUPPORTED` when the signature algorithm of the
 * certificate is not supported
 */
export async function findAnchor(
  certificate: Certificate,
  anchors: readonly Certificate[],
): Promise<Certificate | undefined> {
  const own = await hashCertificate(certificate)
  for (const anchor of anchors) {
    const pair = `${own} ${await hashCertificate(anchor)} ${toHex(anchor.publicKey)}`
    if (verified.has(pair) || (await verifyIssuedBy(certificate, anchor))) {
      // The least recently used pair is dropped first.
      verified.delete(pair)
      verified.add(pair)
      if (verified.size > maxVerified) verified.delete(verified.values().next().value as string)
      return anchor
    }
  }
  return undefined
}

async function hashCertificate({ der }: Certificate): Promise<string> {
  return toHex(await digest('sha256', der))
}
