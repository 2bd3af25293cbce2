/**
 * The life of a document towards its cancellation, as a pure state machine: a state that is plain JSON, what happens to it, and what
 * is to be done next. It sends nothing and keeps nothing.
 *
 * Only the status service of the SAT makes a document cancelled. Everything here may happen twice, late, or not at all: a request is
 * idempotent at the SAT, so after a crash whatever was due is done again.
 * @module
 */
import type { AcuseClass } from './acuse.js'
import { endOfBusinessDays } from '../fiscal/businessDays.js'
import { type CancelPolicy, defaultPolicy, type Pace } from './schedule.js'
import { type CancelService, folioFiscal, folioOf, type Motivo } from './sign.js'
import { type CancelledState, isCancelled, type SatState } from './status.js'

/**
 * Where a document stands.
 * - `inForce`: nobody has asked for its cancellation, as far as is known
 * - `asked`: its cancellation is wanted, and the SAT has not said that it received the request
 * - `accepted`: the SAT received the request
 * - `inProcess`: its receiver has been asked
 * - `blocked`: it cannot be cancelled until the documents that are related to it are
 * - `refused`: the SAT refused the request
 * - `rejected`: its receiver said no
 * - `cancelled`: for good
 */
export type Phase = 'inForce' | 'asked' | 'accepted' | 'inProcess' | 'blocked' | 'refused' | 'rejected' | 'cancelled'

/**
 * Why nobody waits any longer, and a person is to look.
 * - `noAnswer`: no PAC has answered
 * - `notVisible`: the SAT still says that it does not have the document
 * - `noEffect`: the SAT received the request, and shows none
 * - `noStatusService`: the SAT received the request, and of retenciones it tells no state
 * - `noSilence`: the days of the receiver are long over, and its silence has not become a cancellation
 * - `related`: its related documents are still in force
 * - `notSigned`: the request could not be signed: the certificate is not in force, or is gone
 */
export type HoldReason =
  | 'noAnswer'
  | 'notVisible'
  | 'noEffect'
  | 'noStatusService'
  | 'noSilence'
  | 'related'
  | 'notSigned'

/** What was asked for. */
export interface Wish {
  /** The motive. */
  readonly motivo: Motivo
  /** Folio fiscal of the substitute, with motive 01. */
  readonly folioSustitucion?: string
}

/** The state of one document. Plain JSON: what comes back from a store is the same. Times in milliseconds since 1970. */
export interface Life {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** Which service cancels it. */
  readonly service: CancelService
  /** When it was stamped, if that is known. */
  readonly stampedAt?: number
  /** Where it stands. */
  readonly phase: Phase
  /** Since when. */
  readonly since: number
  /** When the request in course began, here or elsewhere; absent while there was none. */
  readonly begun?: number
  /** What was asked for last; absent while only others have. */
  readonly wish?: Wish
  /** How many times it was asked for: the days of silence may not run a second time. */
  readonly asked: number
  /** How many times something was tried in this phase. */
  readonly tries: number
  /** When something is to be done; absent when nothing is. */
  readonly due?: number
  /** Until when its receiver may answer, while in process. */
  readonly answerBy?: number
  /** How it was cancelled. */
  readonly how?: CancelledState
  /** Why nobody waits any longer. */
  readonly held?: HoldReason
  /** What became of the last request, and its code. */
  readonly answer?: { readonly class: AcuseClass; readonly code?: string }
  /** What the SAT last said of it, whenever it said something. */
  readonly seen?: { readonly state: SatState; readonly at: number }
  /** Whether a receiver has said no before the request in course. */
  readonly rejectedBefore?: boolean
  /** Folios of the documents that hinder it, in the order in which they are to be cancelled; while it is blocked, once they are known. */
  readonly related?: readonly string[]
}

/** What happens to a document. */
export type LifeEvent =
  /** Its cancellation is asked for; once more after a refusal, a rejection or a hold. */
  | ({ readonly kind: 'ask' } & Wish)
  /** A request was answered, or not (`unavailable`, `unknown`). */
  | { readonly kind: 'answer'; readonly class: AcuseClass; readonly code?: string | undefined }
  /** The SAT told its state, or did not (`unavailable`). */
  | { readonly kind: 'status'; readonly state: SatState }
  /** The request that is due could not be signed, and will not be by waiting. */
  | { readonly kind: 'unsigned' }
  /** The documents that hinder it became known, in the order in which they are to be cancelled. */
  | { readonly kind: 'related'; readonly uuids: readonly string[] }

/**
 * The life of a document of which nothing was asked yet.
 * @throws {CancelError} `CANCEL_UUID`
 * @example
 * createLife({ uuid: timbre.UUID }, 0).phase // → 'inForce'
 */
