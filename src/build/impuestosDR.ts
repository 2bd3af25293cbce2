/**
 * The taxes that a payment of an invoice makes due: those of the invoice, in proportion to what is paid of it.
 * @module
 */
import { finest, write } from '../auto/amounts.js'
import type { Json } from '../auto/auto.js'
import { admitted } from '../auto/splitTotal.js'
import { Decimal } from '../lib/decimal.js'
import type { Comprobante } from '../model/comprobante.js'
import { amount, defined } from './argument.js'
import { type Gravamen, gravamenesOf } from './factura.js'

/**
 * ImpuestosDR for what is paid of an invoice; undefined when it has no taxes. Paid at once, they are those of its summary;
 * in instalments, with six decimals. An amount that is not within the SAT's limits of its base (that of an invoice of many
 * lines may be cents away) is the limit.
 */
export function impuestosDROf(factura: Comprobante, paid: Decimal, digits: number): Json | undefined {
  const whole = amount(factura.Total, 'Total')
  const isWhole = paid.equals(whole)
  const share = (of: Decimal): Decimal =>
    isWhole
      ? of.round(digits)
      : of
          .times(paid)
          .over(whole, finest + digits + 1)
          .round(finest)
  const taxes = gravamenesOf(factura.Conceptos).map(
    (gravamen) => [gravamen.retenido, rowOf(gravamen, share, digits)] as const,
  )
  const rows = (retenido: boolean): readonly Json[] | undefined => {
    const some = taxes.filter(([kind]) => kind === retenido).map(([, row]) => row)
    return some.length === 0 ? undefined : some
  }
  return taxes.length === 0 ? undefined : defined({ RetencionesDR: rows(true), TrasladosDR: rows(false) })
}

function rowOf(
  { Impuesto, TipoFactor, TasaOCuota, base, importe }: Gravamen,
  share: (of: Decimal) => Decimal,
  digits: number,
): Json {
  const due = share(base)
  const row = { BaseDR: write(due, digits), ImpuestoDR: Impuesto, TipoFactorDR: TipoFactor }
  if (TasaOCuota === undefined || importe === undefined) return row
  const admissible = admitted(share(importe), due, Decimal.of(TasaOCuota), due.scale)
  return { ...row, TasaOCuotaDR: TasaOCuota, ImporteDR: write(admissible, digits) }
}
