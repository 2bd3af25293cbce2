/**
 * Sorted whole numbers, found in a few steps: the codes of the big catalogues.
 * @module
 */

/** Numbers in ascending order, duplicates allowed, below 2^53. */
export type Sorted = Uint32Array | Float64Array

/**
 * An index over sorted numbers. The span is cut into as many equal slices as there are numbers, and the search is confined to one slice:
 * SAT codes come in dense runs, so a slice holds few. Costs four bytes a number besides the numbers.
 */
export class Numbers {
  readonly values: Sorted
  readonly #min: number
  readonly #step: number
  readonly #starts: Uint32Array

  constructor(values: Sorted) {
    this.values = values
    const slices = Math.max(1, values.length)
    this.#min = values[0] ?? 0
    this.#step = ((values[values.length - 1] ?? 0) - this.#min + 1) / slices
    this.#starts = new Uint32Array(slices + 1)
    for (const value of values) this.#starts[this.#slice(value) + 1]!++
    for (let slice = 0; slice < slices; slice++) this.#starts[slice + 1]! += this.#starts[slice]!
  }

  /** First place of `value`, or -1. */
  find(value: number): number {
    const place = this.from(value)
    return this.values[place] === value ? place : -1
  }

  /** First place whose number is not below `value`; the length when all are. */
  from(value: number): number {
    const slice = this.#slice(value)
    if (slice < 0) return 0
    if (slice >= this.#starts.length - 1) return this.values.length
    let low = this.#starts[slice]!
    let high = this.#starts[slice + 1]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.values[middle]! < value) low = middle + 1
      else high = middle
    }
    return low
  }

  #slice(value: number): number {
    return Math.floor((value - this.#min) / this.#step)
  }
}

/** The number that `width` digits of `text` from `at` write, or -1 when they are not all digits. */
export function digitsAt(text: string, at: number, width: number): number {
  let value = 0
  for (let index = at; index < at + width; index++) {
    const digit = text.charCodeAt(index) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

/** Differences between neighbours, each in as few bytes as it needs: seven bits a byte, low part first. */
export function packNumbers(values: ArrayLike<number>): Uint8Array {
  const bytes: number[] = []
  for (let at = 0, before = 0; at < values.length; before = values[at]!, at++) {
    let rest = values[at]! - before
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128))
    bytes.push(rest)
  }
  return Uint8Array.from(bytes)
}

/** Inverse of {@link packNumbers} for `count` numbers of at most `digits` decimal digits. */
export function unpackNumbers(bytes: Uint8Array, count: number, digits: number): Sorted {
  const values = digits > 9 ? new Float64Array(count) : new Uint32Array(count)
  for (let at = 0, index = 0, value = 0; index < count; index++) {
    let scale = 1
    for (; bytes[at]! > 127; scale *= 128) value += (bytes[at++]! - 128) * scale
    value += bytes[at++]! * scale
    values[index] = value
  }
  return values
}
