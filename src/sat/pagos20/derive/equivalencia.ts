/**
 * Currencies in Pagos 2.0: units of each document's currency per unit of the payment's, and paid
 * amounts in the payment's currency.
 * @module
 */

import { isAsked, type Json, perNode } from '../../../derive/derivation.js'
import { decimalOf, decimalsOf, sumField, write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { itemsOf } from '../../../lib/lists.js'
import type { CfdiDeriveContext } from '../../cfdi40/derive/derivations.js'
import { QuotientSum } from '../equivalencia.js'

/** Maximum decimals of EquivalenciaDR. */
const finest = 10

/** Decimals of intermediate quotients for EquivalenciaDR. */
const guard = 20

/**
 * EquivalenciaDR of each document of a payment with "AUTO"; undefined when it cannot be computed.
 */
type Equivalencias = ReadonlyMap<Json, string | undefined>

/**
 * Returns the rate from each document's currency to the payment's. It is one for the same currency,
 * and TipoCambioP for documents in pesos. Otherwise, and where the payment would not cover them at
 * that rate, it is their paid amount over the payment's remainder. Documents in the payment's own
 * currency always have one: CRP20217 reports an excess.
 */
export const equivalencias = perNode((pago: Json, context: CfdiDeriveContext): Equivalencias => {
  const asked = itemsOf(pago['DoctoRelacionado']).filter(({ EquivalenciaDR }) =>
    isAsked(EquivalenciaDR, context),
  )
  const rateOf = ratesOf(pago)
  const byRate = new Map(asked.map((docto) => [docto, rateOf(docto)]))
  const monto = decimalOf(pago['Monto'])
  if (monto === undefined) return byRate
  const digits = decimalsOf(pago['MonedaP'], context)
  const reaches = (known: Equivalencias): boolean =>
    convertedOf(pago, known)?.truncate(digits).compare(monto) !== 1
  const pending = pendingOf(pago, byRate)
  if (pending.size > 1 || (pending.size === 0 && reaches(byRate))) return byRate
  const [moneda = 'MXN'] = pending
  const share = moneda === pago['MonedaP'] ? undefined : shareOf(pago, byRate, moneda, monto)
  if (share === undefined) return byRate
  const withShare = (equivalencia: Decimal): Equivalencias =>
    new Map(
      asked.map((docto) => [
        docto,
        docto['MonedaDR'] === moneda ? write(equivalencia, 0, finest) : rateOf(docto),
      ]),
    )
  const nearest = withShare(share.round(finest))
  if (reaches(nearest)) return nearest
  return withShare(share.truncate(finest).plus(Decimal.unit(finest)))
})

/** Rates from TipoCambioP; with several currencies, some PACs require the decimals of CRP20277. */
function ratesOf({
  MonedaP,
  TipoCambioP,
  DoctoRelacionado,
}: Json): (docto: Json) => string | undefined {
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

/** Currencies of the documents without a rate so far. */
function pendingOf({ DoctoRelacionado }: Json, known: Equivalencias): Set<unknown> {
  const pending = new Set<unknown>()
  for (const docto of itemsOf(DoctoRelacionado))
    if (decimalOf(statedOf(docto, known)) === undefined) pending.add(docto['MonedaDR'])
  return pending
}

/** Paid amounts of the documents in a currency over the payment's remainder for them. */
function shareOf(
  pago: Json,
  known: Equivalencias,
  moneda: unknown,
  monto: Decimal,
): Decimal | undefined {
  const [pending, settled]: [Json[], Json[]] = [[], []]
  for (const docto of itemsOf(pago['DoctoRelacionado']))
    if (docto['MonedaDR'] === moneda && known.has(docto)) pending.push(docto)
    else settled.push(docto)
  const paid = sumField(pending, 'ImpPagado')
  const others = convertedOf({ ...pago, DoctoRelacionado: settled }, known)
  if (paid === undefined || others === undefined) return undefined
  const left = monto.minus(others.round(guard))
  if (left.compare(Decimal.zero) <= 0 || paid.isZero()) return undefined
  return paid.over(left, finest + guard)
}

const none: Equivalencias = new Map()

/**
 * Amount that a payment gives for its documents, in its currency; undefined when a paid amount or a
 * rate is missing.
 */
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

/** Units of a document's currency per unit of the payment's; undefined when unknown or zero. */
export function equivalenciaOf(
  { MonedaDR, EquivalenciaDR }: Json,
  { MonedaP }: Json,
): Decimal | undefined {
  if (MonedaDR === MonedaP) return Decimal.one
  const equivalencia = decimalOf(EquivalenciaDR)
  if (equivalencia === undefined || equivalencia.compare(Decimal.zero) <= 0) return undefined
  return equivalencia
}
