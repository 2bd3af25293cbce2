/**
 * What the totals of a credit note by amount are to be.
 * @module
 */
import { clamp } from '../auto/splitTotal.js'
import { Decimal } from '../lib/decimal.js'
import { conSigno, type Fila, type Importes, totalDe } from './saldo.js'

/** Digits beyond those of an amount to which quotients are taken before they are rounded. */
const guard = 12

/** What a total is made of. */
interface Sumando {
  readonly retenido: boolean
  readonly exact: Decimal
  importe: Decimal
}

/**
 * The totals of an amount given back of what is left of an invoice: what is left after it has taxes in proportion to its
 * bases, as the invoice has them, so that what one note rounds the next one makes up for, and the last takes all. Each is
 * its exact value rounded to the nearest, but for those that are rounded the other way so that they add up to the amount.
 */
export function metasDe(facturado: Importes, queda: Importes, credit: Decimal, digits: number): Importes {
  const after = totalDe(queda).minus(credit)
  const filas = [...queda.filas].map(([key, fila]) => {
    const exact = exactOf(fila, facturado.filas.get(key) as Fila, after, totalDe(queda), digits)
    return { key, fila, retenido: fila.retenido, exact, importe: exact.round(digits) }
  })
  const taxes = Decimal.sum(filas.map(({ retenido, exact }) => conSigno({ retenido, importe: exact })))
  const exact = credit.minus(taxes)
  const neto = { retenido: false, exact, importe: exact.round(digits) }
  addUp([neto, ...filas], credit, digits)
  return { neto: neto.importe, filas: new Map(filas.map(({ key, fila, importe }) => [key, { ...fila, importe }])) }
}

function exactOf(left: Fila, charged: Fila, after: Decimal, whole: Decimal, digits: number): Decimal {
  if (charged.base.isZero() || left.base.compare(Decimal.zero) <= 0 || left.importe.compare(Decimal.zero) <= 0)
    return Decimal.zero
  const rest = charged.importe
    .times(left.base)
    .times(after)
    .over(charged.base.times(whole), digits + guard)
  return clamp(left.importe.minus(rest), [Decimal.zero, left.importe])
}

/** Rounds the other way those that take the sum away from what it must be; something is before taxes (CFDI40174). */
function addUp(sumandos: readonly [Sumando, ...Sumando[]], credit: Decimal, digits: number): void {
  const unit = Decimal.unit(digits)
  const excessOf = ({ retenido, exact, importe }: Sumando): Decimal =>
    conSigno({ retenido, importe: importe.minus(exact) })
  for (;;) {
    const off = Decimal.sum(sumandos.map(conSigno)).minus(credit)
    if (off.isZero()) break
    const isOver = off.compare(Decimal.zero) > 0
    const most = [...sumandos].sort((a, b) => excessOf(isOver ? b : a).compare(excessOf(isOver ? a : b)))[0] as Sumando
    most.importe = isOver === most.retenido ? most.importe.plus(unit) : most.importe.minus(unit)
  }
  const [neto, ...others] = sumandos
  const largest = others.find(({ retenido, importe }) => !retenido && !importe.isZero())
  if (!neto.importe.isZero() || largest === undefined) return
  neto.importe = unit
  largest.importe = largest.importe.minus(unit)
}
