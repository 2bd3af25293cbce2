/**
 * Folios in PostgreSQL. Concurrent reservations share one statement, which locks the row of their
 * series.
 * @module
 */
import type { FolioReservation, FolioSequence, HeldFolio } from '../engine/folios.js'
import type { SqlResult } from './client.js'
import { type Database, lockLimit, requireText } from './database.js'
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

/** Identity of a reservation. Each reservation of the same folio has its own ticket. */
interface Taken {
  readonly ticket: string
  readonly folio: string
}

/** The folios of the tables of a database. */
export function createFolios(
  database: Database,
  { start, isGrouped }: PostgresFolioOptions,
): Required<FolioSequence> {
  const takeAll = async (requests: readonly Request[]) => {
    // The function reads the CTE, so PostgreSQL sets `lock_timeout` before it waits for a lock.
    const rows = await database.queryForMany(
      `with ${lockLimit('$2')}
     select t.request::text as request, t.ticket::text as ticket, t.folio::text as folio
     from limits, ${database.schema}.take_folios(case when limits.set is null then '' else $1::text end) t`,
      JSON.stringify(requests.map((request, at) => ({ ...request, at }))),
      database.lockLimit,
    )
    const taken: Taken[] = []
    for (const row of rows) taken[Number(row['request'])] = row as unknown as Taken
    return taken
  }
  const next = groupCommit(takeAll, {
    laneOf: ({ rfc, serie }) => JSON.stringify([rfc, serie]),
    tries: database.lockTries,
    isGrouped,
  })
  const heldFolios = `select h.ticket::text as ticket, h.rfc, h.serie, h.folio::text as folio, h.holder,
     floor(extract(epoch from h.since) * 1000)::bigint::text as since
   from ${database.schema}.held_folios h`
  const actions = settling(database, isGrouped)
  return {
    async next(rfc, serie, holder) {
      for (const [name, text] of Object.entries({ rfc, serie, holder: holder ?? '' }))
        requireText(text, name)
      const first = start(rfc, serie)
      if (!Number.isSafeInteger(first) || first < 0)
        throw new TypeError(`folios: ${String(first)} is not a first folio`)
      const request = { rfc, serie, start: first }
      return reservation(
        await next(holder === undefined ? request : { ...request, holder }),
        actions,
      )
    },
    async heldBy(holder) {
      requireText(holder, 'holder')
      await database.skew.ready(database.query)
      const rows = await database.query(
        `${heldFolios} where h.holder = $1::text order by h.ticket`,
        holder,
      )
      return rows.map((row) => heldFolio(database, row, actions))
    },
    async *held() {
      const after = `${heldFolios} where h.ticket > $1::text::bigint order by h.ticket limit ${page}`
      await database.skew.ready(database.query)
      let rows = await database.query(after, '0')
      while (rows.length > 0) {
        for (const row of rows) yield heldFolio(database, row, actions)
        rows = await database.query(after, rows.at(-1)?.['ticket'] as string)
      }
    },
  }
}

/** How many held folios are read at a time. */
const page = 500

// --- settling ---

/** Actions on a ticket. They have no effect on a ticket that is already settled. */
interface Actions {
  bind(ticket: string, holder: string): Promise<void>
  commit(ticket: string): Promise<void>
  release(ticket: string): Promise<void>
}

function settling(
  { query, queryForMany, schema, lockLimit: limit, lockTries: tries }: Database,
  isGrouped: boolean,
): Actions {
  // All processes lock tickets in the same order, which prevents deadlocks.
  const gone = `${lockLimit('$2')}, gone as (
      delete from ${schema}.held_folios where ticket in (
        select h.ticket from limits, ${schema}.held_folios h
        where h.ticket in (select value::bigint from json_array_elements_text($1::text::json))
        order by h.ticket for update of h
      ) returning rfc, serie, folio, holder
    )`
  const grouped = (statement: string) => {
    const settleAll = async (tickets: readonly string[]) => {
      await queryForMany(statement, JSON.stringify(tickets), limit)
      return []
    }
    return groupCommit<string, void>(settleAll, { tries, isGrouped })
  }
  return {
    async bind(ticket, holder) {
      requireText(holder, 'holder')
      await query(
        `update ${schema}.held_folios set holder = $2::text where ticket = $1::text::bigint`,
        ticket,
        holder,
      )
    },
    commit: grouped(
      `with ${gone} insert into ${schema}.issued_folios (rfc, serie, folio, holder) select * from gone on conflict do nothing`,
    ),
    release: grouped(
      `with ${gone} insert into ${schema}.free_folios (rfc, serie, folio) select rfc, serie, folio from gone`,
    ),
  }
}

function reservation(
  { ticket, folio }: Taken,
  { bind, commit, release }: Actions,
): Required<FolioReservation> {
  return {
    folio,
    bind: (holder) => bind(ticket, holder),
    commit: () => commit(ticket),
    release: () => release(ticket),
  }
}

// --- held folios ---

function heldFolio(
  { skew }: Database,
  row: SqlResult['rows'][number],
  actions: Actions,
): HeldFolio {
  const { rfc, serie, holder, since } = row as Record<string, string>
  return {
    ...reservation(row as unknown as Taken, actions),
    rfc: rfc as string,
    serie: serie as string,
    since: skew.toLocal(Number(since)),
    ...(holder !== null && { holder: holder as string }),
  }
}
