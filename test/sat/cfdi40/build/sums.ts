/**
 * Totals of documents, computed independently in exact fractions.
 * @module
 */
import { type Fraction, minus, of, plus, roundTo, sum, zero } from '../../fraction.js'

type Json = Readonly<Record<string, unknown>>

/**
 * Totals of a document from its concepts: net, taxes charged and withheld, and total without local
 * ones.
 */
export interface Sums {
  readonly net: Fraction
  /** Positive when charged, negative when withheld; by key. */
  readonly taxes: Readonly<Record<string, Fraction>>
  readonly total: Fraction
}

export function sumsOf(conceptos: readonly Json[], digits: number): Sums {
  const field = (name: string): Fraction =>
    roundTo(sum(conceptos.map((one) => amountOf(one[name]))), digits)
  const net = minus(field('Importe'), field('Descuento'))
  const exact: Record<string, Fraction> = {}
  const add = (key: string, tax: Json): void => {
    if (tax['Importe'] !== undefined)
      exact[key] = plus(amountOf(tax['Importe']), exact[key] ?? zero)
  }
  for (const { Impuestos } of conceptos) {
    const { Traslados = [], Retenciones = [] } = (Impuestos ?? {}) as Readonly<
      Record<string, readonly Json[]>
    >
    for (const tax of Traslados)
      add(`${tax['Impuesto']} ${tax['TipoFactor']} ${Number(tax['TasaOCuota'])}`, tax)
    for (const tax of Retenciones) add(`${tax['Impuesto']} retenido`, tax)
  }
  const taxes = Object.fromEntries(
    Object.entries(exact).map(([key, value]) => [key, roundTo(value, digits)]),
  )
  const signed = Object.entries(taxes).map(([key, value]) =>
    key.endsWith('retenido') ? minus(zero, value) : value,
  )
  return { net, taxes, total: sum([net, ...signed]) }
}

/** An amount as written; zero for nothing. */
export function amountOf(value: unknown): Fraction {
  return of(String(value ?? '0'))
}
