/**
 * Triple DES in CBC mode (FIPS 46-3, SP 800-67), decryption only: the SAT encrypts its .key files with it and WebCrypto
 * does not have it. Made for opening one key: 25 ms for the SAT's 1.2 KB, not in constant time.
 * @module
 */

import type { Bytes } from './bytes.js'

// biome-ignore format: the tables keep the rows of FIPS 46-3
const tables = {
  /** IP */
  initial: numbers('58 50 42 34 26 18 10 2 60 52 44 36 28 20 12 4 62 54 46 38 30 22 14 6 64 56 48 40 32 24 16 8 ' +
    '57 49 41 33 25 17 9 1 59 51 43 35 27 19 11 3 61 53 45 37 29 21 13 5 63 55 47 39 31 23 15 7'),
  /** E */
  expansion: numbers('32 1 2 3 4 5 4 5 6 7 8 9 8 9 10 11 12 13 12 13 14 15 16 17 ' +
    '16 17 18 19 20 21 20 21 22 23 24 25 24 25 26 27 28 29 28 29 30 31 32 1'),
  /** P */
  round: numbers('16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25'),
  /** PC-1 */
  keyHalves: numbers('57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36 ' +
    '63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4'),
  /** PC-2 */
  roundKey: numbers('14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2 ' +
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

/** Rounds at whose key the halves turn by one place instead of two. */
const singleShifts = new Set([0, 1, 8, 15])

/** One element a bit, the most significant first. */
type Bits = number[]

/**
 * DES-EDE3-CBC decryption without looking at the padding.
 * @param key 24 bytes
 * @param iv 8 bytes
 * @param data whole blocks of 8 bytes
 */
export function decryptTripleDes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Bytes {
  if (key.length !== 24 || iv.length !== 8 || data.length % 8) throw new RangeError('DES: wrong key, iv or data length')
  const [first, second, third] = [0, 8, 16].map((at) => roundKeys(key.subarray(at, at + 8)))
  const passes = [[...third!].reverse(), second!, [...first!].reverse()]
  const plain = new Uint8Array(data.length)
  let previous = iv
  for (let at = 0; at < data.length; at += 8) {
    const block = data.subarray(at, at + 8)
    const bytes = toBytes(passes.reduce(crypt, toBits(block)))
    for (let i = 0; i < 8; i++) plain[at + i] = bytes[i]! ^ previous[i]!
    previous = block
  }
  return plain
}

/** Encrypts with the round keys in order, decrypts with them reversed. */
function crypt(block: Bits, keys: readonly Bits[]): Bits {
  const bits = permute(block, tables.initial)
  let left = bits.slice(0, 32)
  let right = bits.slice(32)
  for (const key of keys) {
    const mixed = feistel(right, key)
    const next = left.map((bit, i) => bit ^ mixed[i]!)
    left = right
    right = next
  }
  const out: Bits = new Array(64)
  ;[...right, ...left].forEach((bit, i) => {
    out[tables.initial[i]!] = bit
  })
  return out
}

function feistel(right: Bits, key: Bits): Bits {
  const mixed = tables.expansion.map((from, i) => right[from]! ^ key[i]!)
  const substituted = boxes.flatMap((box, i) => {
    const [a, b, c, d, e, f] = mixed.slice(i * 6, i * 6 + 6) as [number, number, number, number, number, number]
    const value = box[(a * 2 + f) * 16 + (b * 8 + c * 4 + d * 2 + e)]!
    return [(value >> 3) & 1, (value >> 2) & 1, (value >> 1) & 1, value & 1]
  })
  return permute(substituted, tables.round)
}

function roundKeys(key: Uint8Array): Bits[] {
  const halves = permute(toBits(key), tables.keyHalves)
  let left = halves.slice(0, 28)
  let right = halves.slice(28)
  return Array.from({ length: 16 }, (_, round) => {
    const places = singleShifts.has(round) ? 1 : 2
    left = [...left.slice(places), ...left.slice(0, places)]
    right = [...right.slice(places), ...right.slice(0, places)]
    return permute([...left, ...right], tables.roundKey)
  })
}

const permute = (bits: Bits, table: readonly number[]): Bits => table.map((from) => bits[from]!)

const toBits = (bytes: Uint8Array): Bits => Array.from({ length: 64 }, (_, i) => (bytes[i >> 3]! >> (7 - (i & 7))) & 1)

const toBytes = (bits: Bits): number[] =>
  Array.from({ length: 8 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0))

/** The standard numbers bits from 1. */
function numbers(text: string): number[] {
  return text.split(' ').map((bit) => Number(bit) - 1)
}
