/**
 * What an invoice charged and what its credit notes gave back, by rows of their totals.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { sumOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { type Gravamen, gravamenesOf, keyOf, uuidOf } from './factura.js'

/** A tax of the summary of a document. */
export interface Fila {
  readonly retenido: boolean
  /** What its tax is called in a message. */
  readonly impuesto: string
  readonly base: Decimal
  /** Base by rate; what its taxes add up to, where that is a unit away or more, as when each was rounded on its own. */
  readonly exact: Decimal
  /** Whether that is base by rate. */
  readonly isProduct: boolean
  /** Base by rate, whatever was charged. */
  readonly product: Decimal
  /** In the decimals of the currency. */
  readonly importe: Decimal
}

/** What a document comes to: SubTotal less Descuento, and its taxes by {@link filaKey}. */
export interface Importes {
  readonly neto: Decimal
  readonly filas: ReadonlyMap<string, Fila>
}

/** Of which row of the summary a tax is: traslados by factor and rate, retenciones by Impuesto alone. */
export function filaKey(gravamen: Gravamen): string {
  return gravamen.retenido ? gravamen.Impuesto : keyOf(gravamen)
}

/** The amounts of some concepts as the totals of a document have them (CFDI40108, 40111, 40211, 40221). */
export function importesDe(conceptos: readonly Concepto[], digits: number): Importes {
  const taxed = gravamenesOf(conceptos).filter(({ importe }) => importe !== undefined)
  return {
    neto: roundedSum(conceptos, 'Importe', digits).minus(roundedSum(conceptos, 'Descuento', digits)),
    filas: new Map(groupBy(taxed, filaKey).map((group) => [filaKey(group[0] as Gravamen), filaDe(group, digits)])),
  }
}

function roundedSum(conceptos: readonly Concepto[], field: string, digits: number): Decimal {
  const sum = sumOf(conceptos as unknown as readonly Json[], field)
  if (sum === undefined) throw new TypeError(`${field}: an amount is expected in each concepto`)
  return sum.round(digits)
}

function filaDe(group: readonly Gravamen[], digits: number): Fila {
  const [{ retenido, Impuesto, TasaOCuota }] = group as readonly [Gravamen]
  const sum = Decimal.sum(group.map(({ importe = Decimal.zero }) => importe))
  const product = Decimal.sum(group.map(({ base, TasaOCuota = 0 }) => base.times(Decimal.of(TasaOCuota))))
  const importe = sum.round(digits)
  const unit = Decimal.unit(digits)
  const isProduct = importe.minus(product).plus(unit).isBetween(Decimal.zero, unit.plus(unit))
  return {
    retenido,
    impuesto: retenido ? `${Impuesto} retenido` : `${Impuesto} a ${TasaOCuota}`,
    base: Decimal.sum(group.map(({ base }) => base)),
    exact: isProduct ? product : sum,
    isProduct,
    product,
    importe,
  }
}

/** What some amounts come to: net, plus what is charged, less what is withheld. */
export function totalDe({ neto, filas }: Importes): Decimal {
  return Decimal.sum([
    neto,
    ...[...filas.values()].map(({ retenido, importe }) => (retenido ? importe.negated() : importe)),
  ])
}

/** Amounts less others, by the rows of the first. */
export function restar(importes: Importes, otros: readonly Importes[]): Importes {
  const less = (of: Decimal, parts: readonly (Decimal | undefined)[]): Decimal =>
    of.minus(Decimal.sum(parts.map((part) => part ?? Decimal.zero)))
  const filas = [...importes.filas].map(([key, fila]) => {
    const same = otros.map((otro) => otro.filas.get(key))
    const base = same.map((other) => other?.base)
    const importe = same.map((other) => other?.importe)
    return [key, { ...fila, base: less(fila.base, base), importe: less(fila.importe, importe) }] as const
  })
  return {
    neto: less(
      importes.neto,
      otros.map(({ neto }) => neto),
    ),
    filas: new Map(filas),
  }
}

/** @throws TypeError unless each is a stamped credit note of that invoice, in its currency, and none comes twice. */
export function requireNotas(notas: readonly Comprobante[], uuid: string, moneda: string): void {
  const seen = new Set<string>()
  for (const nota of notas) {
    const own = uuidOf(nota).toUpperCase()
    const { TipoDeComprobante, Moneda, CfdiRelacionados = [] } = nota
    const related = CfdiRelacionados.flatMap(({ CfdiRelacionado }) => CfdiRelacionado)
    if (TipoDeComprobante !== 'E' || !related.some(({ UUID }) => UUID.toUpperCase() === uuid.toUpperCase()))
      throw new TypeError(`anteriores: ${own} is no credit note of the invoice ${uuid}`)
    if (Moneda !== moneda) throw new TypeError(`anteriores: ${own} is in ${Moneda} and the invoice in ${moneda}`)
    if (seen.has(own)) throw new TypeError(`anteriores: ${own} comes twice`)
    seen.add(own)
  }
}

/** Amounts whose taxes are base by rate, whatever was charged. */
export function porTasa({ neto, filas }: Importes): Importes {
  return { neto, filas: new Map([...filas].map(([key, fila]) => [key, { ...fila, exact: fila.product }])) }
}
