import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../src/catalogs/catalog.js'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { compress } from '../../src/catalogs/importer/compress.js'
import { importCatalogs } from '../../src/catalogs/importer/importCatalogs.js'
import { packedModule } from '../../src/catalogs/importer/module.js'
import { fieldName } from '../../src/catalogs/importer/sourceColumns.js'
import type { Source } from '../../src/catalogs/importer/sourceColumns.js'
import { sources } from '../../src/catalogs/importer/sources.js'
import type { CatalogName, Fila } from '../../src/catalogs/rows.js'
import { packed } from '../../src/node/packed.js'
import { shared } from './shared.js'

const folder = join(shared, 'sat/catalogs')
const catalogs = createCatalogs()

/** The rows of a table as records, read without the importer. */
function rowsOf(file: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(join(folder, `${file}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return lines.map((line) => Object.fromEntries(line.map((cell, at) => [header![at]!, cell])))
}

function allRowsOf({ file }: Source): Record<string, string>[] {
  const table = file.replace(/^cfdi_40_/, '')
  const deltas = readdirSync(folder).filter(
    (name) => name.startsWith('delta_') && name.endsWith(`_${table}.tsv`),
  )
  return [rowsOf(file), ...deltas.map((name) => rowsOf(name.slice(0, -4)))].flat()
}

/** What a cell should read as, said again: the test must not lean on the code it tests. */
function expected(kind: string, written = '', pattern = false): unknown {
  // The tables write a line break of the SAT's cells as `\\n`.
  const cell = pattern ? written.split('\\n').join('') : written.replace(/\s*(?:\\n\s*)+/g, ' ')
  if (kind === 'flag') return cell === '1'
  if (kind === 'integer') return cell === '' ? undefined : Number.parseInt(cell, 10)
  if (kind === 'choice') return cell.split(' ').join('')
  if (kind === 'list')
    return cell === ''
      ? []
      : cell
          .replace(' y ', ',')
          .split(',')
          .map((item) => item.trim())
  return cell === '' && (kind === 'optional' || kind === 'date') ? undefined : cell
}

function expectedRow({ columns }: Source, row: Record<string, string>): Record<string, unknown> {
  const own = Object.entries(columns).map(([column, spec]) => [
    fieldName(column, spec),
    expected(spec.kind, row[column]!, spec.pattern),
  ])
  const parts = Object.entries(columns).filter(([, { role }]) => role === 'part')
  return Object.fromEntries(
    parts.length > 0 ? [['clave', parts.map(([column]) => row[column]).join('')], ...own] : own,
  )
}

function scopeOf({ columns }: Source, row: Record<string, string>): string | undefined {
  const scope = Object.entries(columns).find(([, { role }]) => role === 'scope')
  return scope && row[scope[0]]
}

function same(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const keys = Object.keys(b)
  return (
    keys.length === Object.keys(a).length &&
    keys.every((key) =>
      Array.isArray(b[key]) ? String(a[key]) === String(b[key]) : a[key] === b[key],
    )
  )
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** How the code stands around its dates. `any`: with several rows, another may be in force. */
function datesHold(catalog: Catalog, row: Fila, scope: string | undefined): boolean {
  const { clave, vigenciaDesde: from, vigenciaHasta: to } = row
  const only = catalog.all(clave, scope).length === 1
  const checks: [string | undefined, string][] = [
    [from, 'valid'],
    [to, 'valid'],
    [from && dayBefore(from), 'notYet'],
    [to && dayAfter(to), 'expired'],
    [(from ?? to) ? undefined : '2026-08-06', 'valid'],
  ]
  return checks.every(
    ([day, state]) => day === undefined || !only || catalog.state(clave, day, scope) === state,
  )
}

describe('every row of every table', () => {
  it.each(sources.map((source) => [source.name, source] as const))('%s', (name, source) => {
    const catalog = catalogs.catalog(name) as unknown as Catalog<Fila & Record<string, unknown>>
    const rows = allRowsOf(source)
    const wrong: unknown[] = []
    const keys = new Set<string>()
    for (const row of rows) {
      const wanted = expectedRow(source, row)
      const [code, scope] = [String(wanted['clave']), scopeOf(source, row)]
      keys.add(`${scope ?? ''} ${code} ${source.repeats ? JSON.stringify(wanted) : ''}`)
      const found = source.repeats
        ? catalog.all(code, scope)
        : [catalog.find(code, undefined, scope)]
      const fits =
        found.some((one) => one && same({ ...one }, wanted)) &&
        catalog.has(code, scope) &&
        catalog.admits(code)
      if (!fits || (rows.length < 10_000 && !datesHold(catalog, wanted as unknown as Fila, scope)))
        wrong.push({ wanted, found })
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(catalog.size).toBe(keys.size + Object.keys(source.retired ?? {}).length)
    expect([...catalog.rows()]).toHaveLength(catalog.size)
  })

  it('has every table of the folder but those of Retenciones and the ranges, which it checks', () => {
    const told = sources.map(({ file }) => `${file}.tsv`)
    const rest = readdirSync(folder).filter(
      (name) => name.endsWith('.tsv') && !/^(?:delta|ret)_/.test(name) && !told.includes(name),
    )
    expect(rest).toEqual(['border_flag_ranges.tsv', 'tz_by_state.tsv', 'tz_ranges.tsv'])
  })
})

describe('codes that are in no table', () => {
  const alphabets: Partial<Record<CatalogName, [string, number]>> = {
    c_CodigoPostal: ['0123456789', 5],
    c_ClaveProdServ: ['0123456789', 8],
    c_ClaveProdServCP: ['0123456789', 8],
    c_NumPedimentoAduana: ['0123456789', 10],
    c_FraccionArancelaria: ['0123456789', 10],
    c_PatenteAduanal: ['0123456789', 4],
    c_MaterialPeligroso: ['0123456789', 4],
    c_ClaveUnidad: ['ABCDEFGHX0123456789', 3],
    c_Estaciones: ['ABEMPTV0123456789', 6],
    c_Moneda: ['ABCDEMNPRSUXZ', 3],
  }
  let state = 20_261_121
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }

  it.each(Object.entries(alphabets))(
    '%s: 100,000 of them are not found',
    (name, [alphabet, width]) => {
      const catalog = catalogs.catalog(name as CatalogName)
      const members = new Set(
        allRowsOf(sources.find((source) => source.name === name)!).map((row) =>
          memberOf(name, row),
        ),
      )
      const found: string[] = []
      let tried = 0
      for (let turn = 0; turn < 400_000 && tried < 100_000; turn++) {
        const code = Array.from({ length: width }, () => alphabet[random(alphabet.length)]).join('')
        if (members.has(code) || code === '00000') continue
        tried++
        if (
          catalog.has(code) ||
          catalog.find(code) !== undefined ||
          catalog.get(code, 'clave') !== undefined
        )
          found.push(code)
      }
      expect(found).toEqual([])
      expect(tried).toBeGreaterThan(
        name === 'c_CodigoPostal' || name === 'c_Moneda' || name === 'c_ClaveUnidad'
          ? 1000
          : 99_999,
      )
    },
  )

  it('c_Colonia, c_Municipio and c_Localidad: known codes in a scope that is not theirs', () => {
    const scopes = {
      c_Colonia: ['colonia', 'codigo_postal'],
      c_Municipio: ['municipio', 'estado'],
      c_Localidad: ['localidad', 'estado'],
    }
    for (const [name, [code, scope]] of Object.entries(scopes)) {
      const rows = rowsOf(sources.find((source) => source.name === name)!.file)
      const members = new Set(rows.map((row) => `${row[code!]} ${row[scope!]}`))
      const catalog = catalogs.catalog(name as CatalogName)
      for (let turn = 0; turn < 100_000; turn++) {
        const [one, other] = [
          rows[random(rows.length)]![code!]!,
          rows[random(rows.length)]![scope!]!,
        ]
        if (catalog.has(one, other) !== members.has(`${one} ${other}`))
          expect.fail(`${name} ${one} ${other}`)
      }
    }
  })

  const memberOf = (name: string, row: Record<string, string>): string =>
    name === 'c_NumPedimentoAduana'
      ? `${row['aduana']}${row['patente']}${row['ejercicio']}`
      : Object.values(row)[0]!
})

describe('the codes that the XSD enumerates', () => {
  const enumerations = readEnumerations()

  it.each([...enumerations.keys()])('%s', (name) => {
    const own = ({
      'c_TipoPermiso/HidrocarburosPetro': 'c_TipoPermiso_HidrocarburosPetro',
      'c_TipoPermiso/CartaPorte': 'c_TipoPermiso',
    }[name] ?? name) as CatalogName
    const catalog = catalogs.catalog(own)
    const codes = enumerations.get(name)!
    expect(codes.filter((code) => !catalog.admits(code))).toEqual([])
    // Codes younger than the XSDs at hand (April 2026); the SAT has published them since.
    const younger = name === 'c_TipoPercepcion' ? ['057'] : []
    expect([...catalog.codes()].filter((code) => !codes.includes(code))).toEqual(younger)
  })

  it('retired codes are members that ended', () => {
    for (const { name, retired = {} } of sources) {
      for (const [code, until] of Object.entries(retired)) {
        expect(catalogs.catalog(name).has(code)).toBe(true)
        expect(catalogs.catalog(name).state(code, until)).toBe('valid')
        expect(catalogs.catalog(name).state(code, '2026-11-21')).toBe('expired')
      }
    }
  })
})

/** Closed lists of the XSDs by catalogue, the ones without a table apart. */
function readEnumerations(): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  const without = [
    'Actividades',
    'ClavePagoPedimento',
    'Meses',
    'SubActividad',
    'c_ClaveTipoCombustible',
  ]
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { catalog, catalogNamespace, facets } = node as {
      catalog?: string
      catalogNamespace?: string
      facets?: { enumeration?: string[] }
    }
    if (catalog !== undefined && facets?.enumeration && !without.includes(catalog)) {
      lists.set(
        catalog === 'c_TipoPermiso' ? `${catalog}/${catalogNamespace!.split('/').at(-1)}` : catalog,
        facets.enumeration,
      )
    }
    for (const child of Object.values(node)) visit(child)
  }
  const schemas = join(shared, 'sat/schema')
  for (const name of readdirSync(schemas))
    if (/^[^_].*\.json$/.test(name)) visit(JSON.parse(readFileSync(join(schemas, name), 'utf8')))
  return lists
}

describe('the packed modules', () => {
  it('are what the importer makes of the tables, to the byte', () => {
    const files = new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith('.tsv'))
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )
    const { modules, changes } = importCatalogs({
      files,
      compress,
      date: '2026-08-06',
      previous: packed,
    })
    expect(
      changes.filter(
        ({ added, removed, redated, changed }) =>
          added.length + removed.length + redated.length + changed.length > 0,
      ),
    ).toEqual([])
    const source = new URL('../../src/catalogs/', import.meta.url)
    const stale = [...modules]
      .filter(([path, text]) => readFileSync(new URL(path, source), 'utf8') !== text)
      .map(([path]) => path)
    expect(stale).toEqual([])
    // From nothing it makes the same bytes: what is packed does not depend on what was packed
    // before.
    const anew = importCatalogs({ files, compress, date: '2026-08-06' }).modules
    expect(
      [...anew].filter(([path, text]) => modules.get(path) !== text).map(([path]) => path),
    ).toEqual([])
    expect(packedModule({ name: 'zonas', text: packed('zonas')! })).toBe(
      anew.get('packed/zonas.ts'),
    )
  })
})
