/**
 * A disk that loses power: of what was not synced, each sector is written or not, and the file is
 * as long as it was, as it should be, or something between. What was not written is read as zeros.
 * @module
 */
import { JournalError } from '../../src/errors.js'
import type { LogFile, LogStorage } from '../../src/node/log/appendLog.js'

const sector = 512

/** The fate of bytes not synced. */
export interface Cut {
  /** By how many bytes the file is longer than when it was synced. */
  readonly reach: (unsynced: number) => number
  /** Sectors that are not written. */
  readonly lost?: (sector: number) => boolean
}

class Disk {
  durable: Buffer = Buffer.alloc(0)
  current: Buffer
  /**
   * Set when an fsync failed: what was written since. The system takes what was lost for written:
   * later ones succeed, and write only what was written again (fsyncgate, 2018).
   */
  dirty: { readonly from: number; readonly to: number }[] | undefined

  constructor(content: Buffer) {
    this.durable = content
    this.current = content
  }
}

/** What is durable, with what was written since an fsync failed. */
function written({ durable, current, dirty = [] }: Disk): Buffer {
  const content = Buffer.alloc(current.length)
  durable.copy(content)
  for (const { from, to } of dirty) current.subarray(from, to).copy(content, from)
  return content
}

export class PowerDisk implements LogStorage {
  readonly isOrphan: boolean
  #log: Disk
  #beside: Disk | undefined
  readonly #files = new WeakMap<LogFile, Disk>()
  /** Fsyncs so far. */
  syncs = 0
  /** Whether reads return fewer bytes than were asked for. */
  readsShort = false
  /** Called before each write, fsync and replacement; an exception makes it fail. */
  before: (what: 'write' | 'sync' | 'replace') => void = () => {}

  constructor(content: Buffer = Buffer.alloc(0), isOrphan = false) {
    this.#log = new Disk(content)
    this.isOrphan = isOrphan
  }

  get content(): Buffer {
    return this.#log.current
  }

  get durable(): Buffer {
    return this.#log.durable
  }

  async open(): Promise<LogFile> {
    return this.#fileOf(this.#log)
  }

  async create(): Promise<LogFile> {
    this.#beside = new Disk(Buffer.alloc(0))
    return this.#fileOf(this.#beside)
  }

  async replace(): Promise<void> {
    this.before('replace')
    this.#log = this.#beside as Disk
    this.#beside = undefined
  }

  async discard(): Promise<void> {
    this.#beside = undefined
  }

  async verify(file: LogFile, size: number): Promise<void> {
    if (this.#files.get(file) === this.#log && this.#log.current.length === size) return
    throw new JournalError('JOURNAL_WRITE', 'changed')
  }

  /** Another program writes to the file. */
  overwrite(content: Buffer): void {
    this.#log.current = content
  }

  /** The content after power returns. */
  afterCut({ reach, lost = () => false }: Cut): PowerDisk {
    const { durable, current } = this.#log
    const size = durable.length + reach(Math.max(0, current.length - durable.length))
    const content = Buffer.alloc(size)
    for (let at = 0; at < size; at += sector) {
      const from = lost(at / sector) ? durable : current
      from.subarray(at, Math.min(at + sector, size)).copy(content, at)
    }
    return new PowerDisk(content, this.isOrphan)
  }

  #fileOf(disk: Disk): LogFile {
    const file: LogFile = {
      size: async () => disk.current.length,
      read: async (position, length) => {
        const wanted = this.readsShort ? Math.max(1, Math.floor(length / 2)) : length
        return Buffer.from(disk.current.subarray(position, position + wanted))
      },
      write: async (position, bytes) => {
        this.before('write')
        const content = Buffer.alloc(Math.max(disk.current.length, position + bytes.length))
        disk.current.copy(content)
        bytes.copy(content, position)
        disk.current = content
        disk.dirty?.push({ from: position, to: position + bytes.length })
      },
      truncate: async (size) => {
        disk.current = disk.current.subarray(0, size)
      },
      sync: async () => {
        try {
          this.before('sync')
        } catch (error) {
          disk.dirty = []
          throw error
        }
        await new Promise((resolve) => setImmediate(resolve))
        this.syncs++
        disk.durable = disk.dirty === undefined ? disk.current : written(disk)
      },
      close: async () => {},
    }
    this.#files.set(file, disk)
    return file
  }
}
