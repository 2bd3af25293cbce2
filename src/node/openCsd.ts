/**
 * Opens the SAT's .cer and .key on Node.
 * @module
 */

import { createPrivateKey, sign as cryptoSign, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
import { CsdError, type CsdErrorCode } from '../errors.js'
import type { Bytes } from '../lib/bytes.js'
import { requireOptions } from '../lib/options.js'
import { unwrapText } from '../lib/pem.js'

/**
 * Bytes of a file, its path or its `file:` URL. Text may also be the content itself: PEM, Base64,
 * or their variants from environment variables and browsers (quotes, literal `\n`, `data:` URLs,
 * URL-safe Base64, Base64 of a PEM, hexadecimal).
 */
export type FileSource = Uint8Array | string | URL

/**
 * Opens a Certificado de Sello Digital from its two files and its pass phrase.
 *
 * The result can seal: the certificate is a CSD, the key is open, and the certificate verified a
 * signature of the key. Decryption and signing run off the event loop. The pass phrase is not kept,
 * and OpenSSL holds the key, which the result does not expose. Errors never contain the input, not
 * even a path: it may be the key itself.
 * @throws {CsdError} `CSD_CERTIFICATE_FILE`, `CSD_KEY_FILE`, `CSD_PASSWORD`, `CSD_KEY_MISMATCH`,
 * `CSD_IS_EFIRMA`, `CSD_IS_OTHER`
 * @example
 * const csd = await openCsd({ cer: 'csd.cer', key: 'csd.key', password: '12345678a' })
 * csd.rfc // → 'PLO150312QT1'
 */
export async function openCsd(files: CsdFiles<FileSource>): Promise<Csd> {
  requireOptions('openCsd', files, ['cer', 'key', 'password'])
  const { cer, key, password } = files
  const certificate = readCsdCertificate(await load(cer, 'CSD_CERTIFICATE_FILE'))
  const file = await load(key, 'CSD_KEY_FILE')
  const privateKey = await openKey(file, password, privateKeyOf).finally(() => {
    if (typeof file !== 'string' && file !== key) file.fill(0)
  })
  requireKeySize(certificate, privateKey.asymmetricKeyDetails?.modulusLength)
  return createCsdFromFiles(signerOf(certificate, privateKey))
}

/** Creates a signer from a key that OpenSSL holds. */
export function signerOf(certificate: Certificate, privateKey: KeyObject): Signer {
  return {
    certificate,
    sign: (bytes) => signAsync('RSA-SHA256', privateKey, bytes),
    signSha1: (bytes) => signAsync('RSA-SHA1', privateKey, bytes),
  }
}

/**
 * Opens a key, or returns `undefined`: the error texts of OpenSSL are vague and change between
 * versions.
 *
 * It tries twice. Node takes an error that an earlier operation left in the queue of OpenSSL for a
 * failure of this one (`ERR_peek_error` in its `TryParsePrivateKey`), and empties the queue.
 */
export function privateKeyOf(pkcs8: Bytes): KeyObject | undefined {
  // A view of the same memory. `Buffer.from` would copy the key into the pool of the whole process.
  const key = Buffer.from(pkcs8.buffer, pkcs8.byteOffset, pkcs8.length)
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    } catch {}
  }
  return undefined
}

/** With a callback `crypto.sign` works on a thread of libuv's. */
function signAsync(algorithm: string, key: KeyObject, bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    cryptoSign(algorithm, bytes, key, (error, signature) =>
      error ? reject(error) : resolve(signature),
    )
  })
}

/** Resolves to the bytes of a source, or to its text if it is the content itself. */
export async function load(source: FileSource, code: LoadCode): Promise<Uint8Array | string> {
  if (source instanceof Uint8Array) return source
  if (typeof source !== 'string' && !(source instanceof URL)) {
    throw new TypeError(
      'a Uint8Array, a path, a URL or text in PEM or Base64 is expected of each file',
    )
  }
  const content = unwrapText(String(source))
  // No component of a path is longer than 255 bytes on any file system in use; no
  // certificate or key is shorter.
  if (
    content.includes('-----BEGIN ') ||
    (content.length > 255 && /^MI[A-Za-z0-9+/=]+$/.test(content))
  )
    return content
  try {
    return await readFile(
      typeof source === 'string' && /^file:/i.test(source) ? new URL(source) : source,
    )
  } catch (cause) {
    // Only the code: the system's message and properties contain the path.
    const { code: system = 'desconocido' } = cause as NodeJS.ErrnoException
    const reason = reasons[system] ?? `error ${system}`
    const message = `No se pudo leer ${names[code]}: ${reason}. Lo que se dio se tomó por una ruta; el contenido mismo se da en bytes, o como texto en PEM o Base64.`
    const told = Object.assign(new Error(reason), { code: system })
    throw new CsdError(code, message, { cause: told })
  }
}

type LoadCode = Extract<CsdErrorCode, 'CSD_CERTIFICATE_FILE' | 'CSD_KEY_FILE' | 'CSD_PFX_FILE'>

const names: Readonly<Record<LoadCode, string>> = {
  CSD_CERTIFICATE_FILE: 'el certificado (cer)',
  CSD_KEY_FILE: 'la llave privada (key)',
  CSD_PFX_FILE: 'el archivo PKCS #12 (pfx)',
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no hay un archivo en esa ruta',
  EACCES: 'falta permiso para leer el archivo',
  EPERM: 'falta permiso para leer el archivo',
  EISDIR: 'es una carpeta',
}
