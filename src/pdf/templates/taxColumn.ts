/**
 * A column of taxes in the table of concepts, for documents with more than one kind of tax.
 * @module
 */
import { namedIn } from '../documents/parts.js'
import type { Detail, Field, Row, Table } from '../view.js'
import { shortText } from './parts.js'

/** Name of the column; no attribute of a concept has it. */
export const taxColumn = 'Impuestos'

/** Adds the column before the amounts if there is more than one kind of tax. */
export function withTaxColumn(table: Table, label: string): Table {
  const kinds = new Set<string>()
  const rows: Row[] = []
  const at = table.columns.findIndex(({ name }) => name === 'Importe')
  for (const { cells, details } of table.rows) {
    const lines: string[] = []
    const rest: Detail[] = []
    for (const detail of details) {
      if (detail.tax === undefined) {
        rest.push(detail)
        continue
      }
      kinds.add(detail.label)
      const amount = namedIn(detail.fields, 'Importe')
      const shown = amount === undefined ? '' : shortText(amount)
      const sign = detail.tax === 'withheld' && shown !== '' ? '\u2212' : ''
      lines.push(`${detail.label}\t${sign}${shown}`)
      rest.push({ ...detail, fields: detail.fields.filter((field) => field.name !== 'Importe') })
    }
    const text = lines.join('\n')
    const cell: Field = { name: taxColumn, label: '', value: text, text, isNumber: true }
    const taxes = lines.length === 0 ? undefined : cell
    rows.push({ cells: [...cells.slice(0, at), taxes, ...cells.slice(at)], details: rest })
  }
  if (kinds.size < 2 || at < 0) return table
  const column = { name: taxColumn, label, isNumber: true }
  const columns = [...table.columns.slice(0, at), column, ...table.columns.slice(at)]
  return { ...table, columns, rows }
}
