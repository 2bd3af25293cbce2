/**
 * Currencies in Pagos 2.0: how many units of each document's are one of the payment's, and what was paid in this one.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { QuotientSum } from '../rules/pagos20Equivalencia.js'
import { type AmountContext, assign, decimalOf, decimalsOf, derive, isAsked, itemsOf, mapItems, sumOf, write } from './amounts.js'
import type { Json } from './auto.js'

/** Most decimals of EquivalenciaDR. */
const finest = 10

/** A payment whose documents say how their currency turns into its own. */
export function resolveEquivalencias(pago: Json, context: AmountContext): Json {
  const doctos = itemsOf(pago['DoctoRelacionado'])
  if (!doctos.some(({ EquivalenciaDR }) => isAsked(EquivalenciaDR, context))) return pago
  const byRate = convert(pago, context, (docto) => unityOf(docto, pago) ?? pesosOf(docto, pago))
  const missing = doctos.filter((docto, at) => docto !== itemsOf(byRate['DoctoRelacionado'])[at])
  return byRate
}
