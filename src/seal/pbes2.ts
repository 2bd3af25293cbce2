/**
 * Private key files: PKCS #8 (RFC 5208), encrypted with PBES2 and PBKDF2 (RFC 8018).
 * The SAT's are PBKDF2 with HMAC-SHA1, 2048 iterations, and DES-EDE3-CBC.
 * @module
 */
import { CsdError } from '../errors.js'
import { children, type Der, DerError, expectTag, readDer, readOid, readSmallInteger, tags } from '../lib/der.js'
import { decryptTripleDes } from '../lib/des.js'
import { algorithmOid } from '../lib/oid.js'
import { readBlock } from '../lib/pem.js'
import { readCertificate } from './certificate.js'

/** A file that asks for more is taken for an attack: 2,000,000 take about a second, and OWASP (2023) asks for 1,300,000. */
export const maxIterations = 2_000_000

const prfHashes = new Map<string, string>([
  [algorithmOid.hmacWithSHA1, 'SHA-1'],
  [algorithmOid.hmacWithSHA256, 'SHA-256'],
  [algorithmOid.hmacWithSHA384, 'SHA-384'],
  [algorithmOid.hmacWithSHA512, 'SHA-512'],
])

interface Cipher {
  readonly keyLength: number
  readonly ivLength: number
  decrypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined>
}

const ciphers = new Map<string, Cipher>([
  [
    algorithmOid['des-ede3-cbc'],
    { keyLength: 24, ivLength: 8, decrypt: async (...of) => unpad(decryptTripleDes(...of)) },
  ],
  [algorithmOid['aes128-cbc'], { keyLength: 16, ivLength: 16, decrypt: decryptAes }],
  [algorithmOid['aes192-cbc'], { keyLength: 24, ivLength: 16, decrypt: decryptAes }],
  [algorithmOid['aes256-cbc'], { keyLength: 32, ivLength: 16, decrypt: decryptAes }],
])

/** EncryptedPrivateKeyInfo, read. */
export interface EncryptedKey {
  readonly isEncrypted: true
  readonly der: Uint8Array
  readonly salt: Uint8Array
  readonly iterations: number
  /** Hash of the HMAC, in WebCrypto's words. */
  readonly hash: string
  readonly cipher: Cipher
  readonly iv: Uint8Array
  readonly data: Uint8Array
}

/** PrivateKeyInfo, not encrypted. */
export interface PlainKey {
  readonly isEncrypted: false
  readonly der: Uint8Array
}

const notAKey = 'El archivo .key no es una llave privada, está incompleto o está dañado.'
const swapped = 'El archivo .key es un certificado: tal vez los dos archivos están cambiados.'

/**
 * A .key file: DER, PEM or Base64; PKCS #8 encrypted or not, or PKCS #1, which is wrapped as PKCS #8.
 * @throws {CsdError} `CSD_KEY_FILE`
 */
export function readKeyFile(source: Uint8Array | string): EncryptedKey | PlainKey {
  const block = readBlock(source, ['ENCRYPTED PRIVATE KEY', 'PRIVATE KEY', 'RSA PRIVATE KEY'])
  try {
    if (!block) throw new DerError('neither DER nor PEM nor Base64')
    return readKey(readDer(block.der))
  } catch (cause) {
    if (!(cause instanceof DerError)) throw cause
    throw new CsdError('CSD_KEY_FILE', isCertificate(source) ? swapped : notAKey, { cause })
  }
}

function readKey(file: Der): EncryptedKey | PlainKey {
  const [first, second] = children(file, tags.sequence)
  if (first?.tag === tags.sequence) return readEncrypted(file)
  expectTag(first, tags.integer)
  return { isEncrypted: false, der: second?.tag === tags.sequence ? file.bytes : wrapPkcs1(file.bytes) }
}

/** EncryptedPrivateKeyInfo ::= SEQUENCE { algorithm, encrypted OCTET STRING } */
function readEncrypted(file: Der): EncryptedKey {
  const [algorithm, encrypted] = children(file, tags.sequence)
  const [derivation, encryption] = children(parametersOf(algorithm, 'PBES2'), tags.sequence)
  const [cipherId, iv] = children(encryption, tags.sequence)
  const cipher = known(ciphers, readOid(cipherId))
  const key = readDerivation(parametersOf(derivation, 'PBKDF2'), cipher)
  const found = { iv: expectTag(iv, tags.octetString).content, data: expectTag(encrypted, tags.octetString).content }
  if (found.iv.length !== cipher.ivLength) throw new DerError('initialization vector of another cipher')
  if (found.data.length === 0 || found.data.length % cipher.ivLength) throw new DerError('not whole blocks')
  return { isEncrypted: true, der: file.bytes, cipher, ...key, ...found }
}

/** PBKDF2-params ::= SEQUENCE { salt, iterations, keyLength OPTIONAL, prf DEFAULT hmacWithSHA1 } */
function readDerivation(parameters: Der | undefined, { keyLength }: Cipher) {
  const [salt, iterations, ...rest] = children(parameters, tags.sequence)
  const stated = rest.find(({ tag }) => tag === tags.integer)
  const prf = rest.find(({ tag }) => tag === tags.sequence)
  const count = readSmallInteger(iterations)
  if (count < 1 || count > maxIterations) throw unsupported(`${count} iteraciones de PBKDF2`)
  if (stated && readSmallInteger(stated) !== keyLength) throw new DerError('key length of another cipher')
  const hash = known(prfHashes, prf ? readOid(children(prf, tags.sequence)[0]) : algorithmOid.hmacWithSHA1)
  return { salt: expectTag(salt, tags.octetString).content, iterations: count, hash }
}

