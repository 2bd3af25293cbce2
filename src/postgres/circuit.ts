/**
 * The circuit of a PAC as data: what `createBreaker` keeps in a process, kept where several processes can read it. The same
 * events give the same answers.
 *
 * Times are in milliseconds of the clock of whoever keeps it.
 * @module
 */
import type { BreakerOptions } from '../pac/breaker.js'
import type { Admission, CircuitState } from '../pac/circuitBreaker.js'
import type { StampOutcome } from '../pac/provider.js'

/** The state of a circuit. Plain data. */
export interface Circuit {
  /** Admits every document, none, or one at a time. */
  readonly state: CircuitState
  /** Outcomes of the last requests: whether each failed. */
  readonly recent: readonly boolean[]
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
  /** Until when somebody's ping or trial may still be answered. */
  readonly awaitedUntil: number
}

/** Options of a shared circuit: those of a breaker, which counts no rejections where several processes would have to. */
export type CircuitOptions = Omit<BreakerOptions, 'rejections'>

/** Those of `createBreaker`. */
export const circuitDefaults: Required<CircuitOptions> = {
  failures: 5,
  ratio: 0.5,
  sample: 20,
  cooldown: 30_000,
  maxCooldown: 600_000,
  accountCooldown: 900_000,
  pings: 5,
}

/** A circuit that nothing has happened to. */
export const closedCircuit: Circuit = {
  state: 'closed',
  recent: [],
  consecutive: 0,
  opened: 0,
  silent: 0,
  reopenAt: 0,
  halfOpenSince: 0,
  awaitedUntil: 0,
}

/** What happens to a circuit. */
export type CircuitEvent =
  | { readonly kind: 'admit' }
  | { readonly kind: 'pinged'; readonly answered: boolean }
  | { readonly kind: 'outcome'; readonly outcome: CircuitOutcome; readonly began: number }

/** What matters of an outcome. */
export interface CircuitOutcome extends Pick<StampOutcome, 'kind'> {
  /** Of a refusal. */
  readonly scope?: string
  /** Of a refusal: milliseconds. */
  readonly retryAfter?: number
}

/** How long a refused account stays closed at most, as in `createBreaker`. */
const longestAccountCooldown = 4 * 3_600_000

/** A circuit after an event, and the answer to whoever asked to be admitted. */
export function afterEvent(
  circuit: Circuit,
  event: CircuitEvent,
  now: number,
  options: Required<CircuitOptions>,
): { readonly circuit: Circuit; readonly admission?: Admission } {
  switch (event.kind) {
    case 'admit':
      return admit(circuit, now, options)
    case 'pinged':
      return { circuit: pinged(circuit, event.answered, now, options) }
    default:
      return { circuit: recorded(circuit, event, now, options) }
  }
}

function admit(circuit: Circuit, now: number, { cooldown }: Required<CircuitOptions>) {
  const { state, awaitedUntil, reopenAt } = circuit
  if (state === 'closed') return { circuit, admission: 'yes' as const }
  if (now < awaitedUntil || (state === 'open' && now < reopenAt)) return { circuit, admission: 'no' as const }
  const admission = state === 'open' ? ('ping' as const) : ('yes' as const)
  return { circuit: { ...circuit, awaitedUntil: now + cooldown }, admission }
}

function pinged(circuit: Circuit, answered: boolean, now: number, options: Required<CircuitOptions>): Circuit {
  if (circuit.state !== 'open') return circuit
  const silent = answered ? 0 : circuit.silent + 1
  if (silent > 0 && silent < options.pings) {
    return open({ ...circuit, silent }, now, options.cooldown, options.maxCooldown)
  }
  return { ...circuit, state: 'half-open', silent: 0, awaitedUntil: 0, halfOpenSince: now }
}

function recorded(
  circuit: Circuit,
  { outcome, began }: Extract<CircuitEvent, { kind: 'outcome' }>,
  now: number,
  options: Required<CircuitOptions>,
): Circuit {
  // Sent before it opened: it must not decide the trial.
  if (circuit.state === 'half-open' && began < circuit.halfOpenSince) return circuit
  const { kind, scope, retryAfter } = outcome
  if (kind === 'refused' && scope === 'account')
    return open(circuit, now, options.accountCooldown, longestAccountCooldown)
  const failed = kind === 'refused' || kind === 'unknown' || kind === 'unavailable'
  const counted = count(circuit, failed, options)
  if (!failed) return answered(counted)
  if (kind === 'refused' && retryAfter !== undefined) return open(counted, now, retryAfter, retryAfter)
  const mayOpen = counted.state === 'closed' || kind === 'refused'
  const opens = counted.state === 'half-open' || (mayOpen && isOver(counted, options))
  return opens ? open(counted, now, options.cooldown, options.maxCooldown) : counted
}

function count(circuit: Circuit, failed: boolean, { sample }: Required<CircuitOptions>): Circuit {
  const recent = [...circuit.recent, failed].slice(-sample)
  return { ...circuit, recent, consecutive: failed ? circuit.consecutive + 1 : 0 }
}

function isOver({ consecutive, recent }: Circuit, { failures, ratio, sample }: Required<CircuitOptions>): boolean {
  return consecutive >= failures || (recent.length === sample && recent.filter(Boolean).length >= ratio * sample)
}

function answered(circuit: Circuit): Circuit {
  if (circuit.state === 'open') return circuit
  return { ...circuit, state: 'closed', opened: 0, recent: circuit.state === 'half-open' ? [] : circuit.recent }
}

function open(circuit: Circuit, now: number, cooldown: number, longest: number): Circuit {
  const time = Math.min(cooldown * 2 ** Math.min(circuit.opened, 20), longest)
  const earliest = circuit.state === 'open' ? circuit.reopenAt : 0
  return {
    ...circuit,
    state: 'open',
    opened: circuit.opened + 1,
    awaitedUntil: 0,
    reopenAt: Math.max(earliest, now + time),
  }
}
