/**
 * SubTotal, Descuento and Total of the document.
 * @module
 */

import {
  type AmountContext,
  complementsOf,
  decimalsOf,
  derive,
  isJson,
  itemsOf,
  sumOf,
  total,
} from '../../../derive/amounts.js'
import type { Json } from '../../../derive/auto.js'
import type { Decimal } from '../../../lib/decimal.js'

/** A document with its totals. They are zero in a transfer and in a payment, whose amounts are elsewhere. */
export function resolveTotales(draft: Json, context: AmountContext): Json {
  const { TipoDeComprobante: tipo } = draft
  if (tipo === 'T' || tipo === 'P') {
    return derive(draft, context, { SubTotal: () => '0', Descuento: () => null, Total: () => '0' })
  }
  const digits = decimalsOf(draft['Moneda'], context)
  const conceptos = itemsOf(draft['Conceptos'])
  const summed = derive(draft, context, {
    SubTotal: () => sumOf(conceptos, 'Importe')?.round(digits).toString(),
    // It exists only when a concept has one (CFDI40111).
    Descuento: () =>
      conceptos.some(({ Descuento }) => Descuento !== undefined)
        ? sumOf(conceptos, 'Descuento')?.round(digits).toString()
        : null,
  })
  return derive(summed, context, { Total: () => totalOf(summed)?.round(digits).toString() })
}

/** CFDI40119, with the local taxes of the complement. */
function totalOf(draft: Json): Decimal | undefined {
  const { SubTotal, Descuento } = draft
  const impuestos = isJson(draft['Impuestos']) ? draft['Impuestos'] : {}
  const locales = complementsOf(draft, 'ImpuestosLocales', '1.0')
  const { TotalImpuestosTrasladados, TotalImpuestosRetenidos } = impuestos
  const more = total([SubTotal, TotalImpuestosTrasladados, ...locales.map(({ TotaldeTraslados }) => TotaldeTraslados)])
  const less = total([
    Descuento,
    TotalImpuestosRetenidos,
    ...locales.map(({ TotaldeRetenciones }) => TotaldeRetenciones),
  ])
  return SubTotal === undefined || more === undefined || less === undefined ? undefined : more.minus(less)
}
