/**
 * The journal: the durable state of each document, written before a request is sent, and again
 * before its outcome is returned to the caller.
 *
 * In a database it is one table: token (primary key), version, status, entry as JSON. `append` is
 * an insert if the version is 1 and otherwise `update … where token = ? and version = ? - 1`; it
 * returns true if one row changed.
 * @module
 */
import { requireItems, requireKind } from '../lib/options.js'
import { createUuid, secureRandom } from '../lib/uuid.js'
import type { Evidence, Refused, Rejected, Stamped, Unavailable } from './provider.js'

/**
 * Consecutive negative look-ups since the last request whose answer was lost. Times in milliseconds
 * since 1970.
 */
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
  /**
   * A rejection received after a lost answer. It proves nothing if the PAC checks dates or lists
   * before duplicates.
   */
  readonly no?: Rejected
  /**
   * The stamp that came after the request had been given up. The next `stamp` or `resume` returns
   * it.
   */
  readonly found?: Stamped
  /** The last inconclusive answer. */
  readonly last?: Evidence & { readonly message: string }
}

/**
 * An attempt that was abandoned without knowing whether the PAC stamped. Only look-ups follow it.
 */
export interface AbandonedAttempt {
  /** The state at the time of the abandonment. */
  readonly inDoubt: InDoubt
  /** Time of the abandonment, in milliseconds since 1970. */
  readonly since: number
  /**
   * `deadline`: the recovery window ended. `absent`: lookups proved it absent. `expired`: proved
   * absent, and the 72 hours are over. `adopted`: the stamp of another PAC was adopted. `settled`:
   * resolved manually, by `settle`.
   */
  readonly why: 'deadline' | 'absent' | 'expired' | 'adopted' | 'settled'
  /** The process, or the operator of `settle`. Absent in earlier journals. */
  readonly by?: string
  /** The negative look-ups since then. */
  readonly absent?: Absences
  /** The stamp that was found later. */
  readonly found?: Stamped
  /**
   * How it was closed: no stamp appeared while it was watched, the stamp is the one kept, the
   * orphan was handed over to be cancelled, or the host declared it settled.
   */
  readonly end?: 'absent' | 'same' | 'handed-over' | 'settled'
}

/**
 * The process that works on a document, and until when (milliseconds since 1970) it has exclusive
 * access.
 */
export interface Claim {
  /** Id of the process. */
  readonly owner: string
  /** End of the claim. */
  readonly until: number
}

/** Record of the account at a PAC. */
export interface AccountState {
  /**
   * `untried`: the host called `retryAccount`. `trying`: the first request is under way. `tried`:
   * its reply does not show whether the PAC accepts the account.
   */
  readonly state: 'untried' | 'trying' | 'tried' | 'accepted' | 'refused'
  /** Digest of the credentials that were accepted or refused; empty otherwise. */
  readonly digest: string
  /** The refusal. */
  readonly refused?: Refused
}

/** The final outcome of a document. */
export type Closing = Stamped | Rejected | Refused | Unavailable

/**
 * The durable state of one document. Plain data: it survives `JSON.parse(JSON.stringify(entry))`
 * unchanged.
 */
export interface JournalEntry {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** 1 on the first write, incremented by each further one. */
  readonly version: number
  /**
   * `open`: to be resumed. `watched`: completed, with abandoned attempts to reconcile. `closed`:
   * completed.
   */
  readonly status: 'open' | 'watched' | 'closed'
  /** The sealed XML. Empty if the journal dropped it after the entry was closed. */
  readonly xml: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
  /** The process that works on it, if any. */
  readonly claim?: Claim
  /** How many attempts ended without an outcome, of an open document. */
  readonly visits?: number
  /** Time before which `resume` does not visit it, in milliseconds since 1970. */
  readonly due?: number
  /** Present if and only if the status is `open`. */
  readonly inDoubt?: InDoubt
  /** The attempts that were abandoned, oldest first. */
  readonly abandoned: readonly AbandonedAttempt[]
  /** Present if and only if the status is not `open`. */
  readonly outcome?: Closing
  /** Of an entry that is about an account at a PAC and not about a document: its `xml` is empty. */
  readonly account?: AccountState
}

/** Identity of a journal. An emptied or restored journal has another id, or a later `since`. */
export interface JournalIdentity {
  /** Unique for each journal, and for a restored one. */
  readonly id: string
  /** Time since which no entry of an unfinished document is missing, in milliseconds since 1970. */
  readonly since: number
}

/**
 * Purpose of a walk through entries. In a journal of several processes, walks with the same purpose
 * share the entries.
 */
export type WalkPurpose = 'resume' | 'reconcile'

/**
 * Durable storage of entries. It receives no keys or passwords; it contains invoices, so protect it
 * accordingly. Failures are thrown (JournalError in this library's journals) and reach the caller
 * of `stamp`.
 */
export interface Journal {
  /** The current entry of a document. */
  load(token: string): Promise<JournalEntry | undefined>
  /**
   * Writes an entry if the stored version is one less than its own (0 if there is none). `true`: it
   * is durable and survives a power cut. `false`: the stored version differs and nothing was
   * written. Compare and write are atomic.
   */
  append(entry: JournalEntry): Promise<boolean>
  /**
   * Resolves to its identity. A missing entry proves that nothing was sent only while the journal
   * is that of the order's claim; without an identity it never does.
   */
  identity?(): Promise<JournalIdentity>
  /**
   * Heartbeat: extends every claim of this owner to at least this time, in `load` and `unfinished`;
   * versions stay. One statement for all claims. Without this method, claims last as long as a
   * document may take.
   */
  renew?(owner: string, until: number): Promise<void>
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
export function createUnsafeMemoryJournal(
  entries: Iterable<JournalEntry> = [],
  id: string = createUuid(secureRandom),
): UnsafeMemoryJournal {
  requireKind('createUnsafeMemoryJournal: id', id, 'text')
  const stored = new Map<string, JournalEntry>()
  for (const entry of requireItems('createUnsafeMemoryJournal: entries', entries))
    stored.set(entry.token, entry)
  const beats = new Map<string, number>()
  const loaded = (token: string) => {
    const entry = stored.get(token)
    return entry && withHeartbeat(entry, beats)
  }
  return {
    load: async (token) => loaded(token),
    identity: async () => ({ id, since: 0 }),
    async renew(owner, until) {
      beats.set(owner, until)
    },
    async append(entry) {
      if ((stored.get(entry.token)?.version ?? 0) !== entry.version - 1) return false
      stored.set(entry.token, entry)
      return true
    },
    async *unfinished() {
      for (const entry of [...stored.values()])
        if (entry.status !== 'closed') yield loaded(entry.token) ?? entry
    },
    entries: () => [...stored.values()],
    afterRestart: () => createUnsafeMemoryJournal([...stored.values()].map(withoutClaim), id),
  }
}

/** A record with the end that its claim has by the last heartbeat of its owner. */
export function withHeartbeat<Stored extends { readonly claim?: Claim }>(
  stored: Stored,
  beats: ReadonlyMap<string, number>,
): Stored {
  const { claim } = stored
  const until = claim && beats.get(claim.owner)
  if (claim && until !== undefined && until > claim.until)
    return { ...stored, claim: { ...claim, until } }
  return stored
}

/** The entry without its claim. */
export function withoutClaim({ claim: _, ...entry }: JournalEntry): JournalEntry {
  return entry
}
