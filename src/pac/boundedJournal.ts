/**
 * Journal of the failover: every call has a time-out, every failure is a JournalError, and entries
 * are validated.
 * @module
 */
import { JournalError } from '../errors.js'
import { iterateInTime } from '../lib/iterate.js'
import { type Clock, inTime } from './clock.js'
import { readEntry } from './entry.js'
import type { Journal, JournalEntry, JournalIdentity, WalkPurpose } from './journal.js'

/** Unreadable record of a document: edited, of another version, or damaged. */
export class UnreadableEntry {
  readonly token: string

  /** @param token empty if not even that can be read. */
  constructor(token: string) {
    this.token = token
  }
}

/** Journal with time-outs. Its methods throw JournalError. */
export interface BoundedJournal {
  /** The entry of a document, if there is one. */
  load(token: string): Promise<JournalEntry | UnreadableEntry | undefined>
  /** @param late called if the write becomes durable after the call was given up. */
  append(entry: JournalEntry, late?: () => void): Promise<boolean>
  /** Its identity; undefined for a journal without one. */
  identity(): Promise<JournalIdentity | undefined>
  /** A heartbeat: see {@link Journal.renew}. */
  renew(owner: string, until: number): Promise<void>
  /** Every entry that is not closed, readable or not. */
  unfinished(purpose: WalkPurpose): AsyncIterable<JournalEntry | UnreadableEntry>
}

/** @param ms milliseconds for one call. */
export function boundJournal(journal: Journal, clock: Clock, ms: number): BoundedJournal {
  const bounded = async <T>(call: () => Promise<T>, late?: (result: T) => void) => {
    try {
      return await inTime(clock, ms, call, timeExpired, late)
    } catch (error) {
      if (error instanceof JournalError) throw error
      const detail = error instanceof Error ? `: ${error.message}` : '.'
      throw new JournalError('JOURNAL_WRITE', `La bitácora falló${detail}`, { cause: error })
    }
  }
  return {
    async load(token) {
      const entry: unknown = await bounded(() => journal.load(token))
      if (entry === undefined || entry === null) return undefined
      const read = readEntry(entry)
      if (read?.token === token) return read
      return new UnreadableEntry(token)
    },
    append: (entry, late = () => {}) =>
      bounded(
        // Any other value does not prove that the entry is durable.
        async () => (await journal.append(entry)) === true,
        (written) => written && late(),
      ),
    identity: () => bounded(async () => journal.identity?.()),
    renew: (owner, until) => bounded(async () => journal.renew?.(owner, until)),
    async *unfinished(purpose) {
      for await (const entry of iterateInTime<unknown>(() => journal.unfinished(purpose), bounded))
        yield readEntry(entry) ?? new UnreadableEntry(tokenIn(entry))
    },
  }
}

function timeExpired(): JournalError {
  return new JournalError('JOURNAL_TIMEOUT', 'La bitácora no contestó a tiempo.')
}

function tokenIn(entry: unknown): string {
  try {
    const { token } = entry as Partial<JournalEntry>
    if (typeof token === 'string') return token
    return ''
  } catch {
    return ''
  }
}

/**
 * Calls the journal before anything is sent.
 * @throws JournalError with `notSent`: its caller sends nothing without the journal
 */
export async function unsent<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { code, message, cause } = error as JournalError
    throw new JournalError(code, message, { cause, notSent: true })
  }
}
