/**
 * Self-signed certificates with any holder, key and hash, which no trusted authority would issue.
 * @module
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Object identifiers of a holder's attributes (X.520). */
export const attributes = {
  CN: '2.5.4.3',
  OU: '2.5.4.11',
  x500UniqueIdentifier: '2.5.4.45',
} as const

/** Bits of the extension, in the order of RFC 5280 4.2.1.3. */
const usages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
] as const
export type KeyUsage = (typeof usages)[number]

/** Object identifiers of a signature (RFC 8017 A.2.4, RFC 5758 3.2). */
const algorithms = {
  rsa: {
    md5: '1.2.840.113549.1.1.4',
    sha1: '1.2.840.113549.1.1.5',
    sha256: '1.2.840.113549.1.1.11',
    sha384: '1.2.840.113549.1.1.12',
    sha512: '1.2.840.113549.1.1.13',
  },
  ec: { sha256: '1.2.840.10045.4.3.2' },
} as const

export type Digest = keyof typeof algorithms.rsa

export interface Holder {
  /** Default: `CN` alone. */
  readonly subject?: Readonly<Partial<Record<keyof typeof attributes, string>>>
  /** Text whose bytes are the serial number, as the SAT's are. */
  readonly serial?: string
  /** Defaults to no extension; for an authority, keyCertSign. */
  readonly keyUsage?: readonly KeyUsage[]
  /** Whether it may sign certificates. Default: no, without the extension. */
  readonly isAuthority?: boolean
  /** Default: SHA-256. */
  readonly digest?: Digest
  /** Default: RSA of 2048 bits. */
  readonly key?: KeyObject
}

/** A new private key. */
export const rsa = (modulusLength = 2048): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey
export const ec = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** The certificate in DER, valid from 2020 to 2049. */
export function selfSigned({
  subject = { CN: 'AC propia' },
  serial = '1',
  ...rest
}: Holder = {}): Buffer {
  const { digest = 'sha256', key = rsa() } = rest
  const algorithm = algorithmOf(key, digest)
  const holder = nameOf(subject)
  const validity = sequence(tlv(0x17, '200101000000Z'), tlv(0x17, '491231235959Z'))
  const number = tlv(0x02, serial)
  const body = [
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    number,
    algorithm,
    holder,
    validity,
    holder,
    publicPart(key),
  ]
  const signed = sequence(...body, ...extensionsOf(rest))
  return sequence(signed, algorithm, bits(sign(digest, signed, key)))
}

/** In PEM, as a server takes it. */
export function toPem(der: Uint8Array): string {
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`
}

function algorithmOf(key: KeyObject, digest: Digest): Buffer {
  if (key.asymmetricKeyType === 'rsa') return sequence(oid(algorithms.rsa[digest]), tlv(0x05, ''))
  return sequence(oid(algorithms.ec.sha256))
}

function nameOf(subject: NonNullable<Holder['subject']>): Buffer {
  const entries = Object.entries(subject) as [keyof typeof attributes, string][]
  return sequence(
    ...entries.map(([name, value]) => tlv(0x31, sequence(oid(attributes[name]), tlv(0x13, value)))),
  )
}

function publicPart(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' })
}

/** The field of the extensions, when there are any: 2.5.29.15 and 2.5.29.19. */
function extensionsOf({
  isAuthority = false,
  keyUsage = isAuthority ? ['keyCertSign'] : [],
}: Holder): Buffer[] {
  const usage = keyUsage.length > 0 ? [extension('2.5.29.15', usageBits(keyUsage))] : []
  const authority = isAuthority
    ? [extension('2.5.29.19', sequence(tlv(0x01, Buffer.of(0xff))))]
    : []
  const all = [...usage, ...authority]
  return all.length > 0 ? [tlv(0xa3, sequence(...all))] : []
}

const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), tlv(0x04, value))

function usageBits(keyUsage: readonly KeyUsage[]): Buffer {
  const byte = keyUsage.reduce((sum, usage) => sum | (0x80 >> usages.indexOf(usage)), 0)
  const unused = 31 - Math.clz32(byte & -byte)
  return tlv(0x03, Buffer.of(unused, byte))
}

// DER (X.690): a tag, the length in its shortest form, the content.

function tlv(tag: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([Buffer.of(tag), lengthOf(bytes.length), bytes])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
}

const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts))
const bits = (content: Buffer): Buffer => tlv(0x03, Buffer.concat([Buffer.of(0), content]))

function oid(dotted: string): Buffer {
  const [top = 0, second = 0, ...arcs] = dotted.split('.').map(Number)
  return tlv(0x06, Buffer.from([top * 40 + second, ...arcs.flatMap(base128)]))
}

/** Seven bits a byte, the last without the eighth. */
function base128(arc: number): number[] {
  const bytes = [arc & 0x7f]
  for (let rest = arc >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
