/**
 * The cancellation state of a document, as a pure state machine: a state of plain JSON, its events,
 * and the next task. It sends and stores nothing.
 *
 * Only the status service of the SAT makes a document cancelled. Events may repeat, arrive late or
 * not at all. A request is idempotent at the SAT, so a task that was due before a crash is done
 * again.
 * @module
 */
import type { AcuseClass } from './acuse.js'
import { businessTerm } from '../fiscal/businessDays.js'
import type { CalendarBasis } from '../fiscal/closedDays.js'
import { central, instant, localTime } from '../lib/time.js'
import { type CancelPolicy, currentPolicy, defaultPolicy, type Pace } from './schedule.js'
import { type CancelService, folioFiscal, folioOf, type Motivo } from './sign.js'
import { type CancelledState, isCancelled, type SatState } from './status.js'

/**
 * Phase of a cancellation.
 * - `inForce`: no request of cancellation is known
 * - `asked`: a cancellation was requested; the SAT has not confirmed receipt
 * - `accepted`: the SAT received the request
 * - `inProcess`: waiting for the receiver's answer
 * - `blocked`: related documents have to be cancelled first
 * - `refused`: the SAT refused the request
 * - `rejected`: the receiver rejected the request
 * - `cancelled`: cancelled, final
 */
export type Phase =
  | 'inForce'
  | 'asked'
  | 'accepted'
  | 'inProcess'
  | 'blocked'
  | 'refused'
  | 'rejected'
  | 'cancelled'

/**
 * Reason why a person should review the document. Queries to the SAT continue, daily and then
 * weekly, until the legal term of the document ends.
 * - `noAnswer`: no PAC has answered
 * - `notVisible`: the SAT still does not have the document
 * - `noEffect`: the SAT received the request, but neither notified the receiver nor cancelled
 * - `noSilence`: the receiver's days are over, and the SAT has not cancelled the document
 * - `rejectedAgain`: the SAT received a further request but still shows the earlier rejection; it
 *   was most likely rejected too
 * - `related`: related documents are still in force
 * - `notSigned`: the request could not be signed: the certificate is missing or not in force
 * - `noStatusService`: the SAT received the request; retenciones have no status service, so queries
 *   end
 * - `outOfTerm`: the legal term is over, so queries end
 */
export type HoldReason =
  | 'noAnswer'
  | 'notVisible'
  | 'noEffect'
  | 'noSilence'
  | 'rejectedAgain'
  | 'related'
  | 'notSigned'
  | 'noStatusService'
  | 'outOfTerm'

/** Way in which a document was cancelled; `unknown` when the SAT does not report it. */
export type CancelledHow = Exclude<CancelledState, 'cancelled'> | 'unknown'

/** A request of cancellation. */
export interface Wish {
  /** The motive. */
  readonly motivo: Motivo
  /** Folio fiscal of the substitute, with motive 01. */
  readonly folioSustitucion?: string
}

/**
 * The state of one document. Plain JSON: a store returns it unchanged. Times in milliseconds since
 * 1970.
 */
export interface CancellationState {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** Cancellation service of the document. */
  readonly service: CancelService
  /** Time of the stamp, if known. */
  readonly stampedAt?: number
  /** Current phase. */
  readonly phase: Phase
  /** Start of the phase. */
  readonly since: number
  /** Start of the current request, made here or elsewhere; absent without one. */
  readonly begun?: number
  /** Last request of this program; absent if there was none. */
  readonly wish?: Wish
  /** Number of requests. The receiver's days may not start anew for a second one. */
  readonly asked: number
  /** Number of attempts in this phase. */
  readonly tries: number
  /** Time of the next task; absent without one. */
  readonly due?: number
  /** End of the receiver's days, while in process. */
  readonly answerBy?: number
  /**
   * Reliability of the closed days before `answerBy`; absent when the SAT has published all of
   * them.
   */
  readonly answerByBasis?: Exclude<CalendarBasis, 'published'>
  /** Way in which it was cancelled. */
  readonly how?: CancelledHow
  /** Reason why a person should review it. */
  readonly held?: HoldReason
  /** Result and code of the last request. */
  readonly answer?: { readonly class: AcuseClass; readonly code?: string }
  /** Last state that the SAT reported. */
  readonly seen?: { readonly state: SatState; readonly at: number }
  /** Whether a receiver rejected an earlier request. */
  readonly rejectedBefore?: boolean
  /**
   * Folios of the related documents in force, in the order in which to cancel them; present while
   * blocked, once known.
   */
  readonly related?: readonly string[]
}

