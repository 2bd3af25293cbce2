/**
 * A disk that loses power: data not synced is kept, in part, not at all, or corrupted.
 * @module
 */
import type { LogFile, LogStorage } from '../../src/node/appendLog.js'

/** The fate of octets not synced. */
export interface Cut {
  /** How many reach the disk. */
  readonly reach: (unsynced: number) => number
  /** Positions of those octets that are inverted. */
  readonly flip?: (reached: number) => readonly number[]
}

class Disk {
  durable: Buffer
  current: Buffer

  constructor(content: Buffer) {
    this.durable = content
    this.current = content
  }
}

export class PowerDisk implements LogStorage {
  #log: Disk
  #beside: Disk | undefined
  /** Fsyncs so far. */
  syncs = 0
  /** Called before each write and fsync; an exception makes it fail. */
  before: (what: 'write' | 'sync' | 'replace') => void = () => {}

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.#log = new Disk(content)
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
  }

  /** The content after power returns. */
  afterCut({ reach, flip = () => [] }: Cut): PowerDisk {
    const { durable, current } = this.#log
    const common = commonLength(durable, current)
    const reached = reach(current.length - common)
    const content = Buffer.from(current.subarray(0, common + reached))
    for (const at of flip(reached)) content[common + at] = (content[common + at] as number) ^ 0xff
    return new PowerDisk(content)
  }

  #fileOf(disk: Disk): LogFile {
    return {
      size: async () => disk.current.length,
      read: async (position, length) => Buffer.from(disk.current.subarray(position, position + length)),
      write: async (position, bytes) => {
        this.before('write')
        const { current } = disk
        const rest = current.subarray(position + bytes.length)
        disk.current = Buffer.concat([current.subarray(0, position), bytes, rest])
      },
      sync: async () => {
        this.before('sync')
        await new Promise((resolve) => setImmediate(resolve))
        this.syncs++
        disk.durable = disk.current
      },
      truncate: async (length) => {
        disk.current = disk.current.subarray(0, length)
      },
      close: async () => {},
    }
  }
}

function commonLength(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at
  return length
}
