/**
 * Credits an amount of an invoice, as concepts: one for each set of taxes of its lines, with the
 * base and amount of every tax in proportion to the charge.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { finest, sumOf, write } from '../../../fiscal/amounts.js'
import { taxLimits } from '../../../fiscal/limits.js'
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { reach } from '../derive/settleTotal.js'
import { defined, positive } from './argument.js'
import { gravamenesOf, keyOf } from './factura.js'
import { forzar } from './forzar.js'
import { metasDe, type Razon } from './metas.js'
import type { Acreditado, Bonificacion } from './notaDeCredito.js'
import {
  type Credited,
  type Partida,
  partidaOf,
  partidasDe,
  partOf,
  shareOut,
  taxesOf,
} from './partidas.js'
import {
  type Fila,
  filaKey,
  type Importes,
  importesDe,
  localesEn,
  porTasa,
  restar,
  totalDe,
} from './saldo.js'

/**
 * Returns the concepts of a credited amount, with exactly that total, out of the amounts that
 * `anteriores` left of the invoice.
 */
export function bonificar(
  factura: Comprobante,
  { Total, Descripcion }: Bonificacion,
  anteriores: readonly Comprobante[],
  digits: number,
): Acreditado {
  const credit = positive(Total, 'Total')
  if (!credit.equals(credit.round(digits)))
    throw new TypeError(`Total: ${credit} has more than ${digits} decimals`)
  const facturado = importesDe(factura, digits)
  const queda = restar(
    facturado,
    anteriores.map((nota) => importesDe(nota, digits)),
  )
  const whole = totalDe(queda)
  if (credit.compare(whole) > 0)
    throw new TypeError(
      `Total: ${credit} es más que lo que queda por acreditar de la factura, ${whole}`,
    )
  const razon = { of: credit, over: whole }
  const most = acreditable(factura, queda)
  const said = {
    Descripcion,
    total: credit,
    rest: most.compare(whole) < 0 ? most.minus(credit) : undefined,
  }
  const left = leftOf(factura, anteriores)
  // When lines were rounded individually, it may happen that no base admits its part of their tax.
  // The second attempt uses base by rate, as far as the invoice has it.
  for (const charged of [facturado, porTasa(facturado)]) {
    const metas = metasDe(charged, queda, credit, digits)
    for (const [partidas, part, decimals] of waysOf(factura, left, razon, metas, digits)) {
      const conceptos = conceptosOf(partidas, part, metas, digits, decimals)
      if (conceptos !== undefined) return acreditadoDe(conceptos, metas, said)
    }
  }
  const metas = metasDe(facturado, queda, credit, digits)
  const forzadas =
    forzar(left, metas, razon, digits) ?? forzar(partidasDe(factura), metas, razon, digits)
  if (forzadas === undefined)
    throw new TypeError(
      `Total: ${credit} no se puede repartir entre sus impuestos; lo más que puede acreditarse es ${most}`,
    )
  const conceptos = forzadas.map(({ partida, neto, credited }) =>
    conceptoOf(partida, neto, credited, digits),
  )
  return acreditadoDe(conceptos, metas, said)
}

/**
 * Returns the creditable part of the rest: all but taxes that have an amount and no rate, which no
 * base admits.
 */
function acreditable(factura: Comprobante, { neto, filas }: Importes): Decimal {
  const rated = new Set<string>()
  for (const gravamen of gravamenesOf(factura.Conceptos))
    if (!Decimal.of(gravamen.TasaOCuota ?? '0').isZero()) rated.add(filaKey(gravamen))
  const creditable = new Map<string, Fila>()
  for (const [key, fila] of filas)
    if (fila.local !== undefined || rated.has(key)) creditable.set(key, fila)
  return totalDe({ neto, filas: creditable })
}

interface Said {
  readonly Descripcion: string
  readonly total: Decimal
  readonly rest: Decimal | undefined
}

function acreditadoDe(
  conceptos: readonly Json[],
  { filas }: Importes,
  { Descripcion, total, rest }: Said,
): Acreditado {
  return {
    conceptos: conceptos.map((concepto) => ({ ...base, Descripcion, ...concepto })),
    locales: localesEn(filas),
    total,
    cobrado: total,
    rest,
  }
}

const base: Json = { ClaveProdServ: '84111506', Cantidad: '1', ClaveUnidad: 'ACT' }

type Way = readonly [partidas: readonly Partida[], razon: Razon, decimals: number]

/**
 * Attempts, from the simplest on: in the decimals of the currency, with six decimals, and line by
 * line, which is needed when lines were rounded individually.
 */
function waysOf(
  { Conceptos }: Comprobante,
  left: readonly Partida[],
  razon: Razon,
  { neto }: Importes,
  digits: number,
): readonly Way[] {
  const lines = Conceptos.map((concepto) => partidaOf([concepto]))
  const charged = sumOf(lines, 'neto')
  return [
    ...(left.length === 1 ? [[left, razon, digits] as const] : []),
    [left, razon, finest],
    ...(charged.isZero() ? [] : [[lines, { of: neto, over: charged }, finest] as const]),
  ]
}

