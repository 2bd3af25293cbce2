/**
 * Compaction of a log into a new file: the kept records before a position, and all records after
 * it. The log accepts writes meanwhile, and waits only for the last part of the copy.
 * @module
 */
import { randomBytes } from 'node:crypto'
import { createBatchedRead } from './batchedReads.js'
import { frameOf, headerLength, headerOf, type Place, readFrame, recordsOf } from './frames.js'
import type { Kept, LogFile, Move, ReadRecord } from './logParts.js'
import { reader } from './scan.js'

/** The log, at the moment when its compaction begins. */
export interface LogState {
  readonly file: LogFile
  readonly id: string
  readonly number: number
  readonly end: number
  readonly sum: string
}

/** Records that are copied at once. */
const copied = 64
/** Maximum bytes of the tail that are copied while the log waits. */
const shortTail = 256 << 10
/** Bytes after which the new file is synced, so that the last sync is short. */
const syncEvery = 8 << 20

/** The compaction of a log. */
export class Compaction implements Move {
  readonly file: LogFile
  readonly id = randomBytes(8).toString('hex')
  readonly from: number
  readonly to: number
  readonly since: number
  end = headerLength
  sum = this.id
  readonly #kept: Iterable<Kept>
  readonly #old: LogState
  /** The tail of the old file that is not copied yet. */
  #tail: { end: number; sum: string }
  readonly #places = new Map<number, Place>()
  #synced = headerLength

  constructor({
    file,
    kept,
    log,
  }: { readonly file: LogFile; readonly kept: Iterable<Kept>; readonly log: LogState }) {
    this.file = file
    this.#kept = kept
    this.#old = log
    this.from = log.number
    this.to = log.number + 1
    this.since = log.end
    this.#tail = { end: log.end, sum: log.sum }
  }

  readonly placeOf = ({ position }: Place): Place | undefined => this.#places.get(position)

  /** Copies the kept records. */
  async copy(readOne: ReadRecord, goesOn: () => boolean): Promise<void> {
    const read = createBatchedRead(this.#old.file, readOne)
    let batch: Kept[] = []
    const flush = async () => {
      if (!goesOn()) throw new Error('the log is closed')
      const places = await this.#append(await Promise.all(batch.map((one) => one.record(read))))
      for (const [at, one] of batch.entries()) one.copied(places[at] as Place)
      batch = []
    }
    for (const one of this.#kept) if (batch.push(one) === copied) await flush()
    if (batch.length > 0) await flush()
  }

  /** Copies the records added meanwhile, until the rest is short. */
  async catchUp(end: () => number, goesOn: () => boolean): Promise<void> {
    while (end() - this.#tail.end > shortTail) {
      if (!goesOn()) throw new Error('the log is closed')
      await this.#copyTail(end())
    }
    await this.file.sync()
  }

  /** Copies the rest and makes the file durable. Nothing is added to the log meanwhile. */
  async finish(end: number): Promise<void> {
    await this.#copyTail(end)
    await this.file.write(0, headerOf({ id: this.id, mark: this.end, closed: false }))
    await this.file.sync()
  }

  async #copyTail(end: number): Promise<void> {
    const take = reader(this.#old.file, end)
    while (this.#tail.end < end) {
      const frame = await readFrame(take, this.#tail.end, 3, this.#tail.sum)
      if (frame === undefined) throw new Error('the file was changed by another program')
      const all = [...recordsOf(frame)]
      const places = await this.#append(all.map(({ record }) => record))
      for (const [at, { place }] of all.entries())
        this.#places.set(place.position, places[at] as Place)
      this.#tail = frame
    }
  }

  async #append(records: readonly Buffer[]): Promise<readonly Place[]> {
    const { bytes, sum, places } = frameOf(records, this.end, this.sum, this.to)
    await this.file.write(this.end, bytes)
    this.end += bytes.length
    this.sum = sum
    if (this.end - this.#synced > syncEvery) {
      await this.file.sync()
      this.#synced = this.end
    }
    return places
  }
}
