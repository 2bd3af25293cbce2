/**
 * An append-only file of atomic frames: `<checksum> <record>\t<record>…\n`.
 *
 * One fsync makes one frame durable, and the next frame is written only after that. A power cut can therefore damage only
 * the last frame, which was not acknowledged: opening discards it. Damage followed by a valid frame has another cause and
 * is an error. Records are JSON, which never contains a raw tab or line feed; the file can be read with
 * `cut -c18- | tr '\t' '\n' | jq`.
 * @module
 */
import { createHash } from 'node:crypto'
import { JournalError } from '../errors.js'

/** The operations needed of a file. Tests supply one that loses power. */
export interface LogFile {
  /** Size in octets. */
  size(): Promise<number>
  read(position: number, length: number): Promise<Buffer>
  write(position: number, bytes: Buffer): Promise<void>
  /** Resolves once everything written survives a power cut. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  close(): Promise<void>
}

/** The storage of a log. */
export interface LogStorage {
  /** Opens the log; creates an empty one if there is none. */
  open(): Promise<LogFile>
  /** Creates an empty file beside it. */
  create(): Promise<LogFile>
  /** Replaces the log by the created file, durably and atomically. */
  replace(): Promise<void>
}

/** The position of a record, in octets. */
export interface Place {
  readonly position: number
  readonly length: number
}

/** The number is the version of the format of frames and entries. */
const header = Buffer.from('cfdi-stamp journal 2\n')
const sumLength = 16
const [tab, lineFeed, space] = [0x09, 0x0a, 0x20]
const chunk = 1 << 20

interface Waiting {
  readonly record: Buffer
  readonly resolve: (place: Place) => void
  readonly reject: (error: unknown) => void
}

/** An append-only log with group commit. */
export class AppendLog {
  readonly #storage: LogStorage
  #file: LogFile
  #end: number
  #queue: Waiting[] = []
  #working: Promise<void> | undefined
  #reading = new Set<Promise<unknown>>()
  /** Pending rewrites, which take priority over appends. */
  #rewrites = 0
  #closed = false
  #failure: JournalError | undefined
  /** Octets of the incomplete frame that opening discarded. */
  readonly discarded: number

  private constructor(storage: LogStorage, file: LogFile, end: number, discarded: number) {
    this.#storage = storage
    this.#file = file
    this.#end = end
    this.discarded = discarded
  }

  /**
   * Opens a log and visits its records, oldest first.
   * @throws JournalError JOURNAL_FORMAT, JOURNAL_CORRUPT
   */
  static async open(storage: LogStorage, visit: (record: Buffer, place: Place) => void): Promise<AppendLog> {
    const file = await storage.open()
    try {
      const size = await file.size()
      const end = await scan(file, size, visit)
      if (end < size) await file.truncate(end)
      if (end === 0) await file.write(0, header)
      // Data read here may not have been synced by a process that died: it must survive a later power cut.
      await file.sync()
      return new AppendLog(storage, file, Math.max(end, header.length), size - end)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  get size(): number {
    return this.#end
  }

  /**
   * Writes a record; durable once it resolves. Records that arrive during a write share the next fsync.
   * @throws JournalError JOURNAL_WRITE, also on all later calls; JOURNAL_CLOSED
   */
  append(record: Buffer): Promise<Place> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new JournalError('JOURNAL_CLOSED', 'La bitácora está cerrada.'))
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#queue.push({ record, resolve, reject })
      this.#work()
    })
  }

  async read({ position, length }: Place): Promise<Buffer> {
    const reading = this.#file.read(position, length)
    this.#reading.add(reading)
    try {
      return await reading
    } finally {
      this.#reading.delete(reading)
    }
  }

  /**
   * Writes the records of `select` to a new file, which replaces this one; `moved` is called at the replacement. Appends
   * wait until it ends.
   * @throws JournalError JOURNAL_WRITE
   */
  async rewrite(select: () => AsyncIterable<Buffer>, moved: (places: readonly Place[]) => void): Promise<void> {
    this.#rewrites++
    while (this.#working !== undefined) await this.#working
    this.#rewrites--
    await this.#exclusively(async () => {
      if (this.#failure !== undefined) throw this.#failure
      const old = this.#file
      const { file, end, places } = await this.#copy(select())
      this.#file = file
      this.#end = end
      moved(places)
      await Promise.allSettled(this.#reading)
      await old.close()
    })
  }

  /** Waits for pending writes and closes the file. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    while (this.#working !== undefined) await this.#working
    await Promise.allSettled(this.#reading)
    await this.#file.close()
  }

  #work(): void {
    if (this.#working !== undefined || this.#rewrites > 0 || this.#queue.length === 0) return
    void this.#exclusively(async () => {
      while (this.#rewrites === 0 && this.#queue.length > 0) await this.#commit(this.#queue.splice(0))
    })
  }

  async #exclusively(work: () => Promise<void>): Promise<void> {
    const working = work().finally(() => {
      this.#working = undefined
      this.#work()
    })
    this.#working = working.catch(() => {})
    await working
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure
      const { bytes, places } = frameOf(
        batch.map(({ record }) => record),
        this.#end,
      )
      await this.#file.write(this.#end, bytes)
      await this.#file.sync()
      this.#end += bytes.length
      for (const [at, { resolve }] of batch.entries()) resolve(places[at] as Place)
    } catch (cause) {
      // After a failed fsync the state on disk is unknown, and a second one may wrongly succeed (fsyncgate, 2018).
      this.#failure ??= asWriteError(cause)
      for (const { reject } of batch) reject(this.#failure)
    }
  }

  async #copy(records: AsyncIterable<Buffer>): Promise<{ file: LogFile; end: number; places: Place[] }> {
    const file = await this.#storage.create()
    const places: Place[] = []
    let end = header.length
    let batch: Buffer[] = []
    const flush = async () => {
      const frame = frameOf(batch, end)
      await file.write(end, frame.bytes)
      end += frame.bytes.length
      places.push(...frame.places)
      batch = []
    }
    try {
      await file.write(0, header)
      for await (const record of records) {
        batch.push(record)
        if (batch.length === 256) await flush()
      }
      if (batch.length > 0) await flush()
      await file.sync()
    } catch (cause) {
      await file.close()
      throw asWriteError(cause)
    }
    await this.#replace()
    return { file, end, places }
  }

  /** After a failure it is unknown which file a restart will find: nothing more may be written to either. */
  async #replace(): Promise<void> {
    try {
      await this.#storage.replace()
    } catch (cause) {
      this.#failure = asWriteError(cause)
      throw this.#failure
    }
  }
}

