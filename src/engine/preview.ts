/**
 * What a document would be: for previews, before anything is sealed.
 * @module
 */
import { isRecord, type Json, wordOf } from '../lib/json.js'
import type { Finding } from '../model/finding.js'

/** The amounts of a document, as they are written in it. */
export interface Totals {
  /** Currency, of c_Moneda. */
  readonly Moneda: string
  /** Before discounts and taxes. */
  readonly SubTotal: string
  /** Present when a concept has one. */
  readonly Descuento?: string
  /** Present when the document transfers taxes that are not exempt. */
  readonly TotalImpuestosTrasladados?: string
  /** Present when the document withholds taxes. */
  readonly TotalImpuestosRetenidos?: string
  /** What is paid. */
  readonly Total: string
}

/** A draft as it would be sealed. */
export interface Preview {
  /** Whether it would be sealed: no finding is an error. */
  readonly ok: boolean
  /** The document with what could be derived; its folio, if it says "AUTO", is taken only to seal. Absent when there is none. */
  readonly document?: Json
  /** What `stamp` would say of it. */
  readonly findings: readonly Finding[]
  /** Its amounts, of a document that would be sealed. */
  readonly totals?: Totals
}

/** The preview of a document that was judged. */
export function previewOf(document: Json, findings: readonly Finding[]): Preview {
  const ok = findings.every(({ severity }) => severity !== 'error')
  return { ok, document, findings, ...(ok ? { totals: totalsOf(document) } : {}) }
}

function totalsOf(document: Json): Totals {
  const { Moneda, SubTotal, Descuento, Total, Impuestos } = document
  const { TotalImpuestosTrasladados, TotalImpuestosRetenidos } = isRecord(Impuestos) ? Impuestos : ({} as Json)
  return {
    Moneda: wordOf(Moneda),
    SubTotal: wordOf(SubTotal),
    ...present({ Descuento, TotalImpuestosTrasladados, TotalImpuestosRetenidos }),
    Total: wordOf(Total),
  }
}

function present(amounts: Json): Readonly<Record<string, string>> {
  const written = Object.entries(amounts).filter(([, amount]) => amount !== undefined)
  return Object.fromEntries(written.map(([name, amount]) => [name, wordOf(amount)]))
}
