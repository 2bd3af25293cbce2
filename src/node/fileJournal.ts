/**
 * A journal in a file: what is acknowledged survives a crash and a power cut.
 * @module
 */
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { JournalError } from '../errors.js'
import { type Journal, type JournalEntry, withoutClaim } from '../pac/journal.js'
import { AppendLog, type LogFile, type LogStorage, type Place } from './appendLog.js'
import { acquireLock, type Lock } from './lockFile.js'

/** Times in milliseconds, sizes in octets. */
export interface FileJournalOptions {
  /** How long an entry is kept after it was closed; until then a repeated document gets its stamp from here. 7 days. */
  readonly retention?: number | undefined
  /** Size from which the file is compacted, whenever it has doubled since the last time. 16 MiB. */
  readonly compactAt?: number | undefined
  /** When the lock of a process of another machine or container counts as left behind. 60 s. */
  readonly staleAfter?: number | undefined
  /** Milliseconds since 1970. `Date.now` by default. */
  readonly now?: (() => number) | undefined
}

/** A journal in a file, open. */
export interface FileJournal extends Journal {
  /** Octets at the end of the file that opening dropped: a write that a crash cut short and nobody was told about. */
  readonly discarded: number
  /** Size of the file. */
  readonly size: number
  /** Drops what is closed and old, and all but the last state of the rest. It happens by itself now and then. */
  compact(): Promise<void>
  /** Waits for what is being written, and lets another process open it. */
  close(): Promise<void>
}

/**
 * Opens the journal in a file, or begins one. One process at a time has it open; a lock file beside it sees to that.
 *
 * One fsync serves all the documents that wait for it, so that many at once cost little more than one.
 * @throws JournalError JOURNAL_LOCKED when another process has it open, JOURNAL_FORMAT when the file is something else,
 * JOURNAL_CORRUPT when what was acknowledged cannot be read, JOURNAL_OPEN.
 * @example
 * const journal = await openFileJournal('timbrado.journal')
 * const stamping = failover([main, backup], { journal })
 * await stamping.resume()
 */
export async function openFileJournal(path: string | URL, options: FileJournalOptions = {}): Promise<FileJournal> {
  const file = typeof path === 'string' ? path : fileURLToPath(path)
  const lock = await acquireLock(`${file}.lock`, options.staleAfter ?? 60_000)
  try {
    return await openJournal(fileStorage(file, lock), options, () => lock.release())
  } catch (error) {
    await lock.release()
    if (error instanceof JournalError) throw error
    throw new JournalError('JOURNAL_OPEN', `No se pudo abrir ${file}.`, { cause: error })
  }
}

/** A journal in whatever can hold a log. */
export async function openJournal(
  storage: LogStorage,
  { retention = 7 * 24 * 3_600_000, compactAt = 16 << 20, now = Date.now }: FileJournalOptions = {},
  closed: () => Promise<void> = async () => {},
): Promise<FileJournal> {
  const rows = new Map<string, Row>()
  const log = await AppendLog.open(storage, (record, place) => takeIn(rows, record, place))
  return new LogJournal(log, rows, { retention, compactAt, now }, closed)
}

/** Where the entry of a document is. */
interface Row {
  /** Version of the last write, durable or on its way. */
  version: number
  /** What follows is of the last durable write. */
  written: number
  status: JournalEntry['status']
  at: number
  state: Place
  /** The record that has the XML. */
  xml: Place | undefined
  /** It was there when the journal was opened: whoever had claimed it is dead, since the lock was free. */
  inherited: boolean
}

interface LogOptions {
  readonly retention: number
  readonly compactAt: number
  readonly now: () => number
}

type StoredEntry = Omit<JournalEntry, 'xml'> & { readonly xml?: string }

class LogJournal implements FileJournal {
  readonly #log: AppendLog
  readonly #rows: Map<string, Row>
  readonly #options: LogOptions
  readonly #closed: () => Promise<void>
  #compactAt: number
  #compacting: Promise<void> | undefined

  constructor(log: AppendLog, rows: Map<string, Row>, options: LogOptions, closed: () => Promise<void>) {
    this.#log = log
    this.#rows = rows
    this.#options = options
    this.#compactAt = options.compactAt
    this.#closed = closed
  }

  get discarded(): number {
    return this.#log.discarded
  }

  get size(): number {
    return this.#log.size
  }

  async load(token: string): Promise<JournalEntry | undefined> {
    const row = this.#rows.get(token)
    if (row === undefined || row.written === 0) return undefined
    const { state, xml: place, inherited, written } = row
    const [entry, first] = await Promise.all([
      this.#read(token, state),
      place === undefined || place === state ? undefined : this.#read(token, place),
    ])
    if (entry.version !== written) throw damaged(token)
    const whole: JournalEntry = { ...entry, xml: entry.xml ?? first?.xml ?? '' }
    return inherited ? withoutClaim(whole) : whole
  }

