import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../../../src/derive/derivation.js'
import { taxLimits } from '../../../../src/fiscal/limits.js'
import { Decimal } from '../../../../src/lib/decimal.js'
import { itemsOf } from '../../../../src/lib/lists.js'
import { resolvePrice } from '../../../../src/sat/cfdi40/derive/precioConImpuestos.js'
import {
  anyDecimals,
  bareConcepto,
  cart,
  complete,
  concepto,
  digitsOf,
  findingsOf,
  line,
  moneda,
  resolveAmounts,
  retenciones,
  traslados,
} from './carts.js'

const runs = Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] ? 3000 : 150))

/** A line as a till has it: dear enough for its quotas, and a discount of less than half. */
const till = fc.record({
  Cantidad: anyDecimals(0.001, 2000),
  price: anyDecimals(20, 90000),
  off: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  Traslados: fc.oneof({ weight: 6, arbitrary: traslados }, fc.constant([])),
  Retenciones: retenciones,
})

interface Priced {
  readonly concepto: Json
  readonly charged: Decimal
}

const tills = (currency: string): fc.Arbitrary<Priced[]> =>
  fc.array(
    till.map(({ Cantidad, price, off, Traslados, Retenciones }) => {
      const digits = digitsOf(currency)
      const whole = Decimal.of(Cantidad).times(Decimal.of(price))
      const discount =
        off === undefined ? undefined : whole.times(Decimal.ofSafeUnits(off, 2)).round(digits)
      const charged = whole.minus(discount ?? Decimal.zero).round(digits)
      const fields = {
        Cantidad,
        PrecioConImpuestos: price,
        DescuentoConImpuestos: discount?.toString(),
      }
      return { concepto: concepto({ Traslados, Retenciones }, fields), charged }
    }),
    { minLength: 1, maxLength: 12 },
  )

const retained = (document: Json): Decimal => {
  const { TotalImpuestosRetenidos = '0' } = (document['Impuestos'] ?? {}) as {
    readonly TotalImpuestosRetenidos?: string
  }
  return Decimal.of(TotalImpuestosRetenidos)
}

/** A line by its unit value, as ordinary as those of a till. */
const bareLine = line.map((one) => ({ ...one, Descuento: undefined, Retenciones: [] }))

/** Rows of the summary, with base by rate of their concepts. */
function rowsOf(document: Json): Map<string, { exact: Decimal; importe: Decimal }> {
  const keyOf = ({ Impuesto, TipoFactor, TasaOCuota }: Json): string =>
    `${Impuesto} ${TipoFactor} ${Decimal.of(String(TasaOCuota)).round(6)}`
  const isCharged = ({ TipoFactor }: Json): boolean => TipoFactor !== 'Exento'
  const rows = itemsOf((document['Impuestos'] as Json | undefined)?.['Traslados']).filter(isCharged)
  const traslados = itemsOf(document['Conceptos']).flatMap(({ Impuestos }) =>
    itemsOf((Impuestos as Json | undefined)?.['Traslados']).filter(isCharged),
  )
  return new Map(
    rows.map((row) => {
      const products = traslados
        .filter((traslado) => keyOf(traslado) === keyOf(row))
        .map(({ Base, TasaOCuota }) =>
          Decimal.of(String(Base)).times(Decimal.of(String(TasaOCuota))),
        )
      const importe = Decimal.of(String(row['Importe']))
      return [keyOf(row), { exact: Decimal.sum(products), importe }]
    }),
  )
}

/** Whether every line has a net amount: one or two units may have no solution. */
const isWorthwhile = (lines: readonly Priced[], digits: number): boolean =>
  lines.every(({ charged }) => charged.compare(Decimal.ofSafeUnits(40, digits)) > 0)

