/**
 * Performs the work that follows a stamp, at least once. Rows are written in the transaction of
 * their cause. Each is leased, tried, and then removed or postponed.
 *
 * Rows of one webhook, or mails of one account, share a lane with few slots, and so do all lanes of
 * an account. Rows whose lane is full are skipped, so that silent receivers do not delay others.
 * @module
 */
import { messageOf } from '../lib/message.js'
import type { OptionNames } from '../lib/options.js'
import { clip } from '../lib/text.js'
import { type Clock, over, systemClock, timerOf, within } from '../pac/clock.js'
import type { AllRecords, ServiceStore } from './ports.js'
import { type DeliveryRecord, type MailRecord, never } from './records.js'
import { defaultSchedule, type RetrySchedule, waitAfter } from './webhooks/schedule.js'

/** Facts of an exchange, for the log of attempts. */
interface Exchange {
  /** HTTP status of the answer, if there was one. */
  readonly status?: number
  /** Duration in milliseconds; absent when nothing was sent. */
  readonly ms?: number
}

/** Result of an attempt. */
export type Tried =
  /** Finished, or no longer needed. */
  | (Exchange & { readonly kind: 'done' })
  /** Failed. Retried by the schedule, unless `final`. */
  | (Exchange & {
      readonly kind: 'failed'
      readonly why: string
      readonly retryAfter?: number | undefined
      readonly final?: boolean
      /** Whether the receiver did not answer at all. */
      readonly isSilent?: boolean
    })
  /** Not tried; due again after `wait` milliseconds. */
  | { readonly kind: 'postponed'; readonly wait: number }

/** An attempt on a row. */
export interface OutboxAttempt {
  /** Table of the row. */
  readonly table: 'deliveries' | 'mails'
  /** Id of the row. */
  readonly id: string
  /** Id of the account. */
  readonly account: string
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
  /**
   * Maximum concurrent attempts that began less than a second ago. Defaults to 16. Older attempts
   * wait for a silent receiver and delay no other: up to sixteen times as many continue beside them.
   */
  readonly concurrency?: number | undefined
  /** Maximum concurrent attempts of an account in this process. Defaults to 8. */
  readonly perAccount?: number | undefined
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
  perAccount: true,
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

/** An attempt that ended. */
export interface Attempted {
  readonly tried: Tried
  readonly outcome: OutboxAttempt['outcome']
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Work on the rows of a table. */
export interface Work<Row> {
  /** Processes a row; a rejection is a failure. */
  readonly attempt: (row: Row, signal: AbortSignal) => Promise<Tried>
  /**
   * Resolves to the milliseconds by which the row is postponed without an attempt, or undefined. It
   * runs in the transaction that takes the row, and may claim the attempt's resources.
   */
  readonly hold?: (tables: AllRecords, row: Row, now: number) => Promise<number | undefined>
  /** Records further consequences of an attempt, in the transaction that records its outcome. */
  readonly follow?: (tables: AllRecords, row: Row, attempted: Attempted) => Promise<void>
  /** Maximum concurrent attempts of a lane that has answered. Defaults to those of an account. */
  readonly perLane?: number
}

/**
 * Processes all due rows, also those that become due meanwhile. If the process dies, its rows are
 * due again after their lease.
 * @throws the store's errors; TypeError when the lease is shorter than two time-outs
 */
export async function drain<Name extends Table>(
  store: ServiceStore,
  table: Name,
  work: Work<Rows[Name]>,
  options: OutboxOptions = {},
): Promise<OutboxReport> {
  return new Outbox(store, table, work, readQueueSettings(options)).drain()
}

/** Milliseconds after which an attempt gives up its slot to others. */
const quick = 1_000
/** Milliseconds between looks for new rows while attempts are in progress. */
const poll = 500
/** Maximum attempts in progress, as a multiple of `concurrency`. */
const waitingFactor = 16
/** Rows that a transaction reads at once. */
const batch = 64

class Outbox<Name extends Table> {
  readonly #store: ServiceStore
  readonly #table: Name
  readonly #work: Work<Rows[Name]>
  readonly #settings: ReturnType<typeof readQueueSettings>
  readonly #report = { done: 0, again: 0, failed: 0, postponed: 0 }
  /** Attempts in progress, by lane and by account. */
  readonly #lanes = new Counter()
  readonly #accounts = new Counter()
  readonly #attempts = new Set<AbortController>()
  /** Lanes whose last attempt succeeded. Others have one slot, in case that they are silent. */
  readonly #answering = new Set<string>()
  #quick = 0
  #failure: { readonly cause: unknown } | undefined
  /** Whether something changed since the last look for rows. */
  #isAwake = false
  #resume = () => {}

