/**
 * Format of records in a log: JSON with the XML after the other members, so that an index is built
 * without parsing the XML.
 *
 *     {"order":{…},"xml":"…","sum":"…","tokenless":true}
 * @module
 */

/** A record with a version. */
export interface Versioned {
  readonly version: number
  readonly status: string
  readonly xml: string
  readonly at: number
  readonly due?: number
  readonly claim?: unknown
}

/** Kinds of records. */
export type RecordName = 'entry' | 'order' | 'life'

/** A record as it is in the file. */
export interface StoredRecord<Stored extends Versioned> {
  readonly head: Omit<Stored, 'xml'>
  /** Absent where an earlier record has it. */
  readonly xml?: string
  /** SHA-256 of the XML, if the XML may change. */
  readonly sum?: string
  /** The record has no token, and is not of an earlier version. */
  readonly tokenless?: true
}

/**
 * Returns the record if it is of this kind. Version 2 had entries only, with the XML among the
 * other members.
 */
export function storedRecord<Stored extends Versioned>(
  value: Readonly<Record<string, unknown>>,
  name: RecordName,
): StoredRecord<Stored> | undefined {
  const { [name]: head, xml, sum, tokenless, ...earlier } = value
  const whole = head ?? (name === 'entry' && 'token' in earlier ? earlier : undefined)
  if (whole === undefined) return undefined
  const { version } = whole as Partial<Versioned>
  if (typeof version !== 'number') return undefined
  return {
    head: whole,
    ...(xml !== undefined && { xml }),
    ...(sum !== undefined && { sum }),
    ...(tokenless === true && { tokenless }),
  } as StoredRecord<Stored>
}

const [headsEnd, sumsStart, tokenlessEnd] = ['},"xml":"', ',"sum":"', ',"tokenless":true']
/** Bytes of the members behind the XML. */
const longestRest = `${sumsStart}${'f'.repeat(64)}","tokenless":true}`.length + 1

/**
 * Parses a record with empty text for its XML, which is most of its bytes. The delimiters cannot
 * occur inside a JSON text, which escapes quotation marks.
 */
export function parseHead(record: Buffer): Readonly<Record<string, unknown>> {
  const end = record.indexOf(headsEnd)
  const text = end === -1 ? '' : record.toString('utf8', 0, end + 1)
  if (!/^\{"(?:entry|order|life)":/.test(text)) return Object(JSON.parse(record.toString()))
  const sum = record.lastIndexOf(sumsStart)
  const rest = sum > end && record.length - sum < longestRest ? record.toString('utf8', sum) : '}'
  return Object(JSON.parse(`${text},"xml":""${rest}`))
}

/** The end of a record, behind its XML. */
export function recordEnd(tokenless: boolean | undefined): string {
  if (tokenless === true) return `${tokenlessEnd}}`
  return '}'
}

/** The members of an XML. */
export function membersOf(xml: string, sum: string | undefined): string {
  return `"xml":${JSON.stringify(xml)}${sum === undefined ? '' : `,"sum":"${sum}"`}`
}

/**
 * Returns the unchanged bytes of the XML members; undefined for version 2, where the XML is among
 * the others.
 */
export function rawMembersOf(record: Buffer): Buffer | undefined {
  const start = record.indexOf(headsEnd)
  if (start === -1) return undefined
  const stop = record.length - 1
  const end =
    record.toString('latin1', stop - tokenlessEnd.length, stop) === tokenlessEnd
      ? stop - tokenlessEnd.length
      : stop
  return record.subarray(start + 2, end)
}