/** An event of a document. */
export type CancellationEvent =
  /** The caller requests the cancellation, also again after a refusal, a rejection or a hold. */
  | ({ readonly kind: 'ask' } & Wish)
  /** The result of a request, which may be `unavailable` or `unknown`. */
  | { readonly kind: 'answer'; readonly class: AcuseClass; readonly code?: string | undefined }
  /** The SAT's status, or `unavailable`. */
  | { readonly kind: 'status'; readonly state: SatState }
  /** The due request cannot be signed, now or later. */
  | { readonly kind: 'unsigned' }
  /** The related documents in force, in the order in which to cancel them. */
  | { readonly kind: 'related'; readonly uuids: readonly string[] }

/**
 * Creates the state of a document without requests.
 * @throws {CancelError} `CANCEL_UUID`
 * @example
 * createCancellationState({ uuid: timbre.UUID }, 0).phase // → 'inForce'
 */
export function createCancellationState(
  facts: { readonly uuid: string; readonly service?: CancelService; readonly stampedAt?: number },
  now: number,
): CancellationState {
  const { uuid, service = 'cfdi', stampedAt } = facts
  const stamped = stampedAt === undefined ? {} : { stampedAt }
  return {
    uuid: folioFiscal(uuid),
    service,
    ...stamped,
    phase: 'inForce',
    since: now,
    asked: 0,
    tries: 0,
  }
}

/**
 * Returns the task that is due: send its request, poll its state, or nothing.
 * @example
 * const cancellation = next(createCancellationState({ uuid: timbre.UUID }, 0), { kind: 'ask', motivo: '02' }, 0)
 * taskOf(cancellation, 0) // → 'send'
 */
export function taskOf(
  { phase, due }: CancellationState,
  now: number,
): 'send' | 'poll' | 'nothing' {
  if (due === undefined || due > now) return 'nothing'
  if (phase === 'asked') return 'send'
  return 'poll'
}

/**
 * Returns the standing of a document: `idle` (never requested), `pending` (waiting for an answer),
 * `held` (a person should review it; queries continue if there is a `due`), or `settled` (final).
 * @example
 * standingOf(createCancellationState({ uuid: timbre.UUID }, 0)) // → 'idle'
 */
export function standingOf({
  phase,
  held,
}: CancellationState): 'idle' | 'pending' | 'held' | 'settled' {
  if (phase === 'inForce') return 'idle'
  if (held !== undefined) return 'held'
  if (phase === 'cancelled' || phase === 'refused' || phase === 'rejected') return 'settled'
  return 'pending'
}

/**
 * Returns the state after an event. Every state accepts every event, since replies may repeat,
 * arrive late and out of order.
 * @param now milliseconds since 1970, not before the `now` of earlier events.
 * @throws {CancelError} `CANCEL_MOTIVO`, `CANCEL_SUSTITUCION`, `CANCEL_UUID` for an `ask` that
 * cannot be signed; never for replies
 * @example
 * const asked = next(createCancellationState({ uuid: timbre.UUID }, 0), { kind: 'ask', motivo: '02' }, 0)
 * const accepted = next(asked, { kind: 'answer', class: 'accepted', code: '201' }, 1_000)
 * const cancelled = next(accepted, { kind: 'status', state: 'cancelledDirectly' }, 61_000)
 * cancelled.how // → 'cancelledDirectly'
 */
export function next(
  cancellation: CancellationState,
  event: CancellationEvent,
  now: number,
  given: CancelPolicy = defaultPolicy,
): CancellationState {
  if (cancellation.phase === 'cancelled') return cancellation
  const policy = currentPolicy(given)
  switch (event.kind) {
    case 'ask': {
      // A pending request is not repeated: the SAT may already have it.
      const { Motivo: motivo, FolioSustitucion } = folioOf({ uuid: cancellation.uuid, ...event })
      const inCourse =
        cancellation.held === undefined &&
        (cancellation.phase === 'accepted' || cancellation.phase === 'inProcess')
      if (inCourse) return cancellation
      const wish =
        FolioSustitucion === undefined ? { motivo } : { motivo, folioSustitucion: FolioSustitucion }
      const isAgain = cancellation.phase === 'asked' && cancellation.held === undefined
      const { answer: _, ...rest } = enterPhase(cancellation, 'asked', now)
      return {
        ...rest,
        wish,
        asked: isAgain ? cancellation.asked : cancellation.asked + 1,
        begun: now,
        due: now,
      }
    }
    case 'answer':
      return afterAnswer(cancellation, event, now, policy)
    case 'status':
      return afterStatus(cancellation, event.state, now, policy)
    case 'unsigned':
      if (cancellation.phase === 'asked')
        return followHeld(hold(cancellation, 'notSigned'), now, policy)
      return cancellation
    case 'related':
      if (cancellation.phase === 'blocked')
        return { ...cancellation, related: event.uuids.map(folioFiscal) }
      return cancellation
  }
}

