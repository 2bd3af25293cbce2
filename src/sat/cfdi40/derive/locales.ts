/**
 * Local taxes included in prices: those with "AUTO" amounts.
 * @module
 */
import { AUTO, type Json } from '../../../derive/derivation.js'
import { amountOf, decimalOf } from '../../../fiscal/amounts.js'
import type { Tax } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { itemsOf } from '../../../lib/lists.js'
import { nodesIn } from '../../../model/nodes.js'
import { impuestosLocales } from '../../impuestosLocales/declaration.js'
import { at } from '../nodes.js'

/** The rows with an "AUTO" amount. */
export function askedLocales(document: Json, list: string, complete: boolean): readonly Json[] {
  const nodes = nodesIn(at(impuestosLocales), document) as unknown as readonly Json[]
  return nodes
    .flatMap((node) => (isRecord(node) ? itemsOf(node[list]) : []))
    .filter(({ Importe }) => Importe === AUTO || (complete && Importe === undefined))
}

/** Converts a rate in per cent to a fraction. */
export function localRate(percent: unknown): Decimal | undefined {
  return decimalOf(percent)?.times(Decimal.unit(2))
}

/**
 * Returns the charged local taxes with "AUTO" amounts as taxes of a price; `check` reports those
 * without a rate.
 */
export function trasladosLocales(document: Json, complete: boolean): readonly Tax[] {
  return askedLocales(document, 'TrasladosLocales', complete).map(({ TasadeTraslado }) => ({
    impuesto: 'local',
    local: true,
    tasa: localRate(TasadeTraslado) ?? Decimal.zero,
  }))
}

/** Importe less Descuento of a concept; undefined when they are not amounts. */
export function netOf({ Importe, Descuento }: Json): Decimal | undefined {
  const [importe, descuento] = [decimalOf(Importe), amountOf(Descuento)]
  return descuento && importe?.minus(descuento)
}
