/**
 * POST /facturas/:pedido: un borrador en JSON da una factura timbrada; el mismo pedido, otra vez,
 * la misma factura.
 * @module
 */
import { createEngine, failover, operate } from 'cfdi-stamp'
import { createPostgresStore, migrate } from 'cfdi-stamp/postgres'
import Fastify from 'fastify'

/**
 * De cada código, lo que se contesta. Lo que puede ser distinto la próxima vez es 503: se vuelve a
 * pedir, con el mismo pedido.
 */
const statusOf = {
  701: 400,
  702: 422,
  703: 422,
  705: 422,
  711: 409,
  714: 409,
  715: 409,
  716: 409,
}

/**
 * El servidor, sobre una base de datos de PostgreSQL (`fromPg(pool)`). `entregar` guarda lo
 * timbrado, y puede recibirlo dos veces; `avisar` recibe lo demás: un segundo timbre
 * (`invoice.duplicated`), que aquí se cancela, o el avance de una cancelación. `close()` deja de
 * recibir y espera lo que está en curso.
 */
export async function createServer({
  client,
  signers,
  providers,
  entregar,
  avisar = async (_) => {},
  every = 60_000,
}) {
  await migrate(client)
  const store = createPostgresStore(client)
  const { journal, orders, folios, cancellations } = store
  const provider = failover(providers, { journal })
  const engine = createEngine({ signers, provider, complete: true, orders, folios, cancellations })
  const server = Fastify({ bodyLimit: 5_000_000 })

  server.post('/facturas/:pedido', async (request, reply) => {
    const { pedido } = request.params
    const answer = await engine.stamp(request.body, { key: pedido })
    if (!answer.ok)
      return reply.code(statusOf[answer.code] ?? 503).send({ ...answer, sealed: undefined })
    await entregar(pedido, answer.cfdi)
    // Si esto falla, la ronda entrega otra vez lo mismo.
    await engine.acknowledge(pedido).catch(() => {})
    return reply.code(201).send({ UUID: answer.cfdi.UUID, XML: answer.cfdi.XML })
  })

  /**
   * Lo que timbró un proceso que se cayó sin contestar, los segundos timbres y las cancelaciones.
   */
  const operation = operate(engine, {
    provider,
    store,
    cancelDuplicates: true,
    every: { resume: every },
    deliver: (event) =>
      event.type === 'invoice.stamped' ? entregar(event.key, event.answer.cfdi) : avisar(event),
    onRound: ({ tasks }) => {
      for (const { task, cause } of tasks) if (cause !== undefined) server.log.error(cause, task)
    },
  })
  server.addHook('onClose', () => operation.close())
  return server
}

/** Se detiene con gracia: `process.once('SIGTERM', () => stop(server, pool))`. */
export async function stop(server, pool) {
  await server.close()
  await pool.end()
}
