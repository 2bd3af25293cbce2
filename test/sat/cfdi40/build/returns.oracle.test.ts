/**
 * Random invoices, and what is returned and paid of them: lines, parts of lines, amounts and
 * instalments. Sums are held to prices and to what the invoices say, in fractions of whole numbers
 * that know nothing of the library (`fraction.ts`). `CFDI_RUNS=10000` is the whole of it.
 * @module
 */
import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import {
  type Bonificacion,
  type Devolucion,
  notaDeCredito,
} from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import { carriedWarnings } from '../../../../src/sat/cfdi40/carried.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { pago } from '../../../../src/sat/pagos20/build/pago.js'
import { paymentSummary } from '../../../../src/sat/pagos20/build/paymentSummary.js'
import { whole } from '../../../effort.js'
import {
  type Fraction,
  fraction,
  isLess,
  minus,
  of,
  plus,
  roundTo,
  sum,
  text,
  times,
  zero,
} from '../../fraction.js'
import { auto, decimals, digitsOf, resolveAmounts } from '../derive/carts.js'
import { stamped, stopsOf } from './invoices.js'
import { sumsOf } from './sums.js'
import { customer, factura as invoiceWith } from './world.js'

const numRuns = Number(process.env['CFDI_RUNS'] ?? (whole ? 2000 : 60))
vi.setConfig({ testTimeout: 3_600_000 })

const tasa = (Impuesto: string, TasaOCuota: string): Json => ({
  Impuesto,
  TipoFactor: 'Tasa',
  TasaOCuota,
})
const iva = tasa('002', '0.160000')

const taxes = fc.constantFrom<readonly Json[]>(
  [iva],
  [iva],
  [iva],
  [tasa('002', '0.080000')],
  [tasa('002', '0.000000')],
  [{ Impuesto: '002', TipoFactor: 'Exento' }],
  [],
  [tasa('003', '0.265000'), iva],
  [tasa('003', '0.530000'), tasa('003', '0.080000'), iva],
  [{ Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota: '0.616600' }, iva],
)

const withheld = fc.constantFrom<readonly Json[]>(
  [],
  [],
  [tasa('001', '0.100000'), tasa('002', '0.106667')],
  [tasa('001', '0.012500')],
)

/**
 * Sold at a price with taxes, or at a unit value; and what the customer was charged for it, where
 * that is a price.
 */
interface Line {
  readonly concepto: Json
  readonly charge: Fraction | undefined
}

const quantity = fc.oneof(decimals(1, 12, 0), decimals(0.5, 12, 3))

const form = (charged: readonly Json[]): Json => ({
  ClaveProdServ: '44121701',
  ClaveUnidad: 'H87',
  Descripcion: 'Bolígrafo',
  ObjetoImp: charged.length === 0 ? '01' : '02',
})

const priced = (digits: number): fc.Arbitrary<Line> =>
  fc
    .record({
      Cantidad: quantity,
      price: decimals(12, 990, Math.min(2, digits)),
      off: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      charged: taxes,
    })
    .map(({ Cantidad, price, off, charged }) => {
      const gross = times(of(Cantidad), of(price))
      const discount =
        off === undefined
          ? undefined
          : roundTo(times(gross, of(`0.${String(off).padStart(2, '0')}`)), digits)
      return {
        concepto: {
          ...form(charged),
          Cantidad,
          PrecioConImpuestos: price,
          ...(discount === undefined ? {} : { DescuentoConImpuestos: text(discount, digits) }),
          ...(charged.length === 0 ? {} : { Impuestos: { Traslados: charged } }),
        },
        charge: roundTo(minus(gross, discount ?? zero), digits),
      }
    })

const asking = (rows: readonly Json[]): readonly Json[] =>
  rows.map((row) => ({
    Base: 'AUTO',
    ...row,
    ...(row['TipoFactor'] === 'Exento' ? {} : { Importe: 'AUTO' }),
  }))

const impuestos = (charged: readonly Json[], off: readonly Json[]): Json => ({
  ...(charged.length === 0 ? {} : { Traslados: asking(charged) }),
  ...(off.length === 0 ? {} : { Retenciones: asking(off) }),
})

const valued = (digits: number): fc.Arbitrary<Line> =>
  fc
    .record({
      Cantidad: quantity,
      ValorUnitario: decimals(12, 990, digits),
      charged: taxes,
      off: withheld,
    })
    .map(({ Cantidad, ValorUnitario, charged, off }) => ({
      concepto: {
        ...form([...charged, ...off]),
        Cantidad,
        ValorUnitario,
        Importe: 'AUTO',
        ...(charged.length + off.length === 0 ? {} : { Impuestos: impuestos(charged, off) }),
      },
      charge: undefined,
    }))

