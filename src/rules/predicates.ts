/**
 * What the rules of several tables ask alike: lists by flattened path, current codes, decimals as written.
 * @module
 */
import type { CatalogName } from '../catalogs/rows.js'
import { Decimal } from '../lib/decimal.js'
import type { Comprobante, Concepto } from '../model/comprobante.js'
import type { Numeric } from '../model/types.js'
import type { Mismatch, RuleContext } from './rule.js'

/** RFC of the general public. */
export const rfcPublicoEnGeneral = 'XAXX010101000'
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

/**
 * Whether a code is in force on the day of the document. A code that an incomplete catalogue lacks is taken for good:
 * it cannot be told.
 */
export function isCurrent(context: RuleContext, name: CatalogName, code: string): boolean | Mismatch {
  const catalog = context.catalogs.catalog(name)
  const state = catalog.state(code, context.day)
  if (state === 'valid' || (state === 'unknown' && !catalog.complete)) return true
  return { found: code, detail: stateWords[state] }
}

const stateWords = {
  unknown: 'la clave no existe',
  expired: 'la clave ya no estaba vigente en la fecha del comprobante',
  notYet: 'la clave aún no estaba vigente en la fecha del comprobante',
} as const

/** Digits after the point, as written. */
export function countDecimals(value: Numeric): number {
  return Decimal.of(value).scale
}

/** The decimal of an attribute; zero when it is absent. */
export function amount(value: Numeric | undefined): Decimal {
  return value === undefined ? Decimal.zero : Decimal.of(value)
}

/** Broken unless two amounts are the same, whatever their zeros. */
export function same(found: Numeric | undefined, expected: Decimal): boolean | Mismatch {
  const value = amount(found)
  return value.equals(expected) || { expected, found: found === undefined ? 'nada' : String(found) }
}

/** Broken unless an amount lies between two limits, both admitted. */
export function within(found: Numeric, least: Decimal, most: Decimal): boolean | Mismatch {
  return Decimal.of(found).isBetween(least, most) || { limits: [least, most], found: String(found) }
}

/** Every Traslado of the concepts. */
export function traslados(document: Comprobante): readonly Traslado[] {
  return document.Conceptos.flatMap((concepto) => concepto.Impuestos?.Traslados ?? [])
}

/** Every Retencion of the concepts. */
export function retenciones(document: Comprobante): readonly Retencion[] {
  return document.Conceptos.flatMap((concepto) => concepto.Impuestos?.Retenciones ?? [])
}

type Impuestos = NonNullable<Concepto['Impuestos']>
/** A Traslado of a concept. */
export type Traslado = NonNullable<Impuestos['Traslados']>[number]
/** A Retencion of a concept. */
export type Retencion = NonNullable<Impuestos['Retenciones']>[number]

/** A complement of the document by its root name; undefined when it is absent or repeated. */
export function complementOf<T>(document: Comprobante, name: string): T | undefined {
  const complement = document.Complemento?.[name]
  return typeof complement === 'object' && complement !== null && !Array.isArray(complement)
    ? (complement as T)
    : undefined
}
