/**
 * Complements of a CFDI 4.0: their places, document types and dates.
 * @module
 */
import type { Complement, Content, Element, Schema, Shape } from '../../model/grammar.js'

/** Place of a complement: `cfdi:Complemento` or `cfdi:ComplementoConcepto`. */
export type Place = 'comprobante' | 'concepto'

/** Types of comprobante (c_TipoDeComprobante): ingreso, egreso, traslado, nómina and pago. */
export type TipoDeComprobante = 'I' | 'E' | 'T' | 'N' | 'P'

/** First day of CFDI 4.0: no document is older, whatever its complements. */
const first = '2022-01-01'

/**
 * Creates a complement from its declaration. By default it is in force since the beginning of CFDI
 * 4.0, part of the cadena, and admitted by every type.
 * @example
 * const donativo = complement({
 *   name: 'Donativo', version: '1.0', prefix: 'don', namespace: 'urn:don', xsd: 'urn:don.xsd', at: 'comprobante',
 *   root: element({ Version: required(types.fixed('1.0')), Folio: optional(types.text(1, 20)) }),
 * })
 * checkStructure({ document: donativo, complements: [] }, { Version: '1.0' }) // → []
 */
export function complement<
  const C extends Content,
  S extends Shape = 'object',
  At extends Place = Place,
>(
  declaration: Omit<Schema, 'root'> & {
    readonly at: At
    readonly tipos?: readonly TipoDeComprobante[]
    readonly status?: 'vigente' | 'historico'
    readonly desde?: string
    readonly hasta?: string
    readonly cadena?: boolean
    readonly single?: boolean
    readonly selfContained?: boolean
    readonly previous?: Complement | undefined
    readonly root: Element<C, S>
  },
): Complement<Element<C, S>, At, TipoDeComprobante> {
  const desde = declaration.status === 'historico' ? {} : { desde: first }
  return {
    tipos: ['I', 'E', 'T', 'N', 'P'],
    status: 'vigente',
    cadena: true,
    ...desde,
    ...declaration,
  }
}
