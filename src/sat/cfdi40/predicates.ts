/**
 * What the rules of several tables ask alike: lists by flattened path, current codes, decimals as written.
 * @module
 */
import type { CatalogName } from '../../catalogs/rows.js'
import type { Catalogs } from '../../catalogs/set.js'
import { Decimal } from '../../lib/decimal.js'
import { localTime } from '../../lib/time.js'
import type { Numeric } from '../../model/types.js'
import type { Mismatch, RuleContext } from '../../rules/rule.js'
import type { Comprobante, Concepto } from './declaration.js'

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

/** Asks whether a code is in force on the day of the document. */
type InForce = (context: Pick<RuleContext, 'catalogs' | 'day'>, code: string) => boolean | Mismatch

const questions = new Map<CatalogName, InForce>()

/**
 * Whether a code is in force on the day of the document. A code that an incomplete catalogue lacks is taken for good:
 * it cannot be told.
 */
export function isCurrent(context: RuleContext, name: CatalogName, code: string): boolean | Mismatch {
  return inForce(name)(context, code)
}

/** {@link isCurrent}, of one catalogue. */
export function inForce(name: CatalogName): InForce {
  const known = questions.get(name) ?? createInForce(name)
  questions.set(name, known)
  return known
}

/** Codes a catalogue that are remembered to be in force: issuers write the same ones document after document. */
const remembered = 1024

function createInForce(name: CatalogName): InForce {
  const known = new Set<string>()
  // What is remembered is of the last day and set of catalogues that were asked.
  let [day, catalogs]: [string, Catalogs | undefined] = ['', undefined]
  return (context, code) => {
    if (context.day === day && context.catalogs === catalogs && known.has(code)) return true
    const catalog = context.catalogs.catalog(name)
    const state = catalog.state(code.trim(), context.day)
    if (state !== 'valid' && (state !== 'unknown' || catalog.complete))
      return { found: code, detail: stateWords[state], catalog: name }
    if (context.day !== day || context.catalogs !== catalogs || known.size >= remembered) known.clear()
    day = context.day
    catalogs = context.catalogs
    known.add(code)
    return true
  }
}

const stateWords = {
  unknown: 'la clave no existe',
  expired: 'la clave ya no estaba vigente en la fecha del comprobante',
  notYet: 'la clave aún no estaba vigente en la fecha del comprobante',
} as const

/** The decimal of a value, as written. */
export function decimalOf(value: Numeric): Decimal {
  return Decimal.of(value)
}

/** Whether a value is zero. A first digit from 1 to 9 says that it is not. */
export function isZero(value: Numeric): boolean {
  const first = typeof value === 'string' ? value.charCodeAt(0) : 0
  return (first < 49 || first > 57) && decimalOf(value).isZero()
}

/** Digits after the point, as written. */
export function countDecimals(value: Numeric): number {
  return decimalOf(value).scale
}

/** The decimal of an attribute; zero when it is absent. */
export function amount(value: Numeric | undefined): Decimal {
  return value === undefined ? Decimal.zero : decimalOf(value)
}

/** Broken when an amount has more decimals, as written, than its currency. */
export function fitsDecimals(value: Numeric, most: number): boolean | Mismatch {
  const written = countDecimals(value)
  return written <= most || { detail: `admite ${most} y tiene ${written}` }
}

/** Broken unless two amounts are the same, whatever their zeros. */
export function same(found: Numeric | undefined, expected: Decimal): boolean | Mismatch {
  const value = amount(found)
  return value.equals(expected) || { expected, found: found === undefined ? 'nada' : String(found) }
}

/** Broken unless an amount lies between two limits, both admitted. */
export function within(found: Numeric, least: Decimal, most: Decimal): boolean | Mismatch {
  return decimalOf(found).isBetween(least, most) || { limits: [least, most], found: String(found) }
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

/** Calls back for each object of a list; never for what is none, as in a document whose structure is unsound. */
export function eachItem<T>(list: readonly T[] | undefined, visit: (item: T, index: number) => void): void {
  if (!Array.isArray(list)) return
  for (let index = 0; index < list.length; index++) {
    const item: T = list[index]
    if (typeof item === 'object' && item !== null) visit(item, index)
  }
}

/** Zone of the SAT's own clock, for places whose zone is not known. */
export const central = 'America/Mexico_City'

/** IANA zone of LugarExpedicion. */
export function zoneOf({ catalogs, document }: RuleContext): string {
  return catalogs.zoneOf(document.LugarExpedicion.trim()) ?? central
}

/** The present year where the document is issued; the year of `Fecha` when the present was not given. */
export function presentYear(context: RuleContext): number {
  const day = context.at === undefined ? context.day : localTime(context.at, zoneOf(context))
  return Number.parseInt(day.slice(0, 4), 10)
}
