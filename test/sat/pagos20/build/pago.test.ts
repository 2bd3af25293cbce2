import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { Decimal } from '../../../../src/lib/decimal.js'
import { uuidOf } from '../../../../src/sat/cfdi40/build/factura.js'
import { check } from '../../../../src/sat/cfdi40/check.js'
import { pago, pagos } from '../../../../src/sat/pagos20/build/pago.js'
import { customer, factura, line, type World } from '../../cfdi40/build/world.js'

import {
  complementOf,
  createPaidWorld,
  doctosOf,
  exempt,
  type Invoices,
  recibido,
} from './paidWorld.js'

let world: World
let invoices: Invoices

beforeAll(async () => {
  const paid = await createPaidWorld()
  world = paid.world
  invoices = paid.invoices
})

describe('pago', () => {
  it('treats undefined members as absent', () => {
    const nothing = {
      LugarExpedicion: undefined,
      Emisor: undefined,
      Serie: undefined,
      Receptor: undefined,
    }
    const given = [{ factura: invoices.simple }]
    expect(pago(given, recibido, nothing as never)).toEqual(pago(given, recibido))
  })

  it('stamps one invoice paid whole', async () => {
    const document = await world.stamp(
      pago([{ factura: invoices.simple }], { ...recibido, Monto: '11600' }),
    )
    expect(document).toMatchObject({
      TipoDeComprobante: 'P',
      Moneda: 'XXX',
      SubTotal: '0',
      Total: '0',
      Receptor: { Rfc: customer.Rfc, UsoCFDI: 'CP01' },
      Conceptos: [{ ClaveProdServ: '84111506', Descripcion: 'Pago', ObjetoImp: '01' }],
    })
    const [one] = complementOf(document).Pago
    expect(one).toMatchObject({
      FechaPago: '2026-11-21T12:00:00',
      TipoCambioP: '1',
      Monto: '11600',
    })
    expect(one?.DoctoRelacionado).toMatchObject([
      {
        IdDocumento: uuidOf(invoices.simple),
        Serie: 'A',
        Folio: invoices.simple.Folio,
        EquivalenciaDR: '1',
        NumParcialidad: '1',
        ImpSaldoAnt: '11600.00',
        ImpPagado: '11600.00',
        ImpSaldoInsoluto: '0.00',
        ObjetoImpDR: '02',
        ImpuestosDR: { TrasladosDR: [{ BaseDR: '10000.00', ImporteDR: '1600.00' }] },
      },
    ])
    expect(complementOf(document).Totales).toEqual({
      TotalTrasladosBaseIVA16: '10000.00',
      TotalTrasladosImpuestoIVA16: '1600.00',
      MontoTotalPagos: '11600.00',
    })
  })

  it('breaks no rule, not even those without a code', async () => {
    expect(await world.findings(pago([{ factura: invoices.freight }], recibido))).toEqual([])
  })

  it('goes on with the next instalment', async () => {
    const first = pago([{ factura: invoices.simple }], { ...recibido, Monto: '5000' })
    const second = pago(
      [{ factura: invoices.simple, NumParcialidad: 2, ImpSaldoAnt: '6600' }],
      recibido,
    )
    const [one, two] = [
      complementOf(await world.stamp(first)).Pago[0],
      complementOf(await world.stamp(second)).Pago[0],
    ]
    expect(one?.DoctoRelacionado[0]).toMatchObject({
      ImpPagado: '5000.00',
      ImpSaldoInsoluto: '6600.00',
    })
    expect(one?.ImpuestosP?.TrasladosP).toMatchObject([
      { BaseP: '4310.344828', ImporteP: '689.655172' },
    ])
    expect(two).toMatchObject({
      Monto: '6600.00',
      DoctoRelacionado: [{ NumParcialidad: '2', ImpSaldoInsoluto: '0.00' }],
    })
    expect(two?.ImpuestosP?.TrasladosP).toMatchObject([
      { BaseP: '5689.655172', ImporteP: '910.344828' },
    ])
  })

  it('keeps each tax within the limits of its base, where the invoice of many lines is cents away', async () => {
    const cents = {
      Base: '0.03',
      Impuesto: '002',
      TipoFactor: 'Tasa',
      TasaOCuota: '0.160000',
      Importe: '0.00',
    }
    const lines = Array.from({ length: 60 }, () =>
      line('0.03', { Impuestos: { Traslados: [cents] } }),
    )
    const invoice = await world.stamp(factura(lines))
    expect(invoice.Total).toBe('1.80')
    const [one] = complementOf(await world.stamp(pago([{ factura: invoice }], recibido))).Pago
    expect(one?.ImpuestosP?.TrasladosP).toMatchObject([{ BaseP: '1.80', ImporteP: '0.28' }])
  })

  it('settles invoices in order until it is used up', async () => {
    const all = [invoices.mixed, invoices.freight, invoices.untaxed, invoices.exempt].map(
      (one) => ({ factura: one }),
    )
    const document = await world.stamp(pago(all, { ...recibido, Monto: '5000.00' }))
    const [one] = complementOf(document).Pago
    expect(
      one?.DoctoRelacionado.map(({ ImpPagado, ImpSaldoInsoluto }) => [ImpPagado, ImpSaldoInsoluto]),
    ).toEqual([
      [invoices.mixed.Total, '0.00'],
      [expect.stringMatching(/^3\d{3}\./), expect.stringMatching(/^\d+\.\d\d$/)],
    ])
    const paid = Decimal.sum(
      (one?.DoctoRelacionado ?? []).map(({ ImpPagado }) => Decimal.of(ImpPagado)),
    )
    expect(paid.toString()).toBe('5000.00')
  })

  it('includes withheld, exempt and untaxed amounts', async () => {
    const all = [invoices.mixed, invoices.freight, invoices.untaxed].map((one) => ({
      factura: one,
    }))
    const complement = complementOf(await world.stamp(pago(all, recibido)))
    expect(Object.keys(complement.Totales).sort()).toEqual([
      'MontoTotalPagos',
      'TotalRetencionesISR',
      'TotalRetencionesIVA',
      'TotalTrasladosBaseIVA16',
      'TotalTrasladosBaseIVAExento',
      'TotalTrasladosImpuestoIVA16',
    ])
    expect(complement.Pago[0]?.DoctoRelacionado.map(({ ObjetoImpDR }) => ObjetoImpDR)).toEqual([
      '02',
      '02',
      '04',
    ])
  })

  it('pays an invoice in dollars with pesos, at the rate of the day', async () => {
    const one = { factura: invoices.dollars, TipoCambio: '18.4527' }
    const document = await world.stamp(pago([one], { ...recibido, Monto: '21405.14' }))
    expect(complementOf(document).Pago[0]?.DoctoRelacionado).toMatchObject([
      {
        MonedaDR: 'USD',
        EquivalenciaDR: '0.0541926114',
        ImpPagado: '1160.00',
        ImpSaldoInsoluto: '0.00',
      },
    ])
  })

  it('pays invoices in pesos and dollars with dollars', async () => {
    const all = [
      { factura: invoices.simple },
      { factura: invoices.dollars },
      { factura: invoices.freight },
    ]
    const document = await world.stamp(
      pago(all, { ...recibido, MonedaP: 'USD', TipoCambioP: '18.4527', Monto: '1900.00' }),
    )
    const [one] = complementOf(document).Pago
    expect(
      one?.DoctoRelacionado.map(({ EquivalenciaDR, ImpPagado }) => [EquivalenciaDR, ImpPagado]),
    ).toEqual([
      ['18.4527', '11600.00'],
      ['1.0000000000', '1160.00'],
      ['18.4527', expect.any(String)],
    ])
    expect(complementOf(document).Totales.MontoTotalPagos).toBe('35060.13')
  })

  it.each([
    ['17.5', '20300.00'],
    // 19863.144, 19863.376 and 20010.058: payers round them.
    ['17.1234', '19863.14'],
    ['17.1236', '19863.38'],
    ['17.250050', '20010.06'],
  ])(
    'settles 1160.00 dollars at %s with %s pesos, and opens nothing with what a rounding leaves',
    (TipoCambio, Monto) => {
      const all = [{ factura: invoices.dollars, TipoCambio }, { factura: invoices.simple }]
      const [one, ...others] = doctosOf(pago(all, { ...recibido, Monto }))
      expect(one).toMatchObject({ ImpPagado: '1160.00' })
      expect(others).toEqual([])
      // A peso more opens the next.
      const more = Decimal.of(Monto).plus(Decimal.one).toString()
      expect(doctosOf(pago(all, { ...recibido, Monto: more }))).toMatchObject([
        { ImpPagado: '1160.00' },
        {},
      ])
    },
  )

  it('takes no more than Monto is worth of an invoice that it does not reach for, and opens no other', () => {
    const all = [{ factura: invoices.dollars, TipoCambio: '17.5' }, { factura: invoices.simple }]
    expect(doctosOf(pago(all, { ...recibido, Monto: '20299.90' }))).toMatchObject([
      { ImpPagado: '1159.99' },
    ])
  })

  it('reserves the stated paid amount of an invoice', () => {
    const all = [{ factura: invoices.simple }, { factura: invoices.untaxed, ImpPagado: '300' }]
    expect(doctosOf(pago(all, { ...recibido, Monto: '1000' }))).toMatchObject([
      { ImpPagado: '700.00' },
      { ImpPagado: '300.00' },
    ])
  })

  it('derives Monto from the rate and not from its ten decimals', async () => {
    const million = { ...invoices.dollars, Total: '1000000.00' }
    const one = {
      factura: { ...million, Conceptos: invoices.untaxed.Conceptos },
      TipoCambio: '17.5',
    }
    const document = pago([one], recibido)
    expect(document).toMatchObject({ Complemento: { Pagos: { Pago: [{ Monto: '17500000.00' }] } } })
    expect(await world.errors(document)).toEqual([])
  })

  it.each([
    [
      '100 at 16 % and 0.004 exempt',
      [line('100'), line('0.004', { Impuestos: exempt })],
      undefined,
    ],
    [
      'a peso of 48000 and 0.02 exempt',
      [
        line('48000', { Impuestos: undefined, ObjetoImp: '01' }),
        line('0.02', { Impuestos: exempt }),
      ],
      '1.00',
    ],
  ])('leaves a tax out whose base rounds to zero: %s', async (_, lines, Monto) => {
    const invoice = await world.stamp(factura(lines))
    const document = pago([{ factura: invoice }], { ...recibido, Monto })
    expect(await world.findings(document)).toEqual([])
    const [docto] = doctosOf(document)
    expect(JSON.stringify(docto)).not.toContain('Exento')
  })

  it('reports payments beyond Monto as such, and not as a missing rate', async () => {
    const one = { factura: invoices.simple, ImpPagado: '500' }
    const found = await world.errors(pago([one], { ...recibido, Monto: '400' }))
    expect(found.map(({ code }) => code)).toEqual(['CRP20217'])
  })

  it('computes the rate from the paid amount and the payment', async () => {
    const one = { factura: invoices.dollars, ImpPagado: '580' }
    const document = await world.stamp(pago([one], { ...recibido, Monto: '10700.01' }))
    expect(complementOf(document).Pago[0]?.DoctoRelacionado).toMatchObject([
      { EquivalenciaDR: '0.0542055568', ImpPagado: '580.00', ImpSaldoInsoluto: '580.00' },
    ])
  })

  it('carries on within a receipt of several payments', async () => {
    const document = await world.stamp(
      pagos([
        { ...recibido, Monto: '5000', facturas: [{ factura: invoices.simple }] },
        {
          ...recibido,
          FormaDePagoP: '01',
          Monto: '7000',
          facturas: [{ factura: invoices.simple }, { factura: invoices.untaxed }],
        },
      ]),
    )
    const doctos = complementOf(document).Pago.map(({ DoctoRelacionado }) =>
      DoctoRelacionado.map(({ NumParcialidad, ImpSaldoAnt, ImpPagado }) => [
        NumParcialidad,
        ImpSaldoAnt,
        ImpPagado,
      ]),
    )
    expect(doctos).toEqual([
      [['1', '11600.00', '5000.00']],
      [
        ['2', '6600.00', '6600.00'],
        ['1', '500.00', '400.00'],
      ],
    ])
    expect(complementOf(document).Totales.MontoTotalPagos).toBe('12000.00')
  })

  it.each<[string, () => Json, RegExp]>([
    ['no invoices', () => pago([], recibido), /facturas/],
    [
      'a payment of nothing',
      () => pago([{ factura: invoices.simple }], { ...recibido, Monto: 0 }),
      /Monto/,
    ],
    [
      'an invoice without stamp',
      () => pago([{ factura: { ...invoices.simple, Complemento: {} } }], recibido),
      /UUID/,
    ],
    [
      'dollars without rate',
      () => pago([{ factura: invoices.dollars }], recibido),
      /factura [-\dA-F]{36}: the rate of USD is missing; give TipoCambio \(pesos for a USD\) or EquivalenciaDR \(USD for a MXN\)/i,
    ],
    [
      'dollars without rate, but with what is paid of them',
      () => pago([{ factura: invoices.dollars, ImpPagado: '580' }], recibido),
      /of USD is missing; .*TipoCambio/,
    ],
    [
      'dollars without rate, of which nothing is left',
      () =>
        pago([{ factura: invoices.simple }, { factura: invoices.dollars, ImpPagado: '580' }], {
          ...recibido,
          Monto: '5000',
        }),
      /of USD is missing; .*TipoCambio/,
    ],
    [
      'dollars without rate, before an invoice that takes what is left',
      () =>
        pago([{ factura: invoices.dollars, ImpPagado: '580' }, { factura: invoices.simple }], {
          ...recibido,
          Monto: '5000',
        }),
      /of USD is missing; .*TipoCambio/,
    ],
    [
      'dollars and euros without rate',
      () =>
        pago(
          [
            { factura: invoices.dollars, ImpPagado: '580' },
            { factura: { ...invoices.dollars, Moneda: 'EUR' }, ImpPagado: '580' },
          ],
          { ...recibido, Monto: '50000' },
        ),
      /of USD is missing; .*TipoCambio/,
    ],
    [
      'more owed than charged',
      () => pago([{ factura: invoices.simple, ImpSaldoAnt: '11600.01' }], recibido),
      /ImpSaldoAnt 11600.01 es más que su Total 11600.00/,
    ],
    [
      'more paid than owed',
      () => pago([{ factura: invoices.simple, ImpPagado: '11600.01' }], recibido),
      /ImpPagado 11600.01 es más que su saldo 11600.00/,
    ],
    [
      'a payment in dollars without rate',
      () => pago([{ factura: invoices.dollars }], { ...recibido, MonedaP: 'USD' }),
      /TipoCambioP: give the rate .*pesos for a USD/,
    ],
    [
      'several receivers',
      () =>
        pago(
          [
            { factura: invoices.simple },
            { factura: { ...invoices.untaxed, Receptor: { ...customer, Rfc: 'DFA120523K49' } } },
          ],
          recibido,
        ),
      /of several receivers; give Receptor/,
    ],
  ])('refuses %s', (_, build, why) => {
    expect(build).toThrow(TypeError)
    expect(build).toThrow(why)
  })

  it('carries a warning of an invoice that was paid at once, and of no other, even in a copy', () => {
    const { simple, freight } = invoices
    const facturas = [
      { factura: { ...simple, MetodoPago: 'PUE' as const } },
      { factura: { ...freight, MetodoPago: 'PPD' as const } },
    ]
    const draft = pago(facturas, { ...recibido, FechaPago: simple.Fecha })
    const found = check({ ...draft, Serie: 'P' }).filter(({ code }) => code.startsWith('CRP20-B'))
    expect(found).toMatchObject([
      {
        code: 'CRP20-B01',
        severity: 'warning',
        element: 'DoctoRelacionado',
        field: 'IdDocumento',
        path: 'Complemento.Pagos.Pago[0].DoctoRelacionado[0].IdDocumento',
      },
    ])
    expect(JSON.parse(JSON.stringify(draft))).toEqual(JSON.parse(JSON.stringify({ ...draft })))
  })

  it('returns its warnings with the answer of stamp', async () => {
    const { simple } = invoices
    const draft = pago([{ factura: simple }], {
      ...recibido,
      FechaPago: '2019-01-02',
      Monto: '116000',
    })
    const codes = (await world.findings(draft)).map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['CRP20-B02', 'CRP20-B03']))
  })
})
