/**
 * Performs the work that follows a stamp, at least once. Rows are written in the transaction of
 * their cause. Each is leased, tried, and then removed or postponed.
 * @module
 */
import { flow } from '../engine/many.js'
import { messageOf } from '../lib/message.js'
import type { OptionNames } from '../lib/options.js'
import { clip } from '../lib/text.js'
import { type Clock, systemClock, within } from '../pac/clock.js'
import type { AllRecords, ServiceStore } from './ports.js'
import { type DeliveryRecord, type MailRecord, never } from './records.js'
import { defaultSchedule, type RetrySchedule, waitAfter } from './webhooks/schedule.js'

/** Result of an attempt. */
export type Tried =
  /** Finished, or no longer needed. */
  | { readonly kind: 'done' }
  /** Failed. Retried by the schedule, unless `final`. */
  | {
      readonly kind: 'failed'
      readonly why: string
      readonly retryAfter?: number | undefined
      readonly final?: boolean
    }
  /** Not tried; due again after `wait` milliseconds. */
  | { readonly kind: 'postponed'; readonly wait: number }

/** An attempt on a row. */
export interface OutboxAttempt {
  /** Table of the row. */
  readonly table: 'deliveries' | 'mails'
  /** Id of the row. */
  readonly id: string
  /** Number of the attempt, from 1. */
  readonly tries: number
  /**
   * `done`; `again`: it will be retried; `failed`: retries ended; `postponed`: it was not tried.
   */
  readonly outcome: 'done' | 'again' | 'failed' | 'postponed'
  /** Reason, unless it is done. */
  readonly why?: string
}

/** Options of an outbox. */
export interface OutboxOptions {
  /** Schedule of retries. Defaults to ten attempts in three days. */
  readonly schedule?: RetrySchedule | undefined
  /** Maximum concurrent attempts. Defaults to 16. */
  readonly concurrency?: number | undefined
  /** Time-out of an attempt in milliseconds. Defaults to 15,000. */
  readonly timeout?: number | undefined
  /** Lease of a row in milliseconds, at least two time-outs. Defaults to 60,000. */
  readonly lease?: number | undefined
  /** Clock and delays. Defaults to the system clock. */
  readonly clock?: Clock | undefined
  /** Returns a number in [0, 1), for the schedule's jitter. Defaults to `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Stops the work: attempts in progress are aborted, and their rows are due again at once. */
  readonly signal?: AbortSignal | undefined
  /** Called with every attempt, for logs and metrics. Errors that it throws are ignored. */
  readonly observe?: ((attempt: OutboxAttempt) => void) | undefined
}

/** Names of the options of every outbox. */
export const outboxOptionNames: OptionNames<OutboxOptions> = {
  schedule: true,
  concurrency: true,
  timeout: true,
  lease: true,
  clock: true,
  random: true,
  signal: true,
  observe: true,
}

/** Number of rows by outcome. */
export type OutboxReport = { readonly [Outcome in OutboxAttempt['outcome']]: number }

type Rows = { readonly deliveries: DeliveryRecord; readonly mails: MailRecord }
type Table = keyof Rows

/** Processes a row; a rejection is a failure. */
export type Attempt<Row> = (row: Row, signal: AbortSignal) => Promise<Tried>

/**
 * Processes all due rows. If the process dies, its rows are due again after their lease.
 * @throws the store's errors; TypeError when the lease is shorter than two time-outs
 */
export async function drain<Name extends Table>(
  store: ServiceStore,
  table: Name,
  attempt: Attempt<Rows[Name]>,
  options: OutboxOptions = {},
): Promise<OutboxReport> {
  const report = { done: 0, again: 0, failed: 0, postponed: 0 }
  const outbox = new Outbox(store, table, options)
  for await (const { answer } of outbox.work(attempt)) report[answer.outcome]++
  return report
}

class Outbox<Name extends Table> {
  readonly #store: ServiceStore
  readonly #table: Name
  readonly #settings: ReturnType<typeof readQueueSettings>

  constructor(store: ServiceStore, table: Name, options: OutboxOptions) {
    this.#store = store
    this.#table = table
    this.#settings = readQueueSettings(options)
  }

