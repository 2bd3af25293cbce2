/**
 * The cents of a document: amounts of its concepts moved, within what the SAT admits for their bases, until what is rounded
 * adds up. The proof that it can be done is in docs/rounding.md.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { decimalOf, finest, sumOf } from '../../../fiscal/amounts.js'
import { taxLimits } from '../../../fiscal/limits.js'
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { groupBy, itemsOf, mapItems } from '../../../lib/lists.js'
import { trasladoKey } from '../sums.js'

/** A tax whose amount may be moved. */
export interface Movable {
  /** As it is written: how far the amount may go depends on its decimals. */
  readonly base: Decimal
  readonly tasa: Decimal
  importe: Decimal
}

/** Least and most that round to an amount of `digits` decimals. */
export function roundingTo(target: Decimal, digits: number): readonly [Decimal, Decimal] {
  const half = Decimal.ofSafeUnits(5, digits + 1)
  return [target.minus(half), target.plus(half).minus(Decimal.unit(finest))]
}

/** Moves taxes, to amounts of `digits` decimals, until a sum that they are part of rounds to the target; whether it does. */
export function reach(taxes: readonly Movable[], sum: Decimal, target: Decimal, digits: number): boolean {
  let missing = clamp(sum, roundingTo(target, digits)).minus(sum)
  for (const tax of taxes) {
    if (missing.isZero()) return true
    const moved = move(tax, missing, digits)
    if (sizeOf(moved).compare(sizeOf(missing)) >= 0) return true
    missing = missing.minus(moved)
  }
  return missing.isZero()
}

/** Moves a tax by as much as that, or up to a unit more; by how much it did. */
function move(tax: Movable, by: Decimal, digits: number): Decimal {
  const isUp = by.compare(Decimal.zero) > 0
  const exact = tax.importe.plus(by)
  const wanted = isUp ? exact.ceil(digits) : exact.truncate(digits)
  const importe = clamp(wanted, taxLimits(tax.base, tax.tasa, digits))
  const moved = importe.minus(tax.importe)
  // One that was written with fewer decimals may be out of the limits of these, on either side of what is wanted.
  const isBeyond = importe.compare(wanted) === (isUp ? 1 : -1)
  if (isBeyond || moved.compare(Decimal.zero) > 0 !== isUp) return Decimal.zero
  tax.importe = importe
  return moved
}

function sizeOf(value: Decimal): Decimal {
  return value.compare(Decimal.zero) < 0 ? value.negated() : value
}

/** A traslado of a concept. */
interface Charged extends Movable {
  readonly json: Json
  /** Whether it may be moved. */
  readonly isFree: boolean
}

/** A row of the summary of the document. */
interface Row {
  readonly taxes: readonly Charged[]
  readonly exact: Decimal
  rounded: Decimal
}

/**
 * Concepts whose document adds up to what they do: rounded, its SubTotal less Descuento and its traslados are the exact sum
 * of all of them. Of the rows whose rounding takes it away from that, those nearest to a half are rounded the other way,
 * by moving taxes of the concepts that are free.
 */
export function settleTotal(
  conceptos: readonly Json[],
  isFree: (concepto: Json) => boolean,
  digits: number,
): readonly Json[] {
  const [importe, descuento] = [sumOf(conceptos, 'Importe'), sumOf(conceptos, 'Descuento')]
  const taxes = conceptos.flatMap((concepto) => chargedOf(concepto, isFree(concepto)))
  if (importe === undefined || descuento === undefined || !taxes.every((tax) => tax !== undefined)) return conceptos
  const rows = groupBy(taxes, ({ json }) => trasladoKey(json)).map((group) => rowOf(group, digits))
  const exact = importe.minus(descuento).plus(Decimal.sum(rows.map((row) => row.exact)))
  const net = importe.round(digits).minus(descuento.round(digits))
  const off = net.plus(Decimal.sum(rows.map(({ rounded }) => rounded))).minus(exact.round(digits))
  return off.isZero() ? conceptos : withMoved(conceptos, settleRows(rows, off, digits))
}

/** The traslados of a concept that have an amount; undefined for one that cannot be told. */
function chargedOf({ Impuestos }: Json, isFree: boolean): readonly (Charged | undefined)[] {
  const traslados = isRecord(Impuestos) ? itemsOf(Impuestos['Traslados']) : []
  return traslados
    .filter(({ TipoFactor }) => TipoFactor !== 'Exento')
    .map((json) => {
      const [base, tasa, importe] = [json['Base'], json['TasaOCuota'], json['Importe']].map(decimalOf)
      if (base === undefined || tasa === undefined || importe === undefined) return undefined
      return { json, isFree, base, tasa, importe }
    })
}

function rowOf(taxes: readonly Charged[], digits: number): Row {
  const exact = Decimal.sum(taxes.map(({ importe }) => importe))
  return { taxes, exact, rounded: exact.round(digits) }
}

/** Rounds as many rows the other way as units are off; the taxes that were moved. */
function settleRows(rows: readonly Row[], off: Decimal, digits: number): ReadonlyMap<Json, Movable> {
  const moved = new Map<Json, Movable>()
  const isOver = off.compare(Decimal.zero) > 0
  const excess = ({ exact, rounded }: Row): Decimal => (isOver ? rounded.minus(exact) : exact.minus(rounded))
  const step = isOver ? Decimal.unit(digits).negated() : Decimal.unit(digits)
  let left = off
  for (const { taxes, exact, rounded } of [...rows].sort((a, b) => excess(b).compare(excess(a)))) {
    if (left.isZero()) break
    const free = taxes.filter(({ isFree }) => isFree).map((tax) => ({ ...tax }))
    if (!reach(free, exact, rounded.plus(step), digits)) continue
    for (const tax of free) moved.set(tax.json, tax)
    left = left.plus(step)
  }
  return moved
}

function withMoved(conceptos: readonly Json[], moved: ReadonlyMap<Json, Movable>): readonly Json[] {
  const change = (traslado: Json): Json => {
    const importe = moved.get(traslado)?.importe.toString()
    return importe === undefined || importe === traslado['Importe'] ? traslado : { ...traslado, Importe: importe }
  }
  return conceptos.map((concepto) => {
    const { Impuestos } = concepto
    if (!isRecord(Impuestos) || Impuestos['Traslados'] === undefined) return concepto
    return { ...concepto, Impuestos: { ...Impuestos, Traslados: mapItems(Impuestos['Traslados'], change) } }
  })
}
