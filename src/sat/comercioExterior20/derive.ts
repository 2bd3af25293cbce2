/**
 * Values in dollars of Comercio Exterior 2.0: of each good, and of all.
 * @module
 */

import {
  type AmountContext,
  assign,
  decimalOf,
  derive,
  finest,
  itemsOf,
  mapComplements,
  mapItems,
  once,
  sumOf,
  write,
} from '../../derive/amounts.js'
import type { Json } from '../../derive/auto.js'
import { productLimits } from '../../fiscal/limits.js'
import { clamp } from '../../fiscal/splitTotal.js'
import { Decimal } from '../../lib/decimal.js'

/** A document whose goods have their value in dollars, and the total of them. */
export function resolveComercioExterior(draft: Json, context: AmountContext): Json {
  return mapComplements(draft, 'ComercioExterior', '2.0', (complement) => {
    const alike = once(() => byIdentificacion(complement['Mercancias']))
    const conceptos = once(() => byIdentificacion(draft['Conceptos']))
    const valued = mapItems(complement['Mercancias'], (mercancia) => {
      const { NoIdentificacion } = mercancia
      const dollars = (): Decimal | undefined =>
        alike().get(NoIdentificacion)?.length === 1
          ? dollarsOf(conceptos().get(NoIdentificacion), complement, draft)
          : undefined
      return resolveMercancia(mercancia, dollars, draft, context)
    })
    const all = itemsOf(valued)
    return derive(assign(complement, { Mercancias: valued }), context, {
      TotalUSD: () => (all.length === 0 ? undefined : sumOf(all, 'ValorDolares')?.round(2).toString()),
    })
  })
}

/** Items by their NoIdentificacion, which is what goods and concepts have in common. */
function byIdentificacion(list: unknown): ReadonlyMap<unknown, readonly Json[]> {
  const groups = new Map<unknown, Json[]>()
  for (const item of itemsOf(list)) {
    const group = groups.get(item['NoIdentificacion'])
    if (group === undefined) groups.set(item['NoIdentificacion'], [item])
    else group.push(item)
  }
  return groups
}

/** Most decimals of ValorDolares. */
const cuatro = 4

/** A good with its value, and where its customs quantity has no price, with that. */
function resolveMercancia(
  mercancia: Json,
  dollars: () => Decimal | undefined,
  draft: Json,
  context: AmountContext,
): Json {
  const valued = derive(mercancia, context, {
    ValorDolares: () => {
      const value = dollarValueOf(mercancia, dollars, draft)
      return value && write(value, 2, cuatro)
    },
  })
  const [cantidad, value] = [decimalOf(mercancia['CantidadAduana']), decimalOf(valued['ValorDolares'])]
  if (cantidad === undefined || cantidad.isZero()) return valued
  return derive(valued, context, {
    ValorUnitarioAduana: () => value && write(value.over(cantidad, finest + 1).round(finest), 2),
  })
}

/**
 * What the concepts of the good are worth in dollars (CCE158, CCE172), as near as the customs quantity and price admit
 * (CCE169); these alone, in a transfer and where several goods share the concepts.
 */
function dollarValueOf(
  { CantidadAduana, ValorUnitarioAduana }: Json,
  dollars: () => Decimal | undefined,
  { TipoDeComprobante }: Json,
): Decimal | undefined {
  const [cantidad, unitario] = [decimalOf(CantidadAduana), decimalOf(ValorUnitarioAduana)]
  if (cantidad === undefined || unitario === undefined) return dollars()
  const converted = TipoDeComprobante === 'T' ? undefined : dollars()
  return converted === undefined ? cantidad.times(unitario) : clamp(converted, productLimits(cantidad, unitario, 2))
}

/** The concepts of a good, from their currency to dollars. */
function dollarsOf(conceptos: readonly Json[] = [], { TipoCambioUSD }: Json, draft: Json): Decimal | undefined {
  const importe = conceptos.length === 0 ? undefined : sumOf(conceptos, 'Importe')
  if (draft['Moneda'] === 'USD') return importe
  const pesos = draft['Moneda'] === 'MXN' ? Decimal.one : decimalOf(draft['TipoCambio'])
  const dolar = decimalOf(TipoCambioUSD)
  if (importe === undefined || pesos === undefined || dolar === undefined || dolar.isZero()) return undefined
  return importe.times(pesos).over(dolar, finest).round(cuatro)
}
