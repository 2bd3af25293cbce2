/**
 * The sums over the concepts that the totals and the summary of taxes are held to: one pass, once per document.
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

/** What tells traslados apart. */
export interface Kind {
  readonly Impuesto: string
  readonly TipoFactor: string
  readonly TasaOCuota?: Numeric | undefined
}

/** Base and Importe of the traslados of one kind, unrounded. */
export interface TrasladoSum {
  readonly kind: Kind
  readonly base: Total
  readonly importe: Total
}

/** What the concepts add up to, unrounded. */
export class Sums {
  readonly importe = new Total()
  /** Undefined when no concept has a discount, which is not the same as discounts of zero. */
  descuento: Total | undefined
  /** Importe of the retenciones by Impuesto. */
  readonly retenciones = new Map<string, Total>()
  /** Traslados by {@link trasladoKey}. */
  readonly traslados = new Map<string, TrasladoSum>()
  /** Whether some traslado is not exempt. */
  hasTaxed = false
  /** The first kinds, which most documents have no more than: looked for without writing their keys. */
  readonly #first: TrasladoSum[] = []

  constructor({ Conceptos }: Comprobante) {
    eachItem(Conceptos, (concepto) => this.#add(concepto))
  }

  /** Whether there are traslados and all are exempt. */
  get isExempt(): boolean {
    return !this.hasTaxed && this.traslados.size > 0
  }

  #add({ Importe, Descuento, Impuestos }: Concepto): void {
    this.importe.add(Importe)
    if (Descuento !== undefined) {
      this.descuento ??= new Total()
      this.descuento.add(Descuento)
    }
    if (Impuestos === undefined) return
    eachItem(Impuestos.Retenciones, this.#addRetencion)
    eachItem(Impuestos.Traslados, this.#addTraslado)
  }

  // Bound once a document, and not once a concept.
  readonly #addRetencion = ({ Impuesto, Importe }: Retencion): void => {
    const total = this.retenciones.get(Impuesto) ?? new Total()
    this.retenciones.set(Impuesto, total)
    total.add(Importe)
  }

  readonly #addTraslado = (traslado: Traslado): void => {
    if (traslado.TipoFactor !== 'Exento') this.hasTaxed = true
    const sum = this.#sumOf(traslado)
    sum.base.add(traslado.Base)
    if (traslado.Importe !== undefined) sum.importe.add(traslado.Importe)
  }

  #sumOf(kind: Kind): TrasladoSum {
    for (let at = 0; at < this.#first.length; at++) {
      const sum = this.#first[at] as TrasladoSum
      if (isSameKind(sum.kind, kind)) return sum
    }
    const key = trasladoKey(kind)
    let sum = this.traslados.get(key)
    if (sum === undefined) {
      sum = { kind, base: new Total(), importe: new Total() }
      this.traslados.set(key, sum)
      if (this.#first.length < 4) this.#first.push(sum)
    }
    return sum
  }
}

/** The sums of a document. */
export const sumsOf = perDocument(({ document }) => new Sums(document))

function isSameKind(one: Kind, other: Kind): boolean {
  return one.Impuesto === other.Impuesto && one.TipoFactor === other.TipoFactor && one.TasaOCuota === other.TasaOCuota
}

/** What traslados are grouped by: tax, kind of factor, and rate as a number ("0.16" and "0.160000" are one). */
export function trasladoKey({ Impuesto, TipoFactor, TasaOCuota }: { readonly [Name in keyof Kind]?: unknown }): string {
  const kind = `${wordOf(Impuesto)} ${wordOf(TipoFactor)}`
  return TasaOCuota === undefined ? kind : `${kind} ${tasaOf(TasaOCuota)}`
}

type Impuestos = NonNullable<Comprobante['Impuestos']>
type RetencionRow = NonNullable<Impuestos['Retenciones']>[number]
type TrasladoRow = NonNullable<Impuestos['Traslados']>[number]

/** The summary of taxes, with what its rows should say. */
export class Summary {
  /** The kinds that have a row. */
  readonly retenciones: Set<string>
  readonly traslados = new Set<string>()
  /** Rows of a kind that has one before: of two alike, the second is at fault. */
  repeated: Set<RetencionRow | TrasladoRow> | undefined
  /** What the concepts of the kind of each row add up to; undefined when there are none. */
  readonly sums = new Map<TrasladoRow, TrasladoSum | undefined>()

  constructor({ Impuestos }: Comprobante, { traslados }: Sums) {
    this.retenciones = Impuestos?.Retenciones === undefined ? none : new Set()
    eachItem(Impuestos?.Retenciones, (row) => this.#note(this.retenciones, row.Impuesto, row))
    eachItem(Impuestos?.Traslados, (row) => {
      const key = trasladoKey(row)
      this.#note(this.traslados, key, row)
      this.sums.set(row, traslados.get(key))
    })
  }

  #note(kinds: Set<string>, key: string, row: RetencionRow | TrasladoRow): void {
    if (kinds.has(key)) {
      this.repeated ??= new Set()
      this.repeated.add(row)
    }
    kinds.add(key)
  }
}

const none = new Set<never>()

/** The summary of a document. */
export const summaryOf = perDocument((context) => new Summary(context.document, sumsOf(context)))
