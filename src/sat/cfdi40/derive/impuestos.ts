/**
 * "AUTO" in the Impuestos of the document: the taxes of its concepts, grouped, in the order in
 * which they first appear.
 * @module
 */

import {
  type Derivation,
  type Json,
  derivedPerDocument,
  toldRows,
} from '../../../derive/derivation.js'
import { decimalsOf, sumField, tasaOf } from '../../../fiscal/amounts.js'
import { isRecord, wordOf } from '../../../lib/json.js'
import { groupBy, itemsOf } from '../../../lib/lists.js'
import { fieldIsNot } from '../../../rules/form.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { trasladoKey } from '../sums.js'
import { type CfdiDeriveContext, derivations } from './derivations.js'

const rounded = 'a los decimales de la moneda'

type Row = Derivation<Json, Json, CfdiDeriveContext>
type List = 'Retenciones' | 'Traslados'

/** A list of the summary: the key of its rows, and their members. */
interface Kind {
  readonly list: List
  /** Description of the taxes of a row, in Spanish. */
  readonly same: string
  readonly keyOf: (tax: Json) => string
  readonly rowOf: (group: readonly Json[], digits: number) => Json
}

const retenciones: Kind = {
  list: 'Retenciones',
  same: 'las retenciones del mismo impuesto',
  keyOf: ({ Impuesto }) => wordOf(Impuesto),
  rowOf: (group, digits) => ({
    Impuesto: group[0]?.['Impuesto'],
    Importe: rounding(group, 'Importe', digits),
  }),
}

const traslados: Kind = {
  list: 'Traslados',
  same: 'los traslados del mismo impuesto, factor y tasa',
  keyOf: trasladoKey,
  rowOf: (group, digits) => {
    const [{ Impuesto, TipoFactor, TasaOCuota } = {} as Json] = group
    const Base = rounding(group, 'Base', digits)
    if (TipoFactor === 'Exento') return { Base, Impuesto, TipoFactor }
    return {
      Base,
      Impuesto,
      TipoFactor,
      TasaOCuota: tasaOf(TasaOCuota),
      Importe: rounding(group, 'Importe', digits),
    }
  },
}

/** Members that identify the row of a tax in the summary. */
const keys = ['Impuesto', 'TipoFactor', 'TasaOCuota']

/** Those members in the taxes of the concepts. */
function keysIn(list: List): readonly string[] {
  return keys.map((key) => `/Conceptos[].Impuestos.${list}[].${key}`)
}

/** The rounded sum of a field; undefined when a tax lacks it. */
function rounding(taxes: readonly Json[], field: string, digits: number): string | undefined {
  if (taxes.some((tax) => tax[field] === undefined)) return undefined
  return sumField(taxes, field)?.round(digits).toString()
}

/** The rows of the summary, by key. */
type Rows = ReadonlyMap<string, Json>

function rowsByKey({ list, keyOf, rowOf }: Kind): (context: CfdiDeriveContext) => Rows {
  return derivedPerDocument((context: CfdiDeriveContext) => {
    const digits = digitsOf(context)
    const taxes: Json[] = []
    for (const { Impuestos } of itemsOf(context.document['Conceptos']))
      if (isRecord(Impuestos) && Impuestos[list] !== undefined)
        for (const tax of itemsOf(Impuestos[list])) taxes.push(tax)
    const groups = groupBy(taxes, keyOf)
    return new Map(groups.map((group) => [keyOf(group[0] as Json), rowOf(group, digits)]))
  })
}

const rowsOf = { Retenciones: rowsByKey(retenciones), Traslados: rowsByKey(traslados) }

function digitsOf({ document, catalogs }: CfdiDeriveContext): number {
  return decimalsOf(document['Moneda'], { catalogs })
}

/**
 * Returns the rows of a list; `null` when no concept has such taxes, undefined when a row cannot be
 * computed.
 */
function listOf({ list }: Kind, context: CfdiDeriveContext): readonly Json[] | null | undefined {
  return toldRows([...rowsOf[list](context).values()])
}

/**
 * Returns the total of a list; `null` when none of its rows has an amount, that is, all are exempt.
 */
function totalOf(list: unknown, digits: number): string | null | undefined {
  if (list !== undefined && !Array.isArray(list)) return undefined
  const taxed = itemsOf(list).filter(fieldIsNot('TipoFactor', 'Exento'))
  if (taxed.length === 0) return null
  return sumField(taxed, 'Importe')?.round(digits).toString()
}

/** Returns the summary; `null` without taxes, undefined when it cannot be computed. */
function summaryOf(context: CfdiDeriveContext): Json | null | undefined {
  const digits = digitsOf(context)
  const summary: Record<string, unknown> = {}
  const [withheld, charged] = [listOf(retenciones, context), listOf(traslados, context)]
  const members = {
    Retenciones: withheld,
    Traslados: charged,
    TotalImpuestosRetenidos: totalOf(withheld ?? undefined, digits),
    TotalImpuestosTrasladados: totalOf(charged ?? undefined, digits),
  }
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) return undefined
    if (value !== null) summary[name] = value
  }
  if (Object.keys(summary).length === 0) return null
  return summary
}

function listRow(kind: Kind): Row {
  const taxes = `/Conceptos[].Impuestos.${kind.list}[]`
  return {
    from: [`${taxes}.Base`, `${taxes}.Importe`],
    given: keysIn(kind.list),
    says: `los impuestos (${kind.list}) de los conceptos`,
    rounded,
    value: (_, context) => listOf(kind, context),
  }
}

function totalRow({ list }: Kind): Row {
  return {
    from: [`${list}[].Importe`],
    says: `Importe de los impuestos (${list}) del resumen`,
    rounded,
    value: (impuestos, context) => totalOf(impuestos[list], digitsOf(context)),
  }
}

/** Derivation of a field of a summary row, from the concepts' taxes of its kind. */
function fieldRow({ list, keyOf, same }: Kind, field: 'Base' | 'Importe'): Row {
  return {
    from: [`/Conceptos[].Impuestos.${list}[].${field}`],
    given: [...keys, ...keysIn(list)],
    says: `${field} de ${same} en los conceptos`,
    rounded,
    value: (row, context) => {
      const should = rowsOf[list](context).get(keyOf(row))
      if (should === undefined) return undefined
      if (field in should) return should[field]
      return null
    },
  }
}

export const impuestosDerivations = [
  derivations(at(comprobante), {
    Impuestos: {
      from: [
        '/Conceptos[].Impuestos.Traslados[].Importe',
        '/Conceptos[].Impuestos.Traslados[].Base',
        '/Conceptos[].Impuestos.Retenciones[].Importe',
      ],
      given: [...keysIn('Traslados'), ...keysIn('Retenciones')],
      says: 'los impuestos de los conceptos',
      rounded,
      // Transfers and payments have no summary (CFDI40201).
      value: ({ TipoDeComprobante: tipo }, context) =>
        tipo === 'T' || tipo === 'P' ? null : summaryOf(context),
    },
  }),
  derivations(at(comprobante, 'Impuestos'), {
    Retenciones: listRow(retenciones),
    Traslados: listRow(traslados),
    TotalImpuestosRetenidos: totalRow(retenciones),
    TotalImpuestosTrasladados: totalRow(traslados),
  }),
  derivations(at(comprobante, 'Impuestos', 'Retenciones[]'), {
    Importe: fieldRow(retenciones, 'Importe'),
  }),
  derivations(at(comprobante, 'Impuestos', 'Traslados[]'), {
    Base: fieldRow(traslados, 'Base'),
    Importe: fieldRow(traslados, 'Importe'),
  }),
]
