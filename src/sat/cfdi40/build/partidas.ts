/**
 * The charges of an invoice by sets of taxes, and their division.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Comprobante, Concepto } from '../declaration.js'
import type { Movable } from '../derive/settleTotal.js'
import { amount } from './argument.js'
import { type Gravamen, gravamenesOf, keyOf } from './factura.js'
import type { Razon } from './metas.js'

/** An amount to credit for lines with the same taxes, or their charge. */
export interface Partida {
  readonly ObjetoImp: string
  readonly neto: Decimal
  readonly gravamenes: readonly Gravamen[]
}

/** A tax of a future concept; an exempt one has no amount, so it is not adjustable. */
export interface Credited extends Movable {
  readonly gravamen: Gravamen
}

/** Extra digits of quotients before they are rounded. */
const guard = 12

/** Returns the charges by sets of taxes. */
export function partidasDe({ Conceptos }: Comprobante): readonly Partida[] {
  return groupBy(Conceptos, taxesOf).map(partidaOf)
}

/** Returns the set of taxes of a concept. */
export function taxesOf(concepto: Concepto): string {
  return JSON.stringify([concepto.ObjetoImp, ...gravamenesOf([concepto]).map(keyOf).sort()])
}

/** Combines lines with the same taxes. */
export function partidaOf(conceptos: readonly Concepto[]): Partida {
  let neto = Decimal.zero
  for (const { Importe, Descuento = 0 } of conceptos)
    neto = neto.plus(amount(Importe, 'Importe')).minus(amount(Descuento, 'Descuento'))
  return {
    ObjetoImp: conceptos[0]?.ObjetoImp ?? '01',
    neto,
    gravamenes: gravamenesOf(conceptos),
  }
}

/** Returns a part of an amount. */
export function partOf(value: Decimal, { of, over }: Razon, digits: number): Decimal {
  return value
    .times(of)
    .over(over, digits + guard)
    .round(digits)
}

/** Divides an amount by weights, so that the parts add up to it. */
export function shareOut(
  whole: Decimal,
  weights: readonly Decimal[],
  digits: number,
): readonly Decimal[] {
  const over = Decimal.sum(weights)
  let [weighed, given] = [Decimal.zero, Decimal.zero]
  return weights.map((weight) => {
    weighed = weighed.plus(weight)
    const until = over.isZero() ? Decimal.zero : partOf(whole, { of: weighed, over }, digits)
    const part = until.minus(given)
    given = until
    return part
  })
}
