/**
 * Complements of a CFDI 4.0: where they may hang, in which types of it, and since when.
 * @module
 */
import type { Complement, Content, Element, Schema, Shape } from '../../model/grammar.js'

/** Where a complement hangs: `cfdi:Complemento` or `cfdi:ComplementoConcepto`. */
export type Place = 'comprobante' | 'concepto'

/** Types of comprobante (c_TipoDeComprobante): ingreso, egreso, traslado, nómina and pago. */
export type TipoDeComprobante = 'I' | 'E' | 'T' | 'N' | 'P'

/** First day of CFDI 4.0: there is no document of it before, whatever its complements. */
const first = '2022-01-01'

/**
 * A complement from its declaration. Current and as old as CFDI 4.0, in the cadena and admitted by every type unless it says
 * otherwise.
 * @example
 * const donativo = complement({
 *   name: 'Donativo', version: '1.0', prefix: 'don', namespace: 'urn:don', xsd: 'urn:don.xsd', at: 'comprobante',
 *   root: element({ Version: required(types.fixed('1.0')), Folio: optional(types.text(1, 20)) }),
 * })
 * checkStructure({ document: donativo, complements: [] }, { Version: '1.0' }) // → []
 */
export function complement<const C extends Content, S extends Shape = 'object', At extends Place = Place>(
  declaration: Omit<Schema, 'root'> & {
    readonly at: At
    readonly tipos?: readonly TipoDeComprobante[]
    readonly status?: 'vigente' | 'historico'
    readonly desde?: string
    readonly hasta?: string
    readonly cadena?: boolean
    readonly single?: boolean
    readonly selfContained?: boolean
    readonly root: Element<C, S>
  },
): Complement<Element<C, S>, At, TipoDeComprobante> {
  const desde = declaration.status === 'historico' ? {} : { desde: first }
  return { tipos: ['I', 'E', 'T', 'N', 'P'], status: 'vigente', cadena: true, ...desde, ...declaration }
}
