/**
 * POST /facturas/:pedido: un borrador en JSON da una factura timbrada; el mismo pedido, otra vez, la misma factura.
 * @module
 */
import { createEngine, failover } from 'cfdi-stamp'
import { createPostgresStore, migrate } from 'cfdi-stamp/postgres'
import Fastify from 'fastify'

/** De cada código, lo que se contesta. Lo que puede ser distinto la próxima vez es 503: se vuelve a pedir, con el mismo pedido. */
const statusOf = { 701: 400, 702: 422, 703: 422, 704: 422, 705: 422, 711: 409 }

/**
 * El servidor, sobre una base de datos de PostgreSQL (`fromPg(pool)`). `entregar` guarda lo timbrado, y puede recibirlo dos veces.
 * `close()` deja de recibir y espera lo que está en curso.
 */
export async function createServer({ client, signers, providers, entregar, every = 60_000 }) {
  await migrate(client)
  const store = createPostgresStore(client)
  const provider = failover(providers, { journal: store.journal })
  const engine = createEngine({ signers, provider, complete: true, orders: store.orders, folios: store.folios })
  const server = Fastify({ bodyLimit: 5_000_000 })

  server.post('/facturas/:pedido', async (request, reply) => {
    const { pedido } = request.params
    const answer = await engine.stamp(request.body, { key: pedido })
    if (!answer.ok) return reply.code(statusOf[answer.code] ?? 503).send({ ...answer, sealed: undefined })
    await entregar(pedido, answer.cfdi)
    await engine.acknowledge(pedido)
    return reply.code(201).send({ UUID: answer.cfdi.UUID, XML: answer.cfdi.XML })
  })

  /** Lo que timbró un proceso que murió sin contestar. */
  const resume = async () => {
    for await (const { key, ...answer } of engine.resume()) {
      if (!answer.ok) continue
      await entregar(key, answer.cfdi)
      await engine.acknowledge(key)
    }
  }
  let sweeping = resume()
  const timer = setInterval(() => (sweeping = sweeping.then(resume).catch((error) => server.log.error(error))), every)
  server.addHook('onClose', async () => {
    clearInterval(timer)
    await sweeping
  })
  return server
}

/** Se detiene con gracia: `process.once('SIGTERM', () => stop(server, pool))`. */
export async function stop(server, pool) {
  await server.close()
  await pool.end()
}
