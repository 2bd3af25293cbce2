/**
 * An amount given back of an invoice, as concepts: one for each set of taxes that its lines bear, each with the base and
 * amount of every tax in proportion to what was charged.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { finest, write } from '../../../fiscal/amounts.js'
import { taxLimits } from '../../../fiscal/limits.js'
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { type Movable, reach } from '../derive/settle.js'
import { amount, defined, positive } from './argument.js'
import { type Gravamen, gravamenesOf, keyOf } from './factura.js'
import { metasDe, type Razon } from './metas.js'
import type { Bonificacion } from './notaDeCredito.js'
import { filaKey, type Importes, importesDe, porTasa, restar, totalDe } from './saldo.js'

/** What is to be given back of lines with the same taxes, or was charged for them. */
interface Partida {
  readonly ObjetoImp: string
  readonly neto: Decimal
  readonly gravamenes: readonly Gravamen[]
}

/** Digits beyond those of an amount to which quotients are taken before they are rounded. */
const guard = 12

/** The concepts of an amount given back, which come to exactly that; of what `anteriores` left of the invoice. */
export function bonificar(
  factura: Comprobante,
  { Total, Descripcion }: Bonificacion,
  anteriores: readonly Comprobante[],
  digits: number,
): readonly Json[] {
  const credit = positive(Total, 'Total')
  if (!credit.equals(credit.round(digits))) throw new TypeError(`Total: ${credit} has more than ${digits} decimals`)
  const facturado = importesDe(factura.Conceptos, digits)
  const queda = restar(
    facturado,
    anteriores.map(({ Conceptos }) => importesDe(Conceptos, digits)),
  )
  const whole = totalDe(queda)
  if (credit.compare(whole) > 0)
    throw new TypeError(`Total: ${credit} es más que lo que queda por acreditar de la factura, ${whole}`)
  const razon = { of: credit, over: whole }
  // Where lines were rounded each on its own, no base may admit what falls to it of its tax: then base by rate, as far as there is.
  for (const charged of [facturado, porTasa(facturado)]) {
    const metas = metasDe(charged, queda, credit, digits)
    for (const [partidas, part, decimals] of waysOf(factura, anteriores, razon, metas, digits)) {
      const conceptos = conceptosOf(partidas, part, metas, digits, decimals)
      if (conceptos !== undefined) return conceptos.map((concepto) => ({ ...base, Descripcion, ...concepto }))
    }
  }
  throw new TypeError(`Total: ${credit} no se puede repartir entre sus impuestos`)
}

const base: Json = { ClaveProdServ: '84111506', Cantidad: '1', ClaveUnidad: 'ACT' }

type Way = readonly [partidas: readonly Partida[], razon: Razon, decimals: number]

/**
 * From the plainest on: in the decimals of the currency, with six, and line by line, which gives back what no sum of lines
 * can have, as when each was rounded on its own.
 */
function waysOf(
  { Conceptos }: Comprobante,
  anteriores: readonly Comprobante[],
  razon: Razon,
  { neto }: Importes,
  digits: number,
): readonly Way[] {
  const given = groupBy(
    anteriores.flatMap((nota) => nota.Conceptos),
    taxesOf,
  )
  const groups = groupBy(Conceptos, taxesOf).map((group) => {
    const same = given.find(([first]) => first !== undefined && taxesOf(first) === taxesOf(group[0] as Concepto))
    return same === undefined ? partidaOf(group) : without(partidaOf(group), partidaOf(same))
  })
  const lines = Conceptos.map((concepto) => partidaOf([concepto]))
  const [charged] = [Decimal.sum(lines.map((line) => line.neto))]
  return [
    ...(groups.length === 1 ? [[groups, razon, digits] as const] : []),
    [groups, razon, finest],
    ...(charged.isZero() ? [] : [[lines, { of: neto, over: charged }, finest] as const]),
  ]
}

function taxesOf(concepto: Concepto): string {
  return JSON.stringify([concepto.ObjetoImp, ...gravamenesOf([concepto]).map(keyOf).sort()])
}

function partidaOf(conceptos: readonly Concepto[]): Partida {
  const neto = conceptos.map(({ Importe, Descuento = 0 }) =>
    amount(Importe, 'Importe').minus(amount(Descuento, 'Descuento')),
  )
  return {
    ObjetoImp: conceptos[0]?.ObjetoImp ?? '01',
    neto: Decimal.sum(neto),
    gravamenes: gravamenesOf(conceptos),
  }
}

/** What is left of some lines, and never less than nothing. */
function without(partida: Partida, given: Partida): Partida {
  const less = (of: Decimal, other = Decimal.zero): Decimal => (other.compare(of) < 0 ? of.minus(other) : Decimal.zero)
  const gravamenes = partida.gravamenes.map((gravamen) => {
    const same = given.gravamenes.find((other) => keyOf(other) === keyOf(gravamen))
    const importe = gravamen.importe && less(gravamen.importe, same?.importe)
    return { ...gravamen, base: less(gravamen.base, same?.base), importe }
  })
  return { ...partida, neto: less(partida.neto, given.neto), gravamenes }
}

