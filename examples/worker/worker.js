/**
 * Tickets that are sold in a shop, and the workers that invoice them: a queue on pg-boss, in the
 * same database as everything else. A ticket and its job are committed together; a job may run
 * several times, in any process; each ticket has one invoice.
 * @module
 */
import { createEngine, failover, operate } from 'cfdi-stamp'
import { createPostgresStore, fromPg, migrate } from 'cfdi-stamp/postgres'

const queue = 'ticket'
const lost = 'ticket-lost'

/**
 * Not stamped, or not known, for a reason outside the ticket: the signer (703, 704), the PACs, the
 * database, or equal tickets in every second (713). The job is retried with the same key.
 */
const passing = [703, 704, 706, 707, 708, 709, 710, 713]

/**
 * Back-off of a job: 2 seconds, twice as long each time, up to two minutes; 3,000 tries are four
 * days. PACs that are down for a weekend lose no sale, and minutes after one is back all tickets
 * have their invoice.
 */
export const backoff = { retryLimit: 3_000, retryDelay: 2, retryBackoff: true, retryDelayMax: 120 }

/** Creates missing tables in the database. Any number of processes may call it concurrently. */
export async function setUp({ pool, boss }, retries = backoff) {
  const client = fromPg(pool)
  await migrate(client)
  await client.transaction(async (session) => {
    // "create table if not exists" in two sessions at once fails in one of them.
    await session.query("select pg_advisory_xact_lock(hashtextextended('tickets', 0))::text", [])
    await session.query(
      `create table if not exists tickets (id uuid primary key default gen_random_uuid(), draft jsonb not null, uuid text, xml text,
        refusal text, waiting text, duplicate text, swept timestamptz not null default now())`,
      [],
    )
  })
  await boss.createQueue(lost)
  // Of a ticket one job at a time is waiting or under way.
  await boss.createQueue(queue, {
    policy: 'exclusive',
    deadLetter: lost,
    expireInSeconds: 600,
    heartbeatSeconds: 30,
    ...retries,
  })
}

/**
 * Sells: the ticket and the job to invoice it, or neither. The ticket's id is the key of its
 * invoice.
 */
export function sell({ pool, boss }, draft) {
  return fromPg(pool).transaction(async (session) => {
    const insert = 'insert into tickets (draft) values ($1) returning id'
    const { rows } = await session.query(insert, [JSON.stringify(draft)])
    const { id } = rows[0]
    const db = { executeSql: (text, values) => session.query(text, values) }
    await boss.send(queue, { ticket: id }, { singletonKey: id, db })
    return id
  })
}

/**
 * The stamping of a process: an engine, its provider and its store. `options` are further ones of
 * the failover and the engine: limits of the account at each PAC for one process, a clock.
 */
export function createStamping({ pool, signers, providers, options = {} }) {
  const store = createPostgresStore(fromPg(pool))
  const provider = failover(providers, { journal: store.journal, ...options.failover })
  const { orders, folios, cancellations } = store
  return {
    engine: createEngine({ signers, provider, orders, folios, cancellations, ...options.engine }),
    provider,
    store,
  }
}

/** Works until `boss.stop()`. */
export async function startWorker({ pool, boss, stamping, every = 120_000 }) {
  const { engine, provider, store } = stamping
  await boss.work(queue, { localConcurrency: 4, pollingIntervalSeconds: 0.5 }, async ([job]) => {
    const { ticket } = job.data
    const draft = await draftOf(pool, ticket)
    if (draft === undefined) return
    const answer = await engine.stamp(draft, { key: ticket, signal: job.signal })
    if (!answer.ok && passing.includes(answer.code)) {
      await pool.query('update tickets set waiting = $2 where id = $1', [ticket, told(answer)])
      // The queue retries the job at increasing intervals.
      throw new Error(told(answer))
    }
    await write(pool, ticket, answer)
    await engine.acknowledge(ticket)
  })
  // After all its tries: somebody must see it. If its stamp is found later, the refusal is gone
  // again.
  await boss.work(lost, async ([job]) => {
    const refuse =
      "update tickets set refusal = 'not invoiced: ' || coalesce(waiting, 'no answer') where id = $1 and uuid is null"
    await pool.query(refuse, [job.data.ticket])
  })
  const deliver = (event) => take(pool, event)
  const operation = operate(engine, {
    provider,
    store,
    deliver,
    draftOf: (key) => draftOf(pool, key),
    every: { resume: every, refresh: every, reconcile: Math.max(every, 300_000) },
  })
  const sweeping = setInterval(() => sweep({ pool, boss }).catch(() => {}), every)
  boss.on('stopped', () => {
    clearInterval(sweeping)
    void operation.close()
  })
}

/**
 * Tickets without an answer get a job, unless they have one: jobs may be lost by hand, or with a
 * queue that is emptied.
 */
async function sweep({ pool, boss }) {
  const oldest = `update tickets set swept = now() where id in (select id from tickets
    where uuid is null and refusal is null and swept < now() - interval '1 minute' order by swept limit 1000 for update skip locked) returning id`
  const { rows } = await pool.query(oldest)
  if (rows.length > 0)
    await boss.insert(
      queue,
      rows.map(({ id }) => ({ data: { ticket: id }, singletonKey: id })),
    )
}

/** The draft of a ticket that is to be invoiced; `undefined` when it is, or was refused. */
async function draftOf(pool, ticket) {
  const { rows } = await pool.query(
    'select draft from tickets where id = $1 and uuid is null and refusal is null',
    [ticket],
  )
  return rows[0]?.draft
}

/** Delivered at least once: a repeated write has no effect. */
async function take(pool, event) {
  switch (event.type) {
    case 'invoice.stamped':
    case 'invoice.failed':
      return write(pool, event.key, event.answer)
    case 'invoice.duplicated': {
      // A second PAC stamped it too: an accountant cancels it, or `cancelDuplicates` does.
      const report = 'update tickets set duplicate = $2 where upper(uuid) = $1'
      const { rowCount } = await pool.query(report, [event.kept.uuid, event.duplicate.uuid])
      // The process of the ticket died before it wrote the invoice: the event is repeated.
      return rowCount > 0
    }
    case 'invoice.attention':
      // No PAC resolves it: an operator looks it up and calls `engine.settle`.
      return console.error(`ticket ${event.key}: ${event.message} (${event.reason})`)
  }
}

async function write(pool, id, answer) {
  if (answer.ok) {
    const { UUID, XML } = answer.cfdi
    await pool.query(
      'update tickets set uuid = $2, xml = $3, refusal = null, waiting = null where id = $1',
      [id, UUID, XML],
    )
  } else {
    await pool.query('update tickets set refusal = $2 where id = $1 and uuid is null', [
      id,
      told(answer),
    ])
  }
}

function told({ code, message }) {
  return `${code} ${message}`
}
