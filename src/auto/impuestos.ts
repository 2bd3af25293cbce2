/**
 * The Impuestos of the document: the taxes of its concepts, grouped, in the order in which they first appear.
 * @module
 */
import {
  type AmountContext,
  assign,
  decimalOf,
  decimalsOf,
  derive,
  groupBy,
  isJson,
  itemsOf,
  sumOf,
} from './amounts.js'
import { AUTO, type Json } from './auto.js'

/** A document whose Impuestos, or the parts of it that are asked for, are the summary of those of its concepts. */
export function resolveImpuestos(draft: Json, context: AmountContext): Json {
  const { Impuestos } = draft
  if (isJson(Impuestos)) return assign(draft, { Impuestos: fill(Impuestos, draft, context) })
  return derive(draft, context, { Impuestos: () => summaryOf(draft, context) })
}

const everything: Json = {
  Retenciones: AUTO,
  Traslados: AUTO,
  TotalImpuestosRetenidos: AUTO,
  TotalImpuestosTrasladados: AUTO,
}

/** `null` when there are no taxes, and in transfers and payments, which have no summary (CFDI40201). */
function summaryOf(draft: Json, context: AmountContext): Json | null | undefined {
  if (draft['TipoDeComprobante'] === 'T' || draft['TipoDeComprobante'] === 'P') return null
  const summary = fill(everything, draft, context)
  if (Object.values(summary).includes(AUTO)) return undefined
  return Object.keys(summary).length === 0 ? null : summary
}

/** The lists that are asked for, and the totals of what there is then. */
function fill(given: Json, draft: Json, context: AmountContext): Json {
  const digits = decimalsOf(draft['Moneda'], context)
  const taxes = (kind: string): readonly Json[] =>
    itemsOf(draft['Conceptos']).flatMap(({ Impuestos }) => (isJson(Impuestos) ? itemsOf(Impuestos[kind]) : []))
  const lists = derive(given, context, {
    Retenciones: () => groupsOf(taxes('Retenciones'), retencionKey, (group) => retencionOf(group, digits)),
    Traslados: () => groupsOf(taxes('Traslados'), trasladoKey, (group) => trasladoOf(group, digits)),
  })
  return derive(lists, context, {
    TotalImpuestosRetenidos: () => totalOf(lists['Retenciones'], digits),
    TotalImpuestosTrasladados: () => totalOf(lists['Traslados'], digits),
  })
}

/** A row for each group of taxes; `null` without taxes, undefined when the amounts of some cannot be told. */
function groupsOf(
  taxes: readonly Json[],
  keyOf: (tax: Json) => string,
  rowOf: (group: readonly Json[]) => Json,
): readonly Json[] | null | undefined {
  if (taxes.length === 0) return null
  const rows = groupBy(taxes, keyOf).map(rowOf)
  return rows.some((row) => Object.values(row).includes(undefined)) ? undefined : rows
}

function retencionKey({ Impuesto }: Json): string {
  return String(Impuesto)
}

function retencionOf(group: readonly Json[], digits: number): Json {
  return { Impuesto: group[0]?.['Impuesto'], Importe: rounded(group, 'Importe', digits) }
}

function trasladoKey({ Impuesto, TipoFactor, TasaOCuota }: Json): string {
  return JSON.stringify([Impuesto, TipoFactor, tasaOf(TasaOCuota)])
}

function trasladoOf(group: readonly Json[], digits: number): Json {
  const [{ Impuesto, TipoFactor, TasaOCuota } = {} as Json] = group
  const Base = rounded(group, 'Base', digits)
  if (TipoFactor === 'Exento') return { Base, Impuesto, TipoFactor }
  return { Base, Impuesto, TipoFactor, TasaOCuota: tasaOf(TasaOCuota), Importe: rounded(group, 'Importe', digits) }
}

/** With six decimals, as c_TasaOCuota has them. */
function tasaOf(value: unknown): string | undefined {
  return decimalOf(value)?.round(6).toString()
}

/** The sum of a field that every tax has, rounded; undefined when one lacks it. */
function rounded(taxes: readonly Json[], field: string, digits: number): string | undefined {
  if (taxes.some((tax) => tax[field] === undefined)) return undefined
  return sumOf(taxes, field)?.round(digits).toString()
}

/** Of a list of the summary; `null` when nothing in it has an amount, which is when all is exempt. */
function totalOf(list: unknown, digits: number): string | null | undefined {
  if (list !== undefined && !Array.isArray(list)) return undefined
  const taxed = itemsOf(list).filter(({ TipoFactor }) => TipoFactor !== 'Exento')
  return taxed.length === 0 ? null : sumOf(taxed, 'Importe')?.round(digits).toString()
}
