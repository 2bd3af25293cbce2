/**
 * Certificates of any profile, written by node-forge and signed by node:crypto: nothing of `src/`
 * takes part.
 * @module
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import forge from 'node-forge'

/** Bits of the key usage extension, as node-forge calls them. */
export type Usage =
  | 'digitalSignature'
  | 'nonRepudiation'
  | 'keyEncipherment'
  | 'dataEncipherment'
  | 'keyAgreement'
  | 'keyCertSign'
  | 'cRLSign'

/** Hash of the issuer's signature. */
export type Hash = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512'

/** One attribute of a name: object identifier (X.520) and text. */
export type Attribute = readonly [oid: string, text: string]

export const oid = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  unit: '2.5.4.11',
  name: '2.5.4.41',
  uniqueIdentifier: '2.5.4.45',
  email: '1.2.840.113549.1.9.1',
} as const

/** A certificate and its private key. */
export interface Credential {
  readonly der: Buffer
  /** `NoCertificado`: the text whose bytes are the serial. */
  readonly number: string
  readonly subject: readonly Attribute[]
  readonly privateKey: KeyObject
  readonly profile: Profile
}

/** Fields of a certificate. Nothing is checked: what is written is what is asked for. */
export interface Profile {
  readonly subject: readonly Attribute[]
  readonly issuer?: readonly Attribute[]
  readonly number: string
  readonly from: string
  readonly to: string
  readonly key: KeyObject
  /** Public key written in place of the one of `key`: modulus and exponent. */
  readonly publicKey?: { readonly n: bigint; readonly e: bigint }
  readonly usages?: readonly Usage[]
  /** basicConstraints: true or false; none without it. */
  readonly isAuthority?: boolean
  readonly extensions?: readonly object[]
  readonly hash?: Hash
  /** Signs the certificate; its own key by default. */
  readonly signer?: KeyObject
  /** Signs in another way: bytes in, signature out. */
  readonly signWith?: (bytes: Buffer) => Buffer
}

const algorithms: Readonly<Record<Hash, string>> = {
  md5: '1.2.840.113549.1.1.4',
  sha1: '1.2.840.113549.1.1.5',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}

/** What the types of node-forge leave out. */
interface Forged {
  tbsCertificate?: forge.asn1.Asn1
}
const { getTBSCertificate } = forge.pki as unknown as {
  getTBSCertificate(certificate: forge.pki.Certificate): forge.asn1.Asn1
}

/** Writes and signs a certificate. */
export function issue(profile: Profile): Credential {
  const { subject, number, key, hash = 'sha256', signer = key } = profile
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicPart(profile)
  certificate.serialNumber = Buffer.from(number, 'latin1').toString('hex')
  certificate.validity.notBefore = new Date(profile.from)
  certificate.validity.notAfter = new Date(profile.to)
  certificate.setSubject(subject.map(encoded))
  certificate.setIssuer((profile.issuer ?? subject).map(encoded))
  certificate.setExtensions(extensionsOf(profile))
  certificate.signatureOid = certificate.siginfo.algorithmOid = algorithms[hash]
  const tbs = getTBSCertificate(certificate)
  const bytes = Buffer.from(forge.asn1.toDer(tbs).getBytes(), 'latin1')
  ;(certificate as Forged).tbsCertificate = tbs
  certificate.signature = (profile.signWith?.(bytes) ?? sign(hash, bytes, signer)).toString(
    'latin1',
  )
  const der = Buffer.from(
    forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(),
    'latin1',
  )
  return { der, number, subject, privateKey: key, profile }
}

/** The same certificate with other fields, signed again. */
export function reissue({ profile }: Credential, changes: Partial<Profile>): Credential {
  return issue({ ...profile, ...changes })
}

/** Modulus and public exponent of a key. */
export function numbersOf(key: KeyObject): { n: bigint; e: bigint } {
  const { n, e } = createPublicKey(key).export({ format: 'jwk' })
  return { n: toBigInt(Buffer.from(n!, 'base64url')), e: toBigInt(Buffer.from(e!, 'base64url')) }
}

const kept = new Map<string, KeyObject>()

/** An RSA key of this process, by name: generating one takes a sixth of a second of processor. */
export function rsaKey(name: string, modulusLength = 2048, publicExponent = 65_537): KeyObject {
  const id = `${name} ${modulusLength} ${publicExponent}`
  const key =
    kept.get(id) ?? generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey
  kept.set(id, key)
  return key
}

function publicPart({ key, publicKey }: Profile): forge.pki.rsa.PublicKey {
  const { n, e } = publicKey ?? numbersOf(key)
  const number = (value: bigint) => new forge.jsbn.BigInteger(value.toString(16), 16)
  return forge.pki.setRsaPublicKey(number(n), number(e))
}

/**
 * PrintableString, and TeletexString with Latin-1 in it when there is more, as the SAT writes them.
 */
function encoded([type, value]: Attribute): forge.pki.CertificateField {
  const isPrintable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(value)
  const valueTagClass = (isPrintable
    ? forge.asn1.Type.PRINTABLESTRING
    : 20) as unknown as forge.asn1.Class
  return { type, value, valueTagClass }
}

function extensionsOf({ usages, isAuthority, extensions = [] }: Profile): object[] {
  const constraints =
    isAuthority === undefined ? [] : [{ name: 'basicConstraints', cA: isAuthority, critical: true }]
  const usage = usages && [
    { name: 'keyUsage', ...Object.fromEntries(usages.map((name) => [name, true])) },
  ]
  return [...constraints, ...(usage ?? []), ...extensions]
}

function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
}
