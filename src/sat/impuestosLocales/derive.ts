/**
 * Totals of Impuestos Locales 1.0, which enter the Total of the comprobante.
 * @module
 */
import { type AmountContext, derive, itemsOf, mapComplements, sumOf } from '../../derive/amounts.js'
import type { Json } from '../../derive/auto.js'

/** A document whose local taxes have their totals: "0.00" where there are none. */
export function resolveImpuestosLocales(draft: Json, context: AmountContext): Json {
  return mapComplements(draft, 'ImpuestosLocales', '1.0', (locales) => {
    const sum = (list: string) => () => sumOf(itemsOf(locales[list]), 'Importe')?.round(2).toString()
    return derive(locales, context, {
      TotaldeRetenciones: sum('RetencionesLocales'),
      TotaldeTraslados: sum('TrasladosLocales'),
    })
  })
}