/** SAT codes for related documents in force. All sources agree on these. */
const relatedCodes: ReadonlySet<unknown> = new Set(['204', 'no_cancelable'])

/** Not found, or of another issuer. A recently stamped document is more likely not visible yet. */
const notFound = '203'
const hours72 = 72 * 3_600_000

function afterAnswer(
  cancellation: CancellationState,
  answer: Extract<CancellationEvent, { kind: 'answer' }>,
  now: number,
  policy: CancelPolicy,
): CancellationState {
  const { class: given, code } = answer
  const isFresh = cancellation.stampedAt !== undefined && now - cancellation.stampedAt < hours72
  const meant =
    given === 'rejectedRequest' && code === notFound && isFresh ? 'notYetVisible' : given
  const told = {
    ...cancellation,
    answer: code === undefined ? { class: meant } : { class: meant, code },
  }
  if (meant === 'accepted')
    return acceptsIn.has(cancellation.phase) ? afterAcceptance(told, now, policy) : told
  if (cancellation.phase !== 'asked') return told
  if (meant !== 'rejectedRequest') return waitFor(told, now, policy)
  if (relatedCodes.has(code)) return waitFor(enterPhase(told, 'blocked', now), now, policy)
  return enterPhase(told, 'refused', now)
}

/** Phases in which an acceptance is news. Later phases supersede it. */
const acceptsIn: ReadonlySet<Phase> = new Set(['inForce', 'asked', 'blocked', 'refused'])

function afterAcceptance(
  cancellation: CancellationState,
  now: number,
  policy: CancelPolicy,
): CancellationState {
  const accepted = enterPhase(cancellation, 'accepted', now)
  if (cancellation.service === 'retenciones') return hold(accepted, 'noStatusService')
  return waitFor(accepted, now, policy)
}

/**
 * Next phase by phase and SAT state; other states change nothing. Cancelled states lead to
 * `cancelled`.
 */
const moves: Readonly<Partial<Record<Phase, Readonly<Partial<Record<SatState, Phase>>>>>> = {
  inForce: { verifying: 'accepted', inProcess: 'inProcess', rejectedByReceiver: 'rejected' },
  asked: { verifying: 'accepted', inProcess: 'inProcess' },
  accepted: { inProcess: 'inProcess', rejectedByReceiver: 'rejected', notCancellable: 'blocked' },
  inProcess: { rejectedByReceiver: 'rejected', notCancellable: 'blocked' },
  blocked: {
    verifying: 'accepted',
    inProcess: 'inProcess',
    rejectedByReceiver: 'rejected',
    cancellableDirectly: 'asked',
    cancellableWithConsent: 'asked',
  },
  refused: { verifying: 'accepted', inProcess: 'inProcess' },
  rejected: { verifying: 'accepted', inProcess: 'inProcess' },
}

function afterStatus(
  cancellation: CancellationState,
  state: SatState,
  now: number,
  policy: CancelPolicy,
): CancellationState {
  const told =
    state === 'unavailable' ? cancellation : { ...cancellation, seen: { state, at: now } }
  if (isCancelled(state))
    return { ...enterPhase(told, 'cancelled', now), how: state === 'cancelled' ? 'unknown' : state }
  const to = moves[cancellation.phase]?.[state]
  if (to === undefined) return stay(told, state, now, policy)
  if (to === 'rejected') {
    // The SAT shows an earlier rejection until it shows the next request, after some 16
    // minutes in its test service, and does not distinguish the two. A rejection still shown
    // after `policy.shownWithin` counts as a new one, with `held`.
    const isOld =
      told.rejectedBefore === true && (told.phase === 'accepted' || told.phase === 'blocked')
    if (!isOld) return arrive(told, 'rejected', now, policy)
    // The SAT reports the reason of a refusal no longer: the related documents are cancelled.
    if (told.phase === 'blocked') return arrive(told, 'asked', now, policy)
    if (now - told.since < policy.shownWithin) return stay(told, 'rejectedByReceiver', now, policy)
    return followHeld(hold(enterPhase(told, 'rejected', now), 'rejectedAgain'), now, policy)
  }
  return arrive(told, to, now, policy)
}

function stay(
  cancellation: CancellationState,
  state: SatState,
  now: number,
  policy: CancelPolicy,
): CancellationState {
  const known = rejectedBeforeOf(cancellation, state)
  const kept = known === undefined ? cancellation : { ...cancellation, rejectedBefore: known }
  if (kept.due === undefined || kept.phase === 'asked') return kept
  return waitFor(kept, now, policy)
}

/**
 * A rejection shown before the SAT received the request belongs to an earlier one. A visible new
 * request hides it.
 */
