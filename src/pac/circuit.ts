/**
 * The circuit of a PAC as data, and the rules of a circuit breaker: events of a circuit give
 * another circuit. `createBreaker` keeps one in the process, `createSharedBreaker` one in a
 * database.
 *
 * It opens on consecutive failures or on their share among the last attempts; after a cooldown the
 * PAC is pinged, and then one trial document is admitted before it closes. Failures are the
 * outcomes unknown, unavailable and throttled; a rejection is no evidence about the PAC. A refused
 * account opens it at once and for longer: further attempts may lock the account (PADE locks after
 * three).
 *
 * Times are in milliseconds of the clock of the process or database that stores it.
 * @module
 */
import { described, type OptionNames } from '../lib/options.js'
import type { StampOutcome } from './provider.js'

/** Options of the circuit breaker of one PAC. Times in milliseconds. */
export interface BreakerOptions {
  /** Consecutive failures that open it. 5. */
  readonly failures?: number
  /** Share of failures among the last `sample` attempts that opens it, in (0, 1]. 0.5. */
  readonly ratio?: number
  /** Number of attempts considered for `ratio`. 20. */
  readonly sample?: number
  /** Initial time that it stays open; doubled each further time. 30 s. */
  readonly cooldown?: number
  /** Maximum time that it stays open. 10 minutes. */
  readonly maxCooldown?: number
  /**
   * Initial time that it stays open after a refused account; doubled each further time. 15 minutes.
   */
  readonly accountCooldown?: number
  /**
   * Pings in a row without an answer after which a document is tried all the same: the ping itself
   * may be broken. 5.
   */
  readonly pings?: number
  /**
   * Opens it on the share of rejections among the last `sample` answers, for a PAC that charges for
   * invalid requests or blocks their senders. Off by default.
   */
  readonly rejections?: { readonly ratio: number; readonly sample: number }
}

/** Names of the options; {@link circuitRules} has their ranges. */
export const breakerNames: OptionNames<BreakerOptions> = {
  failures: true,
  ratio: true,
  sample: true,
  cooldown: true,
  maxCooldown: true,
  accountCooldown: true,
  pings: true,
  rejections: { ratio: 'share', sample: 'count' },
}

/** `closed` admits every document, `open` none, `half-open` one trial document at a time. */
export type CircuitState = 'closed' | 'half-open' | 'open'

/** Decision of a breaker about a new document. */
export type Admission = 'yes' | 'no' | 'ping'

/** Cause of a state change. */
export type BreakerReason = 'failures' | 'account' | 'throttle' | 'rejections' | 'ping' | 'answer'

/** Options, each with its value. */
export type CircuitRules = Required<Omit<BreakerOptions, 'rejections'>> &
  Pick<BreakerOptions, 'rejections'>

/** The state of a circuit. Plain data. */
export interface Circuit {
  /** Admits every document, none, or one at a time. */
  readonly state: CircuitState
  /** Cause of the last change, if there was one. */
  readonly reason?: BreakerReason
  /** Outcomes of the last requests: whether each failed. */
  readonly recent: readonly boolean[]
  /** Last answers about documents: whether each was a rejection. Empty unless rejections count. */
  readonly rejected: readonly boolean[]
  /** Failures in a row. */
  readonly consecutive: number
  /** How often it opened since an answer closed it. */
  readonly opened: number
  /** Pings in a row without an answer since the last trial. */
  readonly silent: number
  /** When it may be tried again. */
  readonly reopenAt: number
  /** When it became half-open. */
  readonly halfOpenSince: number
  /** Deadline of the current ping or trial: a lost one must not keep the circuit open. */
  readonly awaitedUntil: number
}

/** A circuit that nothing has happened to. */
export const closedCircuit: Circuit = {
  state: 'closed',
  recent: [],
  rejected: [],
  consecutive: 0,
  opened: 0,
  silent: 0,
  reopenAt: 0,
  halfOpenSince: 0,
  awaitedUntil: 0,
}

/** Relevant part of an outcome. */
export interface CircuitOutcome extends Pick<StampOutcome, 'kind'> {
  /** Of a refusal. */
  readonly scope?: string
  /** Of a refusal: milliseconds. */
  readonly retryAfter?: number
}

/**
 * Event of a circuit. `began`: time of the request; an old one does not reflect the current state
 * of the PAC.
 */
export type CircuitEvent =
  | { readonly kind: 'admit' }
  | { readonly kind: 'pinged'; readonly answered: boolean }
  | { readonly kind: 'outcome'; readonly outcome: CircuitOutcome; readonly began: number }
  /** The host mended the account. */
  | { readonly kind: 'reset' }

/** A circuit after an event, and the answer to a request for admission. */
export interface AfterEvent {
  readonly circuit: Circuit
  readonly admission?: Admission
}

const defaults: CircuitRules = {
  failures: 5,
  ratio: 0.5,
  sample: 20,
  cooldown: 30_000,
  maxCooldown: 600_000,
  accountCooldown: 900_000,
  pings: 5,
}

/** Maximum time that it stays open after a refused account. */
const maxAccountCooldown = 4 * 3_600_000

/**
 * The rules that options make.
 * @throws TypeError if one is out of range.
 */