  async append(entry: JournalEntry): Promise<boolean> {
    const row = this.#rows.get(entry.token) ?? newRow()
    if (row.version !== entry.version - 1) return false
    row.version = entry.version
    this.#rows.set(entry.token, row)
    const { xml, ...rest } = entry
    const stored: StoredEntry = row.xml === undefined ? entry : rest
    const place = await this.#log.append(Buffer.from(JSON.stringify(stored)))
    update(row, stored, place, false)
    if (this.#log.size > this.#compactAt) void this.compact().catch(() => {})
    return true
  }

  async *unfinished(): AsyncIterable<JournalEntry> {
    for (const token of [...this.#rows.keys()]) {
      if (this.#rows.get(token)?.status === 'closed') continue
      const entry = await this.load(token)
      if (entry !== undefined) yield entry
    }
  }

  compact(): Promise<void> {
    this.#compacting ??= this.#compact().finally(() => {
      this.#compacting = undefined
      this.#compactAt = Math.max(this.#options.compactAt, 2 * this.#log.size)
    })
    return this.#compacting
  }

  async close(): Promise<void> {
    await this.#compacting?.catch(() => {})
    await this.#log.close()
    await this.#closed()
  }

  async #compact(): Promise<void> {
    let kept: Row[] = []
    // Chosen when its turn has come: nothing is appended from then until it is done.
    const select = () => {
      this.#forget()
      kept = [...this.#rows.values()].filter(({ written }) => written > 0)
      return this.#records(kept)
    }
    await this.#log.rewrite(select, (places) => {
      for (const [at, row] of kept.entries()) {
        row.state = places[at] as Place
        row.xml = needsXml(row) ? row.state : undefined
      }
    })
  }

  async *#records(rows: readonly Row[]): AsyncIterable<Buffer> {
    for (const row of rows) {
      const apart = needsXml(row) && row.xml !== undefined && row.xml !== row.state
      yield apart ? await this.#whole(row.state, row.xml as Place) : await this.#log.read(row.state)
    }
  }

  async #whole(state: Place, xml: Place): Promise<Buffer> {
    const [last, first] = await Promise.all([this.#log.read(state), this.#log.read(xml)])
    return Buffer.from(JSON.stringify({ ...parse(last), xml: parse(first)?.xml }))
  }

  #forget(): void {
    const before = this.#options.now() - this.#options.retention
    for (const [token, { status, at, version, written }] of this.#rows) {
      if (status === 'closed' && at < before && version === written) this.#rows.delete(token)
    }
  }

  async #read(token: string, place: Place): Promise<StoredEntry> {
    const entry = parse(await this.#log.read(place))
    if (entry?.token !== token) throw damaged(token)
    return entry
  }
}

/** Whether somebody may still ask for the XML: the entry is not closed, or is just being opened again without it. */
function needsXml({ status, version, written }: Row): boolean {
  return status !== 'closed' || version !== written
}

function newRow(): Row {
  const state = { position: 0, length: 0 }
  return { version: 0, written: 0, status: 'open', at: 0, state, xml: undefined, inherited: false }
}

function takeIn(rows: Map<string, Row>, record: Buffer, place: Place): void {
  const entry = parse(record)
  if (entry === undefined) throw new JournalError('JOURNAL_FORMAT', 'La bitácora tiene registros de otra versión.')
  const row = rows.get(entry.token) ?? newRow()
  rows.set(entry.token, row)
  update(row, entry, place, true)
}

function update(row: Row, { version, status, at, xml }: StoredEntry, place: Place, inherited: boolean): void {
  Object.assign(row, { version: Math.max(row.version, version), written: version, status, at, state: place, inherited })
  if (xml !== undefined) row.xml = place
}

function parse(record: Buffer): StoredEntry | undefined {
  try {
    const entry = JSON.parse(record.toString()) as Partial<StoredEntry> | null
    return typeof entry?.token === 'string' && typeof entry.version === 'number' ? (entry as StoredEntry) : undefined
  } catch {
    return undefined
  }
}

function damaged(token: string): JournalError {
  return new JournalError('JOURNAL_CORRUPT', `No se puede leer lo que la bitácora guarda de ${token}.`)
}

/** A file of the file system; before each write the lock is looked at. */
function fileStorage(path: string, lock: Lock): LogStorage {
  const beside = `${path}.new`
  return {
    async open() {
      await unlink(beside).catch(() => {})
      // Neither r+ nor w+ creates a file without emptying one that is there. It holds invoices: for its owner only.
      const handle = await open(path, 'a', 0o600).catch(() => undefined)
      await handle?.close()
      const file = await open(path, 'r+')
      await syncFolder(path)
      return fileOf(file, lock)
    },
    create: async () => fileOf(await open(beside, 'w+', 0o600), lock),
    async replace() {
      await lock.verify()
      await rename(beside, path)
      await syncFolder(path)
    },
  }
}

function fileOf(handle: FileHandle, lock: Lock): LogFile {
  return {
    size: async () => (await handle.stat()).size,
    read: async (position, length) => (await handle.read(Buffer.alloc(length), 0, length, position)).buffer,
    async write(position, bytes) {
      await lock.verify()
      for (let done = 0; done < bytes.length; ) {
        done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
      }
    },
    sync: () => handle.datasync(),
    truncate: (length) => handle.truncate(length),
    close: () => handle.close(),
  }
}

/** A new name in a folder is durable when the folder is (fsync(2)). Windows cannot and need not. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  try {
    await folder?.sync()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    await folder?.close()
  }
}
