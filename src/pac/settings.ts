/**
 * Options of the failover, their defaults and their validation.
 * @module
 */
import { functionOr, listOf, type OptionNames, requireOptions } from '../lib/options.js'
import { createUuid, secureRandom } from '../lib/uuid.js'
import type { Sealed } from '../seal/sello.js'
import type { CircuitBreaker } from './breaker.js'
import { type BudgetOptions, budgetNames } from './budget.js'
import { type Bulkhead, type BulkheadOptions, bulkheadNames } from './bulkhead.js'
import { type BreakerOptions, breakerNames } from './circuit.js'
import { type Clock, clockKind, systemClock } from './clock.js'
import type { FailoverHooks } from './observe/hooks.js'
import type { Journal } from './journal.js'
import { memoryOf, type PolicyOptions } from './policy.js'
import type { Provider, Unknown } from './provider.js'
import type { Orphan } from './reconciler.js'
import { requireProvider } from './requireProvider.js'

/**
 * Action if the outcome is still unknown at the end of the recovery window: `switch` to the next
 * PAC, at the risk of a second stamp, which `reconcile` finds and which must be cancelled; or
 * `hold`: return `unknown`, to be resumed.
 */
export type OnUnknown = 'switch' | 'hold'

/**
 * Options of {@link failover}. Times in milliseconds; each default is stated at the end of its
 * description.
 */
export interface FailoverOptions {
  /** Durable state of each document. Required. */
  readonly journal: Journal
  /** Id of this provider. `failover`. */
  readonly id?: string
  /**
   * Action for an unknown outcome at the deadline; a function decides for each document. It counts
   * as `hold` if it throws, returns another value, or exceeds `timeouts.host`. Defaults to
   * `switch`.
   */
  readonly onUnknown?:
    | OnUnknown
    | ((unknown: Unknown, sealed: Sealed) => OnUnknown | Promise<OnUnknown>)
  /**
   * Ids of PACs without a lookup and with an unknown answer to repeated bytes, to admit them
   * nevertheless. Each receives a document at most once: after a lost answer it is held there until
   * `settle`, regardless of `onUnknown`. Use them only as a backup. Defaults to none.
   */
  readonly once?: readonly string[]
  /**
   * When a PAC rejects because of its copy of the SAT's lists (LCO, LRFC): `stop`, or try the
   * `next` PAC. `stop`.
   */
  readonly onListRejection?: 'stop' | 'next'
  /**
   * Time-outs of one call: to a PAC, to the journal, to the functions of the host (`onUnknown`,
   * `cancelOrphan`). A short one of `stamp` produces unknowns. `stamp` 60 s, `find` 20 s, `ping` 5
   * s, `journal` 30 s, `host` 30 s.
   */
  readonly timeouts?: Partial<Timeouts>
  /** Recovery of lost answers. */
  readonly recovery?: {
    /** How long to try before `onUnknown` decides. 60 s. */
    readonly window?: number
    /**
     * Delay before each look-up or request; the last one repeats; jitter of up to half. 2, 5, 15,
     * 30, 60 and 300 s.
     */
    readonly delays?: readonly number[]
    /** Maximum wait that a PAC may request (Retry-After). Defaults to 10 minutes. */
    readonly retryAfter?: number
  }
  /**
   * Negative look-ups (at least 2), and the time they must span, that prove that a PAC did not
   * stamp: then the next one may be tried, or the same bytes are sent to it again. 3 in 10 minutes.
   */
  readonly absence?: { readonly finds?: number; readonly quiet?: number }
  /**
   * How long abandoned attempts are reconciled. 96 hours: the 72 in which a PAC may stamp, and one
   * day.
   */
  readonly watch?: number
  /** Circuit breaker of each PAC: its options, or a factory. */
  readonly breaker?: BreakerOptions | ((pac: string) => CircuitBreaker)
  /** Bulkhead of each PAC. */
  readonly concurrency?: BulkheadOptions | ((pac: string) => BulkheadOptions | Bulkhead)
  /** Retry budget of each PAC. */
  readonly retryBudget?: BudgetOptions
  /** Share of new documents (0 to 1) that try the second PAC first, to keep it exercised. 0. */
  readonly secondaryShare?: number
  /** Number of documents that `resume` and `reconcile` process concurrently. 16. */
  readonly parallel?: number
  /** Listeners for events. */
  readonly on?: FailoverHooks
  /**
   * Receives an orphan to be cancelled. Once it resolves, the orphan counts as handed over.
   * Delivery is at least once: an orphan is repeated after a crash or a rejection.
   */
  readonly cancelOrphan?: (orphan: Orphan) => Promise<void>
  /** The system clock by default. */
  readonly clock?: Clock
  /** A number in [0, 1). `Math.random` by default. */
  readonly random?: () => number
  /** Unique name of this process in claims. A random UUID by default. */
  readonly owner?: string
}

