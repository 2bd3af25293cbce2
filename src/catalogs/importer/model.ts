/**
 * A catalogue between its table and its packed form: columns of checked text.
 * @module
 */
import { isDay } from '../../lib/time.js'
import type { KeyPart, Kind } from '../format.js'
import { fieldName, type SourceColumn } from './sourceColumns.js'
import type { Source } from './sourceColumns.js'
import { ImportError, readTsv, type Tsv } from './tsv.js'

/** A column of checked text, one per row. */
export interface ModelColumn {
  readonly name: string
  readonly kind: Kind
  readonly texts: readonly string[]
}

/** A catalogue, with rows in packed order. */
export interface Model {
  readonly name: string
  readonly codes: readonly string[]
  readonly scopes?: readonly string[]
  /** Name of the column in `scopes`. */
  readonly scope?: string
  /** The parts of a composed code. */
  readonly parts?: readonly KeyPart[]
  /** Every column except the code and its parts. */
  readonly columns: readonly ModelColumn[]
}

/** A row during import: its key, and its cells by table column. */
interface Entry {
  readonly code: string
  readonly scope: string
  readonly cells: readonly string[]
}

/**
 * Reads a table and its deltas. Throws an {@link ImportError} for a table that does not match the
 * source's declaration.
 */
export function readModel(
  source: Source,
  table: string,
  deltas: readonly { readonly file: string; readonly text: string }[] = [],
): Model {
  const base = readEntries(source, `${source.file}.tsv`, readTsv(`${source.file}.tsv`, table))
  if (!source.repeats) assertUnique(`${source.file}.tsv`, base)
  const newer = deltas.flatMap(({ file, text }) => {
    const entries = readEntries(source, file, readTsv(file, text))
    assertUnique(file, entries)
    return entries
  })
  return modelOf(source, ordered(source, merge([...base, ...retiredEntries(source)], newer)))
}

function readEntries(source: Source, file: string, { header, rows }: Tsv): Entry[] {
  const names = Object.keys(source.columns)
  if (header.join() !== names.join())
    throw new ImportError(`${file}: columns ${header.join(', ')}; ${names.join(', ')} expected`)
  const specs = Object.values(source.columns)
  return rows.map((row, index) => {
    const cells = row.map((cell, at) => {
      const { role, kind, pattern } = specs[at]!
      const where = `${file}, line ${index + 2}, ${names[at]}`
      const fits = role === 'value' ? valueFits(cell, kind) : cell !== '' && cell.trim() === cell
      if (!fits)
        throw new ImportError(
          `${where}: ${JSON.stringify(cell)} is not ${role === 'value' ? `a ${kind}` : 'a key'}`,
        )
      if (kind === 'choice') return cell.replace(/\s/g, '')
      if (kind === 'flag' && cell === '0') return ''
      if (pattern) return cell.replaceAll(lineBreak, '')
      if (!cell.includes(lineBreak)) return cell
      const lines = cell.split(lineBreak).map((line) => line.trim())
      return lines.filter((line) => line !== '').join(' ')
    })
    return {
      code: pick(cells, specs, source).join(''),
      scope: cellsOf(cells, specs, 'scope').join(''),
      cells,
    }
  })
}

function pick(cells: readonly string[], specs: readonly SourceColumn[], source: Source): string[] {
  return cellsOf(
    cells,
    specs,
    Object.values(source.columns).some(({ role }) => role === 'part') ? 'part' : 'clave',
  )
}

function cellsOf(
  cells: readonly string[],
  specs: readonly SourceColumn[],
  role: SourceColumn['role'],
): string[] {
  return cells.filter((_, at) => specs[at]!.role === role)
}

/** A line break within a cell of the SAT's workbook, as the tables write it. */
const lineBreak = '\\n'

function valueFits(cell: string, kind: SourceColumn['kind']): boolean {
  if (kind === 'flag') return cell === '' || cell === '0' || cell === '1'
  if (kind === 'date') return cell === '' || isDay(cell)
  return kind !== 'integer' || /^(?:-?\d{1,9})?$/.test(cell)
}

const scopedKey = (entry: Entry): string => `${entry.scope}\t${entry.code}`

function assertUnique(file: string, entries: readonly Entry[]): void {
  const seen = new Set<string>()
  for (const entry of entries) {
    const key = scopedKey(entry)
    if (seen.has(key))
      throw new ImportError(`${file}: key ${key.trim().replace('\t', ' ')} is there twice`)
    seen.add(key)
  }
}

function retiredEntries(source: Source): Entry[] {
  const columns = Object.entries(source.columns)
  return Object.entries(source.retired ?? {}).map(([code, until]) => ({
    code,
    scope: '',
    cells: columns.map(([column, { role }]) =>
      role === 'clave' ? code : column === 'vigencia_hasta' ? until : '',
    ),
  }))
}

/** Replaces the rows of base keys that a newer table has, and appends the new keys. */
function merge(base: readonly Entry[], newer: readonly Entry[]): Entry[] {
  const byKey = new Map(newer.map((entry) => [scopedKey(entry), entry]))
  const kept = base.map((entry) => byKey.get(scopedKey(entry)) ?? entry)
  const known = new Set(base.map(scopedKey))
  return [...kept, ...newer.filter((entry) => !known.has(scopedKey(entry)))]
}

const compareCodes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Groups rows by scope and by repeated code, and sorts codes of digits, and others where the source
 * says so; otherwise keeps the SAT's order.
 */
function ordered(source: Source, entries: readonly Entry[]): Entry[] {
  const scoped = entries.some(({ scope }) => scope !== '')
  const digits = entries.every(
    ({ code, scope }) => /^\d+$/.test(code + scope) && code.length === entries[0]?.code.length,
  )
  if (!scoped && !source.repeats && !source.sorted && !digits) return [...entries]
  return [...entries].sort((a, b) => compareCodes(a.scope, b.scope) || compareCodes(a.code, b.code))
}

function modelOf(source: Source, entries: readonly Entry[]): Model {
  const all = Object.entries(source.columns)
  const column = (at: number): string[] => entries.map(({ cells }) => cells[at]!)
  const columns = all.flatMap(([name, spec], at): ModelColumn[] => {
    const kind = spec.kind === 'choice' ? 'text' : spec.kind
    if (spec.role === 'value' || spec.role === 'scope')
      return [{ name: fieldName(name, spec), kind, texts: column(at) }]
    return []
  })
  const scope = all.find(([, { role }]) => role === 'scope')
  const parts = all.flatMap(([name, spec], at) => {
    if (spec.role === 'part')
      return [{ name: fieldName(name, spec), width: entries[0]?.cells[at]?.length ?? 0 }]
    return []
  })
  return {
    name: source.name,
    codes: entries.map(({ code }) => code),
    columns,
    ...(scope && { scope: fieldName(...scope), scopes: entries.map((entry) => entry.scope) }),
    ...(parts.length > 0 && { parts }),
  }
}
