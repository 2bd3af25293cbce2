/**
 * `catalogs pack`: newer catalogues in one file, for installed programs.
 * @module
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { readCatalogPack, writeCatalogPack } from '../../catalogs/catalogPack.js'
import { ownPackedText } from '../../catalogs/catalogs.js'
import { isUnchanged } from '../../catalogs/importer/compare.js'
import { importCatalogs } from '../../catalogs/importer/importCatalogs.js'
import { ImportError } from '../../catalogs/importer/tsv.js'
import {
  type Sheet,
  tablesOfWorkbook,
  type WorkbookTables,
} from '../../catalogs/importer/workbook.js'
import { isDay } from '../../lib/time.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  UnreadableError,
  UsageError,
  type World,
} from '../command.js'
import { unreadable } from '../documents.js'
import { count } from '../output.js'
import { safe } from '../safeText.js'
import { inSpanish } from './spanish.js'
import { dayInName, isWorkbook, readWorkbook } from './workbook.js'

/** `catalogs`. */
export const catalogsCommand: Command = {
  name: 'catalogs',
  takes: 'pack carpeta-o-libro.xls',
  says: 'Empaca catálogos más recientes que los de la biblioteca, del libro de Excel del SAT o de una carpeta de tablas, para createCatalogs({ packs }) y la opción --pack.',
  options: {
    date: {
      type: 'string',
      value: 'AAAA-MM-DD',
      says: 'día en que el SAT los publicó; el del nombre del libro por omisión',
    },
    out: {
      type: 'string',
      value: 'ARCHIVO',
      says: 'dónde se escribe: catalogs-AAAA-MM-DD.json por omisión',
    },
    'accept-shrink': {
      type: 'string',
      value: 'CATÁLOGOS',
      says: 'catálogos que pueden perder claves, separados por comas',
    },
  },
  run: runCatalogs,
}

const usage = 'Se usa así: cfdi-stamp catalogs pack carpeta-o-libro.xls --date AAAA-MM-DD'

async function runCatalogs(call: Call, { cwd, stdout, stderr }: World): Promise<Exit> {
  const [verb, folder, ...more] = call.positionals
  const isBook = folder !== undefined && isWorkbook(folder)
  const date = call.text('date') ?? (isBook ? dayInName(folder) : undefined)
  if (verb !== 'pack' || folder === undefined || more.length > 0 || date === undefined)
    throw new UsageError(usage)
  if (!isDay(date)) throw new UsageError('--date debe ser un día, AAAA-MM-DD.')
  const path = resolve(cwd, folder)
  const { files, ignored } = isBook
    ? tablesIn(folder, await readWorkbook(folder, path))
    : { files: await readTables(folder, path), ignored: [] }
  const imported = importTables(files, date, call.text('accept-shrink')?.split(',') ?? [])
  const pack = await writeCatalogPack(date, imported.texts)
  await readCatalogPack(pack)
  const file = call.text('out') ?? `catalogs-${date}.json`
  await writeFile(resolve(cwd, file), pack).catch((cause: unknown) => {
    throw new UnreadableError(`${file}: no se pudo escribir.`, { cause })
  })
  const changed = imported.changes.filter((change) => !isUnchanged(change))
  if (ignored.length > 0) stderr.write(safe`Hojas que no se leyeron: ${ignored.join(', ')}.\n`)
  for (const change of changed) {
    const { name, added, removed, redated, changed } = change
    const counts = [
      count(added.length, 'clave nueva', 'claves nuevas'),
      count(removed.length, 'quitada'),
      count(redated.length, 'con otra vigencia', 'con otra vigencia'),
      count(changed.length, 'con otros datos', 'con otros datos'),
    ]
    stdout.write(safe`${`${name}: ${counts.join(', ')}`}\n`)
  }
  stderr.write(
    safe`${file}: ${count(imported.changes.length, 'catálogo')}, ${changed.length} con cambios.\n`,
  )
  return exits.ok
}

function tablesIn(name: string, sheets: readonly Sheet[]): WorkbookTables {
  try {
    return tablesOfWorkbook(sheets)
  } catch (cause) {
    if (!(cause instanceof ImportError)) throw cause
    throw new UnreadableError(`${name}: no se empacó nada: ${inSpanish(cause.message)}`, { cause })
  }
}

async function readTables(name: string, folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw unreadable(name, cause)
  })
  const tables = names.filter((file) => file.endsWith('.tsv')).sort()
  if (tables.length === 0) throw new UnreadableError(`${name}: la carpeta no tiene tablas (.tsv).`)
  const texts = tables.map(
    async (file) => [file, await readFile(join(folder, file), 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

function importTables(files: ReadonlyMap<string, string>, date: string, acceptShrink: string[]) {
  try {
    const compress = (bytes: Uint8Array) => deflateRawSync(bytes, { level: 9 })
    return importCatalogs({
      ...{ files, date, compress, acceptShrink },
      previous: ownPackedText,
      isSelfContained: true,
    })
  } catch (cause) {
    if (!(cause instanceof ImportError)) throw cause
    throw new UnreadableError(`No se empacó nada: ${inSpanish(cause.message)}`, { cause })
  }
}
