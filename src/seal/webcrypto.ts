/**
 * CSDs and signers on WebCrypto alone: browsers, workers, Deno, Bun, edge runtimes. On Node, `openCsd` is faster.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import { type Csd, type CsdFiles, createCsdFromFiles, readCsdCertificate, requireKeySize } from '../certificate/csd.js'
import { openKey } from '../certificate/pbes2.js'
import type { Signer } from './signer.js'

/** Of an RSA key, what the library of web workers leaves out of `KeyAlgorithm`. */
interface RsaAlgorithm extends KeyAlgorithm {
  readonly hash?: KeyAlgorithm
  readonly modulusLength?: number
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/**
 * A signer from a `CryptoKey`, which may be one that cannot be exported.
 * Nothing proves here that key and certificate belong together; `createCsd` does.
 * @throws {TypeError} when the key cannot sign RSASSA-PKCS1-v1_5 with SHA-256
 * @example
 * const signer = webCryptoSigner({ certificate, privateKey })
 * const { document } = await seal(draft, signer)
 */
export function webCryptoSigner(options: { certificate: Certificate; privateKey: CryptoKey }): Signer {
  const { certificate, privateKey } = options
  const { name, hash } = privateKey.algorithm as RsaAlgorithm
  if (name !== algorithm.name || hash?.name !== algorithm.hash || !privateKey.usages.includes('sign')) {
    throw new TypeError(
      'webCryptoSigner: privateKey must be an RSASSA-PKCS1-v1_5 key with SHA-256 and the usage "sign"',
    )
  }
  return {
    certificate,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(name, privateKey, bytes as BufferSource)),
  }
}

/**
 * Opens a CSD from the octets of its two files, or from their PEM or Base64 text.
 * The key is imported so that nobody can export it again.
 * @throws {CsdError} one code a reason; see `CsdErrorCode`
 * @example
 * const csd = await openCsdWebCrypto({ cer, key, password })
 * csd.rfc // → 'PLO150312QT1'
 */
export async function openCsdWebCrypto({ cer, key, password }: CsdFiles<Uint8Array | string>): Promise<Csd> {
  const certificate = readCsdCertificate(cer)
  const privateKey = await openKey(key, password, importKey)
  requireKeySize(certificate, (privateKey.algorithm as RsaAlgorithm).modulusLength)
  return createCsdFromFiles(webCryptoSigner({ certificate, privateKey }))
}

async function importKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey | undefined> {
  return crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']).catch(() => undefined)
}
