/**
 * Settles the cents of a document: adjusts amounts of its concepts, within the SAT's limits for
 * their bases, until the rounded totals add up. docs/en/rounding.md has the proof that this is
 * possible.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { decimalOf, finest, sumField, sumOf } from '../../../fiscal/amounts.js'
import { taxLimits } from '../../../fiscal/limits.js'
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { groupBy, itemsOf, mapItems } from '../../../lib/lists.js'
import { trasladoKey } from '../sums.js'

/** A tax with an adjustable amount. */
export interface Movable {
  /** As written: the limits of the amount depend on its decimals. */
  readonly base: Decimal
  readonly tasa: Decimal
  importe: Decimal
}

/** Minimum and maximum that round to an amount of `digits` decimals. */
export function roundingTo(target: Decimal, digits: number): readonly [Decimal, Decimal] {
  const half = Decimal.ofSafeUnits(5, digits + 1)
  return [target.minus(half), target.plus(half).minus(Decimal.unit(finest))]
}

/**
 * Adjusts taxes, to amounts of `digits` decimals, until a sum with them rounds to the target;
 * returns whether it succeeded.
 */
export function reach(
  taxes: readonly Movable[],
  sum: Decimal,
  target: Decimal,
  digits: number,
): boolean {
  let missing = clamp(sum, roundingTo(target, digits)).minus(sum)
  for (const tax of taxes) {
    if (missing.isZero()) return true
    const moved = move(tax, missing, digits)
    if (sizeOf(moved).compare(sizeOf(missing)) >= 0) return true
    missing = missing.minus(moved)
  }
  return missing.isZero()
}

/** Adjusts a tax by that much, or up to a unit more; returns the change. */
function move(tax: Movable, by: Decimal, digits: number): Decimal {
  const isUp = by.compare(Decimal.zero) > 0
  const exact = tax.importe.plus(by)
  const wanted = isUp ? exact.ceil(digits) : exact.truncate(digits)
  const importe = clamp(wanted, taxLimits(tax.base, tax.tasa, digits))
  const moved = importe.minus(tax.importe)
  // An amount written with fewer decimals may be outside these limits, on either side of the
  // target.
  const isBeyond = importe.compare(wanted) === (isUp ? 1 : -1)
  if (isBeyond || moved.compare(Decimal.zero) > 0 !== isUp) return Decimal.zero
  tax.importe = importe
  return moved
}

function sizeOf(value: Decimal): Decimal {
  if (value.compare(Decimal.zero) < 0) return value.negated()
  return value
}

/** A traslado of a concept. */
interface Charged extends Movable {
  readonly json: Json
  /** Whether it may be adjusted. */
  readonly isFree: boolean
}

/** A row of the summary of the document. */
interface Row {
  readonly taxes: readonly Charged[]
  readonly exact: Decimal
  rounded: Decimal
}

/**
 * Returns concepts whose document has their exact sum as total: the rounded SubTotal less Descuento
 * and traslados. Of the rows whose rounding moves the total away, those nearest to a half are
 * rounded the other way, by adjusting taxes of free concepts.
 */
export function settleTotal(
  conceptos: readonly Json[],
  isFree: (concepto: Json) => boolean,
  digits: number,
): readonly Json[] {
  const [importe, descuento] = [sumField(conceptos, 'Importe'), sumField(conceptos, 'Descuento')]
  if (importe === undefined || descuento === undefined) return conceptos
  const taxes: Charged[] = []
  for (const concepto of conceptos) {
    const { Impuestos } = concepto
    for (const json of isRecord(Impuestos) ? itemsOf(Impuestos['Traslados']) : []) {
      if (json['TipoFactor'] === 'Exento') continue
      const [base, tasa] = [decimalOf(json['Base']), decimalOf(json['TasaOCuota'])]
      const charged = decimalOf(json['Importe'])
      if (base === undefined || tasa === undefined || charged === undefined) return conceptos
      taxes.push({ json, isFree: isFree(concepto), base, tasa, importe: charged })
    }
  }
  const rows = groupBy(taxes, ({ json }) => trasladoKey(json)).map((group) => {
    const exact = sumOf(group, 'importe')
    return { taxes: group, exact, rounded: exact.round(digits) }
  })
  const exact = importe.minus(descuento).plus(sumOf(rows, 'exact'))
  const net = importe.round(digits).minus(descuento.round(digits))
  const off = net.plus(sumOf(rows, 'rounded')).minus(exact.round(digits))
  if (off.isZero()) return conceptos
  return withMoved(conceptos, settleRows(rows, off, digits))
}

/**
 * Rounds as many rows the other way as units are missing; returns the adjusted taxes. A row never
 * leaves the units next to its exact sum, so that its instalments and credit notes can add up to it.
 */
function settleRows(
  rows: readonly Row[],
  off: Decimal,
  digits: number,
): ReadonlyMap<Json, Movable> {
  const moved = new Map<Json, Movable>()
  const isOver = off.compare(Decimal.zero) > 0
  const excess = ({ exact, rounded }: Row): Decimal =>
    isOver ? rounded.minus(exact) : exact.minus(rounded)
  const step = isOver ? Decimal.unit(digits).negated() : Decimal.unit(digits)
  let left = off
  for (const row of [...rows].sort((a, b) => excess(b).compare(excess(a)))) {
    if (left.isZero() || excess(row).compare(Decimal.zero) <= 0) break
    const { taxes, exact, rounded } = row
    // Copies of the adjustable taxes. Those with fractions of a unit come first: their
    // concept still shows that its amounts came from a price.
    const [whole, others]: [Charged[], Charged[]] = [[], []]
    for (const tax of taxes) {
      if (!tax.isFree) continue
      const isWhole = tax.importe.equals(tax.importe.round(digits))
      if (isWhole) whole.push({ ...tax })
      else others.push({ ...tax })
    }
    const free = [...others, ...whole]
    if (!reach(free, exact, rounded.plus(step), digits)) continue
    for (const tax of free) moved.set(tax.json, tax)
    left = left.plus(step)
  }
  return moved
}

function withMoved(conceptos: readonly Json[], moved: ReadonlyMap<Json, Movable>): readonly Json[] {
  const change = (traslado: Json): Json => {
    const importe = moved.get(traslado)?.importe.toString()
    if (importe === undefined || importe === traslado['Importe']) return traslado
    return { ...traslado, Importe: importe }
  }
  return conceptos.map((concepto) => {
    const { Impuestos } = concepto
    if (!isRecord(Impuestos) || Impuestos['Traslados'] === undefined) return concepto
    return {
      ...concepto,
      Impuestos: { ...Impuestos, Traslados: mapItems(Impuestos['Traslados'], change) },
    }
  })
}
