import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '../../../../src/lib/decimal.js'
import {
  type FacturaGlobalOptions,
  facturaGlobal,
  type Ticket,
} from '../../../../src/sat/cfdi40/build/facturaGlobal.js'
import {
  iva0,
  iva8,
  iva16,
  ivaExento,
  type Traslado,
} from '../../../../src/sat/cfdi40/build/traslados.js'
import { decimals } from '../derive/carts.js'
import { company, createWorld, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const options: FacturaGlobalOptions = { ...company, Periodicidad: '01', dia: '2026-11-20' }

const ticket = (
  folio: string,
  total: string | number,
  traslados: readonly Traslado[] = iva16,
  FormaPago = '01',
): Ticket => ({
  NoIdentificacion: folio,
  FormaPago,
  Ventas: [{ Total: total, Traslados: traslados }],
})

describe('facturaGlobal', () => {
  it('stamps the tickets of a day', async () => {
    const document = await world.stamp(
      facturaGlobal([ticket('T-1', '499.99'), ticket('T-2', 116)], options),
    )
    expect(document).toMatchObject({
      FormaPago: '01',
      MetodoPago: 'PUE',
      Exportacion: '01',
      Total: '615.99',
      InformacionGlobal: { Periodicidad: '01', Meses: '11', Año: '2026' },
      Receptor: {
        Rfc: 'XAXX010101000',
        Nombre: 'PUBLICO EN GENERAL',
        DomicilioFiscalReceptor: '64000',
        RegimenFiscalReceptor: '616',
        UsoCFDI: 'S01',
      },
      Conceptos: [
        {
          ClaveProdServ: '01010101',
          NoIdentificacion: 'T-1',
          Cantidad: '1',
          ClaveUnidad: 'ACT',
          Descripcion: 'Venta',
        },
        { NoIdentificacion: 'T-2', ValorUnitario: '100.00', Importe: '100.00', ObjetoImp: '02' },
      ],
    })
  })

  it('breaks no rule, not even those without a code', async () => {
    const tickets = [ticket('T-1', '499.99'), ticket('T-2', '10', ivaExento, '04')]
    expect(await world.findings(facturaGlobal(tickets, options))).toEqual([])
  })

  it('keeps the taxes of a ticket apart, and sales of the same together', async () => {
    const mixed: Ticket = {
      NoIdentificacion: 'T-9',
      FormaPago: { '01': '20.00', '04': '126.00' },
      Ventas: [
        { Total: '58.00', Traslados: iva16 },
        { Total: '20.00', Traslados: iva0 },
        { Total: '10.00', Traslados: ivaExento },
        { Total: '58.00', Traslados: iva16 },
        { Total: '0', Traslados: iva8 },
      ],
    }
    const document = await world.stamp(facturaGlobal([mixed], options))
    expect(document).toMatchObject({ FormaPago: '04', SubTotal: '130.00', Total: '146.00' })
    expect(document.Conceptos[0]?.Impuestos?.Traslados).toMatchObject([
      { Base: '100.00', TasaOCuota: '0.160000', Importe: '16.00' },
      { Base: '20.00', TasaOCuota: '0.000000', Importe: '0.00' },
      { Base: '10.00', TipoFactor: 'Exento' },
    ])
  })

  it('has no tax summary without taxes', async () => {
    const document = await world.stamp(facturaGlobal([ticket('T-1', '30', [])], options))
    expect(document.Conceptos[0]).toMatchObject({ ObjetoImp: '01' })
    expect(document.Impuestos).toBeUndefined()
  })

  it.each([
    ['04', '2026-02-28', '02', '2026'],
    ['05', '2026-01-31', '13', '2026'],
    ['05', '2025-12-31', '18', '2025'],
    ['05', '2026-08-15', '16', '2026'],
  ] as const)('period %s of %s: %s', (Periodicidad, dia, Meses, Año) => {
    expect(
      facturaGlobal([ticket('T', '1')], { ...options, Periodicidad, dia })['InformacionGlobal'],
    ).toEqual({
      Periodicidad,
      Meses,
      Año,
    })
  })

  it('stamps a bimester for a person of regime 621', async () => {
    const person = {
      Emisor: { Rfc: 'TOAM850417U21', RegimenFiscal: '621' },
      LugarExpedicion: '06600',
    }
    await world.stamp(
      facturaGlobal([ticket('T', '1')], { ...person, Periodicidad: '05', dia: '2026-10-31' }),
    )
  })

  it('does not accumulate the rounding of each ticket', async () => {
    const tickets = Array.from({ length: 1000 }, (_, at) => ticket(`T-${at}`, '3.00'))
    expect(await world.stamp(facturaGlobal(tickets, options))).toMatchObject({
      SubTotal: '2586.21',
      Total: '3000.00',
      Impuestos: { TotalImpuestosTrasladados: '413.79' },
    })
  })

  it('takes the FormaPago of the greatest amount, whatever the number of tickets', () => {
    const tickets = [
      ticket('1', '30'),
      ticket('2', '30'),
      ticket('3', '61', iva16, '04'),
      ticket('4', '5', iva16, '28'),
    ]
    expect(facturaGlobal(tickets, options)['FormaPago']).toBe('04')
  })

  it('leaves out tickets of zero', () => {
    expect(facturaGlobal([ticket('1', '0'), ticket('2', '5')], options)['Conceptos']).toHaveLength(
      1,
    )
  })

  it.each([
    ['no tickets', [], /tickets: a list of one at least/],
    ['nothing but zeros', [ticket('1', '0')], /ninguno tiene importe/],
    ['one twice', [ticket('1', '5'), ticket('1', '5')], /tickets: 1 comes twice/],
    ['a negative one', [ticket('1', '-5')], /ticket 1: Total: -5 is less than zero/],
    [
      'an amount that is none',
      [ticket('1', 'cinco')],
      /ticket 1: Total: an amount is expected, not cinco/,
    ],
    ['tenths of a cent', [ticket('1', '5.001')], /ticket 1: 5\.001 has more than 2 decimals/],
    [
      'taxes that are more',
      [ticket('1', '5', [{ Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota: '3', Base: '9' }])],
      /alcanza/,
    ],
  ])('refuses %s', (_, tickets, why) => {
    expect(() => facturaGlobal(tickets, options)).toThrow(TypeError)
    expect(() => facturaGlobal(tickets, options)).toThrow(why)
  })

  it('refuses an invalid day', () => {
    expect(() => facturaGlobal([ticket('1', '5')], { ...options, dia: 'ayer' })).toThrow(TypeError)
  })

  it('has the total that the customers paid, and breaks no rule', async () => {
    const traslados = fc.constantFrom(
      iva16,
      iva0,
      ivaExento,
      [],
      [{ Impuesto: '003', TipoFactor: 'Tasa', TasaOCuota: '0.265' }, ...iva16],
      [...iva16, { Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota: '0.1234', Base: '1.5' }],
    )
    const ventas = fc.array(fc.record({ Total: decimals(1, 900000, 2), Traslados: traslados }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(ventas, { minLength: 1, maxLength: 30 }), async (all) => {
        const tickets = all.map((Ventas, at) => ({
          NoIdentificacion: `T-${at}`,
          FormaPago: '01',
          Ventas,
        }))
        const document = facturaGlobal(tickets, options)
        expect(await world.errors(document)).toEqual([])
        const paid = Decimal.sum(all.flat().map(({ Total }) => Decimal.of(Total)))
        expect((await world.stamp(document)).Total).toBe(paid.toString())
      }),
      { numRuns: 60 },
    )
  })
})
