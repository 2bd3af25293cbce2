/**
 * The two methods of a PostgreSQL driver that the store uses. All parameters and results are text,
 * which avoids the drivers' conversions of numbers, times and JSON.
 * @module
 */

/** Rows of a result: text or null for each column. */
export interface SqlResult {
  /** The rows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Number of rows that the statement changed or returned. Optional and unused. */
  readonly rowCount?: number | null | undefined
}

/** A connection, a pool or an open transaction. Runs statements with the parameters `$1`, `$2`… */
export interface SqlSession {
  /**
   * Runs one statement. Rejects with the driver's error. After `signal` aborts, the driver should
   * cancel the statement and remove an unresponsive connection from its pool.
   */
  query(text: string, params: readonly (string | null)[], signal?: AbortSignal): Promise<SqlResult>
}

/**
 * A database. Its `query` may use any connection; statements that belong together go through
 * `transaction`.
 */
export interface SqlClient extends SqlSession {
  /**
   * Runs statements on one connection between `begin` and `commit`; rolls back and rejects when
   * `run` rejects.
   */
  transaction<T>(run: (session: SqlSession) => Promise<T>): Promise<T>
}

/**
 * Errors of a pool or of a connection of `pg`. Without a listener they end the process: Node's
 * `EventEmitter` throws them.
 */
export interface PgEvents {
  /** Adds a listener. */
  on?(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of a `PoolClient` of `pg` that is used. */
export interface PgConnection extends PgEvents {
  /** Process id at the server, for `pg_cancel_backend`. */
  readonly processID?: number | null
  /** Runs a statement. */
  query(text: string, params: (string | null)[]): Promise<SqlResult>
  /** Gives the connection back; with an error, the pool drops it. */
  release(error?: Error | boolean): void
}

/** The part of a `Pool` of the package `pg` that is used. */
export interface PgPool {
  /** Takes a connection. */
  connect(): Promise<PgConnection>
  /** Adds a listener of errors of idle connections, and one of new connections. */
  on?(event: 'error' | 'connect', listener: (subject: PgEvents & Error) => void): unknown
}

/** The part of a `PoolClient` or `Client` of `pg`, or of a transaction of PGlite, that is used. */
export interface PgSession {
  /** Runs a statement. */
  query(text: string, params: (string | null)[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** The part of a `Sql` of the package `postgres` that is used. */
export interface PostgresSession {
  /** Runs a statement given as text; `cancel` ends it. */
  unsafe(
    text: string,
    params: (string | null)[],
  ): PromiseLike<readonly unknown[]> & { cancel?(): unknown }
}

/** A `Sql` of `postgres` that can begin a transaction. */
export interface PostgresSql extends PostgresSession {
  /** Runs a function in a transaction. */
  begin(run: (sql: PostgresSession) => Promise<unknown>): Promise<unknown>
}

/** The part of a `PGlite` that is used. */
export interface PgliteDatabase extends PgSession {
  /** Runs a function in a transaction. */
  transaction<T>(run: (session: PgSession) => Promise<T>): Promise<T>
}

/**
 * Wraps a `pg` connection with an open transaction, or a PGlite transaction, for `store.within`.
 * @example A folio that is taken in a transaction of the host, and only if that is committed
 * await migrate(fromPglite(database))
 * const store = createPostgresStore(fromPglite(database))
 * await database.transaction(async (transaction) => {
 *   const { folios } = store.within(pgSession(transaction))
 *   await folios.next(csd.rfc, 'A', 'ticket 8115')
 * })
 */
export function pgSession(connection: PgSession): SqlSession {
  return { query: (text, params) => connection.query(text, [...params]) as Promise<SqlResult> }
}

/**
 * Wraps a `sql` of the package `postgres` as a client.
 * @example Over a `sql` of `postgres`
 * const sql = postgres('postgres://localhost/invoices')
 * const store = createPostgresStore(fromPostgres(sql))
 */
export function fromPostgres(sql: PostgresSql): SqlClient {
  return {
    ...postgresSession(sql),
    transaction: <T>(run: (session: SqlSession) => Promise<T>) =>
      sql.begin((transaction) => run(postgresSession(transaction))) as Promise<T>,
  }
}

/**
 * Wraps the `sql` of a `sql.begin` callback, for `store.within`.
 * @example A folio that is taken in a transaction of the host, and only if that is committed
 * const sql = postgres('postgres://localhost/invoices')
 * const store = createPostgresStore(fromPostgres(sql))
 * const take = () =>
 *   sql.begin((transaction) => store.within(postgresSession(transaction)).folios.next(csd.rfc, 'A', 'ticket 8115'))
 */
export function postgresSession(sql: PostgresSession): SqlSession {
  return {
    async query(text, params, signal) {
      const statement = sql.unsafe(text, [...params])
      const cancel = () => void statement.cancel?.()
      signal?.addEventListener('abort', cancel)
      try {
        return { rows: (await statement) as SqlResult['rows'] }
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
  }
}

/**
 * Wraps a PGlite database as a client.
 * @example
 * const client = fromPglite(database)
 * await migrate(client)
 * const { rows } = await client.query('select 1 + 1 as sum', [])
 * rows // → [{ sum: 2 }]
 */
export function fromPglite(database: PgliteDatabase): SqlClient {
  return {
    ...pgSession(database),
    transaction: (run) => database.transaction((session) => run(pgSession(session))),
  }
}
