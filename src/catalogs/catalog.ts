/**
 * One catalogue of the SAT: its codes, their rows, and the dates on which they are in force.
 * @module
 */
import { closestCodes } from './closest.js'
import { dayOf, type State, stateOn, type When } from './day.js'
import type { Value } from './format.js'
import { countOf, type Page, sliceItems } from './page.js'
import type { Fila } from './rows.js'
import type { Table } from './table.js'

/**
 * A catalogue. It is opened on first use; every method is synchronous.
 *
 * Some codes exist only within a scope: a municipality (`c_Municipio`) or a locality in its state,
 * a colonia in its postal code. There `scope` limits the look-up (`has('001', 'OAX')`); without it,
 * any scope matches.
 *
 * Ended codes stay listed with their last day. Methods with `at` leave out codes that are not in
 * force on that day. They throw a `TypeError` for a day that does not exist, and a `RangeError` for
 * a count below 0.
 */
export interface Catalog<Row extends Fila = Fila> {
  /** The SAT's name: `c_Moneda`. */
  readonly name: string
  /** Date of the SAT's publication of the data, `YYYY-MM-DD`. */
  readonly date: string
  /** Number of rows. */
  readonly size: number
  /** `false` when the data is known to lack codes of the SAT: an unknown code may then exist. */
  readonly complete: boolean
  /** Whether the catalogue lists the code, in force or not. Allocates no memory. */
  has(code: string, scope?: string): boolean
  /**
   * Whether the SAT's XSD admits the code: listed here, in force or not, or of a form that the XSD
   * admits without a list (large catalogues, and codes of earlier versions).
   */
  admits(code: string): boolean
  /** Returns the row of a code; with `at`, only one in force that day. Rows are frozen. */
  find(code: string, at?: When, scope?: string): Row | undefined
  /**
   * Returns every row of a code: most catalogues have one, `c_MaterialPeligroso` and `c_TasaOCuota`
   * may have several.
   */
  all(code: string, scope?: string): Row[]
  /**
   * Returns every row of a scope, or those in force that day: the municipalities of a state, the
   * colonias of a postal code.
   */
  within(scope: string, at?: When): Row[]
  /**
   * Returns one field of a code's row without creating the row: for rules that run on every
   * concept.
   */
  get<Field extends keyof Row & string>(
    code: string,
    field: Field,
    scope?: string,
  ): Row[Field] | undefined
  /** Returns the state of a code on a day. */
  state(code: string, at: When, scope?: string): State
  /** Iterates over the codes, each once: all, or a page of them. */
  codes(page?: Page): IterableIterator<string>
  /** Iterates over the rows: all, or a page of them. Skipped rows are not created. */
  rows(page?: Page): IterableIterator<Row>
  /**
   * Returns the listed codes nearest to `code`, nearest first, for a «quiso decir». At most
   * `limit`, 3 by default.
   */
  closest(code: string, limit?: number, scope?: string): string[]
}

/**
 * Creates a catalogue over a table that is opened on first use. `readDate` returns its date without
 * opening it.
 */
export function createCatalog<Row extends Fila>(
  name: string,
  open: () => Table,
  readDate: () => string = () => open().header.date,
): Catalog<Row> {
  return new TableCatalog<Row>(name, open, readDate)
}

class TableCatalog<Row extends Fila> implements Catalog<Row> {
  readonly name: string
  readonly #open: () => Table
  readonly #readDate: () => string
  #table: Table | undefined
  #admitted: RegExp | undefined
  #kept: (Row | undefined)[] = []

  constructor(name: string, open: () => Table, readDate: () => string) {
    this.name = name
    this.#open = open
    this.#readDate = readDate
  }

