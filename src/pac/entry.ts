/**
 * Invariants of journal entries, shared by stamping, reconciliation and settling.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type {
  AbandonedAttempt,
  Absences,
  Claim,
  Closing,
  InDoubt,
  JournalEntry,
} from './journal.js'

/** The state of a document, from which its status follows. */
export interface State {
  readonly inDoubt?: InDoubt
  readonly abandoned: readonly AbandonedAttempt[]
  readonly outcome?: Closing
}

/** Whether an abandoned attempt may still turn out to be stamped. */
export function isOpen({ found, end }: AbandonedAttempt): boolean {
  return found === undefined && end === undefined
}

/** Adds an abandoned attempt. Only the last one of each PAC is watched. */
export function watch(
  abandoned: readonly AbandonedAttempt[],
  one: AbandonedAttempt,
): readonly AbandonedAttempt[] {
  const { pac } = one.inDoubt
  return [...abandoned.filter((each) => !isOpen(each) || each.inDoubt.pac !== pac), one]
}

/**
 * Returns the abandoned attempts after the stamp of a PAC is kept: that PAC is no longer watched,
 * and another PAC in doubt is.
 */
export function keep(
  abandoned: readonly AbandonedAttempt[],
  pac: string,
  inDoubt: InDoubt | undefined,
  { since, by }: Pick<AbandonedAttempt, 'since' | 'by'>,
): readonly AbandonedAttempt[] {
  const others = abandoned.filter((each) => each.end !== undefined || each.inDoubt.pac !== pac)
  if (inDoubt === undefined || inDoubt.pac === pac) return others
  return watch(others, { inDoubt, since, why: 'adopted', ...(by !== undefined && { by }) })
}

/**
 * State of a document that a PAC received without a journal: time, number and answers of its
 * requests are unknown.
 */
export function unjournaled(pac: string, now: number): InDoubt {
  const last = { pac, message: 'Se envió a este PAC sin bitácora, y puede estar timbrado.' }
  return { pac, since: now, sends: 1, sending: false, lostAt: now, why: 'unjournaled', last }
}

/** Name, in a journal and in orders, of a PAC that is not known. */
export const somePac = 'desconocido'

/**
 * Returns the next version of an open entry whose journal lost later writes: its document may be at
 * any PAC. Returns undefined without a change: it has a stamp, or is already at an unknown PAC.
 */
export function unknownSince(
  { claim: _claim, visits: _visits, due: _due, ...entry }: JournalEntry,
  now: number,
): JournalEntry | undefined {
  const { status, inDoubt, version } = entry
  if (
    status !== 'open' ||
    inDoubt === undefined ||
    inDoubt.found !== undefined ||
    inDoubt.pac === somePac
  )
    return undefined
  return { ...entry, version: version + 1, at: now, inDoubt: unjournaled(somePac, now) }
}

/**
 * Returns the next version of an entry whose document a PAC may have received without this journal.
 * Returns undefined without a change.
 */
export function pinnedEntry(
  entry: JournalEntry | undefined,
  {
    token,
    xml,
    pac,
    now,
  }: { readonly token: string; readonly xml: string; readonly pac: string; readonly now: number },
): JournalEntry | undefined {
  if (entry?.status === 'open') return pac === somePac ? unknownSince(entry, now) : undefined
  if (entry !== undefined && !isNews(entry, pac)) return undefined
  const { version = 0, abandoned = [] } = entry ?? {}
  const head = { token, xml, version: version + 1, at: now }
  return entryOf(head, { inDoubt: unjournaled(pac, now), abandoned })
}

/**
 * Whether a request to a PAC without a journal is new to an entry. A manually resolved or recorded
 * one is not.
 */
function isNews(entry: JournalEntry, pac: string): boolean {
  if (entry.outcome === undefined || entry.outcome.kind === 'stamped') return false
  return !entry.abandoned.some(
    ({ inDoubt, why }) =>
      inDoubt.pac === pac && (why === 'settled' || inDoubt.why === 'unjournaled'),
  )
}

