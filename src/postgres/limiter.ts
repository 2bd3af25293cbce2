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

interface Waiting {
  serve(permit: string): void
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
  const { pac, limit, queue = 256, patience = 30_000, lease = 120_000, poll = 100, timeout = 5_000 } = options
  const { clock = systemClock, perSecond = 1e9, burst = Math.max(1, perSecond) } = options
  requireOptions({ limit, queue, patience, lease, poll, timeout, perSecond, burst })
  const query = limited(client, clock, timeout)
  const schema = quoted(options.schema ?? defaultSchema)
  const first: Waiting[] = []
  const later: Waiting[] = []
  let asking = false

  const takeSome = async (wanted: number): Promise<readonly string[]> => {
    const text = `select id::text as id from ${schema}.take_permits($1::text, $2::text::integer, $3::text::integer,
      $4::text::double precision, $5::text::double precision, $6::text::double precision) as id`
    const numbers = [wanted, limit, lease, perSecond, burst].map(String)
    const rows = await query(text, pac, ...numbers).catch(() => [])
    return rows.map(({ id }) => id as string)
  }
  const giveBack = groupCommit<string, void>(
    async (permits) => {
      const text = `delete from ${schema}.permits where id in (select value::bigint from json_array_elements_text($1::text::json))`
      await query(text, JSON.stringify(permits))
      return permits.map(() => undefined)
    },
    (permit) => permit,
  )
  // What is not given back ends with its lease.
  const release = (permit: string) => void giveBack(permit).catch(() => {})

  const ask = async () => {
    asking = true
    // Those of the same turn ask together.
    await undefined
    while (first.length + later.length > 0) {
      const permits = await takeSome(Math.min(limit, first.length + later.length))
      for (const permit of permits) {
        const next = first.shift() ?? later.shift()
        if (next === undefined) release(permit)
        else next.serve(permit)
      }
      if (first.length + later.length > 0 && permits.length === 0) await clock.sleep(poll)
    }
    asking = false
  }

  const wait = async (line: Waiting[], ms: number, signal?: AbortSignal): Promise<Release | undefined> => {
    if (signal?.aborted) return undefined
    const served = new AbortController()
    let permit: string | undefined
    const stop = () => served.abort(over)
    const waiting: Waiting = {
      serve(given) {
        permit = given
        stop()
      },
    }
    line.push(waiting)
    if (!asking) void ask()
    signal?.addEventListener('abort', stop)
    await clock.sleep(ms, served.signal)
    signal?.removeEventListener('abort', stop)
    const at = line.indexOf(waiting)
    if (at >= 0) line.splice(at, 1)
    return permit === undefined ? undefined : once(permit, release)
  }

  return {
    take: async (signal) => (later.length >= queue ? undefined : wait(later, patience, signal)),
    takeFirst: (signal) => wait(first, Number.POSITIVE_INFINITY, signal),
  }
}

function once(permit: string, release: (permit: string) => void): Release {
  let held = true
  return () => {
    if (held) release(permit)
    held = false
  }
}

function requireOptions(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    const isCount = name === 'limit' || name === 'queue'
    const isValid = isCount
      ? Number.isInteger(value) && value >= (name === 'queue' ? 0 : 1)
      : Number.isFinite(value) && value > 0
    if (!isValid) throw new TypeError(`createSharedBulkhead: ${name}: ${String(value)} is out of range`)
  }
}
