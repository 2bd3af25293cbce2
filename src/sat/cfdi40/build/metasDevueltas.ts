/**
 * Totals of a credit note of returned lines: the charge of the lines, in amounts that the SAT
 * admits for them and for the remainder of the invoice. docs/en/rounding.md ("Credit notes") has
 * the proof.
 * @module
 */
import { productLimits, taxLimits } from '../../../fiscal/limits.js'
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Comprobante } from '../declaration.js'
import { amount } from './argument.js'
import { type Cobro, cobrosDe, type Grupo } from './cobros.js'
import { baseEn, entre, shared, type Tramo } from './devueltas.js'
import type { Gravamen } from './factura.js'
import { localDigits } from './locales.js'
import { type Importes, importesDe, restar, totalDe } from './saldo.js'

/** Minimum and maximum. */
type Rango = readonly [Decimal, Decimal]

/** A total of the note: the net amount, or a tax. */
interface Columna {
  /** Its sign in the total: 1, or -1 when it is withheld. */
  readonly sign: 1 | -1
  /** Its exact part of the charge. */
  readonly exact: Decimal
  /** The SAT's limits for the returned part, and for the remainder. */
  readonly here: Rango
  readonly rest: Rango
  /** Amount left before the note. */
  readonly left: Decimal
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
  const cobrado = Decimal.sum(cobros.map((cobro) => cobradoDe(cobro, digits))).round(digits)
  if (tramos.every(({ hasta, vendido }) => hasta.equals(vendido)))
    return { importes: queda, cobrado }
  const neto = columnaNeto(cobros, queda.neto, digits)
  const columnas = new Map(
    [...queda.filas].map(([key, { local, retenido, importe }]) => {
      const of = { sign: retenido ? -1 : 1, left: importe } as const
      const columna = local
        ? columnaLocal(cobros, key, localDigits(digits))
        : columnaDe(cobros, key, digits)
      return [key, { ...columna, ...of }] as const
    }),
  )
  const most = totalDe(queda)
  const within = clamp(cobrado, rangeOfTotal([neto, ...columnas.values()], most))
  const total = within.compare(most) > 0 ? most : within
  const chosen = choose(total, neto, columnas, digits)
  const filas = new Map(
    [...queda.filas].map(([key, fila]) => [key, { ...fila, importe: chosen.get(key) as Decimal }]),
  )
  const net = total.minus(totalDe({ neto: Decimal.zero, filas }))
  return { importes: { neto: clamp(net, [Decimal.zero, queda.neto]), filas }, cobrado }
}

/** Charge of a stretch of a line; consecutive stretches add up to the charge of the line. */
function cobradoDe({ tramo, total }: Cobro, digits: number): Decimal {
  return entre(total, tramo, digits)
}

function restOf(tramo: Tramo): Tramo {
  return { ...tramo, desde: tramo.hasta, hasta: tramo.vendido }
}

function isEmpty({ desde, hasta }: Tramo): boolean {
  return desde.equals(hasta)
}

/** Units below and above an amount. */
function around(value: Decimal, digits: number): Rango {
  const exact = value.round(shared - 2)
  return [exact.truncate(digits), exact.ceil(digits)]
}

function add(ranges: readonly Rango[]): Rango {
  return [Decimal.sum(ranges.map(([least]) => least)), Decimal.sum(ranges.map(([, most]) => most))]
}

function columnaNeto(cobros: readonly Cobro[], left: Decimal, digits: number): Columna {
  const range = (tramoOf: (tramo: Tramo) => Tramo): Rango =>
    add(cobros.map(({ neto, tramo }) => netLimits(neto, tramoOf(tramo), digits)))
  return {
    sign: 1,
    exact: Decimal.sum(cobros.map(({ neto, tramo }) => entre(neto, tramo, shared))),
    here: range((tramo) => tramo),
    rest: range(restOf),
    left,
    digits,
  }
}

/**
 * The SAT's limits for Cantidad by the ValorUnitario of the line (CFDI40167), less its discount.
 */
function netLimits(neto: Decimal, tramo: Tramo, digits: number): Rango {
  if (isEmpty(tramo)) return [Decimal.zero, Decimal.zero]
  const nearest = around(entre(neto, tramo, shared), digits)
  const { concepto, desde, hasta, vendido } = tramo
  const isAll = desde.isZero() && hasta.equals(vendido)
  const [least, most] = productLimits(
    isAll ? vendido : hasta.minus(desde),
    amount(concepto.ValorUnitario, 'ValorUnitario'),
    digits,
  )
  const off = around(entre(amount(concepto.Descuento ?? 0, 'Descuento'), tramo, shared), digits)
  return widest(nearest, [least.minus(off[0]), most.minus(off[1])])
}

/** Returns the smallest range with both ranges, at least zero. */
function widest(one: Rango, other: Rango): Rango {
  const least = one[0].compare(other[0]) < 0 ? one[0] : other[0]
  return [
    least.compare(Decimal.zero) < 0 ? Decimal.zero : least,
    one[1].compare(other[1]) > 0 ? one[1] : other[1],
  ]
}

