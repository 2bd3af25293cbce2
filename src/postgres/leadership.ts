/**
 * Leadership among processes: a lease in a row of PostgreSQL, by the clock of the database.
 * @module
 */
import type { Leadership } from '../engine/operate/options.js'
import { requireOptions } from '../lib/options.js'
import type { SqlClient } from './client.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createPostgresLeadership}. */
export interface PostgresLeadershipOptions {
  /** Schema of its table, which is created if missing. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /**
   * Name of the leadership: processes with the same name have one leader. Defaults to `operate`.
   */
  readonly name?: string | undefined
}

/**
 * Creates a leadership for `operate`: one of the processes of a database runs the rounds. It only
 * saves work; rounds in several processes are safe. After a crash of the leader, another process
 * takes over when the lease of one minute ends.
 * @throws TypeError if `schema` cannot be the name of one
 * @example
 * const client = fromPglite(database)
 * await migrate(client)
 * const leadership = createPostgresLeadership(client)
 * await leadership.lead('process 1', 60_000) // → true
 * await leadership.lead('process 2', 60_000) // → false
 */
export function createPostgresLeadership(
  client: SqlClient,
  options: PostgresLeadershipOptions = {},
): Required<Leadership> {
  requireOptions('createPostgresLeadership', options, ['schema', 'name'])
  const { schema = defaultSchema, name = 'operate' } = options
  const table = `${quoted(schema)}.leaders`
  let made: Promise<void> | undefined
  const make = () => {
    made ??= client
      .transaction(async (session) => {
        // Of two concurrent `create table if not exists`, one fails.
        await session.query(`select pg_advisory_xact_lock(hashtextextended($1::text, 0))::text`, [
          `cfdi-stamp ${table}`,
        ])
        await session.query(
          `create table if not exists ${table} (name text primary key, owner text not null, until timestamptz not null)`,
          [],
        )
      })
      .catch((cause: unknown) => {
        made = undefined
        throw cause
      })
    return made
  }
  return {
    async lead(owner, ms) {
      await make()
      const { rows } = await client.query(
        `insert into ${table} as leader (name, owner, until)
         values ($1::text, $2::text, clock_timestamp() + $3::text::int * interval '1 ms')
         on conflict (name) do update set owner = excluded.owner, until = excluded.until
         where leader.owner = excluded.owner or leader.until < clock_timestamp() returning owner`,
        [name, owner, String(Math.ceil(ms))],
      )
      return rows.length > 0
    },
    async resign(owner) {
      await make()
      await client.query(`delete from ${table} where name = $1::text and owner = $2::text`, [
        name,
        owner,
      ])
    },
  }
}
