/**
 * An append-only log with group commit: one fsync makes one frame of records durable, and the next
 * frame is written only after that. A power cut can therefore damage only the last frame, which was
 * not acknowledged.
 *
 * If the previous process is known to be dead, the log continues: its last frame, which may not be
 * durable, is written again. If that process may only be suspended, the log is copied to a new file
 * that replaces it. The suspended process then writes to an unused file, and notices before it
 * acknowledges, because each write is verified after its fsync.
 * @module
 */
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { JournalError } from '../../errors.js'
import { ignoreError } from '../../lib/ignoreError.js'
import { Compaction } from './compaction.js'
import { type Decided, type Decision, decideFrame, type Waiting } from './frameDecisions.js'
import { frameOf, headerLength, headerOf, type Place } from './frames.js'
import {
  type LogContents,
  type LogEvent,
  type LogFile,
  type LogOptions,
  type LogStorage,
  noFile,
} from './logParts.js'
import { readFully, type Scanned, scan } from './scan.js'

export type { Decision } from './frameDecisions.js'
export type {
  Kept,
  LogContents,
  LogEvent,
  LogFile,
  LogOptions,
  LogStorage,
  Move,
  ReadRecord,
} from './logParts.js'

const nowhere: Place = { position: 0, length: 0, check: 0 }

/** An append-only log with group commit. */
export class AppendLog {
  readonly #storage: LogStorage
  readonly #contents: LogContents
  readonly #on: (event: LogEvent) => void
  #file: LogFile
  /** Number of the current file. Each place has the number of its file. */
  #number = 0
  /** Replaced file, until no place refers to it. */
  #old: LogFile | undefined
  #id: string
  #end: number
  #sum: string
  #queue: Waiting[] = []
  #working: Promise<void> | undefined
  readonly #reading = new Set<Promise<unknown>>()
  /** Pending steps of a compaction, which take priority over appends. */
  #steps = 0
  #closing: Promise<void> | undefined
  #failure: JournalError | undefined
  #isFull = false
  /** Minimum and current size for compaction. */
  readonly #compactAt: number
  #compactNow: number
  #compacting: Promise<void> | undefined
  /** Bytes of the incomplete frame that opening discarded. */
  readonly discarded: number

