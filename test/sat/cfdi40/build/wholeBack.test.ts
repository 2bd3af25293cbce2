/**
 * A customer's charge, taxes included, is repeated exactly by the receipt of its payment and by its
 * credit note.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { notaDeCredito } from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import { pago } from '../../../../src/sat/pagos20/build/pago.js'
import { auto, resolveAmounts } from '../derive/carts.js'
import { charged, stamped } from './invoices.js'
import { amountOf, sumsOf } from './sums.js'

const numRuns = Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] ? 2000 : 60))
// Thousands of sequences of notes.
vi.setConfig({ testTimeout: 900_000 })

type Json = Readonly<Record<string, unknown>>
const listOf = (value: unknown): readonly Json[] => (value ?? []) as readonly Json[]

/** Base and amount of each row, by key. */
const rowsOf = (rows: readonly Json[], suffix: string): Record<string, unknown> =>
  Object.fromEntries(
    rows.map((row) => [
      `${row[`Impuesto${suffix}`]} ${row[`TipoFactor${suffix}`]} ${Number(row[`TasaOCuota${suffix}`] ?? 0)}`,
      [amountOf(row[`Base${suffix}`]), amountOf(row[`Importe${suffix}`])],
    ]),
  )

describe('prices with taxes', () => {
  it('are paid and given back tax by tax', () => {
    fc.assert(
      fc.property(charged, ({ factura, digits }) => {
        const traslados = rowsOf(listOf(factura.Impuestos?.Traslados), '')
        const Total = String(factura.Total)

        const nota = stamped(
          notaDeCredito(factura, { Total, Descripcion: 'Todo' }, { FormaPago: '03' }),
        )
        expect(nota.Total).toBe(Total)
        expect(rowsOf(listOf(nota.Impuestos?.Traslados), '')).toEqual(traslados)

        const { Moneda, TipoCambio } = factura
        const money = { MonedaP: Moneda, ...(Moneda === 'MXN' ? {} : { TipoCambioP: TipoCambio }) }
        const recibo = pago([{ factura }], {
          FechaPago: '2026-11-20',
          FormaDePagoP: '03',
          Monto: Total,
          ...money,
        })
        const { Complemento } = resolveAmounts(recibo, auto) as { readonly Complemento: Json }
        const { Pago } = Complemento['Pagos'] as { readonly Pago: readonly Json[] }
        const [docto] = listOf(Pago[0]?.['DoctoRelacionado'])
        expect(docto).toMatchObject({ ImpPagado: Total })
        const due = listOf((docto?.['ImpuestosDR'] as Json | undefined)?.['TrasladosDR'])
        expect(rowsOf(due, 'DR')).toEqual(traslados)
        const { total } = sumsOf(factura.Conceptos as unknown as readonly Json[], digits)
        expect(total).toEqual(amountOf(Total))
      }),
      { numRuns },
    )
  })
})
