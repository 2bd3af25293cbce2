/**
 * An append-only log with group commit: one fsync makes one frame of records durable, and the next frame is written only
 * after that. A power cut can therefore damage only the last frame, which was not acknowledged.
 *
 * Whoever opens a log that was not closed copies it to a new file, which takes its place: nothing that may not be durable
 * is built upon, nothing is truncated, and a process that was overtaken while suspended writes to a file that nobody
 * reads. It notices before it acknowledges, since each write is verified after its fsync.
 * @module
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { JournalError } from '../errors.js'
import { frameOf, headerLength, headerOf, type Place } from './frames.js'
import { readFully, type Scanned, scan } from './scan.js'

/** The operations needed of a file. Tests supply one that loses power. */
export interface LogFile {
  /** Size in bytes. */
  size(): Promise<number>
  /** Bytes from a position on; it may return fewer than asked for, and none at the end. */
  read(position: number, length: number): Promise<Buffer>
  write(position: number, bytes: Buffer): Promise<void>
  /** Resolves once everything written survives a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** The storage of a log. */
export interface LogStorage {
  /** Opens the log, if there is one. */
  open(): Promise<LogFile | undefined>
  /** Creates an empty file beside it, which only this process writes. */
  create(): Promise<LogFile>
  /** Replaces the log by the created file, durably and atomically. */
  replace(): Promise<void>
  /** Removes the created file. */
  discard(): Promise<void>
  /**
   * Verifies that a file still is the log, with that size, and that no other process took the log over.
   * @throws JournalError JOURNAL_LOCKED, JOURNAL_WRITE
   */
  verify(file: LogFile, size: number): Promise<void>
}

/** Reads a record. */
export type ReadRecord = (place: Place) => Promise<Buffer>

/** A record that a new file keeps. */
export interface Kept {
  record(read: ReadRecord): Promise<Buffer>
  /** Called once the new file has replaced the old one. */
  moved(place: Place): void
}

/** What the records mean. */
export interface LogContents {
  /** Takes a record when the log is opened, oldest first. */
  visit(record: Buffer, place: Place): void
  /** The records that a new file keeps. Nothing is decided nor written until it has replaced the old one. */
  keep(): readonly Kept[]
}

/** What a transaction does when its turn comes, after all earlier ones. */
export interface Decision<T> {
  /** To be written, if anything is. */
  readonly record?: Buffer
  /** Called once the record and everything decided before it are durable. */
  done(place: Place): T
}

/** What a log is opened with. */
export interface LogOptions {
  readonly storage: LogStorage
  readonly contents: LogContents
  /** Size in bytes below which it is not compacted by itself. */
  readonly compactAt: number
}

interface Waiting {
  readonly decide: () => Decision<unknown>
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

const nowhere: Place = { position: 0, length: 0, check: 0 }
/** Bytes after which a frame takes no more records. */
const fullFrame = 8 << 20
/** Records that are copied at once. */
const copied = 64

/** An append-only log with group commit. */
export class AppendLog {
  readonly #storage: LogStorage
  readonly #contents: LogContents
  #file: LogFile
  #id: string
  #end: number
  #sum: string
  #queue: Waiting[] = []
  #working: Promise<void> | undefined
  #reading = new Set<Promise<unknown>>()
  /** Pending rewrites, which take priority over appends. */
  #rewrites = 0
  #closing: Promise<void> | undefined
  #failure: JournalError | undefined
  /** Size at which it is compacted, at the least and now. */
  readonly #compactAt: number
  #compactNow: number
  #compacting: Promise<void> | undefined
  /** Bytes of the incomplete frame that opening discarded. */
  readonly discarded: number

  private constructor({ storage, contents, compactAt }: LogOptions, file: LogFile, scanned: Scanned) {
    const { header, end, sum, discarded } = scanned
    this.#storage = storage
    this.#contents = contents
    this.#compactAt = compactAt
    this.#compactNow = compactAt
    this.#file = file
    this.#id = header?.id ?? ''
    this.#end = end
    this.#sum = sum
    this.discarded = discarded
  }

