/**
 * What follows from a stamp and is done afterwards, at least once: rows that were written in the transaction of what they tell, each
 * taken for a while, tried, and then removed or put back with a later time.
 * @module
 */
import { flow } from '../engine/many.js'
import { messageOf } from '../lib/message.js'
import { clip } from '../lib/text.js'
import { type Clock, systemClock, within } from '../pac/clock.js'
import type { AllRecords, ServiceStore } from './ports.js'
import { type DeliveryRecord, type MailRecord, never } from './records.js'
import { defaultSchedule, type RetrySchedule, waitAfter } from './webhooks/schedule.js'

/** What became of a try. */
export type Tried =
  /** It is done, or there is nothing to do any more. */
  | { readonly kind: 'done' }
  /** It is tried again by the schedule; `final`, never. */
  | {
      readonly kind: 'failed'
      readonly why: string
      readonly retryAfter?: number | undefined
      readonly final?: boolean
    }
  /** It was not tried, and will be after some milliseconds. */
  | { readonly kind: 'postponed'; readonly wait: number }

/** What was done with a row. */
export interface OutboxAttempt {
  /** Which table. */
  readonly table: 'deliveries' | 'mails'
  /** Id of the row. */
  readonly id: string
  /** Which try it was, from 1 on. */
  readonly tries: number
  /** `done`; `again`, it is tried again; `failed`, nobody tries any more; `postponed`, it was not tried. */
  readonly outcome: 'done' | 'again' | 'failed' | 'postponed'
  /** Why not, where it is not done. */
  readonly why?: string
}

/** How an outbox is worked on. */
export interface OutboxOptions {
  /** When what failed is tried again. Ten tries in three days by default. */
  readonly schedule?: RetrySchedule | undefined
  /** Tries at a time. 16 by default. */
  readonly concurrency?: number | undefined
  /** Milliseconds that a try may take. 15,000 by default. */
  readonly timeout?: number | undefined
  /** Milliseconds for which a row that is worked on is nobody else's; longer than two tries take. 60,000 by default. */
  readonly lease?: number | undefined
  /** The present, and delays. The computer's clock by default. */
  readonly clock?: Clock | undefined
  /** A number in [0, 1), for the schedule. `Math.random` by default. */
  readonly random?: (() => number) | undefined
  /** Stops taking rows; tries under way are given up, and are due again at once. */
  readonly signal?: AbortSignal | undefined
  /** Told of every try: for logs and metrics. What it throws is dropped. */
  readonly observe?: ((attempt: OutboxAttempt) => void) | undefined
}

/** How many rows came to what. */
export type OutboxReport = { readonly [Outcome in OutboxAttempt['outcome']]: number }

type Rows = { readonly deliveries: DeliveryRecord; readonly mails: MailRecord }
type Table = keyof Rows

/** What is done with a row; what it throws is a failure. */
export type Attempt<Row> = (row: Row, signal: AbortSignal) => Promise<Tried>

/**
 * Works on all rows that are due. A row whose process dies is due again when its lease is over.
 * @throws what the store throws; TypeError when the lease is shorter than two tries
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
  readonly #settings: ReturnType<typeof settingsOf>

  constructor(store: ServiceStore, table: Name, options: OutboxOptions) {
    this.#store = store
    this.#table = table
    this.#settings = settingsOf(options)
  }

  work(attempt: Attempt<Rows[Name]>) {
    const { concurrency } = this.#settings
    const one = async (row: Rows[Name]) => this.#settle(row, await this.#try(row, attempt))
    return flow(this.#due(), one, { concurrency, ordered: false })
  }

  /** As many at a time as are worked on: what waits for its turn is leased too. */
  async *#due(): AsyncGenerator<Rows[Name], void, undefined> {
    while (!this.#settings.signal?.aborted) {
      const rows = await this.#take()
      if (rows.length === 0) return
      yield* rows
    }
  }

  /** Taken before it is tried, so that a row that kills its process is not tried for ever. */
  #take(): Promise<readonly Rows[Name][]> {
    const { clock, lease, concurrency } = this.#settings
    return this.#store.transaction(async (tables) => {
      const now = clock.now()
      const due = await rowsOf(tables, this.#table).due(now, concurrency)
      const taken = due.map((row) => ({ ...row, tries: row.tries + 1, at: now + lease }))
      for (const row of taken) await rowsOf(tables, this.#table).put(row)
      return taken
    })
  }

  async #try(row: Rows[Name], attempt: Attempt<Rows[Name]>): Promise<Tried> {
    const { clock, timeout, signal } = this.#settings
    // Whoever stops has not found out that it fails.
    const stopped: Tried = { kind: 'postponed', wait: 0 }
    if (signal?.aborted) return stopped
    try {
      const tried = await within(clock, { ms: timeout, grace: 0, signal }, (given) => attempt(row, given))
      if (signal?.aborted && tried?.kind !== 'done') return stopped
      return tried ?? { kind: 'failed', why: 'no respondió a tiempo' }
    } catch (cause) {
      return { kind: 'failed', why: messageOf(cause) }
    }
  }

  /** A row that somebody else has taken meanwhile is theirs, unless it is done. */
  async #settle(row: Rows[Name], tried: Tried): Promise<OutboxAttempt> {
    const settled = this.#settled(row, tried)
    await this.#store.transaction(async (tables) => {
      const rows = rowsOf(tables, this.#table)
      const current = await rows.lock(row.id)
      if (current === undefined) return
      if (settled.row === undefined) await rows.remove(row.id)
      else if (current.tries === row.tries && current.at === row.at) await rows.put(settled.row)
    })
    const { table, id, tries } = { table: this.#table, ...row }
    const told = { table, id, tries, outcome: settled.outcome, ...('why' in tried ? { why: tried.why } : {}) }
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
    const wait = tried.final ? undefined : waitAfter({ tries, retryAfter: tried.retryAfter }, random(), schedule)
    if (wait !== undefined) return { outcome: 'again', row: { ...row, at: now + wait } }
    return { outcome: 'failed', row: { ...row, at: never, failed: clip(tried.why, longestWhy) } }
  }

  #observe(told: OutboxAttempt): void {
    try {
      this.#settings.observe?.(told)
    } catch {
      // A log that fails stops no delivery.
    }
  }
}

/** Of what is kept of a failure, in characters. */
const longestWhy = 300

function rowsOf<Name extends Table>(tables: AllRecords, table: Name) {
  return tables[table] as Pick<AllRecords['deliveries'], 'remove'> & {
    due(until: number, limit: number): Promise<readonly Rows[Name][]>
    lock(id: string): Promise<Rows[Name] | undefined>
    put(row: Rows[Name]): Promise<void>
  }
}

function settingsOf({
  schedule = defaultSchedule,
  concurrency = 16,
  timeout = 15_000,
  lease = 60_000,
  clock = systemClock,
  random = Math.random,
  ...rest
}: OutboxOptions) {
  if (!(lease > 2 * timeout)) throw new TypeError('outbox: a lease is longer than two tries')
  return { schedule, concurrency, timeout, lease, clock, random, signal: rest.signal, observe: rest.observe }
}
