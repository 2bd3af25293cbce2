/**
 * Random invoices as callers write them, their amounts left to the library.
 * @module
 */
import fc from 'fast-check'
import { catalogs } from '../../../../src/catalogs/catalogs.js'
import type { Certificate } from '../../../../src/certificate/certificate.js'
import { AUTO, type Json } from '../../../../src/derive/derivation.js'
import { Decimal } from '../../../../src/lib/decimal.js'
import { copyJson } from '../../../../src/lib/json.js'
import type { Finding } from '../../../../src/model/finding.js'
import { check } from '../../../../src/sat/cfdi40/check.js'
import { type ResolveContext, resolve } from '../../../../src/sat/cfdi40/resolve.js'
import { invoice, noon } from '../../../fixtures.js'

/** Options of resolutions of amounts. */
type Mode = Pick<ResolveContext, 'catalogs' | 'complete'>

export const auto: Mode = { catalogs, complete: false }
export const complete: Mode = { catalogs, complete: true }

/** A decimal between two numbers of units of its last decimal, as text. */
export function decimals(least: number, most: number, digits: number): fc.Arbitrary<string> {
  const scale = 10 ** digits
  return fc
    .integer({ min: Math.ceil(least * scale), max: Math.floor(most * scale) })
    .map((units) => Decimal.ofSafeUnits(units, digits).toString())
}

/** The same with 0 to `finest` decimals. */
export function anyDecimals(least: number, most: number, finest = 6): fc.Arbitrary<string> {
  return fc
    .nat({ max: finest })
    .chain((digits) => decimals(Math.max(10 ** -digits, least), most, digits))
}

/** Currencies of 2, 2, 0, 3 and 4 decimals. */
export const moneda = fc.constantFrom('MXN', 'USD', 'JPY', 'OMR', 'CLF')

export const digitsOf = (code: string): number =>
  catalogs.catalog('c_Moneda').get(code, 'decimales') ?? 2

const iva = fc.constantFrom('0.160000', '0.080000', '0.000000', '0.16')
const ieps = fc.constantFrom(
  '0.265000',
  '0.300000',
  '0.530000',
  '0.080000',
  '1.600000',
  '0.030000',
  '0.500000',
  '3.040000',
)

const traslado = {
  iva: iva.map((TasaOCuota): Json => ({ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota })),
  exento: fc.constant<Json>({ Impuesto: '002', TipoFactor: 'Exento' }),
  ieps: ieps
    .filter((tasa) => tasa !== '3.040000')
    .map((TasaOCuota): Json => ({ Impuesto: '003', TipoFactor: 'Tasa', TasaOCuota })),
  cuota: decimals(0, 7, 6).map(
    (TasaOCuota): Json => ({ Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota }),
  ),
}

/** IVA, exempt or not; IEPS of one rate, two, by quota or both; or nothing. */
export const traslados: fc.Arbitrary<Json[]> = fc.oneof(
  fc.tuple(traslado.iva),
  fc.tuple(traslado.exento),
  fc.tuple(traslado.ieps, traslado.iva),
  fc.tuple(traslado.iva, traslado.cuota),
  fc.tuple(traslado.iva, traslado.ieps, traslado.cuota),
  fc.tuple(traslado.ieps, traslado.ieps, traslado.iva),
  fc.tuple(traslado.exento, traslado.ieps),
)

export const retenciones: fc.Arbitrary<Json[]> = fc
  .tuple(
    fc.option(decimals(0, 0.35, 6), { nil: undefined }),
    fc.option(fc.constantFrom('0.106667', '0.106666', '0.040000', '0.160000'), { nil: undefined }),
  )
  .map(([isr, of]) => [
    ...(isr === undefined ? [] : [{ Impuesto: '001', TipoFactor: 'Tasa', TasaOCuota: isr }]),
    ...(of === undefined ? [] : [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: of }]),
  ])

const asked = (taxes: readonly Json[]): Json[] =>
  taxes.map((tax) => ({
    Base: AUTO,
    ...tax,
    ...(tax['TipoFactor'] === 'Exento' ? {} : { Importe: AUTO }),
  }))

