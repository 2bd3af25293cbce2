/**
 * The Impuestos of the document: the taxes of its concepts, grouped, in the order in which they first appear.
 * @module
 */
import {
  type AmountContext,
  assign,
  decimalsOf,
  derive,
  fillAmounts,
  groupBy,
  isAsked,
  isJson,
  itemsOf,
  mapItems,
  once,
  rowsByKey,
  rowsOf,
  sumOf,
  tasaOf,
  wordOf,
} from '../../../derive/amounts.js'
import { AUTO, type Json } from '../../../derive/auto.js'

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

/** The lists that are asked for, the rows that ask for their amounts, and the totals of what there is then. */
function fill(given: Json, draft: Json, context: AmountContext): Json {
  const digits = decimalsOf(draft['Moneda'], context)
  let lists = given
  for (const [name, kind] of kinds) lists = fillList(lists, name, kind, draft, digits, context)
  return derive(lists, context, {
    TotalImpuestosRetenidos: () => totalOf(lists['Retenciones'], digits),
    TotalImpuestosTrasladados: () => totalOf(lists['Traslados'], digits),
  })
}

function fillList(
  given: Json,
  name: string,
  { keyOf, rowOf }: Kind,
  draft: Json,
  digits: number,
  context: AmountContext,
): Json {
  const groups = once(() => groupBy(taxesOf(draft, name), keyOf))
  if (isAsked(given[name], context)) {
    const asked = derive(given, context, { [name]: () => rowsOf(groups(), (group) => rowOf(group, digits)) })
    if (asked !== given) return asked
  }
  const rowsOfKeys = once(() => rowsByKey(groups(), keyOf, (group) => rowOf(group, digits)))
  const fillRow = (row: Json): Json => {
    if (!amounts.some((field) => isAsked(row[field], context))) return row
    const same = rowsOfKeys()(keyOf(row))
    return same === undefined ? row : fillAmounts(row, same, context)
  }
  const rows = mapItems(given[name], fillRow)
  return rows === given[name] ? given : { ...given, [name]: rows }
}

/** What a row of the summary may ask for. */
const amounts = ['Base', 'Importe']

interface Kind {
  /** What taxes of one row have in common. */
  readonly keyOf: (tax: Json) => string
  readonly rowOf: (group: readonly Json[], digits: number) => Json
}

const kinds: readonly (readonly [string, Kind])[] = [
  ['Retenciones', { keyOf: retencionKey, rowOf: retencionOf }],
  ['Traslados', { keyOf: trasladoKey, rowOf: trasladoOf }],
]

function taxesOf(draft: Json, kind: string): readonly Json[] {
  const taxes: Json[] = []
  for (const { Impuestos } of itemsOf(draft['Conceptos']))
    if (isJson(Impuestos) && Impuestos[kind] !== undefined) for (const tax of itemsOf(Impuestos[kind])) taxes.push(tax)
  return taxes
}

function retencionKey({ Impuesto }: Json): string {
  return wordOf(Impuesto)
}

function retencionOf(group: readonly Json[], digits: number): Json {
  return { Impuesto: group[0]?.['Impuesto'], Importe: rounded(group, 'Importe', digits) }
}

/** What traslados of one row of the summary have in common. */
export function trasladoKey({ Impuesto, TipoFactor, TasaOCuota }: Json): string {
  return `${wordOf(Impuesto)} ${wordOf(TipoFactor)} ${tasaOf(TasaOCuota)}`
}

function trasladoOf(group: readonly Json[], digits: number): Json {
  const [{ Impuesto, TipoFactor, TasaOCuota } = {} as Json] = group
  const Base = rounded(group, 'Base', digits)
  if (TipoFactor === 'Exento') return { Base, Impuesto, TipoFactor }
  return { Base, Impuesto, TipoFactor, TasaOCuota: tasaOf(TasaOCuota), Importe: rounded(group, 'Importe', digits) }
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