/** Returns the charges by sets of taxes, less those of earlier notes. */
function leftOf(factura: Comprobante, anteriores: readonly Comprobante[]): readonly Partida[] {
  const returned = anteriores.flatMap(({ Conceptos }) => Conceptos)
  const given = groupBy(returned, taxesOf)
  return groupBy(factura.Conceptos, taxesOf).map((group) => {
    const taxes = taxesOf(group[0] as Concepto)
    const same = given.find(([first]) => first !== undefined && taxesOf(first) === taxes)
    if (same === undefined) return partidaOf(group)
    // The remainder is at least zero.
    const [partida, spent] = [partidaOf(group), partidaOf(same)]
    const less = (of: Decimal, other = Decimal.zero): Decimal =>
      other.compare(of) < 0 ? of.minus(other) : Decimal.zero
    const gravamenes = partida.gravamenes.map((gravamen) => {
      const before = spent.gravamenes.find((other) => keyOf(other) === keyOf(gravamen))
      const importe = gravamen.importe && less(gravamen.importe, before?.importe)
      return { ...gravamen, base: less(gravamen.base, before?.base), importe }
    })
    return { ...partida, neto: less(partida.neto, spent.neto), gravamenes }
  })
}

/** Returns the concepts if the SAT admits every amount; undefined otherwise. */
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
    if (neto.isZero()) return []
    return partida.gravamenes.map((gravamen) => {
      const isUnits = gravamen.TipoFactor === 'Cuota'
      const exact = partOf(gravamen.base, razon, isUnits ? finest : decimals)
      const of = Decimal.of(write(exact, isUnits ? 0 : digits))
      const tasa = Decimal.of(gravamen.TasaOCuota ?? 0)
      const importe = partOf(gravamen.importe ?? Decimal.zero, razon, digits)
      return { gravamen, base: of, tasa, importe: clamp(importe, taxLimits(of, tasa, digits)) }
    })
  })
  const taxes = credited.flat().filter(({ gravamen }) => gravamen.importe !== undefined)
  if (decimals < finest && credited.flat().some((tax) => tax.base.isZero())) return undefined
  // A taxed line requires a tax (CFDI40171).
  if (credited.some((own) => own.length > 0 && own.every((tax) => tax.base.isZero())))
    return undefined
  const rows = groupBy(taxes, ({ gravamen }) => filaKey(gravamen))
  const isReached = rows.every((row) => {
    const sum = sumOf(row, 'importe')
    const meta = metas.filas.get(filaKey((row[0] as Credited).gravamen))?.importe ?? Decimal.zero
    return reach(row, sum, meta, digits)
  })
  if (!isReached) return undefined
  const present = new Set(rows.map(([first]) => filaKey((first as Credited).gravamen)))
  for (const [key, { importe, local }] of metas.filas)
    if (local === undefined && !importe.isZero() && !present.has(key)) return undefined
  const found: Json[] = []
  for (const [at, partida] of partidas.entries()) {
    const neto = netos[at] ?? Decimal.zero
    if (neto.isZero()) continue
    found.push(conceptoOf(partida, neto, credited[at] ?? [], digits))
  }
  return found
}

/** Net amounts: each part, or, where the parts do not round to the target, a share of it. */
function netosOf(
  partidas: readonly Partida[],
  razon: Razon,
  meta: Decimal,
  digits: number,
  decimals: number,
): readonly Decimal[] {
  const parts = partidas.map(({ neto }) => partOf(neto, razon, decimals))
  if (Decimal.sum(parts).round(digits).equals(meta)) return parts
  const weights = partidas.map(({ neto }) => neto)
  return shareOut(meta, weights, decimals)
}

function conceptoOf(
  { ObjetoImp }: Partida,
  neto: Decimal,
  credited: readonly Credited[],
  digits: number,
): Json {
  const kind = (wanted: boolean): readonly Json[] | undefined => {
    const rows = credited.filter(
      ({ gravamen, base }) => gravamen.retenido === wanted && !base.isZero(),
    )
    if (rows.length === 0) return undefined
    return rows.map(({ gravamen, base: of, importe }) => {
      const { Impuesto, TipoFactor, TasaOCuota } = gravamen
      const Importe = gravamen.importe === undefined ? undefined : write(importe, digits)
      return defined({ Base: of.toString(), Impuesto, TipoFactor, TasaOCuota, Importe })
    })
  }
  const Impuestos = defined({ Traslados: kind(false), Retenciones: kind(true) })
  return {
    ValorUnitario: write(neto, digits),
    Importe: write(neto, digits),
    ObjetoImp,
    ...(Object.keys(Impuestos).length > 0 && { Impuestos }),
  }
}
