/**
 * Generates test/attacks/pkcs1/forged.jsonl: `npx tsx tools/pkcs1Vectors.ts`. Signatures to refuse
 * and some to accept, over keys of 2048 to 4096 bits, with arithmetic of node:crypto. One vector
 * per line; a key's line comes before its vectors.
 *
 * The keys are random and not kept, so every line changes: run it only to change the content of the
 * file.
 */
import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign,
} from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, forgedBlocks, nodeName, sampleBlocks } from '../test/attacks/pkcs1/blocks.js'

const file = join(import.meta.dirname, '../test/attacks/pkcs1/forged.jsonl')
const message = Buffer.from('||4.0|A|7|2026-11-21T12:00:00||')
const lines: object[] = []

/** A genuine or forged signature over `message`. */
interface Signature {
  readonly family: string
  readonly about: string
  readonly signature: Buffer
  readonly over?: Buffer
}

function add(
  key: string,
  hash: string,
  verdict: 'valid' | 'invalid',
  signatures: readonly Signature[],
): void {
  for (const { family, about, signature, over = message } of signatures) {
    lines.push({
      key,
      hash,
      verdict,
      family,
      about,
      message: over.toString('hex'),
      signature: signature.toString('base64'),
    })
  }
}

/** The block to the power of the private exponent. */
const raised =
  (key: KeyObject) =>
  ({ family, about, bytes }: Block): Signature => ({
    family,
    about,
    signature: privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, bytes),
  })

function write(name: string, modulusLength: number, publicExponent: number): KeyObject {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  lines.push({
    key: name,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  })
  return privateKey
}

/** Messages whose signatures are genuine. */
const messages = [
  Buffer.alloc(0),
  Buffer.alloc(20),
  Buffer.from('Ñandú y cañón'),
  Buffer.alloc(1_000, 0x7c),
  message,
]
const genuine = (key: KeyObject, hash: string): Signature[] =>
  messages.map((over) => ({
    family: 'genuine',
    about: `${over.length} bytes`,
    signature: sign(nodeName(hash), over, key),
    over,
  }))

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)
const toBytes = (value: bigint, size: number): Buffer =>
  Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex')
const modulusOf = (key: KeyObject): bigint =>
  toBigInt(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).n!, 'base64url'))

/** A genuine signature whose number plus the modulus still fits. */
function plusModulus(key: KeyObject, n: bigint, size: number): Signature {
  for (let count = 0; ; count++) {
    const over = Buffer.from(`mensaje ${count}`)
    const sum = toBigInt(sign('sha256', over, key)) + n
    if (sum < 1n << BigInt(size * 8))
      return {
        family: 'number',
        about: 'genuine, plus the modulus',
        signature: toBytes(sum, size),
        over,
      }
  }
}

/** A genuine signature that begins with a zero byte, without it. */
function withoutZero(key: KeyObject): Signature {
  for (let count = 0; ; count++) {
    const over = Buffer.from(`mensaje ${count}`)
    const signature = sign('sha256', over, key)
    if (signature[0] === 0)
      return {
        family: 'number',
        about: 'genuine, without its first zero',
        signature: signature.subarray(1),
        over,
      }
  }
}

/** Signatures that are numbers out of the ordinary, or of another length. */
function numbers(key: KeyObject, size: number): Signature[] {
  const n = modulusOf(key)
  const own = sign('sha256', message, key)
  const edge = ([about, value]: readonly [string, bigint]): Signature => ({
    family: 'number',
    about,
    signature: toBytes(value, size),
  })
  const named = (about: string, signature: Buffer): Signature => ({
    family: 'length',
    about,
    signature,
  })
  return [
    ...(
      [
        ['0', 0n],
        ['1', 1n],
        ['2', 2n],
        ['the modulus less 1', n - 1n],
        ['the modulus', n],
        ['the modulus more 1', n + 1n],
        ['all bits', (1n << BigInt(size * 8)) - 1n],
        ['genuine, its negative', n - toBigInt(own)],
      ] as const
    ).map(edge),
    plusModulus(key, n, size),
    withoutZero(key),
    named('a zero before it', Buffer.concat([Buffer.of(0), own])),
    named('a zero after it', Buffer.concat([own, Buffer.of(0)])),
    named('a byte less', own.subarray(0, -1)),
    named('nothing', Buffer.alloc(0)),
    named('one zero', Buffer.of(0)),
    named('twice', Buffer.concat([own, own])),
    named('reversed', Buffer.from(own).reverse()),
  ]
}

function otherSchemes(key: KeyObject, hash: string): Signature[] {
  const { RSA_PKCS1_PSS_PADDING: padding } = constants
  const salts = [0, 20, 32]
  return salts.map((saltLength) => ({
    family: 'other scheme',
    about: `PSS with a salt of ${saltLength}`,
    signature: sign(nodeName(hash), message, { key, padding, saltLength }),
  }))
}

/**
 * The whole cube root, rounded up: its cube begins with the block (Bleichenbacher, CRYPTO 2006).
 */
function cubeRoot(value: bigint): bigint {
  let [low, high] = [0n, 1n << BigInt(Math.ceil(value.toString(2).length / 3) + 1)]
  while (low < high) {
    const middle = (low + high) >> 1n
    if (middle ** 3n < value) low = middle + 1n
    else high = middle
  }
  return low
}

function cubes(size: number): Signature[] {
  const short = forgedBlocks('SHA-256', message, size).filter(
    ({ family, about }) => family === 'short padding' && about.endsWith('zeros after the digest'),
  )
  return short.map(({ about, bytes }) => ({
    family: 'cube root',
    about,
    signature: toBytes(cubeRoot(toBigInt(bytes)), size),
  }))
}

const usual = write('2048', 2048, 65_537)
add('2048', 'SHA-256', 'valid', genuine(usual, 'SHA-256'))
add('2048', 'SHA-256', 'invalid', forgedBlocks('SHA-256', message, 256).map(raised(usual)))
add('2048', 'SHA-256', 'invalid', [...numbers(usual, 256), ...otherSchemes(usual, 'SHA-256')])
add('2048', 'SHA-1', 'valid', genuine(usual, 'SHA-1'))
add(
  '2048',
  'SHA-1',
  'invalid',
  sampleBlocks(forgedBlocks('SHA-1', message, 256)).map(raised(usual)),
)

for (const bits of [3072, 4096]) {
  const key = write(String(bits), bits, 65_537)
  add(String(bits), 'SHA-256', 'valid', genuine(key, 'SHA-256').slice(0, 2))
  add(
    String(bits),
    'SHA-256',
    'invalid',
    sampleBlocks(forgedBlocks('SHA-256', message, bits / 8)).map(raised(key)),
  )
}

const three = write('exponent 3', 2048, 3)
add('exponent 3', 'SHA-256', 'valid', genuine(three, 'SHA-256').slice(0, 2))
add('exponent 3', 'SHA-256', 'invalid', cubes(256))
add(
  'exponent 3',
  'SHA-256',
  'invalid',
  sampleBlocks(forgedBlocks('SHA-256', message, 256)).map(raised(three)),
)

writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
console.log(`${lines.length} lines`)
