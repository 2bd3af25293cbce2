/**
 * Private key files: PKCS #8 (RFC 5208), encrypted with PBES2 and PBKDF2 (RFC 8018).
 * The SAT's are PBKDF2 with HMAC-SHA1, 2048 iterations, and DES-EDE3-CBC.
 * @module
 */

import { CsdError } from '../errors.js'
import {
  children,
  type Der,
  DerError,
  expectTag,
  readDer,
  readOid,
  readSmallInteger,
  tags,
} from '../lib/der.js'
import { ignoreError } from '../lib/ignoreError.js'
import { writeDer, writeOid, writeSequence } from '../lib/derWriter.js'
import { decryptTripleDes } from './des.js'
import type { Bytes } from '../lib/bytes.js'
import { algorithmOid } from '../lib/oid.js'
import { readBlock, unwrapText } from '../lib/pem.js'
import { readCertificate } from './certificate.js'

/**
 * OWASP's recommendation for HMAC-SHA256 (2023); the SAT's files have 2048. More iterations are
 * treated as an attack.
 */
export const maxIterations = 600_000

/** A key of 8192 bits has 4,800 bytes. Triple DES in this process takes 20 ms per kilobyte. */
const maxKeyBytes = 8192

/**
 * OpenSSL's limit. Longer phrases are not normalised to NFC, which takes quadratic time for runs of
 * combining marks.
 */
const maxPhraseLength = 1024

const prfHashes = new Map<string, string>([
  [algorithmOid.hmacWithSHA1, 'SHA-1'],
  [algorithmOid.hmacWithSHA256, 'SHA-256'],
  [algorithmOid.hmacWithSHA384, 'SHA-384'],
  [algorithmOid.hmacWithSHA512, 'SHA-512'],
])

interface Cipher {
  readonly name: 'DES-EDE3-CBC' | 'AES-CBC'
  readonly keyLength: number
  readonly ivLength: number
}

const ciphers = new Map<string, Cipher>([
  [algorithmOid['des-ede3-cbc'], { name: 'DES-EDE3-CBC', keyLength: 24, ivLength: 8 }],
  [algorithmOid['aes128-cbc'], { name: 'AES-CBC', keyLength: 16, ivLength: 16 }],
  [algorithmOid['aes192-cbc'], { name: 'AES-CBC', keyLength: 24, ivLength: 16 }],
  [algorithmOid['aes256-cbc'], { name: 'AES-CBC', keyLength: 32, ivLength: 16 }],
])

/** A parsed EncryptedPrivateKeyInfo. */
export interface EncryptedKey {
  readonly isEncrypted: true
  readonly der: Uint8Array
  readonly salt: Uint8Array
  readonly iterations: number
  /** Hash of the HMAC, by its WebCrypto name. */
  readonly hash: string
  readonly cipher: Cipher
  readonly iv: Uint8Array
  readonly data: Uint8Array
}

/** An unencrypted PrivateKeyInfo. */
export interface PlainKey {
  readonly isEncrypted: false
  readonly der: Uint8Array
}

const notAKey =
  'El archivo .key no es una llave privada, está incompleto o está dañado. Se espera el .key del SAT (DER), PEM o Base64.'
const swapped = 'El archivo .key es un certificado: tal vez los dos archivos están cambiados.'

/**
 * Reads a .key file: DER, PEM or Base64; PKCS #8, encrypted or not, or PKCS #1, which is wrapped as
 * PKCS #8.
 * @throws {CsdError} `CSD_KEY_FILE`
 */
export function readKeyFile(source: Uint8Array | string): EncryptedKey | PlainKey {
  const text = typeof source === 'string' ? unwrapText(source) : source
  const block = readBlock(text, ['ENCRYPTED PRIVATE KEY', 'PRIVATE KEY', 'RSA PRIVATE KEY'])
  try {
    if (!block) throw new DerError('neither DER nor PEM nor Base64')
    if (block.der.length > maxKeyBytes) throw new DerError('larger than any key')
    const file = readDer(block.der)
    const [first, second] = children(file, tags.sequence)
    if (first?.tag === tags.sequence) return readEncrypted(file)
    expectTag(first, tags.integer)
    if (second?.tag === tags.sequence) return { isEncrypted: false, der: file.bytes }
    // PrivateKeyInfo ::= SEQUENCE { version 0, rsaEncryption with NULL parameters, OCTET STRING }
    if (file.bytes.length < 256) throw new DerError('too short for an RSA key')
    const algorithm = writeSequence(writeOid(algorithmOid.rsaEncryption), writeDer(tags.null))
    const inner = writeDer(tags.octetString, file.bytes)
    const der = writeSequence(writeDer(tags.integer, Uint8Array.of(0)), algorithm, inner)
    inner.fill(0)
    file.bytes.fill(0)
    return { isEncrypted: false, der }
  } catch (cause) {
    if (!(cause instanceof DerError)) throw cause
    throw new CsdError('CSD_KEY_FILE', isCertificate(source) ? swapped : notAKey, { cause })
  }
}

