/**
 * When a request is repeated and when a state is asked for again: data, to be renewed with what the SAT says or the host observes.
 * @module
 */
import { type BusinessCalendar, businessCalendar } from '../fiscal/businessDays.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Times of one phase, in milliseconds. */
export interface Pace {
  /** Waits from one question to the next, the last of them again and again. */
  readonly waits: readonly [number, ...number[]]
  /** From the beginning of the phase until a person is asked to look. */
  readonly patience: number
}

/** The times of every phase that waits, and the days of a receiver. */
export interface CancelPolicy {
  /** Until a request is answered, by whatever PAC. */
  readonly asked: Pace
  /** Until a document that the SAT does not have yet can be cancelled (205). */
  readonly notYetVisible: Pace
  /** Until the status service shows a request that was accepted. */
  readonly accepted: Pace
  /** Until the receiver has answered; the patience begins with the end of its days. */
  readonly inProcess: Pace
  /** Until related documents are cancelled. */
  readonly blocked: Pace
  /** From the moment that a cancellation was asked for, whatever its phases were since, until a person is asked to look. */
  readonly patience: number
  /** Business days that a receiver has. */
  readonly receiverDays: number
  /** Which days those are. */
  readonly isBusinessDay: BusinessCalendar
}

/**
 * The SAT takes a document for absent up to 72 hours after its stamp, and shows a request some 16 minutes after it (observed in its
 * test service); a receiver has three business days (RMF 2026, rule 2.7.1.34), and a silence becomes a cancellation some time after.
 */
export const defaultPolicy: CancelPolicy = Object.freeze<CancelPolicy>({
  asked: { waits: [minute, 5 * minute, 15 * minute, hour, 3 * hour], patience: 3 * day },
  notYetVisible: { waits: [5 * minute, 15 * minute, hour, 3 * hour, 6 * hour], patience: 3 * day },
  accepted: { waits: [minute, 5 * minute, 20 * minute, hour, 6 * hour], patience: 3 * day },
  inProcess: { waits: [hour, 6 * hour, 12 * hour], patience: 3 * day },
  blocked: { waits: [hour, 6 * hour, day], patience: 30 * day },
  patience: 60 * day,
  receiverDays: 3,
  isBusinessDay: businessCalendar(),
})
