/**
 * The journal as the failover uses it: every call ends in time, every failure is a JournalError, and what is not an entry is
 * never taken for one.
 * @module
 */
import { JournalError } from '../errors.js'
import { type Clock, inTime } from './clock.js'
import { readEntry } from './entry.js'
import type { Journal, JournalEntry, WalkPurpose } from './journal.js'

/** What a journal keeps of a document and is not an entry: edited, of another version, damaged. */
export class UnreadableEntry {
  readonly token: string

  /** @param token empty if not even that can be read. */
  constructor(token: string) {
    this.token = token
  }
}

/** A journal whose calls end. All of them throw JournalError. */
export interface BoundedJournal {
  /** The entry of a document, if there is one. */
  load(token: string): Promise<JournalEntry | UnreadableEntry | undefined>
  /** @param late called if the write becomes durable after the call was given up. */
  append(entry: JournalEntry, late?: () => void): Promise<boolean>
  /** Every entry that is not closed, readable or not. */
  unfinished(purpose: WalkPurpose): AsyncIterable<JournalEntry | UnreadableEntry>
}

/** @param ms milliseconds for one call. */
export function boundJournal(journal: Journal, clock: Clock, ms: number): BoundedJournal {
  const bounded = <T>(call: () => Promise<T>, late?: (result: T) => void) => ended(clock, ms, call, late)
  return {
    async load(token) {
      const entry: unknown = await bounded(() => journal.load(token))
      if (entry === undefined || entry === null) return undefined
      const read = readEntry(entry)
      return read?.token === token ? read : new UnreadableEntry(token)
    },
    append: (entry, late = () => {}) =>
      bounded(
        // Anything but `true` says less than that the entry is durable.
        async () => (await journal.append(entry)) === true,
        (written) => written && late(),
      ),
    async *unfinished(purpose) {
      const entries = await bounded(async () => journal.unfinished(purpose)[Symbol.asyncIterator]())
      for (;;) {
        const next = await bounded(() => entries.next())
        if (next.done === true) return
        yield readEntry(next.value) ?? new UnreadableEntry(tokenIn(next.value))
      }
    },
  }
}

async function ended<T>(clock: Clock, ms: number, call: () => Promise<T>, late?: (result: T) => void): Promise<T> {
  try {
    return await inTime(clock, ms, call, expired, late)
  } catch (error) {
    throw failure(error)
  }
}

function expired(): JournalError {
  return new JournalError('JOURNAL_TIMEOUT', 'La bitácora no contestó a tiempo.')
}

function failure(error: unknown): JournalError {
  if (error instanceof JournalError) return error
  const detail = error instanceof Error ? `: ${error.message}` : '.'
  return new JournalError('JOURNAL_WRITE', `La bitácora falló${detail}`, { cause: error })
}

function tokenIn(entry: unknown): string {
  try {
    const { token } = entry as Partial<JournalEntry>
    return typeof token === 'string' ? token : ''
  } catch {
    return ''
  }
}
