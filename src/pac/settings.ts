/**
 * How a composition of PACs behaves: what the host may decide, and what it is when the host does not.
 * @module
 */
import { createUuid, secureRandom } from '../lib/uuid.js'
import type { Sealed } from '../seal/sello.js'
import type { BreakerOptions } from './breaker.js'
import type { BudgetOptions } from './budget.js'
import type { BulkheadOptions } from './bulkhead.js'
import type { CircuitBreaker } from './circuitBreaker.js'
import { type Clock, systemClock } from './clock.js'
import type { FailoverHooks } from './hooks.js'
import type { Journal } from './journal.js'
import type { PolicyOptions } from './policy.js'
import type { Provider, Unknown } from './provider.js'
import type { Orphan } from './reconciler.js'

/**
 * What to do when a PAC is silent to the end of the recovery window: `switch` to the next PAC, at the risk of a second
 * stamp that `reconcile` finds and that must be cancelled; or `hold`, and give back an unknown to be resumed.
 */
export type OnUnknown = 'switch' | 'hold'

/** Every time is in milliseconds. */
export interface FailoverOptions {
  /** Where it is written what is known of each document. */
  readonly journal: Journal
  /** Name of the composition. `failover`. */
  readonly id?: string
  /** `switch`; a function decides for each document. */
  readonly onUnknown?: OnUnknown | ((unknown: Unknown, sealed: Sealed) => OnUnknown)
  /** When a PAC rejects by its copy of the SAT's lists (LCO, LRFC): `stop`, or ask the `next`. `stop`. */
  readonly onListRejection?: 'stop' | 'next'
  /** How long one call may last: `stamp` 60 s, `find` 20 s, `ping` 5 s. A short time makes unknowns. */
  readonly timeouts?: { readonly stamp?: number; readonly find?: number; readonly ping?: number }
  /** How to find out about a lost answer. */
  readonly recovery?: {
    /** How long to try before the policy decides. 60 s. */
    readonly window?: number
    /** Time before each further try; the last repeats; each is varied by up to half. 2, 5, 15, 30, 60 and 300 s. */
    readonly delays?: readonly number[]
    /** How often a document goes to a PAC that can be asked without sending it. 6. */
    readonly sends?: number
  }
  /** Negative look-ups that prove that a PAC did not stamp: at least 2. 3 of them over 10 minutes. */
  readonly absence?: { readonly finds?: number; readonly quiet?: number }
  /** How long a PAC that was left is watched. 96 hours: the 72 in which it may stamp, and a day. */
  readonly watch?: number
  /** Of each PAC; or its breaker, made by the host. */
  readonly breaker?: BreakerOptions | ((pac: string) => CircuitBreaker)
  /** Of each PAC. */
  readonly concurrency?: BulkheadOptions | ((pac: string) => BulkheadOptions)
  /** Of each PAC. */
  readonly retryBudget?: BudgetOptions
  /** Share of the new documents that go first to the second PAC, so that it is known to work: 0 to 1. 0. */
  readonly secondaryShare?: number
  /** Documents that `resume` and `reconcile` work on at once. 16. */
  readonly parallel?: number
  /** Told what happens. */
  readonly on?: FailoverHooks
  /**
   * Takes an orphan to be cancelled; when it resolves, the orphan is its business. It may get one twice: after a crash,
   * or when it rejected.
   */
  readonly cancelOrphan?: (orphan: Orphan) => Promise<void>
  /** The computer's by default. */
  readonly clock?: Clock
  /** A number in [0, 1). `Math.random` by default. */
  readonly random?: () => number
  /** Name of this process in claims, never used by another. A UUID by default. */
  readonly owner?: string
}

/** The options with nothing left out. */
export interface Settings {
  readonly journal: Journal
  readonly id: string
  readonly onUnknown: (unknown: Unknown, sealed: Sealed) => OnUnknown
  readonly rules: PolicyOptions
  readonly timeouts: { readonly stamp: number; readonly find: number; readonly ping: number }
  readonly recovery: { readonly window: number; readonly delays: readonly number[]; readonly sends: number }
  readonly watch: number
  readonly breaker: BreakerOptions | ((pac: string) => CircuitBreaker)
  readonly concurrency: (pac: string) => BulkheadOptions
  readonly retryBudget: BudgetOptions
  readonly secondaryShare: number
  readonly parallel: number
  readonly on: FailoverHooks
  readonly cancelOrphan: ((orphan: Orphan) => Promise<void>) | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly owner: string
  /** How long a claim holds: longer than anything between two writes of one document. */
  readonly lease: number
}

