/**
 * Interface of a PAC, and the failover among several.
 * @module
 */
export type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
export type { Sealed } from '../seal/sello.js'
export { type BreakerListener, type CircuitBreaker, createBreaker } from './breaker.js'
export type { BudgetOptions } from './budget.js'
export type { BulkheadOptions } from './bulkhead.js'
export type { Admission, BreakerOptions, BreakerReason, CircuitState } from './circuit.js'
export { type Clock, systemClock } from './clock.js'
export { type Failover, failover, type ReconcileOptions, type Resumed } from './failover.js'
export type * from './observe/hooks.js'
export type { StoreCall } from './observe/storeCalls.js'
export type { TraceContext } from './observe/trace.js'
export {
  type AbandonedAttempt,
  type Absences,
  type AccountState,
  type Claim,
  type Closing,
  createUnsafeMemoryJournal,
  type InDoubt,
  type Journal,
  type JournalEntry,
  type UnsafeMemoryJournal,
  type WalkPurpose,
} from './journal.js'
export type * from './provider.js'
export { registerIssuer } from './account/registerIssuer.js'
export { isAdapter, requireProvider } from './requireProvider.js'
export type { Adopted, Orphan, Pending, Reconciliation } from './reconciler.js'
export type { FailoverOptions, OnUnknown, Timeouts } from './settings.js'
export type { Settlement, SettleOptions } from './settlement.js'