  /**
   * Opens a log, or creates it.
   * @throws JournalError JOURNAL_FORMAT, JOURNAL_CORRUPT, JOURNAL_LOCKED, JOURNAL_WRITE
   */
  static async open(options: LogOptions): Promise<AppendLog> {
    const { storage, contents } = options
    const file = (await storage.open()) ?? noFile
    try {
      const scanned = await scan(file, (record, place) => contents.visit(record, place))
      const log = new AppendLog(options, file, scanned)
      await log.#begin(scanned)
      return log
    } catch (error) {
      await file.close().catch(() => {})
      throw error
    }
  }

  get size(): number {
    return this.#end
  }

  /**
   * Decides something when everything before it is decided, and resolves when that is durable. What arrives during a write
   * shares the next fsync.
   * @throws JournalError JOURNAL_WRITE or JOURNAL_LOCKED, also on all later calls; JOURNAL_CLOSED
   */
  transact<T>(decide: () => Decision<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) return reject(closed())
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#queue.push({ decide, resolve, reject })
      this.#work()
    })
  }

  /** @throws JournalError JOURNAL_CORRUPT, JOURNAL_CLOSED */
  async read({ position, length, check }: Place): Promise<Buffer> {
    if (this.#closing !== undefined) throw closed()
    const reading = readFully(this.#file, position, length)
    this.#reading.add(reading)
    try {
      const record = await reading
      if (crc32(record) !== check) throw new Error('the checksum differs')
      return record
    } catch (cause) {
      throw new JournalError('JOURNAL_CORRUPT', `No se puede leer la bitácora en el byte ${position}.`, { cause })
    } finally {
      this.#reading.delete(reading)
    }
  }

  /**
   * Writes what is to be kept to a new file, which replaces this one. Transactions wait until it ends. It happens by itself
   * when the file has doubled.
   * @throws JournalError JOURNAL_WRITE, JOURNAL_LOCKED, JOURNAL_CORRUPT
   */
  compact(): Promise<void> {
    this.#compacting ??= this.#compact().finally(() => {
      this.#compacting = undefined
      this.#compactNow = Math.max(this.#compactAt, 2 * this.#end)
    })
    return this.#compacting
  }

  /** Waits for pending writes and closes the file. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#compacting?.catch(() => {})
    while (this.#working !== undefined) await this.#working
    await Promise.allSettled(this.#reading)
    // Without it the next one to open the file copies it.
    if (this.#failure === undefined) await this.#writeHeader(true).catch(() => {})
    await this.#file.close()
  }

  #work(): void {
    if (this.#working !== undefined || this.#rewrites > 0 || this.#queue.length === 0) return
    void this.#exclusively(async () => {
      while (this.#rewrites === 0 && this.#queue.length > 0) await this.#commit()
    })
  }

  async #compact(): Promise<void> {
    if (this.#closing !== undefined) throw closed()
    this.#rewrites++
    while (this.#working !== undefined) await this.#working
    this.#rewrites--
    await this.#exclusively(() => this.#rewrite())
  }

  async #exclusively(work: () => Promise<void>): Promise<void> {
    const working = work().finally(() => {
      this.#working = undefined
      this.#work()
    })
    this.#working = working.catch(() => {})
    await working
  }

  async #commit(): Promise<void> {
    const { records, decided } = this.#decide()
    try {
      if (this.#failure !== undefined) throw this.#failure
      const places = records.length === 0 ? [] : await this.#write(records)
      for (const { at, decision, resolve } of decided) resolve(decision.done(places[at] ?? nowhere) as never)
      if (this.#end > this.#compactNow) void this.compact().catch(() => {})
    } catch (cause) {
      // After a failed fsync the state on disk is unknown, and a second one may wrongly succeed (fsyncgate, 2018).
      this.#failure ??= asWriteError(cause)
      for (const { reject } of decided) reject(this.#failure)
    }
  }

  /** Decides what waits, until the frame is full. */
  #decide() {
    const records: Buffer[] = []
    const decided: (Waiting & { readonly decision: Decision<unknown>; readonly at: number })[] = []
    let [next, bytes] = [0, 0]
    for (; next < this.#queue.length && bytes < fullFrame; next++) {
      const waiting = this.#queue[next] as Waiting
      try {
        const decision = waiting.decide()
        decided.push({ ...waiting, decision, at: decision.record === undefined ? -1 : records.length })
        if (decision.record !== undefined) records.push(decision.record)
        bytes += decision.record?.length ?? 0
      } catch (error) {
        waiting.reject(error)
      }
    }
    this.#queue = this.#queue.slice(next)
    return { records, decided }
  }

  async #write(records: readonly Buffer[]): Promise<readonly Place[]> {
    const { bytes, sum, places } = frameOf(records, this.#end, this.#sum)
    if ((await this.#file.size()) !== this.#end) throw new Error('the file was changed by another program')
    await Promise.all([this.#file.write(this.#end, bytes), this.#file.write(0, this.#header(false))])
    await this.#file.sync()
    await this.#storage.verify(this.#file, this.#end + bytes.length)
    this.#end += bytes.length
    this.#sum = sum
    return places
  }

  #header(closed: boolean): Buffer {
    return headerOf({ id: this.#id, mark: this.#end, closed })
  }

  async #writeHeader(closed: boolean): Promise<void> {
    await this.#file.write(0, this.#header(closed))
    await this.#file.sync()
  }

  /** A file that was closed is gone on with, any other is copied. */
  async #begin({ header }: Scanned): Promise<void> {
    if (header?.closed !== true) return this.compact()
    await this.#writeHeader(false)
    await this.#storage.verify(this.#file, this.#end)
  }

  async #rewrite(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const old = this.#file
    const kept = this.#contents.keep()
    const { file, id, end, sum, places } = await this.#copy(kept)
    await this.#replace(file, end)
    this.#file = file
    this.#id = id
    this.#end = end
    this.#sum = sum
    for (const [at, { moved }] of kept.entries()) moved(places[at] as Place)
    await Promise.allSettled(this.#reading)
    await old.close()
  }

  async #copy(kept: readonly Kept[]) {
    const file = await this.#storage.create().catch((cause) => Promise.reject(asWriteError(cause)))
    const id = randomBytes(8).toString('hex')
    const places: Place[] = []
    let [end, sum] = [headerLength, id]
    try {
      for (let from = 0; from < kept.length; from += copied) {
        const records = await Promise.all(
          kept.slice(from, from + copied).map(({ record }) => record((place) => this.read(place))),
        )
        const frame = frameOf(records, end, sum)
        await file.write(end, frame.bytes)
        end += frame.bytes.length
        sum = frame.sum
        places.push(...frame.places)
      }
      await file.write(0, headerOf({ id, mark: end, closed: false }))
      await file.sync()
      return { file, id, end, sum, places }
    } catch (cause) {
      await this.#abandon(file)
      throw asWriteError(cause)
    }
  }

  async #abandon(file: LogFile): Promise<void> {
    await file.close().catch(() => {})
    await this.#storage.discard().catch(() => {})
  }

  /** After a failure it is unknown which file a restart will find: nothing more may be written to either. */
  async #replace(file: LogFile, end: number): Promise<void> {
    try {
      await this.#storage.replace()
      await this.#storage.verify(file, end)
    } catch (cause) {
      this.#failure = asWriteError(cause)
      await this.#abandon(file)
      throw this.#failure
    }
  }
}

/** Stands for the log until there is one. */
const noFile: LogFile = {
  size: async () => 0,
  read: async () => Buffer.alloc(0),
  write: async () => {},
  sync: async () => {},
  close: async () => {},
}

function closed(): JournalError {
  return new JournalError('JOURNAL_CLOSED', 'La bitácora está cerrada.')
}

function asWriteError(cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause
  return new JournalError('JOURNAL_WRITE', 'No se pudo escribir en la bitácora.', { cause })
}