/**
 * EncryptedPrivateKeyInfo ::= SEQUENCE { algorithm, encrypted OCTET STRING }, with PBES2.
 * @throws {CsdError} `CSD_KEY_FILE` for another algorithm
 * @throws DerError for another structure
 */
export function readEncrypted(file: Der): EncryptedKey {
  const [algorithm, encrypted] = children(file, tags.sequence)
  const [derivation, encryption] = children(readParameters(algorithm, 'PBES2'), tags.sequence)
  const [cipherId, iv] = children(encryption, tags.sequence)
  const cipher = requireKnown(ciphers, readOid(cipherId))
  // PBKDF2-params ::= SEQUENCE { salt, iterations, keyLength OPTIONAL, prf DEFAULT hmacWithSHA1 }
  const parameters = readParameters(derivation, 'PBKDF2')
  const { keyLength } = cipher
  const [salt, iterations, ...rest] = children(parameters, tags.sequence)
  const stated = rest.find(({ tag }) => tag === tags.integer)
  const prf = rest.find(({ tag }) => tag === tags.sequence)
  const count = readSmallInteger(iterations)
  if (count < 1 || count > maxIterations) throw unsupportedCipher(`${count} iteraciones de PBKDF2`)
  if (stated && readSmallInteger(stated) !== keyLength)
    throw new DerError('key length of another cipher')
  const hash = requireKnown(
    prfHashes,
    prf ? readOid(children(prf, tags.sequence)[0]) : algorithmOid.hmacWithSHA1,
  )
  const key = { salt: expectTag(salt, tags.octetString).content, iterations: count, hash }
  const found = {
    iv: expectTag(iv, tags.octetString).content,
    data: expectTag(encrypted, tags.octetString).content,
  }
  if (found.iv.length !== cipher.ivLength)
    throw new DerError('initialization vector of another cipher')
  if (found.data.length === 0 || found.data.length % cipher.ivLength)
    throw new DerError('not whole blocks')
  return { isEncrypted: true, der: file.bytes, cipher, ...key, ...found }
}

function readParameters(algorithm: Der | undefined, expected: 'PBES2' | 'PBKDF2'): Der | undefined {
  const [id, parameters] = children(algorithm, tags.sequence)
  const oid = readOid(id)
  if (oid !== algorithmOid[expected]) throw unsupportedCipher(`el algoritmo ${oid}`)
  return parameters
}

function requireKnown<Value>(table: ReadonlyMap<string, Value>, oid: string): Value {
  const value = table.get(oid)
  if (!value) throw unsupportedCipher(`el algoritmo ${oid}`)
  return value
}

function unsupportedCipher(what: string): CsdError {
  const advice = 'conviértala con: openssl pkcs8 -topk8 -v2 aes-256-cbc'
  return new CsdError(
    'CSD_KEY_FILE',
    `La llave privada está cifrada de una forma no admitida (${what}); ${advice}.`,
  )
}

function isCertificate(source: Uint8Array | string): boolean {
  try {
    return readCertificate(source).der.length > 0
  } catch {
    return false
  }
}

/**
 * Imports a PKCS #8 key; returns `undefined` for other bytes. The bytes are erased when it settles.
 */
export type KeyImporter<Key> = (pkcs8: Bytes) => Key | undefined | Promise<Key | undefined>

/**
 * Opens the key of a .key file. Erases the secret bytes created here. The caller's bytes are left
 * alone; strings cannot be erased.
 * @throws {CsdError} `CSD_KEY_FILE`, `CSD_PASSWORD`
 */
