import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../src/auto/auto.js'
import { uuidOf } from '../../src/build/factura.js'
import { notaDeCredito } from '../../src/build/notaDeCredito.js'
import { Decimal } from '../../src/lib/decimal.js'
import type { Comprobante } from '../../src/model/comprobante.js'
import { anyDecimals, decimals } from '../auto/carts.js'
import { createWorld, customer, factura, line, type World } from './world.js'

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

beforeAll(async () => {
  world = await createWorld()
  const paid = { FormaPago: '03', MetodoPago: 'PUE' }
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
      Conceptos: [{ ClaveProdServ: '84111506', ClaveUnidad: 'ACT', Descripcion: 'Bonificación', Importe: '100.00' }],
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
    expect(Conceptos.map(({ ObjetoImp, Impuestos }) => [ObjetoImp, Impuestos?.Traslados?.[0]?.TipoFactor])).toEqual([
      ['02', 'Tasa'],
      ['02', 'Exento'],
      ['01', undefined],
    ])
  })

  it('comes to exactly what is given back, and breaks no rule', async () => {
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

  it('gives back part of a line, with its part of the discount, cut to the cent', async () => {
    const document = await world.stamp(
      notaDeCredito(mixed, { devoluciones: [{ concepto: 0, Cantidad: 2 }, { concepto: 1 }] }),
    )
    expect(document.Conceptos[0]).toMatchObject({
      Cantidad: '2',
      ValorUnitario: '99.99',
      Importe: '199.98',
      Descuento: '3.58',
      Impuestos: { Traslados: [{ Base: '196.408571', Importe: '31.42' }] },
    })
    expect(document.Total).toBe('477.82')
  })

  it('breaks no rule, whatever is returned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.nat(3), anyDecimals(0.1, 1), async (which, at, share) => {
        const invoice = invoices[which] as Comprobante
        const concepto = at % invoice.Conceptos.length
        const sold = Decimal.of(String(invoice.Conceptos[concepto]?.Cantidad))
        const Cantidad = sold.times(Decimal.of(share)).round(6).toString()
        expect(await world.errors(notaDeCredito(invoice, { devoluciones: [{ concepto, Cantidad }] }))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('has no effect for a receiver that is nobody, or an employee', async () => {
    const receptor = (changes: Json): Comprobante => ({ ...simple, Receptor: { ...simple.Receptor, ...changes } })
    const uso = (invoice: Comprobante): unknown => notaDeCredito(invoice, credit('1'))['Receptor']
    expect(uso(receptor({ Rfc: 'XAXX010101000' }))).toMatchObject({ UsoCFDI: 'S01', DomicilioFiscalReceptor: '64000' })
    expect(uso(receptor({ RegimenFiscalReceptor: '605' }))).toMatchObject({ UsoCFDI: 'S01' })
  })

  it.each<[string, () => unknown, RegExp]>([
    ['more than the invoice', () => notaDeCredito(simple, credit('1160.01')), /más que/],
    ['nothing', () => notaDeCredito(simple, credit(0)), /mayor que cero/],
    ['what is no amount', () => notaDeCredito(simple, credit('todo')), /importe/],
    ['a line that is not there', () => notaDeCredito(simple, { devoluciones: [{ concepto: 3 }] }), /no tiene/],
    ['more than was sold', () => notaDeCredito(simple, { devoluciones: [{ concepto: 0, Cantidad: 2 }] }), /de 1/],
    ['no lines', () => notaDeCredito(simple, { devoluciones: [] }), /al menos uno/],
    ['an invoice to be paid', () => notaDeCredito({ ...simple, FormaPago: '99' }, credit(1)), /FormaPago/],
    ['an invoice that was not stamped', () => notaDeCredito({ ...simple, Complemento: {} }, credit(1)), /UUID/],
  ])('refuses %s', (_, build, why) => {
    expect(build).toThrow(TypeError)
    expect(build).toThrow(why)
  })
})