function asWriteError(cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause
  return new JournalError('JOURNAL_WRITE', 'No se pudo escribir en la bitácora.', { cause })
}

/** A frame for a position in the file, and the positions of its records. */
function frameOf(records: readonly Buffer[], position: number): { bytes: Buffer; places: Place[] } {
  const parts: Buffer[] = []
  const places: Place[] = []
  let at = position + sumLength + 1
  for (const record of records) {
    if (parts.length > 0) parts.push(Buffer.of(tab))
    parts.push(record)
    places.push({ position: at, length: record.length })
    at += record.length + 1
  }
  const payload = Buffer.concat(parts)
  return { bytes: Buffer.concat([Buffer.from(`${sumOf(payload)} `), payload, Buffer.of(lineFeed)]), places }
}

/** The first 64 bits of SHA-256, in hexadecimal. */
function sumOf(payload: Buffer): string {
  return createHash('sha256').update(payload).digest('hex').slice(0, sumLength)
}

/** The end of the last valid frame; 0 if the header is incomplete. */
async function scan(file: LogFile, size: number, visit: (record: Buffer, place: Place) => void): Promise<number> {
  const beginning = await file.read(0, Math.min(size, header.length))
  if (!beginning.equals(header.subarray(0, beginning.length))) {
    throw new JournalError('JOURNAL_FORMAT', 'El archivo no es una bitácora de timbrado de esta versión.')
  }
  if (size < header.length) return 0
  let end = header.length
  for await (const { line, position } of lines(file, header.length, size)) {
    const payload = payloadOf(line)
    if (payload === undefined) continue
    if (position !== end) {
      throw new JournalError('JOURNAL_CORRUPT', `La bitácora está dañada en el octeto ${end}.`)
    }
    visitRecords(payload, position + sumLength + 1, visit)
    end = position + line.length + 1
  }
  return end
}

/** Complete lines, without their line feed. */
async function* lines(file: LogFile, from: number, size: number): AsyncIterable<{ line: Buffer; position: number }> {
  let rest: Buffer = Buffer.alloc(0)
  let position = from
  for (let at = from; at < size; at += chunk) {
    const read = await file.read(at, Math.min(chunk, size - at))
    rest = rest.length === 0 ? read : Buffer.concat([rest, read])
    for (let stop = rest.indexOf(lineFeed); stop !== -1; stop = rest.indexOf(lineFeed)) {
      yield { line: rest.subarray(0, stop), position }
      position += stop + 1
      rest = rest.subarray(stop + 1)
    }
  }
}

/** The payload of a frame, if it is valid. */
function payloadOf(line: Buffer): Buffer | undefined {
  if (line[sumLength] !== space) return undefined
  const payload = line.subarray(sumLength + 1)
  return line.toString('latin1', 0, sumLength) === sumOf(payload) ? payload : undefined
}

function visitRecords(payload: Buffer, position: number, visit: (record: Buffer, place: Place) => void): void {
  for (let from = 0; from <= payload.length; ) {
    const stop = payload.indexOf(tab, from)
    const to = stop === -1 ? payload.length : stop
    visit(payload.subarray(from, to), { position: position + from, length: to - from })
    from = to + 1
  }
}
