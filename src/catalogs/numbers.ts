/**
 * Search in sorted integers: the codes of the large catalogues.
 * @module
 */

/** Numbers in ascending order, duplicates allowed, below 2^53. */
export type Sorted = Uint32Array | Float64Array

/** Look-ups after which an index pays. One of 50,000 numbers takes 5 ms in a new process. */
const beforeIndex = 32

/**
 * An index over sorted numbers. It divides their span into as many equal slices as there are
 * numbers, and searches one slice: SAT codes come in dense runs, so a slice holds few. It takes
 * four extra bytes per number, and is made when it pays.
 */
export class Numbers {
  readonly values: Sorted
  readonly #min: number
  readonly #step: number
  #starts: Uint32Array | undefined
  #lookups = 0

  constructor(values: Sorted) {
    this.values = values
    this.#min = values[0] ?? 0
    this.#step = ((values[values.length - 1] ?? 0) - this.#min + 1) / Math.max(1, values.length)
  }

  /** Returns the first index of `value`, or -1. */
  find(value: number): number {
    const place = this.from(value)
    if (this.values[place] === value) return place
    return -1
  }

  /** Returns the first index with a number not below `value`; the length if there is none. */
  from(value: number): number {
    if (this.#starts === undefined && this.#lookups++ >= beforeIndex) this.#starts = this.#index()
    const slices = this.#starts
    if (slices === undefined) return firstFrom(this.values, value, 0, this.values.length)
    const slice = this.#slice(value)
    if (slice < 0) return 0
    if (slice >= slices.length - 1) return this.values.length
    return firstFrom(this.values, value, slices[slice]!, slices[slice + 1]!)
  }

  #index(): Uint32Array {
    const slices = Math.max(1, this.values.length)
    const starts = new Uint32Array(slices + 1)
    for (const value of this.values) starts[this.#slice(value) + 1]!++
    for (let slice = 0; slice < slices; slice++) starts[slice + 1]! += starts[slice]!
    return starts
  }

  #slice(value: number): number {
    return Math.floor((value - this.#min) / this.#step)
  }
}

/** Returns the first index in `low` to `high` with a number not below `value`; `high` if none. */
function firstFrom(values: Sorted, value: number, low: number, high: number): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (values[middle]! < value) from = middle + 1
    else to = middle
  }
  return from
}

/** Returns the last index with a number not above `value`; -1 if there is none. */
export function lastUpTo(values: Sorted, value: number): number {
  return firstFrom(values, value + 1, 0, values.length) - 1
}

/** Parses `width` digits of `text` at an offset; -1 when a character is not a digit. */
export function digitsAt(text: string, at: number, width: number): number {
  let value = 0
  for (let index = at; index < at + width; index++) {
    const digit = text.charCodeAt(index) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

/**
 * Packs the differences between neighbours in as few bytes as possible: seven bits per byte, low
 * part first.
 */
export function packNumbers(values: ArrayLike<number>): Uint8Array {
  const bytes: number[] = []
  for (let at = 0, before = 0; at < values.length; before = values[at]!, at++) {
    let rest = values[at]! - before
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128))
    bytes.push(rest)
  }
  return Uint8Array.from(bytes)
}

/** Returns an array for `count` numbers of at most `digits` decimal digits. */
export const emptyNumbers = (count: number, digits: number): Sorted =>
  digits > 9 ? new Float64Array(count) : new Uint32Array(count)

/** Inverse of {@link packNumbers} for `count` numbers of at most `digits` decimal digits. */
export function unpackNumbers(bytes: Uint8Array, count: number, digits: number): Sorted {
  const values = emptyNumbers(count, digits)
  for (let at = 0, index = 0, value = 0; index < count; index++) {
    let scale = 1
    for (; bytes[at]! > 127; scale *= 128) value += (bytes[at++]! - 128) * scale
    value += bytes[at++]! * scale
    values[index] = value
  }
  return values
}

/** Packs integers below 2^30, negative ones too, as differences: even ones up and odd ones down. */
export function packSigned(values: readonly number[]): Uint8Array {
  let [sum, before] = [0, 0]
  const sums = values.map((value) => {
    const step = value - before
    before = value
    sum += step < 0 ? -2 * step - 1 : 2 * step
    return sum
  })
  return packNumbers(sums)
}

/** Inverse of {@link packSigned}. */
export function unpackSigned(bytes: Uint8Array, count: number): Int32Array {
  const values = new Int32Array(count)
  for (let at = 0, index = 0, value = 0; index < count; index++) {
    let step = bytes[at]! & 127
    for (let shift = 7; bytes[at++]! > 127; shift += 7) step |= (bytes[at]! & 127) << shift
    value += step % 2 === 0 ? step / 2 : -(step + 1) / 2
    values[index] = value
  }
  return values
}

/** Returns the numbers of runs, which have the first one and the one after the last as `limits`. */
export function expandRuns(limits: Sorted, count: number): Sorted {
  const values = limits instanceof Uint32Array ? new Uint32Array(count) : new Float64Array(count)
  for (let run = 0, at = 0; run < limits.length; run += 2)
    for (let value = limits[run]!; value < limits[run + 1]!; value++) values[at++] = value
  return values
}

/** Whether runs are so long that a look-up among them costs nothing. */
export const areLong = (runs: number, rows: number): boolean => runs * 64 <= rows
