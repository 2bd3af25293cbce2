import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { Decimal } from '../../../../src/lib/decimal.js'
import { uuidOf } from '../../../../src/sat/cfdi40/build/factura.js'
import { facturaGlobal } from '../../../../src/sat/cfdi40/build/facturaGlobal.js'
import { notaDeCredito } from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import { iva16, ivaExento } from '../../../../src/sat/cfdi40/build/traslados.js'
import { carriedWarnings } from '../../../../src/sat/cfdi40/carried.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { anyDecimals, decimals } from '../derive/carts.js'
import { company, createWorld, customer, factura, line, type World } from './world.js'

const tax = (Impuesto: string, TasaOCuota: string, TipoFactor = 'Tasa'): Json => ({
  Base: 'AUTO',
  Impuesto,
  TipoFactor,
  TasaOCuota,
  Importe: 'AUTO',
})
const iva = tax('002', '0.160000')
const exento = { Base: 'AUTO', Impuesto: '002', TipoFactor: 'Exento' }
const withTaxes = (Traslados: readonly Json[], Retenciones?: readonly Json[]): Json => ({
  Impuestos: { Traslados, ...(Retenciones === undefined ? {} : { Retenciones }) },
})
const fees = withTaxes([iva], [tax('001', '0.100000'), tax('002', '0.106667')])
const drinks = withTaxes([tax('003', '0.265000'), tax('003', '1.500000', 'Cuota'), iva])

let world: World
let invoices: readonly Comprobante[]
let simple: Comprobante
let mixed: Comprobante

const paid = { FormaPago: '03', MetodoPago: 'PUE' }

beforeAll(async () => {
  world = await createWorld()
  const untaxed = { Impuestos: undefined, ObjetoImp: '01' }
  invoices = await Promise.all([
    world.stamp(factura([line('1000')], paid)),
    world.stamp(
      factura(
        [
          line('99.99', { Cantidad: '7', Descuento: '12.5' }),
          line('250', withTaxes([exento])),
          line('80', untaxed),
          line('12.345678'),
        ],
        paid,
      ),
    ),
    world.stamp(factura([line('4321.09', fees), line('200', drinks)], paid)),
    world.stamp(
      factura([line('333', drinks), line('10', withTaxes([tax('002', '0.000000')]))], {
        ...paid,
        Moneda: 'USD',
        TipoCambio: '18.5',
      }),
    ),
  ])
  ;[simple, mixed] = invoices as [Comprobante, Comprobante]
})

const credit = (Total: string | number) => ({ Total, Descripcion: 'Bonificación' })

