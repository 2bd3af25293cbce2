/** Tables as `catalogs pack` and `npm run catalogs` read them, from the present catalogues. */
import { catalogs } from '../../src/catalogs/catalogs.js'
import { fieldName, sources } from '../../src/catalogs/importer/sources.js'
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
