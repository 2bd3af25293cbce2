/**
 * Encoded messages of RSASSA-PKCS1-v1_5 (RFC 8017 9.2) that are not the one that the standard has:
 * the families that Wycheproof names, made anew for any key, hash and message. The bytes are put
 * together here by hand.
 * @module
 */
import { createHash } from 'node:crypto'

/** An encoded message as long as the modulus, and how it differs. */
export interface Block {
  readonly family: string
  readonly about: string
  readonly bytes: Buffer
}

/** A DER element of DigestInfo. */
interface Element {
  readonly name: string
  readonly tag: number
  readonly content: Buffer | readonly Element[]
}

/** Another writing of one element: its tag and its content, as bytes. */
type Rewrite = (tag: number, content: Buffer, whole: Buffer) => Buffer

/** Object identifiers of hashes (RFC 8017 B.1, NIST CSOR), in hexadecimal. */
const oids: Readonly<Record<string, string>> = {
  MD5: '2a864886f70d0205',
  'SHA-1': '2b0e03021a',
  'SHA-224': '608648016503040204',
  'SHA-256': '608648016503040201',
  'SHA-384': '608648016503040202',
  'SHA-512': '608648016503040203',
  'SHA-512/256': '608648016503040206',
  'SHA3-256': '608648016503040208',
}

/** The name that node:crypto has for it. */
export function nodeName(hash: string): string {
  return hash.startsWith('SHA3')
    ? hash.toLowerCase()
    : hash.toLowerCase().replace('-', '').replace('/', '-')
}

const digestOf = (hash: string, message: Uint8Array): Buffer =>
  createHash(nodeName(hash)).update(message).digest()

function infoOf(hash: string, digest: Buffer): Element {
  const oid = { name: 'the identifier', tag: 0x06, content: Buffer.from(oids[hash]!, 'hex') }
  const parameters = { name: 'NULL', tag: 0x05, content: Buffer.alloc(0) }
  const algorithm = { name: 'the algorithm', tag: 0x30, content: [oid, parameters] }
  return {
    name: 'DigestInfo',
    tag: 0x30,
    content: [algorithm, { name: 'the digest', tag: 0x04, content: digest }],
  }
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

/** Writes an element, one of those in it otherwise. */
function write({ name, tag, content }: Element, at?: string, rewrite?: Rewrite): Buffer {
  const inner = Buffer.isBuffer(content)
    ? content
    : Buffer.concat(content.map((one) => write(one, at, rewrite)))
  const whole = tlv(tag, inner)
  return name === at && rewrite !== undefined ? rewrite(tag, inner, whole) : whole
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const lengthIs =
  (write: (length: number) => string): Rewrite =>
  (tag, content) =>
    Buffer.concat([Buffer.of(tag), hex(write(content.length)), content])
const byte = (value: number): string => (value & 0xff).toString(16).padStart(2, '0')
const inside =
  (before: string, after: string): Rewrite =>
  (tag, content) =>
    tlv(tag, Buffer.concat([hex(before), content, hex(after)]))
const beside =
  (before: string, after: string): Rewrite =>
  (_tag, _content, whole) =>
    Buffer.concat([hex(before), whole, hex(after)])
const retagged =
  (change: (tag: number) => number): Rewrite =>
  (tag, content) =>
    tlv(change(tag) & 0xff, content)

/** What any element of DigestInfo can be written as. */
const rewrites: readonly (readonly [family: string, about: string, rewrite: Rewrite])[] = [
  ['BER length', 'takes a byte more', lengthIs((length) => `81${byte(length)}`)],
  ['BER length', 'begins with a zero', lengthIs((length) => `8200${byte(length)}`)],
  [
    'BER length',
    'begins with seven zeros',
    lengthIs((length) => `8800000000000000${byte(length)}`),
  ],
  ['wrong length', 'is one too many', lengthIs((length) => byte(length + 1))],
  ['wrong length', 'is one too few', lengthIs((length) => byte(length - 1))],
  ['wrong length', 'overflows 32 bits', lengthIs((length) => `8501000000${byte(length)}`)],
  [
    'wrong length',
    'overflows 64 bits',
    lengthIs((length) => `89010000000000000${byte(length).padStart(3, '0')}`),
  ],
  ['wrong length', 'is 2^31 - 1', lengthIs(() => '847fffffff')],
  ['wrong length', 'is 2^32 - 1', lengthIs(() => '84ffffffff')],
  ['wrong length', 'is 2^40 - 1', lengthIs(() => '85ffffffffff')],
  ['wrong length', 'is 2^64 - 1', lengthIs(() => '88ffffffffffffffff')],
  ['wrong length', 'is of 127 bytes', lengthIs(() => 'ff')],
  [
    'indefinite length',
    'is indefinite',
    (tag, content) => Buffer.concat([Buffer.of(tag, 0x80), content, hex('0000')]),
  ],
  [
    'indefinite length',
    'is indefinite and has no end',
    (tag, content) => Buffer.concat([Buffer.of(tag, 0x80), content]),
  ],
  [
    'indefinite length',
    'is indefinite and has half an end',
    (tag, content) => Buffer.concat([Buffer.of(tag, 0x80), content, hex('00')]),
  ],
  ['missing part', 'is left out', () => Buffer.alloc(0)],
  ['missing part', 'is a tag alone', (tag) => Buffer.of(tag)],
  ['missing part', 'is empty', (tag) => Buffer.of(tag, 0)],
  ['missing part', 'lacks its first byte', (tag, content) => tlv(tag, content.subarray(1))],
  ['missing part', 'lacks its last byte', (tag, content) => tlv(tag, content.subarray(0, -1))],
  ['garbage', 'ends with zeros', inside('', '0000')],
  ['garbage', 'begins with zeros', inside('0000', '')],
  ['garbage', 'ends with NULL', inside('', '0500')],
  ['garbage', 'is followed by zeros', beside('', '0000')],
  ['garbage', 'is followed by NULL', beside('', '0500')],
  ['garbage', 'follows a NULL', beside('0500', '')],
  ['garbage', 'is followed by a high tag', beside('', 'bf7f0100')],
  ['garbage', 'is followed by an empty sequence', beside('', '3000')],
  ['garbage', 'stands twice', (_tag, _content, whole) => Buffer.concat([whole, whole])],
  ['wrong tag', 'has the tag 0', retagged(() => 0)],
  ['wrong tag', 'is a set', retagged(() => 0x31)],
  ['wrong tag', 'is an integer', retagged(() => 0x02)],
  ['wrong tag', 'is of the class of applications', retagged((tag) => tag | 0x40)],
  ['wrong tag', 'is of the private class', retagged((tag) => tag | 0xc0)],
  ['wrong tag', 'is constructed, or is not', retagged((tag) => tag ^ 0x20)],
  ['nested', 'is in a sequence of its own', (_tag, _content, whole) => tlv(0x30, whole)],
  [
    'nested',
    'is in pieces',
    (tag, content) =>
      tlv(
        tag | 0x20,
        Buffer.concat([tlv(tag, content.subarray(0, 1)), tlv(tag, content.subarray(1))]),
      ),
  ],
]

const flipped = (bytes: Buffer, at: number, mask = 1): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at < 0 ? copy.length + at : at]! ^= mask
  return copy
}

