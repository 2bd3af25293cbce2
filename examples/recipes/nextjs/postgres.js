/**
 * El motor en producción: las claves de los pedidos, la bitácora y los folios en PostgreSQL, que
 * comparten todos los procesos. Así, un pedido da una sola factura aunque el proceso se caiga.
 * @module
 */
import { createEngine, failover } from 'cfdi-stamp'
import { createPostgresStore, fromPg, migrate } from 'cfdi-stamp/postgres'

/**
 * Sustituye a `stamping` de `engine.js`. `abrir` da la conexión (`pool`, de pg), los CSD y los PAC
 * de la empresa; se llama una vez por proceso, en la primera petición, y otra vez si falló.
 */
export function createStamping(abrir) {
  async function open() {
    const { pool, signers, providers } = await abrir()
    const client = fromPg(pool)
    await migrate(client)
    const store = createPostgresStore(client)
    const { journal, orders, folios, cancellations } = store
    const provider = failover(providers, { journal })
    return {
      engine: createEngine({ signers, provider, complete: true, orders, folios, cancellations }),
      provider,
      store,
    }
  }
  let opening
  return () => {
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
}