describe('notaDeCredito', () => {
  it('gives back an amount', async () => {
    const document = await world.stamp(notaDeCredito(simple, credit('116.00')))
    expect(document).toMatchObject({
      TipoDeComprobante: 'E',
      FormaPago: '03',
      MetodoPago: 'PUE',
      Total: '116.00',
      SubTotal: '100.00',
      Emisor: { Rfc: 'PLO150312QT1' },
      Receptor: { Rfc: customer.Rfc, UsoCFDI: 'G02' },
      CfdiRelacionados: [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID: uuidOf(simple) }] }],
      Conceptos: [
        {
          ClaveProdServ: '84111506',
          ClaveUnidad: 'ACT',
          Descripcion: 'Bonificación',
          Importe: '100.00',
        },
      ],
    })
  })

  it('gives back the whole of any invoice, and breaks no rule', async () => {
    for (const invoice of invoices) {
      const document = notaDeCredito(invoice, credit(String(invoice.Total)))
      expect(await world.findings(document)).toEqual([])
      expect((await world.stamp(document)).Total).toBe(invoice.Total)
    }
  })

  it('shares an amount out among the taxes of the invoice', async () => {
    const { Conceptos } = await world.stamp(notaDeCredito(mixed, credit('500')))
    expect(
      Conceptos.map(({ ObjetoImp, Impuestos }) => [
        ObjetoImp,
        Impuestos?.Traslados?.[0]?.TipoFactor,
      ]),
    ).toEqual([
      ['02', 'Tasa'],
      ['02', 'Exento'],
      ['01', undefined],
    ])
  })

  it('keeps base and net amount together after a return, also where withholdings share a row', async () => {
    const other = withTaxes([iva], [tax('002', '0.060000')])
    const invoice = await world.stamp(factura([line('1000', fees), line('1000', other)], paid))
    const returned = await world.stamp(
      notaDeCredito(invoice, { devoluciones: [{ concepto: 0 }] }, { anteriores: [] }),
    )
    for (const Total of ['100.00', String(Number(invoice.Total) - Number(returned.Total))]) {
      const note = notaDeCredito(invoice, credit(Total), { anteriores: [returned] })
      const { Conceptos } = await world.stamp(note)
      expect(Conceptos).toHaveLength(1)
      for (const { Importe, Impuestos } of Conceptos)
        for (const { Base } of [...(Impuestos?.Traslados ?? []), ...(Impuestos?.Retenciones ?? [])])
          expect(Number(Base)).toBeCloseTo(Number(Importe), 1)
    }
  })

  it('credits the rest on the lines that are left, after a discount and a return at full price', async () => {
    const withheld = [tax('002', '0.060000')]
    const lines = [
      line('1000', withTaxes([iva], withheld)),
      line('1000', withTaxes([exento], withheld)),
    ]
    const invoice = await world.stamp(factura(lines, paid))
    const discount = await world.stamp(notaDeCredito(invoice, credit('204.00'), { anteriores: [] }))
    const returned = await world.stamp(
      notaDeCredito(invoice, { devoluciones: [{ concepto: 1 }] }, { anteriores: [discount] }),
    )
    const rest = Number(invoice.Total) - Number(discount.Total) - Number(returned.Total)
    const last = await world.stamp(
      notaDeCredito(invoice, credit(rest.toFixed(2)), { anteriores: [discount, returned] }),
    )
    expect(last.Total).toBe(rest.toFixed(2))
    expect(last.Conceptos).toMatchObject([
      {
        Importe: '800.00',
        Impuestos: { Traslados: [{ TasaOCuota: '0.160000', Importe: '144.00' }] },
      },
    ])
  })

  it('has exactly the credited total, and breaks no rule', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), decimals(0.5, 300, 2), async (at, Total) => {
        const document = notaDeCredito(invoices[at] as Comprobante, credit(Total))
        expect(await world.errors(document)).toEqual([])
        expect((await world.stamp(document)).Total).toBe(Total)
      }),
      { numRuns: 150 },
    )
  })

  it('gives back lines as they were invoiced', async () => {
    const devoluciones = mixed.Conceptos.map((_, concepto) => ({ concepto }))
    const document = await world.stamp(notaDeCredito(mixed, { devoluciones }))
    expect(document.Conceptos).toEqual(mixed.Conceptos)
    expect(document.Total).toBe(mixed.Total)
  })

  it('gives back part of a line, with its part of the discount', async () => {
    const document = await world.stamp(
      notaDeCredito(mixed, { devoluciones: [{ concepto: 0, Cantidad: 2 }, { concepto: 1 }] }),
    )
    expect(document.Conceptos[0]).toMatchObject({
      Cantidad: '2',
      ValorUnitario: '99.99',
      Importe: '199.98',
      Descuento: '3.58',
      Impuestos: { Traslados: [{ Base: '196.408571', Importe: '31.425371' }] },
    })
    // 196.408571 and its 16 %, and 250.00 exempt: 477.833942.
    expect(document.Total).toBe('477.83')
  })

  it('breaks no rule, whatever is returned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.nat(3), anyDecimals(0.1, 1), async (which, at, share) => {
        const invoice = invoices[which] as Comprobante
        const concepto = at % invoice.Conceptos.length
        const sold = Decimal.of(String(invoice.Conceptos[concepto]?.Cantidad))
        const Cantidad = sold.times(Decimal.of(share)).round(6).toString()
        expect(
          await world.errors(notaDeCredito(invoice, { devoluciones: [{ concepto, Cantidad }] })),
        ).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('credits each tax of a ticket with the base that it had', async () => {
    const ventas = [
      { Total: '116.00', Traslados: iva16 },
      { Total: '100.00', Traslados: ivaExento },
    ]
    const global = await world.stamp(
      facturaGlobal([{ NoIdentificacion: 'T1', FormaPago: '01', Ventas: ventas }], {
        ...company,
        Periodicidad: '01',
        dia: '2026-11-20',
      }),
    )
    const { Total, Impuestos } = await world.stamp(notaDeCredito(global, credit('216.00')))
    expect([Total, Impuestos]).toEqual(['216.00', global.Impuestos])
  })

  it('equal lines are returned in any order, each once', async () => {
    const twins = await world.stamp(factura([line('12'), line('12'), line('30')], paid))
    const returning = (concepto: number) => ({ devoluciones: [{ concepto }] })
    const first = await world.stamp(notaDeCredito(twins, returning(1), { anteriores: [] }))
    const second = await world.stamp(notaDeCredito(twins, returning(0), { anteriores: [first] }))
    expect(second.Total).toBe(first.Total)
    for (const concepto of [0, 1])
      expect(() =>
        notaDeCredito(twins, returning(concepto), { anteriores: [first, second] }),
      ).toThrow('ya se devolvieron')
  })

  describe('of a line of ten with a discount written without decimals', () => {
    let invoice: Comprobante
    beforeAll(async () => {
      const fields = { Cantidad: '10', Descuento: '9' }
      invoice = await world.stamp(
        factura([line('100', fields)], { FormaPago: '03', MetodoPago: 'PUE' }),
      )
    })
    const one = { devoluciones: [{ concepto: 0, Cantidad: '1' }] }

    it('gives back a tenth, with a warning, when nothing is known of other notes', async () => {
      const { Conceptos, Total } = await world.stamp(notaDeCredito(invoice, one))
      // A tenth of 1149.56.
      expect([Conceptos[0]?.Descuento, Total]).toEqual(['0.9', '114.96'])
      const codes = async (more: object): Promise<string[]> =>
        (await world.findings(notaDeCredito(invoice, one, more))).map(({ code }) => code)
      expect(await codes({})).toContain('CFDI40-B02')
      expect(await codes({ anteriores: [] })).not.toContain('CFDI40-B02')
    })

    it('gives back exactly that when each is given those before it', async () => {
      const notas: Comprobante[] = []
      for (let at = 0; at < 10; at++)
        notas.push(await world.stamp(notaDeCredito(invoice, one, { anteriores: [...notas] })))
      expect(Decimal.sum(notas.map(({ Total }) => Decimal.of(Total))).toString()).toBe(
        invoice.Total,
      )
      expect(() => notaDeCredito(invoice, one, { anteriores: notas })).toThrow(
        /ya se devolvieron 10/,
      )
      expect(() => notaDeCredito(invoice, credit('0.01'), { anteriores: notas })).toThrow(
        /queda por acreditar.* 0\.00/,
      )
    })

    it('credits less for a line discounted afterwards', async () => {
      const bonus = await world.stamp(notaDeCredito(invoice, credit('100.00')))
      const all = { devoluciones: [{ concepto: 0 }] }
      expect(() => notaDeCredito(invoice, all, { anteriores: [bonus] })).toThrow(
        /más que lo que queda/,
      )
      const rest = await world.stamp(
        notaDeCredito(invoice, credit('1049.56'), { anteriores: [bonus] }),
      )
      const taxOf = ({ Impuestos }: Comprobante): Decimal =>
        Decimal.of(Impuestos?.TotalImpuestosTrasladados ?? '0')
      expect(taxOf(bonus).plus(taxOf(rest)).toString()).toBe('158.56')
    })

    it('warns that a returned line does not take a discount into account', async () => {
      const bonus = await world.stamp(notaDeCredito(invoice, credit('100.00')))
      const advance = {
        ...bonus,
        CfdiRelacionados: bonus.CfdiRelacionados?.map((one) => ({ ...one, TipoRelacion: '07' })),
      } as Comprobante
      const part = await world.stamp(notaDeCredito(invoice, one))
      const warned = (...anteriores: readonly Comprobante[]) =>
        carriedWarnings(notaDeCredito(invoice, one, { anteriores }))
      expect(warned(bonus, part)).toMatchObject([
        { code: 'CFDI40-B04', message: expect.stringContaining('acreditaron 100.00 por importe') },
      ])
      expect([...warned(part), ...warned(advance)]).toEqual([])
    })

    it('knows which notes are of it', async () => {
      const nota = await world.stamp(notaDeCredito(invoice, one))
      const refuse = (anteriores: readonly Comprobante[], why: RegExp): void =>
        expect(() => notaDeCredito(invoice, one, { anteriores })).toThrow(why)
      refuse([nota, nota], /comes twice/)
      refuse([invoice], /is no credit note of the invoice/)
      refuse(
        [await world.stamp(notaDeCredito(simple, credit('1')))],
        /is no credit note of the invoice/,
      )
      refuse([{ ...nota, Moneda: 'USD' }], /is in USD/)
    })
  })

  it('gives back part of a line of less than quantity by price in proportion to it', async () => {
    const Impuestos = { Traslados: [{ ...iva, Base: '335.00' }] }
    const invoice = await world.stamp(
      factura([line('0.34', { Cantidad: '1000', Importe: '335.00', Impuestos })], {
        FormaPago: '03',
        MetodoPago: 'PUE',
      }),
    )
    const { Total } = await world.stamp(
      notaDeCredito(invoice, { devoluciones: [{ concepto: 0, Cantidad: '999' }] }),
    )
    // 999 thousandths of 388.60: 388.2114.
    expect([invoice.Total, Total]).toEqual(['388.60', '388.21'])
  })

  describe('in a currency without decimals', () => {
    const yen = { FormaPago: '03', MetodoPago: 'PUE', Moneda: 'JPY', TipoCambio: '0.12' }
    const stamp = (lines: readonly Json[]): Promise<Comprobante> => world.stamp(factura(lines, yen))
    const cuota = withTaxes([tax('003', '1.500000', 'Cuota'), iva])
    const exempt = line('34', withTaxes([exento]))

    it('credits the charge of the lines', async () => {
      const invoice = await stamp([
        line('602.011495', { Cantidad: '0.6' }),
        line('8.88293', { Cantidad: '9.05', ...cuota }),
        exempt,
      ])
      const devoluciones = [{ concepto: 1 }, { concepto: 0, Cantidad: '0.3' }]
      // 80.390517 + 13.575 + 15.034483 = 109.00, and 180.603449 + 28.896551 = 209.50 of half the
      // other: 318.50, of which 210 that part.
      expect((await world.stamp(notaDeCredito(invoice, { devoluciones }))).Total).toBe('319')
    })

    it('gives a line whose net amount must move the price that it then has', async () => {
      const invoice = await stamp([line('5.345', { Cantidad: '20.000', ...fees }), exempt])
      const { Conceptos, Total } = await world.stamp(
        notaDeCredito(invoice, { devoluciones: [{ concepto: 0 }] }),
      )
      // 106.90 + 17.104 - 10.69 - 11.4027023 = 101.9112977
      expect(Total).toBe('102')
      expect(Conceptos).toMatchObject([{ Cantidad: '20.000' }])
    })

    it('gives back no more than a Total whose sums were each rounded down', async () => {
      const isr = withTaxes([exento], [tax('001', '0.012500')])
      const invoice = await stamp([
        line('1184', { Descuento: '12', ...isr }),
        line('1423.175953', {
          Cantidad: '12',
          Descuento: '1024.687',
          ...withTaxes([tax('003', '0.265000'), iva]),
        }),
      ])
      const first = await world.stamp(
        notaDeCredito(invoice, { devoluciones: [{ concepto: 0, Cantidad: '0.7' }] }),
      )
      const devoluciones = [{ concepto: 0, Cantidad: '0.3' }, { concepto: 1 }]
      const second = await world.stamp(
        notaDeCredito(invoice, { devoluciones }, { anteriores: [first] }),
      )
      expect(invoice.Total).toBe('24713')
      expect([first.Total, second.Total]).toEqual(['810', '23903'])
    })

    it('refuses a credit below its unit', async () => {
      const invoice = await stamp([line('0.4', { Cantidad: '10' })])
      const one = { devoluciones: [{ concepto: 0, Cantidad: '1' }] }
      expect(() => notaDeCredito(invoice, one)).toThrow(/muy poco/)
    })
  })

  it('has no effect for a generic receiver, or an employee', async () => {
    const receptor = (changes: Json): Comprobante => ({
      ...simple,
      Receptor: { ...simple.Receptor, ...changes },
    })
    const uso = (invoice: Comprobante): unknown => notaDeCredito(invoice, credit('1'))['Receptor']
    expect(uso(receptor({ Rfc: 'XAXX010101000' }))).toMatchObject({
      UsoCFDI: 'S01',
      DomicilioFiscalReceptor: '64000',
    })
    expect(uso(receptor({ RegimenFiscalReceptor: '605' }))).toMatchObject({ UsoCFDI: 'S01' })
  })

  it.each<[string, () => unknown, RegExp]>([
    ['more than the invoice', () => notaDeCredito(simple, credit('1160.01')), /más que/],
    ['nothing', () => notaDeCredito(simple, credit(0)), /Total: 0 is not more than zero/],
    [
      'what is no amount',
      () => notaDeCredito(simple, credit('todo')),
      /Total: an amount is expected, not todo/,
    ],
    [
      'a line that is not there',
      () => notaDeCredito(simple, { devoluciones: [{ concepto: 3 }] }),
      /has no concepto 3/,
    ],
    [
      'more than was sold',
      () => notaDeCredito(simple, { devoluciones: [{ concepto: 0, Cantidad: 2 }] }),
      /de 1/,
    ],
    [
      'a line twice',
      () => notaDeCredito(simple, { devoluciones: [{ concepto: 0 }, { concepto: 0 }] }),
      /ya se devolvieron 1/,
    ],
    [
      'tenths of a cent',
      () => notaDeCredito(simple, credit('1.005')),
      /1\.005 has more than 2 decimals/,
    ],
    [
      'no lines',
      () => notaDeCredito(simple, { devoluciones: [] }),
      /devoluciones: a list of one at least/,
    ],
    [
      'an invoice to be paid',
      () => notaDeCredito({ ...simple, FormaPago: '99' }, credit(1)),
      /FormaPago: give it/,
    ],
    [
      'an invoice that was not stamped',
      () => notaDeCredito({ ...simple, Complemento: {} }, credit(1)),
      /give its UUID/,
    ],
  ])('refuses %s', (_, build, why) => {
    expect(build).toThrow(TypeError)
    expect(build).toThrow(why)
  })
})
