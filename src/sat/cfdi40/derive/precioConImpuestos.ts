/**
 * Prices with taxes included: computes a concept from the customer's charge.
 * @module
 */

import { AUTO, type Json } from '../../../derive/derivation.js'
import { isLeft, isMissing } from '../../../derive/unresolved.js'
import {
  amountOf,
  decimalOf,
  decimalsOf,
  digitsSlip,
  finest,
  write,
} from '../../../fiscal/amounts.js'
import { factorsOf, type Split, splitTotal, type Tax } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord, wordOf } from '../../../lib/json.js'
import { itemsOf, mapItems } from '../../../lib/lists.js'
import type { Finding } from '../../../model/finding.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { type CfdiDeriveContext, derivations } from './derivations.js'
import { trasladosLocales } from './locales.js'
import { settleTotal } from './settleTotal.js'

/**
 * Members of a concept that only drafts have, from which its amounts are derived, with descriptions
 * in Spanish.
 */
export const priceMembers = {
  PrecioConImpuestos:
    'Precio de una unidad con los impuestos que traslada, antes de descuentos; también con los locales cuyo Importe se obtiene. De él se obtienen ValorUnitario, Importe y los impuestos, de modo que sumen lo cobrado; no puede ir con ValorUnitario ni Importe.',
  DescuentoConImpuestos:
    'Descuento como lo ve el cliente, con impuestos. De él se obtiene Descuento; solo puede ir con PrecioConImpuestos, y sin Descuento.',
} as const

/** The resolved concept, or the reason of a failure. */
export type PriceOutcome =
  | {
      readonly concepto: Json
      /** The part of the price of each local tax. */
      readonly locales: readonly Decimal[]
    }
  | {
      /** In Spanish, as the end of "Concepto.PrecioConImpuestos: …". */
      readonly why: string
      /** The member with the mistake. */
      readonly field: keyof typeof priceMembers
    }

/**
 * Resolves a concept given by `PrecioConImpuestos` (unit price with its traslados, before
 * discounts) to ValorUnitario, Importe and taxes of six decimals that add up to exactly the charge:
 * Cantidad by that price, less the discount, in the decimals of the currency. The rounding of the
 * document is settled once, in settleTotal.ts. The discount is `Descuento`, before taxes as the SAT
 * requires, or `DescuentoConImpuestos`, with taxes. `locales` are the local taxes that the price
 * includes.
 */
export function resolvePrice(
  concepto: Json,
  digits: number,
  locales: readonly Tax[] = [],
): PriceOutcome {
  const { PrecioConImpuestos: price, DescuentoConImpuestos: discount, ...rest } = concepto
  const given = ['ValorUnitario', 'Importe'].find((field) => isGiven(rest[field]))
  if (given !== undefined) return failure(`no puede ir con ${given}, que se obtiene de él`)
  const [slip, slipOfDiscount] = [digitsSlip(price), digitsSlip(discount)]
  if (slip !== undefined) return failure(slip)
  if (slipOfDiscount !== undefined) return failure(slipOfDiscount, 'DescuentoConImpuestos')
  const amounts = readAmounts(rest, price, discount)
  if (amounts === undefined)
    return failure(
      'necesita que sean importes tanto él como Cantidad y, si existe, un solo descuento',
    )
  const traslados = isRecord(rest['Impuestos']) ? itemsOf(rest['Impuestos']['Traslados']) : []
  const federal = traslados.map((traslado) => {
    // A traslado with amounts to compute; a Cuota may state its number of units.
    const { Impuesto, TipoFactor, TasaOCuota, Base, Importe } = traslado
    const impuesto = wordOf(Impuesto)
    if (isGiven(Importe)) return undefined
    if (TipoFactor === 'Cuota') {
      const [tasa, unidades] = [
        decimalOf(TasaOCuota),
        isGiven(Base) ? decimalOf(Base) : amounts.cantidad,
      ]
      if (tasa === undefined || unidades === undefined) return undefined
      return { impuesto, tasa, unidades, aparte: isApart(traslado, rest) }
    }
    if (isGiven(Base)) return undefined
    if (TipoFactor === 'Exento') return { impuesto }
    const tasa = decimalOf(TasaOCuota)
    if (tasa === undefined) return undefined
    return { impuesto, tasa }
  })
  if (!federal.every((tax) => tax !== undefined))
    return failure(
      'necesita la TasaOCuota de cada traslado que no es Exento, sin Base ni Importe (una Cuota sí, Base)',
    )
  const taxes = [...federal, ...locales]
  const factors = factorsOf(taxes)
  const factor = factors.ieps.times(factors.iva).minus(factors.retenido)
  const { cantidad, conImpuestos } = amounts
  const descuento = amounts.descuento ?? conImpuestos?.over(factor, 2 * finest).round(finest)
  const less = conImpuestos ?? (descuento ?? Decimal.zero).times(factor)
  const split = splitTotal(cantidad.times(amounts.price).minus(less).round(digits), taxes, finest)
  if (split === undefined) return failure('no alcanza para sus impuestos y descuentos')
  const off = conImpuestos && descuento && { Descuento: write(descuento, digits) }
  return {
    concepto: withAmounts({ ...rest, ...off }, split, cantidad, digits),
    locales: split.impuestos.slice(federal.length).map(({ importe = Decimal.zero }) => importe),
  }
}