/** Builds an entry; its status follows from its state. */
export function entryOf(
  {
    visits,
    due,
    ...head
  }: Pick<JournalEntry, 'token' | 'xml' | 'version' | 'at' | 'visits' | 'due'>,
  { inDoubt, abandoned, outcome }: State,
  claim?: JournalEntry['claim'],
): JournalEntry {
  const isWatched = abandoned.some(({ end }) => end === undefined)
  return {
    ...head,
    status: outcome === undefined ? 'open' : isWatched ? 'watched' : 'closed',
    ...(claim !== undefined && { claim }),
    ...(outcome === undefined && visits !== undefined && { visits }),
    ...(outcome === undefined && due !== undefined && { due }),
    ...(outcome === undefined && inDoubt !== undefined && { inDoubt }),
    abandoned,
    ...(outcome !== undefined && { outcome }),
  }
}

/**
 * Returns a value of a journal if it is an entry. The value may be anything: edited, of another
 * version, of another table.
 */
export function readEntry(value: unknown): JournalEntry | undefined {
  try {
    if (!isEntry(value)) return undefined
    let abandoned: readonly AbandonedAttempt[] = []
    // Earlier journals may watch one PAC several times.
    for (const one of value.abandoned)
      abandoned = isOpen(one) ? watch(abandoned, one) : [...abandoned, one]
    return { ...value, abandoned }
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value)) return false
  const {
    token,
    version,
    status,
    xml,
    at,
    claim,
    visits,
    due,
    inDoubt,
    abandoned,
    outcome,
    account,
  } = value
  const isKnown =
    typeof token === 'string' && typeof xml === 'string' && isCount(version) && isEntryTime(at)
  if (!isIfAny(visits, isCount) || !isIfAny(due, isEntryTime)) return false
  if (
    !isKnown ||
    !isIfAny(claim, isClaim) ||
    !isIfAny(inDoubt, isInDoubt) ||
    !isIfAny(outcome, isClosing)
  )
    return false
  if (!Array.isArray(abandoned) || !abandoned.every(isAttempt) || !isIfAny(account, isAccountState))
    return false
  if (status === 'open') return inDoubt !== undefined && outcome === undefined
  return (status === 'watched' || status === 'closed') && outcome !== undefined
}

function isAccountState(value: unknown): boolean {
  if (!isRecord(value) || typeof value['digest'] !== 'string') return false
  const isState = ['untried', 'trying', 'tried', 'accepted', 'refused'].includes(
    String(value['state']),
  )
  const { refused } = value
  return isState && (refused === undefined || (isClosing(refused) && refused.kind === 'refused'))
}

function isInDoubt(value: unknown): value is InDoubt {
  if (!isRecord(value)) return false
  const { pac, since, sends, sending, sentAt, lostAt, absent, why, no, found } = value
  const isKnown =
    typeof pac === 'string' && isEntryTime(since) && isCount(sends) && typeof sending === 'boolean'
  const isTimed =
    isIfAny(sentAt, isEntryTime) && isIfAny(lostAt, isEntryTime) && isIfAny(absent, isAbsences)
  const isReason = why === undefined || ['stamped', 'mismatch', 'unjournaled'].includes(String(why))
  return isKnown && isTimed && isReason && isIfAny(no, isRejected) && isIfAny(found, isStampedEntry)
}

function isAttempt(value: unknown): value is AbandonedAttempt {
  if (!isRecord(value)) return false
  const { inDoubt, since, absent, found, end } = value
  const isKnown = isInDoubt(inDoubt) && isEntryTime(since) && isIfAny(absent, isAbsences)
  return isKnown && isIfAny(found, isStampedEntry) && (end === undefined || typeof end === 'string')
}

function isAbsences(value: unknown): value is Absences {
  return (
    isRecord(value) &&
    isCount(value['count']) &&
    isEntryTime(value['from']) &&
    isEntryTime(value['to'])
  )
}

function isClaim(value: unknown): value is Claim {
  return isRecord(value) && typeof value['owner'] === 'string' && isEntryTime(value['until'])
}

function isClosing(value: unknown): value is Closing {
  if (!isRecord(value) || typeof value['pac'] !== 'string') return false
  if (value['kind'] === 'stamped') return isRecord(value['timbre'])
  return (
    ['rejected', 'refused', 'unavailable'].includes(String(value['kind'])) &&
    typeof value['message'] === 'string'
  )
}

function isStampedEntry(value: unknown): boolean {
  return isClosing(value) && value.kind === 'stamped'
}

function isRejected(value: unknown): boolean {
  return isClosing(value) && value.kind === 'rejected'
}

function isIfAny(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0
}

function isEntryTime(value: unknown): value is number {
  return Number.isFinite(value)
}