/** Identifiers and digests that are others. */
const contents: readonly (readonly [
  family: string,
  about: string,
  at: string,
  rewrite: (content: Buffer) => Buffer,
])[] = [
  ['wrong identifier', 'another first arc', 'the identifier', (content) => flipped(content, 0)],
  [
    'wrong identifier',
    'another last arc',
    'the identifier',
    (content) => flipped(content, -1, 0x40),
  ],
  [
    'wrong identifier',
    'an arc more',
    'the identifier',
    (content) => Buffer.concat([content, hex('01')]),
  ],
  [
    'wrong identifier',
    'an arc that begins with zeros',
    'the identifier',
    (content) => Buffer.concat([content.subarray(0, -1), hex('80'), content.subarray(-1)]),
  ],
  [
    'wrong identifier',
    'an arc without end',
    'the identifier',
    (content) => Buffer.concat([content.subarray(0, -1), hex('ff')]),
  ],
  [
    'wrong identifier',
    'an arc of 80 bits',
    'the identifier',
    (content) => Buffer.concat([content, hex('c0808080808080808001')]),
  ],
  ['wrong digest', 'the first bit', 'the digest', (content) => flipped(content, 0, 0x80)],
  ['wrong digest', 'the last bit', 'the digest', (content) => flipped(content, -1)],
  ['wrong digest', 'a byte in the middle', 'the digest', (content) => flipped(content, 16, 0xff)],
  ['wrong digest', 'all zeros', 'the digest', (content) => Buffer.alloc(content.length)],
  ['wrong digest', 'half of it', 'the digest', (content) => content.subarray(0, 16)],
  ['wrong digest', 'twice', 'the digest', (content) => Buffer.concat([content, content])],
  ['missing NULL', 'a byte in it', 'NULL', () => Buffer.of(0)],
]

/** 00 01 FF…FF 00 T. */
function pad(info: Buffer, size: number): Buffer {
  return Buffer.concat([hex('0001'), Buffer.alloc(size - info.length - 3, 0xff), hex('00'), info])
}

/** The block of the standard. */
export function standardBlock(hash: string, message: Uint8Array, size: number): Buffer {
  return pad(write(infoOf(hash, digestOf(hash, message))), size)
}

