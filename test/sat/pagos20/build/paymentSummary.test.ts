/**
 * What was paid and is owed of an invoice, by its documents.
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { notaDeCredito } from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import { writeCfdi } from '../../../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { pago, pagos } from '../../../../src/sat/pagos20/build/pago.js'
import { paymentSummary } from '../../../../src/sat/pagos20/build/paymentSummary.js'
import { createWorld, factura, line, type World } from '../../cfdi40/build/world.js'

let world: World
let invoice: Comprobante
let first: Comprobante
let note: Comprobante

const received = { FechaPago: '2026-11-21', FormaDePagoP: '03' }
const doctosOf = (draft: Json): readonly Json[] =>
  (
    draft as never as {
      Complemento: { Pagos: { Pago: readonly { DoctoRelacionado: readonly Json[] }[] } }
    }
  ).Complemento.Pagos.Pago.flatMap(({ DoctoRelacionado }) => DoctoRelacionado)

beforeAll(async () => {
  world = await createWorld()
  invoice = await world.stamp(factura([line('1000')]))
  first = await world.stamp(pago([{ factura: invoice }], { ...received, Monto: '580.00' }))
  note = await world.stamp(
    notaDeCredito(invoice, { Total: '116.00', Descripcion: 'Bonificación' }, { FormaPago: '03' }),
  )
})

describe('paymentSummary', () => {
  it('of an invoice that nobody paid', () => {
    expect(paymentSummary(invoice)).toMatchObject({
      Total: '1160.00',
      paid: '0.00',
      credited: '0.00',
      balance: '1160.00',
      NumParcialidad: 1,
      payments: [],
      taxes: {
        paid: [],
        pending: [{ Impuesto: '002', TasaOCuota: '0.160000', Base: '1000.00', Importe: '160.00' }],
      },
    })
  })

  it('of one with a payment and a credit note', () => {
    const summary = paymentSummary(invoice, [first], [note])
    expect(summary).toMatchObject({
      paid: '580.00',
      credited: '116.00',
      balance: '464.00',
      NumParcialidad: 2,
      ImpSaldoAnt: '464.00',
    })
    expect(summary.payments).toMatchObject([
      { NumParcialidad: 1, ImpPagado: '580.00', ImpSaldoInsoluto: '580.00' },
    ])
    expect(summary.taxes.paid).toMatchObject([
      { withheld: false, Base: '500.00', Importe: '80.00' },
    ])
    // 464 of 1160 of 1000.00 and 160.00
    expect(summary.taxes.pending).toMatchObject([{ Base: '400.00', Importe: '64.00' }])
  })

  it('leaves out the taxes of returned lines', async () => {
    const zero = { Base: 'AUTO', Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.000000' }
    const untaxed = line('1000', { Impuestos: { Traslados: [{ ...zero, Importe: 'AUTO' }] } })
    const sold = await world.stamp(factura([line('1000'), untaxed]))
    const returned = await world.stamp(
      notaDeCredito(sold, { devoluciones: [{ concepto: 1 }] }, { FormaPago: '03' }),
    )
    const summary = paymentSummary(sold, [], [returned])
    expect(summary).toMatchObject({ Total: '2160.00', balance: '1160.00' })
    const all = [{ TasaOCuota: '0.160000', Base: '1000.00', Importe: '160.00' }]
    expect(summary.taxes.pending).toMatchObject(all)
    expect(summary.taxes.pending).toHaveLength(1)
    const receipts: Comprobante[] = []
    for (const Monto of ['333.33', '500.00', undefined])
      receipts.push(
        await world.stamp(
          pago([paymentSummary(sold, receipts, [returned])], { ...received, Monto }),
        ),
      )
    const { balance, taxes } = paymentSummary(sold, receipts, [returned])
    expect(balance).toBe('0.00')
    const [{ Base, Importe }] = taxes.paid as unknown as [{ Base: string; Importe: string }]
    expect(taxes.paid).toHaveLength(1)
    expect([Number(Base), Number(Importe)]).toEqual([1000, 160])
  })

  it('goes into pago', async () => {
    const summary = paymentSummary(invoice, [first], [note])
    const rest = pago([summary], received)
    expect(doctosOf(rest)).toMatchObject([
      { NumParcialidad: '2', ImpSaldoAnt: '464.00', ImpPagado: '464.00' },
    ])
    const part = await world.stamp(pago([{ ...summary, ImpPagado: '64.00' }], received))
    expect(paymentSummary(invoice, [part, first], [note])).toMatchObject({
      balance: '400.00',
      NumParcialidad: 3,
    })
    const twice = pagos([
      { ...received, Monto: '100.00', facturas: [summary] },
      { ...received, facturas: [summary] },
    ])
    expect(doctosOf(twice)).toMatchObject([
      { NumParcialidad: '2', ImpPagado: '100.00' },
      { NumParcialidad: '3', ImpSaldoAnt: '364.00', ImpPagado: '364.00' },
    ])
  })

  it('reads XML, as text and as bytes', () => {
    const [xml, receipt] = [writeCfdi(invoice), writeCfdi(first)]
    expect(paymentSummary(xml, [new TextEncoder().encode(receipt)])).toMatchObject({
      balance: '580.00',
    })
    expect(doctosOf(pago([{ factura: xml }], received))).toEqual(
      doctosOf(pago([{ factura: invoice }], received)),
    )
  })

  it.each<[string, () => unknown, RegExp]>([
    ['a credit note', () => paymentSummary(note), /it is a credit note \(E\), and only invoices/],
    [
      'a receipt of another',
      () => paymentSummary(invoice, [invoice]),
      /is no receipt of payment of the invoice/,
    ],
    ['a receipt twice', () => paymentSummary(invoice, [first, first]), /comes twice/],
    [
      'a note of another',
      () => paymentSummary(invoice, [], [first]),
      /notes: .* is no credit note of the invoice/,
    ],
    [
      'more than its Total',
      () => paymentSummary({ ...invoice, Total: '600.00' }, [first], [note]),
      /más que su Total/,
    ],
  ])('is refused: %s', (_, summarise, why) => {
    expect(summarise).toThrow(TypeError)
    expect(summarise).toThrow(why)
  })
})

describe('pago', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'a second instalment without its balance',
      () => pago([{ factura: invoice, NumParcialidad: 2 }], received),
      /ImpSaldoAnt: give it, because NumParcialidad is 2/,
    ],
    [
      'an instalment that is no number',
      () => pago([{ factura: invoice, NumParcialidad: 1.9 }], received),
      /whole number/,
    ],
    ['a credit note', () => pago([{ factura: note }], received), /it is a credit note/],
    [
      'the invoice by itself',
      () => pago([invoice as never], received),
      /facturas\[0\]: \{ factura \} is expected/,
    ],
    [
      'an answer of stamp',
      () => pago([{ factura: { ok: true, cfdi: {} } as never }], received),
      /facturas\[0\]\.factura: .* not the answer of stamp/,
    ],
    [
      'a misspelt amount',
      () => pago([{ factura: invoice, impPagado: '100.00' } as never], received),
      /facturas\[0\]: unknown option impPagado; did you mean ImpPagado\?/,
    ],
    [
      'a misspelt balance',
      () => pago([{ factura: invoice, ImpSaldoAnterior: '1' } as never], received),
      /unknown option ImpSaldoAnterior/,
    ],
    [
      'a misspelt payment',
      () => pago([{ factura: invoice }], { ...received, NumOperation: '1' } as never),
      /did you mean NumOperacion/,
    ],
    [
      'a misspelt option',
      () => pago([{ factura: invoice }], received, { serie: 'P' } as never),
      /did you mean Serie/,
    ],
    [
      'onWarning, which is no more',
      () => pago([{ factura: invoice }], received, { onWarning: () => {} } as never),
      /unknown option onWarning/,
    ],
    [
      'no list',
      () => pago({ factura: invoice } as never, received),
      /facturas: a list of one at least/,
    ],
  ])('refuses %s', (_, build, why) => {
    expect(build).toThrow(TypeError)
    expect(build).toThrow(why)
  })

  it('makes due all of a quota over instalments', async () => {
    // 5.2236 litres at 6.001445: 31.35.
    const taxes = {
      Traslados: [
        {
          Base: 'AUTO',
          Impuesto: '003',
          TipoFactor: 'Cuota',
          TasaOCuota: '6.001445',
          Importe: 'AUTO',
        },
      ],
    }
    const fuel = await world.stamp(factura([line('40', { Cantidad: '5.2236', Impuestos: taxes })]))
    expect(fuel.Impuestos?.TotalImpuestosTrasladados).toBe('31.35')
    const third = String(Math.floor(Number(fuel.Total) / 3))
    const drafts: Comprobante[] = []
    for (const Monto of [third, third, undefined])
      drafts.push(await world.stamp(pago([paymentSummary(fuel, drafts)], { ...received, Monto })))
    const { balance, taxes: due } = paymentSummary(fuel, drafts)
    expect([balance, Number(due.paid[0]?.Importe).toFixed(2)]).toEqual(['0.00', '31.35'])
  })
})
