/**
 * What the writers write with, and what they are to one another.
 * @module
 */
import { writeNumber } from '../../lib/decimal.js'

/**
 * What is written so far. Text that only grows at its end is joined in half the time (measured). What is not asked for holds
 * anything: writers skip it where it costs, and nobody reads it.
 */
export class Pen {
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

/** Writes the content of a member after what is written. */
export type WriteContent = (content: unknown, pen: Pen) => void

/** Writes an element; `head` goes before its attributes. */
export type WriteElement = (value: unknown, pen: Pen, head: string) => void

/** How a member is written. */
export interface MemberForm {
  readonly isAttribute: boolean
  /** Its place among the fields of the element; -1 when it adds nothing to the cadena. */
  readonly rank: number
  /** Writes it, when it is not an attribute: those are written with their element. */
  readonly write: WriteContent
}

/** What an element is written from. */
export interface ElementForm {
  readonly name: string
  /** The start of its tag, `<cfdi:Emisor`. */
  readonly open: string
  /** Its end tag. */
  readonly close: string
  /** In the order of the XML. */
  readonly members: ReadonlyMap<string, MemberForm>
  /** By rank, what a member that is absent leaves in the cadena. */
  readonly absent: readonly string[]
}

/** The text of an attribute or of an element. @throws TypeError when the value is neither text nor a finite number. */
export function scalar(value: unknown, element: string, key: string): string {
  if (typeof value === 'string') return value
  const text = typeof value === 'number' ? writeNumber(value) : undefined
  if (text === undefined) throw new TypeError(`${element}.${key} debe ser texto o un número finito`)
  return text
}
