/**
 * A file that only grows, in frames that are whole or not there: `<checksum> <record>\t<record>…\n`.
 *
 * A frame is what one fsync makes durable, and the next one is written only after that. So a power cut can spoil the last
 * frame and no other, and that one nobody was told about: opening drops it. Damage that is followed by a whole frame is
 * not a power cut, and is an error. Records are JSON, which never has a raw tab or line feed; the file can be read with
 * `cut -c18- | tr '\t' '\n' | jq`.
 * @module
 */
import { createHash } from 'node:crypto'
import { JournalError } from '../errors.js'

/** A file, as little of it as is needed. A test gives one that loses power. */
export interface LogFile {
  size(): Promise<number>
  read(position: number, length: number): Promise<Buffer>
  write(position: number, bytes: Buffer): Promise<void>
  /** Resolves when all that was written survives a power cut. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  close(): Promise<void>
}

/** Where the file of a log is. */
export interface LogStorage {
  /** The log, empty when there is none. */
  open(): Promise<LogFile>
  /** An empty file beside it. */
  create(): Promise<LogFile>
  /** Puts the file created in the place of the log, durably and at once. */
  replace(): Promise<void>
}

/** Where a record is. */
export interface Place {
  readonly position: number
  readonly length: number
}

const header = Buffer.from('cfdi-stamp journal 2\n')
const sumLength = 16
const [tab, lineFeed, space] = [0x09, 0x0a, 0x20]
const chunk = 1 << 20

interface Waiting {
  readonly record: Buffer
  readonly resolve: (place: Place) => void
  readonly reject: (error: unknown) => void
}

export class AppendLog {
  readonly #storage: LogStorage
  #file: LogFile
  #end: number
  #queue: Waiting[] = []
  #working: Promise<void> | undefined
  #reading = new Set<Promise<unknown>>()
  /** Rewrites that wait for their turn: appends let them pass. */
  #rewrites = 0
  #closed = false
  #failure: JournalError | undefined
  /** Octets of a frame cut short that opening dropped. */
  readonly discarded: number

  private constructor(storage: LogStorage, file: LogFile, end: number, discarded: number) {
    this.#storage = storage
    this.#file = file
    this.#end = end
    this.discarded = discarded
  }

  /**
   * Opens a log and hands over its records, oldest first.
   * @throws JournalError JOURNAL_FORMAT, JOURNAL_CORRUPT
   */
  static async open(storage: LogStorage, visit: (record: Buffer, place: Place) => void): Promise<AppendLog> {
    const file = await storage.open()
    try {
      const size = await file.size()
      const end = await scan(file, size, visit)
      if (end < size) await file.truncate(end)
      if (end === 0) await file.write(0, header)
      // What a process wrote that died before its fsync is read here: it must not vanish in a later power cut.
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
   * Writes a record; durable when it resolves. Records that come while another is being written share its successor's fsync.
   * @throws JournalError JOURNAL_WRITE, and from then on always
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
   * Writes the records of `select` to a new file, which takes the place of this one; `moved` is called at the moment of the
   * change. Records appended meanwhile wait.
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

  /** Waits for what is being written. */
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
      // After a failed fsync nobody knows what is on the disk, and a second one may lie (fsyncgate, 2018).
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

  /** If this fails nobody knows which of the two files a restart will find: nothing may be written to either. */
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

/** One frame, to be written at a position, and where its records will be. */
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

/** Where the last whole frame ends; 0 when not even the header is whole. */
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

/** What a frame holds, if it is whole. */
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
