/**
 * "AUTO" in Impuestos Locales 1.0: its totals, which enter the Total of the comprobante.
 * @module
 */

import type { Derivation, Json } from '../../derive/derivation.js'
import { sumOf } from '../../fiscal/amounts.js'
import { itemsOf } from '../../lib/lists.js'
import { type CfdiDeriveContext, derivations } from '../cfdi40/derive/derivations.js'
import { at } from '../cfdi40/nodes.js'
import { impuestosLocales } from './declaration.js'

/** "0.00" where there are none. */
function suma(list: string, says: string): Derivation<Json, Json, CfdiDeriveContext> {
  return {
    from: [`${list}[].Importe`],
    says,
    rounded: 'a centavos',
    value: (locales) => sumOf(itemsOf(locales[list]), 'Importe')?.round(2).toString(),
  }
}

export const impuestosLocalesDerivations = [
  derivations(at(impuestosLocales), {
    TotaldeRetenciones: suma('RetencionesLocales', 'Importe de las retenciones locales'),
    TotaldeTraslados: suma('TrasladosLocales', 'Importe de los traslados locales'),
  }),
]
