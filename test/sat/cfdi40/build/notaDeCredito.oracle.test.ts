/**
 * Credit notes against exact fractions: whatever was charged, notes give back no more, and the last
 * gives back the rest.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { Decimal } from '../../../../src/lib/decimal.js'
import {
  type Bonificacion,
  type Devolucion,
  notaDeCredito,
} from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import { carriedWarnings } from '../../../../src/sat/cfdi40/carried.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import {
  type Fraction,
  of as fractionOf,
  isLess,
  minus,
  roundTo,
  sum,
  text as written,
  zero,
} from '../../fraction.js'
import { any, charged, exact, global, type Invoice, rounded, stamped, stopsOf } from './invoices.js'
import { type Sums, sumsOf } from './sums.js'

const numRuns = Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] ? 2000 : 60))
// Thousands of sequences of notes.
vi.setConfig({ testTimeout: 900_000 })

const of = ({ Conceptos }: Comprobante, digits: number): Sums =>
  sumsOf(Conceptos as unknown as readonly Json[], digits)

/** Comparable form of sums: a tax of zero counts as absent. */
const told = ({ taxes, total }: Sums): unknown => ({
  total,
  ...Object.fromEntries(Object.entries(taxes).filter(([, { units }]) => units !== 0n)),
})

/** Sum of some notes. */
const together = (notes: readonly Sums[]): Sums => {
  const keys = new Set(notes.flatMap(({ taxes }) => Object.keys(taxes)))
  const taxes = [...keys].map((key) => [key, sum(notes.map((note) => note.taxes[key] ?? zero))])
  return {
    net: sum(notes.map(({ net }) => net)),
    taxes: Object.fromEntries(taxes) as Sums['taxes'],
    total: sum(notes.map(({ total }) => total)),
  }
}

const expectNoMore = (given: Sums, invoice: Sums): void => {
  const isMore = (one: Fraction, other: Fraction = zero): boolean => isLess(other, one)
  expect(isMore(given.total, invoice.total), `${show(given.total)} de ${show(invoice.total)}`).toBe(
    false,
  )
  for (const [key, tax] of Object.entries(given.taxes))
    expect(
      isMore(tax, invoice.taxes[key]),
      `${key}: ${show(tax)} de ${show(invoice.taxes[key])}`,
    ).toBe(false)
}

const show = ({ units, parts }: Fraction = zero): string => `${units}/${parts}`

/** A note as it would be stamped, which breaks no rule. */
const note = (
  invoice: Comprobante,
  credit: Bonificacion | Devolucion,
  anteriores?: readonly Comprobante[],
): Comprobante => {
  const document = stamped(notaDeCredito(invoice, credit, { FormaPago: '03', anteriores }))
  expect(stopsOf(document)).toEqual([])
  return document
}

const totalOf = (conceptos: Sums, digits: number): string => decimal(conceptos.total, digits)
const decimal = (value: Fraction, digits: number): string => written(roundTo(value, digits), digits)

const by = (Total: string): Bonificacion => ({ Total, Descripcion: 'Bonificación' })
const whole = ({ factura, digits }: Invoice): Bonificacion =>
  by(totalOf(of(factura, digits), digits))

describe('a credit note of the whole', () => {
  it.each([
    ['an invoice', exact],
    ['what people charge', charged],
    ['a global invoice', global],
    ['an invoice of rounded lines', rounded],
  ] as const)('gives back every tax of %s, by amount', (_, invoices) => {
    fc.assert(
      fc.property(invoices, (invoice) => {
        const { factura, digits } = invoice
        const invoiced = of(factura, digits)
        expect(told(of(note(factura, whole(invoice)), digits))).toEqual(told(invoiced))
      }),
      { numRuns },
    )
  })

  it.each([
    ['an invoice', exact],
    ['an invoice of rounded lines', rounded],
  ] as const)('gives back every line of %s', (_, invoices) => {
    fc.assert(
      fc.property(invoices, ({ factura, digits }) => {
        const devoluciones = factura.Conceptos.map((_, concepto) => ({ concepto }))
        expect(note(factura, { devoluciones }).Conceptos).toEqual(factura.Conceptos)
        expect(told(of(note(factura, { devoluciones }), digits))).toEqual(told(of(factura, digits)))
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    )
  })
})

/** Share of the remainder that each note credits, in thousandths. */
const shares = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 6 })

