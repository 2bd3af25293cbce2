/**
 * The sums over the concepts that the totals and the summary of taxes are held to: one pass, once per document.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import type { Comprobante, Concepto } from '../model/comprobante.js'
import type { Numeric } from '../model/types.js'
import { amount, decimalOf, eachItem } from './predicates.js'
import { perDocument } from './rule.js'

/** Base and Importe of the traslados of one kind, unrounded. */
export interface TrasladoSum {
  base: Decimal
  importe: Decimal
}

/** What the concepts add up to, unrounded. */
export interface Sums {
  importe: Decimal
  /** Undefined when no concept has a discount, which is not the same as discounts of zero. */
  descuento: Decimal | undefined
  /** Importe of the retenciones by Impuesto. */
  readonly retenciones: Map<string, Decimal>
  /** Traslados by {@link trasladoKey}. */
  readonly traslados: Map<string, TrasladoSum>
  /** Whether some traslado is not exempt. */
  hasTaxed: boolean
  /** Whether there are traslados and all are exempt. */
  readonly isExempt: boolean
}

/** The sums of a document. */
export const sumsOf = perDocument(({ document }) => sumConceptos(document))

function sumConceptos({ Conceptos }: Comprobante): Sums {
  const sums: Sums = {
    importe: Decimal.zero,
    descuento: undefined,
    retenciones: new Map(),
    traslados: new Map(),
    hasTaxed: false,
    get isExempt() {
      return !this.hasTaxed && this.traslados.size > 0
    },
  }
  eachItem(Conceptos, (concepto) => addConcepto(sums, concepto))
  return sums
}

function addConcepto(sums: Sums, { Importe, Descuento, Impuestos }: Concepto): void {
  sums.importe = sums.importe.plus(decimalOf(Importe))
  if (Descuento !== undefined) sums.descuento = amount(Descuento).plus(sums.descuento ?? Decimal.zero)
  eachItem(Impuestos?.Retenciones, ({ Impuesto, Importe: retenido }) => {
    sums.retenciones.set(Impuesto, decimalOf(retenido).plus(sums.retenciones.get(Impuesto) ?? Decimal.zero))
  })
  eachItem(Impuestos?.Traslados, (traslado) => addTraslado(sums, traslado))
}

type Traslado = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

function addTraslado(sums: Sums, traslado: Traslado): void {
  if (traslado.TipoFactor !== 'Exento') sums.hasTaxed = true
  const key = trasladoKey(traslado)
  const sum = sums.traslados.get(key)
  if (sum === undefined) {
    sums.traslados.set(key, { base: decimalOf(traslado.Base), importe: amount(traslado.Importe) })
  } else {
    sum.base = sum.base.plus(decimalOf(traslado.Base))
    sum.importe = sum.importe.plus(amount(traslado.Importe))
  }
}

/** What traslados are grouped by: tax, kind of factor, and rate as a number ("0.16" and "0.160000" are one). */
export function trasladoKey(traslado: {
  readonly Impuesto: string
  readonly TipoFactor: string
  readonly TasaOCuota?: Numeric | undefined
}): string {
  const { Impuesto, TipoFactor, TasaOCuota } = traslado
  return TasaOCuota === undefined ? `${Impuesto} ${TipoFactor}` : `${Impuesto} ${TipoFactor} ${tasaKey(TasaOCuota)}`
}

function tasaKey(tasa: Numeric): string {
  return typeof tasa === 'string' && tasa.length === 8 && tasa[1] === '.'
    ? tasa
    : decimalOf(tasa).truncate(6).toString()
}
