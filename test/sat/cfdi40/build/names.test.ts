/**
 * Names that builders do not know, at every depth, and arguments that contradict each other.
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { anticipo } from '../../../../src/sat/cfdi40/build/anticipo.js'
import { facturaGlobal } from '../../../../src/sat/cfdi40/build/facturaGlobal.js'
import { notaDeCredito } from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import { sustitucion } from '../../../../src/sat/cfdi40/build/sustitucion.js'
import { iva16 } from '../../../../src/sat/cfdi40/build/traslados.js'
import { writeCfdi } from '../../../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { nomina } from '../../../../src/sat/nomina12/build.js'
import { pago } from '../../../../src/sat/pagos20/build/pago.js'
import { company, createWorld, customer, factura, line, type World } from './world.js'

let world: World
let invoice: Comprobante

const paid = { FormaPago: '03', MetodoPago: 'PUE' }
const ticket = {
  NoIdentificacion: 'T1',
  FormaPago: '01',
  Ventas: [{ Total: '116.00', Traslados: iva16 }],
}
const global = { ...company, Periodicidad: '01', dia: '2026-11-20' } as const
const clock = () => new Date('2026-11-21T18:00:00Z')
const received = { FechaPago: '2026-11-21', FormaDePagoP: '03' }
const worker = {
  Rfc: 'TOAM850417U21',
  Nombre: 'MARIANA TORRES ACOSTA',
  DomicilioFiscalReceptor: '06600',
}

beforeAll(async () => {
  world = await createWorld()
  invoice = await world.stamp(factura([line('100', { Cantidad: '3' })], paid))
})

/** Arguments that the types refuse, as a request or a queue may hold them. */
const any = (value: unknown): never => value as never

describe('a name that a builder does not know', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'Cantidad of a return',
      () => notaDeCredito(invoice, any({ devoluciones: [{ concepto: 0, cantidad: 1 }] })),
      /devoluciones\[0\]: unknown option cantidad; did you mean Cantidad\?/,
    ],
    [
      'anteriores',
      () => notaDeCredito(invoice, { devoluciones: [{ concepto: 0 }] }, any({ anterior: [] })),
      /notaDeCredito: unknown option anterior; did you mean anteriores\?/,
    ],
    [
      'Total of a credit',
      () => notaDeCredito(invoice, any({ total: '1', Descripcion: 'x' })),
      /credito: unknown option total; did you mean Total\?/,
    ],
    [
      'Emisor of a note',
      () =>
        notaDeCredito(
          invoice,
          { devoluciones: [{ concepto: 0 }] },
          any({ Emisor: { Regimen: '601' } }),
        ),
      /Emisor: unknown option Regimen/,
    ],
    [
      'a sale',
      () =>
        facturaGlobal(
          [any({ ...ticket, Ventas: [{ Total: '116', Descuento: '16', Traslados: iva16 }] })],
          global,
        ),
      /tickets\[0\]: Ventas\[0\]: unknown option Descuento/,
    ],
    [
      'a tax of a sale',
      () =>
        facturaGlobal(
          [
            any({
              ...ticket,
              Ventas: [{ Total: '116', Traslados: [{ ...iva16[0], Tasa: '0.16' }] }],
            }),
          ],
          global,
        ),
      /Traslados\[0\]: unknown option Tasa/,
    ],
    [
      'a ticket',
      () => facturaGlobal([any({ ...ticket, Conceptos: [] })], global),
      /tickets\[0\]: unknown option Conceptos/,
    ],
    [
      'an option of a global invoice',
      () => facturaGlobal([ticket], any({ ...global, periodo: '01' })),
      /facturaGlobal: unknown option periodo/,
    ],
    [
      'an option of a payslip',
      () => nomina(any({}), any({ ...company, Receptor: worker, serie: 'N' })),
      /nomina: unknown option serie; did you mean Serie\?/,
    ],
    [
      'a worker',
      () => nomina(any({}), { ...company, Receptor: any({ ...worker, Curp: 'x' }) }),
      /nomina: Receptor: unknown option Curp/,
    ],
    [
      'a payer',
      () => pago([{ factura: invoice }], received, { Receptor: any({ ...customer, nombre: 'x' }) }),
      /pagos: Receptor: unknown option nombre; did you mean Nombre\?/,
    ],
    [
      'the payer of an advance',
      () =>
        anticipo(
          { Total: 1, Traslados: iva16, FormaPago: '03', Receptor: any({ ...customer, Uso: 'x' }) },
          company,
        ),
      /anticipo: Receptor: unknown option Uso/,
    ],
  ])('is refused: %s', (_, build, why) => {
    expect(build).toThrow(TypeError)
    expect(build).toThrow(why)
  })
})

