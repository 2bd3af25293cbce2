/**
 * The journal: the durable state of each document, written before a request is sent, and again before its outcome is
 * returned to the caller.
 *
 * In a database it is one table: token (primary key), version, status, entry as JSON. `append` is an insert if the
 * version is 1 and otherwise `update … where token = ? and version = ? - 1`; it returns true if one row changed.
 * @module
 */
import type { Evidence, Refused, Rejected, Stamped, Unavailable } from './provider.js'

/** Consecutive negative look-ups since the last request whose answer was lost. Times in milliseconds since 1970. */
export interface Absences {
  /** Number of look-ups. */
  readonly count: number
  /** Time of the first one. */
  readonly from: number
  /** Time of the last one. */
  readonly to: number
}

/** The state of a document that one PAC may have stamped. Times in milliseconds since 1970. */
export interface InDoubt {
  /** Id of the PAC. */
  readonly pac: string
  /** Time of the first request to this PAC. */
  readonly since: number
  /** Number of requests. */
  readonly sends: number
  /** A request is in flight. If found so after a crash, its answer is lost. */
  readonly sending: boolean
  /** Time of the last request. Absent in earlier journals. */
  readonly sentAt?: number
  /** End of the last request whose answer was lost. Absent if every request was answered. */
  readonly lostAt?: number
  /** The negative look-ups, if there were any. */
  readonly absent?: Absences
  /** Why no other PAC may ever be tried: see {@link Unknown.why}. */
  readonly why?: 'stamped' | 'mismatch' | 'unjournaled'
  /** A rejection received after a lost answer. It proves nothing if the PAC checks dates or lists before duplicates. */
  readonly no?: Rejected
  /** The stamp that came after the request had been given up. The next `stamp` or `resume` returns it. */
  readonly found?: Stamped
  /** The last inconclusive answer. */
  readonly last?: Evidence & { readonly message: string }
}

/** An attempt that was abandoned without knowing whether the PAC stamped. Only look-ups follow it. */
export interface AbandonedAttempt {
  /** The state at the time of the abandonment. */
  readonly inDoubt: InDoubt
  /** Time of the abandonment, in milliseconds since 1970. */
  readonly since: number
  /**
   * `deadline`: the recovery window ended. `absent`: look-ups proved it absent. `expired`: so they did, and the 72 hours are
   * over. `adopted`: the stamp of another PAC was adopted. `settled`: a person said what became of it, by `settle`.
   */
  readonly why: 'deadline' | 'absent' | 'expired' | 'adopted' | 'settled'
  /** Who decided it: the process, or the person that `settle` was told. Absent in earlier journals. */
  readonly by?: string
  /** The negative look-ups since then. */
  readonly absent?: Absences
  /** The stamp that was found later. */
  readonly found?: Stamped
  /**
   * How it was closed: no stamp appeared while it was watched, the stamp is the one kept, the orphan was handed over to
   * be cancelled, or the host declared it settled.
   */
  readonly end?: 'absent' | 'same' | 'handed-over' | 'settled'
}

/** The process that works on a document, and until when (milliseconds since 1970) it has exclusive access. */
export interface Claim {
  /** Id of the process. */
  readonly owner: string
  /** End of the claim. */
  readonly until: number
}

/** The final outcome of a document. */
export type Closing = Stamped | Rejected | Refused | Unavailable

/** The durable state of one document. Plain data: it survives `JSON.parse(JSON.stringify(entry))` unchanged. */
export interface JournalEntry {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** 1 on the first write, incremented by each further one. */
  readonly version: number
  /** `open`: to be resumed. `watched`: completed, with abandoned attempts to reconcile. `closed`: completed. */
  readonly status: 'open' | 'watched' | 'closed'
  /** The sealed XML. Empty if the journal dropped it after the entry was closed. */
  readonly xml: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
  /** The process that works on it, if any. */
  readonly claim?: Claim
  /** Present if and only if the status is `open`. */
  readonly inDoubt?: InDoubt
  /** The attempts that were abandoned, oldest first. */
  readonly abandoned: readonly AbandonedAttempt[]
  /** Present if and only if the status is not `open`. */
  readonly outcome?: Closing
}

/** What entries are walked through for. A journal of several processes lets walkers for one purpose share the way. */
export type WalkPurpose = 'resume' | 'reconcile'

/**
 * Durable storage of entries. It receives no keys or passwords; it contains invoices, so protect it accordingly.
 * Failures are thrown (JournalError in this library's journals) and reach the caller of `stamp`.
 */
export interface Journal {
  /** The current entry of a document. */
  load(token: string): Promise<JournalEntry | undefined>
  /**
   * Writes an entry if the stored version is one less than its own (0 if there is none). `true`: it is durable and
   * survives a power cut. `false`: the stored version differs and nothing was written. Compare and write are atomic.
   */
  append(entry: JournalEntry): Promise<boolean>
  /** The entries that are not `closed`, each read when it is reached. */
  unfinished(purpose?: WalkPurpose): AsyncIterable<JournalEntry>
}

/** A journal that does not survive the process. */
export interface UnsafeMemoryJournal extends Journal {
  /** All entries, including closed ones. */
  entries(): readonly JournalEntry[]
  /** The journal as a restarted process would find it: the same entries without claims. */
  afterRestart(): UnsafeMemoryJournal
}

/**
 * A journal in memory, for tests. In production a crash would lose stamps: use `openFileJournal`.
 * @example
 * const stamping = failover([main, backup], { journal: createUnsafeMemoryJournal() })
 */
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

/** The entry without its claim. */
export function withoutClaim({ claim: _, ...entry }: JournalEntry): JournalEntry {
  return entry
}
