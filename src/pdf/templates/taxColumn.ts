/**
 * A column of taxes in the table of concepts, for documents with more than one kind of tax.
 * @module
 */
import type { Detail, Field, Table } from '../view.js'
import { shortText } from './parts.js'

/** Name of the column; no attribute of a concept has it. */
export const taxColumn = 'Impuestos'

/** Adds the column before the amounts if there is more than one kind of tax. */
export function withTaxColumn(table: Table, label: string): Table {
  const kinds = new Set(
    table.rows.flatMap(({ details }) =>
      details.filter(({ tax }) => tax !== undefined).map((detail) => detail.label),
    ),
  )
  const at = table.columns.findIndex(({ name }) => name === 'Importe')
  if (kinds.size < 2 || at < 0) return table
  const column = { name: taxColumn, label, isNumber: true }
  return {
    ...table,
    columns: inserted(table.columns, at, column),
    rows: table.rows.map(({ cells, details }) => {
      const taxes = details.filter(({ tax }) => tax !== undefined)
      return {
        cells: inserted(cells, at, taxes.length === 0 ? undefined : taxCell(taxes)),
        details: details.map((detail) =>
          detail.tax === undefined ? detail : withoutAmount(detail),
        ),
      }
    }),
  }
}

function inserted<Item>(items: readonly Item[], at: number, item: Item): Item[] {
  return [...items.slice(0, at), item, ...items.slice(at)]
}

function taxCell(taxes: readonly Detail[]): Field {
  const text = taxes
    .map(({ label, fields, tax }) => {
      const amount = fields.find(({ name }) => name === 'Importe')
      const shown = amount === undefined ? '' : shortText(amount)
      return `${label}\t${tax === 'withheld' && shown !== '' ? '\u2212' : ''}${shown}`
    })
    .join('\n')
  return { name: taxColumn, label: '', value: text, text, isNumber: true }
}

function withoutAmount(detail: Detail): Detail {
  return { ...detail, fields: detail.fields.filter(({ name }) => name !== 'Importe') }
}
