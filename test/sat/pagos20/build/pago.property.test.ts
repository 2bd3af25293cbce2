import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FacturaPagada, pago, pagos } from '../../../../src/sat/pagos20/build/pago.js'
import type { World } from '../../cfdi40/build/world.js'
import { decimals } from '../../cfdi40/derive/carts.js'
import { complementOf, createPaidWorld, type Invoices, recibido } from './paidWorld.js'

let world: World
let invoices: Invoices

beforeAll(async () => {
  const paid = await createPaidWorld()
  world = paid.world
  invoices = paid.invoices
})

describe('pago of random payments', () => {
  it('breaks no rule, with any payments of any invoices', async () => {
    const one = fc.constantFrom('simple', 'freight', 'mixed', 'dollars', 'untaxed', 'exempt')
    const money = fc.constantFrom<readonly [string, string | undefined]>(
      ['MXN', undefined],
      ['USD', '18.4527'],
      ['EUR', '21.337'],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(one, { minLength: 1 }),
        money,
        decimals(1, 40000, 2),
        async (names, [MonedaP, rate], Monto) => {
          const facturas = names.map(
            (name): FacturaPagada => ({
              factura: invoices[name as keyof typeof invoices],
              TipoCambio: '18.1234',
            }),
          )
          const document = pago(facturas, {
            ...recibido,
            MonedaP,
            ...(rate === undefined ? {} : { TipoCambioP: rate }),
            Monto,
          })
          expect(await world.errors(document)).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('adds up to the invoice over its instalments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(decimals(1, 900, 2), { minLength: 1, maxLength: 5 }),
        async (parts) => {
          // The last instalment is what is left, so something must be left.
          const paid = parts.reduce((sum, part) => sum + Number(part), 0)
          fc.pre(paid < Number(invoices.freight.Total) - 1)
          const all = [...parts, undefined].map((Monto) => ({
            ...recibido,
            ...(Monto === undefined ? {} : { Monto }),
            facturas: [{ factura: invoices.freight }],
          }))
          const document = pagos(all)
          expect(await world.errors(document)).toEqual([])
          const stamped = complementOf(await world.stamp(document))
          expect(stamped.Pago.at(-1)?.DoctoRelacionado[0]?.ImpSaldoInsoluto).toBe('0.00')
          expect(stamped.Totales.MontoTotalPagos).toBe(invoices.freight.Total)
        },
      ),
      { numRuns: 30 },
    )
  })
})
