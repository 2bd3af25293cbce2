/**
 * Events of a cancellation, for tests.
 * @module
 */
import type { AcuseClass } from '../../src/cancel/acuse.js'
import {
  createCancellationState,
  type CancellationState,
  type CancellationEvent,
  next,
} from '../../src/cancel/cancellationState.js'
import type { SatState } from '../../src/cancel/status.js'

export const uuid = 'CDD64FBC-A288-49EB-891A-48E538EF9CB1'
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** A Friday, noon in Mexico. */
export const start = Date.parse('2026-11-27T18:00:00Z')

export const ask: CancellationEvent = { kind: 'ask', motivo: '02' }
export const answer = (given: AcuseClass, code?: string): CancellationEvent => ({
  kind: 'answer',
  class: given,
  ...(code && { code }),
})
export const status = (state: SatState): CancellationEvent => ({ kind: 'status', state })
export const born = createCancellationState({ uuid }, start)

/** The state after events a minute apart. */
export const stateAfter = (...events: CancellationEvent[]): CancellationState =>
  events.reduce((state, event, index) => next(state, event, start + index * minute), born)