type Parcial = Omit<Columna, 'sign' | 'left'>

function columnaDe(cobros: readonly Cobro[], key: string, digits: number): Parcial {
  const bearers = cobros.filter(({ grupos }) => grupos.has(key))
  const range = (tramoOf: (tramo: Tramo) => Tramo): Rango =>
    add(
      bearers.flatMap(({ tramo, grupos }) =>
        (grupos.get(key) as Grupo).gravamenes.map((gravamen) =>
          limitsOf(tramoOf(tramo), gravamen, digits),
        ),
      ),
    )
  const exact = bearers.map(({ tramo, grupos }) =>
    entre((grupos.get(key) as Grupo).importe, tramo, shared),
  )
  return { exact: Decimal.sum(exact), here: range((tramo) => tramo), rest: range(restOf), digits }
}

/** The SAT's limits for the tax of a stretch; for a whole line, the invoiced amount too. */
function limitsOf(tramo: Tramo, { base, importe, TasaOCuota }: Gravamen, digits: number): Rango {
  if (isEmpty(tramo)) return [Decimal.zero, Decimal.zero]
  const limits = taxLimits(baseEn(tramo, base, digits), Decimal.of(TasaOCuota ?? 0), digits)
  if (!tramo.desde.isZero() || !tramo.hasta.equals(tramo.vendido) || importe === undefined)
    return limits
  return widest([importe.truncate(digits), importe.ceil(digits)], limits)
}

/** No rule relates a local tax to its base: it is divided by net amount. */
function columnaLocal(cobros: readonly Cobro[], key: string, digits: number): Parcial {
  const part = (tramoOf: (tramo: Tramo) => Tramo): Decimal =>
    Decimal.sum(
      cobros.map(({ tramo, locales }) =>
        entre(locales.get(key) ?? Decimal.zero, tramoOf(tramo), shared),
      ),
    )
  const exact = part((tramo) => tramo)
  return { exact, here: around(exact, digits), rest: around(part(restOf), digits), digits }
}

/** Range of totals that leave a creditable remainder. */
function rangeOfTotal(columnas: readonly Columna[], left: Decimal): Rango {
  const signed = (rango: 'here' | 'rest'): Rango =>
    add(
      columnas.map(
        ({ sign, [rango]: [least, most] }): Rango =>
          sign === 1 ? [least, most] : [most.negated(), least.negated()],
      ),
    )
  return between(signed('here'), signed('rest'), left)
}

/** Amounts in `here` whose remainder is in `rest`; if there is none, the nearest one in `here`. */
function between(here: Rango, rest: Rango, left: Decimal): Rango {
  const wanted: Rango = [left.minus(rest[1]), left.minus(rest[0])]
  return [clamp(wanted[0], here), clamp(wanted[1], here)]
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
  const ranges = new Map(
    [...columnas].map(([key, { here, rest, left }]) => [key, between(here, rest, left)] as const),
  )
  const chosen = new Map(
    [...columnas].map(([key, { exact, digits: own, left }]) => {
      const nearest = clamp(exact.round(own), ranges.get(key) as Rango)
      return [
        key,
        clamp(nearest, [Decimal.zero, left.compare(Decimal.zero) < 0 ? Decimal.zero : left]),
      ] as const
    }),
  )
  const unit = Decimal.unit(digits)
  const signed = [...chosen].map(([key, value]) =>
    columnas.get(key)?.sign === 1 ? value : value.negated(),
  )
  let off = total.minus(Decimal.sum(signed)).minus(neto.exact)
  for (;;) {
    const isOver = off.compare(unit) >= 0
    if (!isOver && off.compare(unit.negated()) > 0) return chosen
    const moved = nearestMove(chosen, columnas, ranges, isOver, digits)
    if (moved === undefined) return chosen
    chosen.set(...moved)
    off = isOver ? off.minus(unit) : off.plus(unit)
  }
}

/** The tax for which a unit more, or less, is nearest to its part. */
function nearestMove(
  chosen: ReadonlyMap<string, Decimal>,
  columnas: ReadonlyMap<string, Columna>,
  ranges: ReadonlyMap<string, Rango>,
  isMore: boolean,
  digits: number,
): readonly [string, Decimal] | undefined {
  const moves = [...chosen].flatMap(([key, value]) => {
    const columna = columnas.get(key) as Columna
    const isUp = isMore === (columna.sign === 1)
    const moved = isUp ? value.plus(Decimal.unit(digits)) : value.minus(Decimal.unit(digits))
    const isPossible = columna.digits === digits && moved.isBetween(...(ranges.get(key) as Rango))
    const gain = isUp ? columna.exact.minus(value) : value.minus(columna.exact)
    if (isPossible) return [{ key, moved, gain }]
    return []
  })
  const [best] = moves.sort((one, other) => other.gain.compare(one.gain))
  return best && [best.key, best.moved]
}
