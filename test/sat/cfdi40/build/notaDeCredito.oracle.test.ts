/**
 * Credit notes against exact fractions: whatever was charged, notes give back no more, and the last gives back the rest.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { Decimal } from '../../../../src/lib/decimal.js'
import { type Bonificacion, type Devolucion, notaDeCredito } from '../../../../src/sat/cfdi40/build/notaDeCredito.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { type Fraction, isLess, minus, roundTo, sum, text as written, zero } from '../../fraction.js'
import { any, charged, exact, global, type Invoice, rounded, stamped, stopsOf } from './invoices.js'
import { type Sums, sumsOf } from './sums.js'

const numRuns = Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] ? 2000 : 60))
// Thousands of sequences of notes.
vi.setConfig({ testTimeout: 900_000 })

const of = ({ Conceptos }: Comprobante, digits: number): Sums => sumsOf(Conceptos as unknown as readonly Json[], digits)

/** What tells some sums from others: what nothing was charged of is as good as absent. */
const told = ({ taxes, total }: Sums): unknown => ({
  total,
  ...Object.fromEntries(Object.entries(taxes).filter(([, { units }]) => units !== 0n)),
})

/** What some notes come to. */
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
  expect(isMore(given.total, invoice.total), `${show(given.total)} de ${show(invoice.total)}`).toBe(false)
  for (const [key, tax] of Object.entries(given.taxes))
    expect(isMore(tax, invoice.taxes[key]), `${key}: ${show(tax)} de ${show(invoice.taxes[key])}`).toBe(false)
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
const whole = ({ factura, digits }: Invoice): Bonificacion => by(totalOf(of(factura, digits), digits))

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

/** How much of what is left each note gives back, in thousandths. */
const shares = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 6 })

describe('a credit note of a part', () => {
  it.each([
    ['an invoice', exact],
    ['an invoice of rounded lines', rounded],
  ] as const)('comes to exactly what it must, and to no more of any tax of %s than was charged', (_, invoices) => {
    fc.assert(
      fc.property(invoices, fc.integer({ min: 1, max: 900 }), ({ factura, digits }, part) => {
        const invoiced = of(factura, digits)
        const Total = Decimal.of(decimal(invoiced.total, digits)).times(Decimal.ofSafeUnits(part, 3)).round(digits)
        fc.pre(Total.compare(Decimal.ofSafeUnits(40, digits)) > 0)
        const document = note(factura, by(Total.toString()))
        expect(document.Total).toBe(Total.toString())
        expectNoMore(of(document, digits), invoiced)
      }),
      { numRuns },
    )
  })
})

describe('several notes by amount', () => {
  it('come to exactly what each must, never more than was charged, and the last gives back the rest', () => {
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

/** Returns: of which line, and how much of what was sold, in tenths, as far as there is; 10 is all that is left. */
const returns = fc.array(
  fc.array(fc.tuple(fc.nat({ max: 7 }), fc.integer({ min: 1, max: 10 })), { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 6 },
)

/** Whether a tenth of every line is some units: of less there may be nothing to give back. */
const isWorthwhile = ({ factura, digits }: Invoice): boolean =>
  factura.Conceptos.every(({ Importe, Descuento = '0' }) => {
    const net = Decimal.of(Importe).minus(Decimal.of(Descuento))
    return net.compare(Decimal.ofSafeUnits(40, digits)) > 0
  })

/** Notes of returns, one after another; the last one of all that is left when asked for. What `isRefused` is not given back. */
function giveBack(
  { factura, digits }: Invoice,
  all: readonly (readonly (readonly [number, number])[])[],
  isKnown: boolean,
  isFinished: boolean,
  isRefused: (error: unknown) => boolean = () => false,
): readonly Sums[] {
  const sold = factura.Conceptos.map(({ Cantidad }) => Decimal.of(Cantidad))
  const left = [...sold]
  const notes: Comprobante[] = []
  const give = (devoluciones: Devolucion['devoluciones'], before: readonly Decimal[]): void => {
    if (devoluciones.length === 0) return
    try {
      notes.push(note(factura, { devoluciones }, isKnown ? [...notes] : undefined))
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
  it('give back no more than was charged, even when none knows of the others', () => {
    fc.assert(
      fc.property(exact.filter(isWorthwhile), returns, fc.boolean(), (invoice, all, isFinished) => {
        const given = together(giveBack(invoice, all, false, isFinished))
        expectNoMore(given, of(invoice.factura, invoice.digits))
      }),
      { numRuns },
    )
  })

  it('give back no more of any invoice, or say that there is too little', () => {
    const isLittle = (error: unknown): boolean =>
      error instanceof TypeError && /muy poco|queda|ya se devolvieron/.test(error.message)
    fc.assert(
      fc.property(any, returns, fc.boolean(), (invoice, all, isKnown) => {
        const given = together(giveBack(invoice, all, isKnown, true, isLittle))
        expectNoMore(given, of(invoice.factura, invoice.digits))
      }),
      { numRuns },
    )
  })

  it('give back exactly what was charged, when each is given those before it', () => {
    fc.assert(
      fc.property(exact.filter(isWorthwhile), returns, (invoice, all) => {
        const given = together(giveBack(invoice, all, true, true))
        expect(told(given)).toEqual(told(of(invoice.factura, invoice.digits)))
      }),
      { numRuns },
    )
  })
})