export function circuitRules({ rejections, ...options }: BreakerOptions): CircuitRules {
  const rules: Record<string, unknown> = {}
  for (const name of Object.keys(defaults) as (keyof typeof defaults & keyof typeof options)[]) {
    const value: number = options[name] ?? defaults[name]
    const isCount = name === 'failures' || name === 'sample' || name === 'pings'
    const isValid = isCount
      ? Number.isInteger(value) && value > 0
      : Number.isFinite(value) && value >= 0
    if (!isValid || (name === 'ratio' && !isShare(value)))
      throw new TypeError(`breaker.${name}: ${described(value)} is out of range`)
    rules[name] = value
  }
  if (rejections !== undefined) {
    const { ratio, sample } = rejections
    if (!isShare(ratio) || !Number.isInteger(sample) || !(sample > 0))
      throw new TypeError('breaker.rejections: ratio goes from 0 to 1, and sample is a count')
    rules['rejections'] = rejections
  }
  return rules as unknown as CircuitRules
}

function isShare(value: number): boolean {
  return value > 0 && value <= 1
}

/** Applies an event to a circuit. */
export function afterEvent(
  circuit: Circuit,
  event: CircuitEvent,
  now: number,
  rules: CircuitRules,
): AfterEvent {
  switch (event.kind) {
    case 'admit': {
      const { cooldown } = rules
      const { state, awaitedUntil, reopenAt } = circuit
      if (state === 'closed') return { circuit, admission: 'yes' }
      if (now < awaitedUntil || (state === 'open' && now < reopenAt))
        return { circuit, admission: 'no' }
      return {
        circuit: { ...circuit, awaitedUntil: now + cooldown },
        admission: state === 'open' ? 'ping' : 'yes',
      }
    }
    case 'pinged':
      return { circuit: pinged(circuit, event.answered, now, rules) }
    case 'reset':
      return { circuit: closedCircuit }
    default:
      return { circuit: recorded(circuit, event, now, rules) }
  }
}

function pinged(circuit: Circuit, answered: boolean, now: number, rules: CircuitRules): Circuit {
  if (circuit.state !== 'open') return circuit
  const silent = circuit.silent + 1
  if (!answered && silent < rules.pings) return cooled({ ...circuit, silent }, 'ping', now, rules)
  return {
    ...circuit,
    state: 'half-open',
    reason: 'ping',
    silent: 0,
    awaitedUntil: 0,
    halfOpenSince: now,
  }
}

function recorded(
  circuit: Circuit,
  { outcome, began }: Extract<CircuitEvent, { kind: 'outcome' }>,
  now: number,
  rules: CircuitRules,
): Circuit {
  // Sent before it opened: it must not decide the trial.
  if (circuit.state === 'half-open' && began < circuit.halfOpenSince) return circuit
  switch (outcome.kind) {
    case 'refused':
      return refused(circuit, outcome, now, rules)
    case 'unknown':
    case 'unavailable': {
      const counted = countFailures(circuit, true, rules)
      const opens =
        counted.state === 'half-open' || (counted.state === 'closed' && isOver(counted, rules))
      return opens ? cooled(counted, 'failures', now, rules) : counted
    }
    default:
      return answered(countFailures(circuit, false, rules), outcome.kind === 'rejected', now, rules)
  }
}

function refused(
  circuit: Circuit,
  { scope, retryAfter }: CircuitOutcome,
  now: number,
  rules: CircuitRules,
): Circuit {
  if (scope === 'account')
    return openCircuit(circuit, 'account', now, rules.accountCooldown, maxAccountCooldown)
  const counted = countFailures(circuit, true, rules)
  if (retryAfter !== undefined) return openCircuit(counted, 'throttle', now, retryAfter, retryAfter)
  const opens = counted.state === 'half-open' || isOver(counted, rules)
  if (opens) return cooled(counted, 'throttle', now, rules)
  return counted
}

function answered(
  circuit: Circuit,
  isRejection: boolean,
  now: number,
  rules: CircuitRules,
): Circuit {
  let judged = circuit
  if (rules.rejections !== undefined) {
    const rejected = [...circuit.rejected, isRejection].slice(-rules.rejections.sample)
    judged = { ...circuit, rejected }
  }
  if (rules.rejections !== undefined && isMostly(judged.rejected, rules.rejections))
    return cooled({ ...judged, rejected: [] }, 'rejections', now, rules)
  if (judged.state === 'open') return judged
  const recent = judged.state === 'half-open' ? [] : judged.recent
  return { ...judged, state: 'closed', reason: 'answer', opened: 0, recent }
}

function countFailures(circuit: Circuit, failed: boolean, { sample }: CircuitRules): Circuit {
  const recent = [...circuit.recent, failed].slice(-sample)
  return { ...circuit, recent, consecutive: failed ? circuit.consecutive + 1 : 0 }
}

function isOver({ consecutive, recent }: Circuit, rules: CircuitRules): boolean {
  return consecutive >= rules.failures || isMostly(recent, rules)
}

/** Whether the share of a full sample is reached. */
function isMostly(
  marks: readonly boolean[],
  { ratio, sample }: { readonly ratio: number; readonly sample: number },
) {
  return marks.length === sample && marks.filter(Boolean).length >= ratio * sample
}

function cooled(
  circuit: Circuit,
  reason: BreakerReason,
  now: number,
  { cooldown, maxCooldown }: CircuitRules,
) {
  return openCircuit(circuit, reason, now, cooldown, maxCooldown)
}

function openCircuit(
  circuit: Circuit,
  reason: BreakerReason,
  now: number,
  cooldown: number,
  longest: number,
): Circuit {
  const time = Math.min(cooldown * 2 ** Math.min(circuit.opened, 20), longest)
  const earliest = circuit.state === 'open' ? circuit.reopenAt : 0
  const reopenAt = Math.max(earliest, now + time)
  return {
    ...circuit,
    state: 'open',
    reason,
    opened: circuit.opened + 1,
    awaitedUntil: 0,
    reopenAt,
  }
}