export function createLife(
  facts: { readonly uuid: string; readonly service?: CancelService; readonly stampedAt?: number },
  now: number,
): Life {
  const { uuid, service = 'cfdi', stampedAt } = facts
  const stamped = stampedAt === undefined ? {} : { stampedAt }
  return { uuid: folioFiscal(uuid), service, ...stamped, phase: 'inForce', since: now, asked: 0, tries: 0 }
}

/**
 * What is to be done about a document now: send its request, ask for its state, or nothing.
 * @example
 * const life = next(createLife({ uuid: timbre.UUID }, 0), { kind: 'ask', motivo: '02' }, 0)
 * taskOf(life, 0) // → 'send'
 */
export function taskOf({ phase, due }: Life, now: number): 'send' | 'poll' | 'nothing' {
  if (due === undefined || due > now) return 'nothing'
  return phase === 'asked' ? 'send' : 'poll'
}

/**
 * Whether anything is awaited: `pending` has a `due`, `held` a reason, `settled` was answered for good, `idle` was never asked.
 * @example
 * standingOf(createLife({ uuid: timbre.UUID }, 0)) // → 'idle'
 */
export function standingOf({ phase, held }: Life): 'idle' | 'pending' | 'held' | 'settled' {
  if (phase === 'inForce') return 'idle'
  if (phase === 'cancelled' || phase === 'refused' || phase === 'rejected') return 'settled'
  return held === undefined ? 'pending' : 'held'
}

/**
 * The state after an event. Every event is taken in every state, since replies come twice, late and out of order.
 * @param now milliseconds since 1970, never before those of earlier events.
 * @throws {CancelError} `CANCEL_MOTIVO`, `CANCEL_SUSTITUCION`, `CANCEL_UUID` for an `ask` that could not be signed; never for what others said
 * @example
 * const asked = next(createLife({ uuid: timbre.UUID }, 0), { kind: 'ask', motivo: '02' }, 0)
 * const accepted = next(asked, { kind: 'answer', class: 'accepted', code: '201' }, 1_000)
 * const cancelled = next(accepted, { kind: 'status', state: 'cancelledDirectly' }, 61_000)
 * cancelled.how // → 'cancelledDirectly'
 */
export function next(life: Life, event: LifeEvent, now: number, policy: CancelPolicy = defaultPolicy): Life {
  if (life.phase === 'cancelled') return life
  switch (event.kind) {
    case 'ask':
      return afterAsk(life, event, now)
    case 'answer':
      return afterAnswer(life, event, now, policy)
    case 'status':
      return afterStatus(life, event.state, now, policy)
    case 'unsigned':
      return life.phase === 'asked' ? hold(life, 'notSigned') : life
    case 'related':
      return life.phase === 'blocked' ? { ...life, related: event.uuids.map(folioFiscal) } : life
  }
}

/** A request in course is not asked for again: it would take the place of one that may be at the SAT. */
function afterAsk(life: Life, given: Wish, now: number): Life {
  const { Motivo: motivo, FolioSustitucion } = folioOf({ uuid: life.uuid, ...given })
  const inCourse = life.held === undefined && (life.phase === 'accepted' || life.phase === 'inProcess')
  if (inCourse) return life
  const wish = FolioSustitucion === undefined ? { motivo } : { motivo, folioSustitucion: FolioSustitucion }
  const isAgain = life.phase === 'asked' && life.held === undefined
  const { answer: _, ...rest } = enter(life, 'asked', now)
  return { ...rest, wish, asked: isAgain ? life.asked : life.asked + 1, begun: now, due: now }
}

/** Codes with which the SAT says that related documents are in force; on these its sources agree. */
const relatedCodes: ReadonlySet<unknown> = new Set(['204', 'no_cancelable'])

/** Not found, or of another issuer: of a document stamped lately, more likely not found yet. */
const notFound = '203'
const hours72 = 72 * 3_600_000

function afterAnswer(
  life: Life,
  answer: Extract<LifeEvent, { kind: 'answer' }>,
  now: number,
  policy: CancelPolicy,
): Life {
  const { class: given, code } = answer
  const isFresh = life.stampedAt !== undefined && now - life.stampedAt < hours72
  const meant = given === 'rejectedRequest' && code === notFound && isFresh ? 'notYetVisible' : given
  const told = { ...life, answer: code === undefined ? { class: meant } : { class: meant, code } }
  if (meant === 'accepted') return acceptsIn.has(life.phase) ? afterAcceptance(told, now, policy) : told
  if (life.phase !== 'asked') return told
  // What is held waits for a person: a late answer that says nothing does not set it going again.
  if (meant !== 'rejectedRequest') return life.held === undefined ? wait(told, now, policy) : told
  return relatedCodes.has(code) ? wait(enter(told, 'blocked', now), now, policy) : enter(told, 'refused', now)
}