interface Case {
  readonly factura: Comprobante
  readonly digits: number
  /** What each line was charged: its price; or, of a unit value, what it says, rounded. */
  readonly charges: readonly Fraction[]
  readonly isPriced: boolean
}

const cases: fc.Arbitrary<Case> = fc
  .tuple(fc.constantFrom('MXN', 'MXN', 'MXN', 'USD', 'JPY', 'OMR'), fc.boolean())
  .chain(([Moneda, isPriced]) => {
    const digits = digitsOf(Moneda)
    const line = isPriced ? priced(digits) : valued(digits)
    return fc.array(line, { minLength: 1, maxLength: 6 }).map((lines): Case => {
      const more = {
        Moneda,
        ...(Moneda === 'MXN' ? {} : { TipoCambio: '18.4527' }),
        FormaPago: '03',
        MetodoPago: 'PUE',
        Receptor: customer,
      }
      const factura = stamped(
        invoiceWith(
          // A note does not show which one of equal lines it returns.
          lines.map(({ concepto }, at) => ({ ...concepto, NoIdentificacion: `L-${at}` })),
          more,
        ),
      )
      const charges = lines.map(
        ({ charge }, at) => charge ?? roundTo(writtenIn(factura.Conceptos[at] as never), digits),
      )
      return { factura, digits, charges, isPriced }
    })
  })

/** Importe less Descuento, and its taxes, as a line says. */
function writtenIn({
  Importe,
  Descuento = '0',
  Impuestos,
}: Comprobante['Conceptos'][number]): Fraction {
  const rows = (Impuestos?.Traslados ?? []).map(({ Importe: tax = '0' }) => of(tax))
  const off = (Impuestos?.Retenciones ?? []).map(({ Importe: tax }) => minus(zero, of(tax)))
  return sum([of(Importe), minus(zero, of(Descuento)), ...rows, ...off])
}

const none: readonly Comprobante[] = []

function note(
  { factura }: Case,
  credit: Bonificacion | Devolucion,
  anteriores: readonly Comprobante[] | undefined,
): Comprobante {
  const draft = notaDeCredito(factura, credit, { FormaPago: '03', anteriores })
  const document = stamped(draft)
  expect(stopsOf(document)).toEqual([])
  return document
}

const total = ({ Total }: Comprobante): Fraction => of(Total)
const lines = ({ factura }: Case): readonly number[] => factura.Conceptos.map((_, at) => at)

/** Every total of some notes is that of the invoice. */
function expectAll({ factura, digits }: Case, notes: readonly Comprobante[]): void {
  const invoice = sumsOf(factura.Conceptos as unknown as readonly Json[], digits)
  const given = notes.map(({ Conceptos }) =>
    sumsOf(Conceptos as unknown as readonly Json[], digits),
  )
  expect(sum(notes.map(total))).toEqual(of(factura.Total))
  expect(sum(given.map(({ net }) => net))).toEqual(invoice.net)
  for (const [key, tax] of Object.entries(invoice.taxes))
    expect(sum(given.map(({ taxes: rows }) => rows[key] ?? zero))).toEqual(tax)
}

describe('a line returned whole', () => {
  it('gives back what it was charged, whatever is known of other notes', () => {
    fc.assert(
      fc.property(cases, (one) => {
        // Of all that there is: the Total, whatever the rounding of its sums.
        if (one.factura.Conceptos.length === 1) return
        for (const concepto of lines(one)) {
          const draft = notaDeCredito(
            one.factura,
            { devoluciones: [{ concepto }] },
            { FormaPago: '03' },
          )
          expect(carriedWarnings(draft)).toEqual([])
          expect(total(stamped(draft))).toEqual(one.charges[concepto])
          expect(total(note(one, { devoluciones: [{ concepto }] }, none))).toEqual(
            one.charges[concepto],
          )
        }
      }),
      { numRuns },
    )
  })

  it('in turn leaves the others to give back what they were charged, and all add up to the invoice', () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), (one, dice) => {
        const left = [...lines(one)]
        const notes: Comprobante[] = []
        while (left.length > 0) {
          const [concepto] = left.splice((dice.next().value as number) % left.length, 1) as [number]
          const given = note(one, { devoluciones: [{ concepto }] }, [...notes])
          notes.push(given)
          // The last of unit values gives back the rest of rounded sums.
          if (one.isPriced || left.length > 0) expect(total(given)).toEqual(one.charges[concepto])
        }
        expectAll(one, notes)
      }),
      { numRuns },
    )
  })
})

