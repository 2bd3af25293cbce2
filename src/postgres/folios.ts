/**
 * Folios over PostgreSQL: those taken at once in one statement, which holds the row of their series.
 * @module
 */
import type { FolioReservation, FolioSequence, HeldFolio } from '../engine/folios.js'
import type { SqlResult } from './client.js'
import { type Database, requireText } from './database.js'
import { groupCommit } from './groupCommit.js'

/** How folios are taken. */
export interface PostgresFolioOptions {
  /** The first folio of a series. */
  readonly start: (rfc: string, serie: string) => number
  /** Whether concurrent calls share statements. */
  readonly isGrouped: boolean
}

interface Request {
  readonly rfc: string
  readonly serie: string
  readonly start: number
  readonly holder?: string
}

/** What identifies one taking of a folio: another taking of the same folio has another ticket. */
interface Taken {
  readonly ticket: string
  readonly folio: string
}

/** The folios of the tables of a database. */
export function createFolios(database: Database, { start, isGrouped }: PostgresFolioOptions): Required<FolioSequence> {
  const takeAll = (requests: readonly Request[]) => take(database, requests)
  const takeOne = async (request: Request) => (await takeAll([request]))[0] as Taken
  const next = isGrouped ? groupCommit(takeAll, nameless) : takeOne
  const actions = settling(database, isGrouped)
  return {
    async next(rfc, serie, holder) {
      for (const [name, text] of Object.entries({ rfc, serie, holder: holder ?? '' })) requireText(text, name)
      const request = { rfc, serie, start: firstOf(start(rfc, serie)) }
      return reservation(await next(holder === undefined ? request : { ...request, holder }), actions)
    },
    async heldBy(holder) {
      requireText(holder, 'holder')
      await database.skew.ready(database.query)
      const rows = await database.query(`${heldFolios(database)} where h.holder = $1::text order by h.ticket`, holder)
      return rows.map((row) => heldFolio(database, row, actions))
    },
    held: () => walk(database, actions),
  }
}

/** Each call stands for itself: all may go together. */
function nameless(): unknown {
  return {}
}

function firstOf(start: number): number {
  if (Number.isSafeInteger(start) && start >= 0) return start
  throw new TypeError(`folios: ${String(start)} is not a first folio`)
}

async function take({ query, schema }: Database, requests: readonly Request[]): Promise<readonly Taken[]> {
  const rows = await query(
    `select request::text as request, ticket::text as ticket, folio::text as folio from ${schema}.take_folios($1::text)`,
    JSON.stringify(requests.map((request, at) => ({ ...request, at }))),
  )
  const byRequest = new Map(rows.map((row) => [Number(row['request']), row as unknown as Taken]))
  return requests.map((_, at) => byRequest.get(at) as Taken)
}

// --- settling ---

/** What may be done with a ticket. On one that was settled before, nothing. */
interface Actions {
  bind(ticket: string, holder: string): Promise<void>
  commit(ticket: string): Promise<void>
  release(ticket: string): Promise<void>
}

function settling({ query, schema }: Database, isGrouped: boolean): Actions {
  // All processes lock tickets in one order.
  const gone = `gone as (
      delete from ${schema}.held_folios where ticket in (
        select ticket from ${schema}.held_folios
        where ticket in (select value::bigint from json_array_elements_text($1::text::json))
        order by ticket for update
      ) returning rfc, serie, folio
    )`
  const grouped = (statement: string) => {
    const settleAll = async (tickets: readonly string[]) => {
      await query(statement, JSON.stringify(tickets))
      return tickets.map(() => undefined)
    }
    return isGrouped
      ? groupCommit<string, void>(settleAll, (ticket) => ticket)
      : async (ticket: string) => void (await settleAll([ticket]))
  }
  return {
    async bind(ticket, holder) {
      requireText(holder, 'holder')
      await query(`update ${schema}.held_folios set holder = $2::text where ticket = $1::text::bigint`, ticket, holder)
    },
    commit: grouped(`with ${gone} select count(*)::text as count from gone`),
    release: grouped(`with ${gone} insert into ${schema}.free_folios (rfc, serie, folio) select * from gone`),
  }
}

function reservation({ ticket, folio }: Taken, { bind, commit, release }: Actions): Required<FolioReservation> {
  return {
    folio,
    bind: (holder) => bind(ticket, holder),
    commit: () => commit(ticket),
    release: () => release(ticket),
  }
}

// --- what is held ---

const heldFolios = ({ schema }: Database) =>
  `select h.ticket::text as ticket, h.rfc, h.serie, h.folio::text as folio, h.holder,
     floor(extract(epoch from h.since) * 1000)::bigint::text as since
   from ${schema}.held_folios h`

function heldFolio({ skew }: Database, row: SqlResult['rows'][number], actions: Actions): HeldFolio {
  const { rfc, serie, holder, since } = row as Record<string, string>
  return {
    ...reservation(row as unknown as Taken, actions),
    rfc: rfc as string,
    serie: serie as string,
    since: skew.toLocal(Number(since)),
    ...(holder === null ? {} : { holder: holder as string }),
  }
}

/** How many are read at a time. */
const page = 500

async function* walk(database: Database, actions: Actions): AsyncIterable<HeldFolio> {
  const next = `${heldFolios(database)} where h.ticket > $1::text::bigint order by h.ticket limit ${page}`
  await database.skew.ready(database.query)
  let rows = await database.query(next, '0')
  while (rows.length > 0) {
    for (const row of rows) yield heldFolio(database, row, actions)
    rows = await database.query(next, rows.at(-1)?.['ticket'] as string)
  }
}
