/**
 * The taxes that a payment of an invoice makes due: those of the invoice, in proportion to what is paid of it.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { finest, write } from '../../../fiscal/amounts.js'
import { admitted } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { amount, defined } from '../../cfdi40/build/argument.js'
import { type Gravamen, gravamenesOf } from '../../cfdi40/build/factura.js'
import type { Comprobante } from '../../cfdi40/declaration.js'

/** Of what an invoice charges, the share that a payment makes due. */
type Share = (of: Decimal) => Decimal

/**
 * ImpuestosDR for what is paid of an invoice of which `saldo` is owed; undefined when it makes no taxes due. What is due is
 * the share of all that is paid by then less that of what was paid before, each to six decimals, so that the bases of all
 * instalments add up to that of the summary, and the amounts to its amount, but for what the SAT's limits move: an amount that
 * is not within those of its base is the limit. Over k instalments that is no more than what the summary itself is apart from
 * base by rate (cents, in an invoice of many lines) and k (1 + rate) millionths. A tax whose base rounds to zero waits for the
 * next payment (CRP20249, CRP20255).
 */
export function impuestosDROf(factura: Comprobante, saldo: Decimal, paid: Decimal, digits: number): Json | undefined {
  const whole = amount(factura.Total, 'Total')
  const before = whole.minus(saldo)
  const shareOf = (of: Decimal, upTo: Decimal): Decimal =>
    of
      .times(upTo)
      .over(whole, finest + 1)
      .round(finest)
  const share: Share = (of) => {
    const charged = of.round(digits)
    return shareOf(charged, before.plus(paid)).minus(shareOf(charged, before))
  }
  const taxes = gravamenesOf(factura.Conceptos).flatMap((gravamen) => rowOf(gravamen, share, digits))
  const rows = (retenido: boolean): readonly Json[] | undefined => {
    const some = taxes.filter((tax) => tax.retenido === retenido).map(({ row }) => row)
    return some.length === 0 ? undefined : some
  }
  return taxes.length === 0 ? undefined : defined({ RetencionesDR: rows(true), TrasladosDR: rows(false) })
}

interface Row {
  readonly retenido: boolean
  readonly row: Json
}

function rowOf(
  { retenido, Impuesto, TipoFactor, TasaOCuota, base, importe }: Gravamen,
  share: Share,
  digits: number,
): readonly Row[] {
  const BaseDR = write(share(base), digits)
  const due = Decimal.of(BaseDR)
  if (due.isZero()) return []
  const row = { BaseDR, ImpuestoDR: Impuesto, TipoFactorDR: TipoFactor }
  if (TasaOCuota === undefined || importe === undefined) return [{ retenido, row }]
  const found = Decimal.of(write(share(importe), digits))
  const admissible = admitted(found, due, Decimal.of(TasaOCuota), found.scale)
  return [{ retenido, row: { ...row, TasaOCuotaDR: TasaOCuota, ImporteDR: write(admissible, digits) } }]
}