  private constructor(
    { storage, contents, compactAt, on = () => {} }: LogOptions,
    file: LogFile,
    scanned: Scanned,
  ) {
    const { header, end, sum, discarded } = scanned
    this.#storage = storage
    this.#contents = contents
    this.#on = on
    this.#compactAt = compactAt
    this.#compactNow = Math.max(compactAt, 2 * end)
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
      await file.close().catch(ignoreError)
      throw error
    }
  }

  get size(): number {
    return this.#end
  }

  /**
   * Runs a decision after all earlier ones, and resolves when it is durable. Transactions that
   * arrive during a write share the next fsync.
   * @throws JournalError JOURNAL_WRITE: a full disk keeps nothing of the transaction; other
   * failures also reject all later calls
   * @throws JournalError JOURNAL_LOCKED, also on all later calls; JOURNAL_CLOSED
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
  async read({ position, length, check, file = 0 }: Place): Promise<Buffer> {
    if (this.#closing !== undefined) throw closed()
    const reading = readFully(
      file === this.#number ? this.#file : (this.#old ?? noFile),
      position,
      length,
    )
    this.#reading.add(reading)
    try {
      const record = await reading
      if (crc32(record) !== check) throw new Error('the checksum differs')
      return record
    } catch (cause) {
      throw new JournalError(
        'JOURNAL_CORRUPT',
        `No se puede leer la bitácora en el byte ${position}.`,
        { cause },
      )
    } finally {
      this.#reading.delete(reading)
    }
  }

  /**
   * Writes the kept records to a new file, which replaces this one. Transactions continue
   * meanwhile. Runs automatically when the file has doubled.
   * @throws JournalError JOURNAL_WRITE, JOURNAL_LOCKED, JOURNAL_CORRUPT
   */
  compact(): Promise<void> {
    this.#compacting ??= this.#compact().finally(() => {
      this.#compacting = undefined
      this.#compactNow = Math.max(this.#compactAt, 2 * this.#end)
    })
    return this.#compacting
  }

  /** Waits for pending writes and closes the file. Abandons a compaction. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#compacting?.catch(ignoreError)
    while (this.#working !== undefined) await this.#working
    await Promise.allSettled(this.#reading)
    if (this.#failure === undefined) await this.#writeHeader(true).catch(ignoreError)
    await this.#file.close()
  }

  #work(): void {
    if (this.#working !== undefined || this.#steps > 0 || this.#queue.length === 0) return
    void this.#exclusively(async () => {
      while (this.#steps === 0 && this.#queue.length > 0) {
        // The transactions of this turn join the frame, which takes six calls of the file system: a
        // tenth of the throughput of 64 documents at once (measured).
        await setImmediate()
        await this.#commit()
      }
    })
  }

  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const working = work().finally(() => {
      this.#working = undefined
      this.#work()
    })
    this.#working = working.then(
      () => {},
      () => {},
    )
    return working
  }

  /** Runs work between two frames. */
  async #between<T>(work: () => Promise<T>): Promise<T> {
    this.#steps++
    while (this.#working !== undefined) await this.#working
    this.#steps--
    return this.#exclusively(work)
  }

  // --- frames ---

  async #commit(): Promise<void> {
    const { decided, rest } = decideFrame(this.#queue)
    this.#queue = rest
    try {
      if (this.#failure !== undefined) throw this.#failure
      const records: Buffer[] = []
      for (const { decision } of decided) if (decision.record) records.push(decision.record)
      const places = records.length === 0 ? [] : await this.#write(records)
      let next = 0
      for (const { decision, resolve } of decided) {
        const place = decision.record === undefined ? nowhere : (places[next++] as Place)
        resolve(decision.done(place) as never)
      }
      if (this.#end > this.#compactNow && this.#closing === undefined)
        void this.compact().catch(ignoreError)
    } catch (cause) {
      const error = await this.#failed(cause, decided)
      for (const { reject } of decided) reject(error)
    }
  }

  async #write(records: readonly Buffer[]): Promise<readonly Place[]> {
    const { bytes, sum, places } = frameOf(records, this.#end, this.#sum, this.#number)
    if ((await this.#file.size()) !== this.#end)
      throw new Error('the file was changed by another program')
    // Waits for all, then rejects if one rejected.
    const works = [this.#file.write(this.#end, bytes), this.#file.write(0, this.#header(false))]
    for (const result of await Promise.allSettled(works))
      if (result.status === 'rejected') throw result.reason
    await this.#file.sync()
    await this.#storage.verify(this.#file, this.#end + bytes.length)
    this.#end += bytes.length
    this.#sum = sum
    if (this.#isFull) this.#on({ kind: 'recovered' })
    this.#isFull = false
    return places
  }

  /**
   * After a failed fsync the state on disk is unknown, and a second one may wrongly succeed
   * (fsyncgate, 2018). A full disk loses only the frame: it is cut off and undone, and the next one
   * overwrites it.
   */
  async #failed(cause: unknown, decided: readonly Decided[]): Promise<JournalError> {
    const { code } = Object(cause) as { readonly code?: unknown }
    let isUndone = false
    if ((code === 'ENOSPC' || code === 'EDQUOT') && this.#failure === undefined) {
      try {
        await this.#file.truncate?.(this.#end)
        isUndone = this.#file.truncate !== undefined
      } catch {
        // The frame stays: the failure is final.
      }
    }
    if (!isUndone) {
      this.#failure ??= asWriteError(cause)
      return this.#failure
    }
    for (const { decision } of [...decided].reverse()) decision.undo?.()
    if (!this.#isFull) this.#on({ kind: 'full', error: cause })
    this.#isFull = true
    return asWriteError(cause)
  }

  #header(isClosed: boolean): Buffer {
    return headerOf({ id: this.#id, mark: this.#end, closed: isClosed })
  }

  async #writeHeader(isClosed: boolean): Promise<void> {
    await this.#file.write(0, this.#header(isClosed))
    await this.#file.sync()
  }

  // --- opening ---

  /** Continues a closed file, or one whose process is dead; copies any other. */
  async #begin({ header, discarded }: Scanned): Promise<void> {
    if (header?.closed !== true) {
      const isContinued =
        header?.version === 3 &&
        this.#storage.isOrphan === true &&
        this.#file.truncate !== undefined
      if (!isContinued) return this.compact()
      await this.#storage.verify(this.#file, this.#end + discarded)
      // Rewrites the last frame, which may be in memory only, and cuts off a torn write.
      // Everything before the mark is durable.
      await this.#file.truncate?.(this.#end)
      const from = Math.max(header.mark, headerLength)
      if (from < this.#end)
        await this.#file.write(from, await readFully(this.#file, from, this.#end - from))
    }
    await this.#writeHeader(false)
    await this.#storage.verify(this.#file, this.#end)
  }

  // --- compaction ---

  async #compact(): Promise<void> {
    if (this.#closing !== undefined) throw closed()
    const before = this.#end
    const compaction = await this.#between(async () => {
      if (this.#failure !== undefined) throw this.#failure
      const kept = this.#contents.keep(this.#end)
      let file: LogFile
      try {
        file = await this.#storage.create()
      } catch (cause) {
        throw asWriteError(cause)
      }
      const log = {
        file: this.#file,
        id: this.#id,
        number: this.#number,
        end: this.#end,
        sum: this.#sum,
      }
      return new Compaction({ file, kept, log })
    })
    try {
      const goesOn = () => this.#closing === undefined && this.#failure === undefined
      await compaction.copy((place) => this.read(place), goesOn)
      await compaction.catchUp(() => this.#end, goesOn)
    } catch (cause) {
      await this.#abandon(compaction.file)
      throw asWriteError(cause)
    }
    await this.#between(() => this.#switchTo(compaction))
    if (before > 0) this.#on({ kind: 'compacted', before, after: this.#end })
    let step = 0
    for (const _ of this.#contents.move(compaction)) if (++step % 2_000 === 0) await setImmediate()
    await Promise.allSettled(this.#reading)
    await this.#old?.close()
    this.#old = undefined
  }

  async #switchTo(compaction: Compaction): Promise<void> {
    const { file } = compaction
    try {
      if (this.#failure !== undefined) throw this.#failure
      await compaction.finish(this.#end)
    } catch (cause) {
      await this.#abandon(file)
      throw asWriteError(cause)
    }
    // Replaces the log by a file. After a failure nothing more is written to either: a
    // restart may find the one or the other.
    try {
      await this.#storage.replace()
      await this.#storage.verify(file, compaction.end)
    } catch (cause) {
      this.#failure = asWriteError(cause)
      await this.#abandon(file)
      throw this.#failure
    }
    this.#old = this.#file
    this.#file = file
    this.#number = compaction.to
    this.#id = compaction.id
    this.#end = compaction.end
    this.#sum = compaction.sum
  }

  async #abandon(file: LogFile): Promise<void> {
    await file.close().catch(ignoreError)
    await this.#storage.discard().catch(ignoreError)
  }
}

function closed(): JournalError {
  return new JournalError('JOURNAL_CLOSED', 'La bitácora está cerrada.')
}

function asWriteError(cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause
  return new JournalError('JOURNAL_WRITE', 'No se pudo escribir en la bitácora.', { cause })
}