export async function openKey<Key>(
  source: Uint8Array | string,
  password: string | Uint8Array | undefined,
  importKey: KeyImporter<Key>,
): Promise<Key> {
  // Another type, a number for example, could be printed as a byte array.
  if (password !== undefined && typeof password !== 'string' && !(password instanceof Uint8Array))
    throw new TypeError('password must be text or a Uint8Array')
  const file = readKeyFile(source)
  const phrases = passPhrases(password)
  const isGiven = password !== undefined && password.length > 0
  if (!file.isEncrypted) {
    // Accepting it would let the taxpayer believe that the file is protected.
    if (isGiven) {
      file.der.fill(0)
      throw new CsdError(
        'CSD_PASSWORD',
        'La llave privada no está cifrada y se dio una contraseña: no corresponden.',
      )
    }
    const key = await importAndErase(file.der as Bytes, importKey)
    if (key === undefined)
      throw new CsdError('CSD_KEY_FILE', 'La llave privada está dañada o no es una llave RSA.')
    return key
  }
  if (!isGiven) throw new CsdError('CSD_PASSWORD', 'Falta la contraseña de la llave privada.')
  try {
    for (const phrase of phrases) {
      const pkcs8 = await decryptKey(file, phrase)
      const key = pkcs8 && (await importAndErase(pkcs8, importKey))
      if (key !== undefined) return key
    }
  } finally {
    for (const phrase of phrases) if (phrase !== password) phrase.fill(0)
  }
  throw new CsdError(
    'CSD_PASSWORD',
    'La contraseña no abre la llave privada, o el archivo .key está dañado.',
  )
}

async function importAndErase<Key>(pkcs8: Bytes, importKey: KeyImporter<Key>) {
  try {
    return await importKey(pkcs8)
  } finally {
    pkcs8.fill(0)
  }
}

/**
 * Candidate bytes of a pass phrase, likeliest first: the SAT's own tools disagree on UTF-8 and
 * Latin-1. Empty for phrases longer than OpenSSL accepts.
 */
export function passPhrases(password: string | Uint8Array | undefined): Uint8Array[] {
  if (password === undefined || password.length === 0 || password.length > maxPhraseLength)
    return []
  if (typeof password !== 'string') return [password]
  const composed = password.normalize('NFC')
  const phrases = [...new Set([password, composed])].map((text) => utf8.encode(text))
  const isLatin1 = /[^\0-\x7f]/.test(composed) && !/[^\0-\xff]/.test(composed)
  if (isLatin1) return [...phrases, Uint8Array.from(composed, (char) => char.charCodeAt(0))]
  return phrases
}

const utf8 = new TextEncoder()

/**
 * Returns the PKCS #8 key; `undefined` for a wrong pass phrase. PBKDF2 runs in WebCrypto, on its
 * own threads.
 */
export async function decryptKey(
  key: EncryptedKey,
  phrase: Uint8Array,
): Promise<Bytes | undefined> {
  const { cipher, salt, iterations, hash, iv, data } = key
  const secret = await crypto.subtle.importKey('raw', phrase as BufferSource, 'PBKDF2', false, [
    'deriveBits',
  ])
  const derivation = { name: 'PBKDF2', salt: salt as BufferSource, iterations, hash }
  const derived = new Uint8Array(
    await crypto.subtle.deriveBits(derivation, secret, cipher.keyLength * 8),
  )
  try {
    if (cipher.name === 'AES-CBC') {
      const aes = await crypto.subtle.importKey('raw', derived as BufferSource, 'AES-CBC', false, [
        'decrypt',
      ])
      // WebCrypto reports bad padding as an OperationError.
      const plain = await crypto.subtle
        .decrypt({ name: 'AES-CBC', iv: iv as BufferSource }, aes, data as BufferSource)
        .catch(ignoreError)
      return plain && new Uint8Array(plain)
    }
    // RFC 8018 6.1.1 step 4: one to eight bytes, each equal to their count. The copy is exact, and
    // the only one.
    const padded = decryptTripleDes(derived, iv, data)
    const count = padded.at(-1) ?? 0
    const end = padded.length - count
    const isPadded =
      count >= 1 && count <= 8 && padded.subarray(end).every((byte) => byte === count)
    const plain = isPadded ? new Uint8Array(padded.subarray(0, end)) : undefined
    padded.fill(0)
    return plain
  } finally {
    derived.fill(0)
  }
}
