/**
 * An amount given back of an invoice, as concepts: one for each set of taxes that its lines bear.
 * @module
 */
import { amountOf, complementsOf, finest, groupBy, sumOf } from '../auto/amounts.js'
import type { Json } from '../auto/auto.js'
import { splitTotal, type Tax } from '../auto/splitTotal.js'
import { Decimal } from '../lib/decimal.js'
import type { Comprobante, Concepto } from '../model/comprobante.js'
import { amount, defined, positive } from './argument.js'
import { type Gravamen, gravamenesOf, keyOf } from './factura.js'
import type { Bonificacion } from './notaDeCredito.js'

/** Lines of the invoice with the same taxes. */
interface Group {
  readonly ObjetoImp: string
  readonly gravamenes: readonly Gravamen[]
  /** What they come to: net, plus what is charged, less what is withheld. */
  readonly total: Decimal
}

/** The concepts of an amount given back, which come to exactly that. */
export function bonificar(factura: Comprobante, { Total, Descripcion }: Bonificacion, digits: number): readonly Json[] {
  const credit = positive(Total, 'Total')
  const groups = groupBy(factura.Conceptos, taxesOf).map(groupOf)
  const whole = Decimal.sum(groups.map(({ total }) => total))
  const invoiced = invoicedOf(factura)
  if (credit.compare(invoiced) > 0) throw new TypeError(`Total: ${credit} es más que lo facturado, ${invoiced}`)
  let [left, rest] = [credit, whole]
  return groups.flatMap((group) => {
    // Each takes its part of what is left, so that the last takes all of it.
    const part = rest.isZero()
      ? Decimal.zero
      : left
          .times(group.total)
          .over(rest, digits + finest)
          .round(digits)
    left = left.minus(part)
    rest = rest.minus(group.total)
    return part.isZero() ? [] : [conceptoOf(group, part, Descripcion, digits)]
  })
}

/** The Total of an invoice, but for its local taxes. */
function invoicedOf(factura: Comprobante): Decimal {
  const locales = complementsOf(factura as unknown as Json, 'ImpuestosLocales', '1.0')
  const [up, down] = [sumOf(locales, 'TotaldeTraslados'), sumOf(locales, 'TotaldeRetenciones')]
  return amount(factura.Total, 'Total')
    .minus(up ?? Decimal.zero)
    .plus(down ?? Decimal.zero)
}

function taxesOf(concepto: Concepto): string {
  return JSON.stringify([concepto.ObjetoImp, ...gravamenesOf([concepto]).map(keyOf).sort()])
}

function groupOf(conceptos: readonly Concepto[]): Group {
  const gravamenes = gravamenesOf(conceptos)
  const neto = Decimal.sum(
    conceptos.map(({ Importe, Descuento }) =>
      amount(Importe, 'Importe').minus(amountOf(Descuento) ?? amount(Descuento, 'Descuento')),
    ),
  )
  const signed = gravamenes.map(({ retenido, importe = Decimal.zero }) => (retenido ? importe.negated() : importe))
  return { ObjetoImp: conceptos[0]?.ObjetoImp ?? '01', gravamenes, total: neto.plus(Decimal.sum(signed)) }
}

function conceptoOf(
  { ObjetoImp, gravamenes, total }: Group,
  credit: Decimal,
  Descripcion: string,
  digits: number,
): Json {
  const taxes = gravamenes.map((gravamen): Tax => {
    const { Impuesto: impuesto, retenido, TipoFactor, TasaOCuota, base } = gravamen
    if (TasaOCuota === undefined) return { impuesto, retenido }
    const tasa = Decimal.of(TasaOCuota)
    if (TipoFactor !== 'Cuota') return { impuesto, retenido, tasa }
    return {
      impuesto,
      retenido,
      tasa,
      unidades: base
        .times(credit)
        .over(total, finest + 1)
        .round(finest),
    }
  })
  const split = splitTotal(credit, taxes, digits)
  if (split === undefined) throw new TypeError(`Total: ${credit} no se puede repartir entre sus impuestos`)
  const rows = gravamenes.map(({ retenido, Impuesto, TipoFactor, TasaOCuota }, at) => {
    const { base, importe } = split.impuestos[at] ?? {}
    const row = { Base: base?.toString(), Impuesto, TipoFactor, TasaOCuota, Importe: importe?.toString() }
    return { retenido, row: defined(row) }
  })
  const kind = (wanted: boolean): readonly Json[] | undefined => {
    const some = rows.filter(({ retenido }) => retenido === wanted).map(({ row }) => row)
    return some.length === 0 ? undefined : some
  }
  return {
    ClaveProdServ: '84111506',
    Cantidad: '1',
    ClaveUnidad: 'ACT',
    Descripcion,
    ValorUnitario: split.neto.toString(digits),
    Importe: split.neto.toString(digits),
    ObjetoImp,
    ...(rows.length === 0 ? {} : { Impuestos: defined({ Traslados: kind(false), Retenciones: kind(true) }) }),
  }
}
