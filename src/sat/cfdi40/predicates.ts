/**
 * What the rules of several tables ask of a CFDI 4.0 alike: whose RFC it is, its type, its complements, its clock.
 * @module
 */
import { central, localTime } from '../../lib/time.js'
import type { Comprobante } from './declaration.js'
import type { RuleContext } from './rule.js'

/** RFC of the general public. */
export const rfcPublicoEnGeneral = 'XAXX010101000'
/** The receiver of a global invoice, as the SAT wants it written. */
export const nombrePublicoEnGeneral = 'PUBLICO EN GENERAL'
/** RFC of residents abroad. */
export const rfcExtranjero = 'XEXX010101000'

/** Whether an RFC is one of the two that stand for nobody in particular. */
export function isGenericRfc(rfc: string): boolean {
  return rfc === rfcPublicoEnGeneral || rfc === rfcExtranjero
}

/** Whether an RFC is a company's: 12 characters, against a person's 13. */
export function isMoral(rfc: string): boolean {
  return rfc.trim().length === 12
}

/** Whether the type of the document is one of those. */
export function isTipo(document: Comprobante, ...tipos: readonly Comprobante['TipoDeComprobante'][]): boolean {
  return tipos.includes(document.TipoDeComprobante)
}

/** Every complement of the document under a root name: none, one, or those of a repeated one. */
export function complementsOf<T>(document: Comprobante, name: string): readonly T[] {
  const complement = document.Complemento?.[name]
  if (Array.isArray(complement)) return complement as readonly T[]
  return typeof complement === 'object' && complement !== null ? [complement as T] : []
}

/** Whether the document carries a complement of that root name, in any form. */
export function hasComplement({ Complemento }: Comprobante, name: string): boolean {
  return Complemento?.[name] !== undefined
}

/** IANA zone of LugarExpedicion. */
export function zoneOf({ catalogs, document }: RuleContext): string {
  return catalogs.zoneOf(document.LugarExpedicion.trim()) ?? central
}

/** The present year where the document is issued; the year of `Fecha` when the present was not given. */
export function presentYear(context: RuleContext): number {
  const day = context.at === undefined ? context.day : localTime(context.at, zoneOf(context))
  return Number.parseInt(day.slice(0, 4), 10)
}
