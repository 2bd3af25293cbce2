/**
 * What an RSA signature holds (RFC 8017, section 8.2.2): to tell a seal made by another key from one over other text.
 * @module
 */
import { children, expectTag, readBitBytes, readDer, readOid, tags } from '../lib/der.js'
import { toHex } from '../lib/hex.js'

/** Bits of the largest modulus that is verified with: the SAT's have 1024 to 4096, and one of 262,144 takes half a second. */
export const maxKeySize = 8192

/** Bits of the largest public exponent: the SAT's is 65537, and one as long as the modulus costs what signing does. */
export const maxExponentSize = 32

/** The two numbers of a SubjectPublicKeyInfo, big-endian (RFC 8017 A.1.1). */
export function readRsaKey(publicKey: Uint8Array): { readonly modulus: Uint8Array; readonly exponent: Uint8Array } {
  const [, bits] = children(readDer(publicKey), tags.sequence)
  const [modulus, exponent] = children(readDer(readBitBytes(bits)), tags.sequence)
  return { modulus: expectTag(modulus, tags.integer).content, exponent: expectTag(exponent, tags.integer).content }
}

/** Bits of a big-endian number, without the zeros before it. */
export function bitsOf(bytes: Uint8Array): number {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? 0 : (bytes.length - start) * 8 - (Math.clz32(bytes[start]!) - 24)
}

/** Hash functions by object identifier (RFC 8017, appendix B.1). */
const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
  '1.2.840.113549.2.5': 'MD5',
}

/** The digest that was signed, and with which function. */
export interface SignedDigest {
  readonly hash: string
  readonly digest: Uint8Array
}

/**
 * The digest inside a PKCS #1 v1.5 signature, opened with the public key; `undefined` when the key does not open it, which
 * means that another key made it. Says nothing about validity: that is for WebCrypto.
 */
export function openSignature(publicKey: Uint8Array, signature: Uint8Array): SignedDigest | undefined {
  try {
    return readDigestInfo(removePadding(raise(publicKey, signature)))
  } catch {
    return undefined
  }
}

function raise(publicKey: Uint8Array, signature: Uint8Array): Uint8Array {
  const { modulus, exponent } = readRsaKey(publicKey)
  if (bitsOf(modulus) > maxKeySize || bitsOf(exponent) > maxExponentSize) throw new RangeError('key size')
  const [n, e] = [toBigInt(modulus), toBigInt(exponent)]
  return fromBigInt(power(toBigInt(signature), e, n), signature.length)
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** 00 01 FF … FF 00 and the DigestInfo. */
function removePadding(block: Uint8Array): Uint8Array {
  const end = block.indexOf(0, 2)
  const padded = block[0] === 0 && block[1] === 1 && end >= 10 && block.subarray(2, end).every((byte) => byte === 0xff)
  if (!padded) throw new RangeError('padding')
  return block.subarray(end + 1)
}

function readDigestInfo(info: Uint8Array): SignedDigest | undefined {
  const [algorithm, digest] = children(readDer(info), tags.sequence)
  const hash = hashes[readOid(children(algorithm, tags.sequence)[0])]
  return hash === undefined ? undefined : { hash, digest: expectTag(digest, tags.octetString).content }
}

function toBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`)
}

function fromBigInt(value: bigint, length: number): Uint8Array {
  const hex = value.toString(16).padStart(length * 2, '0')
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}
