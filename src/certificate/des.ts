/**
 * Decryption of Triple DES in CBC mode (FIPS 46-3, SP 800-67): the SAT encrypts .key files with it,
 * and WebCrypto lacks it. Uses the runtime's implementation where there is one. The portable one
 * does not run in constant time.
 * @module
 */
import { platformCrypto } from '../lib/platform.js'

// biome-ignore format: the tables keep the rows of FIPS 46-3
const tables = {
  /** P */
  round: parseBitNumbers('16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25'),
  /** PC-1 */
  keyHalves: parseBitNumbers('57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36 ' +
    '63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4'),
  /** PC-2 */
  roundKey: parseBitNumbers('14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2 ' +
    '41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32'),
}

/** S1 to S8: four rows of sixteen values, one hexadecimal digit each. */
const boxes = [
  'e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d',
  'f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9',
  'a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c',
  '7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e',
  '2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453',
  'c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d',
  '4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c',
  'd2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b',
].map((rows) => Array.from(rows.replaceAll(' ', ''), (digit) => Number.parseInt(digit, 16)))

/** Rounds whose key rotates the halves by one place instead of two. */
const singleShifts = new Set([0, 1, 8, 15])

/**
 * DES-EDE3-CBC decryption that leaves the padding in place.
 * @param key 24 bytes
 * @param iv 8 bytes
 * @param data whole blocks of 8 bytes
 * @throws RangeError for other lengths
 */
export function decryptTripleDes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  if (key.length !== 24 || iv.length !== 8 || data.length % 8)
    throw new RangeError('DES: wrong key, iv or data length')
  return decryptByPlatform(key, iv, data) ?? decryptPortable(key, iv, data)
}

/**
 * Returns `undefined` where the runtime has no Triple DES: browsers, Deno, OpenSSL in FIPS mode.
 */
function decryptByPlatform(
  key: Uint8Array,
  iv: Uint8Array,
  data: Uint8Array,
): Uint8Array | undefined {
  try {
    const plain = platformCrypto()
      .createDecipheriv?.('des-ede3-cbc', key, iv)
      .setAutoPadding(false)
      .update(data)
    // OpenSSL returns all blocks from `update`: with the padding left in place nothing remains for
    // `final`.
    if (plain?.length === data.length) return plain
    return undefined
  } catch {
    return undefined
  }
}

/** {@link decryptTripleDes} in JavaScript, for arguments that it validated. */
export function decryptPortable(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  spread ??= Int32Array.from({ length: 512 }, (_, index) => {
    const [box, six] = [index >> 6, index & 63]
    const digit = boxes[box]![((six >> 5) * 2 + (six & 1)) * 16 + ((six >> 1) & 15)]!
    const placed = digit << (28 - 4 * box)
    let bits = 0
    for (const from of tables.round) bits = (bits << 1) | ((placed >>> (31 - from)) & 1)
    return bits
  })
  // Keys of the 48 decryption rounds, eight values of six bits each: the third key backwards,
  // the second, the first backwards.
  const first = roundKeys(key.subarray(0, 8))
  const second = roundKeys(key.subarray(8, 16))
  const third = roundKeys(key.subarray(16, 24))
  const rounds = Uint8Array.from([...third.reverse(), ...second, ...first.reverse()].flat())
  const plain = new Uint8Array(data.length)
  const [from, to] = [dataViewOf(data), dataViewOf(plain)]
  const chain = dataViewOf(iv)
  let [left, right] = [chain.getInt32(0), chain.getInt32(4)]
  for (let at = 0; at < data.length; at += 8) {
    const block = decryptBlock(from.getInt32(at), from.getInt32(at + 4), rounds, spread)
    to.setInt32(at, block[0] ^ left)
    to.setInt32(at + 4, block[1] ^ right)
    left = from.getInt32(at)
    right = from.getInt32(at + 4)
  }
  rounds.fill(0)
  return plain
}

function dataViewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/**
 * S and P combined: for each box and each six bits, the 32 bits that the round adds. Created when
 * the first key is opened.
 */
let spread: Int32Array | undefined

/** 48 rounds between one IP and its inverse: those between two passes cancel out. */
function decryptBlock(
  first: number,
  second: number,
  rounds: Uint8Array,
  boxed: Int32Array,
): [number, number] {
  // IP.
  let [left, right] = exchangeBits(first, second, 4, 0x0f0f0f0f)
  ;[left, right] = exchangeBits(left, right, 16, 0x0000ffff)
  ;[right, left] = exchangeBits(right, left, 2, 0x33333333)
  ;[right, left] = exchangeBits(right, left, 8, 0x00ff00ff)
  ;[left, right] = exchangeBits(left, right, 1, 0x55555555)
  for (let at = 0; at < rounds.length; at += 8) {
    let mixed = 0
    for (let box = 0; box < 8; box++) {
      const turn = (box * 4 + 5) & 31
      const six = ((right << turn) | (right >>> (32 - turn))) & 63
      mixed ^= boxed[box * 64 + (six ^ rounds[at + box]!)]!
    }
    const next = left ^ mixed
    // The last round of a pass does not swap the halves.
    if (at % 128 === 120) left = next
    else {
      left = right
      right = next
    }
  }
  // IP's inverse: the same steps in reverse order.
  ;[left, right] = exchangeBits(left, right, 1, 0x55555555)
  ;[right, left] = exchangeBits(right, left, 8, 0x00ff00ff)
  ;[right, left] = exchangeBits(right, left, 2, 0x33333333)
  ;[left, right] = exchangeBits(left, right, 16, 0x0000ffff)
  return exchangeBits(left, right, 4, 0x0f0f0f0f)
}

/**
 * Swaps the bits of a mask in one half with those `shift` places higher in the other. IP consists
 * of five such steps.
 */
function exchangeBits(high: number, low: number, shift: number, mask: number): [number, number] {
  const bits = ((high >>> shift) ^ low) & mask
  return [high ^ (bits << shift), low ^ bits]
}

function roundKeys(key: Uint8Array): number[][] {
  const bits = Array.from({ length: 64 }, (_, at) => (key[at >> 3]! >> (7 - (at & 7))) & 1)
  const halves = permute(bits, tables.keyHalves)
  let [left, right] = [halves.slice(0, 28), halves.slice(28)]
  const keys: number[][] = []
  for (let round = 0; round < 16; round++) {
    const places = singleShifts.has(round) ? 1 : 2
    left = [...left.slice(places), ...left.slice(0, places)]
    right = [...right.slice(places), ...right.slice(0, places)]
    const chosen = permute([...left, ...right], tables.roundKey)
    const sixes: number[] = []
    for (let at = 0; at < 48; at += 6) {
      let six = 0
      for (const bit of chosen.slice(at, at + 6)) six = six * 2 + bit
      sixes.push(six)
    }
    keys.push(sixes)
  }
  return keys
}

const permute = (bits: readonly number[], table: readonly number[]): number[] =>
  table.map((from) => bits[from]!)

/** The standard numbers bits from 1. */
function parseBitNumbers(text: string): number[] {
  return text.split(' ').map((bit) => Number(bit) - 1)
}
