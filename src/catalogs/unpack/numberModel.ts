/**
 * The models of numbers in catalogues: ascending codes, and the places of a column's values. The
 * encoder of the importer and the decoder of the package share them: an encoder passes the numbers,
 * and a decoder an array of the same length, which receives them.
 * @module
 */
import type { CodedContext, CodedSpec } from '../format.js'
import type { Sorted } from '../numbers.js'
import { BitMixer, hash } from './bitMixer.js'
import type { BitCoder } from './rangeDecoder.js'

/** Binary logarithm of the number of counters. */
const counterBits = 16

/** Limit of the steps of coded numbers. */
export const stepLimit = 2 ** 31

/** Bits of a step, the first ones, that depend on the context. */
const expectedBits = 7

/**
 * Codes ascending numbers as steps: the length of each in bits, and its bits. A step is expected
 * from the number before it modulo `modulus`: postal codes are numbered within tens, and pedimentos
 * within years.
 * Steps are below {@link stepLimit}.
 */
export function codeSteps(coder: BitCoder, numbers: Sorted, modulus: number): void {
  const mixer = new BitMixer(coder, counterBits, 0)
  let before = 0
  for (let at = 0; at < numbers.length; at++) {
    before += codeNumber(mixer, numbers[at]! - before, before % modulus)
    numbers[at] = before
  }
}

function codeNumber(mixer: BitMixer, number: number, context: number): number {
  const own = 32 - Math.clz32(number)
  let length = 0
  while (length < 31 && mixer.alone(hash(context, length), length === own ? 1 : 0) === 0) length++
  if (length === 0) return 0
  let coded = 1
  for (let bit = length - 2; bit >= 0; bit--) {
    const node = hash(length - bit < expectedBits ? context : 0, length * 70_000 + coded)
    coded = coded * 2 + mixer.alone(node, (number >> bit) & 1)
  }
  return coded
}

/** Codes of the rows, and places in another column: what the places of a column are expected from. */
export interface Beside {
  numbers(): Sorted
  places(column: string): Uint16Array
}

/** Facts of the rows, from which a place is expected, are below it. */
const facts = 2 ** 16

/**
 * Codes the places of values: whether the value is empty, where some are; whether it is the same
 * again, as in the last row with a value or with that fact; otherwise the bits of its place.
 */
export function codePlaces(
  coder: BitCoder,
  places: Uint16Array,
  { values, ...context }: CodedContext & Pick<CodedSpec, 'values'>,
  beside: Beside,
): void {
  const mixer = new BitMixer(coder, counterBits, 0)
  const factOf = factsOf(context, beside)
  const isOptional = values[0] === ''
  const first = 2 ** Math.max(0, Math.ceil(Math.log2(values.length)) - 1)
  const lasts = new Uint16Array(facts)
  let history = 0
  for (let row = 0; row < places.length; row++) {
    const place = places[row]!
    const fact = factOf(row)
    const expected = hash(fact, history)
    const isEmpty = isOptional && mixer.alone(expected, Number(place === 0)) === 1
    history = (history * 2 + Number(isEmpty)) % 4
    places[row] = 0
    if (isEmpty) continue
    const group = context.follows ? 0 : fact
    const last = lasts[group]!
    const isSame = mixer.alone(hash(expected, 1), Number(place === last)) === 1
    const coded = isSame ? last : codeBits(mixer, place, hash(fact, last), first)
    if (coded >= values.length) throw new RangeError('damaged column: no such value')
    lasts[group] = coded
    places[row] = coded
  }
}

/** Returns what a place is expected from: a place, or a part of the code and whether it is the next. */
function factsOf({ modulus, beside }: CodedContext, known: Beside): (row: number) => number {
  if (beside !== undefined) {
    const places = known.places(beside)
    return (row) => places[row]!
  }
  const numbers = known.numbers()
  return (row) => (numbers[row]! % modulus!) * 2 + Number(numbers[row]! - 1 === numbers[row - 1])
}

function codeBits(mixer: BitMixer, number: number, context: number, first: number): number {
  let node = 1
  for (let bit = first; bit > 0; bit >>= 1)
    node = node * 2 + mixer.alone(hash(context, node + 2), number & bit ? 1 : 0)
  return node - first * 2
}
