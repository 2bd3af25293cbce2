/**
 * Sums over the concepts, for the rules of totals and of the tax summary: one pass per document.
 * @module
 */
import { tasaOf } from '../../fiscal/amounts.js'
import { Total } from '../../lib/decimal.js'
import { wordOf } from '../../lib/json.js'
import type { Numeric } from '../../model/types.js'
import { eachItem } from '../../rules/values.js'
import type { Comprobante, Concepto } from './declaration.js'
import { perDocument } from './rule.js'

type ImpuestosConcepto = NonNullable<Concepto['Impuestos']>
type Retencion = NonNullable<ImpuestosConcepto['Retenciones']>[number]
type Traslado = NonNullable<ImpuestosConcepto['Traslados']>[number]

/** Members that distinguish kinds of traslados. */
export interface Kind {
  readonly Impuesto: string
  readonly TipoFactor: string
  readonly TasaOCuota?: Numeric | undefined
}

/** Importe of the retenciones of one tax, unrounded. */
export interface RetencionSum {
  readonly kind: Pick<Kind, 'Impuesto'>
  readonly importe: Total
}

/** Base and Importe of the traslados of one kind, unrounded. */
export interface TrasladoSum {
  readonly kind: Kind
  readonly base: Total
  readonly importe: Total
}

/** Unrounded sums of the concepts. */
export class Sums {
  readonly importe = new Total()
  /** Undefined when no concept has a discount; discounts of zero are not the same. */
  descuento: Total | undefined
  readonly retenciones: RetencionSum[] = []
  readonly traslados: TrasladoSum[] = []
  /** Whether any traslado is not exempt. */
  hasTaxed = false
  /** Traslados by {@link trasladoKey}, when there are many kinds. */
  #byKey: Map<string, TrasladoSum> | undefined

  constructor({ Conceptos }: Comprobante) {
    eachItem(Conceptos, ({ Importe, Descuento, Impuestos }) => {
      this.importe.add(Importe)
      if (Descuento !== undefined) {
        this.descuento ??= new Total()
        this.descuento.add(Descuento)
      }
      if (Impuestos === undefined) return
      eachItem(Impuestos.Retenciones, this.#addRetencion)
      eachItem(Impuestos.Traslados, this.#addTraslado)
    })
  }

  /** Whether there are traslados and all are exempt. */
  get isExempt(): boolean {
    return !this.hasTaxed && this.traslados.length > 0
  }

  /** Returns the sum of the retenciones of a tax; undefined when there are none. */
  retencion({ Impuesto }: Pick<Kind, 'Impuesto'>): RetencionSum | undefined {
    return this.retenciones.find(({ kind }) => kind.Impuesto === Impuesto)
  }

  /** Returns the sums of the traslados of a kind; undefined when there are none. */
  traslado(kind: Kind): TrasladoSum | undefined {
    const known = Math.min(this.traslados.length, few)
    for (let at = 0; at < known; at++) {
      const sum = this.traslados[at] as TrasladoSum
      if (isSameText(sum.kind, kind)) return sum
    }
    for (let at = 0; at < known; at++) {
      const sum = this.traslados[at] as TrasladoSum
      if (isSameRate(sum.kind, kind)) return sum
    }
    return this.#byKey?.get(trasladoKey(kind))
  }

  // Bound once per document instead of once per concept.
  readonly #addRetencion = (retencion: Retencion): void => {
    let sum = this.retencion(retencion)
    if (sum === undefined) {
      sum = { kind: retencion, importe: new Total() }
      this.retenciones.push(sum)
    }
    sum.importe.add(retencion.Importe)
  }

  readonly #addTraslado = (traslado: Traslado): void => {
    if (traslado.TipoFactor !== 'Exento') this.hasTaxed = true
    const sum = this.traslado(traslado) ?? this.#startTraslado(traslado)
    sum.base.add(traslado.Base)
    if (traslado.Importe !== undefined) sum.importe.add(traslado.Importe)
  }

  #startTraslado(kind: Kind): TrasladoSum {
    const sum = { kind, base: new Total(), importe: new Total() }
    if (this.traslados.push(sum) > few) {
      this.#byKey ??= new Map()
      this.#byKey.set(trasladoKey(kind), sum)
    }
    return sum
  }
}

/**
 * Number of kinds compared one by one: most documents have no more, and a key takes longer than a
 * few comparisons.
 */
const few = 4

/** Returns the sums of a document. */
export const sumsOf = perDocument(({ document }) => new Sums(document))

function isSameText(one: Kind, other: Kind): boolean {
  return (
    one.Impuesto === other.Impuesto &&
    one.TipoFactor === other.TipoFactor &&
    one.TasaOCuota === other.TasaOCuota
  )
}

/** Whether the kinds are equal, with another notation of the rate. */
function isSameRate(one: Kind, other: Kind): boolean {
  const [known, asked] = [one.TasaOCuota, other.TasaOCuota]
  if (one.Impuesto !== other.Impuesto || one.TipoFactor !== other.TipoFactor) return false
  return known !== undefined && asked !== undefined && tasaOf(known) === tasaOf(asked)
}

/**
 * Key of grouped traslados: tax, kind of factor, and rate as a number ("0.16" and "0.160000" are
 * one).
 */
export function trasladoKey({
  Impuesto,
  TipoFactor,
  TasaOCuota,
}: { readonly [Name in keyof Kind]?: unknown }): string {
  const kind = `${wordOf(Impuesto)} ${wordOf(TipoFactor)}`
  if (TasaOCuota === undefined) return kind
  return `${kind} ${tasaOf(TasaOCuota)}`
}

type Impuestos = NonNullable<Comprobante['Impuestos']>
type RetencionRow = NonNullable<Impuestos['Retenciones']>[number]
type TrasladoRow = NonNullable<Impuestos['Traslados']>[number]

/** The tax summary, compared with the expected rows. */
export class Summary {
  /** Sums of the concepts that have a row. */
  readonly stated = new Set<RetencionSum | TrasladoSum>()
  /** Rows that repeat the kind of an earlier row. */
  readonly repeated = new Set<RetencionRow | TrasladoRow>()
  /** Kinds of rows that no concept has. */
  readonly #strange = new Set<string>()

  constructor({ Impuestos }: Comprobante, sums: Sums) {
    eachItem(Impuestos?.Retenciones, (row) =>
      this.#note(row, sums.retencion(row), () => row.Impuesto),
    )
    eachItem(Impuestos?.Traslados, (row) =>
      this.#note(row, sums.traslado(row), () => trasladoKey(row)),
    )
  }

  #note(
    row: RetencionRow | TrasladoRow,
    sum: RetencionSum | TrasladoSum | undefined,
    keyOf: () => string,
  ): void {
    const isNew = sum === undefined ? isAdded(this.#strange, keyOf()) : isAdded(this.stated, sum)
    if (!isNew) this.repeated.add(row)
  }
}

/** Adds to a set; returns whether the value is new. */
function isAdded<T>(set: Set<T>, value: T): boolean {
  const before = set.size
  return set.add(value).size > before
}

/** Returns the summary of a document. */
export const summaryOf = perDocument((context) => new Summary(context.document, sumsOf(context)))
