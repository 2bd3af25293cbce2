/**
 * Shapes of the records in a log, to decide which records of a damaged frame are still records.
 * @module
 */
import { createHash } from 'node:crypto'

type Members = Readonly<Record<string, unknown>>
/** Form of a value: a list of words admits these. */
type Form = 'text' | 'key' | 'count' | 'version' | 'time' | 'record' | readonly string[]

interface Shape {
  readonly required: Readonly<Record<string, Form>>
  readonly optional?: Readonly<Record<string, Form>>
  /** Form of the items of a list. */
  readonly lists?: Readonly<Record<string, Form>>
}

const shapes: Readonly<Record<string, Shape>> = {
  order: {
    required: {
      key: 'key',
      version: 'version',
      status: ['open', 'answered', 'acknowledged'],
      fingerprint: 'text',
      at: 'time',
    },
    optional: { token: 'key', due: 'time', claim: 'record' },
    lists: { warnings: 'record' },
  },
  entry: {
    required: {
      token: 'key',
      version: 'version',
      status: ['open', 'watched', 'closed'],
      at: 'time',
    },
    optional: { due: 'time', claim: 'record' },
    lists: { abandoned: 'record' },
  },
  life: {
    required: {
      uuid: 'key',
      version: 'version',
      status: ['open', 'closed'],
      life: 'record',
      change: 'count',
      acknowledged: 'count',
      at: 'time',
    },
    optional: { due: 'time', claim: 'record' },
  },
  identity: { required: { id: 'key', since: 'time' } },
  series: { required: { rfc: 'key', serie: 'text', last: 'count' }, lists: { free: 'count' } },
  folio: {
    required: {
      folio: 'count',
      rfc: 'key',
      serie: 'text',
      did: ['take', 'bind', 'commit', 'release'],
    },
    optional: { holder: 'text', since: 'time' },
  },
}

function hasForm(value: unknown, form: Form): boolean {
  switch (form) {
    case 'text':
      return typeof value === 'string'
    case 'key':
      return typeof value === 'string' && value !== ''
    case 'count':
      return Number.isSafeInteger(value) && (value as number) >= 0
    case 'version':
      return Number.isSafeInteger(value) && (value as number) > 0
    case 'time':
      return Number.isFinite(value)
    case 'record':
      return typeof value === 'object' && value !== null
    default:
      return form.includes(value as string)
  }
}

/** Members beside that of the kind. */
const besides: ReadonlySet<string> = new Set(['xml', 'sum', 'tokenless'])

/** Returns the kind of a record that has every member of its kind; `undefined` for other bytes. */
export function kindOfRecord(value: unknown): string | undefined {
  if (!hasForm(value, 'record')) return undefined
  const record = value as Members
  const [kind, ...others] = Object.keys(record).filter((name) => !besides.has(name))
  const shape = shapes[kind ?? '']
  if (kind === undefined || shape === undefined || others.length > 0) return undefined
  if (!hasForm(record[kind], 'record')) return undefined
  const members = record[kind] as Members
  const { required, optional = {}, lists = {} } = shape
  for (const [name, form] of Object.entries(required))
    if (!hasForm(members[name], form)) return undefined
  for (const [name, form] of Object.entries(optional))
    if (members[name] !== undefined && !hasForm(members[name], form)) return undefined
  for (const [name, form] of Object.entries(lists)) {
    const items = members[name]
    if (!Array.isArray(items)) return undefined
    for (const item of items) if (!hasForm(item, form)) return undefined
  }
  return hasItsXml(record) ? kind : undefined
}

/** Whether the XML, if any, is text, and has the stated digest. */
function hasItsXml({ xml, sum, tokenless }: Members): boolean {
  if (xml === undefined) return sum === undefined && (tokenless === undefined || tokenless === true)
  if (typeof xml !== 'string') return false
  return sum === undefined || createHash('sha256').update(xml).digest('hex') === sum
}