  get date(): string {
    return this.#table?.header.date ?? this.#readDate()
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
    for (const row of this.#rowsOf(code, scope)) if (this.#isValid(row, day)) return this.#row(row)
    return undefined
  }

  all(code: string, scope?: string): Row[] {
    return this.#rowsOf(code, scope).map((row) => this.#row(row))
  }

  within(scope: string, at?: When): Row[] {
    return [...this.#inForce(this.#opened.key.within(scope), at)].map((row) => this.#row(row))
  }

  get<Field extends keyof Row & string>(
    code: string,
    field: Field,
    scope?: string,
  ): Row[Field] | undefined {
    const row = this.#opened.key.find(code, scope)
    if (row < 0) return undefined
    return (
      field === 'clave' ? this.#opened.key.code(row) : this.#opened.columns.get(field)?.value(row)
    ) as Row[Field] | undefined
  }

  state(code: string, at: When, scope?: string): State {
    const first = this.#opened.key.find(code, scope)
    if (first < 0) return 'unknown'
    const day = dayOf(at)
    const state = stateOn(this.#opened, first, day)
    if (state === 'valid') return state
    for (const row of this.#rowsOf(code, scope)) if (this.#isValid(row, day)) return 'valid'
    return state
  }

  codes(page: Page = {}): IterableIterator<string> {
    return sliceItems(this.#codes(this.#inForce(this.#live(), page.at)), page)
  }

  rows(page: Page = {}): IterableIterator<Row> {
    return this.#rows(sliceItems(this.#inForce(this.#live(), page.at), page))
  }

  closest(code: string, limit = 3, scope?: string): string[] {
    return closestCodes(this.#opened, code, countOf('limit', limit, 3), scope)
  }

  get #opened(): Table {
    this.#table ??= this.#open()
    return this.#table
  }

  *#live(): Generator<number> {
    const table = this.#opened
    for (let row = 0; row < table.length; row++) if (!table.hidden?.(row)) yield row
  }

  /** Rows of one code are adjacent, except in catalogues with scopes. */
  *#codes(rows: Iterable<number>): Generator<string> {
    const { key, header } = this.#opened
    const seen = header.key.scope === undefined ? undefined : new Set<string>()
    let before: string | undefined
    for (const row of rows) {
      const code = key.code(row)
      if (seen === undefined ? code !== before : !seen.has(code)) yield code
      seen?.add(code)
      before = code
    }
  }

  *#rows(rows: Iterable<number>): Generator<Row> {
    for (const row of rows) yield this.#row(row)
  }

  #inForce(rows: Iterable<number>, at: When | undefined): Iterable<number> {
    if (at === undefined) return rows
    return this.#inForceOn(rows, dayOf(at))
  }

  *#inForceOn(rows: Iterable<number>, day: string): Generator<number> {
    for (const row of rows) if (this.#isValid(row, day)) yield row
  }

  #isValid(row: number, day: string): boolean {
    return stateOn(this.#opened, row, day) === 'valid'
  }

  #rowsOf(code: string, scope: string | undefined): number[] {
    const { key, header, length } = this.#opened
    const rows: number[] = []
    if (scope === undefined && header.key.scope !== undefined) {
      for (const row of this.#live()) if (key.code(row) === code) rows.push(row)
      return rows
    }
    const first = key.find(code, scope)
    for (let row = first; row >= 0 && row < length && key.code(row) === code; row++) {
      if (scope === undefined || key.scope(row) === scope) rows.push(row)
    }
    return rows
  }

  /**
   * Rows of small catalogues are cached. Those of large ones are created each time: they would take
   * more memory than the catalogue.
   */
  #row(row: number): Row {
    const kept = this.#kept[row]
    if (kept) return kept
    const { key, columns, header } = this.#opened
    const fields: Record<string, Value> = { clave: key.code(row) }
    for (const column of columns.values()) {
      if (header.texts?.some((text) => text.name === column.name)) {
        // Descriptions of large catalogues are loaded when one is first read.
        Object.defineProperty(fields, column.name, {
          enumerable: true,
          get: () => column.value(row),
        })
      } else fields[column.name] = column.value(row)
    }
    const built = Object.freeze(fields) as unknown as Row
    if (this.#opened.length <= keptRows) this.#kept[row] = built
    return built
  }
}

const keptRows = 256
