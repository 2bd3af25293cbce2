/**
 * Random stamped invoices: with the engine's amounts, prices with taxes, tickets, and of systems
 * that round every line.
 * @module
 */
import fc from 'fast-check'
import { AUTO, type Json } from '../../../../src/derive/derivation.js'
import { taxLimits } from '../../../../src/fiscal/limits.js'
import { Decimal } from '../../../../src/lib/decimal.js'
import { facturaGlobal } from '../../../../src/sat/cfdi40/build/facturaGlobal.js'
import {
  iva0,
  iva8,
  iva16,
  ivaExento,
  type Traslado,
} from '../../../../src/sat/cfdi40/build/traslados.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import {
  anyDecimals,
  auto,
  cart,
  complete,
  decimals,
  digitsOf,
  errorsOf,
  resolveAmounts,
} from '../derive/carts.js'
import { company, customer, factura } from './world.js'

const tasa = (Impuesto: string, TasaOCuota: string): Json => ({
  Impuesto,
  TipoFactor: 'Tasa',
  TasaOCuota,
})
const iva = tasa('002', '0.160000')
const exento: Json = { Impuesto: '002', TipoFactor: 'Exento' }
const cuota = (TasaOCuota: string): Json => ({ Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota })

/** IVA, IEPS cascades, quotas, exempt, and nothing. */
const traslados = fc.constantFrom<readonly Json[]>(
  [iva],
  [iva],
  [tasa('002', '0.080000')],
  [tasa('002', '0.000000')],
  [exento],
  [],
  [tasa('003', '0.265000'), iva],
  [tasa('003', '0.530000'), tasa('003', '0.080000'), iva],
  [cuota('1.500000'), iva],
  [cuota('0.616600'), tasa('003', '0.300000'), iva],
)

const retenciones = fc.constantFrom<readonly Json[]>(
  [],
  [],
  [],
  [tasa('001', '0.100000'), tasa('002', '0.106667')],
  [tasa('001', '0.012500')],
  [tasa('002', '0.060000')],
)

const moneda = fc.constantFrom('MXN', 'MXN', 'USD', 'JPY', 'OMR')

const asking = (taxes: readonly Json[]): readonly Json[] | undefined =>
  taxes.length === 0
    ? undefined
    : taxes.map((tax) => ({
        Base: AUTO,
        ...tax,
        ...(tax['TipoFactor'] === 'Exento' ? {} : { Importe: AUTO }),
      }))

const conceptoOf = (
  fields: Json,
  charged: readonly Json[] | undefined,
  withheld: readonly Json[] | undefined,
): Json => ({
  ClaveProdServ: '44121701',
  ClaveUnidad: 'H87',
  Descripcion: 'Bolígrafo',
  ...fields,
  ObjetoImp: charged === undefined && withheld === undefined ? '01' : '02',
  ...(charged === undefined && withheld === undefined
    ? {}
    : {
        Impuestos: {
          ...(charged === undefined ? {} : { Traslados: charged }),
          ...(withheld === undefined ? {} : { Retenciones: withheld }),
        },
      }),
})

/** As many of a line of a unit price, and a discount. */
const line = fc
  .record({
    Cantidad: fc.oneof(decimals(1, 40, 0), anyDecimals(0.5, 40, 3)),
    ValorUnitario: anyDecimals(3, 3000, 6),
    off: fc.option(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 4 })), {
      nil: undefined,
    }),
    charged: traslados,
    withheld: retenciones,
  })
  .map(({ Cantidad, ValorUnitario, off, charged, withheld }) => {
    const least = Number(Cantidad) * Number(ValorUnitario)
    const discount = off && ((least * off[0]) / 100).toFixed(off[1])
    const Descuento =
      discount === undefined || Number(discount) === 0 ? {} : { Descuento: discount }
    const fields = { Cantidad, ValorUnitario, Importe: AUTO, ...Descuento }
    return conceptoOf(fields, asking(charged), asking(withheld))
  })

/**
 * A line of another system, whose amounts are rounded or truncated individually as the SAT admits;
 * small amounts too.
 */
const foreign = fc
  .record({
    Cantidad: fc.oneof(decimals(1, 40, 0), anyDecimals(0.5, 40, 3)),
    ValorUnitario: fc.oneof(anyDecimals(0.01, 3), anyDecimals(3, 300)),
    digits: fc.constantFrom(2, 2, 3, 6),
    way: fc.constantFrom<'round' | 'truncate' | 'ceil'>('round', 'truncate', 'ceil'),
    charged: fc.constantFrom<readonly Json[]>(
      [iva],
      [iva],
      [tasa('002', '0.080000')],
      [tasa('003', '0.265000')],
      [],
    ),
    withheld: retenciones,
  })
  .map(({ Cantidad, ValorUnitario, digits, way, charged, withheld }) => {
    const product = Decimal.of(Cantidad).times(Decimal.of(ValorUnitario))
    const base = product[way](digits)
    const Importe = (base.isZero() ? product.ceil(digits) : base).toString()
    const rows = (taxes: readonly Json[]): readonly Json[] | undefined =>
      taxes.length === 0
        ? undefined
        : taxes.map((tax) => ({ ...tax, Base: Importe, ...taxOf(tax, Importe, digits, way) }))
    return conceptoOf({ Cantidad, ValorUnitario, Importe }, rows(charged), rows(withheld))
  })

