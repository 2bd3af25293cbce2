/**
 * Currencies in Pagos 2.0: how many units of each document's are one of the payment's, and what was paid in this one.
 * @module
 */

import { isAsked, type Json, perNode } from '../../../derive/derivation.js'
import { decimalOf, decimalsOf, sumOf, write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { itemsOf } from '../../../lib/lists.js'
import type { CfdiDeriveContext } from '../../cfdi40/derive/derivations.js'
import { QuotientSum } from '../equivalencia.js'

/** Most decimals of EquivalenciaDR. */
const finest = 10

/** Decimals to which quotients are taken on the way to EquivalenciaDR. */
const guard = 20

/** What each document of a payment that asks for it has for its EquivalenciaDR; undefined when it cannot be told. */
type Equivalencias = ReadonlyMap<Json, string | undefined>

/**
 * How the currency of each document turns into that of the payment: one, where it is the same; for documents in pesos
 * TipoCambioP; otherwise, and where the payment would not reach for them at that rate, what was paid of them over what the
 * payment gives for them. Those in its own currency are always one: what they are paid beyond it is for CRP20217 to find.
 */
export const equivalencias = perNode((pago: Json, context: CfdiDeriveContext): Equivalencias => {
  const asked = itemsOf(pago['DoctoRelacionado']).filter(({ EquivalenciaDR }) => isAsked(EquivalenciaDR, context))
  const rateOf = ratesOf(pago)
  const byRate = new Map(asked.map((docto) => [docto, rateOf(docto)]))
  const monto = decimalOf(pago['Monto'])
  if (monto === undefined) return byRate
  const digits = decimalsOf(pago['MonedaP'], context)
  const reaches = (known: Equivalencias): boolean => convertedOf(pago, known)?.truncate(digits).compare(monto) !== 1
  const pending = pendingOf(pago, byRate)
  if (pending.size > 1 || (pending.size === 0 && reaches(byRate))) return byRate
  const [moneda = 'MXN'] = pending
  const share = moneda === pago['MonedaP'] ? undefined : shareOf(pago, byRate, moneda, monto)
  if (share === undefined) return byRate
  const withShare = (equivalencia: Decimal): Equivalencias =>
    new Map(
      asked.map((docto) => [docto, docto['MonedaDR'] === moneda ? write(equivalencia, 0, finest) : rateOf(docto)]),
    )
  const nearest = withShare(share.round(finest))
  return reaches(nearest) ? nearest : withShare(share.truncate(finest).plus(Decimal.unit(finest)))
})

/** What TipoCambioP says of the documents of a payment; of several currencies, some PACs want the decimals of CRP20277 written. */
function ratesOf({ MonedaP, TipoCambioP, DoctoRelacionado }: Json): (docto: Json) => string | undefined {
  const isOne = itemsOf(DoctoRelacionado).every(({ MonedaDR }) => MonedaDR === MonedaP)
  return ({ MonedaDR }) => {
    if (typeof MonedaDR !== 'string' || typeof MonedaP !== 'string') return undefined
    if (MonedaDR === MonedaP) return isOne ? '1' : '1.0000000000'
    const rate = MonedaDR === 'MXN' ? decimalOf(TipoCambioP) : undefined
    return rate && write(rate, 0, finest)
  }
}

function statedOf(docto: Json, known: Equivalencias): unknown {
  return known.get(docto) ?? docto['EquivalenciaDR']
}

/** Currencies of the documents that do not say yet how they turn into that of the payment. */
function pendingOf({ DoctoRelacionado }: Json, known: Equivalencias): Set<unknown> {
  const pending = itemsOf(DoctoRelacionado).filter((docto) => decimalOf(statedOf(docto, known)) === undefined)
  return new Set(pending.map(({ MonedaDR }) => MonedaDR))
}

/** What was paid of the documents in a currency over what is left for them of the payment. */
function shareOf(pago: Json, known: Equivalencias, moneda: unknown, monto: Decimal): Decimal | undefined {
  const doctos = itemsOf(pago['DoctoRelacionado'])
  const isPending = (docto: Json): boolean => docto['MonedaDR'] === moneda && known.has(docto)
  const paid = sumOf(doctos.filter(isPending), 'ImpPagado')
  const others = convertedOf({ ...pago, DoctoRelacionado: doctos.filter((docto) => !isPending(docto)) }, known)
  if (paid === undefined || others === undefined) return undefined
  const left = monto.minus(others.round(guard))
  return left.compare(Decimal.zero) <= 0 || paid.isZero() ? undefined : paid.over(left, finest + guard)
}

const none: Equivalencias = new Map()

/** What a payment gives for its documents, in its currency; undefined when some does not say what was paid, or how it turns. */
export function convertedOf(pago: Json, known = none): QuotientSum | undefined {
  const sum = new QuotientSum()
  for (const docto of itemsOf(pago['DoctoRelacionado'])) {
    const paid = decimalOf(docto['ImpPagado'])
    const equivalencia = equivalenciaOf({ ...docto, EquivalenciaDR: statedOf(docto, known) }, pago)
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
