/**
 * Reads the SAT's certificates (X.509 v3, RFC 5280) with the names that a CFDI uses.
 * @module
 */

import { CertificateError } from '../errors.js'
import { encodeBase64 } from '../lib/base64.js'
import {
  children,
  type Der,
  DerError,
  expectTag,
  readBits,
  readOid,
  readTime,
  tags,
} from '../lib/der.js'
import { toHex } from '../lib/hex.js'
import type { Bytes } from '../lib/bytes.js'
import { algorithmOid, attributeOid, extensionOid } from '../lib/oid.js'
import { readBlock } from '../lib/pem.js'
import {
  type DistinguishedName,
  findNameAttribute,
  readCertificateFields,
  readSigned,
} from './certificateFields.js'
import { bitsOf, maxKeySize, readRsaKey, requireVerifiable } from './rsa.js'

export type { DistinguishedName } from './certificateFields.js'

/**
 * Kind of a certificate, read from its own fields.
 * - `csd`: Certificado de Sello Digital, seals documents
 * - `efirma`: e.firma (FIEL), the signature of a person; must not seal documents
 * - `pac`: a CSD whose organizational unit is `PAC` and the RFC of its own holder, as the SAT
 *   issues them to PACs. The holder chooses that text, so it proves nothing: only a list of PACs
 *   does (`cfdi-stamp/trust`)
 * - `other`: an authority's, or not issued by the SAT
 */
export type CertificateKind = 'csd' | 'efirma' | 'pac' | 'other'

/** Bits of the key usage extension, in their order (RFC 5280 4.2.1.3). */
const keyUsages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const

/** One permitted use of the key. */
export type KeyUsage = (typeof keyUsages)[number]

/** A parsed certificate. Plain frozen data, without secrets. */
export interface Certificate {
  /** The certificate itself, DER. Do not write to it. */
  readonly der: Bytes
  /** The DER in Base64, one line: the value of `Certificado`. */
  readonly base64: string
  /**
   * The 20 digits of `NoCertificado`: the bytes of the serial, read as ASCII. Empty when they are
   * not digits.
   */
  readonly noCertificado: string
  /** The serial as a decimal number: X509SerialNumber of XML-DSig. Not the NoCertificado. */
  readonly serialNumber: string
  /** RFC of the holder; empty in certificates without one, such as an authority's. */
  readonly rfc: string
  /** CURP of the holder; absent for companies. */
  readonly curp?: string
  /** Legal representative of a company. */
  readonly representative?: { readonly rfc?: string; readonly curp?: string }
  /** Name of the holder, as registered: `ESCUELA KEMPER URGATE SA DE CV`. */
  readonly name: string
  /** X.500 name of the holder. */
  readonly subject: DistinguishedName
  /** X.500 name of the authority that issued it. */
  readonly issuer: DistinguishedName
  /** First instant of validity. Each read returns a new Date. */
  readonly validFrom: Date
  /** Last instant of validity, inclusive. Each read returns a new Date. */
  readonly validTo: Date
  /** Kind of the certificate. */
  readonly kind: CertificateKind
  /** `test` unless both the serial and the issuer are of the SAT's production authorities. */
  readonly environment: 'test' | 'production'
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Bytes
  /** Bits of the RSA modulus; 0 when the key is not RSA. */
  readonly keySize: number
  /**
   * Hash function of the issuer's signature: `SHA-256`, or `SHA-1` and `MD5` in old certificates;
   * empty if unknown.
   */
  readonly signatureHash: string
  /** Empty if the certificate does not state it. */
  readonly keyUsage: readonly KeyUsage[]
  /** Whether it may issue certificates (basicConstraints). */
  readonly isAuthority: boolean
}

/**
 * Reads a certificate: DER, PEM or Base64 (the value of `Certificado`), as bytes or as text.
 *
 * It checks only the form. {@link verifyIssuedBy} verifies the signature; compare dates with
 * `validFrom` and `validTo`.
 * @throws {CertificateError} `CERTIFICATE_UNREADABLE`
 * @example
 * const { rfc, noCertificado } = readCertificate(factura.Certificado)
 * noCertificado // → factura.NoCertificado
 */
