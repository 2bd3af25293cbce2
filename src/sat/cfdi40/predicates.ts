/**
 * Predicates over a CFDI 4.0 that several tables use: RFCs, type, complements, clock.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import { central, localTime } from '../../lib/time.js'
import type { Comprobante } from './declaration.js'
import type { RuleContext } from './rule.js'

/** RFC of the general public. */
export const rfcPublicoEnGeneral = 'XAXX010101000'
/** Name of the receiver of a global invoice, as the SAT requires it. */
export const nombrePublicoEnGeneral = 'PUBLICO EN GENERAL'
/** RFC of residents abroad. */
export const rfcExtranjero = 'XEXX010101000'

/** Whether an RFC is one of the two generic ones. */
export function isGenericRfc(rfc: string): boolean {
  return rfc === rfcPublicoEnGeneral || rfc === rfcExtranjero
}

/** Whether an RFC is a company's: 12 characters; a person's has 13. */
export function isMoral(rfc: string): boolean {
  return rfc.trim().length === 12
}

/** Whether the document has one of those types. */
export function isTipo(
  document: Comprobante,
  ...tipos: readonly Comprobante['TipoDeComprobante'][]
): boolean {
  return tipos.includes(document.TipoDeComprobante)
}

/**
 * Returns every complement of the document under a root name. A text is excluded: it is an element
 * of that name in an undeclared namespace.
 */
export function complementsOf<T>(document: Comprobante, name: string): readonly T[] {
  const complement = document.Complemento?.[name]
  return (Array.isArray(complement) ? complement : [complement]).filter(
    isRecord,
  ) as unknown as readonly T[]
}

/** Whether the document carries a complement of that root name, in any form. */
export function hasComplement({ Complemento }: Comprobante, name: string): boolean {
  return Complemento?.[name] !== undefined
}

/** IANA zone of LugarExpedicion. */
export function zoneOf({ catalogs, document }: RuleContext): string {
  return catalogs.zoneOf(document.LugarExpedicion.trim()) ?? central
}

/** The present year at the place of issue; the year of `Fecha` when the present was not given. */
export function presentYear(context: RuleContext): number {
  const day = context.at === undefined ? context.day : localTime(context.at, zoneOf(context))
  return Number.parseInt(day.slice(0, 4), 10)
}