describe('a credit note of a part', () => {
  it.each([
    ['an invoice', exact],
    ['an invoice of rounded lines', rounded],
  ] as const)(
    'comes to exactly what it must, and to no more of any tax of %s than was charged',
    (_, invoices) => {
      fc.assert(
        fc.property(invoices, fc.integer({ min: 1, max: 900 }), ({ factura, digits }, part) => {
          const invoiced = of(factura, digits)
          const Total = Decimal.of(decimal(invoiced.total, digits))
            .times(Decimal.ofSafeUnits(part, 3))
            .round(digits)
          fc.pre(Total.compare(Decimal.ofSafeUnits(40, digits)) > 0)
          const document = note(factura, by(Total.toString()))
          expect(document.Total).toBe(Total.toString())
          expectNoMore(of(document, digits), invoiced)
        }),
        { numRuns },
      )
    },
  )
})

describe('several notes by amount', () => {
  it('have exactly their totals, at most the charge, and the last one has the remainder', () => {
    fc.assert(
      fc.property(exact, shares, ({ factura, digits }, parts) => {
        const invoiced = of(factura, digits)
        const notes: Comprobante[] = []
        const given = (): Sums => together(notes.map((one) => of(one, digits)))
        for (const part of [...parts, 1000]) {
          const left = Decimal.of(decimal(minus(invoiced.total, given().total), digits))
          const Total = left.times(Decimal.ofSafeUnits(part, 3)).round(digits)
          if (Total.compare(Decimal.ofSafeUnits(40, digits)) < 0) continue
          const document = note(factura, by(Total.toString()), notes)
          expect(document.Total).toBe(Total.toString())
          notes.push(document)
          expectNoMore(given(), invoiced)
          if (part === 1000) expect(told(given())).toEqual(told(invoiced))
        }
      }),
      { numRuns },
    )
  })
})

/**
 * Returns: a line, and the returned part in tenths of the sold quantity, as far as available; 10 is
 * the whole remainder.
 */
const returns = fc.array(
  fc.array(fc.tuple(fc.nat({ max: 7 }), fc.integer({ min: 1, max: 10 })), {
    minLength: 1,
    maxLength: 3,
  }),
  { minLength: 1, maxLength: 6 },
)

/** Whether a tenth of every line is several units: less may leave nothing to credit. */
const isWorthwhile = ({ factura, digits }: Invoice): boolean =>
  factura.Conceptos.every(({ Importe, Descuento = '0' }) => {
    const net = Decimal.of(Importe).minus(Decimal.of(Descuento))
    return net.compare(Decimal.ofSafeUnits(40, digits)) > 0
  })

/**
 * Notes of returns, one after another; on request the last one returns the whole remainder. Refused
 * ones (`isRefused`) are left out.
 */
