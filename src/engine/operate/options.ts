/**
 * Options of `operate`.
 * @module
 */
import {
  type OptionNames,
  requireKind,
  requireOneOf,
  requireOptions,
  withMethods,
} from '../../lib/options.js'
import { type Clock, clockKind } from '../../pac/clock.js'
import type { Provider } from '../../pac/provider.js'
import type { StampFailure } from '../result.js'
import type { OperateEvent } from './events.js'
import type { RoundSummary } from './operate.js'
import type { TaskName } from './tasks.js'

/** How long finished records are kept, in milliseconds. A kind without a number is kept forever. */
export interface Retention {
  /** Closed entries of the journal. */
  readonly journal?: number | undefined
  /**
   * Acknowledged orders. A removed key counts as new: keep orders for longer than callers repeat a
   * key.
   */
  readonly orders?: number | undefined
  /** Finished cancellations. */
  readonly cancellations?: number | undefined
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives?: number | undefined
  /** Keys of removed orders. */
  readonly tombstone?: number | undefined
}

/** Part of a store that `operate` uses. */
export interface OperatedStore {
  /** Removes finished records that are older than the retention. */
  purge?(retention: Retention): Promise<object>
  /** Lookup of the keys of documents. */
  readonly orders?: {
    /** Resolves to the key of a document. */
    ownerOf?(token: string): Promise<string | undefined>
  }
}

/**
 * Leadership among processes: one of them runs the rounds. It only saves work; rounds in several
 * processes are safe.
 */
export interface Leadership {
  /**
   * Takes or renews the leadership for `ms` milliseconds.
   * @returns `false` while another process has it
   */
  lead(owner: string, ms: number): Promise<boolean>
  /** Releases the leadership. */
  resign?(owner: string): Promise<void>
}

/** Options of a round. */
export interface OperateOptions {
  /**
   * Receives every event. Resolve after the host has recorded it: the engine then removes it. After
   * a rejection it is repeated. Resolve to `false` for an event of another host.
   */
  readonly deliver: (event: OperateEvent) => Promise<unknown>
  /**
   * Milliseconds that `deliver` may take for an event. Afterwards the event counts as failed and
   * comes again, also if `deliver` still ends. Defaults to 60,000.
   */
  readonly deliverTimeout?: number | undefined
  /**
   * Milliseconds after which a round starts nothing more, and leaves documents in doubt to the next
   * round: for hosts that end a process, such as Lambda. The round ends within two seconds, or when
   * the event in delivery ends. By default a round lasts as long as its slowest document, about a
   * minute.
   */
  readonly roundTimeout?: number | undefined
  /**
   * The provider of the engine. With a failover, interrupted documents and second stamps are
   * reconciled.
   */
  readonly provider?: Provider | undefined
  /** The store of the engine, for `retention` and to look up the keys of documents. */
  readonly store?: OperatedStore | undefined
  /** Ages at which finished records are removed. By default nothing is removed. */
  readonly retention?: Retention | undefined
  /** Cancels second stamps, with motive 02, after `deliver` resolves. Defaults to `false`. */
  readonly cancelDuplicates?: boolean | undefined
  /**
   * Resolves to the draft of a key that no PAC could stamp (706, 707), to retry it in each round.
   * `undefined` ends the retries and delivers the failure. Without this option every such failure
   * is delivered.
   */
  readonly draftOf?: ((key: string, failure: StampFailure) => Promise<unknown>) | undefined
  /** Tasks to run. Defaults to all. */
  readonly tasks?: readonly TaskName[] | undefined
  /** Receives the summary of each round. */
  readonly onRound?: ((summary: RoundSummary) => void) | undefined
  /** Lets one process run the rounds. By default every process does. */
  readonly leadership?: Leadership | undefined
  /** Name of this process for the leadership. Defaults to a random one. */
  readonly owner?: string | undefined
  /** Defaults to the system clock. */
  readonly clock?: Clock | undefined
}

/** Options of {@link operate}. */
export interface OperateLoopOptions extends OperateOptions {
  /**
   * Milliseconds between two runs of a task. Defaults to `resume` 30,000, `reconcile` 300,000,
   * `refresh` 60,000, `attend` 900,000, `purge` 21,600,000.
   */
  readonly every?: Partial<Readonly<Record<TaskName, number>>> | undefined
  /** Random part of each interval, 0 to 1, which keeps processes out of step. Defaults to 0.2. */
  readonly jitter?: number | undefined
  /**
   * Longest interval of a failing task in milliseconds; each failure doubles the interval. Defaults
   * to 900,000.
   */
  readonly longest?: number | undefined
  /** A number from 0 to 1. Defaults to `Math.random`. */
  readonly random?: (() => number) | undefined
}

const retentionNames: OptionNames<Retention> = {
  lives: 'milliseconds',
  journal: 'milliseconds',
  orders: 'milliseconds',
  cancellations: 'milliseconds',
  tombstone: 'milliseconds',
}

/** Milliseconds between two runs are checked below, with the times. */
const periodNames: OptionNames<Record<TaskName, number>> = {
  resume: true,
  reconcile: true,
  refresh: true,
  attend: true,
  purge: true,
}

const known: OptionNames<OperateLoopOptions> = {
  deliver: 'function',
  deliverTimeout: true,
  roundTimeout: true,
  provider: /* @__PURE__ */ withMethods('stamp'),
  store: 'object',
  retention: retentionNames,
  cancelDuplicates: 'boolean',
  draftOf: 'function',
  tasks: requireTasks,
  onRound: 'function',
  leadership: /* @__PURE__ */ withMethods('lead'),
  owner: 'text',
  clock: clockKind,
  every: periodNames,
  jitter: 'share',
  longest: true,
  random: 'function',
}

function requireTasks(name: string, value: unknown): void {
  requireKind(name, value, 'list')
  for (const task of value as readonly unknown[])
    requireOneOf(`${name}: a task`, task, Object.keys(periodNames))
}

/** @throws TypeError for an unknown option, or one of another type */
export function requireOperateOptions(options: OperateLoopOptions): void {
  requireOptions('operate', options, known)
  if (typeof options.deliver !== 'function')
    throw new TypeError('operate: deliver must be a function')
  if (options.retention !== undefined && typeof options.store?.purge !== 'function')
    throw new TypeError('operate: retention needs a store with purge')
  const { longest = 0, every = {}, deliverTimeout = 60_000, roundTimeout = 1 } = options
  for (const [name, ms] of Object.entries({ deliverTimeout, roundTimeout }))
    if (!(Number.isFinite(ms) && ms > 0))
      throw new TypeError(`operate: ${name} is milliseconds, more than 0`)
  for (const [name, ms] of Object.entries({ longest, ...every }))
    if (ms !== undefined && !(Number.isFinite(ms) && ms >= 0))
      throw new TypeError(`operate: ${name} is milliseconds, 0 or more`)
}
