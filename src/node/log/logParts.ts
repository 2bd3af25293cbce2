/**
 * Parts of a log: a file on a disk, and the contents of its records.
 * @module
 */
import type { Place } from './frames.js'

/** The operations needed of a file. Tests supply one that loses power. */
export interface LogFile {
  /** Size in bytes. */
  size(): Promise<number>
  /** Bytes from a position on; at most `length`, none at the end. */
  read(position: number, length: number): Promise<Buffer>
  write(position: number, bytes: Buffer): Promise<void>
  /**
   * Truncates the file. Optional: without it, an unclosed log is copied, and a full disk ends all
   * writes.
   */
  truncate?(size: number): Promise<void>
  /** Resolves once everything written survives a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** The storage of a log. */
export interface LogStorage {
  /** Whether the previous process is known to be dead and cannot write any more. */
  readonly isOrphan?: boolean
  /** Opens the log, if there is one. */
  open(): Promise<LogFile | undefined>
  /** Creates an empty file beside it, which only this process writes. */
  create(): Promise<LogFile>
  /** Replaces the log by the created file, durably and atomically. */
  replace(): Promise<void>
  /** Removes the created file. */
  discard(): Promise<void>
  /**
   * Verifies that a file still is the log, with that size, and that no other process took the log
   * over.
   * @throws JournalError JOURNAL_LOCKED, JOURNAL_WRITE
   */
  verify(file: LogFile, size: number): Promise<void>
}

/** Reads a record. */
export type ReadRecord = (place: Place) => Promise<Buffer>

/** A record that a new file keeps. */
export interface Kept {
  record(read: ReadRecord): Promise<Buffer>
  /** Called once it is in the new file, which has not replaced the old one yet. */
  copied(place: Place): void
}

/** Where the records of an old file are in the new one. */
export interface Move {
  /** Number of the old file: the `file` of its places. */
  readonly from: number
  /** Number of the new file. */
  readonly to: number
  /** From this position on all records of the old file are in the new one. */
  readonly since: number
  /** The new place of such a record. */
  placeOf(place: Place): Place | undefined
}

/** Contents of the records. */
export interface LogContents {
  /** Takes a record when the log is opened, oldest first. */
  visit(record: Buffer, place: Place): void
  /**
   * The records before a position that a new file keeps. It goes on while records are added behind
   * that position.
   */
  keep(since: number): Iterable<Kept>
  /** Moves places to the new file that has replaced the old one, a few at each step. */
  move(move: Move): Iterable<void>
}

/** An event of a log. */
export type LogEvent =
  /** A full disk stopped a write. The write has no effect, and later writes are tried. */
  | { readonly kind: 'full'; readonly error: unknown }
  /** The first write after that was made durable. */
  | { readonly kind: 'recovered' }
  /** A new file without superseded and expired records replaced the old one. Sizes in bytes. */
  | { readonly kind: 'compacted'; readonly before: number; readonly after: number }

/** Options of a log. */
export interface LogOptions {
  readonly storage: LogStorage
  readonly contents: LogContents
  /** Minimum size in bytes for automatic compaction. */
  readonly compactAt: number
  readonly on?: (event: LogEvent) => void
}

/** Placeholder until the log exists. */
export const noFile: LogFile = {
  size: async () => 0,
  read: async () => Buffer.alloc(0),
  write: async () => {},
  sync: async () => {},
  close: async () => {},
}