/** Truncated or rounded up within the SAT's limits for the base. */
const taxOf = (
  { TasaOCuota }: Json,
  base: string,
  digits: number,
  way: 'round' | 'truncate' | 'ceil',
): Json => {
  const [of, rate] = [Decimal.of(base), Decimal.of(String(TasaOCuota))]
  const [least, most] = taxLimits(of, rate, digits)
  return {
    Importe: { truncate: least, ceil: most, round: of.times(rate).round(digits) }[way].toString(),
  }
}

/** Prices with taxes included. */
const priced = fc
  .record({
    Cantidad: fc.oneof(decimals(1, 30, 0), anyDecimals(0.5, 30, 3)),
    price: decimals(12, 900, 2),
    off: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    charged: traslados,
  })
  .map(({ Cantidad, price, off, charged }) => {
    const discount = off && ((Number(Cantidad) * Number(price) * off) / 100).toFixed(2)
    const fields = {
      Cantidad,
      PrecioConImpuestos: price,
      ...(discount === undefined ? {} : { DescuentoConImpuestos: discount }),
    }
    return conceptoOf(fields, charged.length === 0 ? undefined : charged, undefined)
  })

/** Lines that differ only in their names, as a shop's do. */
const named = (lines: readonly Json[]): readonly Json[] =>
  lines.map((one, at) => (at % 3 === 2 ? one : { ...one, NoIdentificacion: `N-${at}` }))

export interface Invoice {
  readonly factura: Comprobante
  readonly digits: number
}

let count = 0

/** As a document that was stamped is read: amounts derived, with a folio fiscal. */
export function stamped(json: Json): Comprobante {
  const UUID = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`
  const { Complemento, ...rest } = resolveAmounts(json, auto)
  const timbre = { TimbreFiscalDigital: { Version: '1.1', UUID } }
  return {
    ...rest,
    Complemento: { ...(Complemento as Json | undefined), ...timbre },
  } as unknown as Comprobante
}

const invoiceOf = (Moneda: string, conceptos: readonly Json[]): Invoice => ({
  factura: stamped(
    factura(named(conceptos), {
      Moneda,
      ...(Moneda === 'MXN' ? {} : { TipoCambio: '18.4527' }),
      FormaPago: '03',
      MetodoPago: 'PUE',
      Receptor: customer,
    }),
  ),
  digits: digitsOf(Moneda),
})

/** Findings of the rules, without the engine, that prevent a stamp. */
export const stopsOf = (document: Comprobante): readonly unknown[] => {
  const { Conceptos, Moneda, Impuestos, SubTotal, Descuento, Total } = document
  const amounts = {
    SubTotal,
    Total,
    ...defined({ Descuento, Impuestos }),
    TipoDeComprobante: document.TipoDeComprobante,
  }
  return errorsOf(cart(Moneda, Conceptos as unknown as readonly Json[], complete, amounts))
}

const defined = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const listOf = (one: fc.Arbitrary<Json>): fc.Arbitrary<Invoice> =>
  fc
    .tuple(moneda, fc.array(one, { minLength: 1, maxLength: 8 }))
    .map(([code, lines]) => invoiceOf(code, lines))

const venta = fc.record({
  Total: decimals(2, 5000, 2),
  Traslados: fc.constantFrom<readonly Traslado[]>(
    iva16,
    iva16,
    iva8,
    iva0,
    ivaExento,
    [],
    [{ Impuesto: '003', TipoFactor: 'Tasa', TasaOCuota: '0.265' }, ...iva16],
  ),
})

/** Tickets, most of them of several taxes. */
export const global: fc.Arbitrary<Invoice> = fc
  .array(fc.array(venta, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .map((all) => {
    const tickets = all.map((Ventas, at) => ({
      NoIdentificacion: `T-${at}`,
      FormaPago: '01',
      Ventas,
    }))
    const json = facturaGlobal(tickets, { ...company, Periodicidad: '01', dia: '2026-11-20' })
    return { factura: stamped(json), digits: 2 }
  })

/** Charges: prices with taxes, or tickets. */
export const charged: fc.Arbitrary<Invoice> = fc.oneof(listOf(priced), global)

/** Any invoice whose lines keep six decimals. */
export const exact: fc.Arbitrary<Invoice> = fc.oneof(listOf(line), charged)

/** Any invoice that the SAT admits, of any system. */
export const any: fc.Arbitrary<Invoice> = fc.oneof(
  exact,
  listOf(foreign).filter(({ factura }) => stopsOf(factura).length === 0),
)

/** Invoices with every line rounded the same way: their taxes are far from base by rate. */
export const rounded: fc.Arbitrary<Invoice> = fc
  .tuple(
    fc.constantFrom(['10.34', '1.66'], ['10.35', '1.65'], ['2.59', '0.41'], ['7.75', '1.24']),
    fc.integer({ min: 2, max: 40 }),
  )
  .map(([[base, tax], length]) =>
    invoiceOf(
      'MXN',
      Array.from({ length }, () =>
        conceptoOf(
          { Cantidad: '1', ValorUnitario: base, Importe: base },
          [{ ...iva, Base: base, Importe: tax }],
          undefined,
        ),
      ),
    ),
  )
