/**
 * Complements of a Retenciones 2.0: one place, no document types.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import type { Complement, Content, Element, Schema, Shape } from '../../model/grammar.js'

/** Place of a complement: `retenciones:Complemento`. */
export const place = 'retencion'

/** First day of Retenciones 2.0: no document is older, whatever its complements. */
const first = '2022-01-01'

/**
 * Creates a complement of a retención from its declaration. By default it is in force since the
 * beginning of Retenciones 2.0, and part of the cadena.
 * @throws TypeError for a declaration that is not an object
 */
export function complement<const C extends Content, S extends Shape = 'object'>(
  declaration: Omit<Schema, 'root'> & {
    readonly status?: 'vigente' | 'historico'
    readonly desde?: string
    readonly hasta?: string
    readonly cadena?: boolean
    readonly previous?: Complement | undefined
    readonly root: Element<C, S>
  },
): Complement<Element<C, S>, typeof place, never> {
  if (!isRecord(declaration)) throw new TypeError('complement: the declaration is not an object')
  const desde = declaration.status === 'historico' ? {} : { desde: first }
  return { at: place, tipos: [], status: 'vigente', cadena: true, ...desde, ...declaration }
}
