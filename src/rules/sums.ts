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
  readonly kind: Kind
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
  /** The traslados to which the last one was added: the next are most often of the same kind. */
  last: TrasladoSum | undefined
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
    last: undefined,
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
  if (sums.last === undefined || !isSameKind(sums.last.kind, traslado)) sums.last = sumFor(sums, traslado)
  const sum = sums.last
  sum.base = sum.base.plus(decimalOf(traslado.Base))
  sum.importe = sum.importe.plus(amount(traslado.Importe))
}

function isSameKind(one: Kind, other: Kind): boolean {
  return one.Impuesto === other.Impuesto && one.TipoFactor === other.TipoFactor && one.TasaOCuota === other.TasaOCuota
}

function sumFor({ traslados }: Sums, kind: Traslado): TrasladoSum {
  const key = trasladoKey(kind)
  let sum = traslados.get(key)
  if (sum === undefined) {
    sum = { kind, base: Decimal.zero, importe: Decimal.zero }
    traslados.set(key, sum)
  }
  return sum
}

/** What tells traslados apart. */
export interface Kind {
  readonly Impuesto: string
  readonly TipoFactor: string
  readonly TasaOCuota?: Numeric | undefined
}

/** What traslados are grouped by: tax, kind of factor, and rate as a number ("0.16" and "0.160000" are one). */
export function trasladoKey({ Impuesto, TipoFactor, TasaOCuota }: Kind): string {
  return TasaOCuota === undefined ? `${Impuesto} ${TipoFactor}` : `${Impuesto} ${TipoFactor} ${tasaKey(TasaOCuota)}`
}

function tasaKey(tasa: Numeric): string {
  return typeof tasa === 'string' && tasa.length === 8 && tasa[1] === '.'
    ? tasa
    : decimalOf(tasa).truncate(6).toString()
}

type Impuestos = NonNullable<Comprobante['Impuestos']>
type RetencionRow = NonNullable<Impuestos['Retenciones']>[number]
type TrasladoRow = NonNullable<Impuestos['Traslados']>[number]

/** The summary of taxes, with what its rows should say. */
export interface Summary {
  /** The kinds that have a row. */
  readonly retenciones: ReadonlySet<string>
  readonly traslados: ReadonlySet<string>
  /** Rows of a kind that has one before: of two alike, the second is at fault. */
  readonly repeated: ReadonlySet<RetencionRow | TrasladoRow>
  /** What the concepts of the kind of each row add up to; undefined when there are none. */
  readonly sums: ReadonlyMap<TrasladoRow, TrasladoSum | undefined>
}

/** The summary of a document. */
export const summaryOf = perDocument((context): Summary => {
  const { Impuestos } = context.document
  const { traslados } = sumsOf(context)
  const summary = {
    retenciones: new Set<string>(),
    traslados: new Set<string>(),
    repeated: new Set<RetencionRow | TrasladoRow>(),
    sums: new Map<TrasladoRow, TrasladoSum | undefined>(),
  }
  eachItem(Impuestos?.Retenciones, (row) => {
    if (summary.retenciones.has(row.Impuesto)) summary.repeated.add(row)
    summary.retenciones.add(row.Impuesto)
  })
  eachItem(Impuestos?.Traslados, (row) => {
    const key = trasladoKey(row)
    if (summary.traslados.has(key)) summary.repeated.add(row)
    summary.traslados.add(key)
    summary.sums.set(row, traslados.get(key))
  })
  return summary
})
