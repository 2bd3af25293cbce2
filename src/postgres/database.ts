/**
 * Session with the database: statements with a time-out, and the difference between its clock and
 * the process's.
 *
 * The clock of the database decides when a lease ends. A process computes `until` with its own
 * clock and the measured difference, which is accurate to half a round trip.
 * @module
 */
import { PostgresError } from '../errors.js'
import { type Clock, inTime } from '../pac/clock.js'
import type { SqlResult, SqlSession } from './client.js'
import { heldUp, retry, undone } from './retry.js'

/** Runs a statement. Throws PostgresError. */
export type Query = (text: string, ...params: (string | null)[]) => Promise<SqlResult['rows']>

/** Context that all tables share. */
export interface Database {
  /** The schema, quoted. */
  readonly schema: string
  /** Id of this process in walks through unfinished records. */
  readonly visitor: string
  /** Runs a statement. */
  readonly query: Query
  /** Runs a statement of several callers. After a `lock_timeout` each of them is retried alone. */
  readonly queryForMany: Query
  /**
   * Milliseconds that such a statement waits for a lock. Null in a transaction of the host, whose
   * settings stay.
   */
  readonly lockLimit: string | null
  /** Maximum number of lock time-outs of a request before it fails. */
  readonly lockTries: number
  /** The difference of the clocks. */
  readonly skew: Skew
  /** The process's clock. */
  readonly clock: Clock
}

/** Times of the process's clock as times of the database's, and back. Milliseconds since 1970. */
export interface Skew {
  /** Measures the difference, unless the last measurement is recent. */
  ready(query: Query): Promise<void>
  /** To the database's clock. */
  toDatabase(time: number): number
  /** To the process's clock. */
  toLocal(time: number): number
}

/**
 * Milliseconds for which a measurement is valid. A suspended process, or one whose clock was set,
 * measures again.
 */
const fresh = 10_000
/**
 * Smaller differences count as zero, so that times are stored and read unchanged. Claims tolerate
 * one minute.
 */
const tolerance = 1_000

/** Creates a skew of zero, until the first measurement. */
export function createSkew(clock: Clock): Skew {
  let ahead = 0
  let measuredAt = Number.NEGATIVE_INFINITY
  let measuring: Promise<void> | undefined
  const measure = async (query: Query) => {
    const began = clock.now()
    const [row] = await query(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as now',
    )
    measuredAt = clock.now()
    const sample = Math.round(Number(row?.['now']) - (began + measuredAt) / 2)
    if (Math.abs(sample - ahead) > Math.abs(measuredAt - began) / 2 + tolerance) ahead = sample
  }
  return {
    async ready(query) {
      if (Math.abs(clock.now() - measuredAt) <= fresh) return
      measuring ??= measure(query).finally(() => {
        measuring = undefined
      })
      await measuring
    },
    toDatabase: (time) => time + ahead,
    toLocal: (time) => time - ahead,
  }
}

/** Time-out and retries of statements. */
export interface LimitOptions {
  readonly clock: Clock
  /** Milliseconds. Then the statement is aborted and rejects with `POSTGRES_TIMEOUT`. */
  readonly timeout: number
  /**
   * Errors without effect in the database, after which the statement is retried. Defaults to 40001
   * and 40P01.
   */
  readonly retried?: ReadonlySet<string>
}

/** Errors after which a statement of one caller is retried. */
export const retriedAlone: ReadonlySet<string> = new Set([...undone, ...heldUp])

/**
 * In a transaction of the host nothing is retried: PostgreSQL has aborted the whole transaction.
 */
export const retriedNever: ReadonlySet<string> = new Set()

/** Returns a query function whose statements are aborted after `timeout` milliseconds. */
export function limited(
  session: SqlSession,
  { clock, timeout, retried = undone }: LimitOptions,
): Query {
  return async (text, ...params) => {
    const ended = new AbortController()
    const { signal } = ended
    const expired = () => {
      const error = new PostgresError(
        'POSTGRES_TIMEOUT',
        `the database gave no answer in ${timeout} ms`,
      )
      ended.abort(error)
      return error
    }
    const run = async () => {
      try {
        return await session.query(text, params, signal)
      } catch (cause) {
        const message = `the database refused a statement${sqlStateOf(cause)}`
        throw new PostgresError('POSTGRES_QUERY', message, { cause })
      }
    }
    const { rows } = await inTime(
      clock,
      timeout,
      () => retry(run, { states: retried, clock, signal }),
      expired,
    )
    return rows
  }
}

/**
 * A common table expression that sets `lock_timeout` for its own transaction. PostgreSQL reads the
 * setting when it begins to wait for a lock (proc.c, `ProcSleep`), so it holds for the statement
 * itself, without a session or a further round trip.
 */
export function lockLimit(parameter: string): string {
  const given = `coalesce(${parameter}::text, current_setting('lock_timeout'))`
  return `limits as materialized (select set_config('lock_timeout', ${given}, true) as set)`
}

/** SQLSTATE of an error. Every driver reports it, and it contains no data. */
function sqlStateOf(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | null)?.code
  if (typeof code === 'string' && /^\w{5,14}$/.test(code)) return ` (${code})`
  return ''
}

/** @throws PostgresError if PostgreSQL cannot keep the text. */
export function requireText(text: string, name: string): void {
  // The ES2024 method is ten times as fast as the pattern.
  const isWellFormed =
    (text as { isWellFormed?(): boolean }).isWellFormed?.() ?? !/\p{Surrogate}/u.test(text)
  if (text.includes('\0') || !isWellFormed) {
    throw new PostgresError(
      'POSTGRES_VALUE',
      `PostgreSQL cannot keep U+0000 or half of a surrogate pair (${name})`,
    )
  }
}
