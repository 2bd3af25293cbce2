/**
 * Opens a CSD from one file: PKCS #12 (RFC 7292), .pfx or .p12.
 * @module
 */

import { createPublicKey, type KeyObject } from 'node:crypto'
import { readCertificate } from '../certificate/certificate.js'
import {
  type Csd,
  createCsdFromFiles,
  readCsdCertificate,
  requireKeySize,
} from '../certificate/csd.js'
import { decryptKey, type EncryptedKey, passPhrases, readEncrypted } from '../certificate/pbes2.js'
import { CertificateError, CsdError } from '../errors.js'
import type { Bytes } from '../lib/bytes.js'
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
import { writeDer, writeSequence } from '../lib/derWriter.js'
import { algorithmOid, pfxOid } from '../lib/oid.js'
import { requireOptions } from '../lib/options.js'
import { readBlock } from '../lib/pem.js'
import { decryptLegacy, maxLegacyIterations } from './legacyPfx.js'
import { type FileSource, load, privateKeyOf, signerOf } from './openCsd.js'

/** A file of PKCS #12 and its pass phrase. */
export interface PfxFile {
  /** Bytes, a path, a URL, or the content in Base64. */
  readonly pfx: FileSource
  /** Pass phrase of the file, up to 1024 characters. */
  readonly password: string
}

/**
 * Opens a Certificado de Sello Digital from a .pfx or .p12, with the guarantees of `openCsd` and
 * the same result as for its .cer and .key. If the file has several certificates, that of the key
 * counts.
 *
 * Files encrypted with PBES2 (OpenSSL 3, current Windows) need nothing else; older ones need
 * `node-forge`, an optional peer. The MAC of the file is not verified: a signature proves that key
 * and certificate match.
 * @throws {CsdError} `CSD_PFX_FILE`, `CSD_PASSWORD`, `CSD_KEY_MISMATCH`, `CSD_IS_EFIRMA`,
 * `CSD_IS_OTHER`
 * @example
 * const csd = await openPfx({ pfx: 'csd.pfx', password: '12345678a' })
 * csd.rfc // → 'PLO150312QT1'
 */
export async function openPfx(file: PfxFile): Promise<Csd> {
  requireOptions('openPfx', file, ['pfx', 'password'])
  const { pfx, password } = file
  if (typeof password !== 'string') throw new TypeError('openPfx: password must be text')
  if (password === '') throw new CsdError('CSD_PASSWORD', 'Falta la contraseña del archivo .pfx.')
  const content = await load(pfx, 'CSD_PFX_FILE')
  const block = readBlock(content, ['PKCS12'])
  if (!block) throw unreadablePfx('no es PKCS #12')
  const bags: Bags = { keys: [], certificates: [] }
  try {
    for (const safe of readSafeContents(block.der)) await readContent(safe, password, bags)
  } catch (cause) {
    for (const key of bags.keys) key.fill(0)
    throw cause instanceof DerError
      ? unreadablePfx('no es PKCS #12, está incompleto o está dañado', cause)
      : cause
  }
  const { keys, certificates } = bags
  let key: KeyObject | undefined
  for (const pkcs8 of keys) {
    const one = privateKeyOf(pkcs8)
    pkcs8.fill(0)
    if (one?.asymmetricKeyType === 'rsa') key ??= one
  }
  if (key === undefined) throw unreadablePfx('no contiene una llave privada RSA')
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const own = certificates.find((one) => {
    try {
      return Buffer.compare(readCertificate(one).publicKey, publicKey) === 0
    } catch (error) {
      if (error instanceof CertificateError) return false
      throw error
    }
  })
  if (certificates.length === 0) throw unreadablePfx('no contiene un certificado')
  if (own === undefined)
    throw new CsdError(
      'CSD_KEY_MISMATCH',
      'La llave privada del archivo .pfx no es la de ningún certificado que contiene.',
    )
  const certificate = readCsdCertificate(own)
  requireKeySize(certificate, key.asymmetricKeyDetails?.modulusLength)
  return createCsdFromFiles(signerOf(certificate, key))
}

function unreadablePfx(what: string, cause?: unknown): CsdError {
  return new CsdError('CSD_PFX_FILE', `El archivo .pfx no sirve: ${what}.`, { cause })
}

interface Bags {
  readonly keys: Bytes[]
  readonly certificates: Uint8Array[]
}

/**
 * PFX ::= SEQUENCE { version 3, authSafe ContentInfo, macData OPTIONAL }; the safe is a list of
 * contents.
 */
function readSafeContents(der: Uint8Array): Der[] {
  const [version, safe] = children(readDer(der), tags.sequence)
  if (readSmallInteger(version) !== 3) throw new DerError('another version than 3')
  const { oid, content } = readContentInfo(safe)
  if (oid !== pfxOid.data) throw unreadablePfx('está firmado en vez de llevar contraseña')
  return children(readDer(expectTag(content, tags.octetString).content), tags.sequence)
}

