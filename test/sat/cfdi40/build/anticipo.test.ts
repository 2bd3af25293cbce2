/**
 * The two procedures of the SAT for advances, with the amounts worked out by hand.
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import {
  anticipo,
  aplicacionDeAnticipo,
  facturaConAnticipo,
  facturaPorRemanente,
} from '../../../../src/sat/cfdi40/build/anticipo.js'
import { uuidOf } from '../../../../src/sat/cfdi40/build/factura.js'
import { iva16 } from '../../../../src/sat/cfdi40/build/traslados.js'
import { carriedWarnings } from '../../../../src/sat/cfdi40/carried.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { paymentSummary } from '../../../../src/sat/pagos20/build/paymentSummary.js'
import { stamped } from './invoices.js'
import { company, createWorld, customer, factura, line, type World } from './world.js'

let world: World
let advance: Comprobante

const received = { Total: '5800.00', Traslados: iva16, FormaPago: '03', Receptor: customer }

beforeAll(async () => {
  world = await createWorld()
  advance = await world.stamp(anticipo(received, company))
})

const priced = (PrecioConImpuestos: string, Descripcion: string): Json => ({
  ClaveProdServ: '56101700',
  ClaveUnidad: 'H87',
  Cantidad: '1',
  Descripcion,
  PrecioConImpuestos,
  ObjetoImp: '02',
  Impuestos: { Traslados: iva16 },
})

describe('an advance', () => {
  it('comes to what was received', () => {
    expect(advance).toMatchObject({
      TipoDeComprobante: 'I',
      MetodoPago: 'PUE',
      FormaPago: '03',
      SubTotal: '5000.00',
      Total: '5800.00',
      Conceptos: [
        {
          ClaveProdServ: '84111506',
          ClaveUnidad: 'ACT',
          Descripcion: 'Anticipo del bien o servicio',
        },
      ],
    })
  })

  it('is deducted by a credit note of the invoice of all (procedure A)', async () => {
    const draft = facturaConAnticipo(factura([line('10000')], { FormaPago: '99' }), [advance])
    const invoice = await world.stamp(draft)
    expect(invoice.CfdiRelacionados).toEqual([
      { TipoRelacion: '07', CfdiRelacionado: [{ UUID: uuidOf(advance) }] },
    ])
    expect(invoice.Total).toBe('11600.00')
    const note = await world.stamp(aplicacionDeAnticipo(invoice, [advance]))
    expect(note).toMatchObject({
      TipoDeComprobante: 'E',
      FormaPago: '30',
      MetodoPago: 'PUE',
      SubTotal: '5000.00',
      Total: '5800.00',
      Receptor: { UsoCFDI: 'G02' },
      CfdiRelacionados: [{ TipoRelacion: '07', CfdiRelacionado: [{ UUID: uuidOf(invoice) }] }],
      Conceptos: [
        { ClaveProdServ: '84111506', ClaveUnidad: 'ACT', Descripcion: 'Aplicación de anticipo' },
      ],
    })
    expect(paymentSummary(invoice, [], [note]).balance).toBe('5800.00')
    expect(
      (await world.stamp(aplicacionDeAnticipo(invoice, [advance], { Total: '1160' }))).SubTotal,
    ).toBe('1000.00')
  })

  it('is the discount of the invoice of the rest (procedure B)', async () => {
    const lines = [priced('8700', 'Sala'), priced('2900', 'Mesa')]
    const invoice = await world.stamp(
      facturaPorRemanente(factura(lines, { FormaPago: '03', MetodoPago: 'PUE' }), [advance]),
    )
    // 5800.00 in proportion to 8700 and 2900: 4350.00 and 1450.00 with taxes, 3750.00 and 1250.00
    // without.
    expect(invoice).toMatchObject({
      SubTotal: '10000.00',
      Descuento: '5000.00',
      Total: '5800.00',
      CfdiRelacionados: [{ TipoRelacion: '07', CfdiRelacionado: [{ UUID: uuidOf(advance) }] }],
    })
    expect(
      invoice.Conceptos.map(({ Descripcion, Descuento }) => [Descripcion, Number(Descuento)]),
    ).toEqual([
      ['Sala CFDI por remanente de un anticipo', 3750],
      ['Mesa CFDI por remanente de un anticipo', 1250],
    ])
    const byValue = facturaPorRemanente(
      factura([line('7500'), line('2500')], { FormaPago: '03', MetodoPago: 'PUE' }),
      [advance],
    )
    expect(await world.stamp(byValue)).toMatchObject({
      SubTotal: '10000.00',
      Descuento: '5000.00',
      Total: '5800.00',
    })
  })

  it.each<[string, () => unknown, RegExp]>([
    [
      'another document',
      () => facturaConAnticipo({} as never, [{ ...advance, TipoDeComprobante: 'E' }]),
      /no invoice of an advance/,
    ],
    ['one twice', () => facturaConAnticipo({} as never, [advance, advance]), /comes twice/],
    ['none', () => facturaConAnticipo({} as never, []), /a list of one at least/],
    [
      'more than the invoice',
      () => aplicacionDeAnticipo({ ...advance, Total: '5000.00' }, [advance]),
      /más que la factura/,
    ],
    [
      'an advance in another currency',
      () => facturaPorRemanente(factura([line('9000')]), [{ ...advance, Moneda: 'USD' }]),
      /one is in USD and the invoice in MXN/,
    ],
    [
      'an advance of another issuer',
      () =>
        facturaConAnticipo(factura([line('9000')]), [
          { ...advance, Emisor: { ...advance.Emisor, Rfc: 'CSV080917H24' } },
        ]),
      /one is of the issuer CSV080917H24/,
    ],
    [
      'all that is sold',
      () => facturaPorRemanente(factura([priced('5800', 'Sala')]), [advance]),
      /todo lo que se vende/,
    ],
    [
      'prices and values together',
      () => facturaPorRemanente(factura([priced('9', 'a'), line('9')]), [advance]),
      /in all of them, or in none/,
    ],
    [
      'a name that does not exist',
      () => anticipo({ ...received, total: 1 } as never, company),
      /did you mean Total/,
    ],
    [
      'no XML of a CFDI',
      () => aplicacionDeAnticipo('<a/>', [advance]),
      /factura: a stamped CFDI is expected/,
    ],
  ])('is refused: %s', (_, build, why) => {
    expect(build).toThrow(TypeError)
    expect(build).toThrow(why)
  })

  it('warns of another receiver, and of an invoice without the relation', () => {
    const other = { ...advance, Receptor: { ...advance.Receptor, Rfc: 'TOAM850417U21' } }
    const codesOf = (draft: unknown) => carriedWarnings(draft).map(({ code }) => code)
    const sale = factura([line('9000')], { Receptor: advance.Receptor })
    expect(codesOf(facturaConAnticipo(sale, [advance]))).toEqual([])
    expect(codesOf(facturaConAnticipo(sale, [other]))).toEqual(['CFDI40-B05'])
    expect(codesOf(facturaPorRemanente(sale, [other]))).toEqual(['CFDI40-B05'])
    const invoice = stamped(facturaConAnticipo(sale, [advance]))
    expect(codesOf(aplicacionDeAnticipo(invoice, [advance]))).toEqual([])
    expect(codesOf(aplicacionDeAnticipo(stamped(sale), [other]))).toEqual([
      'CFDI40-B05',
      'CFDI40-B06',
    ])
  })
})
