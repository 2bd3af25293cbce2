/**
 * Whoever can sign for a certificate: a key in memory, a KMS, an HSM, a service across the network.
 * @module
 */

import { isRecord } from '../lib/json.js'
import type { Certificate } from './certificate.js'

/**
 * Signs bytes with the private key of a certificate. The library never sees the key.
 *
 * `sign` resolves to RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 8.2) over exactly the bytes given: the signer hashes them.
 * It may be called several times at once. When it cannot sign it rejects; the rejection reaches the caller of `seal`.
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
  /** The certificate of the key that signs. */
  readonly certificate: Certificate
  /** The signature, as many bytes as the key has. */
  sign(bytes: Uint8Array): Promise<Uint8Array>
  /**
   * The same with SHA-1, which the SAT still asks of cancellations and of nothing else. Absent from a signer that cannot: AWS
   * KMS has no signature with SHA-1, and some hardened systems forbid it. Such a signer seals, and does not cancel.
   */
  signSha1?(bytes: Uint8Array): Promise<Uint8Array>
}

/**
 * Checks that a value is a {@link Signer}.
 * @throws TypeError that says what is one
 */
export function requireSigner(caller: string, value: unknown): asserts value is Signer {
  if (isRecord(value) && isRecord(value['certificate']) && typeof value['sign'] === 'function') return
  const isPromise = isRecord(value) && typeof value['then'] === 'function'
  throw new TypeError(
    isPromise
      ? `${caller}: a signer is expected, and this is the promise of one: await it, as in await openCsd(…)`
      : `${caller}: a signer is expected: what openCsd, openPfx, openCsdWebCrypto or createCsd resolve to`,
  )
}
