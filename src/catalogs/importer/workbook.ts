/**
 * Reads the sheets of the SAT's workbook of catalogues (`catCFDI_V_4_20260821.xls`) as the tables of
 * the importer.
 *
 * Its form is known from public programs that read it, not from the file: titles and a row of
 * versions above the header, whose depth differs by sheet; headers in two rows; catalogues in
 * several sheets (`c_CodigoPostal_Parte_1`, `C_Colonia_2`); a code is a number in one release and a
 * text in the next. A sheet of another form is refused by name.
 * @module
 */
import type { Source, SourceColumn } from './sourceColumns.js'
import { sources } from './sources.js'
import { ImportError } from './tsv.js'

/** Value of a cell: a date is the number of its day. */
export type Cell = string | number | boolean | null | undefined

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string
  /** Rows from the top of the sheet. */
  readonly rows: readonly (readonly Cell[])[]
  /** Whether days count from 1904, as in workbooks of old Macintosh programs. */
  readonly since1904?: boolean
}

/** Tables of a workbook. */
export interface WorkbookTables {
  /** Texts by file name, for `importCatalogs`. */
  readonly files: ReadonlyMap<string, string>
  /** Names of the sheets that hold no catalogue of CFDI 4.0. */
  readonly ignored: readonly string[]
}

/** Catalogues of the workbook of CFDI 4.0. Those of complements come in workbooks of their own. */
const known = new Map(
  sources
    .filter(({ file }) => /^(?:cfdi_40|c_colonia)_/.test(file))
    .map((source) => [source.name.toLowerCase(), source] as const),
)

/**
 * Returns the tables of a workbook.
 * @throws ImportError that names each sheet with other columns, or when no sheet is a catalogue
 */
export function tablesOfWorkbook(sheets: readonly Sheet[]): WorkbookTables {
  const [lines, ignored, refusals] = [new Map<string, string[]>(), [] as string[], [] as string[]]
  for (const sheet of sheets) {
    const source = known.get(
      sheet.name
        .trim()
        .replace(/(?:_parte)?_\d+$/i, '')
        .toLowerCase(),
    )
    if (source === undefined) {
      ignored.push(sheet.name)
      continue
    }
    const file = `${source.file}.tsv`
    try {
      const table = lines.get(file) ?? [Object.keys(source.columns).join('\t')]
      lines.set(file, [...table, ...rowsOf(sheet, source)])
    } catch (refusal) {
      if (!(refusal instanceof ImportError)) throw refusal
      refusals.push(refusal.message)
    }
  }
  if (refusals.length > 0) throw new ImportError(refusals.join('\n'))
  if (lines.size === 0) throw new ImportError('no sheet is a catalogue of CFDI 4.0')
  const files = new Map<string, string>()
  for (const [file, table] of lines) files.set(file, `${table.join('\n')}\n`)
  return { files, ignored }
}

function rowsOf(sheet: Sheet, source: Source): readonly string[] {
  const { at, labels } = headerOf(sheet)
  // Assigns the labelled columns to those of the table, in order; dates by their labels
  // too.
  const columns = Object.entries(source.columns)
  const [given, places]: [string[], number[]] = [[], []]
  for (const [place, label] of labels.entries()) {
    if (label === '') continue
    given.push(label)
    places.push(place)
  }
  let fits = given.length === columns.length
  for (const [one, [column]] of columns.entries())
    fits &&= dateOf(column) === dateOf(given[one] ?? '')
  if (!fits)
    throw new ImportError(
      `${sheet.name}: columns ${given.join(', ')}; expected ${Object.keys(source.columns).join(', ')}`,
    )
  const lines: string[] = []
  for (const [index, row] of sheet.rows.slice(at).entries()) {
    // Without a code a row holds limits (c_TipoDeComprobante), or is a note below the table.
    let hasCode = false
    for (const [one, [, { role }]] of columns.entries())
      hasCode ||= role !== 'value' && textOf(row[places[one]!]) !== ''
    if (!hasCode) continue
    const where = `${sheet.name}, row ${at + index + 1}`
    const texts: string[] = []
    for (const [one, [column, spec]] of columns.entries())
      texts.push(writeCell(row[places[one]!], { column, spec, source, sheet, where }))
    lines.push(texts.join('\t'))
  }
  return lines
}

/** Rows in which a header is looked for; the deepest known is the fifth. */
const depth = 12

