/**
 * What the totals of a credit note of returned lines are to be.
 * @module
 */
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Comprobante } from '../declaration.js'
import { amount } from './argument.js'
import { entre, type Tramo } from './devueltas.js'
import { type Gravamen, gravamenesOf } from './factura.js'
import { nearestUnit } from './metas.js'
import { type Fila, filaKey, type Importes, importesDe, restar, totalDe } from './saldo.js'

/** Decimals to which shares of lines are added up, so that thirds that make a whole do. */
const shared = 12

/**
 * The totals of a note. `tramos` is how much of each line was returned before it, and until it; `acreditado`, what the notes
 * before it gave back for that, or undefined when nobody says. Of each tax, as notes by amount do ({@link nearestUnit});
 * when nobody says, cut, so that notes that know nothing of each other never come to more than the invoice.
 */
export function metasDevueltas(
  { Conceptos }: Comprobante,
  tramos: readonly Tramo[],
  acreditado: readonly Importes[] | undefined,
  digits: number,
): Importes {
  const facturado = importesDe(Conceptos, digits)
  const queda = restar(facturado, acreditado ?? [])
  if (tramos.every(({ hasta, vendido }) => hasta.equals(vendido))) return queda
  const limit = acreditado === undefined ? cut : round
  const filas = new Map(
    [...queda.filas].map(([key, fila]) => {
      const importe =
        acreditado === undefined
          ? cut(sumOf(key, tramos.map(untilThere), importeOf), digits)
          : nearestIn(key, fila, tramos, digits)
      return [key, { ...fila, importe }]
    }),
  )
  return { neto: netoDe(facturado, queda, filas, tramos, limit, digits), filas }
}

/**
 * The net amount, limited so that the total of all that was returned is, too; in proportion to the Total of the invoice,
 * where that is less than its exact sums, each rounded, come to.
 */
function netoDe(
  facturado: Importes,
  queda: Importes,
  filas: Importes['filas'],
  tramos: readonly Tramo[],
  limit: (value: Decimal, digits: number) => Decimal,
  digits: number,
): Decimal {
  const until = exactOf(facturado, tramos.map(untilThere))
  const whole = totalDe(exactOf(facturado, tramos.map(wholeOf)))
  const charged = totalDe(facturado)
  const isRoundedDown = limit(whole, digits).compare(charged) > 0
  const exact = isRoundedDown ? totalDe(until).times(charged).over(whole, shared) : totalDe(until)
  const given = facturado.neto.minus(queda.neto)
  const before = charged.minus(totalDe(queda))
  const most = limit(exact, digits)
    .minus(before)
    .minus(totalDe({ neto: Decimal.zero, filas }))
  const wanted = limit(until.neto, digits).minus(given)
  return wanted.compare(most) > 0 ? most : wanted
}

/** What falls to stretches of lines of what was charged, before it is rounded. */
function exactOf({ filas }: Importes, tramos: readonly Tramo[]): Importes {
  const exact = [...filas].map(([key, fila]) => [key, { ...fila, importe: sumOf(key, tramos, importeOf) }] as const)
  return { neto: Decimal.sum(tramos.map(netOf)), filas: new Map(exact) }
}

function wholeOf(tramo: Tramo): Tramo {
  return { ...tramo, desde: Decimal.zero, hasta: tramo.vendido }
}

function untilThere({ desde: _, ...tramo }: Tramo): Tramo {
  return { ...tramo, desde: Decimal.zero }
}

function netOf(tramo: Tramo): Decimal {
  const { Importe, Descuento = 0 } = tramo.concepto
  return entre(amount(Importe, 'Importe').minus(amount(Descuento, 'Descuento')), tramo, shared)
}

function nearestIn(key: string, fila: Fila, tramos: readonly Tramo[], digits: number): Decimal {
  const due = fila.isProduct ? productOf : importeOf
  const rest = tramos.map(({ hasta, ...tramo }) => ({ ...tramo, desde: hasta, hasta: tramo.vendido }))
  const [here, after] = [sumOf(key, tramos, due), sumOf(key, rest, due)]
  return clamp(nearestUnit(fila.importe, here.round(shared - 2), after, digits), [Decimal.zero, fila.importe])
}

/** What falls to stretches of lines of the taxes of a row. */
function sumOf(key: string, tramos: readonly Tramo[], of: (gravamen: Gravamen) => Decimal): Decimal {
  return Decimal.sum(
    tramos.flatMap((tramo) => {
      const row = gravamenesOf([tramo.concepto]).filter((gravamen) => filaKey(gravamen) === key)
      return row.map((gravamen) => entre(of(gravamen), tramo, shared))
    }),
  )
}

function importeOf({ importe = Decimal.zero }: Gravamen): Decimal {
  return importe
}

function productOf({ base, TasaOCuota = '0' }: Gravamen): Decimal {
  return base.times(Decimal.of(TasaOCuota))
}

function round(value: Decimal, digits: number): Decimal {
  return value.round(digits)
}

/** Cut; what is a whole unit but for the rounding of quotients is one. */
function cut(value: Decimal, digits: number): Decimal {
  return value.round(shared - 2).truncate(digits)
}
