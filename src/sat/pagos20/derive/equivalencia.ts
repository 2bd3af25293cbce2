/**
 * Currencies in Pagos 2.0: how many units of each document's are one of the payment's, and what was paid in this one.
 * @module
 */

import {
  type AmountContext,
  assign,
  decimalOf,
  decimalsOf,
  derive,
  isAsked,
  itemsOf,
  mapItems,
  once,
  sumOf,
  write,
} from '../../../derive/amounts.js'
import type { Json } from '../../../derive/auto.js'
import { Decimal } from '../../../lib/decimal.js'
import { QuotientSum } from '../equivalencia.js'

/** Most decimals of EquivalenciaDR. */
const finest = 10

/**
 * A payment whose documents say how their currency turns into its own: one, where it is the same; for documents in pesos
 * TipoCambioP; otherwise, and where the payment would not reach for them at that rate, what was paid of them over what the
 * payment gives for them. Those in its own currency are always one: what they are paid beyond it is for CRP20217 to find.
 */
export function resolveEquivalencias(pago: Json, context: AmountContext): Json {
  const rateOf = ratesOf(pago)
  const byRate = convert(pago, context, rateOf)
  const monto = decimalOf(pago['Monto'])
  const asked = itemsOf(pago['DoctoRelacionado']).some(({ EquivalenciaDR }) => isAsked(EquivalenciaDR, context))
  if (!asked || monto === undefined) return byRate
  const digits = decimalsOf(pago['MonedaP'], context)
  const pending = pendingOf(byRate)
  const reaches = (of: Json): boolean => convertedOf(of)?.truncate(digits).compare(monto) !== 1
  if (pending.size > 1 || (pending.size === 0 && reaches(byRate))) return byRate
  const [moneda = 'MXN'] = pending
  if (moneda === pago['MonedaP']) return byRate
  const share = shareOf(pago, byRate, moneda, monto, context)
  if (share === undefined) return byRate
  const withShare = (equivalencia: Decimal): Json =>
    convert(pago, context, (docto) => (docto['MonedaDR'] === moneda ? write(equivalencia, 0, finest) : rateOf(docto)))
  const nearest = withShare(share.round(finest))
  return reaches(nearest) ? nearest : withShare(share.truncate(finest).plus(Decimal.unit(finest)))
}

function convert(pago: Json, context: AmountContext, equivalenciaOf: (docto: Json) => string | undefined): Json {
  const DoctoRelacionado = mapItems(pago['DoctoRelacionado'], (docto) =>
    derive(docto, context, { EquivalenciaDR: () => equivalenciaOf(docto) }),
  )
  return assign(pago, { DoctoRelacionado })
}

/** What TipoCambioP says of the documents of a payment; of several currencies, some PACs want the decimals of CRP20277 written. */
function ratesOf({ MonedaP, TipoCambioP, DoctoRelacionado }: Json): (docto: Json) => string | undefined {
  const own = once(() =>
    itemsOf(DoctoRelacionado).every(({ MonedaDR }) => MonedaDR === MonedaP) ? '1' : '1.0000000000',
  )
  return ({ MonedaDR }) => {
    if (typeof MonedaDR !== 'string' || typeof MonedaP !== 'string') return undefined
    if (MonedaDR === MonedaP) return own()
    const rate = MonedaDR === 'MXN' ? decimalOf(TipoCambioP) : undefined
    return rate === undefined ? undefined : write(rate, 0, finest)
  }
}

/** Currencies of the documents that do not say yet how they turn into that of the payment. */
function pendingOf({ DoctoRelacionado }: Json): Set<unknown> {
  const pending = itemsOf(DoctoRelacionado).filter(({ EquivalenciaDR }) => decimalOf(EquivalenciaDR) === undefined)
  return new Set(pending.map(({ MonedaDR }) => MonedaDR))
}

/** What was paid of the documents in a currency over what is left for them of the payment. */
function shareOf(
  pago: Json,
  byRate: Json,
  moneda: unknown,
  monto: Decimal,
  context: AmountContext,
): Decimal | undefined {
  const asked = itemsOf(pago['DoctoRelacionado']).map(
    ({ MonedaDR, EquivalenciaDR }) => MonedaDR === moneda && isAsked(EquivalenciaDR, context),
  )
  const doctos = itemsOf(byRate['DoctoRelacionado'])
  const paid = sumOf(
    doctos.filter((_, at) => asked[at]),
    'ImpPagado',
  )
  const others = convertedOf({ ...byRate, DoctoRelacionado: doctos.filter((_, at) => !asked[at]) })
  if (paid === undefined || others === undefined) return undefined
  const left = monto.minus(others.round(guard))
  return left.compare(Decimal.zero) <= 0 || paid.isZero() ? undefined : paid.over(left, finest + guard)
}

/** Decimals to which quotients are taken on the way to EquivalenciaDR. */
const guard = 20

/** What a payment gives for its documents, in its currency; undefined when some does not say what was paid, or how it turns. */
export function convertedOf(pago: Json): QuotientSum | undefined {
  const sum = new QuotientSum()
  for (const docto of itemsOf(pago['DoctoRelacionado'])) {
    const [paid, equivalencia] = [decimalOf(docto['ImpPagado']), equivalenciaOf(docto, pago)]
    if (paid === undefined || equivalencia === undefined) return undefined
    sum.add(paid, equivalencia)
  }
  return sum
}

/** Units of a document's currency for one of the payment's; undefined when it is not known, or is zero. */
export function equivalenciaOf({ MonedaDR, EquivalenciaDR }: Json, { MonedaP }: Json): Decimal | undefined {
  if (MonedaDR === MonedaP) return Decimal.one
  const equivalencia = decimalOf(EquivalenciaDR)
  return equivalencia === undefined || equivalencia.compare(Decimal.zero) <= 0 ? undefined : equivalencia
}
