/**
 * A session with the database: statements with a time limit, and what its clock says.
 *
 * Leases are judged by one clock, the database's. A process writes `until` by its own, so each process keeps the difference
 * between the two, measured to within half of a round trip.
 * @module
 */
import { PostgresError } from '../errors.js'
import { type Clock, inTime } from '../pac/clock.js'
import type { SqlResult, SqlSession } from './client.js'

/** What the tables share. */
export interface Database {
  /** The schema, quoted. */
  readonly schema: string
  /** Who walks through what is unfinished: this process. */
  readonly visitor: string
  /** Runs a statement. @throws PostgresError */
  readonly query: (text: string, ...params: (string | null)[]) => Promise<SqlResult['rows']>
  /** The difference of the clocks. */
  readonly skew: Skew
}

/** Times of the process's clock as times of the database's, and back. Milliseconds since 1970. */
export interface Skew {
  /** Measures it, unless that was done in the last seconds of this process's clock. */
  ready(query: Database['query']): Promise<void>
  /** To the database's clock. */
  toDatabase(time: number): number
  /** To the process's clock. */
  toLocal(time: number): number
}

/** A process that was suspended, or whose clock was set, notices by this that it must measure again. */
const fresh = 10_000
/** A difference of less than this is none, so that a time goes and comes back unchanged. Claims allow for a minute. */
const tolerance = 1_000

/** No difference, until one is measured. */
export function createSkew(clock: Clock): Skew {
  let ahead = 0
  let measuredAt = Number.NEGATIVE_INFINITY
  let measuring: Promise<void> | undefined
  const measure = async (query: Database['query']) => {
    const began = clock.now()
    const [row] = await query('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as now')
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

/** Statements over a session, none of which lasts longer than `timeout` milliseconds for who waits for it. */
export function limited(session: SqlSession, clock: Clock, timeout: number): Database['query'] {
  const expired = () => new PostgresError('POSTGRES_TIMEOUT', `the database gave no answer in ${timeout} ms`)
  return async (text, ...params) => {
    const { rows } = await inTime(clock, timeout, () => asked(session, text, params), expired)
    return rows
  }
}

async function asked(session: SqlSession, text: string, params: readonly (string | null)[]): Promise<SqlResult> {
  try {
    return await session.query(text, params)
  } catch (cause) {
    throw new PostgresError('POSTGRES_QUERY', `the database refused a statement${stateOf(cause)}`, { cause })
  }
}

/** The five letters of SQLSTATE, which every driver gives and which tell no data. */
function stateOf(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | null)?.code
  return typeof code === 'string' && /^\w{5,14}$/.test(code) ? ` (${code})` : ''
}

/** @throws PostgresError if PostgreSQL cannot keep the text. */
export function requireText(text: string, name: string): void {
  if (/[\0\p{Surrogate}]/u.test(text)) {
    throw new PostgresError('POSTGRES_VALUE', `PostgreSQL cannot keep U+0000 or half of a surrogate pair (${name})`)
  }
}
