/**
 * One catalogue of the SAT: which codes exist, what they mean, when they are in force.
 * @module
 */
import { closestCodes } from './closest.js'
import type { Column } from './column.js'
import { dayOf, type State, stateOn, type When } from './day.js'
import type { Value } from './format.js'
import { countOf, type Page, pageOf } from './page.js'
import type { Fila } from './rows.js'
import type { Table } from './table.js'

/**
 * A catalogue. Opened when it is first asked something, once; every question after that is synchronous.
 *
 * Some codes exist only within a scope: a municipality (`c_Municipio`) or a locality in its state, a colonia in its postal code. There
 * `scope` narrows the question (`has('001', 'OAX')`), and leaving it out asks whether the code exists in any.
 *
 * Codes of before stay listed with the last day that they were good for: where `at` may be given, it leaves out what is not in force that
 * day. A day that does not exist throws a `TypeError`, a count below 0 a `RangeError`.
 */
export interface Catalog<Row extends Fila = Fila> {
  /** The SAT's name of it: `c_Moneda`. */
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
  /** Every row of a scope, or those in force that day: the municipalities of a state, the colonias of a postal code. */
  within(scope: string, at?: When): Row[]
  /** One field of the row of a code, without building the row: for rules that run on every concept. */
  get<Field extends keyof Row & string>(code: string, field: Field, scope?: string): Row[Field] | undefined
  /** How a code stands on a day. */
  state(code: string, at: When, scope?: string): State
  /** The codes, each once: all, or a page of them. */
  codes(page?: Page): IterableIterator<string>
  /** The rows: all, or a page of them. What is passed over is not built. */
  rows(page?: Page): IterableIterator<Row>
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
    for (const row of this.#rowsOf(code, scope)) if (this.#isValid(row, day)) return this.#row(row)
    return undefined
  }

  all(code: string, scope?: string): Row[] {
    return this.#rowsOf(code, scope).map((row) => this.#row(row))
  }

  within(scope: string, at?: When): Row[] {
    return [...this.#inForce(this.#opened.key.within(scope), at)].map((row) => this.#row(row))
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
    const state = stateOn(this.#opened, first, day)
    if (state === 'valid') return state
    return this.#rowsOf(code, scope).some((row) => this.#isValid(row, day)) ? 'valid' : state
  }

  codes(page: Page = {}): IterableIterator<string> {
    return pageOf(this.#codes(this.#inForce(this.#live(), page.at)), page)
  }

  rows(page: Page = {}): IterableIterator<Row> {
    return this.#rows(pageOf(this.#inForce(this.#live(), page.at), page))
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

  /** Rows of one code lie together, but for catalogues with scopes. */
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
    return at === undefined ? rows : this.#inForceOn(rows, dayOf(at))
  }

  *#inForceOn(rows: Iterable<number>, day: string): Generator<number> {
    for (const row of rows) if (this.#isValid(row, day)) yield row
  }

  #isValid(row: number, day: string): boolean {
    return stateOn(this.#opened, row, day) === 'valid'
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
