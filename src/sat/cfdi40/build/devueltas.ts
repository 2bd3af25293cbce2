/**
 * How much of each line of an invoice its credit notes have returned.
 * @module
 */
import { finest } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { amount } from './argument.js'
import { gravamenesOf, keyOf } from './factura.js'
import { type Importes, importesDe } from './saldo.js'

/** From how much of a line on, until how much of it. */
export interface Tramo {
  readonly concepto: Concepto
  readonly desde: Decimal
  readonly hasta: Decimal
  /** How much was sold. */
  readonly vendido: Decimal
}

/** Digits beyond those of an amount to which quotients are taken before they are rounded. */
const guard = 12

/** What falls to a stretch of a line, so that stretches one after another add up to all of it. */
export function entre(value: Decimal, { desde, hasta, vendido }: Tramo, digits: number = finest): Decimal {
  const until = (cantidad: Decimal): Decimal =>
    cantidad.equals(vendido)
      ? value
      : value
          .times(cantidad)
          .over(vendido, digits + guard)
          .round(digits)
  return desde.isZero() ? until(hasta) : until(hasta).minus(until(desde))
}

/** What was returned before. */
export interface Devueltas {
  /** By line. */
  readonly cantidades: Decimal[]
  /** What the notes that return lines come to. */
  readonly acreditado: readonly Importes[]
}

/** Of notes all of whose concepts are lines of the invoice; the others give back amounts. */
export function devueltasDe({ Conceptos }: Comprobante, anteriores: readonly Comprobante[], digits: number): Devueltas {
  let cantidades = Conceptos.map(() => Decimal.zero)
  const acreditado: Importes[] = []
  for (const nota of anteriores) {
    const after = contar(Conceptos, cantidades, nota.Conceptos)
    if (after === undefined) continue
    cantidades = after
    acreditado.push(importesDe(nota.Conceptos, digits))
  }
  return { cantidades, acreditado }
}

/** The quantities with those of some concepts; undefined when one of these is of no line that has as much left. */
function contar(
  lines: readonly Concepto[],
  before: readonly Decimal[],
  conceptos: readonly Concepto[],
): Decimal[] | undefined {
  const cantidades = [...before]
  for (const concepto of conceptos) {
    const cantidad = amount(concepto.Cantidad, 'Cantidad')
    const fits = (at: number, line: Concepto): boolean =>
      identidad(line) === identidad(concepto) &&
      (cantidades[at] as Decimal).plus(cantidad).compare(amount(line.Cantidad, 'Cantidad')) <= 0
    const found = lines.flatMap((line, at) => (fits(at, line) ? [at] : []))
    // What is returned may bear another price than its line; of two lines alike, that of the nearest price is the one.
    const away = (at: number): Decimal => priceBetween(lines[at] as Concepto, concepto)
    const [at] = found.sort((one, other) => away(one).compare(away(other)))
    if (at === undefined) return undefined
    cantidades[at] = (cantidades[at] as Decimal).plus(cantidad)
  }
  return cantidades
}

/** What a line and a part of it have in common. */
function identidad(concepto: Concepto): string {
  const { ClaveProdServ, NoIdentificacion, ClaveUnidad, Unidad, Descripcion, ObjetoImp } = concepto
  const taxes = gravamenesOf([concepto]).map(keyOf).sort()
  return JSON.stringify([ClaveProdServ, NoIdentificacion, ClaveUnidad, Unidad, Descripcion, ObjetoImp, taxes])
}

function priceBetween(one: Concepto, other: Concepto): Decimal {
  const difference = amount(one.ValorUnitario, 'ValorUnitario').minus(amount(other.ValorUnitario, 'ValorUnitario'))
  return difference.compare(Decimal.zero) < 0 ? difference.negated() : difference
}