  constructor(
    store: ServiceStore,
    table: Name,
    work: Work<Rows[Name]>,
    settings: ReturnType<typeof readQueueSettings>,
  ) {
    this.#store = store
    this.#table = table
    this.#work = work
    this.#settings = settings
  }

  async drain(): Promise<OutboxReport> {
    const { signal } = this.#settings
    // One listener for all attempts: each of its own would be a warning of Node.
    const stop = () => {
      for (const attempt of this.#attempts) attempt.abort(over)
      this.#wake()
    }
    signal?.addEventListener('abort', stop)
    try {
      await this.#loop()
    } finally {
      signal?.removeEventListener('abort', stop)
    }
    if (this.#failure !== undefined) throw this.#failure.cause
    return this.#report
  }

  async #loop(): Promise<void> {
    for (;;) {
      this.#isAwake = false
      const isOver = this.#settings.signal?.aborted === true || this.#failure !== undefined
      const rows = isOver ? [] : await this.#takeNext()
      for (const row of rows) void this.#process(row)
      if (rows.length > 0 || this.#isAwake) continue
      if (this.#attempts.size === 0) return
      // Waits for the end of an attempt, a free slot, or the time to look for new rows.
      const { clock } = this.#settings
      await new Promise<void>((resolve) => {
        const cancel = isOver ? () => {} : timerOf(clock, poll, resolve)
        this.#resume = () => {
          cancel()
          resolve()
        }
      })
    }
  }

  #wake(): void {
    this.#isAwake = true
    this.#resume()
  }

  async #takeNext(): Promise<readonly Rows[Name][]> {
    const { concurrency } = this.#settings
    const all = concurrency * waitingFactor - this.#attempts.size
    const free = Math.min(concurrency - this.#quick, all)
    if (free < 1) return []
    try {
      const { taken, postponed } = await this.#take(free)
      this.#report.postponed += postponed.length
      for (const row of postponed) this.#observe({ ...this.#named(row), outcome: 'postponed' })
      return taken
    } catch (cause) {
      this.#failure ??= { cause }
      return []
    }
  }

  /**
   * Takes rows, oldest first, of lanes with free slots. Counts the attempt before it begins, so that
   * a row that crashes its process is not retried forever.
   */
  #take(free: number): Promise<{ taken: Rows[Name][]; postponed: Rows[Name][] }> {
    const { clock, lease } = this.#settings
    return this.#store.transaction(async (tables) => {
      const queue = queueRowsOf(tables, this.#table)
      const now = clock.now()
      const [lanes, accounts] = [this.#lanes.copy(), this.#accounts.copy()]
      const [taken, postponed] = [[] as Rows[Name][], [] as Rows[Name][]]
      const held = new Set<string>()
      for (;;) {
        const seen = held.size
        const due = await queue.due(now, batch, [...held])
        for (const row of due) {
          if (taken.length === free) return { taken, postponed }
          const { perAccount } = this.#settings
          const lane = laneOf(row)
          const perLane = this.#answering.has(lane) ? (this.#work.perLane ?? perAccount) : 1
          if (lanes.of(lane) >= perLane || accounts.of(accountOfRow(row)) >= perAccount) {
            held.add(lane)
            continue
          }
          const wait = await this.#work.hold?.(tables, row, now)
          if (wait !== undefined) {
            await queue.put({ ...row, at: now + wait })
            postponed.push(row)
            held.add(laneOf(row))
          } else {
            const one = { ...row, tries: row.tries + 1, at: now + lease }
            await queue.put(one)
            lanes.add(laneOf(row))
            accounts.add(accountOfRow(row))
            taken.push(one)
          }
        }
        if (due.length < batch || held.size === seen) return { taken, postponed }
      }
    })
  }

