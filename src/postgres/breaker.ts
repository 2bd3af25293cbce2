/**
 * Circuit breaker of a PAC account, shared by several processes through the database. After
 * failures in one process, no process sends to the PAC. One document of all processes is the trial.
 * @module
 */
import { type OptionNames, requireOptions } from '../lib/options.js'
import {
  type Admission,
  afterEvent,
  type BreakerOptions,
  type Circuit,
  type CircuitEvent,
  type CircuitOutcome,
  type CircuitRules,
  type CircuitState,
  circuitRules,
  closedCircuit,
} from '../pac/circuit.js'
import { type Clock, systemClock } from '../pac/clock.js'
import type { StampOutcome } from '../pac/provider.js'
import type { SqlClient } from './client.js'
import { createSkew, type Database, limited, retriedAlone, retriedNever } from './database.js'
import { groupCommit } from './groupCommit.js'
import { retry, undone } from './retry.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createSharedBreaker}. Times in milliseconds. */
export interface SharedBreakerOptions extends BreakerOptions {
  /** Id of the PAC account. Every breaker of one account requires the same id. */
  readonly pac: string
  /** Schema of the tables of `migrate`. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** Milliseconds for which a process caches a closed circuit. Defaults to 1,000. */
  readonly refresh?: number | undefined
  /** Time-out of a statement. Defaults to 5,000. */
  readonly timeout?: number | undefined
  /** Defaults to the system clock. */
  readonly clock?: Clock | undefined
}

/**
 * Asynchronous `CircuitBreaker`. Its promises never reject: while the database is unavailable, the
 * last known state decides. The engine sends nothing without the journal anyway.
 */
export interface SharedBreaker {
  /** The last state that this process knows of. */
  readonly state: CircuitState
  /**
   * Whether a document is admitted. `ping`: ping the PAC, report it to `pinged`, and call `admit`
   * again.
   */
  admit(): Promise<Admission>
  /** Reports whether the ping was answered. */
  pinged(answered: boolean): Promise<void>
  /** Reports the outcome of a request that began at that time of this process's clock. */
  record(outcome: StampOutcome, began: number): Promise<void>
  /** Closes it for every process: the host mended the account. */
  reset(): Promise<void>
}

/** Cached circuit of a process, and its unreported events. */
interface Known {
  circuit: Circuit
  readAt: number
  /** Outcomes that do not change the state. The next statement reports them. */
  untold: CircuitEvent[]
}

/** Names of the options. */
const optionNames: OptionNames<SharedBreakerOptions> = {
  failures: true,
  ratio: true,
  sample: true,
  cooldown: true,
  maxCooldown: true,
  accountCooldown: true,
  pings: true,
  rejections: true,
  pac: true,
  schema: true,
  refresh: true,
  timeout: true,
  clock: true,
}

/**
 * Creates a circuit breaker that shares its state with all breakers of the same `pac` id in one
 * database. A closed circuit costs one statement per second and process; only failures and trials
 * write immediately.
 * @throws TypeError if an option is out of range.
 * @example
 * await migrate(fromPglite(database))
 * const breaker = createSharedBreaker(fromPglite(database), { pac: 'main' })
 * await breaker.admit() // → 'yes'
 */
export function createSharedBreaker(
  client: SqlClient,
  options: SharedBreakerOptions,
): SharedBreaker {
  requireOptions('createSharedBreaker', options, optionNames)
  const { clock = systemClock, refresh = 1_000, timeout = 5_000, pac } = options
  const rules = circuitRules(options)
  const untoldAtMost = Math.max(rules.sample, rules.rejections?.sample ?? 0)
  const skew = createSkew(clock)
  const known: Known = { circuit: closedCircuit, readAt: Number.NEGATIVE_INFINITY, untold: [] }
  const schema = quoted(options.schema ?? defaultSchema)
  /** Reports events in order, and reads the state. */
  const tell = async (events: readonly CircuitEvent[]): Promise<readonly Admission[]> => {
    const untold = known.untold.splice(0)
    try {
      await skew.ready(limited(client, { clock, timeout, retried: retriedAlone }))
      const told = [...untold, ...events].map((event) => {
        if (event.kind === 'outcome') return { ...event, began: skew.toDatabase(event.began) }
        return event
      })
      const advanced = () =>
        client.transaction((session) => {
          const query = limited(session, { clock, timeout, retried: retriedNever })
          return advance({ schema, query }, pac, told, rules)
        })
      const { circuit, answers } = await retry(advanced, { states: undone, clock, attempts: 8 })
      known.circuit = circuit
      known.readAt = clock.now()
      return answers.slice(untold.length).map((answer) => answer ?? 'no')
    } catch {
      return events.map(() => (known.circuit.state === 'closed' ? 'yes' : 'no'))
    }
  }
  const tellOne = groupCommit(tell, {})
  const isFresh = () =>
    known.circuit.state === 'closed' && Math.abs(clock.now() - known.readAt) < refresh

  return {
    get state() {
      return known.circuit.state
    },
    admit: async () => (isFresh() ? 'yes' : tellOne({ kind: 'admit' })),
    async pinged(answered) {
      await tellOne({ kind: 'pinged', answered })
    },
    async reset() {
      await tellOne({ kind: 'reset' })
    },
    async record(outcome, began) {
      const event: CircuitEvent = { kind: 'outcome', outcome: essenceOf(outcome), began }
      const isCalm =
        outcome.kind === 'stamped' ||
        (outcome.kind === 'rejected' && rules.rejections === undefined)
      if (!isCalm || !isFresh() || known.circuit.consecutive > 0) return void (await tellOne(event))
      known.untold = [...known.untold, event].slice(-untoldAtMost)
    },
  }
}

/** Returns the outcome without the document and the messages of the PAC. */
function essenceOf(outcome: StampOutcome): CircuitOutcome {
  if (outcome.kind !== 'refused') return { kind: outcome.kind }
  const { kind, scope, retryAfter } = outcome
  if (retryAfter === undefined) return { kind, scope }
  return { kind, scope, retryAfter }
}

/** Applies events to the circuit under the lock of its row. */
async function advance(
  { query, schema }: Pick<Database, 'schema' | 'query'>,
  pac: string,
  events: readonly CircuitEvent[],
  rules: CircuitRules,
): Promise<{ readonly circuit: Circuit; readonly answers: readonly (Admission | undefined)[] }> {
  const insert = `insert into ${schema}.circuits (pac, circuit) values ($1::text, $2::text::json) on conflict do nothing`
  await query(insert, pac, JSON.stringify(closedCircuit))
  const [row] = await query(
    `select circuit::text as circuit, floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as now
     from ${schema}.circuits where pac = $1::text for update`,
    pac,
  )
  const now = Number(row?.['now'])
  let circuit: Circuit = {
    ...closedCircuit,
    ...(JSON.parse(row?.['circuit'] as string) as Partial<Circuit>),
  }
  const answers: (Admission | undefined)[] = []
  for (const event of events) {
    const next = afterEvent(circuit, event, now, rules)
    circuit = next.circuit
    answers.push(next.admission)
  }
  const update = `update ${schema}.circuits set circuit = $2::text::json, changed = clock_timestamp() where pac = $1::text`
  await query(update, pac, JSON.stringify(circuit))
  return { circuit, answers }
}
