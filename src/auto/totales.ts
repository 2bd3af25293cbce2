/**
 * SubTotal, Descuento and Total of the document.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { type AmountContext, assign, decimalOf, decimalsOf, isAsked, isJson, itemsOf, sumOf } from './amounts.js'
import { AUTO, type Json } from './auto.js'

/** A document with its totals. They are zero in a transfer and in a payment, whose amounts are elsewhere. */
export function resolveTotales(draft: Json, context: AmountContext): Json {
  const tipo = draft['TipoDeComprobante']
  const decimals = decimalsOf(draft['Moneda'], context)
  const ask = (name: string, value: () => string | undefined) => (isAsked(draft[name], context) ? value() : undefined)
  if (tipo === 'T' || tipo === 'P')
    return assign(draft, { SubTotal: ask('SubTotal', () => '0'), Total: ask('Total', () => '0') })
  const conceptos = itemsOf(draft['Conceptos'])
  const subtotaled = assign(draft, {
    SubTotal: ask('SubTotal', () => sumOf(conceptos, 'Importe')?.round(decimals).toString()),
  })
  const discounted = resolveDescuento(subtotaled, conceptos, decimals, context)
  return assign(discounted, { Total: ask('Total', () => totalOf(discounted)?.round(decimals).toString()) })
}

/** The discount exists only when a concept has one (CFDI40111). */
function resolveDescuento(draft: Json, conceptos: readonly Json[], decimals: number, context: AmountContext): Json {
  if (!isAsked(draft['Descuento'], context)) return draft
  if (conceptos.some(({ Descuento }) => Descuento !== undefined)) {
    return assign(draft, { Descuento: sumOf(conceptos, 'Descuento')?.round(decimals).toString() })
  }
  const { Descuento: _, ...without } = draft
  return draft['Descuento'] === AUTO ? without : draft
}

/** CFDI40119, with the local taxes of the complement. */
function totalOf(draft: Json): Decimal | undefined {
  const impuestos = isJson(draft['Impuestos']) ? draft['Impuestos'] : {}
  const complemento = isJson(draft['Complemento']) ? draft['Complemento'] : {}
  const locales = isJson(complemento['ImpuestosLocales']) ? complemento['ImpuestosLocales'] : {}
  const terms: readonly (readonly [unknown, 1 | -1])[] = [
    [draft['SubTotal'], 1],
    [draft['Descuento'], -1],
    [impuestos['TotalImpuestosTrasladados'], 1],
    [impuestos['TotalImpuestosRetenidos'], -1],
    [locales['TotaldeTraslados'], 1],
    [locales['TotaldeRetenciones'], -1],
  ]
  let total = Decimal.zero
  for (const [value, sign] of terms) {
    if (value === undefined) continue
    const amount = decimalOf(value)
    if (amount === undefined) return undefined
    total = sign === 1 ? total.plus(amount) : total.minus(amount)
  }
  return draft['SubTotal'] === undefined ? undefined : total
}