function rejectedBeforeOf({ phase }: CancellationState, state: SatState): boolean | undefined {
  if (state === 'verifying' && phase === 'accepted') return false
  if (state === 'rejectedByReceiver' && phase === 'asked') return true
  return undefined
}

function arrive(
  cancellation: CancellationState,
  to: Phase,
  now: number,
  policy: CancelPolicy,
): CancellationState {
  const there = enterPhase(cancellation, to, now)
  if (to === 'rejected') return { ...there, rejectedBefore: true }
  if (to === 'asked')
    return cancellation.wish === undefined
      ? enterPhase(cancellation, 'inForce', now)
      : { ...there, due: now }
  if (to === 'accepted') return waitFor({ ...there, rejectedBefore: false }, now, policy)
  if (to !== 'inProcess') return waitFor(there, now, policy)
  const { end, basis } = businessTerm(now, policy.receiverDays, policy.isBusinessDay)
  const known = basis === 'published' ? {} : { answerByBasis: basis }
  return waitFor({ ...there, answerBy: end, ...known, rejectedBefore: false }, now, policy)
}

/** Enters a phase, without attempts or a due task. Members of the old phase are removed. */
function enterPhase(cancellation: CancellationState, phase: Phase, now: number): CancellationState {
  const {
    due: _,
    held: __,
    answerBy: ___,
    answerByBasis: ____,
    related: _____,
    ...rest
  } = cancellation
  const isInCourse = standingOf(cancellation) === 'pending' || standingOf(cancellation) === 'held'
  return {
    ...rest,
    phase,
    since: now,
    begun: isInCourse ? (cancellation.begun ?? now) : now,
    tries: 0,
  }
}

function hold(cancellation: CancellationState, held: HoldReason): CancellationState {
  const { due: _, ...rest } = cancellation
  return { ...rest, held, tries: 0 }
}

/** Schedules the next attempt. After the time-out of the phase: a hold, and slower polling. */
function waitFor(
  cancellation: CancellationState,
  now: number,
  policy: CancelPolicy,
): CancellationState {
  if (cancellation.held !== undefined) return followHeld(cancellation, now, policy)
  const { pace, reason } = paceOf(cancellation, policy)
  const { phase, since, answerBy = 0, begun = now } = cancellation
  // A document may circle between phases; the receiver still has its days.
  const isRound = phase !== 'inProcess' && now - begun >= policy.maxWait
  if (isRound || now - Math.max(since, answerBy) >= pace.maxWait)
    return followHeld(hold(cancellation, reason), now, policy)
  return {
    ...cancellation,
    tries: cancellation.tries + 1,
    due: now + waitAt(pace.waits, cancellation.tries),
  }
}

function waitAt(waits: Pace['waits'], tries: number): number {
  return waits[Math.min(tries, waits.length - 1)]!
}

/**
 * Polls a held document until the end of the legal term. Without a status service there is nothing
 * to poll.
 */
function followHeld(
  cancellation: CancellationState,
  now: number,
  policy: CancelPolicy,
): CancellationState {
  // A request made in the last days of the term is polled for as long as any other.
  const { stampedAt, begun } = cancellation
  const from = begun ?? now
  const issued = Number(localTime(new Date(stampedAt ?? from), central).slice(0, 4))
  const month = String(policy.lastMonth + 1).padStart(2, '0')
  const limit = Math.max(
    instant(`${issued + 1}-${month}-01T00:00:00`, central).getTime(),
    from + policy.maxWait,
  )
  if (now >= limit)
    return cancellation.phase === 'rejected'
      ? hold(cancellation, 'rejectedAgain')
      : hold(cancellation, 'outOfTerm')
  const due = Math.min(now + waitAt(policy.followed, cancellation.tries), limit)
  return { ...cancellation, tries: cancellation.tries + 1, due }
}

function paceOf(
  { phase, answer }: CancellationState,
  policy: CancelPolicy,
): { readonly pace: Pace; readonly reason: HoldReason } {
  switch (phase) {
    case 'accepted':
      return { pace: policy.accepted, reason: 'noEffect' }
    case 'inProcess':
      return { pace: policy.inProcess, reason: 'noSilence' }
    case 'blocked':
      return { pace: policy.blocked, reason: 'related' }
    default:
      if (answer?.class === 'notYetVisible')
        return { pace: policy.notYetVisible, reason: 'notVisible' }
      return { pace: policy.asked, reason: 'noAnswer' }
  }
}

// --- names until 0.1 ---

/**
 * The earlier name of `CancellationState`.
 * @deprecated
 */
export type Life = CancellationState

/**
 * The earlier name of `CancellationEvent`.
 * @deprecated
 */
export type LifeEvent = CancellationEvent

/**
 * The earlier name of `createCancellationState`.
 * @deprecated
 */
export const createLife = createCancellationState