/** ContentInfo ::= SEQUENCE { type, content [0] EXPLICIT } */
function readContentInfo(info: Der | undefined) {
  const [type, wrapped] = children(info, tags.sequence)
  return { oid: readOid(type), content: children(wrapped, 0xa0)[0] }
}

async function readContent(info: Der, password: string, bags: Bags): Promise<void> {
  const { oid, content } = readContentInfo(info)
  if (oid === pfxOid.data)
    return readSafe(expectTag(content, tags.octetString).content, password, bags)
  if (oid !== pfxOid.encryptedData)
    throw unreadablePfx('cifra para un certificado en vez de llevar contraseña')
  const [, encrypted] = children(content, tags.sequence)
  const [, algorithm, data] = children(encrypted, tags.sequence)
  // [0] IMPLICIT OCTET STRING
  await readSafe(await decrypt(algorithm, expectTag(data, 0x80).content, password), password, bags)
}

/** SafeContents ::= SEQUENCE OF SafeBag { id, value [0] EXPLICIT, attributes OPTIONAL } */
async function readSafe(
  safe: Uint8Array,
  password: string,
  { keys, certificates }: Bags,
): Promise<void> {
  for (const bag of children(readDer(safe), tags.sequence)) {
    const [id, wrapped] = children(bag, tags.sequence)
    const [value] = children(wrapped, 0xa0)
    switch (readOid(id)) {
      case pfxOid.certBag:
        certificates.push(...certificateIn(value))
        break
      case pfxOid.keyBag:
        keys.push(Uint8Array.from(expectTag(value, tags.sequence).bytes))
        break
      case pfxOid.pkcs8ShroudedKeyBag: {
        const [algorithm, data] = children(value, tags.sequence)
        keys.push(await decrypt(algorithm, expectTag(data, tags.octetString).content, password))
      }
    }
  }
}

/** CertBag ::= SEQUENCE { type, value [0] EXPLICIT OCTET STRING } */
function certificateIn(bag: Der | undefined): Uint8Array[] {
  const [type, wrapped] = children(bag, tags.sequence)
  if (readOid(type) !== pfxOid.x509Certificate) return []
  return [expectTag(children(wrapped, 0xa0)[0], tags.octetString).content]
}

async function decrypt(
  algorithm: Der | undefined,
  data: Uint8Array,
  password: string,
): Promise<Bytes> {
  const [id, parameters] = children(algorithm, tags.sequence)
  const oid = readOid(id)
  const isLegacy = oid !== algorithmOid.PBES2
  const plain = isLegacy
    ? await openLegacy(oid, parameters, data, password)
    : await openPbes2(algorithm!, data, password)
  if (plain !== undefined && isDer(plain)) return plain
  throw new CsdError(
    'CSD_PASSWORD',
    'La contraseña no abre el archivo .pfx, o el archivo está dañado.',
  )
}

/**
 * Whether the bytes are one SEQUENCE, as every safe and key. A wrong pass phrase produces valid
 * padding once in 256 times, but never that.
 */
function isDer(bytes: Uint8Array): boolean {
  try {
    return readDer(bytes).tag === tags.sequence
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}

function readPbes2(algorithm: Der, data: Uint8Array): EncryptedKey {
  try {
    return readEncrypted(readDer(writeSequence(algorithm.bytes, writeDer(tags.octetString, data))))
  } catch (cause) {
    throw cause instanceof CsdError
      ? unreadablePfx('está cifrado de una forma no admitida', cause)
      : cause
  }
}

async function openPbes2(algorithm: Der, data: Uint8Array, password: string) {
  const encrypted = readPbes2(algorithm, data)
  const phrases = passPhrases(password)
  try {
    for (const phrase of phrases) {
      const plain = await decryptKey(encrypted, phrase)
      if (plain !== undefined && isDer(plain)) return plain
    }
    return undefined
  } finally {
    for (const phrase of phrases) phrase.fill(0)
  }
}

/** Pkcs12PbeParams ::= SEQUENCE { salt, iterations } */
async function openLegacy(
  oid: string,
  parameters: Der | undefined,
  data: Uint8Array,
  password: string,
) {
  if (!oid.startsWith(pfxOid.pkcs12Pbe))
    throw unreadablePfx(`está cifrado de una forma no admitida (el algoritmo ${oid})`)
  const [, iterations] = children(parameters, tags.sequence)
  const count = readSmallInteger(iterations)
  if (count < 1 || count > maxLegacyIterations) throw unreadablePfx(`pide ${count} iteraciones`)
  if (password.length > maxPhraseLength) return undefined
  return decryptLegacy({ oid, parameters: parameters!.bytes }, data, password.normalize('NFC'))
}

/** The same limit as for a .key. */
const maxPhraseLength = 1024