describe('PrecioConImpuestos', () => {
  it('adds up to the charge, less withholdings, and passes the rules', () => {
    fc.assert(
      fc.property(
        moneda.chain((currency) => fc.tuple(fc.constant(currency), tills(currency))),
        ([currency, lines]) => {
          fc.pre(isWorthwhile(lines, digitsOf(currency)))
          const draft = cart(
            currency,
            lines.map(({ concepto: line }) => line),
            complete,
          )
          const document = resolveAmounts(draft, complete)
          expect(findingsOf(document)).toEqual([])
          const charged = Decimal.sum(lines.map((line) => line.charged))
          expect(Decimal.of(String(document['Total'])).plus(retained(document)).toString()).toBe(
            charged.toString(),
          )
        },
      ),
      { numRuns: runs },
    )
  })

  it.each([
    [Array.from({ length: 50 }, () => '12.00'), '517.24', '82.76'],
    [Array.from({ length: 1000 }, () => '3.00'), '2586.21', '413.79'],
  ])('does not add up what each line rounds: %#', (prices, SubTotal, tax) => {
    const lines = prices.map((PrecioConImpuestos) =>
      concepto({ Traslados: [iva], Retenciones: [] }, { Cantidad: '1', PrecioConImpuestos }),
    )
    const document = resolveAmounts(cart('MXN', lines, complete), complete)
    expect(document).toMatchObject({ SubTotal, Impuestos: { TotalImpuestosTrasladados: tax } })
  })

  it('charges taxes of the document that the SAT admits for its base', () => {
    fc.assert(
      fc.property(
        moneda.chain((currency) => fc.tuple(fc.constant(currency), tills(currency))),
        ([currency, lines]) => {
          const digits = digitsOf(currency)
          fc.pre(isWorthwhile(lines, digits))
          const conceptos = lines.map(({ concepto: line }) => line)
          const { Impuestos } = resolveAmounts(cart(currency, conceptos, complete), complete)
          for (const { Base, TasaOCuota, TipoFactor, Importe } of itemsOf(
            (Impuestos as Json | undefined)?.['Traslados'],
          )) {
            if (TipoFactor !== 'Tasa') continue
            const limits = taxLimits(
              Decimal.of(String(Base)),
              Decimal.of(String(TasaOCuota)),
              digits,
            )
            expect(Decimal.of(String(Importe)).isBetween(...limits)).toBe(true)
          }
        },
      ),
      { numRuns: runs },
    )
  })

  const iva: Json = { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }
  const resolve = (fields: Json, Traslados: readonly Json[] = [iva]): unknown => {
    const outcome = resolvePrice({ Impuestos: { Traslados }, ...fields }, 2)
    return 'concepto' in outcome ? outcome.concepto : outcome.why
  }

  it.each([
    ['one of 116', { Cantidad: '1', PrecioConImpuestos: '116' }, '100.00', '100.00', '16.00'],
    [
      'one of 99.99',
      { Cantidad: '1', PrecioConImpuestos: '99.99' },
      '86.198276',
      '86.198276',
      '13.791724',
    ],
    [
      'three of 33.33',
      { Cantidad: '3', PrecioConImpuestos: '33.33' },
      '28.732759',
      '86.198276',
      '13.791724',
    ],
    ['a number', { Cantidad: 2, PrecioConImpuestos: 58 }, '50.00', '100.00', '16.00'],
  ])('%s', (_, fields, ValorUnitario, Importe, tax) => {
    expect(resolve(fields)).toEqual({
      Cantidad: fields.Cantidad,
      ValorUnitario,
      Importe,
      Impuestos: { Traslados: [{ ...iva, Base: Importe, Importe: tax }] },
    })
  })

  it('takes off a discount, before taxes or with them', () => {
    const expected = {
      Cantidad: '1',
      ValorUnitario: '100.00',
      Importe: '100.00',
      Impuestos: { Traslados: [{ ...iva, Base: '90.00', Importe: '14.40' }] },
    }
    const price = { Cantidad: '1', PrecioConImpuestos: '116' }
    expect(resolve({ ...price, Descuento: '10' })).toEqual({ ...expected, Descuento: '10' })
    expect(resolve({ ...price, DescuentoConImpuestos: '11.60' })).toEqual({
      ...expected,
      Descuento: '10.00',
    })
  })

  it('puts IVA on IEPS, and not on the quotas of fuels', () => {
    const cuota = { Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota: '2.500000' }
    const taxes = (ClaveProdServ: string): unknown =>
      (resolve({ ClaveProdServ, Cantidad: '10', PrecioConImpuestos: '29' }, [cuota, iva]) as Json)[
        'Impuestos'
      ]
    expect(taxes('50202306')).toEqual({
      Traslados: [
        { ...cuota, Base: '10', Importe: '25.00' },
        { ...iva, Base: '250.00', Importe: '40.00' },
      ],
    })
    expect(taxes('15101514')).toEqual({
      Traslados: [
        { ...cuota, Base: '10', Importe: '25.00' },
        { ...iva, Base: '228.448276', Importe: '36.551724' },
      ],
    })
  })

  it.each([
    [
      'ValorUnitario',
      { Cantidad: '1', PrecioConImpuestos: '116', ValorUnitario: '100' },
      /ValorUnitario/,
    ],
    ['a price that is none', { Cantidad: '1', PrecioConImpuestos: 'cien' }, /importes/],
    ['no Cantidad', { PrecioConImpuestos: '116' }, /Cantidad/],
    ['zero of it', { Cantidad: '0', PrecioConImpuestos: '116' }, /Cantidad/],
    [
      'two discounts',
      { Cantidad: '1', PrecioConImpuestos: '9', Descuento: '1', DescuentoConImpuestos: '1' },
      /un solo/,
    ],
    [
      'a discount of more',
      { Cantidad: '1', PrecioConImpuestos: '9', Descuento: '10' },
      /no alcanza/,
    ],
  ])('says why not: %s', (_, fields, why) => {
    expect(resolve(fields)).toMatch(why)
  })

  it.each([
    ['no rate', { Impuesto: '002', TipoFactor: 'Tasa' }],
    ['an amount of its own', { ...iva, Importe: '16.00' }],
    ['a base of its own', { ...iva, Base: '100.00' }],
    ['a quota of no units', { Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota: '1', Base: 'x' }],
  ])('says why not: a tax with %s', (_, tax) => {
    expect(resolve({ Cantidad: '1', PrecioConImpuestos: '116' }, [tax])).toMatch(/TasaOCuota/)
  })

  /** A line by price, and one by its unit value. */
  const price = (Cantidad: string, PrecioConImpuestos: string): Json =>
    concepto({ Traslados: [iva], Retenciones: [] }, { Cantidad, PrecioConImpuestos })
  const valued = (Cantidad: string, ValorUnitario: string, Traslados: readonly Json[]): Json =>
    concepto({ Traslados, Retenciones: [] }, { Cantidad, ValorUnitario })
  const chargedFor = ({ Importe, Impuestos }: Json): Decimal => {
    const rows = itemsOf((Impuestos as Json)['Traslados'] as Json[])
    const amounts = [Importe, ...rows.map((row) => row['Importe'])]
    return Decimal.sum(amounts.map((value) => Decimal.of(String(value))))
  }

  it('moves a cent in a line whose price still shows, beside lines by unit value', () => {
    const lines = [
      valued('3', '673.7952', [{ Impuesto: '002', TipoFactor: 'Exento' }]),
      price('11.295', '155.54'),
      price('3.43', '249.61'),
    ]
    const document = resolveAmounts(cart('MXN', lines, complete), complete)
    const [, whole, moved] = document['Conceptos'] as Json[]
    expect(document['Total']).toBe('4634.37')
    expect(String(chargedFor(whole as Json))).toBe('1756.82')
    expect(String(chargedFor(moved as Json))).toBe('856.168966')
  })

  it('leaves each row of taxes within a unit of its base by rate, beside lines by unit value', () => {
    fc.assert(
      fc.property(
        moneda.chain((currency) =>
          fc.tuple(
            fc.constant(currency),
            tills(currency),
            fc.array(bareLine, { minLength: 1, maxLength: 8 }),
          ),
        ),
        ([currency, lines, others]) => {
          const digits = digitsOf(currency)
          fc.pre(isWorthwhile(lines, digits))
          const conceptos = [...lines.map(({ concepto: one }) => one), ...others.map(bareConcepto)]
          const document = resolveAmounts(cart(currency, conceptos, complete), complete)
          for (const [key, { exact, importe }] of rowsOf(document)) {
            const off = Math.abs(Number(exact.minus(importe).toString()))
            expect(off, key).toBeLessThan(10 ** -digits)
          }
        },
      ),
      { numRuns: runs },
    )
  })

  it('resolves "AUTO" from the price', () => {
    const draft = cart(
      'MXN',
      [
        concepto(
          { Traslados: [{ ...iva, Base: AUTO, Importe: AUTO }], Retenciones: [] },
          {
            Cantidad: '1',
            PrecioConImpuestos: '116',
            ValorUnitario: AUTO,
            Importe: AUTO,
          },
        ),
      ],
      complete,
    )
    expect(resolveAmounts(draft, complete)['Total']).toBe('116.00')
  })
})
