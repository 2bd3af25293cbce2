/**
 * A catalogue between its table and its packed form: columns of checked text.
 * @module
 */
import { isDay } from '../../lib/time.js'
import type { KeyPart, Kind } from '../format.js'
import { compareText } from '../words.js'
import type { Source } from './sourceColumns.js'
import { fieldName, type SourceColumn } from './sourceColumns.js'
import { ImportError, readTsv } from './tsv.js'

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
  const base = readEntries(source, `${source.file}.tsv`, table)
  if (!source.repeats) assertUnique(`${source.file}.tsv`, base)
  const newer: Entry[] = []
  for (const { file, text } of deltas) {
    const entries = readEntries(source, file, text)
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
  // Rows of newer tables replace those of their keys, and new keys follow.
  const byKey = new Map<string, Entry>()
  for (const entry of newer) byKey.set(scopedKey(entry), entry)
  const known = new Set(base.map(scopedKey))
  for (const [at, entry] of base.entries()) base[at] = byKey.get(scopedKey(entry)) ?? entry
  for (const entry of newer) if (!known.has(scopedKey(entry))) base.push(entry)
  return modelOf(source, ordered(source, base))
}

function readEntries(source: Source, file: string, text: string): Entry[] {
  const names = Object.keys(source.columns)
  const { rows } = readTsv(file, text, names)
  const specs = Object.values(source.columns)
  const entries: Entry[] = []
  for (const [index, row] of rows.entries()) {
    const cells: string[] = []
    let [code, parts, scope] = ['', '', '']
    for (const [at, spec] of specs.entries()) {
      const cell = readCell(row[at]!, spec, `${file}, line ${index + 2}, ${names[at]}`)
      cells.push(cell)
      if (spec.role === 'clave') code += cell
      else if (spec.role === 'part') parts += cell
      else if (spec.role === 'scope') scope += cell
    }
    entries.push({ code: parts || code, scope, cells })
  }
  return entries
}

function readCell(cell: string, { role, kind, pattern }: SourceColumn, where: string): string {
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

/**
 * Groups rows by scope and by repeated code, and sorts codes of digits, and others where the source
 * says so; otherwise keeps the SAT's order.
 */
function ordered(source: Source, entries: readonly Entry[]): Entry[] {
  let [isScoped, isDigits] = [false, true]
  for (const { code, scope } of entries) {
    isScoped ||= scope !== ''
    isDigits &&= /^\d+$/.test(code + scope) && code.length === entries[0]!.code.length
  }
  if (!isScoped && !source.repeats && !source.sorted && !isDigits) return [...entries]
  return [...entries].sort((a, b) => compareText(a.scope, b.scope) || compareText(a.code, b.code))
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
  const [codes, scopes]: [string[], string[]] = [[], []]
  for (const entry of entries) {
    codes.push(entry.code)
    scopes.push(entry.scope)
  }
  return {
    name: source.name,
    codes,
    columns,
    ...(scope !== undefined && { scope, scopes }),
    ...(parts.length > 0 && { parts }),
  }
}
