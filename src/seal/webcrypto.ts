/**
 * CSDs and signers on WebCrypto alone: browsers, workers, Deno, Bun, edge runtimes. On Node,
 * `openCsd` is faster.
 * @module
 */

import type { Certificate } from '../certificate/certificate.js'
import {
  type Csd,
  type CsdFiles,
  createCsdFromFiles,
  readCsdCertificate,
  requireKeySize,
} from '../certificate/csd.js'
import { openKey } from '../certificate/pbes2.js'
import type { Signer } from '../certificate/signer.js'
import type { Bytes } from '../lib/bytes.js'
import { ignoreError } from '../lib/ignoreError.js'
import { requireOptions } from '../lib/options.js'

/** The platform's `CryptoKey`, named in a way that the types of browsers and of Node both have. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1]

/** RSA fields missing from the web workers' `KeyAlgorithm`. */
interface RsaAlgorithm extends KeyAlgorithm {
  readonly hash?: KeyAlgorithm
  readonly modulusLength?: number
}

const scheme = 'RSASSA-PKCS1-v1_5'

/** One private key imported twice: WebCrypto binds each key to a hash. */
interface Keys {
  readonly privateKey: SigningKey
  readonly privateKeySha1?: SigningKey | undefined
}

/**
 * Creates a signer from a `CryptoKey`, which may be non-extractable. WebCrypto binds a key to one
 * hash: to sign cancellations, import the same key a second time with SHA-1 and pass both. Does not
 * check that key and certificate belong together; `createCsd` does.
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
  requireOptions('webCryptoSigner', options, ['certificate', 'privateKey', 'privateKeySha1'])
  const { certificate, privateKey, privateKeySha1 } = options
  if (typeof privateKey !== 'object' || privateKey === null)
    throw new TypeError('webCryptoSigner: privateKey must be a CryptoKey')
  requireSigningKey('privateKey', privateKey, 'SHA-256')
  if (privateKeySha1 === undefined) return { certificate, sign: signWith(privateKey) }
  requireSigningKey('privateKeySha1', privateKeySha1, 'SHA-1')
  return { certificate, sign: signWith(privateKey), signSha1: signWith(privateKeySha1) }
}

function requireSigningKey(
  option: string,
  { algorithm, usages }: SigningKey,
  expected: string,
): void {
  const { name, hash } = algorithm as RsaAlgorithm
  if (name === scheme && hash?.name === expected && usages.includes('sign')) return
  throw new TypeError(
    `webCryptoSigner: ${option} must be an RSASSA-PKCS1-v1_5 key with ${expected} and the usage "sign"`,
  )
}

function signWith(key: SigningKey): Signer['sign'] {
  return async (bytes) =>
    new Uint8Array(await crypto.subtle.sign(scheme, key, bytes as BufferSource))
}

/**
 * Opens a CSD from the bytes, PEM or Base64 text of its two files. The imported key is
 * non-extractable.
 * @throws {CsdError} one code per reason; see `CsdErrorCode`
 * @example
 * const csd = await openCsdWebCrypto({ cer, key, password })
 * csd.rfc // → 'PLO150312QT1'
 */
export async function openCsdWebCrypto(files: CsdFiles<Uint8Array | string>): Promise<Csd> {
  requireOptions('openCsdWebCrypto', files, ['cer', 'key', 'password'])
  const { cer, key, password } = files
  const certificate = readCsdCertificate(cer)
  const keys = await openKey(key, password, importPrivateKeys)
  requireKeySize(certificate, (keys.privateKey.algorithm as RsaAlgorithm).modulusLength)
  return createCsdFromFiles(webCryptoSigner({ certificate, ...keys }))
}

/**
 * Imports a PKCS #8 key for seals and, where the platform supports SHA-1, for cancellations.
 * Resolves to `undefined` for other bytes.
 */
export async function importPrivateKeys(pkcs8: Bytes): Promise<Keys | undefined> {
  const [privateKey, privateKeySha1] = await Promise.all([
    importKey(pkcs8, 'SHA-256'),
    importKey(pkcs8, 'SHA-1'),
  ])
  return privateKey && { privateKey, privateKeySha1 }
}

/** It tries twice: an earlier error of OpenSSL may fail the first import (see `openCsd`). */
async function importKey(pkcs8: Bytes, hash: string): Promise<SigningKey | undefined> {
  const attempt = (): Promise<SigningKey> =>
    crypto.subtle.importKey('pkcs8', pkcs8, { name: scheme, hash }, false, ['sign'])
  return attempt().catch(attempt).catch(ignoreError)
}
