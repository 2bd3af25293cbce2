/**
 * Compare-and-set writes of records, several per statement.
 *
 * The XML is transmitted once, with the order; the journal entry copies it inside the database.
 * Later versions of both omit it: the token is the SHA-256 of the XML, so the same token means the
 * same XML.
 * @module
 */
import { PostgresError } from '../../errors.js'
import { type Database, lockLimit, requireText } from '../database.js'
import type { Handover } from './handover.js'
import type { RecordTable } from '../records.js'

/** Parameters of a record. */
export interface Sent {
  readonly key: string
  /** '' means none; processes of earlier versions write null. */
  readonly token: string
  readonly xml: string
  /** Whether the statement may omit the XML. */
  readonly isKnown: boolean
  readonly row: object
}

/** Validates a record, because PostgreSQL would refuse the whole shared statement. */
export function sentOf<Stored>(
  { name, split }: RecordTable<Stored>,
  { skew }: Database,
  stored: Stored,
  handover: Handover | undefined,
): Sent {
  const { columns, body } = split(stored)
  const { claim, key, version, status, xml, token = '', due } = columns
  requireKey(key)
  requireText(xml, 'xml')
  requireText(token, 'token')
  if (claim !== undefined) requireText(claim.owner, 'owner')
  const isKnown =
    name === 'journal'
      ? version > 1 || handover?.takeXml(key) === true
      : name === 'orders' && version > 1 && token !== ''
  // JSON inside a JSON text: PostgreSQL keeps escapes that it could not decode.
  const row = { key, version, status, token, body: JSON.stringify(body) }
  const visited = due === undefined ? row : { ...row, due: skew.toDatabase(due) }
  const held =
    claim === undefined
      ? visited
      : { ...visited, owner: claim.owner, until: skew.toDatabase(claim.until) }
  return { key, token, xml, isKnown, row: held }
}

/** The longest key, in bytes: an entry of a B-tree holds 2,700. */
const longestKey = 1_000

/** @throws PostgresError */
export function requireKey(key: string): void {
  requireText(key, 'key')
  if (key.length * 3 > longestKey && new TextEncoder().encode(key).length > longestKey) {
    throw new PostgresError('POSTGRES_VALUE', `a key has at most ${longestKey} bytes`)
  }
}

/** Differences between the writes of the tables. */
const particularsIn = (schema: string) => ({
  orders: {
    // Without orders whose token belongs to another order, or to an earlier one of the statement.
    given: `
  select distinct on (g.token, case when g.token = '' then g.key end) g.* from sent g
  where g.token = ''
    or not exists (select from ${schema}.orders o where o.token = g.token and o.token <> '' and o.key <> g.key)
  order by g.token, case when g.token = '' then g.key end, g.key`,
    columns: ', token',
    values: ', g.token',
    set: ', token = g.token',
    // Another token means another XML.
    isSame: ' and (g.xml is not null or r.token = g.token)',
    returned: 'key, token',
    // Whether the journal has the document of a new order, which saves a lookup.
    inserted: `exists (select from ${schema}.journal j where j.key = i.token)::text`,
  },
  journal: {
    // First journal entries without XML copy that of the order, in its stored, compressed form.
    given: `
  select g.key, g.version, g.status, g.body, g.token, g.owner, g.until, g.due,
    case when g.xml is null and g.version = 1
      then (select o.xml from ${schema}.orders o where o.token = g.key and o.token <> '') else g.xml end as xml
  from sent g`,
    ...{ columns: '', values: '', set: '', isSame: '', returned: 'key', inserted: 'null' },
  },
  lives: {
    given: 'select * from sent',
    ...{ columns: '', values: '', set: '', isSame: '', returned: 'key', inserted: 'null' },
  },
})

/**
 * Compares and writes in one statement. All processes lock rows in the same order, which prevents
 * deadlocks. Two updates that set one token on two existing orders collide in its index (23505);
 * each is then retried alone and finds the other.
 */
export function writeStatement(
  { name }: Pick<RecordTable<never>, 'name'>,
  { schema }: Pick<Database, 'schema'>,
): string {
  const rows = `${schema}.${name}`
  const { given, columns, values, set, isSame, returned, inserted } = particularsIn(schema)[name]
  return `with ${lockLimit('$2')}, sent as materialized (
       select g.* from limits, json_to_recordset($1::text::json) as g(
         key text, version integer, status text, xml text, body text, token text, owner text, until bigint, due bigint)
     ), given as materialized (${given}
     ), mine as materialized (
       select r.key from ${rows} r join given g on g.key = r.key and g.version > 1 order by r.key for update of r
     ), updated as (
       update ${rows} r
       set version = g.version, status = g.status, body = g.body::json, owner = g.owner, until = g.until,
         xml = case when g.xml is null or r.xml = g.xml then r.xml else g.xml end, written = clock_timestamp(),
         due = to_timestamp(g.due / 1000.0)${set}
       from given g join mine m on m.key = g.key
       where r.key = g.key and r.version = g.version - 1${isSame}
       returning r.key
     ), inserted as (
       insert into ${rows} (key, version, status, xml, body, owner, until, due${columns})
       select g.key, g.version, g.status, g.xml, g.body::json, g.owner, g.until, to_timestamp(g.due / 1000.0)${values}
       from given g where g.version = 1 and g.xml is not null order by g.key collate "C"
       on conflict do nothing
       returning ${returned}
     )
     select key, null as journaled from updated union all select i.key, ${inserted} from inserted i`
}

interface Writing {
  readonly table: Pick<RecordTable<never>, 'name'>
  readonly statement: string
  readonly handover: Handover | undefined
}

/**
 * Resolves to whether each record was written. A record that was sent without its XML and not
 * written is sent again with it.
 */
export async function writeAllRecords(
  database: Database,
  writing: Writing,
  sent: readonly Sent[],
): Promise<readonly boolean[]> {
  const written = await writeRows(database, writing, sent, false)
  const missed = sent.filter(({ key, isKnown }) => isKnown && !written.has(key))
  if (missed.length > 0)
    for (const key of await writeRows(database, writing, missed, true)) written.add(key)
  return sent.map(({ key }) => written.has(key))
}

/** Resolves to the written keys. @param isWhole also sends XML that the database may have */
async function writeRows(
  { queryForMany, lockLimit: limit }: Database,
  { table, statement, handover }: Writing,
  sent: readonly Sent[],
  isWhole: boolean,
): Promise<Set<string>> {
  const rows = sent.map(({ row, xml, isKnown }) => (isKnown && !isWhole ? row : { ...row, xml }))
  const found = await queryForMany(statement, JSON.stringify(rows), limit)
  const journaled = new Map(found.map(({ key, journaled }) => [key as string, journaled]))
  if (handover !== undefined && table.name === 'orders')
    for (const { key, token } of sent)
      if (journaled.get(key) === 'false' && token !== '') handover.give(token)
  return new Set(journaled.keys())
}
