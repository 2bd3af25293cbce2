/** Tables as `catalogs pack` and `npm run catalogs` read them, from the present catalogues. */
import { catalogs } from '../../src/catalogs/catalogs.js'
import { fieldName } from '../../src/catalogs/importer/sourceColumns.js'
import { sources } from '../../src/catalogs/importer/sources.js'
import type { Cell } from '../../src/catalogs/importer/workbook.js'
import type { CatalogName } from '../../src/catalogs/rows.js'

type Row = Readonly<Record<string, unknown>>

/** Returns the name and the text of a catalogue's table, with the rows that `keep` accepts. */
export function tableOf(
  name: CatalogName,
  keep: (row: Row) => boolean = () => true,
): readonly [file: string, text: string] {
  const { file, columns, retired = {} } = sources.find((source) => source.name === name)!
  const rows = ([...catalogs.catalog(name).rows()] as unknown as Row[])
    .filter((row) => !Object.hasOwn(retired, String(row['clave'])) && keep(row))
    .map((row) =>
      Object.entries(columns).map(([column, spec]) =>
        textOf(row[spec.role === 'clave' ? 'clave' : fieldName(column, spec)]),
      ),
    )
  const lines = [Object.keys(columns), ...rows].map((cells) => `${cells.join('\t')}\n`)
  return [`${file}.tsv`, lines.join('')]
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  return String(value ?? '')
}

/** Returns the table of c_Moneda, with further rows. */
export function monedas(...more: string[]): string {
  const [, text] = tableOf('c_Moneda')
  return text + more.map((row) => `${row}\n`).join('')
}

/** The used part of SheetJS. */
interface SheetJs {
  readonly utils: {
    book_new(): object
    book_append_sheet(book: object, sheet: object, name: string): void
    aoa_to_sheet(rows: readonly (readonly Cell[])[]): object
  }
  write(book: object, options: object): Uint8Array
}

/** Checkouts without the package compile all the same. */
const sheetJs = '@e965/xlsx'

/** Returns a workbook of Excel with sheets by name. */
export async function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  bookType: 'biff8' | 'xlsx' = 'biff8',
): Promise<Uint8Array> {
  const { utils, write } = (await import(sheetJs)) as SheetJs
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType })
}
