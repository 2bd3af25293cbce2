/**
 * Reads a workbook with SheetJS, which is installed beside the program.
 * @module
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Cell, Sheet } from '../../catalogs/importer/workbook.js'
import { isDay } from '../../lib/time.js'
import { UnreadableError } from '../command.js'
import { unreadable } from '../documents.js'

/** The used part of SheetJS. */
interface SheetJs {
  read(data: Uint8Array, options: object): Workbook
  readonly utils: { sheet_to_json(sheet: object, options: object): Cell[][] }
}

interface Workbook {
  readonly SheetNames: readonly string[]
  readonly Sheets: Readonly<Record<string, object>>
  readonly Workbook?: { readonly WBProps?: { readonly date1904?: boolean } }
}

const sheetJs = '@e965/xlsx'

export const isWorkbook = (name: string): boolean => /\.xlsx?$/i.test(name)

/** The day in the name of the SAT's workbook: `catCFDI_V_4_20260821.xls`. */
export function dayInName(name: string): string | undefined {
  const [, year, month, day] = /(20\d\d)(\d\d)(\d\d)\.xlsx?$/i.exec(basename(name)) ?? []
  const stamp = `${year}-${month}-${day}`
  return isDay(stamp) ? stamp : undefined
}

/**
 * Resolves to the sheets of a workbook.
 * @throws UnreadableError without SheetJS, or for a file that is not a workbook
 */
export async function readWorkbook(name: string, path: string): Promise<readonly Sheet[]> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw unreadable(name, cause)
  })
  const { read, utils } = await loadSheetJs(name)
  const book = readBook(name, () => read(bytes, { dense: true, cellFormula: false }))
  const since1904 = book.Workbook?.WBProps?.date1904 === true
  return book.SheetNames.map((sheet) => ({
    name: sheet,
    since1904,
    rows: utils.sheet_to_json(book.Sheets[sheet] ?? {}, { header: 1, raw: true, blankrows: true }),
  }))
}

function readBook(name: string, read: () => Workbook): Workbook {
  try {
    return read()
  } catch (cause) {
    throw new UnreadableError(`${name}: no es un libro de Excel, o está dañado.`, { cause })
  }
}

async function loadSheetJs(name: string): Promise<SheetJs> {
  try {
    const loaded: { readonly default?: SheetJs } & Partial<SheetJs> = await import(sheetJs)
    return (loaded.read === undefined ? loaded.default : loaded) as SheetJs
  } catch (cause) {
    throw new UnreadableError(
      `${name}: los libros de Excel se leen con otro paquete. Instálelo: npm install ${sheetJs}`,
      { cause },
    )
  }
}
