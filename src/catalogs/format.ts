/**
 * The packed form of a catalogue: what the importer writes and {@link openTable} reads.
 *
 * A packed text is one line of JSON (the {@link Header}), a newline, and a body. `lines` is for the small catalogues, so that a renewal
 * reads as a diff: one row a line, tab between values. `columns` is for the big ones: Base64 of a raw DEFLATE stream (RFC 1951) holding
 * the key block, then one block per column. A column whose values are all equal is written in the header only, in both forms.
 * @module
 */

/** How the text of a column becomes a value: `optional` and `date` are `undefined` when empty, a `list` is split at commas. */
export type Kind = 'text' | 'optional' | 'date' | 'flag' | 'integer' | 'list'

/** What a column holds once read. */
export type Value = string | number | boolean | readonly string[] | undefined

/** Digits of fixed width that make up a numeric key. */
export interface KeyPart {
  readonly name: string
  readonly width: number
}

/** How rows are found: by any text (`names`), or by digits kept as sorted numbers. */
export type KeySpec =
  | { readonly as: 'names'; readonly scope?: string; readonly bytes?: number }
  | { readonly as: 'digits'; readonly parts: readonly KeyPart[]; readonly scope?: string; readonly bytes: number }

interface ColumnName {
  readonly name: string
  readonly kind: Kind
}

/** Every row has this value. */
export interface ConstantSpec extends ColumnName {
  readonly as: 'constant'
  readonly value: string
}

/** Next value of the tab-separated line. */
export interface LineSpec extends ColumnName {
  readonly as: 'line'
}

/** One byte a row into `values`; past 256 values a second plane of bytes holds the high part. */
export interface DictionarySpec extends ColumnName {
  readonly as: 'dictionary'
  readonly values: readonly string[]
}

/** Long runs of one value: the first row of each run, as differences, then one byte a run into `values`. */
export interface RunsSpec extends ColumnName {
  readonly as: 'runs'
  readonly values: readonly string[]
  readonly runs: number
  readonly bytes: number
}

/** UTF-8, one line a row, `bytes` long. {@link borrowed} alone stands for the value that the lender's column has at the same key. */
export interface TextSpec extends ColumnName {
  readonly as: 'text'
  readonly bytes: number
  readonly lender?: string
}

export type ColumnSpec = ConstantSpec | LineSpec | DictionarySpec | RunsSpec | TextSpec

/** First line of a packed text. */
export interface Header {
  readonly name: string
  /** Day of the SAT's publication that it was made from. */
  readonly date: string
  readonly rows: number
  /** `false` when the source is known to miss rows: a code that is not here may exist. */
  readonly complete: boolean
  /** Pattern of the codes that the SAT's XSD admits besides the ones listed here. */
  readonly admits?: string
  readonly form: 'lines' | 'columns'
  readonly key: KeySpec
  readonly columns: readonly ColumnSpec[]
  /** Columns kept in a second packed text, `<name>.texto`, loaded when one of them is first read. */
  readonly texts?: readonly TextSpec[]
  /** Bytes of the body before compression. */
  readonly bytes?: number
}

/** Stands for «the same as the lender's». */
export const borrowed = '\u0001'

/** Name of the packed text that holds the long descriptions of a catalogue. */
export const textsOf = (name: string): string => `${name}.texto`

/** Splits a packed text into header and body. */
export function readHeader(text: string): { readonly header: Header; readonly body: string } {
  const end = text.indexOf('\n')
  return { header: JSON.parse(text.slice(0, end)) as Header, body: text.slice(end + 1) }
}

/** What `read` makes of a packed text; a `RangeError` that names the catalogue when the text is not whole. */
export function undamaged<Made>(
  name: string,
  text: string,
  read: (whole: ReturnType<typeof readHeader>) => Made,
): Made {
  try {
    const whole = readHeader(text)
    if (whole.header.name === name) return read(whole)
    throw new RangeError(`it is ${whole.header.name}`)
  } catch (cause) {
    throw new RangeError(`damaged catalogue ${name}: ${(cause as Error).message}`, { cause })
  }
}

/** The value of a column, from its text. */
export function toValue(kind: Kind, text: string): Value {
  switch (kind) {
    case 'text':
      return text
    case 'flag':
      return text === '1'
    case 'integer':
      return text === '' ? undefined : Number(text)
    case 'list':
      return Object.freeze(text === '' ? [] : text.split(/,|\sy\s/).map((item) => item.trim()))
    default:
      return text === '' ? undefined : text
  }
}