/** What a call that was told to stop has to say what it knows. */
export const grace = 1_000
const slack = 60_000

/** @throws TypeError when an option is not what it must be. */
export function settingsOf(options: FailoverOptions): Settings {
  const { journal, onUnknown = 'switch', onListRejection = 'stop', concurrency = {} } = options
  const timeouts = { stamp: 60_000, find: 20_000, ping: 5_000, ...options.timeouts }
  const delays = [2_000, 5_000, 15_000, 30_000, 60_000, 300_000]
  const recovery = { window: 60_000, delays, sends: 6, ...options.recovery }
  const absence = { finds: 3, quiet: 600_000, ...options.absence }
  const { watch = 96 * 3_600_000, secondaryShare = 0, parallel = 16 } = options
  requireJournal(journal)
  requireOneOf('onListRejection', onListRejection, ['stop', 'next'])
  if (typeof onUnknown !== 'function') requireOneOf('onUnknown', onUnknown, ['switch', 'hold'])
  requireNumbers({ timeouts, absence, watch, secondaryShare, parallel, recovery: { ...recovery, delays: 0 } })
  requireRanges(absence, recovery, secondaryShare, parallel)
  return {
    journal,
    id: options.id ?? 'failover',
    onUnknown: typeof onUnknown === 'function' ? onUnknown : () => onUnknown,
    rules: { onListRejection, absence },
    timeouts,
    recovery,
    watch,
    breaker: options.breaker ?? {},
    concurrency: typeof concurrency === 'function' ? concurrency : () => concurrency,
    retryBudget: options.retryBudget ?? {},
    secondaryShare,
    parallel,
    on: options.on ?? {},
    cancelOrphan: options.cancelOrphan,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    owner: options.owner ?? createUuid(secureRandom),
    lease: recovery.window + timeouts.stamp + timeouts.find + slack,
  }
}

/**
 * @throws TypeError when there is no provider, two have one id, or one would stamp the same bytes twice: with it a lost
 * answer could not be resolved.
 */
export function requireProviders(providers: readonly Provider[]): void {
  if (providers.length === 0) throw new TypeError('failover: at least one provider is needed')
  const ids = providers.map(({ id }) => id)
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at)
  if (repeated !== undefined) throw new TypeError(`failover: two providers are called ${repeated}`)
  const unsafe = providers.find(
    ({ capabilities }) => !capabilities.dedupByContent && !capabilities.findKinds.includes('key'),
  )
  if (unsafe === undefined) return
  throw new TypeError(`failover: ${unsafe.id} stamps the same bytes twice (neither dedupByContent nor a key)`)
}

function requireJournal(journal: Journal | undefined): void {
  if (typeof journal?.append === 'function') return
  throw new TypeError('failover: a journal is needed (openFileJournal; createUnsafeMemoryJournal in tests)')
}

function requireOneOf(name: string, value: string, known: readonly string[]): void {
  if (!known.includes(value)) throw new TypeError(`failover: ${name} must be ${known.join(' or ')}`)
}

interface Numbers {
  readonly [name: string]: number | Numbers
}

function requireNumbers(numbers: Numbers, path = ''): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (typeof value === 'object') requireNumbers(value, `${path}${name}.`)
    else if (!Number.isFinite(value) || value < 0) {
      throw new TypeError(`failover: ${path}${name} must be a number of 0 or more`)
    }
  }
}

function requireRanges(
  absence: PolicyOptions['absence'],
  { delays, sends }: Settings['recovery'],
  secondaryShare: number,
  parallel: number,
): void {
  // The request may still be under way, and an index may lag (Finkok's 603 for 4 to 8 s): one no proves nothing.
  if (absence.finds < 2 || absence.quiet === 0)
    throw new TypeError('failover: absence needs 2 finds or more, apart in time')
  if (delays.length === 0 || !delays.every((delay) => delay > 0 && Number.isFinite(delay))) {
    throw new TypeError('failover: recovery.delays must be one or more positive numbers')
  }
  if (sends < 1) throw new TypeError('failover: recovery.sends must be 1 or more')
  if (secondaryShare > 1) throw new TypeError('failover: secondaryShare goes from 0 to 1')
  if (parallel < 1) throw new TypeError('failover: parallel must be 1 or more')
}
