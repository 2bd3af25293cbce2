/**
 * Totals of a credit note of returned lines: the charge of the lines, in amounts that the SAT
 * admits for them and for the remainder of the invoice. docs/en/rounding.md ("Credit notes") has
 * the proof.
 * @module
 */
import { finest } from '../../../fiscal/amounts.js'
import { taxLimits } from '../../../fiscal/limits.js'
import { atLeast, atMost, clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Comprobante } from '../declaration.js'
import { type Cobro, cobrosDe } from './cobros.js'
import { baseEn, entre, shared, type Tramo } from './devueltas.js'
import type { Gravamen } from './factura.js'
import { localDigits } from './locales.js'
import { type Importes, importesDe, restar, totalDe } from './saldo.js'

/** Minimum and maximum. */
type Rango = readonly [Decimal, Decimal]

/** The part of a total that falls to the returned lines. */
interface Parte {
  readonly exact: Decimal
  /** The SAT's limits for the returned part, and for the remainder. */
  readonly here: Rango
  readonly rest: Rango
  readonly digits: number
}

/** A total of the note: the net amount, or a tax. */
interface Columna {
  /** Its sign in the total: 1, or -1 when it is withheld. */
  readonly sign: 1 | -1
  /** Its exact part of the charge. */
  readonly exact: Decimal
  /** Amounts that leave a creditable remainder. */
  readonly range: Rango
  readonly digits: number
}

/** Totals of a note. */
export interface Metas {
  readonly importes: Importes
  /** Charge of the returned lines, which the note reaches wherever the SAT admits it. */
  readonly cobrado: Decimal
}

/**
 * Returns the totals of a note. `tramos` are the stretches of the lines returned before and up to
 * it; `acreditado` is the amount credited for them by earlier notes. Any total in a column's range
 * leaves a creditable remainder, so the search works on intervals. It takes a step for each tax of
 * each line, and always succeeds for an invoice within the SAT's limits.
 */
export function metasDevueltas(
  factura: Comprobante,
  tramos: readonly Tramo[],
  acreditado: readonly Importes[],
  digits: number,
): Metas {
  const facturado = importesDe(factura, digits)
  const queda = restar(facturado, acreditado)
  const cobros = cobrosDe(tramos, facturado, digits)
  // Consecutive stretches of a line add up to the charge of the line.
  const charges = cobros.map(({ tramo, total }) => entre(total, tramo, digits))
  const cobrado = Decimal.sum(charges).round(digits)
  if (tramos.every(({ hasta, vendido }) => hasta.equals(vendido)))
    return { importes: queda, cobrado }
  const restos = cobros.map(({ tramo, ...cobro }) => ({
    ...cobro,
    tramo: { ...tramo, desde: tramo.hasta, hasta: tramo.vendido },
  }))
  const neto = columnaDe(parteNeta(cobros, restos, queda.neto, digits), queda.neto, 1)
  const columnas = new Map<string, Columna>()
  for (const [key, { local, retenido, importe }] of queda.filas) {
    const parte = local
      ? parteLocal(cobros, restos, key, localDigits(digits))
      : parteGravada(cobros, restos, key, digits)
    columnas.set(key, columnaDe(parte, importe, retenido ? -1 : 1))
  }
  let [least, most] = [Decimal.zero, Decimal.zero]
  for (const { sign, range } of [neto, ...columnas.values()]) {
    least = sign === 1 ? least.plus(range[0]) : least.minus(range[1])
    most = sign === 1 ? most.plus(range[1]) : most.minus(range[0])
  }
  const total = clamp(cobrado, [least, atMost(most, totalDe(queda))])
  const chosen = choose(total, neto, columnas, digits)
  const filas = new Map(
    [...queda.filas].map(([key, fila]) => [key, { ...fila, importe: chosen.get(key) as Decimal }]),
  )
  const net = total.minus(totalDe({ neto: Decimal.zero, filas }))
  return { importes: { neto: clamp(net, neto.range), filas }, cobrado }
}

/** Units below and above an amount. */
function around(value: Decimal, digits: number): Rango {
  const exact = value.round(shared - 2)
  return [exact.truncate(digits), exact.ceil(digits)]
}

function columnaDe({ exact, here, rest, digits }: Parte, left: Decimal, sign: 1 | -1): Columna {
  // Amounts in `here` whose remainder is in `rest`; if there is none, the nearest one in
  // `here`.
  const [least, most] = [clamp(left.minus(rest[1]), here), clamp(left.minus(rest[0]), here)]
  const all: Rango = [Decimal.zero, atLeast(left, Decimal.zero)]
  return { sign, exact, range: [clamp(least, all), clamp(most, all)], digits }
}

/**
 * The ValorUnitario of a note may differ from that of the invoice, so the net amount has one limit:
 * a ValorUnitario greater than zero (CFDI40166).
 */
