/**
 * Returned quantity of each line of an invoice in its credit notes.
 * @module
 */
import { finest, write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { fieldIs } from '../../../rules/form.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { amount } from './argument.js'
import { gravamenesOf, keyOf } from './factura.js'
import { type Importes, importesDe, totalDe } from './saldo.js'

/** A stretch of a line: from one quantity to another. */
export interface Tramo {
  readonly concepto: Concepto
  readonly desde: Decimal
  readonly hasta: Decimal
  /** Sold quantity. */
  readonly vendido: Decimal
}

/** Extra digits of quotients before they are rounded. */
const guard = 12

/** Decimals of shares of lines, so that thirds add up to a whole. */
export const shared = 12

/**
 * Returns the part of an amount for a stretch of a line; consecutive stretches add up to the whole.
 */
export function entre(
  value: Decimal,
  { desde, hasta, vendido }: Tramo,
  digits: number = finest,
): Decimal {
  const until = (cantidad: Decimal): Decimal => {
    if (cantidad.equals(vendido)) return value
    return value
      .times(cantidad)
      .over(vendido, digits + guard)
      .round(digits)
  }
  if (desde.isZero()) return until(hasta)
  return until(hasta).minus(until(desde))
}

/** Returns the base of a tax for a stretch of a line, as written. */
export function baseEn(tramo: Tramo, base: Decimal, digits: number): Decimal {
  if (tramo.desde.isZero() && tramo.hasta.equals(tramo.vendido)) return base
  return Decimal.of(write(entre(base, tramo), Math.min(base.scale, digits)))
}

/** Returned quantities. */
export interface Devueltas {
  /** By line. */
  readonly cantidades: Decimal[]
  /** Totals of the notes that return lines. */
  readonly acreditado: readonly Importes[]
  /** Sum of the notes that credit amounts, except applied advances (TipoRelacion 07). */
  readonly bonificado: Decimal
}

/** Considers notes whose concepts are all lines of the invoice; the others credit amounts. */
export function devueltasDe(
  { Conceptos }: Comprobante,
  anteriores: readonly Comprobante[],
  digits: number,
): Devueltas {
  let cantidades = Conceptos.map(() => Decimal.zero)
  const acreditado: Importes[] = []
  let bonificado = Decimal.zero
  const lines = anteriores.length === 0 ? new Map<string, readonly Linea[]>() : lineasDe(Conceptos)
  for (const nota of anteriores) {
    const after = contar(lines, cantidades, nota.Conceptos)
    if (after === undefined) {
      const relaciones = nota.CfdiRelacionados ?? []
      const isAnticipo = relaciones.some(fieldIs('TipoRelacion', '07'))
      if (!isAnticipo) bonificado = bonificado.plus(totalDe(importesDe(nota, digits)))
      continue
    }
    cantidades = after
    acreditado.push(importesDe(nota, digits))
  }
  return { cantidades, acreditado, bonificado }
}

/** A line of the invoice. */
interface Linea {
  readonly at: number
  readonly vendido: Decimal
  readonly precio: Decimal
}

/** Lines by identity, since an invoice may have thousands. */
function lineasDe(conceptos: readonly Concepto[]): ReadonlyMap<string, readonly Linea[]> {
  const lines = new Map<string, Linea[]>()
  for (const [at, concepto] of conceptos.entries()) {
    const vendido = amount(concepto.Cantidad, 'Cantidad')
    const line = { at, vendido, precio: amount(concepto.ValorUnitario, 'ValorUnitario') }
    const key = identidad(concepto)
    const same = lines.get(key)
    if (same === undefined) lines.set(key, [line])
    else same.push(line)
  }
  return lines
}

/**
 * Adds the quantities of some concepts; undefined when one of them matches no line with enough
 * left.
 */
function contar(
  lines: ReadonlyMap<string, readonly Linea[]>,
  before: readonly Decimal[],
  conceptos: readonly Concepto[],
): Decimal[] | undefined {
  const cantidades = [...before]
  for (const concepto of conceptos) {
    const cantidad = amount(concepto.Cantidad, 'Cantidad')
    const precio = amount(concepto.ValorUnitario, 'ValorUnitario')
    // A returned concept may have another price than its line. Of equal lines, the one with the
    // nearest price is used.
    let found: { readonly at: number; readonly away: Decimal } | undefined
    for (const { at, vendido, precio: own } of lines.get(identidad(concepto)) ?? []) {
      if ((cantidades[at] as Decimal).plus(cantidad).compare(vendido) > 0) continue
      const difference = own.minus(precio)
      const away = difference.compare(Decimal.zero) < 0 ? difference.negated() : difference
      if (found === undefined || away.compare(found.away) < 0) found = { at, away }
    }
    if (found === undefined) return undefined
    cantidades[found.at] = (cantidades[found.at] as Decimal).plus(cantidad)
  }
  return cantidades
}

/** Identity of a line, shared with its returned parts. */
function identidad(concepto: Concepto): string {
  const { ClaveProdServ, NoIdentificacion, ClaveUnidad, Unidad, Descripcion, ObjetoImp } = concepto
  const taxes = gravamenesOf([concepto]).map(keyOf).sort()
  return JSON.stringify([
    ClaveProdServ,
    NoIdentificacion,
    ClaveUnidad,
    Unidad,
    Descripcion,
    ObjetoImp,
    taxes,
  ])
}
