/**
 * The packed form of a catalogue, as the importer writes it and {@link openTable} reads it.
 *
 * A packed text is one line of JSON (the {@link Header}), a newline, and a body. `lines` is for
 * small catalogues, so that an update is a readable diff: one row per line, tab between values.
 * `columns` is for large ones: Base64 of a raw DEFLATE stream (RFC 1951) with the key block, then
 * one block per column; long descriptions have a form of their own ({@link WordsSpec}). In both forms, the header alone holds a column whose values are all equal.
 * @module
 */

/**
 * Conversion of a column's text to a value: `optional` and `date` are `undefined` when empty, a
 * `list` is split at commas.
 */
export type Kind = 'text' | 'optional' | 'date' | 'flag' | 'integer' | 'list'

/** A value of a column. */
export type Value = string | number | boolean | readonly string[] | undefined

/** Digits of fixed width within a numeric key. */
export interface KeyPart {
  readonly name: string
  readonly width: number
}

/**
 * Key of the rows: any text (`names`), or digits kept as sorted numbers: each, or the limits of
 * `runs` of consecutive ones. With `modulus` they are coded by a model (`codeSteps`). Digits
 * within scopes may be in another order.
 */
export type KeySpec =
  | { readonly as: 'names'; readonly scope?: string; readonly bytes?: number }
  | {
      readonly as: 'digits'
      readonly parts: readonly KeyPart[]
      readonly scope?: string
      readonly scoped?: ScopedSpec
      readonly runs?: number
      readonly modulus?: number
      readonly bytes: number
    }

/**
 * Codes of each thousand of scopes ascending, then from the byte `choicesAt` on the choices of models
 * for the `scopes` different scopes, and for the scope of each code.
 */
export interface ScopedSpec {
  readonly scopes: number
  readonly choicesAt: number
}

interface ColumnName {
  readonly name: string
  readonly kind: Kind
}

/** One value for all rows. */
export interface ConstantSpec extends ColumnName {
  readonly as: 'constant'
  readonly value: string
}

/** The next value of the tab-separated line. */
export interface LineSpec extends ColumnName {
  readonly as: 'line'
}

/**
 * One byte per row into `values`; with more than 256 values a second plane of bytes holds the high
 * part.
 */
export interface DictionarySpec extends ColumnName {
  readonly as: 'dictionary'
  readonly values: readonly string[]
}

/**
 * Runs of one value: the first row of each run, as differences, then one byte per run into
 * `values`; with more than 256 values a second plane of bytes holds the high part.
 */
export interface RunsSpec extends ColumnName {
  readonly as: 'runs'
  readonly values: readonly string[]
  readonly runs: number
  readonly bytes: number
}

/**
 * UTF-8, one line per row, `bytes` long. A line of only {@link borrowed} stands for the lender's
 * value at the same key.
 */
export interface TextSpec extends ColumnName {
  readonly as: 'text'
  readonly bytes: number
  readonly lender?: string
}

/** What a place is expected from: the code modulo `modulus`, or the place in the column `beside`. */
export interface CodedContext {
  readonly modulus?: number
  readonly beside?: string
  /** Whether it is expected from the last place, too. */
  readonly follows?: true
}

/** Places in `values`, coded by a model (`codePlaces`), for columns that few rules read. */
export interface CodedSpec extends ColumnName, CodedContext {
  readonly as: 'coded'
  readonly values: readonly string[]
  readonly bytes: number
}

/** Days since 1970 of each row's date, as differences; `bytes` long. */
export interface DaysSpec extends ColumnName {
  readonly as: 'days'
  readonly bytes: number
}

export type ColumnSpec =
  | ConstantSpec
  | LineSpec
  | DictionarySpec
  | RunsSpec
  | CodedSpec
  | DaysSpec
  | TextSpec

/** First line of a packed text. */
export interface Header {
  readonly name: string
  /** Date of the SAT's publication. */
  readonly date: string
  readonly rows: number
  /** `false` when the source is known to lack rows: an unknown code may exist. */
  readonly complete: boolean
  /** Pattern of the codes that the SAT's XSD admits besides the listed ones. */
  readonly admits?: string
  readonly form: 'lines' | 'columns'
  readonly key: KeySpec
  readonly columns: readonly ColumnSpec[]
  /**
   * Columns kept in a second packed text, `<name>.texto`, loaded when one of them is first read.
   */
  readonly texts?: readonly TextSpec[]
  /** Bytes of the body before compression. */
  readonly bytes?: number
  /** Present in a body of coded words. */
  readonly words?: WordsSpec
}

/**
 * A body of descriptions as the choices of a model of words, which take a third less than DEFLATE:
 * the DEFLATE stream of the vocabulary, and the choices of blocks of lines, each read alone.
 */
export interface WordsSpec {
  /** Bytes of the vocabulary, and those of its stream. */
  readonly vocabulary: number
  readonly stream: number
  /** Separators of the vocabulary, which has them before the words. */
  readonly separators: number
  readonly blocks: readonly WordsBlock[]
}

/** Lines that are decoded together. */
export interface WordsBlock {
  readonly lines: number
  /** Bytes of the text, and those of its choices. */
  readonly bytes: number
  readonly choices: number
  /** Words of the vocabulary that no block before it has. */
  readonly words: number
  /** Check sum of the text, because most damage decodes to another one. */
  readonly sum: number
}

/** Mark of a value equal to the lender's. */
export const borrowed = '\u0001'

/** Name of the packed text with the long descriptions of a catalogue. */
export const textsOf = (name: string): string => `${name}.texto`

/** Splits a packed text into header and body. */
export function readHeader(text: string): { readonly header: Header; readonly body: string } {
  const end = text.indexOf('\n')
  return { header: JSON.parse(text.slice(0, end)) as Header, body: text.slice(end + 1) }
}

/**
 * Runs `read` on a packed text. Throws a `RangeError` that names the catalogue when the text is
 * damaged.
 */
export function undamaged<Made>(
  name: string,
  text: string,
  read: (whole: ReturnType<typeof readHeader>) => Made,
): Made {
  return refuseDamage(name, () => {
    const whole = readHeader(text)
    if (whole.header.name === name) return read(whole)
    throw new RangeError(`it is ${whole.header.name}`)
  })
}

/** Returns the result of `read`. Throws a `RangeError` that names the catalogue for its errors. */
export function refuseDamage<Made>(name: string, read: () => Made): Made {
  try {
    return read()
  } catch (cause) {
    throw new RangeError(`damaged catalogue ${name}: ${(cause as Error).message}`, { cause })
  }
}

/** Converts a column's text to its value. */
export function toValue(kind: Kind, text: string): Value {
  switch (kind) {
    case 'text':
      return text
    case 'flag':
      return text === '1'
    case 'integer':
      if (text === '') return undefined
      return Number(text)
    case 'list':
      return Object.freeze(text === '' ? [] : text.split(/,|\sy\s/).map((item) => item.trim()))
    default:
      if (text === '') return undefined
      return text
  }
}
