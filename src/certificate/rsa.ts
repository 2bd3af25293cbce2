/**
 * RSA keys and the content of signatures (RFC 8017, section 8.2.2), to distinguish a seal of
 * another key from one over other text.
 * @module
 */
import { CertificateError } from '../errors.js'
import { children, expectTag, readBitBytes, readDer, readOid, tags } from '../lib/der.js'
import { toHex } from '../lib/hex.js'

/**
 * Largest accepted modulus in bits: the SAT's have 1024 to 4096, and one of 262,144 takes half a
 * second to verify with.
 */
export const maxKeySize = 8192

/**
 * Largest accepted public exponent in bits: the SAT's is 65537, and one as long as the modulus is
 * as slow as signing.
 */
export const maxExponentSize = 32

/**
 * Checks that an RSA key can verify signatures: a modulus of at most {@link maxKeySize} bits, and
 * an exponent that is odd, at least 3 (RFC 8017, 3.1), and of at most {@link maxExponentSize} bits.
 * With an exponent of 1 anybody can write a signature.
 * @throws CertificateError CERTIFICATE_UNSUPPORTED
 */
export function requireVerifiable(publicKey: Uint8Array): void {
  const { modulus, exponent } = readRsaKey(publicKey)
  if (bitsOf(modulus) > maxKeySize) throw unsupportedRsaKey(`módulo de más de ${maxKeySize} bits`)
  if (bitsOf(exponent) > maxExponentSize)
    throw unsupportedRsaKey(`exponente de más de ${maxExponentSize} bits`)
  // An integer of DER whose first bit is set is negative.
  const isPositive = exponent.length > 0 && exponent[0]! < 0x80
  if (!isPositive || bitsOf(exponent) < 2 || exponent.at(-1)! % 2 === 0)
    throw unsupportedRsaKey('el exponente debe ser impar y de 3 o más')
}

function unsupportedRsaKey(problem: string): CertificateError {
  const message = `El certificado no se puede verificar: su llave pública no es segura, ${problem}.`
  return new CertificateError('CERTIFICATE_UNSUPPORTED', message)
}

/** Returns modulus and exponent of a SubjectPublicKeyInfo, big-endian (RFC 8017 A.1.1). */
export function readRsaKey(publicKey: Uint8Array): {
  readonly modulus: Uint8Array
  readonly exponent: Uint8Array
} {
  const [, bits] = children(readDer(publicKey), tags.sequence)
  const [modulus, exponent] = children(readDer(readBitBytes(bits)), tags.sequence)
  return {
    modulus: expectTag(modulus, tags.integer).content,
    exponent: expectTag(exponent, tags.integer).content,
  }
}

/** Number of bits of a big-endian number, without leading zeros. */
export function bitsOf(bytes: Uint8Array): number {
  const start = bytes.findIndex((byte) => byte !== 0)
  if (start < 0) return 0
  return (bytes.length - start) * 8 - (Math.clz32(bytes[start]!) - 24)
}

/** Hash functions by object identifier (RFC 8017, appendix B.1). */
const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
  '1.2.840.113549.2.5': 'MD5',
}

/** A signed digest, and its hash function. */
export interface SignedDigest {
  readonly hash: string
  readonly digest: Uint8Array
}

/**
 * Returns the digest inside a PKCS #1 v1.5 signature. Returns `undefined` when the public key does
 * not open it, which means that another key made it. WebCrypto decides whether the signature is
 * valid, not this function.
 */
export function openSignature(
  publicKey: Uint8Array,
  signature: Uint8Array,
): SignedDigest | undefined {
  try {
    const block = raise(publicKey, signature)
    // 00 01 FF … FF 00, then the DigestInfo.
    const end = block.indexOf(0, 2)
    const isPadded = block[0] === 0 && block[1] === 1 && end >= 10
    if (!isPadded || !block.subarray(2, end).every((byte) => byte === 0xff)) return undefined
    const [algorithm, digest] = children(readDer(block.subarray(end + 1)), tags.sequence)
    const hash = hashes[readOid(children(algorithm, tags.sequence)[0])]
    if (hash === undefined) return undefined
    return { hash, digest: expectTag(digest, tags.octetString).content }
  } catch {
    return undefined
  }
}

/** The signature to the power of the exponent, modulo the modulus, in as many bytes. */
function raise(publicKey: Uint8Array, signature: Uint8Array): Uint8Array {
  requireVerifiable(publicKey)
  const key = readRsaKey(publicKey)
  const modulus = toBigInt(key.modulus)
  let power = 1n
  let square = toBigInt(signature) % modulus
  for (let rest = toBigInt(key.exponent); rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * square) % modulus
    square = (square * square) % modulus
  }
  const hex = power.toString(16).padStart(signature.length * 2, '0')
  const bytes = new Uint8Array(signature.length)
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

function toBigInt(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n
  return BigInt(`0x${toHex(bytes)}`)
}
