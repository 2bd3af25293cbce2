/**
 * Prices that include their taxes: what the customer is charged is known, and the concept is found from it.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { assign, decimalOf, finest, isJson, itemsOf, mapItems, write } from './amounts.js'
import type { Json } from './auto.js'

/**
 * A concept given by `PrecioConImpuestos` (price of a unit with the taxes that it transfers), as one with ValorUnitario,
 * Importe and taxes that add up to exactly what is charged: Cantidad by that price, in the decimals of the currency.
 *
 * The amount before taxes is rounded and the last tax takes what is left. That is never a unit away from its rate: with
 * s = round(b), the rest differs from s·r by at most (1 + r) / 2 units, and the SAT admits the unit below and above.
 */
export function resolvePrice(concepto: Json, decimals: number): Json {
  const { PrecioConImpuestos, ...rest } = concepto
  const [cantidad, price] = [decimalOf(concepto['Cantidad']), decimalOf(PrecioConImpuestos)]
  const traslados = isJson(rest['Impuestos']) ? itemsOf(rest['Impuestos']['Traslados']) : []
  const quotas = sumQuotas(traslados, cantidad ?? Decimal.zero, decimals)
  const factor = rateFactor(traslados)
  if (
    cantidad === undefined ||
    cantidad.isZero() ||
    price === undefined ||
    factor === undefined ||
    quotas === undefined
  )
    return concepto
  const descuento = decimalOf(rest['Descuento']) ?? Decimal.zero
  const charged = cantidad.times(price).round(decimals)
  const net = charged
    .minus(quotas)
    .over(factor, finest + 6)
    .round(decimals)
  const importe = net.plus(descuento)
  const valor = importe.over(cantidad, finest + 1).round(finest)
  const taxes = splitTaxes(traslados, net, charged, cantidad, decimals)
  return assign(rest, {
    ValorUnitario: write(valor, decimals),
    Importe: importe.toString(Math.max(decimals, importe.scale)),
    Impuestos: isJson(rest['Impuestos'])
      ? { ...rest['Impuestos'], Traslados: mapItems(rest['Impuestos']['Traslados'], (tax) => taxes.get(tax) ?? tax) }
      : undefined,
  })
}

/** 1 plus what the rates add, IVA on top of IEPS. */
function rateFactor(traslados: readonly Json[]): Decimal | undefined {
  let [ieps, iva] = [Decimal.one, Decimal.one]
  for (const tax of traslados) {
    if (tax['TipoFactor'] !== 'Tasa') continue
    const rate = decimalOf(tax['TasaOCuota'])
    if (rate === undefined) return undefined
    if (tax['Impuesto'] === '003') ieps = ieps.plus(rate)
    else iva = iva.plus(rate)
  }
  return ieps.times(iva)
}

function sumQuotas(traslados: readonly Json[], cantidad: Decimal, decimals: number): Decimal | undefined {
  let total = Decimal.zero
  for (const tax of traslados) {
    if (tax['TipoFactor'] !== 'Cuota') continue
    const quota = decimalOf(tax['TasaOCuota'])
    if (quota === undefined) return undefined
    total = total.plus(cantidad.times(quota).round(decimals))
  }
  return total
}

/** Base and Importe of each tax; the last one with a rate takes what is left of what is charged. */
function splitTaxes(
  traslados: readonly Json[],
  net: Decimal,
  charged: Decimal,
  cantidad: Decimal,
  decimals: number,
): ReadonlyMap<Json, Json> {
  const ordered = [...traslados].sort((a, b) => Number(b['Impuesto'] === '003') - Number(a['Impuesto'] === '003'))
  const rated = ordered.filter(({ TipoFactor }) => TipoFactor === 'Tasa')
  const taxes = new Map<Json, Json>()
  let left = charged.minus(net)
  let base = net
  for (const tax of ordered.filter(({ TipoFactor }) => TipoFactor === 'Cuota')) {
    const amount = cantidad.times(decimalOf(tax['TasaOCuota']) ?? Decimal.zero).round(decimals)
    left = left.minus(amount)
    taxes.set(tax, { ...tax, Base: write(cantidad, 0), Importe: amount.toString(decimals) })
  }
  for (const tax of rated) {
    const exact = base.times(decimalOf(tax['TasaOCuota']) ?? Decimal.zero).round(decimals)
    const amount = tax === rated.at(-1) ? left : exact
    left = left.minus(amount)
    taxes.set(tax, { ...tax, Base: base.toString(Math.max(decimals, base.scale)), Importe: amount.toString(decimals) })
    if (tax['Impuesto'] === '003') base = base.plus(amount)
  }
  for (const tax of ordered)
    if (tax['TipoFactor'] === 'Exento') taxes.set(tax, { ...tax, Base: net.toString(Math.max(decimals, net.scale)) })
  return taxes
}
