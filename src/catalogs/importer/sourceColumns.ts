/**
 * The declaration of a table from which a catalogue is imported, and of its columns.
 * @module
 */
import type { CodedContext, Kind } from '../format.js'
import type { CatalogName } from '../rows.js'

/** A column of a table. `choice` is a text whose inner spaces are insignificant (`0, 1`). */
export interface SourceColumn {
  /**
   * `clave`: the code. `scope`: the scope of the code. `part`: one of the parts of a composed code,
   * in order.
   */
  readonly role: 'clave' | 'scope' | 'part' | 'value'
  readonly kind: Kind | 'choice'
  /** Name in the row. Defaults to the table's, in camelCase. */
  readonly name?: string
  /** Whether it is a regular expression, whose line breaks come from the workbook's cells. */
  readonly pattern?: true
}

/** Columns that are coded by a model, and what it expects their values from. */
export type Coded = { readonly [column: string]: CodedContext }

/** One catalogue to import. */
export interface Source {
  readonly name: CatalogName
  /** File name of the table, without `.tsv`. */
  readonly file: string
  /** All columns of the table, in order. */
  readonly columns: { readonly [column: string]: SourceColumn }
  /** `false`: the table is known to lack rows (`MANIFEST.md` of the source). */
  readonly complete?: false
  /** Pattern of codes that the SAT's XSD admits and the table does not list. */
  readonly admits?: string
  /** Codes that only the XSD still lists, with their last day in force. */
  readonly retired?: { readonly [code: string]: string }
  /** Whether a code may have several rows. */
  readonly repeats?: true
  /** Whether rows are sorted by code, because the SAT lists them in no order. */
  readonly sorted?: true
  /** Columns kept in a separate text, loaded when one of them is first read. */
  readonly texts?: readonly string[]
  /** Columns to code by a model, because few rules read them; `clave` for the key. */
  readonly coded?: Coded
  /** Columns with the values of another catalogue at the same key, and its name. */
  readonly borrows?: { readonly [column: string]: CatalogName }
}

/** Returns the name of the row's field for a column of a table. */
export function fieldName(column: string, { name }: SourceColumn): string {
  return name ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export const clave: SourceColumn = { role: 'clave', kind: 'text', name: 'clave' }
export const scope: SourceColumn = { role: 'scope', kind: 'text' }
export const part: SourceColumn = { role: 'part', kind: 'text' }
export const text: SourceColumn = { role: 'value', kind: 'text' }
export const texto: SourceColumn = { role: 'value', kind: 'text', name: 'texto' }
export const optional: SourceColumn = { role: 'value', kind: 'optional' }
export const flag: SourceColumn = { role: 'value', kind: 'flag' }
export const integer: SourceColumn = { role: 'value', kind: 'integer' }
export const list: SourceColumn = { role: 'value', kind: 'list' }
export const choice: SourceColumn = { role: 'value', kind: 'choice' }
export const date: SourceColumn = { role: 'value', kind: 'date' }
// The cell of MEX has a line break within a class: `[0\n-9A]`, which would match `#` and `&`. The
// class is [0-9A], as the check digit of an RFC in the SAT's own XSD (t_RFC).
export const pattern: SourceColumn = { role: 'value', kind: 'optional', pattern: true }