describe('parts of a line', () => {
  it('add up to it', () => {
    fc.assert(
      fc.property(
        cases,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        (one, tenths) => {
          if (one.factura.Conceptos.length === 1) return
          const sold = of(String(one.factura.Conceptos[0]?.Cantidad))
          let rest = sold
          const notes: Comprobante[] = []
          for (const tenth of tenths) {
            const Cantidad = times(sold, of(`0.${tenth}`))
            if (!isLess(Cantidad, rest)) break
            // Less than a unit of the currency is refused: there is nothing to give back.
            const unit = fraction(1n, 10n ** BigInt(one.digits))
            if (isLess(times(one.charges[0] as Fraction, of(`0.${tenth}`)), plus(unit, unit)))
              continue
            notes.push(
              note(
                one,
                { devoluciones: [{ concepto: 0, Cantidad: text(roundTo(Cantidad, 6), 6) }] },
                [...notes],
              ),
            )
            rest = minus(rest, Cantidad)
          }
          const given = sum(notes.map(total))
          // Of less than a unit, the parts before may have given back all.
          if (isLess(given, one.charges[0] as Fraction))
            notes.push(note(one, { devoluciones: [{ concepto: 0 }] }, [...notes]))
          expect(sum(notes.map(total))).toEqual(one.charges[0])
        },
      ),
      { numRuns },
    )
  })

  it('of all lines add up to the invoice', () => {
    fc.assert(
      fc.property(
        cases,
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 9 })), { maxLength: 6 }),
        (one, parts) => {
          const left = one.factura.Conceptos.map(({ Cantidad }) => of(Cantidad))
          const notes: Comprobante[] = []
          for (const [line, tenth] of parts) {
            const concepto = line % left.length
            const Cantidad = times(
              of(String(one.factura.Conceptos[concepto]?.Cantidad)),
              of(`0.${tenth}`),
            )
            if (!isLess(Cantidad, left[concepto] as Fraction)) continue
            notes.push(
              note(one, { devoluciones: [{ concepto, Cantidad: text(Cantidad, 4) }] }, [...notes]),
            )
            left[concepto] = minus(left[concepto] as Fraction, Cantidad)
          }
          notes.push(
            note(one, { devoluciones: lines(one).map((concepto) => ({ concepto })) }, [...notes]),
          )
          expectAll(one, notes)
        },
      ),
      { numRuns },
    )
  })
})

describe('amounts', () => {
  it('are given back exactly, and add up to the invoice', () => {
    fc.assert(
      fc.property(
        cases,
        fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
        (one, shares) => {
          const { factura, digits } = one
          const notes: Comprobante[] = []
          for (const share of [...shares, 1000]) {
            const left = minus(of(factura.Total), sum(notes.map(total)))
            const Total = roundTo(times(left, of(`${share / 1000}`)), digits)
            if (Total.units === 0n) continue
            const given = note(one, { Total: text(Total, digits), Descripcion: 'Bonificación' }, [
              ...notes,
            ])
            expect(total(given)).toEqual(Total)
            notes.push(given)
          }
          expectAll(one, notes)
        },
      ),
      { numRuns },
    )
  })
})

const rowsOf = (document: Json): readonly Json[] => {
  const { Complemento } = resolveAmounts(document, auto) as never as {
    Complemento: { Pagos: { Pago: readonly { DoctoRelacionado: readonly Json[] }[] } }
  }
  return Complemento.Pagos.Pago.flatMap(({ DoctoRelacionado }) => DoctoRelacionado)
}

describe('instalments', () => {
  it('pay the invoice and its taxes', () => {
    fc.assert(
      fc.property(
        cases,
        fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
        ({ factura, digits, isPriced }, shares) => {
          const { Moneda, TipoCambio } = factura
          const money = {
            MonedaP: Moneda,
            ...(Moneda === 'MXN' ? {} : { TipoCambioP: TipoCambio }),
          }
          const receipts: Comprobante[] = []
          for (const share of [...shares, 1000]) {
            const summary = paymentSummary(factura, receipts)
            const Monto = roundTo(times(of(summary.balance), of(`${share / 1000}`)), digits)
            if (Monto.units === 0n) continue
            const received = {
              FechaPago: '2026-11-21',
              FormaDePagoP: '03',
              Monto: text(Monto, digits),
              ...money,
            }
            receipts.push(stamped(pago([summary], received)))
          }
          const doctos = receipts.flatMap((receipt) => rowsOf(receipt as unknown as Json))
          expect(sum(doctos.map(({ ImpPagado }) => of(String(ImpPagado))))).toEqual(
            of(factura.Total),
          )
          const { balance, taxes: due } = paymentSummary(factura, receipts)
          expect(of(balance)).toEqual(zero)
          if (!isPriced) return
          const invoice = sumsOf(factura.Conceptos as unknown as readonly Json[], digits)
          for (const { Impuesto, TipoFactor, TasaOCuota, Importe } of due.paid) {
            if (Importe === undefined) continue
            expect(roundTo(of(Importe), digits)).toEqual(
              invoice.taxes[`${Impuesto} ${TipoFactor} ${Number(TasaOCuota)}`],
            )
          }
        },
      ),
      { numRuns },
    )
  })
})