function parteNeta(
  cobros: readonly Cobro[],
  restos: readonly Cobro[],
  left: Decimal,
  digits: number,
): Parte {
  const least = (parts: readonly Cobro[]): Decimal => {
    let sum = Decimal.zero
    for (const { neto, tramo } of parts) {
      const cantidad = tramo.hasta.minus(tramo.desde)
      sum = sum.plus(atMost(cantidad.times(Decimal.unit(finest)), entre(neto, tramo, shared)))
    }
    return sum.round(digits)
  }
  const exact = Decimal.sum(cobros.map(({ neto, tramo }) => entre(neto, tramo, shared)))
  return { exact, here: [least(cobros), left], rest: [least(restos), left], digits }
}

function parteGravada(
  cobros: readonly Cobro[],
  restos: readonly Cobro[],
  key: string,
  digits: number,
): Parte {
  const range = (parts: readonly Cobro[]): Rango => {
    let [least, most] = [Decimal.zero, Decimal.zero]
    for (const { tramo, grupos } of parts)
      for (const gravamen of grupos.get(key)?.gravamenes ?? []) {
        const limits = limitsOf(tramo, gravamen, digits)
        least = least.plus(limits[0])
        most = most.plus(limits[1])
      }
    return [least, most]
  }
  let exact = Decimal.zero
  for (const { tramo, grupos } of cobros) {
    const grupo = grupos.get(key)
    if (grupo !== undefined) exact = exact.plus(entre(grupo.importe, tramo, shared))
  }
  return { exact, here: range(cobros), rest: range(restos), digits }
}

/** The SAT's limits for the tax of a stretch; for a whole line, the invoiced amount too. */
function limitsOf(tramo: Tramo, { base, importe, TasaOCuota }: Gravamen, digits: number): Rango {
  if (tramo.desde.equals(tramo.hasta)) return [Decimal.zero, Decimal.zero]
  const limits = taxLimits(baseEn(tramo, base, digits), Decimal.of(TasaOCuota ?? 0), digits)
  if (!tramo.desde.isZero() || !tramo.hasta.equals(tramo.vendido) || importe === undefined)
    return limits
  return [atMost(importe.truncate(digits), limits[0]), atLeast(importe.ceil(digits), limits[1])]
}

/** No rule relates a local tax to its base: it is divided by net amount. */
function parteLocal(
  cobros: readonly Cobro[],
  restos: readonly Cobro[],
  key: string,
  digits: number,
): Parte {
  const part = (parts: readonly Cobro[]): Decimal => {
    let sum = Decimal.zero
    for (const { tramo, locales } of parts)
      sum = sum.plus(entre(locales.get(key) ?? Decimal.zero, tramo, shared))
    return sum
  }
  const exact = part(cobros)
  return { exact, here: around(exact, digits), rest: around(part(restos), digits), digits }
}

/**
 * Starts each tax nearest to its part, then adjusts taxes unit by unit, the nearest first, until
 * the net amount is right.
 */
function choose(
  total: Decimal,
  neto: Columna,
  columnas: ReadonlyMap<string, Columna>,
  digits: number,
): ReadonlyMap<string, Decimal> {
  const unit = Decimal.unit(digits)
  const chosen = new Map<string, Decimal>()
  let off = total.minus(clamp(neto.exact, neto.range))
  for (const [key, { sign, exact, range, digits: own }] of columnas) {
    const value = clamp(exact.round(own), range)
    chosen.set(key, value)
    off = sign === 1 ? off.minus(value) : off.plus(value)
  }
  for (;;) {
    const isOver = off.compare(unit) >= 0
    if (!isOver && off.compare(unit.negated()) > 0) return chosen
    const moved = nearestMove(chosen, columnas, isOver, digits)
    if (moved === undefined) return chosen
    chosen.set(...moved)
    off = isOver ? off.minus(unit) : off.plus(unit)
  }
}

/** The tax for which a unit more, or less, is nearest to its part. */
function nearestMove(
  chosen: ReadonlyMap<string, Decimal>,
  columnas: ReadonlyMap<string, Columna>,
  isMore: boolean,
  digits: number,
): readonly [string, Decimal] | undefined {
  const moves: { key: string; moved: Decimal; gain: Decimal }[] = []
  for (const [key, value] of chosen) {
    const columna = columnas.get(key) as Columna
    const isUp = isMore === (columna.sign === 1)
    const moved = isUp ? value.plus(Decimal.unit(digits)) : value.minus(Decimal.unit(digits))
    const isPossible = columna.digits === digits && moved.isBetween(...columna.range)
    const gain = isUp ? columna.exact.minus(value) : value.minus(columna.exact)
    if (isPossible) moves.push({ key, moved, gain })
  }
  const [best] = moves.sort((one, other) => other.gain.compare(one.gain))
  return best && [best.key, best.moved]
}