/** Where an acceptance is news; later phases know more. */
const acceptsIn: ReadonlySet<Phase> = new Set(['inForce', 'asked', 'blocked', 'refused'])

function afterAcceptance(life: Life, now: number, policy: CancelPolicy): Life {
  const accepted = enter(life, 'accepted', now)
  return life.service === 'retenciones' ? hold(accepted, 'noStatusService') : wait(accepted, now, policy)
}

/** Where each state of the SAT leads from each phase; what is not here changes no phase. Cancelled states lead to `cancelled`. */
const moves: Readonly<Partial<Record<Phase, Readonly<Partial<Record<SatState, Phase>>>>>> = {
  inForce: { inProcess: 'inProcess', rejectedByReceiver: 'rejected' },
  asked: { inProcess: 'inProcess' },
  accepted: { inProcess: 'inProcess', rejectedByReceiver: 'rejected', notCancellable: 'blocked' },
  inProcess: { rejectedByReceiver: 'rejected', notCancellable: 'blocked' },
  blocked: {
    inProcess: 'inProcess',
    rejectedByReceiver: 'rejected',
    cancellableDirectly: 'asked',
    cancellableWithConsent: 'asked',
  },
  refused: { inProcess: 'inProcess' },
  rejected: { inProcess: 'inProcess' },
}

function afterStatus(life: Life, state: SatState, now: number, policy: CancelPolicy): Life {
  const told = state === 'unavailable' ? life : { ...life, seen: { state, at: now } }
  if (isCancelled(state)) return { ...enter(told, 'cancelled', now), how: state }
  const to = moves[life.phase]?.[state]
  if (to === undefined || (to === 'rejected' && isOldRejection(life))) return stay(told, state, now, policy)
  return arrive(told, to, now, policy)
}

/** Until the SAT shows a second request, it goes on showing the answer to the first. */
function isOldRejection({ phase, rejectedBefore }: Life): boolean {
  return phase !== 'inProcess' && phase !== 'inForce' && rejectedBefore === true
}

function stay(life: Life, state: SatState, now: number, policy: CancelPolicy): Life {
  const known = state === 'rejectedByReceiver' && life.phase === 'asked' ? { ...life, rejectedBefore: true } : life
  return known.due === undefined || known.phase === 'asked' ? known : wait(known, now, policy)
}

function arrive(life: Life, to: Phase, now: number, policy: CancelPolicy): Life {
  const there = enter(life, to, now)
  if (to === 'rejected') return { ...there, rejectedBefore: true }
  if (to === 'asked') return life.wish === undefined ? enter(life, 'inForce', now) : { ...there, due: now }
  if (to !== 'inProcess') return wait(there, now, policy)
  const answerBy = endOfBusinessDays(now, policy.receiverDays, policy.isBusinessDay)
  return wait({ ...there, answerBy, rejectedBefore: false }, now, policy)
}

/** A new phase, in which nothing was tried and nothing is due. What belongs to the old one is gone. */
function enter(life: Life, phase: Phase, now: number): Life {
  const { due: _, held: __, answerBy: ___, related: ____, ...rest } = life
  const begun = standingOf(life) === 'pending' ? (life.begun ?? now) : now
  return { ...rest, phase, since: now, begun, tries: 0 }
}

function hold(life: Life, held: HoldReason): Life {
  const { due: _, ...rest } = life
  return { ...rest, held }
}

/** The next try, sooner or later; a hold once patience is at its end. */
function wait(life: Life, now: number, policy: CancelPolicy): Life {
  const { pace, reason } = paceOf(life, policy)
  const { waits, patience } = pace
  const from = Math.max(life.since, life.answerBy ?? 0)
  const isOver = now - from >= patience || now - (life.begun ?? now) >= policy.patience
  if (isOver) return hold(life, reason)
  const due = now + waits[Math.min(life.tries, waits.length - 1)]!
  return { ...life, tries: life.tries + 1, due }
}

function paceOf({ phase, answer }: Life, policy: CancelPolicy): { readonly pace: Pace; readonly reason: HoldReason } {
  switch (phase) {
    case 'accepted':
      return { pace: policy.accepted, reason: 'noEffect' }
    case 'inProcess':
      return { pace: policy.inProcess, reason: 'noSilence' }
    case 'blocked':
      return { pace: policy.blocked, reason: 'related' }
    default:
      return answer?.class === 'notYetVisible'
        ? { pace: policy.notYetVisible, reason: 'notVisible' }
        : { pace: policy.asked, reason: 'noAnswer' }
  }
}
