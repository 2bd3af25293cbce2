/**
 * Goods of Comercio Exterior 2.0 and their lines, grouped by NoIdentificacion in one pass per
 * document; and the limits of conversions to dollars.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { amount, decimalOf, eachItem } from '../../rules/values.js'
import type { Comprobante, Concepto } from '../cfdi40/declaration.js'
import { at } from '../cfdi40/nodes.js'
import { perDocument } from '../cfdi40/rule.js'
import { type ComercioExterior20, comercioExterior20 } from './declaration.js'

/** Source of all its tables. */
export const matrizComercioExterior =
  'Matriz de errores de Comercio Exterior 2.0, 18 de enero de 2024'

export type MercanciaExterior = ComercioExterior20['Mercancias'][number]

/** The key of a service, in c_UnidadAduana. */
export const unidadServicio = '99'

/** Tariff item of samples, which are given away: their value is discounted. */
export const muestras = '9801000100'

/** The lines of one NoIdentificacion. */
export interface Conceptos {
  readonly items: Concepto[]
  importe: Decimal
  descuento: Decimal
  /** Whether any line is a service: ClaveUnidad E48. */
  isServicio: boolean
}

/** The goods of one NoIdentificacion. */
export interface Mercancias {
  count: number
  valorDolares: Decimal
  /** Value of the samples among them. */
  muestras: Decimal
  /** The first with a value, at which the group is checked. */
  first: MercanciaExterior | undefined
  /** Whether any good lacks CantidadAduana. */
  hasNoCantidad: boolean
}

const servicio = 'E48'

/** Lines by NoIdentificacion, without those that have none. */
export const conceptosBy = perDocument(({ document }) => {
  const groups = new Map<string, Conceptos>()
  eachItem(document.Conceptos, (concepto) => {
    if (concepto.NoIdentificacion === undefined) return
    const group = groups.get(concepto.NoIdentificacion)
    if (group === undefined)
      groups.set(concepto.NoIdentificacion, {
        items: [concepto],
        importe: decimalOf(concepto.Importe),
        descuento: amount(concepto.Descuento),
        isServicio: concepto.ClaveUnidad === servicio,
      })
    else {
      group.items.push(concepto)
      group.importe = group.importe.plus(decimalOf(concepto.Importe))
      group.descuento = group.descuento.plus(amount(concepto.Descuento))
      group.isServicio ||= concepto.ClaveUnidad === servicio
    }
  })
  return groups
})

/** The goods by NoIdentificacion. */
export const mercanciasBy = perDocument(({ document }) => {
  const groups = new Map<string, Mercancias>()
  at(comercioExterior20, 'Mercancias[]').each(document, (mercancia) => {
    const group = groups.get(mercancia.NoIdentificacion) ?? {
      count: 0,
      valorDolares: Decimal.zero,
      muestras: Decimal.zero,
      first: undefined,
      hasNoCantidad: false,
    }
    groups.set(mercancia.NoIdentificacion, group)
    const valor = decimalOf(mercancia.ValorDolares)
    group.count++
    group.valorDolares = group.valorDolares.plus(valor)
    if (mercancia.FraccionArancelaria === muestras) group.muestras = group.muestras.plus(valor)
    if (!isSymbolic(mercancia)) group.first ??= mercancia
    group.hasNoCantidad ||= mercancia.CantidadAduana === undefined
  })
  return groups
})

/** Whether a value in dollars is one of the two symbolic ones, which have no limits. */
export function isSymbolic({ ValorDolares }: MercanciaExterior): boolean {
  const valor = decimalOf(ValorDolares)
  return valor.isZero() || valor.equals(Decimal.one)
}

/** Number of goods by NoIdentificacion and FraccionArancelaria. */
export const fraccionesBy = perDocument(({ document }) => {
  const counts = new Map<string, number>()
  at(comercioExterior20, 'Mercancias[]').each(document, (mercancia) => {
    const key = fraccionKey(mercancia)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  return counts
})

/** Key of a good among the others. */
export function fraccionKey({
  NoIdentificacion,
  FraccionArancelaria = '',
}: MercanciaExterior): string {
  return `${FraccionArancelaria}|${NoIdentificacion}`
}

/** Whether any good has one of the customs' attributes. */
export const hasAduana = perDocument(({ document }) => {
  let found = false
  at(comercioExterior20, 'Mercancias[]').each(document, (mercancia) => {
    if (aduana.some((field) => mercancia[field] !== undefined)) found = true
  })
  return found
})

/** The customs' attributes, which all goods have or none. */
export const aduana = ['CantidadAduana', 'UnidadAduana', 'ValorUnitarioAduana'] as const

/** Pesos per unit of the document's currency; undefined without a rate (XXX, or missing). */
export function rateOf({ Moneda, TipoCambio }: Comprobante): Decimal | undefined {
  if (TipoCambio !== undefined) return decimalOf(TipoCambio)
  if (Moneda === 'MXN') return Decimal.one
  return undefined
}

const cents = 2
const epsilon = Decimal.unit(12)

/**
 * Minimum and maximum in dollars of an amount of the document: each of the three numbers may be
 * rounded at its last decimal. `h` of each belongs to its own decimals; the standard uses those of
 * TipoCambio for TipoCambioUSD too. Undefined when the dollar's rate is no greater than its
 * rounding.
 */
export function dollarLimits(
  importe: Decimal,
  rate: Decimal,
  usd: Decimal,
): readonly [Decimal, Decimal] | undefined {
  const [i, t, u] = [importe.halfUnit(), rate.halfUnit(), usd.halfUnit()]
  const divisor = usd.minus(u)
  if (divisor.compare(Decimal.zero) <= 0) return undefined
  const least = importe.minus(i).times(rate.minus(t))
  const most = importe.plus(i).minus(epsilon).times(rate.plus(t).minus(epsilon))
  return [least.over(usd.plus(u).minus(epsilon), cents), ceilOver(most, divisor)]
}

/** The quotient rounded up to cents. */
function ceilOver(dividend: Decimal, divisor: Decimal): Decimal {
  const cut = dividend.over(divisor, cents)
  if (cut.times(divisor).equals(dividend)) return cut
  return cut.plus(Decimal.unit(cents))
}