/** The labels of the header, and the first row below it. */
function headerOf({ name, rows }: Sheet): { at: number; labels: readonly string[] } {
  for (const [index, row] of rows.slice(0, depth).entries()) {
    const labels = row.map(textOf)
    const isHeader = labels.filter((one) => one !== '').length > 1 && labels.some(isCodeLabel)
    if (!isHeader) continue
    const below = (rows[index + 1] ?? []).map(textOf)
    // Física and Moral below «Aplica para tipo persona»: a second row of the header.
    const isSecond = (below[0] ?? '') === '' && below.some((one) => one !== '')
    if (!isSecond) return { at: index + 1, labels }
    const joined: string[] = []
    for (let one = 0; one < Math.max(labels.length, below.length); one++)
      joined.push(`${labels[one] ?? ''} ${below[one] ?? ''}`.trim())
    return { at: index + 2, labels: joined }
  }
  throw new ImportError(`${name}: no header row in the first ${depth} rows`)
}

const isCodeLabel = (label: string): boolean => /^c_[a-z]/i.test(label)

/** Which date a column or a label is. */
function dateOf(name: string): 'from' | 'until' | undefined {
  if (!/vigencia/i.test(name)) return undefined
  return /inicio|desde/i.test(name) ? 'from' : 'until'
}

interface Context {
  readonly column: string
  readonly spec: SourceColumn
  readonly source: Source
  readonly sheet: Sheet
  readonly where: string
}

function writeCell(cell: Cell, { column, spec, source, sheet, where }: Context): string {
  const text = textOf(cell)
  switch (spec.kind) {
    case 'date':
      return readSheetDay(cell, sheet.since1904 === true, where)
    case 'flag':
      // Returns `'1'` for a set flag. A permission is set by any text but `No`; others, by
      // `Sí` or a mark.
      if (/^permite_|_nombre_ext$/.test(column)) return /^(?:no|0)?$/i.test(text) ? '' : '1'
      return /^(?:s[ií]|x|1|true)$/i.test(text) ? '1' : ''

    case 'integer': {
      if (text === '') return ''
      const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)
      if (Number.isInteger(value)) return String(value)
      throw new ImportError(`${where}: ${text} is not a whole number`)
    }
    default:
      if (spec.pattern) {
        // `No` stands for the absence of a pattern, and `Opcional` for any text of a line.
        if (/^no$/i.test(text)) return ''
        if (/^opcional$/i.test(text)) return '\\V*'
        return text.replaceAll(' ', '')
      }
      if (source.name === 'c_TasaOCuota' && /^(?:minimo|valor)$/.test(column)) {
        const value = Number(text)
        if (text === '' || Number.isNaN(value)) return ''
        return value.toFixed(6)
      }
      return padded(text, digits[column] ?? (spec.role === 'clave' ? digits[source.name] : 0))
  }
}

/** Line breaks, tabulators and spaces of other kinds become spaces; double ones stay. */
function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return String(cell)
    .replace(/[^\S ]+|\u200B/g, ' ')
    .trim()
}

const dayMilliseconds = 86_400_000

function readSheetDay(cell: Cell, since1904: boolean, where: string): string {
  // Up to 2099-12-31.
  if (typeof cell === 'number' && cell > 0 && cell < 73_051) {
    const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
    return new Date(epoch + Math.floor(cell) * dayMilliseconds).toISOString().slice(0, 10)
  }
  const text = textOf(cell)
  if (text === '') return ''
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (year !== undefined) return `${year}-${padded(month, 2)}-${padded(day, 2)}`
  if (/^\d{4}-\d\d-\d\d/.test(text)) return text.slice(0, 10)
  throw new ImportError(`${where}: ${text} is not a date`)
}

function padded(text = '', length = 0): string {
  return /^\d+$/.test(text) ? text.padStart(length, '0') : text
}

/** Digits of the codes that begin with zeros, by catalogue or column. */
const digits: Readonly<Record<string, number>> = {
  c_Aduana: 2,
  c_ClaveProdServ: 8,
  c_ClaveUnidad: 2,
  c_CodigoPostal: 5,
  c_Colonia: 4,
  c_Exportacion: 2,
  c_FormaPago: 2,
  c_Impuesto: 3,
  c_Localidad: 2,
  c_Meses: 2,
  c_Municipio: 3,
  c_ObjetoImp: 2,
  c_PatenteAduanal: 4,
  c_Periodicidad: 2,
  c_RegimenFiscal: 3,
  c_TipoRelacion: 2,
  aduana: 2,
  codigo_postal: 5,
  localidad: 2,
  municipio: 3,
  patente: 4,
}
