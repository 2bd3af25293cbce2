/**
 * `catalog`: the catalogues of the SAT.
 * @module
 */
import { catalogs } from '../../catalogs/catalogs.js'
import { catalogNames } from '../../catalogs/packed/names.js'
import type { CatalogName } from '../../catalogs/rows.js'
import { nearest } from '../../lib/text.js'
import { type Call, type Command, type Exit, exits, UsageError, type World } from '../command.js'
import { paintOf, writeJson } from '../output.js'
import { SafeText, safe } from '../safeText.js'

/** `catalog`. */
export const catalogCommand: Command = {
  name: 'catalog',
  takes: '[c_UsoCFDI] [clave o palabras…]',
  says: 'Lista un catálogo del SAT, o busca en él una clave o unas palabras; sin nombre, dice cuáles hay.',
  options: {
    limit: { type: 'string', value: 'N', says: 'cuántos renglones a lo más: 50 por omisión' },
    json: { type: 'boolean', says: 'los renglones como JSON, con todos sus datos' },
  },
  run: runCatalog,
}

async function runCatalog(call: Call, { stdout, stderr, clock, ...world }: World): Promise<Exit> {
  const [given, ...words] = call.positionals
  if (given === undefined) {
    const asJson = call.has('json')
    if (asJson) writeJson(stdout, catalogNames)
    else stdout.write(SafeText.own(`${catalogNames.join('\n')}\n`))
    return exits.ok
  }
  const [name, limit] = [requireCatalogName(given), limitOf(call.text('limit'))]
  const rows =
    words.length === 0
      ? [...catalogs.catalog(name).rows({ limit })]
      : found(name, words, limit, clock())
  if (call.has('json')) writeJson(stdout, rows)
  else
    for (const row of rows)
      stdout.write(catalogLine(row, clock(), (text) => paintOf(stdout, world)('bold', text)))
  if (rows.length === 0) stderr.write(safe`Nada en ${name} corresponde.\n`)
  const { size } = catalogs.catalog(name)
  if (words.length === 0 && size > rows.length)
    stderr.write(safe`${rows.length} de ${size}: busque con palabras, o dé --limit.\n`)
  if (rows.length === 0) return exits.findings
  return exits.ok
}

/** Accepts `UsoCFDI` and `c_usocfdi` for c_UsoCFDI. */
function requireCatalogName(given: string): CatalogName {
  const wanted = `c_${given.replace(/^c_/i, '')}`
  const name = catalogNames.find((one) => one.toLowerCase() === wanted.toLowerCase())
  if (name !== undefined) return name
  const near = nearest(wanted, catalogNames)
  throw new UsageError(
    `No hay un catálogo ${given}.${near === undefined ? ' Vea cfdi-stamp catalog.' : ` ¿Quiso decir ${near}?`}`,
  )
}

function limitOf(given: string | undefined): number {
  if (given === undefined) return 50
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given)
  throw new UsageError('--limit debe ser un número entero, de 1 a 999999.')
}

interface Row {
  readonly clave: string
  readonly texto?: string | undefined
  readonly vigenciaHasta?: string | undefined
}

/** Returns the row of a code, or else the rows that contain the words. */
function found(name: CatalogName, words: readonly string[], limit: number, at: Date): Row[] {
  const catalog = catalogs.catalog(name)
  const exact = words.length === 1 ? catalog.all(words[0]!) : []
  if (exact.length > 0) return exact.slice(0, limit)
  return catalogs
    .search(name, words.join(' '), { limit, at })
    .flatMap(({ clave, scope }) => catalog.find(clave, undefined, scope) ?? [])
}

function catalogLine(
  { clave, texto = '', vigenciaHasta }: Row,
  now: Date,
  bold: (text: string) => SafeText,
): SafeText {
  const over = vigenciaHasta !== undefined && vigenciaHasta < now.toISOString().slice(0, 10)
  return safe`${bold(clave)}${texto === '' ? '' : `  ${texto}`}${over ? `  (hasta ${vigenciaHasta})` : ''}\n`
}
