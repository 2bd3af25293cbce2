/**
 * Invariants of journal entries, shared by stamping, reconciliation and settling.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { AbandonedAttempt, Absences, Claim, Closing, InDoubt, JournalEntry } from './journal.js'

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

/** The abandoned attempts and one more: of each PAC one is watched, the last. */
export function watch(abandoned: readonly AbandonedAttempt[], one: AbandonedAttempt): readonly AbandonedAttempt[] {
  const { pac } = one.inDoubt
  return [...abandoned.filter((each) => !isOpen(each) || each.inDoubt.pac !== pac), one]
}

/** The abandoned attempts once the stamp of a PAC is kept: that PAC is watched no more; another one that is in doubt is. */
export function keep(
  abandoned: readonly AbandonedAttempt[],
  pac: string,
  inDoubt: InDoubt | undefined,
  { since, by }: Pick<AbandonedAttempt, 'since' | 'by'>,
): readonly AbandonedAttempt[] {
  const others = abandoned.filter((each) => each.end !== undefined || each.inDoubt.pac !== pac)
  if (inDoubt === undefined || inDoubt.pac === pac) return others
  return watch(others, { inDoubt, since, why: 'adopted', ...(by === undefined ? {} : { by }) })
}

/** The state of a document that a PAC got without a journal: when, how often and what it answered is not known. */
export function unjournaled(pac: string, now: number): InDoubt {
  const last = { pac, message: 'Se envió a este PAC sin bitácora, y puede estar timbrado.' }
  return { pac, since: now, sends: 1, sending: false, lostAt: now, why: 'unjournaled', last }
}

/** Whether it is new to an entry that a PAC got its document without a journal: what a person settled of it, or the entry did, is not. */
export function isNews(entry: JournalEntry, pac: string): boolean {
  if (entry.outcome === undefined || entry.outcome.kind === 'stamped') return false
  return !entry.abandoned.some(
    ({ inDoubt, why }) => inDoubt.pac === pac && (why === 'settled' || inDoubt.why === 'unjournaled'),
  )
}

/** Builds an entry; its status follows from its state. */
export function entryOf(
  head: Pick<JournalEntry, 'token' | 'xml' | 'version' | 'at'>,
  { inDoubt, abandoned, outcome }: State,
  claim?: JournalEntry['claim'],
): JournalEntry {
  const isWatched = abandoned.some(({ end }) => end === undefined)
  return {
    ...head,
    status: outcome === undefined ? 'open' : isWatched ? 'watched' : 'closed',
    ...(claim === undefined ? {} : { claim }),
    ...(outcome === undefined && inDoubt !== undefined ? { inDoubt } : {}),
    abandoned,
    ...(outcome === undefined ? {} : { outcome }),
  }
}

/** What a journal gave, if it is an entry. It may be anything: edited, of another version, another table's. */
export function readEntry(value: unknown): JournalEntry | undefined {
  try {
    return isEntry(value) ? { ...value, abandoned: value.abandoned.reduce(watchEach, []) } : undefined
  } catch {
    return undefined
  }
}

/** Earlier journals may watch one PAC several times. */
function watchEach(abandoned: readonly AbandonedAttempt[], one: AbandonedAttempt): readonly AbandonedAttempt[] {
  return isOpen(one) ? watch(abandoned, one) : [...abandoned, one]
}

function isEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value)) return false
  const { token, version, status, xml, at, claim, inDoubt, abandoned, outcome } = value
  const isKnown = typeof token === 'string' && typeof xml === 'string' && isCount(version) && isTime(at)
  if (!isKnown || !isIfAny(claim, isClaim) || !isIfAny(inDoubt, isInDoubt) || !isIfAny(outcome, isClosing)) return false
  if (!Array.isArray(abandoned) || !abandoned.every(isAttempt)) return false
  if (status === 'open') return inDoubt !== undefined && outcome === undefined
  return (status === 'watched' || status === 'closed') && outcome !== undefined
}

function isInDoubt(value: unknown): value is InDoubt {
  if (!isRecord(value)) return false
  const { pac, since, sends, sending, sentAt, lostAt, absent, why, no, found } = value
  const isKnown = typeof pac === 'string' && isTime(since) && isCount(sends) && typeof sending === 'boolean'
  const isTimed = isIfAny(sentAt, isTime) && isIfAny(lostAt, isTime) && isIfAny(absent, isAbsences)
  const isReason = why === undefined || ['stamped', 'mismatch', 'unjournaled'].includes(String(why))
  return isKnown && isTimed && isReason && isIfAny(no, isRejected) && isIfAny(found, isStamped)
}

function isAttempt(value: unknown): value is AbandonedAttempt {
  if (!isRecord(value)) return false
  const { inDoubt, since, absent, found, end } = value
  const isKnown = isInDoubt(inDoubt) && isTime(since) && isIfAny(absent, isAbsences)
  return isKnown && isIfAny(found, isStamped) && (end === undefined || typeof end === 'string')
}

function isAbsences(value: unknown): value is Absences {
  return isRecord(value) && isCount(value['count']) && isTime(value['from']) && isTime(value['to'])
}

function isClaim(value: unknown): value is Claim {
  return isRecord(value) && typeof value['owner'] === 'string' && isTime(value['until'])
}

function isClosing(value: unknown): value is Closing {
  if (!isRecord(value) || typeof value['pac'] !== 'string') return false
  if (value['kind'] === 'stamped') return isRecord(value['timbre'])
  return ['rejected', 'refused', 'unavailable'].includes(String(value['kind'])) && typeof value['message'] === 'string'
}

function isStamped(value: unknown): boolean {
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

function isTime(value: unknown): value is number {
  return Number.isFinite(value)
}
