/**
 * Who stamps: the interface of a PAC, and several of them as one.
 * @module
 */
export { type BreakerOptions, type BreakerReason, createBreaker } from './breaker.js'
export type { CircuitBreaker, CircuitState } from './circuitBreaker.js'
export { type Clock, systemClock } from './clock.js'
export { type Failover, failover, type ReconcileOptions, type Resumed } from './failover.js'
export type * from './hooks.js'
export { createUnsafeMemoryJournal, type Journal, type JournalEntry, type UnsafeMemoryJournal } from './journal.js'
export type * from './provider.js'
export type { Adopted, Orphan, Pending, Reconciliation } from './reconciler.js'
export type { FailoverOptions, OnUnknown } from './settings.js'
