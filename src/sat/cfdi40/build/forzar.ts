/**
 * Credits an amount when no part of the bases admits its taxes: here bases follow taxes. It credits
 * the last cents of an invoice, also of one that consists almost only of quotas.
 * @module
 */
import { finest, write } from '../../../fiscal/amounts.js'
import { taxLimits } from '../../../fiscal/limits.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import { hasField } from '../../../rules/presence.js'
import type { Gravamen } from './factura.js'
import type { Razon } from './metas.js'
import { type Credited, type Partida, partOf, shareOut } from './partidas.js'
import { filaKey, type Importes } from './saldo.js'

/** Data of a concept of the note. */
export interface Forzada {
  readonly partida: Partida
  readonly neto: Decimal
  readonly credited: readonly Credited[]
}

/** Returns undefined when a tax has an amount without a rate. */
export function forzar(
  partidas: readonly Partida[],
  metas: Importes,
  razon: Razon,
  digits: number,
): readonly Forzada[] | undefined {
  const weights = partidas.map(({ neto }) => neto)
  const netos = shareOut(metas.neto, weights, finest)
  const taxes = partidas.flatMap(({ gravamenes }) => gravamenes)
  const importes = importesOf(taxes, metas, digits)
  if (importes === undefined) return undefined
  const credited = new Map<Gravamen, Credited>()
  for (const gravamen of taxes) {
    const tax = creditedOf(gravamen, importes.get(gravamen), razon, digits)
    if (tax === undefined) return undefined
    credited.set(gravamen, tax)
  }
  const found: { partida: Partida; neto: Decimal; credited: Credited[] }[] = []
  for (const [at, partida] of partidas.entries()) {
    const least = partida.gravamenes.length === 0 ? Decimal.zero : Decimal.unit(finest)
    const share = netos[at] as Decimal
    const neto = share.compare(least) < 0 ? least : share
    const own = partida.gravamenes.map((gravamen) => credited.get(gravamen) as Credited)
    const isSpent = share.isZero() && own.every(({ importe }) => importe.isZero())
    if (neto.isZero() || isSpent) continue
    found.push({ partida, neto, credited: own })
  }
  return found
}

/** Target of each tax, so that rows reach their totals. */
function importesOf(
  taxes: readonly Gravamen[],
  { filas }: Importes,
  digits: number,
): ReadonlyMap<Gravamen, Decimal> | undefined {
  const rows = groupBy(taxes.filter(hasField('importe')), filaKey)
  const importes = new Map<Gravamen, Decimal>()
  for (const row of rows) {
    const meta = filas.get(filaKey(row[0] as Gravamen))?.importe ?? Decimal.zero
    const weights = row.map(({ importe = Decimal.zero }) => importe)
    if (!meta.isZero() && Decimal.sum(weights).isZero()) return undefined
    const shares = shareOut(meta, weights, digits)
    for (const [at, gravamen] of row.entries()) importes.set(gravamen, shares[at] as Decimal)
  }
  return importes
}

/**
 * Its part of the base, or one whose limits include the tax: that of the tax and half a unit, at
 * any rate.
 */
function creditedOf(
  gravamen: Gravamen,
  importe: Decimal | undefined,
  razon: Razon,
  digits: number,
): Credited | undefined {
  const part = partOf(gravamen.base, razon, finest)
  const of = Decimal.of(
    write(part.isZero() ? Decimal.unit(finest) : part, Math.min(digits, gravamen.base.scale)),
  )
  if (importe === undefined)
    return { gravamen, base: of, tasa: Decimal.zero, importe: Decimal.zero }
  const tasa = Decimal.of(gravamen.TasaOCuota ?? 0)
  if (importe.isBetween(...taxLimits(of, tasa, digits)))
    return { gravamen, base: of, tasa, importe }
  if (tasa.isZero() || importe.compare(Decimal.zero) < 0) return undefined
  const half = Decimal.ofSafeUnits(5, digits + 1)
  return {
    gravamen,
    base: Decimal.of(write(importe.plus(half).over(tasa, finest), digits)),
    tasa,
    importe,
  }
}
