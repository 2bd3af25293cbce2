/**
 * Runs `examples/recipes/nomina` and `examples/recipes/factura-global`, which end by themselves,
 * over PostgreSQL.
 */
import { readFileSync } from 'node:fs'
import { createEngine, failover, operateOnce } from 'cfdi-stamp'
import { createPostgresStore, fromPg, migrate } from 'cfdi-stamp/postgres'
import { facturarDia } from '../../examples/recipes/factura-global/global.js'
import { timbrarQuincena } from '../../examples/recipes/nomina/nomina.js'
import { openPacs, openPool, openSigner, receive, tell } from './host.js'

const pool = openPool()
const client = fromPg(pool)
await migrate(client)
const store = createPostgresStore(client)
const { journal, orders, folios, cancellations } = store
const provider = failover(openPacs(), { journal })
const engine = createEngine({
  signers: await openSigner(),
  provider,
  complete: true,
  orders,
  folios,
  cancellations,
})

const path = new URL('../../fixtures/complements/nomina12.ordinaria.json', import.meta.url)
const { Receptor, Complemento } = JSON.parse(readFileSync(path, 'utf8'))
const { Antigüedad: _, ...laboral } = Complemento.Nomina.Receptor
const { Rfc, Nombre, DomicilioFiscalReceptor } = Receptor
const recibos = Array.from({ length: Number(process.env.COUNT) }, (_, at) => ({
  trabajador: { Rfc, Nombre, DomicilioFiscalReceptor, ...laboral, NumEmpleado: String(at) },
  sueldo: '15000.00',
  isr: '2308.77',
  imss: '412.18',
}))
const periodo = {
  FechaPago: '2026-11-13',
  FechaInicialPago: '2026-11-01',
  FechaFinalPago: '2026-11-15',
  NumDiasPagados: '15.000',
}
const patron = { RegistroPatronal: 'D4512345101', RegimenFiscal: '601', LugarExpedicion: '64000' }

/** Retries documents that were not stamped, as an operator of a payroll would. */
async function quincena() {
  const { timbrados, fallidos } = await timbrarQuincena({ engine, recibos, periodo, patron })
  for (const { NumEmpleado, UUID } of timbrados)
    tell({ key: `nómina ${periodo.FechaFinalPago} ${NumEmpleado}`, uuid: UUID })
  return fallidos.length === 0
}

async function dias() {
  const tickets = Array.from({ length: 60 }, (_, at) => ({
    folio: `T-${at}`,
    formaPago: '01',
    total: '99.99',
    fecha: `2026-11-${String(1 + (at % 15)).padStart(2, '0')}`,
  }))
  const all = [...new Set(tickets.map(({ fecha }) => fecha))].map(async (dia) => {
    const answer = await facturarDia({
      engine,
      tickets,
      dia,
      LugarExpedicion: '64000',
      RegimenFiscal: '601',
    })
    const first = tickets.find(({ fecha }) => fecha === dia)
    if (answer.ok) tell({ key: `global 64000 ${dia} ${first.folio}`, uuid: answer.cfdi.UUID })
    return answer.ok
  })
  return (await Promise.all(all)).every(Boolean)
}

while (!(await Promise.all([quincena(), dias()])).every(Boolean))
  await new Promise((again) => setTimeout(again, 1_000))
await operateOnce(engine, { provider, store, deliver: receive })
await pool.end()
