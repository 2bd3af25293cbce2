/**
 * Tickets that are sold in a shop, and the workers that invoice them: a queue on pg-boss, in the same database as everything
 * else. A ticket and its job are committed together; a job may run several times, in any process; each ticket has one invoice.
 * @module
 */
import { createEngine, failover } from 'cfdi-stamp'
import { createPostgresStore, fromPg, migrate } from 'cfdi-stamp/postgres'

const queue = 'invoice'

/** What is stamped is known; what is not is said by one of these, and may be otherwise the next time: it is tried again. */
const passing = [706, 707, 708, 709, 710]

/** Makes what is missing in the database. Any number of processes may call it at once. */
export async function setUp({ pool, boss }) {
  await migrate(fromPg(pool))
  await pool.query(`create table if not exists tickets (
    id uuid primary key default gen_random_uuid(), draft jsonb not null, uuid text, xml text, refusal text)`)
  await boss.createQueue(queue, { retryLimit: 20, retryDelay: 1, expireInSeconds: 600, heartbeatSeconds: 30 })
}

/** Sells: the ticket and the job to invoice it, or neither. The ticket's id is the job's, and the key of its invoice. */
export function sell({ pool, boss }, draft) {
  return fromPg(pool).transaction(async (session) => {
    const insert = 'insert into tickets (draft) values ($1) returning id'
    const { rows } = await session.query(insert, [JSON.stringify(draft)])
    const { id } = rows[0]
    const db = { executeSql: (text, values) => session.query(text, values) }
    await boss.send(queue, {}, { id, db })
    return id
  })
}

/** An engine as each worker has one. `limits` are of the account at each PAC, for one process. */
export function createWorkerEngine({ pool, signers, providers }) {
  const store = createPostgresStore(fromPg(pool))
  return createEngine({
    signers,
    provider: failover(providers, { journal: store.journal }),
    orders: store.orders,
    folios: store.folios,
  })
}

/** Works until `boss.stop()`. Every few minutes it also delivers what a process that died had stamped. */
export async function startWorker({ pool, boss, engine, every = 120_000 }) {
  await boss.work(queue, { localConcurrency: 4, pollingIntervalSeconds: 0.5 }, async ([job]) => {
    const { rows } = await pool.query('select draft from tickets where id = $1', [job.id])
    const answer = await engine.stamp(rows[0].draft, { key: job.id, signal: job.signal })
    // The queue brings the job again, with the same key.
    if (!answer.ok && passing.includes(answer.code)) throw new Error(`${answer.code} ${answer.message}`)
    await deliver(pool, engine, job.id, answer)
  })
  const sweep = async () => {
    for await (const { key, ...answer } of engine.resume()) {
      if (answer.ok || !passing.includes(answer.code)) await deliver(pool, engine, key, answer)
    }
  }
  const sweeping = setInterval(() => sweep().catch(() => {}), every)
  boss.on('stopped', () => clearInterval(sweeping))
}

/** At least once: what is written twice is the same. Acknowledged when it is written, and not before. */
async function deliver(pool, engine, id, answer) {
  if (answer.ok) {
    const { UUID, XML } = answer.cfdi
    await pool.query('update tickets set uuid = $2, xml = $3, refusal = null where id = $1', [id, UUID, XML])
  } else {
    await pool.query('update tickets set refusal = $2 where id = $1', [id, `${answer.code} ${answer.message}`])
  }
  await engine.acknowledge(id)
}
