/**
 * The Impuestos of the document: the taxes of its concepts, grouped, in the order in which they first appear.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { type AmountContext, assign, decimalOf, decimalsOf, isAsked, isJson, itemsOf, sumOf } from './amounts.js'
import type { Json } from './auto.js'

/** A document whose Impuestos, or the parts of it that are asked for, are the summary of those of its concepts. */
export function resolveImpuestos(draft: Json, context: AmountContext): Json {
  const given = draft['Impuestos']
  const whole = isAsked(given, context)
  if (!whole && !isJson(given)) return draft
  const decimals = decimalsOf(draft['Moneda'], context)
  const conceptos = itemsOf(draft['Conceptos']).flatMap(({ Impuestos }) => (isJson(Impuestos) ? [Impuestos] : []))
  const summary = summaryOf(conceptos, decimals)
  if (summary === undefined) return draft
  if (!whole) return { ...draft, Impuestos: fill(given as Json, summary, decimals, context) }
  const { Impuestos: _, ...without } = draft
  const total = totals(summary, decimals)
  return Object.keys(total).length === 0 ? without : { ...without, Impuestos: total }
}

/** The lists that are asked for, and the totals of what there is then. */
function fill(given: Json, summary: Json, decimals: number, context: AmountContext): Json {
  const lists = assign(given, {
    Retenciones: isAsked(given['Retenciones'], context) ? summary['Retenciones'] : undefined,
    Traslados: isAsked(given['Traslados'], context) ? summary['Traslados'] : undefined,
  })
  const total = totals(lists, decimals)
  const field = (name: string) => (isAsked(given[name], context) ? total[name] : undefined)
  return assign(lists, {
    TotalImpuestosRetenidos: field('TotalImpuestosRetenidos'),
    TotalImpuestosTrasladados: field('TotalImpuestosTrasladados'),
  })
}

function totals(lists: Json, decimals: number): Json {
  const [retenciones, traslados] = [itemsOf(lists['Retenciones']), itemsOf(lists['Traslados'])]
  const taxed = traslados.filter(({ TipoFactor }) => TipoFactor !== 'Exento')
  const total = (items: readonly Json[]) =>
    items.length === 0 ? undefined : sumOf(items, 'Importe')?.toString(decimals)
  return assign({}, { TotalImpuestosRetenidos: total(retenciones), TotalImpuestosTrasladados: total(taxed), ...lists })
}

/** The two lists; undefined when a concept has a tax whose amounts cannot be told. */
function summaryOf(conceptos: readonly Json[], decimals: number): Json | undefined {
  const retenciones = group(
    conceptos.flatMap(({ Retenciones }) => itemsOf(Retenciones)),
    ({ Impuesto }) => String(Impuesto),
  )
  const traslados = group(
    conceptos.flatMap(({ Traslados }) => itemsOf(Traslados)),
    trasladoKey,
  )
  const retained = retenciones.map((taxes) => ({
    Impuesto: taxes[0]?.['Impuesto'],
    Importe: rounded(taxes, 'Importe', decimals),
  }))
  const transferred = traslados.map((taxes) => trasladoOf(taxes, decimals))
  const unknown = [...retained, ...transferred].some((tax) => Object.values(tax).includes(undefined))
  if (unknown) return undefined
  return {
    ...(retained.length === 0 ? {} : { Retenciones: retained }),
    ...(transferred.length === 0 ? {} : { Traslados: transferred }),
  }
}

function trasladoKey({ Impuesto, TipoFactor, TasaOCuota }: Json): string {
  return JSON.stringify([Impuesto, TipoFactor, decimalOf(TasaOCuota)?.round(6).toString() ?? TasaOCuota])
}

function trasladoOf(taxes: readonly Json[], decimals: number): Json {
  const [first = {}] = taxes
  const { Impuesto, TipoFactor, TasaOCuota } = first
  const Base = rounded(taxes, 'Base', decimals)
  if (TipoFactor === 'Exento') return { Base, Impuesto, TipoFactor }
  return { Base, Impuesto, TipoFactor, TasaOCuota, Importe: rounded(taxes, 'Importe', decimals) }
}

function rounded(taxes: readonly Json[], field: string, decimals: number): string | undefined {
  const values = taxes.map((tax) => decimalOf(tax[field]))
  return values.every((value) => value !== undefined) ? Decimal.sum(values).round(decimals).toString() : undefined
}

function group(items: readonly Json[], keyOf: (item: Json) => string): Json[][] {
  const groups = new Map<string, Json[]>()
  for (const item of items) {
    const key = keyOf(item)
    const found = groups.get(key)
    if (found === undefined) groups.set(key, [item])
    else found.push(item)
  }
  return [...groups.values()]
}