  work(attempt: Attempt<Rows[Name]>) {
    const { concurrency } = this.#settings
    const one = async (row: Rows[Name]) => this.#settle(row, await this.#try(row, attempt))
    return flow(this.#due(), one, { concurrency, ordered: false })
  }

  /**
   * Takes only as many rows as are processed at a time, because waiting rows would use up their
   * lease.
   */
  async *#due(): AsyncGenerator<Rows[Name], void, undefined> {
    while (!this.#settings.signal?.aborted) {
      const rows = await this.#take()
      if (rows.length === 0) return
      yield* rows
    }
  }

  /**
   * Counts the attempt before it begins, so that a row that crashes its process is not retried
   * forever.
   */
  #take(): Promise<readonly Rows[Name][]> {
    const { clock, lease, concurrency } = this.#settings
    return this.#store.transaction(async (tables) => {
      const now = clock.now()
      const due = await queueRowsOf(tables, this.#table).due(now, concurrency)
      const taken = due.map((row) => ({ ...row, tries: row.tries + 1, at: now + lease }))
      for (const row of taken) await queueRowsOf(tables, this.#table).put(row)
      return taken
    })
  }

  async #try(row: Rows[Name], attempt: Attempt<Rows[Name]>): Promise<Tried> {
    const { clock, timeout, signal } = this.#settings
    // An aborted attempt is not a failure.
    const stopped: Tried = { kind: 'postponed', wait: 0 }
    if (signal?.aborted) return stopped
    try {
      const tried = await within(clock, { ms: timeout, grace: 0, signal }, (given) =>
        attempt(row, given),
      )
      if (signal?.aborted && tried?.kind !== 'done') return stopped
      return tried ?? { kind: 'failed', why: 'no respondió a tiempo' }
    } catch (cause) {
      return { kind: 'failed', why: messageOf(cause) }
    }
  }

  /** If another process has taken the row meanwhile, the row is left alone, unless it is done. */
  async #settle(row: Rows[Name], tried: Tried): Promise<OutboxAttempt> {
    const settled = this.#settled(row, tried)
    await this.#store.transaction(async (tables) => {
      const rows = queueRowsOf(tables, this.#table)
      const current = await rows.lock(row.id)
      if (current === undefined) return
      if (settled.row === undefined) await rows.remove(row.id)
      else if (current.tries === row.tries && current.at === row.at) await rows.put(settled.row)
    })
    const { table, id, tries } = { table: this.#table, ...row }
    const told = {
      table,
      id,
      tries,
      outcome: settled.outcome,
      ...('why' in tried ? { why: tried.why } : {}),
    }
    this.#observe(told)
    return told
  }

  #settled(row: Rows[Name], tried: Tried): { outcome: OutboxAttempt['outcome']; row?: Rows[Name] } {
    const { clock, random, schedule } = this.#settings
    if (tried.kind === 'done') return { outcome: 'done' }
    const now = clock.now()
    if (tried.kind === 'postponed')
      return { outcome: 'postponed', row: { ...row, tries: row.tries - 1, at: now + tried.wait } }
    const { tries } = row
    const wait = tried.final
      ? undefined
      : waitAfter({ tries, retryAfter: tried.retryAfter }, random(), schedule)
    if (wait !== undefined) return { outcome: 'again', row: { ...row, at: now + wait } }
    return { outcome: 'failed', row: { ...row, at: never, failed: clip(tried.why, longestWhy) } }
  }

  #observe(told: OutboxAttempt): void {
    try {
      this.#settings.observe?.(told)
    } catch {
      // A failing log must not stop deliveries.
    }
  }
}

/** Maximum characters of a stored reason. */
const longestWhy = 300

function queueRowsOf<Name extends Table>(tables: AllRecords, table: Name) {
  return tables[table] as Pick<AllRecords['deliveries'], 'remove'> & {
    due(until: number, limit: number): Promise<readonly Rows[Name][]>
    lock(id: string): Promise<Rows[Name] | undefined>
    put(row: Rows[Name]): Promise<void>
  }
}

function readQueueSettings({
  schedule = defaultSchedule,
  concurrency = 16,
  timeout = 15_000,
  lease = 60_000,
  clock = systemClock,
  random = Math.random,
  ...rest
}: OutboxOptions) {
  if (!(lease > 2 * timeout)) throw new TypeError('outbox: lease must be longer than two time-outs')
  return {
    schedule,
    concurrency,
    timeout,
    lease,
    clock,
    random,
    signal: rest.signal,
    observe: rest.observe,
  }
}