describe('what contradicts itself, or has another shape', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'lines and an amount',
      () => notaDeCredito(invoice, any({ devoluciones: [{ concepto: 0 }], Total: '10.00' })),
      /devoluciones and Total contradict each other/,
    ],
    [
      'sales that are no list',
      () => facturaGlobal([any({ ...ticket, Ventas: undefined })], global),
      /tickets\[0\]: Ventas: a list is expected, not undefined/,
    ],
    [
      'a sale without its taxes',
      () => facturaGlobal([any({ ...ticket, Ventas: [{ Total: '116' }] })], global),
      /Traslados: a list is expected, not undefined/,
    ],
    [
      'XML of something else',
      () => notaDeCredito('<xml/>', { Total: 1, Descripcion: 'x' }),
      /factura: a stamped CFDI is expected/,
    ],
    [
      'ways to pay that do not add up',
      () => facturaGlobal([{ ...ticket, FormaPago: { '01': 50, '04': 60 } }], global),
      /ticket T1: FormaPago suma 110.00 y sus Ventas 116.00/,
    ],
    [
      'a day that no calendar has',
      () => facturaGlobal([ticket], { ...global, dia: '2026-02-30', clock }),
      /dia: a date YYYY-MM-DD is expected/,
    ],
    [
      'a note that is null',
      () => notaDeCredito(invoice, { Total: 1, Descripcion: 'x' }, { anteriores: any(null) }),
      /anteriores: a list is expected, not null/,
    ],
    [
      'a relation that no credit note has',
      () => notaDeCredito(invoice, { Total: 1, Descripcion: 'x' }, { TipoRelacion: any('04') }),
      /TipoRelacion must be 01 or 03/,
    ],
    [
      'a promise of an invoice',
      () => notaDeCredito(any(Promise.resolve(invoice)), { Total: 1, Descripcion: 'x' }),
      /factura: a stamped CFDI is expected.*not a promise: await it/,
    ],
    [
      'a day that has not come',
      () => facturaGlobal([ticket], { ...global, dia: '2026-12-25', clock }),
      /dia: 2026-12-25 has not come yet \(today is 2026-11-21\)/,
    ],
  ])('is refused: %s', (_, build, why) => {
    expect(build).toThrow(TypeError)
    expect(build).toThrow(why)
  })

  it('credits invoices only: a credit note has none of its own', async () => {
    const note = await world.stamp(notaDeCredito(invoice, { Total: '1.16', Descripcion: 'x' }))
    const again = () => notaDeCredito(note, { Total: '1.16', Descripcion: 'x' })
    expect(again).toThrow(TypeError)
    expect(again).toThrow(/it is a credit note \(E\), and only invoices \(I\) are credited/)
  })

  it('takes stamped documents as XML, text or bytes', () => {
    const xml = writeCfdi(invoice)
    const bytes = new TextEncoder().encode(xml)
    const credit = { devoluciones: [{ concepto: 0, Cantidad: 1 }] }
    const of = (one: Comprobante | string | Uint8Array): unknown =>
      notaDeCredito(one, credit, { anteriores: [] })
    expect([of(xml), of(bytes)]).toEqual([of(invoice), of(invoice)])
    expect(sustitucion(xml)).toEqual(sustitucion(invoice))
  })
})

describe('TipoRelacion', () => {
  const relation = (build: Json): unknown =>
    (build['CfdiRelacionados'] as readonly Json[])[0]?.['TipoRelacion']

  it('is 03 of returned goods, and 01 of services and amounts, unless it is given', async () => {
    const goods = { devoluciones: [{ concepto: 0 }] }
    const stay = await world.stamp(
      factura([line('100', { ClaveProdServ: '90111501', ClaveUnidad: 'E48' })], paid),
    )
    expect(relation(notaDeCredito(invoice, goods))).toBe('03')
    expect(relation(notaDeCredito(stay, goods))).toBe('01')
    expect(relation(notaDeCredito(invoice, { Total: '1.16', Descripcion: 'x' }))).toBe('01')
    expect(relation(notaDeCredito(invoice, goods, { TipoRelacion: '01' }))).toBe('01')
  })
})

describe('local taxes in credit notes', () => {
  let hotel: Comprobante
  beforeAll(async () => {
    const TrasladosLocales = [{ ImpLocTrasladado: 'ISH', TasadeTraslado: '3.00', Importe: 'AUTO' }]
    const ImpuestosLocales = {
      version: '1.0',
      TotaldeRetenciones: 'AUTO',
      TotaldeTraslados: 'AUTO',
      TrasladosLocales,
    }
    const nights = line('1500', { Cantidad: '3', ClaveProdServ: '90111501', ClaveUnidad: 'E48' })
    hotel = await world.stamp(
      factura([nights], { ...paid, Complemento: { ImpuestosLocales }, Receptor: customer }),
    )
  })

  const localOf = ({ Complemento }: Comprobante): unknown =>
    (Complemento as { readonly ImpuestosLocales?: { readonly TotaldeTraslados: string } })
      .ImpuestosLocales?.TotaldeTraslados

  it('are given back with the stay', async () => {
    // 4500.00, IVA 720.00, ISH 135.00
    expect([hotel.Total, localOf(hotel)]).toEqual(['5355.00', '135.00'])
    const all = await world.stamp(
      notaDeCredito(hotel, { Total: '5355.00', Descripcion: 'Cancelación' }),
    )
    expect([all.Total, localOf(all)]).toEqual(['5355.00', '135.00'])
    const lines = await world.stamp(notaDeCredito(hotel, { devoluciones: [{ concepto: 0 }] }))
    expect([lines.Total, localOf(lines)]).toEqual(['5355.00', '135.00'])
  })

  it('are given back night by night, and no more than there are', async () => {
    const night = { devoluciones: [{ concepto: 0, Cantidad: 1 }] }
    const notes: Comprobante[] = []
    for (let at = 0; at < 3; at++)
      notes.push(await world.stamp(notaDeCredito(hotel, night, { anteriores: [...notes] })))
    expect(notes.map((note) => [note.Total, localOf(note)])).toEqual(
      Array.from({ length: 3 }, () => ['1785.00', '45.00']),
    )
    expect(() =>
      notaDeCredito(hotel, { Total: '0.01', Descripcion: 'x' }, { anteriores: notes }),
    ).toThrow(/queda por acreditar/)
  })

  it('are given back in proportion to an amount', async () => {
    const half = await world.stamp(notaDeCredito(hotel, { Total: '2677.50', Descripcion: 'x' }))
    expect([half.SubTotal, half.Total, localOf(half)]).toEqual(['2250.00', '2677.50', '67.50'])
  })
})