  /** Attempts a row, and records the outcome. Never rejects. */
  async #process(row: Rows[Name]): Promise<void> {
    const control = new AbortController()
    this.#attempts.add(control)
    this.#lanes.add(laneOf(row))
    this.#accounts.add(accountOfRow(row))
    this.#quick++
    let isDone = false
    const release = () => {
      if (!isDone) {
        this.#quick--
        this.#wake()
      }
      isDone = true
    }
    const cancel = timerOf(this.#settings.clock, quick, release)
    try {
      const told = await this.#settle(row, await this.#try(row, control.signal))
      this.#report[told.outcome]++
      const lane = laneOf(row)
      if (told.outcome === 'done') this.#answering.add(lane)
      else this.#answering.delete(lane)
      this.#observe(told)
    } catch (cause) {
      this.#failure ??= { cause }
    } finally {
      cancel()
      this.#attempts.delete(control)
      this.#lanes.remove(laneOf(row))
      this.#accounts.remove(accountOfRow(row))
      release()
      this.#wake()
    }
  }

  async #try(row: Rows[Name], signal: AbortSignal): Promise<Tried> {
    const { clock, timeout, signal: stopping } = this.#settings
    // An aborted attempt is not a failure.
    const stopped: Tried = { kind: 'postponed', wait: 0 }
    if (stopping?.aborted) return stopped
    try {
      const tried = await within(clock, { ms: timeout, grace: 0, signal }, (given) =>
        this.#work.attempt(row, given),
      )
      if (signal.aborted && tried?.kind !== 'done') return stopped
      return tried ?? { kind: 'failed', why: 'no respondió a tiempo', isSilent: true }
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
      const now = this.#settings.clock.now()
      await this.#work.follow?.(tables, row, { tried, outcome: settled.outcome, now })
      if (current === undefined) return
      // Requested again meanwhile.
      if (current.tries < row.tries) return
      if (settled.row === undefined) await rows.remove(row.id)
      else if (current.tries === row.tries && current.at === row.at) await rows.put(settled.row)
    })
    const { outcome } = settled
    return { ...this.#named(row), outcome, ...('why' in tried && { why: tried.why }) }
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

  #named(row: Rows[Name]) {
    const { id, tries } = row
    return { table: this.#table, id, account: accountOfRow(row), tries }
  }

  #observe(told: OutboxAttempt): void {
    try {
      this.#settings.observe?.(told)
    } catch {
      // A failing log must not stop deliveries.
    }
  }
}

/** Counts by name. */
class Counter {
  readonly #counts: Map<string, number>

  constructor(counts: Iterable<readonly [string, number]> = []) {
    this.#counts = new Map(counts)
  }

  copy(): Counter {
    return new Counter(this.#counts)
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1)
  }

  remove(name: string): void {
    const count = this.of(name) - 1
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}

/** The lane of a row: its webhook, or the account of a mail. */
function laneOf(row: DeliveryRecord | MailRecord): string {
  return 'webhook' in row ? row.webhook : row.owner
}

/** The account of a row. Deliveries of earlier versions have it as their owner. */
function accountOfRow(row: DeliveryRecord | MailRecord): string {
  return ('webhook' in row ? row.account : undefined) ?? row.owner
}

/** Maximum characters of a stored reason. */
const longestWhy = 300

function queueRowsOf<Name extends Table>(tables: AllRecords, table: Name) {
  return tables[table] as Pick<AllRecords['deliveries'], 'remove'> & {
    due(until: number, limit: number, except?: readonly string[]): Promise<readonly Rows[Name][]>
    lock(id: string): Promise<Rows[Name] | undefined>
    put(row: Rows[Name]): Promise<void>
  }
}

function readQueueSettings({
  schedule = defaultSchedule,
  concurrency = 16,
  perAccount = 8,
  timeout = 15_000,
  lease = 60_000,
  clock = systemClock,
  random = Math.random,
  ...rest
}: OutboxOptions) {
  if (!(lease > 2 * timeout)) throw new TypeError('outbox: lease must be longer than two time-outs')
  for (const [name, value] of Object.entries({ concurrency, perAccount }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new TypeError(`outbox: ${name} must be a positive integer`)
  return {
    schedule,
    concurrency,
    perAccount,
    timeout,
    lease,
    clock,
    random,
    signal: rest.signal,
    observe: rest.observe,
  }
}