/** Time-outs of one call, in milliseconds. */
export interface Timeouts {
  /** A request to stamp. */
  readonly stamp: number
  /** A look-up. */
  readonly find: number
  /** A ping. */
  readonly ping: number
  /** One call of the journal. */
  readonly journal: number
  /** A function of the host: `onUnknown`, `cancelOrphan`. */
  readonly host: number
}

/** The options with their defaults applied. */
export interface Settings {
  readonly journal: Journal
  readonly id: string
  readonly onUnknown: (unknown: Unknown, sealed: Sealed) => OnUnknown | Promise<OnUnknown>
  readonly policyOptions: PolicyOptions
  readonly timeouts: Timeouts
  readonly recovery: {
    readonly window: number
    readonly delays: readonly number[]
    readonly retryAfter: number
  }
  readonly watch: number
  readonly breaker: BreakerOptions | ((pac: string) => CircuitBreaker)
  readonly concurrency: (pac: string) => BulkheadOptions | Bulkhead
  readonly retryBudget: BudgetOptions
  readonly secondaryShare: number
  readonly parallel: number
  readonly on: FailoverHooks
  readonly cancelOrphan: ((orphan: Orphan) => Promise<void>) | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly owner: string
  /**
   * Duration of a claim: with a journal that takes heartbeats, that since the last one; without,
   * longer than anything that may happen between two writes of one document.
   */
  readonly lease: number
}

/** Time that a call has to report its outcome after its signal aborted. */
export const grace = 1_000
/** Allowance for differing clocks and slow disks in the duration of a claim. */
const slack = 60_000

const timeoutNames: OptionNames<Timeouts> = {
  stamp: 'number',
  find: 'number',
  ping: 'number',
  journal: 'number',
  host: 'number',
}

/** Names of the failover's events. */
const hookKinds: OptionNames<Required<FailoverHooks>> = {
  attemptStarted: 'function',
  attemptEnded: 'function',
  breakerChanged: 'function',
  departed: 'function',
  orphanFound: 'function',
  alarm: 'function',
  storeCalled: 'function',
  accountRefused: 'function',
}

/** Names of the options. */
const optionNames: OptionNames<FailoverOptions> = {
  journal: true,
  id: 'text',
  onUnknown: /* @__PURE__ */ functionOr('failover', ['switch', 'hold']),
  once: /* @__PURE__ */ listOf('text'),
  onListRejection: ['stop', 'next'],
  timeouts: timeoutNames,
  recovery: { window: 'number', delays: /* @__PURE__ */ listOf('number'), retryAfter: 'number' },
  absence: { finds: 'number', quiet: 'number' },
  watch: 'number',
  breaker: /* @__PURE__ */ functionOr('failover', breakerNames),
  concurrency: /* @__PURE__ */ functionOr('failover', bulkheadNames),
  retryBudget: budgetNames,
  secondaryShare: 'number',
  parallel: 'number',
  on: (name, on) => requireOptions(name, on, hookKinds),
  cancelOrphan: 'function',
  clock: clockKind,
  random: 'function',
  owner: 'text',
}

