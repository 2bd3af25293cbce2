/**
 * What is known of each document, kept where a crash does not reach it: written before a request leaves, and again
 * before its answer is given to the caller.
 *
 * A database needs one table: token (primary key), version, status, entry as JSON. `append` is an insert when the
 * version is 1 and otherwise `update … where token = ? and version = ? - 1`; it is true when one row changed.
 * @module
 */
import type { Evidence, Refused, Rejected, Stamped, Unavailable } from './provider.js'

/** Negative look-ups since the last request whose answer was lost. */
export interface Absences {
  readonly count: number
  /** When the first of them was answered. */
  readonly from: number
  /** When the last of them was answered. */
  readonly to: number
}

/** The PAC that may have stamped a document, and what is known of it. Times in milliseconds since 1970. */
export interface InDoubt {
  readonly pac: string
  /** When it was first sent to this PAC. */
  readonly since: number
  /** How often it was sent. */
  readonly sends: number
  /** A request is on its way; found so after a crash, its answer is lost. */
  readonly sending: boolean
  /** When the last request whose answer was lost ended. Absent: every request so far was answered. */
  readonly lostAt?: number
  readonly absent?: Absences
  /** No other PAC may have it, ever: see `Unknown.why`. */
  readonly why?: 'stamped' | 'mismatch'
  /** A no given after an answer was lost. Which of the two the PAC checks first, the date or the repetition, is not known. */
  readonly no?: Rejected
  /** Last answer that settled nothing. */
  readonly last?: Evidence & { readonly message: string }
}

/** A PAC that was left without knowing whether it stamped. It is asked again, without ever stamping. */
export interface AbandonedAttempt {
  readonly inDoubt: InDoubt
  /** When it was left. */
  readonly since: number
  /** It was silent until the deadline; it said several times that it does not have it; another PAC's stamp was taken. */
  readonly why: 'deadline' | 'absent' | 'adopted'
  readonly absent?: Absences
  /** The stamp that it made after all. */
  readonly found?: Stamped
  /**
   * How it ended: no stamp in all the time it was watched, the same stamp as the one kept, an orphan handed over, or the
   * host saw to it.
   */
  readonly end?: 'absent' | 'same' | 'handed-over' | 'settled'
}

/** Who is at work on a document, and until when nobody else may be. */
export interface Claim {
  readonly owner: string
  readonly until: number
}

/** What a document came to. */
export type Closing = Stamped | Rejected | Refused | Unavailable

/** What is known of one document. Plain data: what `JSON.parse(JSON.stringify(entry))` gives is the same entry. */
export interface JournalEntry {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** 1, 2, 3…: one more at each write. */
  readonly version: number
  /** `open`: to be resumed. `watched`: done, and some PAC left behind is still watched. `closed`: nothing to do. */
  readonly status: 'open' | 'watched' | 'closed'
  /** The sealed XML. A journal may drop it once the entry is closed: it is empty then. */
  readonly xml: string
  /** When it was written. */
  readonly at: number
  readonly claim?: Claim
  /** Present exactly while the status is `open`. */
  readonly inDoubt?: InDoubt
  readonly abandoned: readonly AbandonedAttempt[]
  /** Present exactly when the status is not `open`. */
  readonly outcome?: Closing
}

/**
 * Where entries are kept. It never sees a key or a password; it holds invoices, so it deserves the care given to them.
 * Its failures are thrown (JournalError in this library's journals) and reach the caller of `stamp`.
 */
export interface Journal {
  /** The entry of a document. */
  load(token: string): Promise<JournalEntry | undefined>
  /**
   * Writes an entry if the stored version is one less than its own (0: there is none). `true`: it is durable, a power cut
   * does not lose it. `false`: somebody wrote before, nothing was written. Compare and write are one step.
   */
  append(entry: JournalEntry): Promise<boolean>
  /** The entries that are not `closed`, as they are when reached. */
  unfinished(): AsyncIterable<JournalEntry>
}

/** A journal that a crash erases. */
export interface UnsafeMemoryJournal extends Journal {
  /** Every entry, closed ones too. */
  entries(): readonly JournalEntry[]
  /** What a restarted process finds: the same entries, claimed by nobody. */
  afterRestart(): UnsafeMemoryJournal
}

/** Keeps entries in memory, for tests. In production a crash would lose stamps: see `openFileJournal`. */
export function createUnsafeMemoryJournal(entries: Iterable<JournalEntry> = []): UnsafeMemoryJournal {
  const stored = new Map<string, JournalEntry>()
  for (const entry of entries) stored.set(entry.token, entry)
  return {
    load: async (token) => stored.get(token),
    async append(entry) {
      if ((stored.get(entry.token)?.version ?? 0) !== entry.version - 1) return false
      stored.set(entry.token, entry)
      return true
    },
    async *unfinished() {
      for (const entry of [...stored.values()]) if (entry.status !== 'closed') yield stored.get(entry.token) ?? entry
    },
    entries: () => [...stored.values()],
    afterRestart: () => createUnsafeMemoryJournal([...stored.values()].map(withoutClaim)),
  }
}

/** The entry as nobody is at work on it. */
export function withoutClaim({ claim: _, ...entry }: JournalEntry): JournalEntry {
  return entry
}
