/**
 * Prices that include their taxes: what the customer is charged is known, and the concept is found from it.
 * @module
 */

import { AUTO, type Json } from '../../../derive/derivation.js'
import { amountOf, decimalOf, decimalsOf, finest, write } from '../../../fiscal/amounts.js'
import { factorsOf, type Split, splitTotal, type Tax } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord, wordOf } from '../../../lib/json.js'
import { itemsOf, mapItems } from '../../../lib/lists.js'
import type { Finding } from '../../../model/finding.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { type CfdiDeriveContext, derivations } from './derivations.js'
import { settleTotal } from './settle.js'

/** What a concept may state in a draft, and in no document, from which its amounts are derived: in Spanish, for people. */
export const priceMembers = {
  PrecioConImpuestos:
    'Precio de una unidad con los impuestos que traslada, antes de descuentos. De él se obtienen ValorUnitario, Importe y los impuestos, de modo que sumen lo cobrado; no puede ir con ValorUnitario ni Importe.',
  DescuentoConImpuestos:
    'Descuento como lo ve el cliente, con impuestos. De él se obtiene Descuento; solo puede ir con PrecioConImpuestos, y sin Descuento.',
} as const

/** The concept resolved, or why it cannot be: in Spanish, as the end of "Concepto.PrecioConImpuestos: …". */
export type PriceOutcome = { readonly concepto: Json } | { readonly why: string }

/**
 * A concept given by `PrecioConImpuestos` (price of a unit with the taxes that it transfers, before discounts), as one with
 * ValorUnitario, Importe and taxes of six decimals that add up to exactly what is charged: Cantidad by that price, less the
 * discount, in the decimals of the currency. What the document rounds is settled once, in it (settle.ts). The discount
 * is `Descuento`, before taxes as the SAT wants it, or `DescuentoConImpuestos`, as the customer sees it.
 */