export function readCertificate(source: Uint8Array | string): Certificate {
  const block = readBlock(source, ['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])
  if (!block || block.der.length > largest) throw unreadableCertificate()
  try {
    const { serial, issuer, validity, subject, key, extensions, algorithm } = readCertificateFields(
      block.der,
    )
    const usage = extensions.get(extensionOid.keyUsage)?.value
    const [notBefore, notAfter] = children(validity, tags.sequence)
    // The SAT writes the digits of the NoCertificado as the bytes of the INTEGER: 0x33 0x30
    // is "30".
    const { content } = expectTag(serial, tags.integer)
    // RFC 5280 4.1.2.2 allows 20 bytes; formatting thousands in decimal takes quadratic time.
    if (content.length === 0 || content.length > 64)
      throw new DerError('invalid length of a serial number')
    const isDigits = content.every((byte) => byte >= 0x30 && byte <= 0x39)
    const facts = {
      der: block.der,
      base64: encodeBase64(block.der),
      noCertificado: isDigits ? String.fromCharCode(...content) : '',
      serialNumber: BigInt.asIntN(content.length * 8, BigInt(`0x${toHex(content)}`)).toString(),
      ...readHolder(subject),
      issuer,
      validFrom: readTime(notBefore),
      validTo: readTime(notAfter),
      publicKey: key.bytes as Bytes,
      keySize: readKeySize(key),
      signatureHash: signatureHashes.get(algorithm) ?? '',
      keyUsage: usage ? readKeyUsage(usage) : [],
      isAuthority: readIsAuthority(extensions.get(extensionOid.basicConstraints)?.value),
    }
    const kind = kindOf(facts, extensions.has(extensionOid.extKeyUsage))
    const certificate = Object.freeze(
      ownDates({ ...facts, kind, environment: guessEnvironment(facts) }),
    )
    read.add(certificate)
    return certificate
  } catch (cause) {
    throw cause instanceof DerError ? unreadableCertificate(cause) : cause
  }
}

/** Certificates created here: their members match their DER. */
const read = new WeakSet<Certificate>()

/** Whether {@link readCertificate} created the object. A modified copy does not qualify. */
export function isReadCertificate(certificate: Certificate): boolean {
  return read.has(certificate)
}

/**
 * In bytes. The SAT's certificates have 2 kB; a hostile one of megabytes would cost stack and time.
 */
const largest = 1 << 15

function unreadableCertificate(cause?: unknown): CertificateError {
  const message =
    'El certificado no se puede leer: no es un archivo .cer, está incompleto o está dañado.'
  return new CertificateError('CERTIFICATE_UNREADABLE', message, { cause })
}

/**
 * A Date cannot be frozen, so each read returns a new one: `setTime` on a shared one would change
 * the validity for everyone.
 */
export function ownDates<Facts extends { readonly validFrom: Date; readonly validTo: Date }>(
  facts: Facts,
): Facts {
  const [from, to] = [facts.validFrom.getTime(), facts.validTo.getTime()]
  return Object.defineProperties(facts, {
    validFrom: { get: () => new Date(from), enumerable: true },
    validTo: { get: () => new Date(to), enumerable: true },
  })
}

/** Extensions that may be critical: their restrictions are checked here, or restrict no seal. */
const knownExtensions: ReadonlySet<string> = new Set(Object.values(extensionOid))

/** RFC 5280 4.2: a certificate with an unknown critical extension must be rejected. */
function hasUnknownRestriction({ der }: Certificate): boolean {
  for (const [oid, { isCritical }] of readCertificateFields(der).extensions)
    if (isCritical && !knownExtensions.has(oid)) return true
  return false
}

const rfcPattern = /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/

/**
 * Companies write "RFC / RFC of the representative" and " / CURP of the representative" (sic, with
 * an empty first half).
 */
function readHolder(subject: DistinguishedName) {
  const [rfc = '', representativeRfc] = halves(
    findNameAttribute(subject, attributeOid.x500UniqueIdentifier),
  )
  const [curp, representativeCurp] = halves(findNameAttribute(subject, attributeOid.serialNumber))
  const representative = {
    ...(representativeRfc && { rfc: representativeRfc }),
    ...(representativeCurp && { curp: representativeCurp }),
  }
  return {
    subject,
    name: subject.name || findNameAttribute(subject, attributeOid.name) || subject.organization,
    rfc: rfcPattern.test(rfc) ? rfc : '',
    ...(curp && { curp }),
    ...((representativeRfc || representativeCurp) && {
      representative: Object.freeze(representative),
    }),
  }
}

const halves = (text = ''): string[] => text.split('/').map((half) => half.trim())

/** Bits of the modulus of a SubjectPublicKeyInfo. */
function readKeySize(key: Der): number {
  const [algorithm] = children(key, tags.sequence)
  if (readOid(children(algorithm, tags.sequence)[0]) === algorithmOid.rsaEncryption)
    return bitsOf(readRsaKey(key.bytes).modulus)
  return 0
}

function readKeyUsage(usage: Der): readonly KeyUsage[] {
  const bits = readBits(usage)
  return Object.freeze(keyUsages.filter((_, bit) => (bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))))
}

function readIsAuthority(constraints: Der | undefined): boolean {
  if (!constraints) return false
  const [ca] = children(constraints, tags.sequence)
  return ca?.tag === tags.boolean && ca.content[0] === 0xff
}

type Facts = Omit<Certificate, 'kind' | 'environment'>

const sealUsages = new Set<KeyUsage>(['digitalSignature', 'nonRepudiation'])
const efirmaUsages = new Set<KeyUsage>(['dataEncipherment', 'keyAgreement'])

/** Organizational unit of a PAC's certificate: `PAC` or `MEGAPAC`, its RFC, and a number. */
const pacUnit = /^(?:MEGA)?PAC([A-ZÑ&]{3,4}\d{6}[A-Z\d]{3})/

/**
 * The key usage decides. The organizational unit, which some old CSDs lack, decides only without a
 * key usage. An e.firma also enciphers and has an extended key usage; a CSD only signs.
 */
function kindOf(facts: Facts, hasExtendedUsage: boolean): CertificateKind {
  const { keyUsage, isAuthority, rfc, keySize, noCertificado } = facts
  if (isAuthority || !rfc || keySize < 1024 || keySize > maxKeySize || noCertificado.length !== 20)
    return 'other'
  const unit = findNameAttribute(facts.subject, attributeOid.organizationalUnitName)
  let [enciphers, sealsOnly] = [hasExtendedUsage, true]
  for (const usage of keyUsage) {
    if (efirmaUsages.has(usage)) enciphers = true
    if (!sealUsages.has(usage)) sealsOnly = false
  }
  if (enciphers || (keyUsage.length === 0 && unit === undefined)) return 'efirma'
  if (!sealsOnly) return 'other'
  if (pacUnit.exec(unit ?? '')?.[1] === rfc) return 'pac'
  return 'csd'
}

/**
 * Serials of production begin with 00001; those of test with 20001, 30001, 40001. Names of test
 * authorities contain the word.
 */
function guessEnvironment({ noCertificado, issuer }: Facts): Certificate['environment'] {
  const isTestIssuer = /\b(?:UAT|beta|pruebas?|test)\b/i.test(issuer.name)
  if (noCertificado.startsWith('0000') && !isTestIssuer) return 'production'
  return 'test'
}

/**
 * Hash of each signature algorithm. The SAT's early authorities used MD5, which WebCrypto does not
 * verify.
 */
const signatureHashes = new Map<string, string>([
  [algorithmOid.md5WithRSAEncryption, 'MD5'],
  [algorithmOid.sha1WithRSAEncryption, 'SHA-1'],
  [algorithmOid.sha256WithRSAEncryption, 'SHA-256'],
  [algorithmOid.sha384WithRSAEncryption, 'SHA-384'],
  [algorithmOid.sha512WithRSAEncryption, 'SHA-512'],
])

/**
 * Whether `issuer` issued `certificate`. The issuer must be an authority that may sign certificates
 * (keyCertSign), with a key of at least 2048 bits and the stated name. It must have been in force
 * when the certificate begins, and its key must have made the signature. Neither may have an unknown
 * critical extension. Checks this one link (RFC 5280, section 6.1.3): not the term of the certificate, its revocation, or the issuer's own
 * issuer.
 * @throws {CertificateError} `CERTIFICATE_UNSUPPORTED` when the signature algorithm is not
 * supported
 * @example
 * await verifyIssuedBy(csd.certificate, csd.certificate) // → false
 */
export async function verifyIssuedBy(
  certificate: Certificate,
  issuer: Certificate,
): Promise<boolean> {
  const at = certificate.validFrom.getTime()
  const mayIssue =
    issuer.isAuthority &&
    issuer.keyUsage.includes('keyCertSign') &&
    // A key other than RSA has size 0 here; its use fails with its own error.
    (issuer.keySize >= minAuthorityKey || issuer.keySize === 0) &&
    issuer.validFrom.getTime() <= at &&
    at <= issuer.validTo.getTime()
  if (!mayIssue || !isSameName(certificate.issuer, issuer.subject)) return false
  if (hasUnknownRestriction(certificate) || hasUnknownRestriction(issuer)) return false
  const { tbs, algorithm, signature } = readSigned(certificate.der)
  const hash = signatureHashes.get(algorithm)
  if (!hash || hash === 'MD5') throw unsupportedCertificate(`algoritmo de firma ${algorithm}`)
  return verify(issuer, hash, tbs.bytes, signature)
}

/**
 * Minimum key size of an authority in bits: the SAT's have 4096, and NIST SP 800-131A disallows
 * 1024 from 2014 on.
 */
const minAuthorityKey = 2048

/**
 * Whether the key of `certificate` made `signature` over `bytes`: RSASSA-PKCS1-v1_5 with SHA-256
 * for seals, or with SHA-1 for cancellations.
 * @throws {CertificateError} `CERTIFICATE_UNSUPPORTED` when the key of the certificate is not RSA
 * @example
 * const bytes = new TextEncoder().encode(cadenaOriginal(factura))
 * await verifySignature(csd.certificate, bytes, Buffer.from(factura.Sello, 'base64')) // → true
 */
export function verifySignature(
  certificate: Certificate,
  bytes: Uint8Array,
  signature: Uint8Array,
  hash: 'SHA-256' | 'SHA-1' = 'SHA-256',
): Promise<boolean> {
  return verify(certificate, hash, bytes, signature)
}

async function verify(
  certificate: Certificate,
  hash: string,
  bytes: Uint8Array,
  signature: Uint8Array,
) {
  // Imported keys are kept: an import takes longer than the verification (150 and 30 µs, Node 20).
  const publicKey = certificate.publicKey.slice()
  const name = `${hash} ${certificate.keySize} ${toHex(publicKey)}`
  let importing = imported.get(name)
  if (importing === undefined) {
    importing = importPublicKey(publicKey, certificate.keySize, hash)
    // A failed import is not.
    importing.catch(() => imported.delete(name))
  }
  imported.delete(name)
  imported.set(name, importing)
  if (imported.size > mostImported) imported.delete(imported.keys().next().value as string)
  const key = await importing
  return crypto.subtle.verify(
    key.algorithm.name,
    key,
    signature as BufferSource,
    bytes as BufferSource,
  )
}

/**
 * Recently used keys, by hash and key bytes: other members of a certificate object are not trusted.
 */
const imported = new Map<string, Promise<CryptoKey>>()

/** Number of cached keys, for as many issuers in turn. */
const mostImported = 64

async function importPublicKey(
  publicKey: Bytes,
  keySize: number,
  hash: string,
): Promise<CryptoKey> {
  if (keySize === 0) throw unsupportedCertificate('llave pública que no es RSA')
  if (keySize > maxKeySize) throw unsupportedCertificate('llave pública fuera de medida')
  requireVerifiable(publicKey)
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash }
  try {
    return await crypto.subtle.importKey('spki', publicKey, algorithm, false, ['verify'])
  } catch (cause) {
    throw unsupportedCertificate('llave pública no admitida', cause)
  }
}

function unsupportedCertificate(what: string, cause?: unknown): CertificateError {
  return new CertificateError(
    'CERTIFICATE_UNSUPPORTED',
    `El certificado no se puede verificar: ${what}.`,
    { cause },
  )
}

/** Whether the certificate names its holder as its issuer. */
export function isSelfIssued({ issuer, subject }: Certificate): boolean {
  return isSameName(issuer, subject)
}

/**
 * Compares names as RFC 5280 7.1 requires: string type, case and runs of spaces do not distinguish
 * them.
 */
function isSameName(one: DistinguishedName, other: DistinguishedName): boolean {
  return canonical(one) === canonical(other)
}

function canonical({ attributes }: DistinguishedName): string {
  return JSON.stringify(
    attributes.map(([oid, value]) => [oid, value.trim().replace(/\s+/g, ' ').toLowerCase()]),
  )
}
