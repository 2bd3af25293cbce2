/**
 * A journal in a file: acknowledged writes survive crashes and power cuts.
 * @module
 */
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { JournalError } from '../errors.js'
import { type Journal, type JournalEntry, withoutClaim } from '../pac/journal.js'
import { AppendLog, type LogFile, type LogStorage, type Place } from './appendLog.js'
import { acquireLock, type Lock } from './lockFile.js'

/** Options of {@link openFileJournal}. Times in milliseconds, sizes in octets. */
export interface FileJournalOptions {
  /** How long closed entries are kept; until then a repeated document gets its stamp from the journal. 7 days. */
  readonly retention?: number | undefined
  /** Minimum size for compaction, which happens when the file has doubled since the last one. 16 MiB. */
  readonly compactAt?: number | undefined
  /** Age after which the lock of another machine or container counts as abandoned. 60 s. */
  readonly staleAfter?: number | undefined
  /** Milliseconds since 1970. `Date.now` by default. */
  readonly now?: (() => number) | undefined
}

/** An open journal in a file. */
export interface FileJournal extends Journal {
  /** Octets of an unacknowledged, incomplete write at the end of the file that opening discarded. */
  readonly discarded: number
  /** Size of the file in octets. */
  readonly size: number
  /** Drops expired closed entries, and all but the last state of the others. Also happens automatically. */
  compact(): Promise<void>
  /** Waits for pending writes and releases the lock. */
  close(): Promise<void>
}

/**
 * Opens the journal in a file, or creates it. A lock file beside it ensures that only one process has it open.
 *
 * One fsync serves all pending writes, so that many concurrent documents cost little more than one.
 * @throws JournalError JOURNAL_LOCKED if another process has it open, JOURNAL_FORMAT if the file is not a journal of this
 * version, JOURNAL_CORRUPT if acknowledged data cannot be read, JOURNAL_OPEN for other failures.
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

/** Opens a journal in any storage for a log. */
export async function openJournal(
  storage: LogStorage,
  { retention = 7 * 24 * 3_600_000, compactAt = 16 << 20, now = Date.now }: FileJournalOptions = {},
  closed: () => Promise<void> = async () => {},
): Promise<FileJournal> {
  const rows = new Map<string, Row>()
  const log = await AppendLog.open(storage, (record, place) => indexRecord(rows, record, place))
  return new LogJournal(log, rows, { retention, compactAt, now }, closed)
}

/** The index of the entry of one document. */
interface Row {
  /** Version of the last write, durable or pending. */
  version: number
  /** Version of the last durable write, which the members below describe. */
  written: number
  status: JournalEntry['status']
  at: number
  state: Place
  /** The record that contains the XML. */
  xml: Place | undefined
  /** Read when the journal was opened: its claim is void, since the lock was free. */
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
    // Selected only when the rewrite starts: nothing is appended until it ends.
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

/** Whether the XML is still needed: the entry is not closed, or a pending write reopens it without the XML. */
function needsXml({ status, version, written }: Row): boolean {
  return status !== 'closed' || version !== written
}

function newRow(): Row {
  const state = { position: 0, length: 0 }
  return { version: 0, written: 0, status: 'open', at: 0, state, xml: undefined, inherited: false }
}

function indexRecord(rows: Map<string, Row>, record: Buffer, place: Place): void {
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

/** A file; the lock is verified before each write. */
function fileStorage(path: string, lock: Lock): LogStorage {
  const beside = `${path}.new`
  return {
    async open() {
      await unlink(beside).catch(() => {})
      // r+ does not create the file and w+ truncates it. It contains invoices: readable by its owner only.
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

/** A directory entry is durable once its directory is synced (fsync(2)). Windows does not support it nor need it. */
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
