/**
 * Fields of a certificate (X.509 v3, RFC 5280 4.1), as DER.
 * @module
 */
import {
  children,
  type Der,
  DerError,
  expectTag,
  readBitBytes,
  readDer,
  readOid,
  readText,
  tags,
} from '../lib/der.js'
import { toHex } from '../lib/hex.js'
import { attributeOid } from '../lib/oid.js'

/** An X.500 name of a holder or an issuer. */
export interface DistinguishedName {
  /** commonName; empty without one. */
  readonly name: string
  /** organizationName; empty without one. */
  readonly organization: string
  /**
   * Every attribute in the order issued: object identifier and text (`#` and hexadecimal for other
   * types).
   */
  readonly attributes: ReadonlyArray<readonly [oid: string, value: string]>
}

/** An extension: its value, and whether a reader must understand it. */
export interface Extension {
  readonly value: Der
  readonly isCritical: boolean
}

/** TBSCertificate, RFC 5280 4.1. */
export function readCertificateFields(der: Uint8Array) {
  const { inner, algorithm } = readSigned(der)
  const [serial, , issuer, validity, subject, key, ...rest] = inner
  if (!serial || !issuer || !validity || !subject || !key) throw new DerError('fields are missing')
  const extensions = new Map<string, Extension>()
  const wrapped = rest.find(({ tag }) => tag === 0xa3)
  const listed = wrapped ? children(children(wrapped, wrapped.tag)[0], tags.sequence) : []
  for (const extension of listed) {
    const [id, ...parts] = children(extension, tags.sequence)
    const oid = readOid(id)
    // RFC 5280 4.2 forbids repeated extensions; with two key usages a reader could choose.
    if (extensions.has(oid)) throw new DerError('repeated extension')
    const value = readDer(expectTag(parts.at(-1), tags.octetString).content)
    // BOOLEAN, false by default; every byte but zero is true in BER.
    const isCritical = parts.length > 1 && parts[0]?.content.some((byte) => byte !== 0) === true
    extensions.set(oid, { value, isCritical })
  }
  return {
    serial,
    issuer: readName(issuer),
    validity,
    subject: readName(subject),
    key,
    algorithm,
    extensions,
  }
}

/**
 * Returns the signed part, its algorithm and the signature; skips the version, which is explicit
 * from v2 on.
 */
export function readSigned(der: Uint8Array) {
  const [tbs, algorithm, signature] = children(readDer(der), tags.sequence)
  const fields = children(tbs, tags.sequence)
  const inner = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields
  const [oid] = children(algorithm, tags.sequence)
  // RFC 5280 4.1.1.2: both must be identical; the signature covers the inner one only.
  if (toHex(algorithm!.bytes) !== toHex(inner[1]?.bytes ?? new Uint8Array()))
    throw new DerError('two signature algorithms')
  return { tbs: tbs!, inner, algorithm: readOid(oid), signature: readBitBytes(signature) }
}

function readName(name: Der): DistinguishedName {
  const attributes: (readonly [string, string])[] = []
  for (const rdn of children(name, tags.sequence))
    for (const attribute of children(rdn, tags.set)) {
      const [type, value] = children(attribute, tags.sequence)
      if (!value) throw new DerError('attribute without a value')
      const text = readText(value) ?? `#${toHex(value.bytes)}`
      attributes.push(Object.freeze([readOid(type), text] as const))
    }
  const named = { attributes }
  return Object.freeze({
    name: findNameAttribute(named, attributeOid.commonName) ?? '',
    organization: findNameAttribute(named, attributeOid.organizationName) ?? '',
    attributes: Object.freeze(attributes),
  })
}

/** Returns the value of an attribute, the first if repeated. */
export function findNameAttribute(
  { attributes }: Pick<DistinguishedName, 'attributes'>,
  oid: string,
): string | undefined {
  for (const [type, value] of attributes) if (type === oid) return value
  return undefined
}
