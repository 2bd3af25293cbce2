/**
 * Credit notes at their bounds: invoices of nearly nothing but quotas, of amounts without a rate,
 * and of a thousand lines.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { notaDeCredito } from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import { carriedWarnings } from '../../../../src/sat/cfdi40/carried.js'
import { check } from '../../../../src/sat/cfdi40/check.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { minus, of, roundTo, sum, text, times } from '../../fraction.js'
import { anyDecimals, digitsOf } from '../derive/carts.js'
import { stamped, stopsOf } from './invoices.js'
import { customer, factura, line } from './world.js'

const invoiceOf = (conceptos: readonly Json[], Moneda = 'MXN'): Comprobante => {
  const rate = Moneda === 'MXN' ? {} : { TipoCambio: '18' }
  return stamped(
    factura(conceptos, { Moneda, ...rate, FormaPago: '03', MetodoPago: 'PUE', Receptor: customer }),
  )
}

const cuota = (TasaOCuota: string): Json => ({
  Base: 'AUTO',
  Impuesto: '003',
  TipoFactor: 'Cuota',
  TasaOCuota,
  Importe: 'AUTO',
})
const tax = (Impuesto: string, TasaOCuota: string): Json => ({
  Base: 'AUTO',
  Impuesto,
  TipoFactor: 'Tasa',
  TasaOCuota,
  Importe: 'AUTO',
})
const by = (Total: string) => ({ Total, Descripcion: 'Bonificación' })

describe('no note by amount leaves a rest that no note can credit', () => {
  it('of an invoice of a cent and a quota', () => {
    const invoice = invoiceOf(
      [line('0.0116', { Cantidad: '0.5012', Impuestos: { Traslados: [cuota('8.999992')] } })],
      'USD',
    )
    expect(invoice.Total).toBe('4.52')
    const first = stamped(notaDeCredito(invoice, by('0.65'), { anteriores: [] }))
    const rest = stamped(notaDeCredito(invoice, by('3.87'), { anteriores: [first] }))
    expect([...stopsOf(first), ...stopsOf(rest)]).toEqual([])
    expect([first.Total, rest.Total]).toEqual(['0.65', '3.87'])
  })

  it('of any invoice with quotas, in any currency', () => {
    const one = fc.record({
      Cantidad: anyDecimals(0.5, 4000, 4),
      price: anyDecimals(0.01, 60, 4),
      quota: anyDecimals(0.1, 9, 6),
    })
    const shares = fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 4 })
    fc.assert(
      fc.property(
        fc.constantFrom('USD', 'MXN', 'JPY', 'OMR'),
        fc.array(one, { minLength: 1, maxLength: 3 }),
        shares,
        (moneda, lines, parts) => {
          const invoice = invoiceOf(
            lines.map(({ Cantidad, price, quota }) =>
              line(price, { Cantidad, Impuestos: { Traslados: [cuota(quota)] } }),
            ),
            moneda,
          )
          fc.pre(stopsOf(invoice).length === 0)
          const notes: Comprobante[] = []
          for (const part of [...parts, 1000]) {
            const left = minus(of(invoice.Total), sum(notes.map(({ Total }) => of(Total))))
            const Total = roundTo(times(left, of(`${part / 1000}`)), digitsOf(moneda))
            if (Total.units === 0n) continue
            const note = stamped(
              notaDeCredito(invoice, by(text(Total, digitsOf(moneda))), { anteriores: [...notes] }),
            )
            expect(stopsOf(note)).toEqual([])
            expect(of(note.Total)).toEqual(Total)
            notes.push(note)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('of a yen, where several taxes would round up', () => {
    const Traslados = [tax('003', '0.530000'), tax('003', '0.080000'), tax('002', '0.160000')]
    const invoice = invoiceOf([line('305', { Cantidad: '3.272', Impuestos: { Traslados } })], 'JPY')
    const notes: Comprobante[] = []
    for (const Total of ['1195', '78', '1', '590'])
      notes.push(stamped(notaDeCredito(invoice, by(Total), { anteriores: [...notes] })))
    expect(notes.flatMap(stopsOf)).toEqual([])
    expect(notes.map(({ Total }) => Total)).toEqual(['1195', '78', '1', '590'])
  })

  it('but of a tax that has an amount and no rate, and the first says how much can be credited', () => {
    const invoice = invoiceOf([
      line('100', {
        Impuestos: {
          Traslados: [
            {
              Base: '100.00',
              Impuesto: '002',
              TipoFactor: 'Tasa',
              TasaOCuota: '0.000000',
              Importe: '0.00',
            },
          ],
        },
      }),
    ])
    const [concepto] = invoice.Conceptos as [Comprobante['Conceptos'][number]]
    const tax = {
      Base: '100.00',
      Impuesto: '002',
      TipoFactor: 'Tasa',
      TasaOCuota: '0.000000',
      Importe: '5.00',
    } as const
    const wrong = {
      ...invoice,
      Total: '105.00',
      Conceptos: [{ ...concepto, Impuestos: { Traslados: [tax] } }],
    }
    expect(carriedWarnings(notaDeCredito(wrong, by('50.00')))).toMatchObject([
      {
        code: 'CFDI40-B03',
        message: expect.stringMatching(/lo más que puede acreditarse es 50\.00/),
      },
    ])
    expect(() => notaDeCredito(wrong, by('105.00'))).toThrow(
      /lo más que puede acreditarse es 100\.00/,
    )
  })
})

describe('lines without decimals whose charges do not add up to the invoice', () => {
  const plain = (price: string, more: Json = {}): Json => ({
    ...line(price, { ObjetoImp: '01', ...more }),
    Impuestos: undefined,
  })
  const totals = (invoice: Comprobante, order: readonly number[]): readonly unknown[] => {
    const notes: Comprobante[] = []
    for (const concepto of order) {
      const draft = notaDeCredito(
        invoice,
        { devoluciones: [{ concepto }] },
        { anteriores: [...notes] },
      )
      expect(carriedWarnings(draft)).toEqual([])
      notes.push(stamped(draft))
    }
    expect(notes.flatMap(stopsOf)).toEqual([])
    return notes.map(({ Total }) => Total)
  }

  it('are given back exactly, and the last has the rest, at another ValorUnitario', () => {
    const invoice = invoiceOf(
      [
        line('200', { NoIdentificacion: 'A' }),
        line('12', { NoIdentificacion: 'B', Cantidad: '0.500' }),
        line('20', {
          NoIdentificacion: 'C',
          Cantidad: '9.768',
          Impuestos: {
            Traslados: [tax('003', '0.265000'), tax('002', '0.160000')],
            Retenciones: [tax('001', '0.012500')],
          },
        }),
        plain('45', { NoIdentificacion: 'D', Cantidad: '0.500' }),
      ],
      'JPY',
    )
    // 232, 6.96, 284.23 and 22.50 yen.
    expect(invoice.Total).toBe('547')
    expect(totals(invoice, [0, 1, 2, 3])).toEqual(['232', '7', '284', '24'])
    expect(totals(invoice, [0, 2, 1, 3])).toEqual(['232', '284', '7', '24'])
    expect(totals(invoice, [1, 2, 0, 3])).toEqual(['7', '284', '232', '24'])
    expect(totals(invoice, [3, 2, 1, 0])).toEqual(['23', '284', '7', '233'])
  })

  it('of a line of less than a unit are refused, unless the rest goes with it', () => {
    const ieps = (Cantidad: string, ValorUnitario: string, Importe: string, of: string): Json => {
      const Traslados = [{ ...tax('003', '0.265000'), Base: Importe, Importe: of }]
      return line(ValorUnitario, { Cantidad, Importe, Impuestos: { Traslados } })
    }
    const invoice = invoiceOf(
      [
        line('3', { NoIdentificacion: 'N' }),
        ieps('22', '1.44160', '31.72', '8.41'),
        ieps('33', '0.01', '0.33', '0.09'),
      ],
      'JPY',
    )
    // 3.48, 40.13 and 0.42 yen.
    expect(invoice.Total).toBe('44')
    expect(totals(invoice, [0, 1, 2])).toEqual(['3', '40', '1'])
    expect(() => totals(invoice, [1, 2, 0])).toThrow(/muy poco/)
  })

  it('say that nothing is left', () => {
    const invoice = invoiceOf(
      ['0.50', '0.50', '9.40'].map((price, at) => plain(price, { NoIdentificacion: `${at}` })),
      'JPY',
    )
    expect(invoice.Total).toBe('10')
    expect(totals(invoice, [0, 1, 2])).toEqual(['1', '1', '8'])
    expect(() => totals(invoice, [2, 1, 0])).toThrow(
      /se cobraron 1, y las notas anteriores ya acreditaron el resto/,
    )
  })
})

describe('an invoice of a thousand lines', () => {
  it('is returned in less time than 200 checks of it take', () => {
    const invoice = invoiceOf(
      Array.from({ length: 1000 }, (_, at) =>
        line(`${10 + ((at * 7919) % 997)}.${String((at * 31) % 100).padStart(2, '0')}`, {
          Cantidad: String(1 + (at % 7)),
          NoIdentificacion: `N${at}`,
        }),
      ),
    )
    const timed = (work: () => unknown): number => {
      const before = performance.now()
      work()
      return performance.now() - before
    }
    check(invoice)
    const checks = timed(() => {
      for (let count = 0; count < 20; count++) check(invoice)
    })
    const some = (from: number, until: number) => ({
      devoluciones: Array.from({ length: until - from }, (_, at) => ({ concepto: from + at })),
    })
    const half = stamped(notaDeCredito(invoice, some(0, 500)))
    const returns = timed(() => {
      notaDeCredito(invoice, { devoluciones: [{ concepto: 5 }] })
      notaDeCredito(invoice, some(1, 1000))
      notaDeCredito(invoice, some(500, 999), { anteriores: [half] })
    })
    expect(returns / 3).toBeLessThan((checks / 20) * 200)
  })
})