function parametersOf(algorithm: Der | undefined, expected: 'PBES2' | 'PBKDF2'): Der | undefined {
  const [id, parameters] = children(algorithm, tags.sequence)
  const oid = readOid(id)
  if (oid !== algorithmOid[expected]) throw unsupported(`el algoritmo ${oid}`)
  return parameters
}

function known<Value>(table: ReadonlyMap<string, Value>, oid: string): Value {
  const value = table.get(oid)
  if (!value) throw unsupported(`el algoritmo ${oid}`)
  return value
}

function unsupported(what: string): CsdError {
  const advice = 'conviértala con: openssl pkcs8 -topk8 -v2 aes-256-cbc'
  return new CsdError('CSD_KEY_FILE', `La llave privada está cifrada de una forma no admitida (${what}); ${advice}.`)
}

/** version 0, rsaEncryption with NULL parameters: what comes before the OCTET STRING of a PrivateKeyInfo. */
const pkcs8Prefix = [0x02, 1, 0, 0x30, 13, 0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 0x05, 0]

function wrapPkcs1(rsa: Uint8Array): Uint8Array {
  if (rsa.length < 256 || rsa.length > 0xff00) throw new DerError('too short or too long for an RSA key')
  const octets = [0x04, ...derLength(rsa.length), ...rsa]
  return Uint8Array.from([0x30, ...derLength(pkcs8Prefix.length + octets.length), ...pkcs8Prefix, ...octets])
}

/** Of 256 octets and more, which every RSA key from 512 bits on has. */
const derLength = (length: number): number[] => [0x82, length >> 8, length & 0xff]

function isCertificate(source: Uint8Array | string): boolean {
  try {
    return readCertificate(source).der.length > 0
  } catch {
    return false
  }
}

/** The two things that differ between runtimes: both answer `undefined` when no key came out. */
export interface KeyOpeners<Key> {
  plain(pkcs8: Uint8Array): Key | undefined | Promise<Key | undefined>
  encrypted(key: EncryptedKey, phrase: Uint8Array): Key | undefined | Promise<Key | undefined>
}

/**
 * The key of a .key file.
 * @throws {CsdError} `CSD_KEY_FILE`, `CSD_PASSWORD`
 */
export async function openKey<Key>(
  source: Uint8Array | string,
  password: string | Uint8Array | undefined,
  openers: KeyOpeners<Key>,
): Promise<Key> {
  const file = readKeyFile(source)
  const phrases = passPhrases(password)
  if (!file.isEncrypted) return openPlain(file, phrases, openers)
  if (phrases.length === 0) throw new CsdError('CSD_PASSWORD', 'Falta la contraseña de la llave privada.')
  for (const phrase of phrases) {
    const key = await openers.encrypted(file, phrase)
    if (key !== undefined) return key
  }
  throw new CsdError('CSD_PASSWORD', 'La contraseña no abre la llave privada, o el archivo .key está dañado.')
}

async function openPlain<Key>(
  { der }: PlainKey,
  phrases: readonly Uint8Array[],
  openers: KeyOpeners<Key>,
): Promise<Key> {
  // Accepting it would let a taxpayer believe that the file is protected.
  if (phrases.length > 0) {
    throw new CsdError('CSD_PASSWORD', 'La llave privada no está cifrada y se dio una contraseña: no corresponden.')
  }
  const key = await openers.plain(der)
  if (key === undefined) throw new CsdError('CSD_KEY_FILE', 'La llave privada está dañada o no es una llave RSA.')
  return key
}

/** The octets a pass phrase may stand for, likeliest first. The SAT's own tools disagree on UTF-8 and Latin-1. */
export function passPhrases(password: string | Uint8Array | undefined): Uint8Array[] {
  if (password === undefined || password.length === 0) return []
  if (typeof password !== 'string') return [password]
  const composed = password.normalize('NFC')
  const utf8 = [...new Set([password, composed])].map((text) => new TextEncoder().encode(text))
  return /^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(composed)
    ? [...utf8, Uint8Array.from(composed, (char) => char.charCodeAt(0))]
    : utf8
}

/** The PKCS #8 inside; `undefined` when the pass phrase is not the one. Runs on WebCrypto alone. */
export async function decryptKey(key: EncryptedKey, phrase: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { cipher, salt, iterations, hash, iv, data } = key
  const secret = await crypto.subtle.importKey('raw', phrase as BufferSource, 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', salt: salt as BufferSource, iterations, hash }
  const derived = await crypto.subtle.deriveBits(derivation, secret, cipher.keyLength * 8)
  return cipher.decrypt(new Uint8Array(derived), iv, data)
}

async function decryptAes(key: Uint8Array, iv: Uint8Array, data: Uint8Array) {
  const aes = await crypto.subtle.importKey('raw', key as BufferSource, 'AES-CBC', false, ['decrypt'])
  // WebCrypto tells bad padding with an OperationError and nothing else.
  const plain = crypto.subtle.decrypt({ name: 'AES-CBC', iv: iv as BufferSource }, aes, data as BufferSource)
  return plain.then(
    (octets) => new Uint8Array(octets),
    () => undefined,
  )
}

/** RFC 8018 6.1.1 step 4: one to eight octets, all of them their own count. */
function unpad(padded: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const count = padded.at(-1) ?? 0
  const end = padded.length - count
  return count >= 1 && count <= 8 && padded.subarray(end).every((octet) => octet === count)
    ? padded.subarray(0, end)
    : undefined
}