/** @throws TypeError if an option is invalid. */
export function readFailoverSettings(options: FailoverOptions): Settings {
  if (typeof options?.journal?.append !== 'function')
    throw new TypeError(
      'failover: a journal is needed (openFileJournal; createUnsafeMemoryJournal in tests)',
    )
  requireOptions('failover', options, optionNames)
  const { journal, onUnknown = 'switch', onListRejection = 'stop', concurrency = {} } = options
  const timeouts = {
    stamp: 60_000,
    find: 20_000,
    ping: 5_000,
    journal: 30_000,
    host: 30_000,
    ...options.timeouts,
  }
  const delays = [2_000, 5_000, 15_000, 30_000, 60_000, 300_000]
  const recovery = { window: 60_000, delays, retryAfter: 600_000, ...options.recovery }
  const absence = { finds: 3, quiet: 600_000, ...options.absence }
  const { watch = 96 * 3_600_000, secondaryShare = 0, parallel = 16 } = options
  requireRanges(absence, recovery, secondaryShare, parallel)
  return {
    journal,
    id: options.id ?? 'failover',
    onUnknown: typeof onUnknown === 'function' ? onUnknown : () => onUnknown,
    policyOptions: { onListRejection, absence },
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
    lease:
      journal.renew === undefined
        ? recovery.window +
          timeouts.stamp +
          timeouts.find +
          timeouts.journal +
          timeouts.host +
          slack
        : 15_000,
  }
}

/**
 * @throws TypeError for no list or an empty one, a duplicate id, an unknown id in `once`, or a PAC
 * that might stamp the same bytes twice and has no lookup, so that a lost answer could not be
 * resolved.
 */
export function requireProviders(
  providers: readonly Provider[],
  once: readonly string[] = [],
): void {
  if (!Array.isArray(providers))
    throw new TypeError('failover: a list of providers is expected: failover([main, backup], …)')
  if (providers.length === 0) throw new TypeError('failover: at least one provider is needed')
  for (const provider of providers) requireProvider('failover', provider)
  listOf('text')('failover: once', once)
  const ids = providers.map(({ id }) => id)
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at)
  if (repeated !== undefined) throw new TypeError(`failover: two providers have the id ${repeated}`)
  const stranger = once.find((id) => !ids.includes(id))
  if (stranger !== undefined)
    throw new TypeError(`failover: once names ${stranger}, which is none of the providers`)
  for (const { id, capabilities } of providers) {
    // A lost answer is resolved by asking, or by sending the same bytes again.
    const { canFind, recognises } = memoryOf(capabilities)
    if (canFind || recognises || once.includes(id)) continue
    throw new TypeError(
      [
        `failover: a lost answer of ${id} could not be resolved: it claims neither to recognise the same bytes nor a look-up.`,
        `Confirm it with your account (npm run pac:check -- ${id}) and give its adapter confirmed: { dedupByContent: true };`,
        `or admit it with once: ['${id}'], which sends it each document once at most and holds what it does not answer`,
      ].join(' '),
    )
  }
}

function requireRanges(
  absence: PolicyOptions['absence'],
  { delays }: Settings['recovery'],
  secondaryShare: number,
  parallel: number,
): void {
  // The request may still be in flight, and an index may lag (Finkok's 603 for 4 to 8 s): one
  // look-up proves nothing.
  if (absence.finds < 2 || absence.quiet === 0)
    throw new TypeError('failover: absence needs 2 finds or more, apart in time')
  if (delays.length === 0 || !delays.every((delay) => delay > 0 && Number.isFinite(delay))) {
    throw new TypeError('failover: recovery.delays must be one or more positive numbers')
  }
  if (secondaryShare > 1) throw new TypeError('failover: secondaryShare goes from 0 to 1')
  if (parallel < 1) throw new TypeError('failover: parallel must be 1 or more')
}
