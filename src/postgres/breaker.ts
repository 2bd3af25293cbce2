/**
 * The circuit breaker of a PAC account that several processes use: one state, in the database. A PAC that fails for one is
 * spared by all, and one document of all is its trial.
 * @module
 */
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
import type { SqlClient, SqlSession } from './client.js'
import { createSkew, type Database, limited } from './database.js'
import { groupCommit } from './groupCommit.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createSharedBreaker}. Times in milliseconds. */
export interface SharedBreakerOptions extends BreakerOptions {
  /** Id of the PAC's account: what uses one account gives one id. */
  readonly pac: string
  /** Where `migrate` made the tables. `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** For how long a closed circuit is believed to be closed without asking. 1,000. */
  readonly refresh?: number | undefined
  /** How long a statement may take for who waits for it. 5,000. */
  readonly timeout?: number | undefined
  /** The system clock by default. */
  readonly clock?: Clock | undefined
}

/**
 * A circuit breaker whose answers come later: the members of `CircuitBreaker`, as promises. None of them rejects: a database that
 * cannot be asked stops nothing here, since without the journal nothing is sent anyway.
 */
export interface SharedBreaker {
  /** The last state that this process knows of. */
  readonly state: CircuitState
  /** Whether a document is admitted. `ping`: ping the PAC, report it to `pinged`, and call `admit` again. */
  admit(): Promise<Admission>
  /** Reports whether the ping was answered. */
  pinged(answered: boolean): Promise<void>
  /** Reports the outcome of a request that began at that time of this process's clock. */
  record(outcome: StampOutcome, began: number): Promise<void>
}

/** What a process knows of the circuit, and what it has not told yet. */
interface Known {
  circuit: Circuit
  readAt: number
  /** Outcomes that change nothing by themselves: told with what comes next. */
  untold: CircuitEvent[]
}

/**
 * The circuit breaker of an account, shared by all that are created with its id over one database. A closed circuit costs a
 * statement a second for each process; only failures and trials write at once.
 * @throws TypeError if an option is out of range.
 * @example
 * await migrate(fromPglite(database))
 * const breaker = createSharedBreaker(fromPglite(database), { pac: 'main' })
 * await breaker.admit() // → 'yes'
 */
export function createSharedBreaker(client: SqlClient, options: SharedBreakerOptions): SharedBreaker {
  const { clock = systemClock, refresh = 1_000, timeout = 5_000, pac } = options
  const rules = circuitRules(options)
  const untoldAtMost = Math.max(rules.sample, rules.rejections?.sample ?? 0)
  const skew = createSkew(clock)
  const known: Known = { circuit: closedCircuit, readAt: Number.NEGATIVE_INFINITY, untold: [] }
  const schema = quoted(options.schema ?? defaultSchema)
  const inTransaction = (session: SqlSession): Database => ({
    schema,
    visitor: '',
    query: limited(session, clock, timeout),
    skew,
  })

  /** Tells the database what happened, in order, and learns the state. */
  const tell = async (events: readonly CircuitEvent[]): Promise<readonly Admission[]> => {
    const untold = known.untold.splice(0)
    try {
      await skew.ready(limited(client, clock, timeout))
      const told = [...untold, ...events].map((event) => toDatabase(event, skew.toDatabase))
      const { circuit, answers } = await client.transaction((session) =>
        advance(inTransaction(session), pac, told, rules),
      )
      known.circuit = circuit
      known.readAt = clock.now()
      return answers.slice(untold.length).map((answer) => answer ?? 'no')
    } catch {
      return events.map(() => (known.circuit.state === 'closed' ? 'yes' : 'no'))
    }
  }
  const tellOne = groupCommit(tell, () => ({}))
  const isFresh = () => known.circuit.state === 'closed' && Math.abs(clock.now() - known.readAt) < refresh

  return {
    get state() {
      return known.circuit.state
    },
    admit: async () => (isFresh() ? 'yes' : tellOne({ kind: 'admit' })),
    async pinged(answered) {
      await tellOne({ kind: 'pinged', answered })
    },
    async record(outcome, began) {
      const event: CircuitEvent = { kind: 'outcome', outcome: essenceOf(outcome), began }
      const isCalm = outcome.kind === 'stamped' || (outcome.kind === 'rejected' && rules.rejections === undefined)
      if (!isCalm || !isFresh() || known.circuit.consecutive > 0) return void (await tellOne(event))
      known.untold = [...known.untold, event].slice(-untoldAtMost)
    },
  }
}

/** Without the document and what the PAC said of it. */
function essenceOf(outcome: StampOutcome): CircuitOutcome {
  if (outcome.kind !== 'refused') return { kind: outcome.kind }
  const { kind, scope, retryAfter } = outcome
  return retryAfter === undefined ? { kind, scope } : { kind, scope, retryAfter }
}

function toDatabase(event: CircuitEvent, translate: (time: number) => number): CircuitEvent {
  return event.kind === 'outcome' ? { ...event, began: translate(event.began) } : event
}

/** The circuit after some events, under the lock of its row. */
async function advance(
  { query, schema }: Database,
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
  let circuit: Circuit = { ...closedCircuit, ...(JSON.parse(row?.['circuit'] as string) as Partial<Circuit>) }
  const answers = events.map((event) => {
    const next = afterEvent(circuit, event, now, rules)
    circuit = next.circuit
    return next.admission
  })
  const update = `update ${schema}.circuits set circuit = $2::text::json, changed = clock_timestamp() where pac = $1::text`
  await query(update, pac, JSON.stringify(circuit))
  return { circuit, answers }
}
