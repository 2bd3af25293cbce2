/**
 * The index of the records of a log. Its numbers are in columns outside the heap: V8 takes 0.4 s to
 * mark a million row objects, and blocks the event loop.
 * @module
 */
import type { Place } from './frames.js'

/** Rows in one block of memory. */
const blockRows = 4_096

/** Numbers of a row that may be large, and those of 32 bits. */
const doubles = [
  'statePosition',
  'xmlPosition',
  'copyPosition',
  'version',
  'written',
  'at',
  'due',
] as const
const words = ['state', 'xml', 'copy'] as const
/** Length, checksum and file. */
const perPlace = 3
const wordsPerRow = words.length * perPlace + 1

/** Statuses by their numbers. Any other status is empty text, which never counts as finished. */
const statuses = ['', 'open', 'watched', 'closed', 'answered', 'acknowledged']

const [inheritedBit, droppedBit, statusShift] = [1, 2, 2]

interface Block {
  readonly doubles: Float64Array
  readonly words: Uint32Array
}

/** The index of one record. */
export class Row {
  readonly key: string
  /** Counts the records in the order of their first writes. */
  readonly number: number
  /** SHA-256 of the XML, if the XML may change. */
  sum: string | undefined
  /** The token of the last write, durable or about to be. */
  token: string | undefined
  readonly #block: Block
  /** First double, and first word. */
  readonly #double: number
  readonly #word: number

  constructor(
    key: string,
    number: number,
    { block, slot }: { readonly block: Block; readonly slot: number },
  ) {
    this.key = key
    this.number = number
    this.#block = block
    this.#double = slot * doubles.length
    this.#word = slot * wordsPerRow
    this.xml = undefined
    this.copy = undefined
    this.due = undefined
  }

  /** Version of the last write, durable or about to be. */
  get version(): number {
    return this.#block.doubles[this.#double + 3] as number
  }
  set version(version: number) {
    this.#block.doubles[this.#double + 3] = version
  }

  /** Version of the last durable write, which the members below describe. */
  get written(): number {
    return this.#block.doubles[this.#double + 4] as number
  }
  set written(version: number) {
    this.#block.doubles[this.#double + 4] = version
  }

  /** Time of that write. */
  get at(): number {
    return this.#block.doubles[this.#double + 5] as number
  }
  set at(at: number) {
    this.#block.doubles[this.#double + 5] = at
  }

  /** The time of the next visit, if it has one. */
  get due(): number | undefined {
    const due = this.#block.doubles[this.#double + 6] as number
    if (Number.isNaN(due)) return undefined
    return due
  }
  set due(due: number | undefined) {
    this.#block.doubles[this.#double + 6] = due ?? Number.NaN
  }

  get state(): Place {
    return this.#place(0) as Place
  }
  set state(place: Place) {
    this.#setPlace(0, place)
  }

  /** Where the XML is. */
  get xml(): Place | undefined {
    return this.#place(1)
  }
  set xml(place: Place | undefined) {
    this.#setPlace(1, place)
  }

  /** Place in the new file of a compaction. */
  get copy(): Place | undefined {
    return this.#place(2)
  }
  set copy(place: Place | undefined) {
    this.#setPlace(2, place)
  }

  get status(): string {
    return statuses[this.#flags >> statusShift] as string
  }
  set status(status: string) {
    const number = Math.max(0, statuses.indexOf(status))
    this.#flags = (this.#flags & (inheritedBit | droppedBit)) | (number << statusShift)
  }

  /** Read when the file was opened: its claim is void, since the lock was free. */
  get inherited(): boolean {
    return (this.#flags & inheritedBit) !== 0
  }
  set inherited(is: boolean) {
    this.#flags = is ? this.#flags | inheritedBit : this.#flags & ~inheritedBit
  }

  /** Whether a compaction dropped its XML or the whole record. */
  get isDropped(): boolean {
    return (this.#flags & droppedBit) !== 0
  }
  set isDropped(is: boolean) {
    this.#flags = is ? this.#flags | droppedBit : this.#flags & ~droppedBit
  }

  get #flags(): number {
    return this.#block.words[this.#word + words.length * perPlace] as number
  }
  set #flags(flags: number) {
    this.#block.words[this.#word + words.length * perPlace] = flags
  }

  #place(which: number): Place | undefined {
    const position = this.#block.doubles[this.#double + which] as number
    if (position < 0) return undefined
    const from = this.#word + which * perPlace
    const [length, check, file] = this.#block.words.subarray(from, from + perPlace) as unknown as [
      number,
      number,
      number,
    ]
    return { position, length, check, file }
  }

  #setPlace(which: number, place: Place | undefined): void {
    this.#block.doubles[this.#double + which] = place?.position ?? -1
    if (place === undefined) return
    const from = this.#word + which * perPlace
    this.#block.words[from] = place.length
    this.#block.words[from + 1] = place.check
    this.#block.words[from + 2] = place.file ?? 0
  }
}

/** Creates rows. A block of memory is freed when all of its rows are forgotten. */
export class RowColumns {
  #made = 0
  #block: Block | undefined
  #slot = blockRows

  /** Creates an empty row. */
  create(key: string): Row {
    if (this.#slot === blockRows || this.#block === undefined) {
      this.#block = {
        doubles: new Float64Array(blockRows * doubles.length),
        words: new Uint32Array(blockRows * wordsPerRow),
      }
      this.#slot = 0
    }
    return new Row(key, this.#made++, { block: this.#block, slot: this.#slot++ })
  }
}
