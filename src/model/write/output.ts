/**
 * Types and output of the writers.
 * @module
 */
import { writeNumber } from '../../lib/decimal.js'

/**
 * Output so far. Text that only grows at its end is joined in half the time (measured). An output
 * that was not requested has undefined content: writers skip it where that saves time.
 */
export class Output {
  xml = ''
  /** The cadena original. */
  cadena = ''
  readonly writesXml: boolean
  readonly writesCadena: boolean

  constructor(writesXml: boolean, writesCadena: boolean) {
    this.writesXml = writesXml
    this.writesCadena = writesCadena
  }
}

/** Appends the content of a member. */
export type WriteContent = (content: unknown, output: Output) => void

/** Writes an element; `head` precedes its attributes. */
export type WriteElement = (value: unknown, output: Output, head: string) => void

/** Writer of a member. */
export interface MemberForm {
  readonly isAttribute: boolean
  /** Position among the element's fields; -1 if it adds nothing to the cadena. */
  readonly rank: number
  /** Writes it, unless it is an attribute: attributes are written with their element. */
  readonly write: WriteContent
}

/** Data for the writer of an element. */
export interface ElementForm {
  readonly name: string
  /** Start of its tag, `<cfdi:Emisor`. */
  readonly open: string
  /** Its end tag. */
  readonly close: string
  /** In the order of the XML. */
  readonly members: ReadonlyMap<string, MemberForm>
  /** Cadena text of each absent member, by rank. */
  readonly absent: readonly string[]
}

/**
 * Returns the text of an attribute or of an element. @throws TypeError when the value is neither
 * text nor a finite number.
 */
export function scalar(value: unknown, element: string, key: string): string {
  if (typeof value === 'string') return value
  const text = typeof value === 'number' ? writeNumber(value) : undefined
  if (text === undefined) throw new TypeError(`${element}.${key} debe ser texto o un número finito`)
  return text
}
