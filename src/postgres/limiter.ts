/**
 * Limits of a PAC account that several processes use: concurrent requests, and requests per second.
 * @module
 */
import { ignoreError } from '../lib/ignoreError.js'
import { type OptionNames, requireOptions, withCurrentNames } from '../lib/options.js'
import { type Clock, over, systemClock } from '../pac/clock.js'
import { type Bulkhead, earlierWait } from '../pac/bulkhead.js'
import type { SqlSession } from './client.js'
import { limited, retriedAlone } from './database.js'
import { groupCommit } from './groupCommit.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createSharedBulkhead}. Times in milliseconds. */
export interface SharedBulkheadOptions {
  /**
   * Id of the PAC account. Every bulkhead of one account requires the same id and the same limits.
   */
  readonly pac: string
  /** Maximum of concurrent requests of all processes. */
  readonly limit: number
  /** Maximum of requests that all processes begin per second. Defaults to no limit. */
  readonly perSecond?: number | undefined
  /** Maximum burst after a pause. Defaults to `perSecond`. */
  readonly burst?: number | undefined
  /**
   * Maximum of new documents that wait in this process; the next one goes to another PAC. Defaults
   * to 256.
   */
  readonly queue?: number | undefined
  /** Time-out of the wait, after which a document goes to another PAC. Defaults to 30,000. */
  readonly maxWait?: number | undefined
  /**
   * The earlier name of `maxWait`.
   * @deprecated
   */
  readonly patience?: number | undefined
  /**
   * Lease of a permit after its process dies. Must be longer than a request (`timeouts.stamp`).
   * Defaults to 120,000.
   */
  readonly lease?: number | undefined
  /** Interval between retries while no permit is free. Defaults to 100. */
  readonly poll?: number | undefined
  /** Schema of the tables of `migrate`. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** Time-out of a statement. Defaults to 5,000. */
  readonly timeout?: number | undefined
  /** Defaults to the system clock. */
  readonly clock?: Clock | undefined
}

/** Queues for a permit: documents in doubt, then new documents. */
interface Waiting {
  serve(permit: string): void
}

/** The permits of an account, in the database. */
interface Permits {
  /** Takes at most `wanted` permits. Resolves to none while the database is unavailable. */
  take(wanted: number): Promise<readonly string[]>
  /** Returns a permit. If the database is unavailable, the permit ends with its lease. */
  release(permit: string): void
}

/** Names of the options. */
const optionNames: OptionNames<Omit<SharedBulkheadOptions, 'patience'>> = {
  pac: true,
  limit: true,
  perSecond: true,
  burst: true,
  queue: true,
  maxWait: true,
  lease: true,
  poll: true,
  schema: true,
  timeout: true,
  clock: true,
}

/**
 * Creates a bulkhead that shares its permits with all bulkheads of the same `pac` id in one
 * database. All waiting requests of a process share one statement. `release` does not wait for the
 * database. While the database is unavailable, no request is admitted.
 * @throws TypeError if an option is out of range.
 * @example
 * await migrate(fromPglite(database))
 * const bulkhead = createSharedBulkhead(fromPglite(database), { pac: 'main', limit: 16, perSecond: 40 })
 * const release = await bulkhead.take()
 * release?.()
 */
