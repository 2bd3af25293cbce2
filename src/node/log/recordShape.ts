/**
 * Shapes of the records in a log, to decide which records of a damaged frame are still records.
 * @module
 */
import { createHash } from 'node:crypto'

type Members = Readonly<Record<string, unknown>>
type Test = (value: unknown) => boolean

const isTextValue: Test = (value) => typeof value === 'string'
const isNonEmptyText: Test = (value) => typeof value === 'string' && value !== ''
const isNatural: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isPositive: Test = (value) => isNatural(value) && value !== 0
const isFiniteTime: Test = (value) => typeof value === 'number' && Number.isFinite(value)
const isWordOf = (...words: string[]): Test => {
  return (value) => words.includes(value as string)
}
const isRecordLike: Test = (value) => typeof value === 'object' && value !== null
const isListOf = (test: Test): Test => {
  return (value) => Array.isArray(value) && value.every(test)
}
const isOptional = (test: Test): Test => {
  return (value) => value === undefined || test(value)
}

/** Members of each kind of record that the store reads, and their tests. */
const shapes: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  order: {
    key: isNonEmptyText,
    version: isPositive,
    status: isWordOf('open', 'answered', 'acknowledged'),
    fingerprint: isTextValue,
    warnings: isListOf(isRecordLike),
    at: isFiniteTime,
    token: isOptional(isNonEmptyText),
    due: isOptional(isFiniteTime),
    claim: isOptional(isRecordLike),
  },
  entry: {
    token: isNonEmptyText,
    version: isPositive,
    status: isWordOf('open', 'watched', 'closed'),
    abandoned: isListOf(isRecordLike),
    at: isFiniteTime,
    due: isOptional(isFiniteTime),
    claim: isOptional(isRecordLike),
  },
  life: {
    uuid: isNonEmptyText,
    version: isPositive,
    status: isWordOf('open', 'closed'),
    life: isRecordLike,
    change: isNatural,
    acknowledged: isNatural,
    at: isFiniteTime,
    due: isOptional(isFiniteTime),
    claim: isOptional(isRecordLike),
  },
  identity: { id: isNonEmptyText, since: isFiniteTime },
  series: { rfc: isNonEmptyText, serie: isTextValue, last: isNatural, free: isListOf(isNatural) },
  folio: {
    folio: isNatural,
    rfc: isNonEmptyText,
    serie: isTextValue,
    did: isWordOf('take', 'bind', 'commit', 'release'),
    holder: isOptional(isTextValue),
    since: isOptional(isFiniteTime),
  },
}

/** Members beside that of the kind. */
const besides: ReadonlySet<string> = new Set(['xml', 'sum', 'tokenless'])

/** Returns the kind of a record that has every member of its kind; `undefined` for other bytes. */
export function kindOfRecord(value: unknown): string | undefined {
  if (!isRecordLike(value)) return undefined
  const record = value as Members
  const [kind, ...others] = Object.keys(record).filter((name) => !besides.has(name))
  const shape = shapes[kind ?? '']
  if (kind === undefined || shape === undefined || others.length > 0) return undefined
  const members = record[kind]
  if (!isRecordLike(members)) return undefined
  for (const [name, test] of Object.entries(shape))
    if (!test((members as Members)[name])) return undefined
  return hasItsXml(record) ? kind : undefined
}

/** Whether the XML, if any, is text, and has the stated digest. */
function hasItsXml({ xml, sum, tokenless }: Members): boolean {
  if (xml === undefined) return sum === undefined && isOptional(Boolean)(tokenless)
  if (!isTextValue(xml)) return false
  if (sum === undefined) return true
  return (
    createHash('sha256')
      .update(xml as string)
      .digest('hex') === sum
  )
}