/** Padding that is not the standard's. */
function paddings(info: Buffer, size: number): [about: string, bytes: Buffer, family?: string][] {
  const whole = pad(info, size)
  const end = size - info.length - 1
  const filled = (head: string, tail: Buffer): Buffer =>
    Buffer.concat([hex(head), Buffer.alloc(size - hex(head).length - tail.length), tail])
  const short = (count: number, from: Buffer): Buffer =>
    Buffer.concat([hex('0001'), Buffer.alloc(count, 0xff), hex('00'), info, from]).subarray(0, size)
  return [
    ['none, zeros before', filled('', info)],
    ['none, zeros after', Buffer.concat([info, Buffer.alloc(size)]).subarray(0, size)],
    ['the block type 0', flipped(whole, 1)],
    ['the block type 2', flipped(whole, 1, 3)],
    ['a first byte of 1', flipped(whole, 0)],
    ['a first byte of 2', flipped(whole, 0, 2)],
    ['the first byte of FF', flipped(whole, 2)],
    ['a byte in the middle', flipped(whole, size >> 1)],
    ['the last byte of FF', flipped(whole, end - 1)],
    ['EE in the place of the last FF', flipped(whole, end - 1, 0x11)],
    ['a zero in the middle', flipped(whole, size >> 1, 0xff)],
    ['all zeros', filled('0001', Buffer.concat([hex('00'), info]))],
    ['no zero at its end', flipped(whole, end, 0xff)],
    ['a 1 at its end', flipped(whole, end)],
    ['two zeros at its end', flipped(whole, end - 1, 0xff)],
    ['eight FF, and zeros after the digest', short(8, Buffer.alloc(size)), 'short padding'],
    ['eight FF, and FF after the digest', short(8, Buffer.alloc(size, 0xff)), 'short padding'],
    ['one FF', short(1, Buffer.alloc(size)), 'short padding'],
    ['no FF', short(0, Buffer.alloc(size)), 'short padding'],
    ['half of it', short(size >> 2, Buffer.alloc(size)), 'short padding'],
    [
      'a byte less, and one after the digest',
      Buffer.concat([whole.subarray(0, 2), whole.subarray(3), Buffer.of(0)]),
      'short padding',
    ],
    [
      'zeros before it',
      Buffer.concat([Buffer.alloc(8), hex('0001'), Buffer.alloc(end - 10, 0xff), hex('00'), info]),
      'short padding',
    ],
  ]
}

/** Blocks that hold no DigestInfo of that hash. */
function others(hash: string, message: Uint8Array, size: number): Block[] {
  const digest = digestOf(hash, message)
  const names = Object.keys(oids).filter((name) => name !== hash)
  return [
    { family: 'no hash', about: 'the digest alone', bytes: pad(digest, size) },
    {
      family: 'no hash',
      about: 'the message alone',
      bytes: pad(Buffer.from(message.subarray(0, 64)), size),
    },
    { family: 'no hash', about: 'nothing', bytes: pad(Buffer.alloc(0), size) },
    ...names.flatMap((name) => [
      {
        family: 'other hash',
        about: `${name}, whole`,
        bytes: pad(write(infoOf(name, digestOf(name, message))), size),
      },
      {
        family: 'other hash',
        about: `the identifier of ${name}`,
        bytes: pad(write(infoOf(name, digest)), size),
      },
      {
        family: 'other hash',
        about: `the digest of ${name}`,
        bytes: pad(write(infoOf(hash, digestOf(name, message))), size),
      },
    ]),
    {
      family: 'wrong digest',
      about: 'of another message',
      bytes: standardBlock(hash, Buffer.from('otro'), size),
    },
  ]
}

const elements = ['DigestInfo', 'the algorithm', 'the identifier', 'NULL', 'the digest']

/** Every block that must be refused, for a modulus of so many bytes. */
export function forgedBlocks(hash: string, message: Uint8Array, size: number): Block[] {
  const info = infoOf(hash, digestOf(hash, message))
  const genuine = write(info)
  const block = (family: string, about: string, bytes: Buffer): Block => ({
    family,
    about,
    bytes: pad(bytes, size),
  })
  const written = elements.flatMap((at) =>
    rewrites.map(([family, about, rewrite]) => {
      const isMissingNull = at === 'NULL' && about === 'is left out'
      return block(
        isMissingNull ? 'missing NULL' : family,
        `${at}: ${about}`,
        write(info, at, rewrite),
      )
    }),
  )
  const replaced = contents.map(([family, about, at, rewrite]) =>
    block(
      family,
      `${at}: ${about}`,
      write(info, at, (tag, content) => tlv(tag, rewrite(content))),
    ),
  )
  const padded = paddings(genuine, size).map(([about, bytes, family = 'padding']) => ({
    family,
    about,
    bytes,
  }))
  const standard = pad(genuine, size)
  return [...written, ...replaced, ...padded, ...others(hash, message, size)].filter(
    ({ bytes }) => !bytes.equals(standard),
  )
}

/** One block of each family, the last. */
export function sampleBlocks(blocks: readonly Block[]): Block[] {
  return [...new Map(blocks.map((block) => [block.family, block])).values()]
}
