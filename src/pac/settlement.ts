/**
 * Manual resolution of a document in doubt: the last resort of every state.
 * @module
 */
import { SettleError } from '../errors.js'
import { isRecord } from '../lib/json.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Sealed } from '../seal/sello.js'
import { isOpen, keep, type State } from './entry.js'
import type { AbandonedAttempt, Closing, JournalEntry } from './journal.js'
import { judgeStamped, unavailable } from './outcome.js'
import type { Stamped } from './provider.js'

/** Manual resolution of a document: no PAC stamped it, or its stamp. */
export type Settlement = 'not-stamped' | TimbreFiscalDigital

/** Options of {@link Failover.settle}. */
export interface SettleOptions {
  /** Name of the operator for the journal. Defaults to `operator`. */
  readonly by?: string
}

/** A document to settle, and its state. */
export interface Settling {
  readonly entry: JournalEntry
  readonly sealed: Sealed
  readonly settlement: Settlement
  readonly by: string
  /** Milliseconds since 1970. */
  readonly now: number
  /**
   * Whether a PAC can be looked up: then its attempt stays watched, in case the person is wrong.
   */
  readonly canFind: (pac: string) => boolean
}

/** The state of a document that a person settled. */
export type Settled = State & { readonly outcome: Closing }

/** @throws TypeError if it is neither a text nor a stamp. */
export function requireSettlement(token: unknown, settlement: unknown, by: unknown): void {
  if (typeof token !== 'string' || token === '')
    throw new TypeError('settle: the token must be a text')
  if (typeof by !== 'string' || by === '') throw new TypeError('settle: by must be a text')
  if (settlement === 'not-stamped' || isRecord(settlement)) return
  throw new TypeError("settle: the second argument must be 'not-stamped' or a TimbreFiscalDigital")
}

/**
 * @throws SettleError SETTLE_CLOSED if the outcome of the document is known, and of all its
 * attempts.
 */
export function requireDoubt({ status, abandoned, outcome }: JournalEntry): void {
  if (status === 'open' || abandoned.some(isOpen)) return
  const how =
    outcome?.kind === 'stamped'
      ? `ya tiene su timbre, ${outcome.timbre.UUID}`
      : 'ya terminó sin timbre'
  throw new SettleError('SETTLE_CLOSED', `El comprobante no está en duda: ${how}.`)
}

/**
 * The state of a document after a person settled it.
 * @throws SettleError SETTLE_STAMP if the stamp is not valid, or is that of another document.
 */
export function settledOutcome(settling: Settling): Settled {
  const { settlement } = settling
  if (settlement === 'not-stamped') return notStampedOutcome(settling)
  const { entry, sealed, by, now } = settling
  const { inDoubt, abandoned, outcome } = entry
  const pac = (inDoubt ?? abandoned.filter(isOpen).at(-1)?.inDoubt)?.pac ?? ''
  const judged = judgeStamped({ pac, when: 'earlier', timbre: settlement }, sealed, pac)
  if (judged.kind !== 'stamped')
    throw new SettleError('SETTLE_STAMP', `No se aceptó el timbre. ${judged.message}`)
  if (outcome?.kind === 'stamped') return { outcome, abandoned: withOrphan(entry, judged, by) }
  const others = keep(abandoned, pac, inDoubt, { since: now, by })
  if (inDoubt === undefined) return { outcome: judged, abandoned: others }
  return {
    outcome: judged,
    abandoned: [...others, { inDoubt, since: now, why: 'settled', by, end: 'settled' }],
  }
}

function notStampedOutcome({
  entry: { inDoubt, abandoned, outcome },
  by,
  now,
  canFind,
}: Settling): Settled {
  const ended = abandoned.map((attempt): AbandonedAttempt => {
    if (isOpen(attempt)) return { ...attempt, by, end: 'settled' }
    return attempt
  })
  if (outcome !== undefined || inDoubt === undefined)
    return { abandoned: ended, outcome: outcome as Closing }
  const { pac } = inDoubt
  const attempt: AbandonedAttempt = {
    inDoubt,
    since: now,
    why: 'settled',
    by,
    ...(!canFind(pac) && { end: 'settled' }),
  }
  return {
    abandoned: [...ended, attempt],
    outcome: unavailable(pac, `${by} comprobó que ningún PAC lo timbró.`),
  }
}

/** Error for a document that another call or process works on. */
export function busySettlement(): SettleError {
  return new SettleError(
    'SETTLE_BUSY',
    'El comprobante se está timbrando o consultando en este momento.',
  )
}

/** Error for a document whose entry of the journal cannot be read. */
export function unreadableSettlement(): SettleError {
  return new SettleError(
    'SETTLE_UNREADABLE',
    'No se puede leer lo que la bitácora guarda de este comprobante.',
  )
}

/** A second stamp of a document belongs to the last attempt that was abandoned. */
function withOrphan(
  { abandoned, outcome }: JournalEntry,
  found: Stamped,
  by: string,
): readonly AbandonedAttempt[] {
  const last = abandoned.filter(isOpen).at(-1)
  const isKept = (outcome as Stamped).timbre.UUID.toUpperCase() === found.timbre.UUID.toUpperCase()
  return abandoned.map((attempt) => {
    if (attempt !== last) return attempt
    if (isKept) return { ...attempt, by, end: 'same' }
    return { ...attempt, by, found }
  })
}
