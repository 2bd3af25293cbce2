/**
 * Values in dollars of Comercio Exterior 2.0: of each good, and of all.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import {
  type AmountContext,
  assign,
  decimalOf,
  derive,
  finest,
  itemsOf,
  mapComplements,
  mapItems,
  sumOf,
  write,
} from './amounts.js'
import type { Json } from './auto.js'

/** A document whose goods have their value in dollars, and the total of them. */
export function resolveComercioExterior(draft: Json, context: AmountContext): Json {
  return mapComplements(draft, 'ComercioExterior', '2.0', (complement) => {
    const mercancias = itemsOf(complement['Mercancias'])
    const valued = mapItems(complement['Mercancias'], (mercancia) => {
      const alone =
        mercancias.filter((other) => other['NoIdentificacion'] === mercancia['NoIdentificacion']).length === 1
      return resolveMercancia(mercancia, () => (alone ? dollarsOf(mercancia, complement, draft) : undefined), context)
    })
    const all = itemsOf(valued)
    return derive(assign(complement, { Mercancias: valued }), context, {
      TotalUSD: () => (all.length === 0 ? undefined : sumOf(all, 'ValorDolares')?.round(2).toString()),
    })
  })
}

/** Most decimals of ValorDolares. */
const cuatro = 4

/**
 * A good is worth what the customs quantity and price say (CCE169); where these are not given, what its concepts do, in
 * dollars (CCE172), and then the price is what each unit is worth.
 */
function resolveMercancia(mercancia: Json, dollars: () => Decimal | undefined, context: AmountContext): Json {
  const { CantidadAduana, ValorUnitarioAduana } = mercancia
  const [cantidad, unitario] = [decimalOf(CantidadAduana), decimalOf(ValorUnitarioAduana)]
  const valued = derive(mercancia, context, {
    ValorDolares: () => {
      const value = cantidad && unitario ? cantidad.times(unitario) : dollars()
      return value && write(value, 2, cuatro)
    },
  })
  if (CantidadAduana === undefined) return valued
  const value = decimalOf(valued['ValorDolares'])
  return derive(valued, context, {
    ValorUnitarioAduana: () =>
      cantidad && value && !cantidad.isZero() ? write(value.over(cantidad, finest + 1).round(finest), 2) : undefined,
  })
}

/** The concepts of a good, from their currency to dollars. */
function dollarsOf({ NoIdentificacion }: Json, { TipoCambioUSD }: Json, draft: Json): Decimal | undefined {
  const conceptos = itemsOf(draft['Conceptos']).filter((concepto) => concepto['NoIdentificacion'] === NoIdentificacion)
  const importe = conceptos.length === 0 ? undefined : sumOf(conceptos, 'Importe')
  if (draft['Moneda'] === 'USD') return importe
  const pesos = draft['Moneda'] === 'MXN' ? Decimal.one : decimalOf(draft['TipoCambio'])
  const dolar = decimalOf(TipoCambioUSD)
  if (importe === undefined || pesos === undefined || dolar === undefined || dolar.isZero()) return undefined
  return importe.times(pesos).over(dolar, finest).round(cuatro)
}
