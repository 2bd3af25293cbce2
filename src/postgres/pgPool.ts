/**
 * Client over a pool of the package `pg`.
 * @module
 */
import { ignoreError } from '../lib/ignoreError.js'
import type { PgPool, SqlClient, SqlSession } from './client.js'

/**
 * Wraps a pool of `pg` as a client. A broken connection does not end the process: the next
 * statement rejects. An aborted statement drops its connection and is cancelled over another one,
 * so packet loss occupies no connection forever.
 * @example Over a pool of `pg`
 * const pool = new Pool({ connectionString: 'postgres://localhost/invoices' })
 * const store = createPostgresStore(fromPg(pool))
 */
export function fromPg(pool: PgPool): SqlClient {
  // A connection gets its listener at its creation: the pool listens to idle connections only, and
  // `connect` resolves one turn after the connection leaves them. The statement that meets a broken
  // connection rejects with its error.
  if (!listened.has(pool)) {
    listened.add(pool)
    pool.on?.('error', ignoreError)
    pool.on?.('connect', (connection) => void connection.on?.('error', ignoreError))
  }
  return {
    async query(text, params, signal) {
      const leased = await lease(pool, signal)
      try {
        return await leased.query(text, params, signal)
      } finally {
        leased.end()
      }
    },
    async transaction(run) {
      const leased = await lease(pool)
      try {
        await leased.query('begin', [])
        const result = await run(leased)
        await leased.query('commit', [])
        return result
      } catch (error) {
        // A connection that cannot roll back leaves the pool, and its transaction ends with it.
        await leased.query('rollback', []).catch(leased.drop)
        throw error
      } finally {
        leased.end()
      }
    },
  }
}

const listened = new WeakSet<object>()

/** A connection of a pool, for one statement or one transaction. */
interface Leased extends SqlSession {
  /** Gives the connection back. */
  end(): void
  /** Makes the pool drop the connection. */
  readonly drop: (cause: Error) => void
}

async function lease(pool: PgPool, signal?: AbortSignal): Promise<Leased> {
  const connection = await pool.connect()
  if (signal?.aborted) {
    connection.release()
    throw signal.reason
  }
  let isHeld = true
  const release = (cause?: Error) => {
    if (isHeld) connection.release(cause)
    isHeld = false
  }
  return {
    async query(text, params, limit) {
      const abort = () => {
        release(limit?.reason as Error)
        void cancel(pool, connection.processID, text).catch(ignoreError)
      }
      limit?.addEventListener('abort', abort)
      try {
        return await connection.query(text, [...params])
      } finally {
        limit?.removeEventListener('abort', abort)
      }
    },
    end: () => release(),
    drop: release,
  }
}

/**
 * Cancels a statement: without its connection the server still runs it and keeps its locks. The
 * text is compared, because behind a pooler the process id may belong to another statement.
 */
async function cancel(
  pool: PgPool,
  processID: number | null | undefined,
  text: string,
): Promise<void> {
  if (typeof processID !== 'number') return
  const connection = await pool.connect()
  try {
    await connection.query(
      `select pg_cancel_backend(pid)::text from pg_stat_activity
       where pid = $1::text::integer and state = 'active' and left(query, 200) = left($2::text, 200)`,
      [String(processID), text],
    )
  } finally {
    connection.release()
  }
}
