/**
 * Opens the SAT's .cer and .key on Node.
 * @module
 */
import { createPrivateKey, sign as cryptoSign, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CsdError, type CsdErrorCode } from '../errors.js'
import { type Csd, type CsdFiles, createCsdFromFiles, readCsdCertificate, requireKeySize } from '../seal/csd.js'
import { openKey } from '../seal/pbes2.js'

/**
 * The octets of a file, or where it is: a path or a `file:` URL. Text in PEM, or Base64 that begins as a DER file does
 * ("MII"), is taken as the content itself, as an environment variable would hold it.
 */
export type FileSource = Uint8Array | string | URL

/**
 * Opens a Certificado de Sello Digital from its two files and its pass phrase.
 *
 * What comes back can seal: the certificate is a CSD's, the key opened, and a signature of the one was verified with the
 * other. Signing runs on libuv's threads, so many seals go on at once without stopping the event loop. The pass phrase is
 * not kept; the key is held by OpenSSL and cannot be seen from the result.
 * @throws {CsdError} `CSD_CERTIFICATE_FILE`, `CSD_KEY_FILE`, `CSD_PASSWORD`, `CSD_KEY_MISMATCH`, `CSD_IS_EFIRMA`, `CSD_IS_OTHER`
 * @example
 * const csd = await openCsd({ cer: 'csd.cer', key: 'csd.key', password: '12345678a' })
 * csd.rfc              // 'EKU9003173C9'
 * csd.noCertificado    // '30001000000500003416'
 */
export async function openCsd({ cer, key, password }: CsdFiles<FileSource>): Promise<Csd> {
  const certificate = readCsdCertificate(await load(cer, 'CSD_CERTIFICATE_FILE'))
  const privateKey = await openKey(await load(key, 'CSD_KEY_FILE'), password, {
    plain: (pkcs8) => privateKeyOf(pkcs8),
    encrypted: ({ der }, phrase) => privateKeyOf(der, phrase),
  })
  requireKeySize(certificate, privateKey.asymmetricKeyDetails?.modulusLength)
  return createCsdFromFiles({ certificate, sign: (bytes) => signAsync(privateKey, bytes) })
}

/** OpenSSL says only that something failed, in words that change between versions: so does this. */
function privateKeyOf(der: Uint8Array, phrase?: Uint8Array): KeyObject | undefined {
  const passphrase = phrase && { passphrase: Buffer.from(phrase) }
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8', ...passphrase })
  } catch {
    return undefined
  }
}

/** With a callback `crypto.sign` works on a thread of libuv's. */
function signAsync(key: KeyObject, bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    cryptoSign('RSA-SHA256', bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  })
}

async function load(source: FileSource, code: CsdErrorCode): Promise<Uint8Array | string> {
  if (source instanceof Uint8Array || (typeof source === 'string' && isContent(source))) return source
  if (typeof source !== 'string' && !(source instanceof URL)) {
    throw new TypeError('openCsd: cer and key must be a Uint8Array, a path, a URL or text in PEM or Base64')
  }
  return readFile(source).catch((cause: unknown) => {
    throw new CsdError(code, `No se pudo leer el archivo ${String(source)}.`, { cause })
  })
}

/** No component of a path is longer than 255 octets on any file system in use; no certificate or key is shorter. */
function isContent(text: string): boolean {
  return text.includes('-----BEGIN ') || (text.length > 255 && /^\s*MI[A-Za-z0-9+/=\s]+$/.test(text))
}