export interface Line {
  readonly Cantidad: string
  readonly ValorUnitario: string
  readonly Descuento: string | undefined
  readonly Traslados: readonly Json[]
  readonly Retenciones: readonly Json[]
}

/** A line with a discount below its amount. */
export const line: fc.Arbitrary<Line> = fc
  .record({
    Cantidad: anyDecimals(0.001, 5000),
    ValorUnitario: anyDecimals(0.01, 90000),
    off: fc.option(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.nat({ max: 6 })), {
      nil: undefined,
    }),
    Traslados: fc.oneof({ weight: 6, arbitrary: traslados }, fc.constant([])),
    Retenciones: retenciones,
  })
  .map(({ off, ...rest }) => {
    if (off === undefined) return { ...rest, Descuento: undefined }
    const [percent, scale] = off
    const product = Decimal.of(rest.Cantidad).times(Decimal.of(rest.ValorUnitario)).round(6)
    return {
      ...rest,
      Descuento: product.times(Decimal.ofSafeUnits(percent, 2)).truncate(scale).toString(),
    }
  })

const form = { ClaveProdServ: '01010101', ClaveUnidad: 'H87', Descripcion: 'Cosa' }

/** Creates a concept from its line and the requested members. */
export function concepto(
  { Traslados, Retenciones }: Pick<Line, 'Traslados' | 'Retenciones'>,
  fields: Json,
): Json {
  const taxed = Traslados.length + Retenciones.length > 0
  return {
    ...form,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ObjetoImp: taxed ? '02' : '01',
    ...(taxed
      ? {
          Impuestos: {
            ...(Traslados.length === 0 ? {} : { Traslados }),
            ...(Retenciones.length === 0 ? {} : { Retenciones }),
          },
        }
      : {}),
  }
}

/** With "AUTO" wherever something can be derived. */
export function askingConcepto({ Traslados, Retenciones, ...fields }: Line): Json {
  return concepto(
    { Traslados: asked(Traslados), Retenciones: asked(Retenciones) },
    { ...fields, Importe: AUTO },
  )
}

/** With nothing where something can be derived. */
export function bareConcepto({ Traslados, Retenciones, ...fields }: Line): Json {
  return concepto({ Traslados, Retenciones }, fields)
}

const totals = { SubTotal: AUTO, Descuento: AUTO, Total: AUTO, Impuestos: AUTO }

/** The whole invoice around some concepts. */
export function cart(
  Moneda: string,
  Conceptos: readonly Json[],
  mode: Mode,
  changes: Json = {},
): Json {
  const { SubTotal, Total, Impuestos, ...rest } = invoice() as unknown as Record<string, unknown>
  const rate = Moneda === 'MXN' ? {} : { TipoCambio: '18.4527' }
  return { ...rest, ...(mode.complete ? {} : totals), Moneda, ...rate, Conceptos, ...changes }
}

/** The amounts of an invoice derived. */
export function resolveAmounts(draft: Json, context: Mode): Json {
  const world = {
    clock: () => noon,
    random: (count: number) => new Uint8Array(count),
    zoneOf: () => undefined,
  }
  // A certificate without data: members that need it stay unresolved.
  return resolve(copyJson(draft) as Json, {
    ...context,
    ...world,
    certificate: { rfc: AUTO, name: AUTO } as Certificate,
  })
}

/**
 * Warnings that carts cause on purpose: IVA of the border, rates with few decimals, random taxes
 * (twice, or withheld and not charged).
 */
const chosen: ReadonlySet<string> = new Set([
  'CFDI40-S11',
  'CFDI40-S33',
  'CFDI40-S41',
  'CFDI40-S47',
])

/**
 * All findings of a cart, except that its place has no border stimulus, which is not about amounts.
 */
export function findingsOf(document: unknown): Finding[] {
  return check(document, { at: noon }).filter(({ code }) => !chosen.has(code))
}

/** Findings that prevent a document. */
export function errorsOf(document: unknown): Finding[] {
  return check(document, { at: noon }).filter(({ severity }) => severity === 'error')
}
