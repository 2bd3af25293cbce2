/**
 * The interface of a signer: a key in memory, a KMS, an HSM or a remote service.
 * @module
 */

import { isRecord } from '../lib/json.js'
import type { Certificate } from './certificate.js'

/**
 * Signs bytes with the private key of a certificate. The library never sees the key.
 *
 * `sign` resolves to RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 8.2) over exactly the given bytes:
 * the signer hashes them. Calls may overlap. When signing fails it rejects; the rejection reaches
 * the caller of `seal`.
 * @example A key that never leaves its KMS
 * const certificate = readCertificate(await readFile('csd.cer'))
 * const signer: Signer = {
 *   certificate,
 *   async sign(bytes) {
 *     const { Signature } = await kms.send(new SignCommand({
 *       KeyId, Message: await sha256(bytes), MessageType: 'DIGEST', SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
 *     }))
 *     return Signature
 *   },
 * }
 * const csd = await createCsd(signer)     // proves that key and certificate belong together
 */
export interface Signer {
  /** Certificate of the signing key. */
  readonly certificate: Certificate
  /** Resolves to the signature, as many bytes as the key has. */
  sign(bytes: Uint8Array): Promise<Uint8Array>
  /**
   * As `sign`, with SHA-1, which the SAT requires for cancellations only. Optional: AWS KMS has no
   * signature with SHA-1, and some hardened systems forbid it. A signer without it can seal but not
   * cancel.
   */
  signSha1?(bytes: Uint8Array): Promise<Uint8Array>
}

/**
 * Checks that a value is a {@link Signer}.
 * @throws TypeError that names the required members
 */
export function requireSigner(caller: string, value: unknown): asserts value is Signer {
  if (isRecord(value) && isRecord(value['certificate']) && typeof value['sign'] === 'function')
    return
  const isPromise = isRecord(value) && typeof value['then'] === 'function'
  throw new TypeError(
    isPromise
      ? `${caller}: a signer is expected, and this is the promise of one: await it, as in await openCsd(…)`
      : `${caller}: a signer is expected: the result of openCsd, openPfx, openCsdWebCrypto or createCsd`,
  )
}

/** @throws TypeError for a value that is no certificate, such as a signer */
export function requireCertificate(name: string, value: unknown): void {
  const given = isRecord(value) ? value : {}
  if (typeof given['rfc'] === 'string' && typeof given['noCertificado'] === 'string') return
  throw new TypeError(
    `${name} must be a certificate: the result of readCertificate, or csd.certificate`,
  )
}
