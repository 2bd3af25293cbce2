/**
 * CSDs and signers on WebCrypto alone: browsers, workers, Deno, Bun, edge runtimes. On Node, `openCsd` is faster.
 * @module
 */

import type { Certificate } from '../certificate/certificate.js'
import { type Csd, type CsdFiles, createCsdFromFiles, readCsdCertificate, requireKeySize } from '../certificate/csd.js'
import { openKey } from '../certificate/pbes2.js'
import type { Signer } from '../certificate/signer.js'
import type { Bytes } from '../lib/bytes.js'

/** The platform's `CryptoKey`, by the way in which both the library of browsers and the types of Node know it. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1]

/** Of an RSA key, what the library of web workers leaves out of `KeyAlgorithm`. */
interface RsaAlgorithm extends KeyAlgorithm {
  readonly hash?: KeyAlgorithm
  readonly modulusLength?: number
}

const scheme = 'RSASSA-PKCS1-v1_5'

/** The two keys that one key is in WebCrypto, where each is bound to a hash. */
interface Keys {
  readonly privateKey: SigningKey
  readonly privateKeySha1?: SigningKey | undefined
}

/**
 * A signer from a `CryptoKey`, which may be one that cannot be exported. WebCrypto binds a key to one hash: whoever also cancels gives
 * the same key a second time, imported with SHA-1.
 * Nothing proves here that key and certificate belong together; `createCsd` does.
 * @throws {TypeError} when a key cannot sign RSASSA-PKCS1-v1_5 with its hash
 * @example
 * const signer = webCryptoSigner({ certificate, privateKey })
 * const { document } = await seal(draft, signer)
 */
export function webCryptoSigner(options: {
  readonly certificate: Certificate
  readonly privateKey: SigningKey
  readonly privateKeySha1?: SigningKey | undefined
}): Signer {
  const { certificate, privateKey, privateKeySha1 } = options
  requireKey('privateKey', privateKey, 'SHA-256')
  if (privateKeySha1 === undefined) return { certificate, sign: signWith(privateKey) }
  requireKey('privateKeySha1', privateKeySha1, 'SHA-1')
  return { certificate, sign: signWith(privateKey), signSha1: signWith(privateKeySha1) }
}

function requireKey(option: string, { algorithm, usages }: SigningKey, expected: string): void {
  const { name, hash } = algorithm as RsaAlgorithm
  if (name === scheme && hash?.name === expected && usages.includes('sign')) return
  throw new TypeError(
    `webCryptoSigner: ${option} must be an RSASSA-PKCS1-v1_5 key with ${expected} and the usage "sign"`,
  )
}

function signWith(key: SigningKey): Signer['sign'] {
  return async (bytes) => new Uint8Array(await crypto.subtle.sign(scheme, key, bytes as BufferSource))
}

/**
 * Opens a CSD from the bytes of its two files, or from their PEM or Base64 text.
 * The key is imported so that nobody can export it again.
 * @throws {CsdError} one code a reason; see `CsdErrorCode`
 * @example
 * const csd = await openCsdWebCrypto({ cer, key, password })
 * csd.rfc // → 'PLO150312QT1'
 */
export async function openCsdWebCrypto({ cer, key, password }: CsdFiles<Uint8Array | string>): Promise<Csd> {
  const certificate = readCsdCertificate(cer)
  const keys = await openKey(key, password, importPrivateKeys)
  requireKeySize(certificate, (keys.privateKey.algorithm as RsaAlgorithm).modulusLength)
  return createCsdFromFiles(webCryptoSigner({ certificate, ...keys }))
}

/** A key of PKCS #8 for seals and, where the platform admits SHA-1, for cancellations; `undefined` when it is none. */
export async function importPrivateKeys(pkcs8: Bytes): Promise<Keys | undefined> {
  const [privateKey, privateKeySha1] = await Promise.all([importKey(pkcs8, 'SHA-256'), importKey(pkcs8, 'SHA-1')])
  return privateKey && { privateKey, privateKeySha1 }
}

async function importKey(pkcs8: Bytes, hash: string): Promise<SigningKey | undefined> {
  return crypto.subtle.importKey('pkcs8', pkcs8, { name: scheme, hash }, false, ['sign']).catch(() => undefined)
}