export function createSharedBulkhead(client: SqlSession, options: SharedBulkheadOptions): Bulkhead {
  const current = withCurrentNames(options, earlierWait)
  requireOptions('createSharedBulkhead', current, optionNames)
  const settings = readLimiterSettings(current)
  const { queue, maxWait, limit, poll, clock } = settings
  const permits = createPermits(client, settings)
  const first: Waiting[] = []
  const later: Waiting[] = []
  // One loop at a time takes permits for all waiting requests of the process, until none waits.
  let asking = false
  const waiting = () => first.length + later.length
  const ask = async () => {
    asking = true
    // Requests of the same turn share a statement.
    await undefined
    while (waiting() > 0) {
      const taken = await permits.take(Math.min(limit, waiting()))
      for (const permit of taken) {
        const next = first.shift() ?? later.shift()
        if (next === undefined) permits.release(permit)
        else next.serve(permit)
      }
      if (waiting() > 0 && taken.length === 0) await clock.sleep(poll)
    }
    asking = false
  }
  const serve = () => {
    if (!asking) void ask()
  }
  const wait = async (line: Waiting[], ms: number, signal?: AbortSignal) => {
    if (signal?.aborted) return undefined
    const permit = await waitIn(line, { clock, ms, signal, serve })
    if (permit === undefined) return undefined
    let held = true
    return () => {
      if (held) permits.release(permit)
      held = false
    }
  }
  return {
    take: async (signal) => (later.length >= queue ? undefined : wait(later, maxWait, signal)),
    takeFirst: (signal) => wait(first, Number.POSITIVE_INFINITY, signal),
  }
}

type Settings = ReturnType<typeof readLimiterSettings>

/** @throws TypeError if an option is out of range. */
function readLimiterSettings(options: SharedBulkheadOptions) {
  const {
    limit,
    queue = 256,
    maxWait = 30_000,
    lease = 120_000,
    poll = 100,
    timeout = 5_000,
  } = options
  const { clock = systemClock, perSecond = unlimited, burst = Math.max(1, perSecond) } = options
  const numbers = { limit, queue, maxWait, lease, poll, timeout, perSecond, burst }
  for (const [name, value] of Object.entries(numbers)) {
    const isCount = name === 'limit' || name === 'queue'
    const isValid = isCount
      ? Number.isInteger(value) && value >= (name === 'queue' ? 0 : 1)
      : Number.isFinite(value) && value > 0
    if (!isValid)
      throw new TypeError(`createSharedBulkhead: ${name}: ${String(value)} is out of range`)
  }

  return { ...numbers, clock, pac: options.pac, schema: quoted(options.schema ?? defaultSchema) }
}

/** Requests per second that are never reached. */
const unlimited = 1e9

function createPermits(client: SqlSession, settings: Settings): Permits {
  const { schema, pac, limit, lease, perSecond, burst } = settings
  const query = limited(client, {
    clock: settings.clock,
    timeout: settings.timeout,
    retried: retriedAlone,
  })
  const giveAll = async (permits: readonly string[]) => {
    const given = 'select value::bigint from json_array_elements_text($1::text::json)'
    await query(`delete from ${schema}.permits where id in (${given})`, JSON.stringify(permits))
    return []
  }
  const give = groupCommit<string, void>(giveAll, {})
  const taking = `select id::text as id from ${schema}.take_permits($1::text, $2::text::integer, $3::text::integer,
    $4::text::double precision, $5::text::double precision, $6::text::double precision) as id`
  return {
    async take(wanted) {
      const rows = await query(
        taking,
        pac,
        ...[wanted, limit, lease, perSecond, burst].map(String),
      ).catch(() => [])
      return rows.map(({ id }) => id as string)
    },
    release: (permit) => void give(permit).catch(ignoreError),
  }
}

interface Wait {
  readonly clock: Clock
  readonly ms: number
  readonly signal: AbortSignal | undefined
  readonly serve: () => void
}

/** Waits in a queue for a permit. Resolves to `undefined` after the time-out or an abort. */
async function waitIn(
  line: Waiting[],
  { clock, ms, signal, serve }: Wait,
): Promise<string | undefined> {
  const served = new AbortController()
  const stop = () => served.abort(over)
  let permit: string | undefined
  const waiting: Waiting = {
    serve(given) {
      permit = given
      stop()
    },
  }
  line.push(waiting)
  serve()
  signal?.addEventListener('abort', stop)
  await clock.sleep(ms, served.signal)
  signal?.removeEventListener('abort', stop)
  const at = line.indexOf(waiting)
  if (at >= 0) line.splice(at, 1)
  return permit
}
