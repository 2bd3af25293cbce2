/**
 * The interface of a circuit breaker, which decides whether a PAC receives new documents, and the
 * default one: a circuit kept in this process. The rules are in `circuit.ts`.
 *
 * It is consulted only for documents that no PAC may have stamped. A document in doubt stays with
 * its PAC regardless.
 * @module
 */
import { requireOptions } from '../lib/options.js'
import {
  type Admission,
  afterEvent,
  type BreakerOptions,
  type BreakerReason,
  breakerNames,
  type CircuitEvent,
  type CircuitState,
  circuitRules,
  closedCircuit,
} from './circuit.js'
import type { Clock } from './clock.js'
import type { StampOutcome } from './provider.js'

/**
 * The circuit breaker of one PAC, in this process or shared by several (`createSharedBreaker` of
 * `cfdi-stamp/postgres`). A breaker of a library can be wrapped in these four members; since
 * outcomes are values and not exceptions, the wrapper decides which of them are failures.
 */
export interface CircuitBreaker {
  /** The current state. */
  readonly state: CircuitState
  /**
   * Whether a document is admitted. `ping`: ping the PAC, report it to `pinged`, and call `admit`
   * again.
   */
  admit(): Admission | Promise<Admission>
  /** Reports whether the ping was answered. */
  pinged(answered: boolean): void | Promise<void>
  /**
   * Reports the outcome of a request: of each admitted document, and of each request for a document
   * in doubt.
   * @param began time of the request, in milliseconds since 1970: an old one does not reflect the
   * current state of the PAC.
   */
  record(outcome: StampOutcome, began: number): void | Promise<void>
  /** Closes it: the host mended the account. Without it, it closes at its next trial. */
  reset?(): void | Promise<void>
}

/** Called on each state change. */
export type BreakerListener = (from: CircuitState, to: CircuitState, reason: BreakerReason) => void

/**
 * Creates the default circuit breaker.
 * @throws TypeError if an option is out of range.
 * @example
 * const breaker = createBreaker({ failures: 1 }, systemClock)
 * await breaker.record({ kind: 'unavailable', pac: 'main', message: 'No respondió.' }, Date.now())
 * breaker.state // → 'open'
 */
export function createBreaker(
  options: BreakerOptions,
  clock: Clock,
  changed: BreakerListener = () => {},
): CircuitBreaker {
  requireOptions('createBreaker', options, breakerNames)
  const rules = circuitRules(options)
  let circuit = closedCircuit
  const happens = (event: CircuitEvent): Admission => {
    const from = circuit.state
    const next = afterEvent(circuit, event, clock.now(), rules)
    circuit = next.circuit
    if (from !== circuit.state && circuit.reason !== undefined)
      changed(from, circuit.state, circuit.reason)
    return next.admission ?? 'no'
  }
  return {
    get state() {
      return circuit.state
    },
    admit: () => happens({ kind: 'admit' }),
    pinged: (answered) => void happens({ kind: 'pinged', answered }),
    record: (outcome: StampOutcome, began) => void happens({ kind: 'outcome', outcome, began }),
    reset: () => {
      const from = circuit.state
      circuit = closedCircuit
      if (from !== 'closed') changed(from, 'closed', 'answer')
    },
  }
}
