/** `examples/worker`: a shop that sells and a worker that invoices, in one process. */
import { createRequire } from 'node:module'
import { createStamping, sell, setUp, startWorker } from '../../examples/worker/worker.js'
import { openPacs, openPool, openSigner, serveOrders } from './host.js'

const of = createRequire(new URL('../../examples/worker/worker.js', import.meta.url))
const { PgBoss } = await import(of.resolve('pg-boss'))
const pool = openPool()
const boss = new PgBoss({ connectionString: process.env.DATABASE_URL, max: 4 })
boss.on('error', () => {})
await boss.start()
await setUp({ pool, boss })
const stamping = createStamping({ pool, signers: await openSigner(), providers: openPacs() })
await startWorker({ pool, boss, stamping, every: 5_000 })
// The draft contains the order; the ticket has its own id.
serveOrders(async (_, draft) => [
  201,
  JSON.stringify({ ticket: await sell({ pool, boss }, JSON.parse(draft)) }),
])
