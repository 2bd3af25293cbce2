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
  const mine = namesKey(
    own.map((row) => row.clave),
    scope === undefined ? undefined : own.map((row) => scopeOf(row, scope)),
  )
  const hidden = (row: number): boolean =>
    row < under.length &&
    mine.find(
      under.key.code(row),
      under.header.key.scope === undefined ? undefined : under.key.scope(row),
    ) >= 0
  const columns = new Map(
    columnKinds(base, own).map(([name, kind]) => [
      name,
      ownColumn(name, kind, base, under.length, own),
    ]),
  )
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
    columns,
    length: under.length + own.length,
    hidden,
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

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

function columnKinds(base: Table, rows: readonly object[]): [string, Kind][] {
  if (base.columns.size > 0) return [...base.columns.values()].map(({ name, kind }) => [name, kind])
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  names.delete('clave')
  return [...names].map((name) => [name, 'optional'])
}

/** Values of the packed rows, followed by the user's. */
function ownColumn(
  name: string,
  kind: Kind,
  base: Table,
  length: number,
  own: readonly OwnRow<Fila>[],
): Column {
  const packed = base.columns.get(name)
  const values = own.map((row) => {
    if (Object.hasOwn(row, name)) return frozenValue(rowField(row, name))
    const scope = base.header.key.scope
    const there = base.key.find(row.clave, scope === undefined ? undefined : scopeOf(row, scope))
    if (there < 0) return emptyValues[kind]
    return packed?.value(there)
  })
  return {
    name,
    kind,
    value: (row) => (row < length ? packed?.value(row) : values[row - length]),
    text: (row) => (row < length ? (packed?.text(row) ?? '') : String(values[row - length] ?? '')),
  }
}

/** Copies lists, because the user may change them later. */
const frozenValue = (value: Value): Value =>
  Array.isArray(value) ? Object.freeze([...value]) : value

const emptyValues: Record<Kind, Value> = {
  text: '',
  optional: undefined,
  date: undefined,
  flag: false,
  integer: undefined,
  list: [],
}

const fits: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  optional: (value) => value === undefined || typeof value === 'string',
  date: (value) => value === undefined || (typeof value === 'string' && isDay(value)),
  flag: (value) => typeof value === 'boolean',
  integer: (value) => value === undefined || Number.isInteger(value),
  list: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
}

function checkRows({ header, columns }: Table, { rows, date }: Override): void {
  const refuse = (reason: string): never => {
    throw new TypeError(`overrides.${header.name}: ${reason}`)
  }
  if (!fits.date(date)) refuse('date is not a day YYYY-MM-DD')
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
      if (column !== undefined && !fits[column.kind](value))
        refuse(`row ${row.clave}: ${field} is not a ${column.kind}`)
    }
    const { vigenciaDesde, vigenciaHasta } = row
    if (vigenciaDesde !== undefined && vigenciaHasta !== undefined && vigenciaHasta < vigenciaDesde)
      refuse(`row ${row.clave}: vigenciaHasta is before vigenciaDesde`)
  }
}
