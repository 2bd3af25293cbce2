/**
 * "AUTO" in Impuestos Locales 1.0: amounts by rate, and totals, which are part of the Total of the
 * comprobante.
 * @module
 */

import type { Derivation, Json } from '../../derive/derivation.js'
import { decimalsOf, sumField } from '../../fiscal/amounts.js'
import { Decimal } from '../../lib/decimal.js'
import { itemsOf } from '../../lib/lists.js'
import { type CfdiDeriveContext, derivations } from '../cfdi40/derive/derivations.js'
import { askedLocales, localRate, netOf } from '../cfdi40/derive/locales.js'
import { localesInPrices } from '../cfdi40/derive/precioConImpuestos.js'
import { at } from '../cfdi40/nodes.js'
import { impuestosLocales } from './declaration.js'

/** "0.00" when there are none. */
function suma(list: string, says: string): Derivation<Json, Json, CfdiDeriveContext> {
  return {
    from: [`${list}[].Importe`],
    says,
    rounded: 'a centavos',
    value: (locales) => sumField(itemsOf(locales[list]), 'Importe')?.round(2).toString(),
  }
}

/** The rate on Importe less Descuento of the concepts. */
function importe(
  rate: string,
  list: string,
  rounded: string,
): Derivation<Json, Json, CfdiDeriveContext> {
  return {
    from: [rate, '/Conceptos[].Importe'],
    given: ['/Conceptos[].Descuento'],
    says: `${rate} por ciento de Importe menos Descuento de los conceptos`,
    rounded,
    value: (row, context) => {
      const { document } = context
      const digits = Math.min(2, decimalsOf(document['Moneda'], context))
      // The rows with an "AUTO" amount, collected before any of them is derived.
      const rows =
        (context.known.get(list) as readonly Json[] | undefined) ??
        askedLocales(document, list, context.complete)
      context.known.set(list, rows)

      const until = rows.indexOf(row)
      const sums = [until, until + 1].map((end) => sumTo(rows.slice(0, end), rate, context))
      const [before, after] = sums
      if (before === undefined || after === undefined) return undefined
      return halfDown(after, digits).minus(halfDown(before, digits)).toString(2)
    },
  }
}

/** Exact amounts of some rows; of those in prices, the included part. */
function sumTo(
  rows: readonly Json[],
  rate: string,
  context: CfdiDeriveContext,
): Decimal | undefined {
  const priced = rate === 'TasadeTraslado' ? localesInPrices(context) : undefined
  const conceptos = itemsOf(context.document['Conceptos'])
  const amounts = rows.flatMap((row, index) => {
    const tasa = localRate(row[rate])
    return conceptos.map(
      (concepto, at) => priced?.get(at)?.[index] ?? (tasa && netOf(concepto)?.times(tasa)),
    )
  })
  if (amounts.every((amount) => amount !== undefined)) return Decimal.sum(amounts)
  return undefined
}

/** Rounds halves down: the net amount rounds halves up, and the two add up to the charge. */
function halfDown(value: Decimal, digits: number): Decimal {
  const half = Decimal.ofSafeUnits(5, digits + 1)
  if (value.minus(half).compare(Decimal.zero) <= 0) return Decimal.zero
  return value.minus(half).ceil(digits)
}

export const impuestosLocalesDerivations = [
  derivations(at(impuestosLocales, 'RetencionesLocales[]'), {
    Importe: importe('TasadeRetencion', 'RetencionesLocales', 'a centavos'),
  }),
  derivations(at(impuestosLocales, 'TrasladosLocales[]'), {
    Importe: importe(
      'TasadeTraslado',
      'TrasladosLocales',
      'a centavos, de modo que el Total sea lo cobrado con PrecioConImpuestos',
    ),
  }),
  derivations(at(impuestosLocales), {
    TotaldeRetenciones: suma('RetencionesLocales', 'Importe de las retenciones locales'),
    TotaldeTraslados: suma('TrasladosLocales', 'Importe de los traslados locales'),
  }),
]
