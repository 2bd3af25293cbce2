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
  const newer: Entry[] = []
  for (const { file, text } of deltas) {
    const entries = readEntries(source, file, readTsv(file, text))
    assertUnique(file, entries)
    newer.push(...entries)
  }
  for (const [code, until] of Object.entries(source.retired ?? {})) {
    const cells: string[] = []
    for (const [column, { role }] of Object.entries(source.columns)) {
      if (role === 'clave') cells.push(code)
      else cells.push(column === 'vigencia_hasta' ? until : '')
    }
    base.push({ code, scope: '', cells })
  }
  return modelOf(source, ordered(source, merge(base, newer)))
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
    let [code, parts, scope] = ['', '', '']
    for (const [at, { role }] of specs.entries()) {
      if (role === 'clave') code += cells[at]
      else if (role === 'part') parts += cells[at]
      else if (role === 'scope') scope += cells[at]
    }
    return { code: specs.some(({ role }) => role === 'part') ? parts : code, scope, cells }
  })
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
  const columns: ModelColumn[] = []
  const parts: KeyPart[] = []
  let scope: string | undefined
  for (const [at, [column, spec]] of Object.entries(source.columns).entries()) {
    const name = fieldName(column, spec)
    const kind = spec.kind === 'choice' ? 'text' : spec.kind
    if (spec.role === 'scope') scope = name
    if (spec.role === 'part') parts.push({ name, width: entries[0]?.cells[at]?.length ?? 0 })
    if (spec.role === 'value' || spec.role === 'scope')
      columns.push({ name, kind, texts: entries.map(({ cells }) => cells[at]!) })
  }
  return {
    name: source.name,
    codes: entries.map(({ code }) => code),
    columns,
    ...(scope !== undefined && { scope, scopes: entries.map((entry) => entry.scope) }),
    ...(parts.length > 0 && { parts }),
  }
}
