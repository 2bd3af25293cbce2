/**
 * Client over a pool of the package `pg`.
 * @module
 */
import type { PgConnection, PgPool, SqlClient, SqlResult, SqlSession } from './client.js'

/**
 * Wraps a pool of `pg` as a client. A broken connection does not end the process: the next
 * statement rejects. An aborted statement drops its connection and is cancelled over another one,
 * so packet loss occupies no connection forever.
 * @example Over a pool of `pg`
 * const pool = new Pool({ connectionString: 'postgres://localhost/invoices' })
 * const store = createPostgresStore(fromPg(pool))
 */
export function fromPg(pool: PgPool): SqlClient {
  listen(pool)
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

/**
 * Adds a listener to each connection at its creation. The pool listens to idle connections only,
 * and `connect` resolves one turn after the connection leaves them.
 */
function listen(pool: PgPool): void {
  if (listened.has(pool)) return
  listened.add(pool)
  pool.on?.('error', ignore)
  pool.on?.('connect', (connection) => void connection.on?.('error', ignore))
}

/** The statement that meets a broken connection rejects with its error. */
function ignore(): void {}

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
    query: (text, params, limit) =>
      abortable(pool, connection, { text, params, signal: limit, drop: release }),
    end: () => release(),
    drop: release,
  }
}

interface Statement {
  readonly text: string
  readonly params: readonly (string | null)[]
  readonly signal: AbortSignal | undefined
  readonly drop: (cause: Error) => void
}

async function abortable(
  pool: PgPool,
  connection: PgConnection,
  { text, params, signal, drop }: Statement,
): Promise<SqlResult> {
  const abort = () => {
    drop(signal?.reason as Error)
    void cancel(pool, connection.processID, text).catch(ignore)
  }
  signal?.addEventListener('abort', abort)
  try {
    return await connection.query(text, [...params])
  } finally {
    signal?.removeEventListener('abort', abort)
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
