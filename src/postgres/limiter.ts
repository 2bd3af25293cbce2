/**
 * The limits of a PAC account that several processes use: how many requests at a time, and how many a second.
 * @module
 */
import { type Clock, over, systemClock } from '../pac/clock.js'
import type { Bulkhead, Release } from '../pac/bulkhead.js'
import type { SqlSession } from './client.js'
import { limited } from './database.js'
import { groupCommit } from './groupCommit.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createSharedBulkhead}. Times in milliseconds. */
export interface SharedBulkheadOptions {
  /** Id of the PAC's account: what uses one account gives one id, and the same limits. */
  readonly pac: string
  /** Maximum of concurrent requests of all processes. */
  readonly limit: number
  /** Maximum of requests that all processes begin in a second; any number by default. */
  readonly perSecond?: number | undefined
  /** How many of them may begin at once after a pause. `perSecond`. */
  readonly burst?: number | undefined
  /** Maximum of new documents of this process that wait; the next one is tried at another PAC. 256. */
  readonly queue?: number | undefined
  /** How long a document waits before it is tried at another PAC. 30,000. */
  readonly patience?: number | undefined
  /** How long a permit lasts whose process died. Longer than a request: `timeouts.stamp`. 120,000. */
  readonly lease?: number | undefined
  /** How often a process asks again while none is left. 100. */
  readonly poll?: number | undefined
  /** Where `migrate` made the tables. `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** How long a statement may take for who waits for it. 5,000. */
  readonly timeout?: number | undefined
  /** The system clock by default. */
  readonly clock?: Clock | undefined
}

/** What waits for a permit: documents in doubt, and then new ones. */
interface Lines {
  readonly first: Waiting[]
  readonly later: Waiting[]
}

interface Waiting {
  serve(permit: string): void
}

/** The permits of an account, in the database. */
interface Permits {
  /** Takes up to so many; none while the database cannot be asked. */
  take(wanted: number): Promise<readonly string[]>
  /** Gives one back. What cannot be given back ends with its lease. */
  release(permit: string): void
}

/**
 * The bulkhead of an account, shared by all that are created with its id over one database. What waits in a process asks in one
 * statement. A release waits for nothing. While the database cannot be asked nothing is admitted.
 * @throws TypeError if an option is out of range.
 * @example
 * await migrate(fromPglite(database))
 * const bulkhead = createSharedBulkhead(fromPglite(database), { pac: 'main', limit: 16, perSecond: 40 })
 * const release = await bulkhead.take()
 * release?.()
 */
export function createSharedBulkhead(client: SqlSession, options: SharedBulkheadOptions): Bulkhead {
  const settings = settingsOf(options)
  const { queue, patience, limit, poll, clock } = settings
  const permits = createPermits(client, settings)
  const lines: Lines = { first: [], later: [] }
  const serve = serving(permits, lines, limit, () => clock.sleep(poll))
  const wait = async (line: Waiting[], ms: number, signal?: AbortSignal) => {
    if (signal?.aborted) return undefined
    const permit = await waitIn(line, { clock, ms, signal, serve })
    return permit === undefined ? undefined : once(permit, permits)
  }
  return {
    take: async (signal) => (lines.later.length >= queue ? undefined : wait(lines.later, patience, signal)),
    takeFirst: (signal) => wait(lines.first, Number.POSITIVE_INFINITY, signal),
  }
}

type Settings = ReturnType<typeof settingsOf>

/** @throws TypeError if an option is out of range. */
function settingsOf(options: SharedBulkheadOptions) {
  const { limit, queue = 256, patience = 30_000, lease = 120_000, poll = 100, timeout = 5_000 } = options
  const { clock = systemClock, perSecond = unlimited, burst = Math.max(1, perSecond) } = options
  const numbers = { limit, queue, patience, lease, poll, timeout, perSecond, burst }
  requireNumbers(numbers)
  return { ...numbers, clock, pac: options.pac, schema: quoted(options.schema ?? defaultSchema) }
}

/** Requests a second that nobody makes. */
const unlimited = 1e9

function createPermits(client: SqlSession, settings: Settings): Permits {
  const { schema, pac, limit, lease, perSecond, burst } = settings
  const query = limited(client, settings.clock, settings.timeout)
  const give = groupCommit<string, void>(
    async (permits) => {
      const given = 'select value::bigint from json_array_elements_text($1::text::json)'
      await query(`delete from ${schema}.permits where id in (${given})`, JSON.stringify(permits))
      return permits.map(() => undefined)
    },
    (permit) => permit,
  )
  const taking = `select id::text as id from ${schema}.take_permits($1::text, $2::text::integer, $3::text::integer,
    $4::text::double precision, $5::text::double precision, $6::text::double precision) as id`
  return {
    async take(wanted) {
      const rows = await query(taking, pac, ...[wanted, limit, lease, perSecond, burst].map(String)).catch(() => [])
      return rows.map(({ id }) => id as string)
    },
    release: (permit) => void give(permit).catch(() => {}),
  }
}

/** Asks for as many permits as wait, until nobody does. One asks for all of a process. */
function serving(permits: Permits, { first, later }: Lines, limit: number, pause: () => Promise<void>): () => void {
  let asking = false
  const waiting = () => first.length + later.length
  const ask = async () => {
    asking = true
    // Those of the same turn ask together.
    await undefined
    while (waiting() > 0) {
      const taken = await permits.take(Math.min(limit, waiting()))
      for (const permit of taken) {
        const next = first.shift() ?? later.shift()
        if (next === undefined) permits.release(permit)
        else next.serve(permit)
      }
      if (waiting() > 0 && taken.length === 0) await pause()
    }
    asking = false
  }
  return () => {
    if (!asking) void ask()
  }
}

interface Wait {
  readonly clock: Clock
  readonly ms: number
  readonly signal: AbortSignal | undefined
  readonly serve: () => void
}

/** Waits in a line for a permit; `undefined` when the time is over or the signal aborts. */
async function waitIn(line: Waiting[], { clock, ms, signal, serve }: Wait): Promise<string | undefined> {
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

function once(permit: string, permits: Permits): Release {
  let held = true
  return () => {
    if (held) permits.release(permit)
    held = false
  }
}

function requireNumbers(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    const isCount = name === 'limit' || name === 'queue'
    const isValid = isCount
      ? Number.isInteger(value) && value >= (name === 'queue' ? 0 : 1)
      : Number.isFinite(value) && value > 0
    if (!isValid) throw new TypeError(`createSharedBulkhead: ${name}: ${String(value)} is out of range`)
  }
}