function partOf(value: Decimal, { of, over }: Razon, digits: number): Decimal {
  return value
    .times(of)
    .over(over, digits + guard)
    .round(digits)
}

/** An amount shared out by weights, so that the parts add up to it. */
function shareOut(whole: Decimal, weights: readonly Decimal[], digits: number): readonly Decimal[] {
  const over = Decimal.sum(weights)
  let [weighed, given] = [Decimal.zero, Decimal.zero]
  return weights.map((weight) => {
    weighed = weighed.plus(weight)
    const until = over.isZero() ? Decimal.zero : partOf(whole, { of: weighed, over }, digits)
    const part = until.minus(given)
    given = until
    return part
  })
}

/** A tax of a concept to be; an exempt one, which has no amount, is not to be moved. */
interface Credited extends Movable {
  readonly gravamen: Gravamen
}

/** The concepts, when every amount of theirs is one that the SAT admits; undefined otherwise. */
function conceptosOf(
  partidas: readonly Partida[],
  razon: Razon,
  metas: Importes,
  digits: number,
  decimals: number,
): readonly Json[] | undefined {
  const netos = netosOf(partidas, razon, metas.neto, digits, decimals)
  const credited = partidas.map((partida, at) => {
    const neto = netos[at] ?? Decimal.zero
    return neto.isZero() ? [] : partida.gravamenes.map((gravamen) => creditedOf(gravamen, razon, digits, decimals))
  })
  const taxes = credited.flat().filter(({ gravamen }) => gravamen.importe !== undefined)
  if (decimals < finest && credited.flat().some((tax) => tax.base.isZero())) return undefined
  const rows = groupBy(taxes, ({ gravamen }) => filaKey(gravamen))
  const isReached = rows.every((row) => {
    const sum = Decimal.sum(row.map(({ importe }) => importe))
    const meta = metas.filas.get(filaKey((row[0] as Credited).gravamen))?.importe ?? Decimal.zero
    return reach(row, sum, meta, digits)
  })
  const owed = [...metas.filas].filter(([, { importe }]) => !importe.isZero())
  const present = new Set(rows.map(([first]) => filaKey((first as Credited).gravamen)))
  if (!isReached || !owed.every(([key]) => present.has(key))) return undefined
  return partidas.flatMap((partida, at) => {
    const neto = netos[at] ?? Decimal.zero
    return neto.isZero() ? [] : [conceptoOf(partida, neto, credited[at] ?? [], digits)]
  })
}

/** What each is before taxes: its part, or, where those do not round to what they must, a share of that. */
function netosOf(
  partidas: readonly Partida[],
  razon: Razon,
  meta: Decimal,
  digits: number,
  decimals: number,
): readonly Decimal[] {
  const parts = partidas.map(({ neto }) => partOf(neto, razon, decimals))
  if (Decimal.sum(parts).round(digits).equals(meta)) return parts
  return shareOut(
    meta,
    partidas.map(({ neto }) => neto),
    decimals,
  )
}

function creditedOf(gravamen: Gravamen, razon: Razon, digits: number, decimals: number): Credited {
  const isUnits = gravamen.TipoFactor === 'Cuota'
  const exact = partOf(gravamen.base, razon, isUnits ? finest : decimals)
  const of = Decimal.of(write(exact, isUnits ? 0 : digits))
  const tasa = Decimal.of(gravamen.TasaOCuota ?? 0)
  const importe = partOf(gravamen.importe ?? Decimal.zero, razon, digits)
  return { gravamen, base: of, tasa, importe: clamp(importe, taxLimits(of, tasa, digits)) }
}

function conceptoOf({ ObjetoImp }: Partida, neto: Decimal, credited: readonly Credited[], digits: number): Json {
  const kind = (wanted: boolean): readonly Json[] | undefined => {
    const rows = credited.filter(({ gravamen, base }) => gravamen.retenido === wanted && !base.isZero())
    return rows.length === 0 ? undefined : rows.map((tax) => rowOf(tax, digits))
  }
  const Impuestos = defined({ Traslados: kind(false), Retenciones: kind(true) })
  return {
    ValorUnitario: write(neto, digits),
    Importe: write(neto, digits),
    ObjetoImp,
    ...(Object.keys(Impuestos).length === 0 ? {} : { Impuestos }),
  }
}

function rowOf({ gravamen, base: of, importe }: Credited, digits: number): Json {
  const { Impuesto, TipoFactor, TasaOCuota } = gravamen
  const Importe = gravamen.importe === undefined ? undefined : write(importe, digits)
  return defined({ Base: of.toString(), Impuesto, TipoFactor, TasaOCuota, Importe })
}
