/**
 * One catalogue of the SAT: which codes exist, what they mean, when they are in force.
 * @module
 */
import { localTime } from '../lib/time.js'
import { closestCodes } from './closest.js'
import type { Column } from './column.js'
import type { Value } from './format.js'
import type { Fila } from './rows.js'
import type { Table } from './table.js'

/** A day: a `Date` (its civil day in Mexico City) or a text that begins with `YYYY-MM-DD`, such as the document's own `Fecha`. */
export type When = Date | string

/** How a code stands on a day. */
export type State = 'valid' | 'unknown' | 'expired' | 'notYet'

/**
 * A catalogue. Opened when it is first asked something, once; every question after that is synchronous.
 *
 * Some codes exist only within a scope: a municipality (`c_Municipio`) or a locality in its state, a colonia in its postal code. There
 * `scope` narrows the question (`has('001', 'OAX')`), and leaving it out asks whether the code exists in any.
 */
export interface Catalog<Row extends Fila = Fila> {
  readonly name: string
  /** Day of the SAT's publication that the data was taken from, `YYYY-MM-DD`. */
  readonly date: string
  /** Number of rows. */
  readonly size: number
  /** `false` when the data is known to miss codes that the SAT has: a miss is then a doubt and not an error. */
  readonly complete: boolean
  /** Whether the catalogue lists the code, in force or not. Allocates nothing. */
  has(code: string, scope?: string): boolean
  /**
   * What the SAT's XSD would say of the code: listed here, in force or not, or of a form that the XSD admits and this catalogue does
   * not list (the big catalogues, which the XSD states as a pattern, and codes of versions before).
   */
  admits(code: string): boolean
  /** The row of a code; with `at`, only one in force that day. Rows are frozen. */
  find(code: string, at?: When, scope?: string): Row | undefined
  /** Every row of a code: most catalogues have one, `c_MaterialPeligroso` and `c_TasaOCuota` may have several. */
  all(code: string, scope?: string): Row[]
  /** Every row of a scope: the municipalities of a state, the colonias of a postal code. */
  within(scope: string): Row[]
  /** One field of the row of a code, without building the row: for rules that run on every concept. */
  get<Field extends keyof Row & string>(code: string, field: Field, scope?: string): Row[Field] | undefined
  /** How a code stands on a day. */
  state(code: string, at: When, scope?: string): State
  /** The codes, each once. */
  codes(): IterableIterator<string>
  /** The rows. */
  rows(): IterableIterator<Row>
  /** Listed codes a slip of the pen away from `code`, nearest first: for a «quiso decir». At most `limit`, 3 by default. */
  closest(code: string, limit?: number, scope?: string): string[]
}

/** A catalogue over a table that is opened when it is first needed. */
export function createCatalog<Row extends Fila>(name: string, open: () => Table): Catalog<Row> {
  return new TableCatalog<Row>(name, open)
}

class TableCatalog<Row extends Fila> implements Catalog<Row> {
  readonly name: string
  readonly #open: () => Table
  #table: Table | undefined
  #admitted: RegExp | undefined
  #kept: (Row | undefined)[] = []

  constructor(name: string, open: () => Table) {
    this.name = name
    this.#open = open
  }

  get date(): string {
    return this.#opened.header.date
  }

  get size(): number {
    return this.#opened.header.rows
  }

  get complete(): boolean {
    return this.#opened.header.complete
  }

  has(code: string, scope?: string): boolean {
    return this.#opened.key.find(code, scope) >= 0
  }

  admits(code: string): boolean {
    const pattern = this.#opened.header.admits
    if (this.has(code)) return true
    if (pattern === undefined) return false
    this.#admitted ??= new RegExp(`^(?:${pattern})$`)
    return this.#admitted.test(code)
  }

