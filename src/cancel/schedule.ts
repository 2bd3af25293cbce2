/**
 * Retry and polling intervals, as data to be updated from the SAT's publications and from
 * observation.
 * @module
 */

import { type BusinessCalendar, businessCalendar } from '../fiscal/businessDays.js'
import {
  type Kind,
  type KindsByName,
  type OptionNames,
  requireKind,
  requireOptions,
  withCurrentNames,
} from '../lib/options.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Intervals between attempts, in milliseconds. The last one repeats. */
export type Waits = readonly [number, ...number[]]

/** Times of one phase, in milliseconds. */
export interface Pace {
  /** Intervals between attempts. */
  readonly waits: Waits
  /** Time-out of the phase, after which a person should review the document. */
  readonly maxWait: number
  /**
   * The earlier name of `maxWait`.
   * @deprecated
   */
  readonly patience?: number | undefined
}

/** Intervals of every waiting phase, and the receiver's days. */
export interface CancelPolicy {
  /** For a reply to a request, from any PAC. */
  readonly asked: Pace
  /** For a document that the SAT does not have yet (205). */
  readonly notYetVisible: Pace
  /** For the status service to show an accepted request. */
  readonly accepted: Pace
  /** For the receiver's answer. The time-out starts at the end of the receiver's days. */
  readonly inProcess: Pace
  /** For the cancellation of related documents. */
  readonly blocked: Pace
  /** Time-out of a cancellation over all its phases, after which a person should review it. */
  readonly maxWait: number
  /**
   * The earlier name of `maxWait`.
   * @deprecated
   */
  readonly patience?: number | undefined
  /** Polling intervals of a held document, until the end of its legal term. */
  readonly followed: Waits
  /**
   * The last month in which a document of the year before may be cancelled, 1 to 12 (CFF, article
   * 29-A).
   */
  readonly lastMonth: number
  /** Maximum time between a request and its appearance in the status service. */
  readonly shownWithin: number
  /** Business days within which the receiver must answer. */
  readonly receiverDays: number
  /** Calendar of business days. */
  readonly isBusinessDay: BusinessCalendar
}

/** Two weeks of daily polling. */
const daily = new Array<number>(14).fill(day) as [number, ...number[]]

/**
 * The SAT may not find a document for up to 72 hours after its stamp, and shows a request some 16
 * minutes after it (observed in its test service). A receiver has three business days (RMF 2026,
 * rule 2.7.1.34); without an answer the SAT cancels some time later. The last month is that of
 * individuals, April; companies have until March.
 */
export const defaultPolicy: CancelPolicy = Object.freeze<CancelPolicy>({
  asked: { waits: [minute, 5 * minute, 15 * minute, hour, 3 * hour], maxWait: 3 * day },
  notYetVisible: { waits: [5 * minute, 15 * minute, hour, 3 * hour, 6 * hour], maxWait: 3 * day },
  accepted: { waits: [minute, 5 * minute, 20 * minute, hour, 6 * hour], maxWait: 3 * day },
  inProcess: { waits: [hour, 6 * hour, 12 * hour], maxWait: 3 * day },
  blocked: { waits: [hour, 6 * hour, day], maxWait: 30 * day },
  maxWait: 60 * day,
  followed: [...daily, 7 * day],
  lastMonth: 4,
  shownWithin: day,
  receiverDays: 3,
  isBusinessDay: businessCalendar(),
})

const earlierNames = { patience: 'maxWait' }

const waits: Kind = (name, value) => {
  requireKind(name, value, 'list')
  if ((value as readonly unknown[]).length === 0) throw new TypeError(`${name} must not be empty`)
  for (const wait of value as readonly unknown[]) requireKind(name, wait, 'milliseconds')
}

const pace: OptionNames<Omit<Pace, 'patience'>> = { waits, maxWait: 'milliseconds' }

const policyKinds: OptionNames<Omit<CancelPolicy, 'patience'>> = {
  asked: pace,
  notYetVisible: pace,
  accepted: pace,
  inProcess: pace,
  blocked: pace,
  maxWait: 'milliseconds',
  followed: waits,
  lastMonth: 'count',
  shownWithin: 'milliseconds',
  receiverDays: 'count',
  isBusinessDay: 'function',
}

/** @throws TypeError for a policy that lacks a member, or has an unknown one */
export function requireCancelPolicy(name: string, policy: unknown): void {
  requireWhole(name, currentPolicy(policy as CancelPolicy), policyKinds)
}

/** Returns a policy in which each time with the earlier name `patience` is `maxWait`. */
export function currentPolicy(policy: CancelPolicy): CancelPolicy {
  const current = withCurrentNames(policy, earlierNames)
  let renewed = current
  for (const phase of ['asked', 'notYetVisible', 'accepted', 'inProcess', 'blocked'] as const)
    if (current?.[phase]?.patience !== undefined)
      renewed = { ...renewed, [phase]: withCurrentNames(current[phase], earlierNames) }
  return renewed
}

/** Every member is required, also inside. */
function requireWhole(name: string, value: unknown, names: KindsByName): void {
  requireOptions(name, value, names)
  const given = value as Readonly<Record<string, unknown>>
  for (const [member, kind] of Object.entries(names)) {
    if (given[member] === undefined)
      throw new TypeError(`${name}: ${member} is missing; begin with { ...defaultPolicy, … }`)
    if (kind === pace) requireWhole(`${name}: ${member}`, given[member], pace)
  }
}