function failure(why: string, field: keyof typeof priceMembers = 'PrecioConImpuestos') {
  return { why, field }
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

function readAmounts(
  { Cantidad, Descuento }: Json,
  price: unknown,
  discount: unknown,
): Amounts | undefined {
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

/** Petrol and diesel. */
const combustibles = new Set<unknown>(['15101505', '15101514', '15101515'])

/**
 * Whether an IEPS is outside the base of IVA (LIVA, article 12): the quotas of fuels (LIEPS,
 * article 2-A).
 */
export function isApart({ Impuesto, TipoFactor }: Json, { ClaveProdServ }: Json): boolean {
  return Impuesto === '003' && TipoFactor === 'Cuota' && combustibles.has(ClaveProdServ)
}

function withAmounts(
  concepto: Json,
  { neto, impuestos }: Split,
  cantidad: Decimal,
  digits: number,
): Json {
  const importe = neto.plus(amountOf(concepto['Descuento']) ?? Decimal.zero)
  const { Impuestos } = concepto
  let at = 0
  const fill = ({ Importe: _, ...traslado }: Json): Json => {
    const { base, importe: tax } = impuestos[at++] ?? { base: neto, importe: undefined }
    const Base = write(base, Math.min(base.scale, digits))
    return { ...traslado, Base, ...(tax !== undefined && { Importe: write(tax, digits) }) }
  }
  return {
    ...concepto,
    ValorUnitario: write(importe.over(cantidad, finest + 1).round(finest), digits),
    Importe: write(
      importe,
      Math.max(digits, Math.min(amountOf(concepto['Descuento'])?.scale ?? 0, finest)),
    ),
    ...(isRecord(Impuestos) &&
      Impuestos['Traslados'] !== undefined && {
        Impuestos: { ...Impuestos, Traslados: mapItems(Impuestos['Traslados'], fill) },
      }),
  }
}

/** Key under which a resolution keeps the concepts given by price. */
const charged = Symbol('charged')

/** Concepts of a resolution that were given by price. */
interface Charged {
  readonly conceptos: ReadonlySet<Json>
  /** By index: the part of each local tax in its price. */
  readonly locales: ReadonlyMap<number, readonly Decimal[]>
}

/** Returns the part of each local tax in the price of each concept given by price. */
export function localesInPrices({
  known,
}: Pick<CfdiDeriveContext, 'known'>): Charged['locales'] | undefined {
  return (known.get(charged) as Charged | undefined)?.locales
}

/** Resolves, in place, the concepts given by price. */
export function resolvePrices({ document, catalogs, known, complete }: CfdiDeriveContext): void {
  const { Conceptos } = document
  if (!Array.isArray(Conceptos)) return
  const locales = trasladosLocales(document, complete)
  const digits = decimalsOf(document['Moneda'], { catalogs })
  const conceptos = new Set<Json>()
  const inPrices = new Map<number, readonly Decimal[]>()
  for (let index = 0; index < Conceptos.length; index++) {
    const concepto: unknown = Conceptos[index]
    if (!isRecord(concepto) || concepto['PrecioConImpuestos'] === undefined) continue
    const outcome = resolvePrice(concepto, digits, locales)
    if (!('concepto' in outcome)) continue
    Conceptos[index] = outcome.concepto
    conceptos.add(outcome.concepto)
    inPrices.set(index, outcome.locales)
  }
  if (conceptos.size > 0) known.set(charged, { conceptos, locales: inPrices } satisfies Charged)
}

/**
 * Settles the cents of a document with prices that include taxes, once every value of its concepts
 * is known.
 */
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
    settles: {
      path: 'Conceptos[].Impuestos.Traslados[].Importe',
      when: ({ known }) => known.has(charged),
    },
    value: ({ Conceptos, Moneda }, context) => {
      if (!Array.isArray(Conceptos) || !Conceptos.every(isRecord)) return undefined
      const isCharged = (concepto: Json): boolean =>
        (context.known.get(charged) as Charged).conceptos.has(concepto)
      return settleTotal(Conceptos, isCharged, decimalsOf(Moneda, context))
    },
  },
})

/**
 * Replaces the findings about prices that could not be resolved by the reason, at the member with
 * the mistake.
 */
export function explainPrices(
  document: Json,
  findings: readonly Finding[],
  context: Pick<CfdiDeriveContext, 'catalogs' | 'complete'>,
): Finding[] {
  const ofPrices = findings.filter(
    ({ element, field }) => element === 'Concepto' && field in priceMembers,
  )
  if (ofPrices.length === 0) return [...findings]
  const [causes, concepts]: [Finding[], string[]] = [[], []]
  for (const finding of ofPrices) {
    const { field, path } = finding
    const why = whyOf(document, finding, context)
    if (why === undefined) continue
    causes.push({ ...finding, message: `Concepto.${field}: ${why}.` })
    concepts.push(path.slice(0, path.lastIndexOf('.') + 1))
  }
  // Missing amounts follow from the unresolved price.
  const follows = (finding: Finding): boolean =>
    (ofPrices.includes(finding) || isLeft(finding) || isMissing(finding)) &&
    concepts.some((concept) => finding.path.startsWith(concept))
  return [...causes, ...findings.filter((finding) => !follows(finding))]
}

function whyOf(
  document: Json,
  { field, path }: Finding,
  context: Pick<CfdiDeriveContext, 'catalogs' | 'complete'>,
): string | undefined {
  const index = /^Conceptos\[(\d+)\]\./.exec(path)?.[1]
  const { Conceptos, Moneda } = document
  const concepto: unknown = Array.isArray(Conceptos) ? Conceptos[Number(index)] : undefined
  if (!isRecord(concepto)) return undefined
  if (concepto['PrecioConImpuestos'] === undefined)
    return 'solo tiene sentido con PrecioConImpuestos'
  const locales = trasladosLocales(document, context.complete)
  const outcome = resolvePrice(concepto, decimalsOf(Moneda, context), locales)
  if ('why' in outcome && outcome.field === field) return outcome.why
  return undefined
}