function giveBack(
  { factura, digits }: Invoice,
  all: readonly (readonly (readonly [number, number])[])[],
  isFinished: boolean,
  isRefused: (error: unknown) => boolean = () => false,
): readonly Sums[] {
  const sold = factura.Conceptos.map(({ Cantidad }) => Decimal.of(Cantidad))
  const left = [...sold]
  const notes: Comprobante[] = []
  const give = (devoluciones: Devolucion['devoluciones'], before: readonly Decimal[]): void => {
    if (devoluciones.length === 0) return
    try {
      notes.push(note(factura, { devoluciones }, [...notes]))
    } catch (error) {
      if (!isRefused(error)) throw error
      return
    }
    before.forEach((value, at) => {
      left[at] = value
    })
  }
  for (const some of all) {
    const after = [...left]
    const devoluciones = some.flatMap(([line, tenths]) => {
      const concepto = line % sold.length
      const rest = after[concepto] as Decimal
      const wanted = (sold[concepto] as Decimal).times(Decimal.ofSafeUnits(tenths, 1))
      const Cantidad = tenths === 10 || wanted.compare(rest) > 0 ? rest : wanted
      if (Cantidad.isZero()) return []
      after[concepto] = rest.minus(Cantidad)
      return [{ concepto, Cantidad: Cantidad.toString() }]
    })
    give(devoluciones, after)
  }
  if (isFinished) {
    const devoluciones = left.flatMap((rest, concepto) =>
      rest.isZero() ? [] : [{ concepto, Cantidad: rest.toString() }],
    )
    give(
      devoluciones,
      left.map(() => Decimal.zero),
    )
  }
  return notes.map((one) => of(one, digits))
}

describe('several notes of returns', () => {
  it('never credit more than an invoice, or refuse an amount that is too small', () => {
    const isLittle = (error: unknown): boolean =>
      error instanceof TypeError &&
      /muy poco|queda|ya se devolvieron|ya acreditaron/.test(error.message)
    fc.assert(
      fc.property(any, returns, (invoice, all) => {
        const given = together(giveBack(invoice, all, true, isLittle))
        expectNoMore(given, of(invoice.factura, invoice.digits))
      }),
      { numRuns },
    )
  })

  it('credit exactly the charge, when each receives the earlier ones', () => {
    fc.assert(
      fc.property(exact.filter(isWorthwhile), returns, (invoice, all) => {
        const given = together(giveBack(invoice, all, true))
        expect(told(given)).toEqual(told(of(invoice.factura, invoice.digits)))
      }),
      { numRuns },
    )
  })

  // The second part is of currencies without decimals: a unit that rounding adds to an earlier note
  // may leave less of the SubTotal than the Importe of a later line.
  it('of whole lines have their charge, or what is left where that or its SubTotal is less', () => {
    fc.assert(
      fc.property(any, fc.infiniteStream(fc.nat()), ({ factura, digits }, dice) => {
        const lines = factura.Conceptos.map((_, at) => at)
        const notes: Comprobante[] = []
        while (lines.length > 0) {
          const [concepto] = lines.splice((dice.next().value as number) % lines.length, 1) as [
            number,
          ]
          const leftOf = (member: 'Total' | 'SubTotal') =>
            minus(fractionOf(factura[member]), sum(notes.map((one) => fractionOf(one[member]))))
          const left = leftOf('Total')
          const { Importe } = factura.Conceptos[concepto] as { readonly Importe: string }
          const isTaken = digits === 0 && isLess(leftOf('SubTotal'), fractionOf(Importe))
          const draft = returned(factura, concepto, [...notes])
          if (draft === undefined) continue
          const nota = stamped(draft)
          notes.push(nota)
          for (const { code, message } of carriedWarnings(draft)) {
            const [, charge = ''] = /y no a (\d+(?:\.\d+)?),/.exec(message) ?? []
            expect(code).toBe('CFDI40-B01')
            if (isTaken && !isLess(left, fractionOf(charge))) {
              expect(isLess(minus(fractionOf(charge), fractionOf(nota.Total)), fractionOf(2))).toBe(
                true,
              )
              continue
            }
            expect(isLess(left, fractionOf(charge))).toBe(true)
            expect(fractionOf(nota.Total)).toEqual(left)
          }
        }
      }),
      { numRuns },
    )
  })
})

/** The draft of a returned line; undefined where less than a unit, or nothing, is left of it. */
function returned(
  factura: Comprobante,
  concepto: number,
  anteriores: readonly Comprobante[],
): Json | undefined {
  try {
    return notaDeCredito(factura, { devoluciones: [{ concepto }] }, { FormaPago: '03', anteriores })
  } catch (error) {
    if (/muy poco|ya acreditaron el resto/.test(String(error))) return undefined
    throw error
  }
}
