/**
 * A catalogue as lines of folded text, for searches.
 * @module
 */
import { type Column, textsOfColumn } from './column.js'
import type { CatalogName } from './rows.js'
import type { Lend, Table } from './table.js'
import { fold } from './words.js'

/** The lines of a catalogue: code, tab, description, tab, the other texts. */
export interface Lines {
  /** All lines, between newlines. */
  readonly text: string
  /** Offset of each line. */
  readonly starts: Uint32Array
}

/** Returns the description of a row. */
export type Describe = (row: number) => string

const searched = ['similares', 'descripcion', 'razonSocial', 'simbolo', 'nombreTecnico']

/** Columns with codes of places, and the catalogues with their names within a state. */
const places: {
  readonly [Name in CatalogName]?: readonly (readonly [column: string, catalog: CatalogName])[]
} = {
  c_CodigoPostal: [
    ['localidad', 'c_Localidad'],
    ['municipio', 'c_Municipio'],
    ['estado', 'c_Estado'],
  ],
}

/**
 * Creates the function that describes the rows of a catalogue: by their description, or by the
 * names of a postal code's places.
 */
export function describer(name: CatalogName, table: Table, lend: Lend): Describe {
  const joined = places[name]
  if (joined === undefined) {
    const texto = table.columns.get('texto')
    return (row) => texto?.text(row) ?? ''
  }
  const columns: { readonly codes: Column; readonly lender: Table }[] = []
  for (const [column, catalog] of joined) {
    const [codes, lender] = [table.columns.get(column), lend(catalog)]
    if (codes && lender) columns.push({ codes, lender })
  }
  const states = table.columns.get('estado')
  const known = new Map<string, string>()
  return (row) => {
    let place = ''
    for (const { codes } of columns) place += `${codes.text(row)} `
    const before = known.get(place)
    if (before !== undefined) return before
    const names = new Set<string>()
    for (const { codes, lender } of columns) {
      const scope = lender.header.key.scope === undefined ? undefined : states?.text(row)
      const there = lender.key.find(codes.text(row), scope)
      names.add((there >= 0 && lender.columns.get('texto')?.text(there)) || '')
    }
    names.delete('')
    const described = [...names].join(', ')
    known.set(place, described)
    return described
  }
}

/** Creates the lines of a table. */
export function linesOf(table: Table, describe: Describe): Lines {
  const rows = table.length
  const described = table.columns.get('texto')
  const texts = [
    described
      ? textsOfColumn(described, rows)
      : Array.from({ length: rows }, (_, row) => describe(row)),
  ]
  for (const name of searched) {
    const column = table.columns.get(name)
    if (column) texts.push(textsOfColumn(column, rows))
  }
  const lines: string[] = []
  for (let row = 0; row < rows; row++) {
    let line = table.key.code(row)
    for (const column of texts) {
      const field = column[row]!
      const isPlain = !field.includes('\t') && !field.includes('\n')
      line += `\t${isPlain ? field : field.replace(/[\t\n]/g, ' ')}`
    }
    lines.push(line)
  }
  const text = `\n${fold(lines.join('\n'))}\n`
  const starts = new Uint32Array(rows + 1)
  for (let row = 0, at = -1; row <= rows; row++) {
    at = text.indexOf('\n', at + 1)
    starts[row] = at + 1
  }
  return { text, starts }
}

/** Returns a text without tabs and line feeds, which end fields and lines. */
/** Returns the line of a row. */
export function lineAt({ text, starts }: Lines, row: number): string {
  return text.slice(starts[row], starts[row + 1]! - 1)
}

/** Returns the row at an offset of the text. */
export function rowAt(starts: Uint32Array, at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= at) low = middle
    else high = middle
  }
  return low
}