export function resolvePrice(concepto: Json, digits: number): PriceOutcome {
  const { PrecioConImpuestos: price, DescuentoConImpuestos: discount, ...rest } = concepto
  const given = ['ValorUnitario', 'Importe'].find((field) => isGiven(rest[field]))
  if (given !== undefined) return { why: `no puede ir con ${given}, que se obtiene de él` }
  const amounts = readAmounts(rest, price, discount)
  if (amounts === undefined)
    return { why: 'necesita que sean importes tanto él como Cantidad y, si existe, un solo descuento' }
  const traslados = isRecord(rest['Impuestos']) ? itemsOf(rest['Impuestos']['Traslados']) : []
  const taxes = traslados.map((traslado) => taxOf(traslado, rest, amounts.cantidad))
  if (!taxes.every((tax) => tax !== undefined))
    return { why: 'necesita la TasaOCuota de cada traslado que no es Exento, sin Base ni Importe (una Cuota sí, Base)' }
  const factors = factorsOf(taxes)
  const factor = factors.ieps.times(factors.iva)
  const { cantidad, conImpuestos } = amounts
  const descuento = amounts.descuento ?? conImpuestos?.over(factor, 2 * finest).round(finest)
  const less = conImpuestos ?? (descuento ?? Decimal.zero).times(factor)
  const split = splitTotal(cantidad.times(amounts.price).minus(less).round(digits), taxes, finest)
  if (split === undefined) return { why: 'no alcanza para sus impuestos y descuentos' }
  const off = conImpuestos && descuento && { Descuento: write(descuento, digits) }
  return { concepto: withAmounts({ ...rest, ...off }, split, cantidad, digits) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== AUTO
}

interface Amounts {
  readonly cantidad: Decimal
  readonly price: Decimal
  /** Before taxes. */
  readonly descuento: Decimal | undefined
  readonly conImpuestos: Decimal | undefined
}

function readAmounts({ Cantidad, Descuento }: Json, price: unknown, discount: unknown): Amounts | undefined {
  const amounts = [Cantidad, price, Descuento ?? 0, discount ?? 0].map(decimalOf)
  const [cantidad, unit, descuento, conImpuestos] = amounts
  if (cantidad === undefined || unit === undefined || cantidad.isZero()) return undefined
  if (descuento === undefined || conImpuestos === undefined) return undefined
  if (Descuento !== undefined && discount !== undefined) return undefined
  return {
    cantidad,
    price: unit,
    descuento: Descuento === undefined ? undefined : descuento,
    conImpuestos: discount === undefined ? undefined : conImpuestos,
  }
}

/** A traslado whose amounts are to be found; a Cuota may say of how many units it is. */
function taxOf(traslado: Json, concepto: Json, cantidad: Decimal): Tax | undefined {
  const { Impuesto, TipoFactor, TasaOCuota, Base, Importe } = traslado
  const impuesto = wordOf(Impuesto)
  if (isGiven(Importe)) return undefined
  if (TipoFactor === 'Cuota') {
    const [tasa, unidades] = [decimalOf(TasaOCuota), isGiven(Base) ? decimalOf(Base) : cantidad]
    if (tasa === undefined || unidades === undefined) return undefined
    return { impuesto, tasa, unidades, aparte: isApart(traslado, concepto) }
  }
  if (isGiven(Base)) return undefined
  if (TipoFactor === 'Exento') return { impuesto }
  const tasa = decimalOf(TasaOCuota)
  return tasa === undefined ? undefined : { impuesto, tasa }
}

/** Petrol and diesel. */
const combustibles = new Set<unknown>(['15101505', '15101514', '15101515'])

/** Whether an IEPS stays out of the base of IVA, which others enter (LIVA, article 12): the quotas of fuels (LIEPS, article 2-A). */
export function isApart({ Impuesto, TipoFactor }: Json, { ClaveProdServ }: Json): boolean {
  return Impuesto === '003' && TipoFactor === 'Cuota' && combustibles.has(ClaveProdServ)
}

function withAmounts(concepto: Json, { neto, impuestos }: Split, cantidad: Decimal, digits: number): Json {
  const importe = neto.plus(amountOf(concepto['Descuento']) ?? Decimal.zero)
  const { Impuestos } = concepto
  let at = 0
  const fill = ({ Importe: _, ...traslado }: Json): Json => {
    const { base, importe: tax } = impuestos[at++] ?? { base: neto, importe: undefined }
    const Base = write(base, Math.min(base.scale, digits))
    return { ...traslado, Base, ...(tax === undefined ? {} : { Importe: write(tax, digits) }) }
  }
  return {
    ...concepto,
    ValorUnitario: write(importe.over(cantidad, finest + 1).round(finest), digits),
    Importe: write(importe, Math.max(digits, Math.min(amountOf(concepto['Descuento'])?.scale ?? 0, finest))),
    ...(isRecord(Impuestos) && Impuestos['Traslados'] !== undefined
      ? { Impuestos: { ...Impuestos, Traslados: mapItems(Impuestos['Traslados'], fill) } }
      : {}),
  }
}

/** Where a resolution keeps the concepts that were given by their price. */
const charged = Symbol('charged')

/** Puts in the place of the concepts that are given by their price what they come to. In place. */
export function resolvePrices({ document, catalogs, known }: CfdiDeriveContext): void {
  const { Conceptos } = document
  if (!Array.isArray(Conceptos)) return
  const digits = decimalsOf(document['Moneda'], { catalogs })
  const resolved = new Set<Json>()
  for (let index = 0; index < Conceptos.length; index++) {
    const concepto: unknown = Conceptos[index]
    if (!isRecord(concepto) || concepto['PrecioConImpuestos'] === undefined) continue
    const outcome = resolvePrice(concepto, digits)
    if (!('concepto' in outcome)) continue
    Conceptos[index] = outcome.concepto
    resolved.add(outcome.concepto)
  }
  if (resolved.size > 0) known.set(charged, resolved)
}

/** The cents of a document whose prices include their taxes are settled once, when everything in its concepts is known. */
export const settlement = derivations(at(comprobante), {
  Conceptos: {
    from: [
      'Conceptos[].Importe',
      'Conceptos[].Descuento',
      'Conceptos[].Impuestos.Traslados[].Base',
      'Conceptos[].Impuestos.Traslados[].Importe',
    ],
    says: 'los conceptos con PrecioConImpuestos: se mueve hasta donde el SAT lo admite',
    rounded: 'de modo que el Total sea lo cobrado',
    settles: { path: 'Conceptos[].Impuestos.Traslados[].Importe', when: ({ known }) => known.has(charged) },
    value: ({ Conceptos, Moneda }, context) => {
      if (!Array.isArray(Conceptos) || !Conceptos.every(isRecord)) return undefined
      const isCharged = (concepto: Json): boolean => (context.known.get(charged) as Set<Json>).has(concepto)
      return settleTotal(Conceptos, isCharged, decimalsOf(Moneda, context))
    },
  },
})

/** The findings, those of prices that could not be resolved saying why. */
export function explainPrices(
  document: Json,
  findings: readonly Finding[],
  context: Pick<CfdiDeriveContext, 'catalogs'>,
): Finding[] {
  return findings.map((finding) => {
    const why = whyOf(document, finding, context)
    return why === undefined ? finding : { ...finding, message: `Concepto.${finding.field}: ${why}.` }
  })
}

function whyOf(document: Json, { element, field, path }: Finding, context: Pick<CfdiDeriveContext, 'catalogs'>) {
  if (element !== 'Concepto') return undefined
  if (field === 'DescuentoConImpuestos') return 'solo tiene sentido con PrecioConImpuestos'
  if (field !== 'PrecioConImpuestos') return undefined
  const index = /^Conceptos\[(\d+)\]\./.exec(path)?.[1]
  const { Conceptos, Moneda } = document
  const concepto: unknown = Array.isArray(Conceptos) ? Conceptos[Number(index)] : undefined
  const outcome = isRecord(concepto) ? resolvePrice(concepto, decimalsOf(Moneda, context)) : undefined
  return outcome !== undefined && 'why' in outcome ? outcome.why : undefined
}
