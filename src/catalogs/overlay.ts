/**
 * Adds the user's own rows to a packed catalogue. A row replaces every row of its code; a new code
 * is added.
 * @module
 */
import { isDay } from '../lib/time.js'
import type { Column } from './column.js'
import type { Kind, Value } from './format.js'
import { type Key, namesKey } from './key.js'
import type { Fila } from './rows.js'
import { absentTable, type Table } from './table.js'
import { compareText } from './words.js'

/** A row of the user's. Omitted fields come from the replaced row, or are empty. */
export type OwnRow<Row extends Fila> = Partial<Row> & Pick<Row, 'clave'>

/** The user's own rows of a catalogue. */
export interface Override<Row extends Fila = Fila> {
  /** The rows. Each replaces those of its code, or is added. */
  readonly rows: readonly OwnRow<Row>[]
  /** Whether the catalogue has only these rows. By default they are added to the packed ones. */
  readonly only?: boolean | undefined
  /**
   * Whether the list is complete, so that other codes do not exist. Defaults to the packed
   * catalogue's value; `true` with `only`.
   */
  readonly complete?: boolean | undefined
  /** Date of their publication, `YYYY-MM-DD`. */
  readonly date?: string | undefined
}

/**
 * Returns `base` with the user's rows. Throws a `TypeError` that names the catalogue and the field
 * for an invalid row.
 */
export function overlay(base: Table, override: Override): Table {
  checkRows(base, override)
  const under = override.only ? { ...absentTable(base.header.name), columns: base.columns } : base
  const scope = base.header.key.scope
  const own = [...override.rows].sort(
    (a, b) => compareText(scopeOf(a, scope), scopeOf(b, scope)) || compareText(a.clave, b.clave),
  )
  const [codes, scopes] = [[] as string[], [] as string[]]
  for (const row of own) {
    codes.push(row.clave)
    scopes.push(scopeOf(row, scope))
  }
  const mine = namesKey(codes, scope === undefined ? undefined : scopes)
  const hidden = (row: number): boolean =>
    row < under.length &&
    mine.find(
      under.key.code(row),
      under.header.key.scope === undefined ? undefined : under.key.scope(row),
    ) >= 0
  const { only, complete, date } = override
  let rows = own.length
  for (let row = 0; row < under.length; row++) if (!hidden(row)) rows++
  const { admits, ...header } = under.header
  const kept = admits === undefined || only ? header : { ...header, admits }
  return {
    header: {
      ...kept,
      rows,
      complete: complete ?? (only ? true : header.complete),
      date: date ?? header.date,
    },
    key: ownKey(under, mine, hidden),
    columns: ownColumns(base, under.length, own),
    length: under.length + own.length,
    hidden,
  }
}

function scopeOf(row: OwnRow<Fila>, scope: string | undefined): string {
  if (scope === undefined) return ''
  return rowField(row, scope) as string
}

const rowField = (row: object, name: string): Value => (row as Record<string, Value>)[name]

function ownKey(under: Table, mine: Key, hidden: (row: number) => boolean): Key {
  const { key, length } = under
  return {
    find: (code, scope) => {
      const own = mine.find(code, scope)
      if (own >= 0) return length + own
      return key.find(code, scope)
    },
    code: (row) => (row < length ? key.code(row) : mine.code(row - length)),
    scope: (row) => (row < length ? key.scope(row) : mine.scope(row - length)),
    within: (scope) => [
      ...key.within(scope).filter((row) => !hidden(row)),
      ...mine.within(scope).map((row) => length + row),
    ],
  }
}

/** Columns with the values of the packed rows, followed by the user's. */
function ownColumns(base: Table, length: number, own: readonly OwnRow<Fila>[]): Table['columns'] {
  const kinds = new Map<string, Kind>()
  for (const { name, kind } of base.columns.values()) kinds.set(name, kind)
  if (kinds.size === 0)
    for (const row of own) for (const name of Object.keys(row)) kinds.set(name, 'optional')
  kinds.delete('clave')
  const scope = base.header.key.scope
  const columns = new Map<string, Column>()
  for (const [name, kind] of kinds) {
    const packed = base.columns.get(name)
    const values: Value[] = []
    for (const row of own) {
      const there = base.key.find(row.clave, scope === undefined ? undefined : scopeOf(row, scope))
      let value = there < 0 ? emptyValues[kind] : packed?.value(there)
      if (Object.hasOwn(row, name)) value = rowField(row, name)
      // The user may change a list later.
      if (Array.isArray(value)) value = Object.freeze([...value])
      values.push(value)
    }
    columns.set(name, {
      name,
      kind,
      value: (row) => (row < length ? packed?.value(row) : values[row - length]),
      text: (row) =>
        row < length ? (packed?.text(row) ?? '') : String(values[row - length] ?? ''),
    })
  }
  return columns
}

const emptyValues: Record<Kind, Value> = {
  text: '',
  optional: undefined,
  date: undefined,
  flag: false,
  integer: undefined,
  list: [],
}

function fitsKind(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'optional':
      return value === undefined || typeof value === 'string'
    case 'date':
      return value === undefined || (typeof value === 'string' && isDay(value))
    case 'flag':
      return typeof value === 'boolean'
    case 'integer':
      return value === undefined || Number.isInteger(value)
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
  }
}

function checkRows({ header, columns }: Table, { rows, date }: Override): void {
  const refuse = (reason: string): never => {
    throw new TypeError(`overrides.${header.name}: ${reason}`)
  }
  if (!fitsKind('date', date)) refuse('date is not a day YYYY-MM-DD')
  if (!Array.isArray(rows)) refuse('rows must be an array')
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) refuse('a row must be an object')
    if (typeof row.clave !== 'string' || row.clave === '') refuse('a row needs its clave')
    if (header.key.scope !== undefined && typeof rowField(row, header.key.scope) !== 'string')
      refuse(`row ${row.clave} needs its ${header.key.scope}`)
    for (const [field, value] of Object.entries(row)) {
      const column = columns.get(field)
      if (column === undefined && field !== 'clave' && columns.size > 0)
        refuse(`row ${row.clave} has no field ${field}`)
      if (column !== undefined && !fitsKind(column.kind, value))
        refuse(`row ${row.clave}: ${field} is not a ${column.kind}`)
    }
    const { vigenciaDesde, vigenciaHasta } = row
    if (vigenciaDesde !== undefined && vigenciaHasta !== undefined && vigenciaHasta < vigenciaDesde)
      refuse(`row ${row.clave}: vigenciaHasta is before vigenciaDesde`)
  }
}