  find(code: string, at?: When, scope?: string): Row | undefined {
    const first = this.#opened.key.find(code, scope)
    if (first < 0 || at === undefined) return first < 0 ? undefined : this.#row(first)
    const day = dayOf(at)
    for (const row of this.#rowsOf(code, scope)) if (this.#stateOf(row, day) === 'valid') return this.#row(row)
    return undefined
  }

  all(code: string, scope?: string): Row[] {
    return this.#rowsOf(code, scope).map((row) => this.#row(row))
  }

  within(scope: string): Row[] {
    return this.#opened.key.within(scope).map((row) => this.#row(row))
  }

  get<Field extends keyof Row & string>(code: string, field: Field, scope?: string): Row[Field] | undefined {
    const row = this.#opened.key.find(code, scope)
    if (row < 0) return undefined
    return (field === 'clave' ? this.#opened.key.code(row) : this.#opened.columns.get(field)?.value(row)) as
      | Row[Field]
      | undefined
  }

  state(code: string, at: When, scope?: string): State {
    const first = this.#opened.key.find(code, scope)
    if (first < 0) return 'unknown'
    const day = dayOf(at)
    const state = this.#stateOf(first, day)
    if (state === 'valid') return state
    return this.#rowsOf(code, scope).some((row) => this.#stateOf(row, day) === 'valid') ? 'valid' : state
  }

  *codes(): IterableIterator<string> {
    const { key } = this.#opened
    const seen = new Set<string>()
    let before: string | undefined
    for (const row of this.#live()) {
      const code = key.code(row)
      const known = this.#opened.header.key.scope === undefined ? code === before : seen.has(code)
      if (!known) yield code
      if (this.#opened.header.key.scope !== undefined) seen.add(code)
      before = code
    }
  }

  *rows(): IterableIterator<Row> {
    for (const row of this.#live()) yield this.#row(row)
  }

  closest(code: string, limit = 3, scope?: string): string[] {
    return closestCodes(this.#opened, code, limit, scope)
  }

  get #opened(): Table {
    this.#table ??= this.#open()
    return this.#table
  }

  *#live(): Generator<number> {
    const table = this.#opened
    for (let row = 0; row < table.length; row++) if (!table.hidden?.(row)) yield row
  }

  #rowsOf(code: string, scope: string | undefined): number[] {
    const { key, header, length } = this.#opened
    if (scope === undefined && header.key.scope !== undefined)
      return [...this.#live()].filter((row) => key.code(row) === code)
    const rows: number[] = []
    const first = key.find(code, scope)
    for (let row = first; row >= 0 && row < length && key.code(row) === code; row++) {
      if (scope === undefined || key.scope(row) === scope) rows.push(row)
    }
    return rows
  }

  #stateOf(row: number, day: string): State {
    const { columns } = this.#opened
    const from = columns.get('vigenciaDesde')?.value(row) as string | undefined
    const to = columns.get('vigenciaHasta')?.value(row) as string | undefined
    if (to !== undefined && day > to) return 'expired'
    return from !== undefined && day < from ? 'notYet' : 'valid'
  }

  /** Rows of the small catalogues are kept, those of the big ones are built anew: they would weigh more than the catalogue. */
  #row(row: number): Row {
    const kept = this.#kept[row]
    if (kept) return kept
    const built = buildRow(this.#opened, row) as Row
    if (this.#opened.length <= keptRows) this.#kept[row] = built
    return built
  }
}

const keptRows = 256

function buildRow({ key, columns, header }: Table, row: number): object {
  const fields: Record<string, Value> = { clave: key.code(row) }
  for (const column of columns.values()) {
    if (header.texts?.some((text) => text.name === column.name)) lazyField(fields, column, row)
    else fields[column.name] = column.value(row)
  }
  return Object.freeze(fields)
}

/** Descriptions of the big catalogues are opened only when someone reads one. */
function lazyField(fields: object, column: Column, row: number): void {
  Object.defineProperty(fields, column.name, { enumerable: true, get: () => column.value(row) })
}

const isoDay = /^\d{4}-\d{2}-\d{2}/

/** The day of a moment, `YYYY-MM-DD`. Throws a `TypeError` on anything else. */
export function dayOf(at: When): string {
  if (typeof at === 'string' && isoDay.test(at)) return at.length === 10 ? at : at.slice(0, 10)
  if (at instanceof Date) return localTime(at, 'America/Mexico_City').slice(0, 10)
  throw new TypeError("at: a Date or a text that begins with 'YYYY-MM-DD' is expected")
}
