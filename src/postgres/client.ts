/**
 * What the store needs of a PostgreSQL driver: two methods. Every value goes in and comes out as text, so that no driver's
 * conversions of numbers, times or JSON matter.
 * @module
 */

/** Rows of an answer: text or null under each name. */
export interface SqlResult {
  /** The rows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** How many rows the statement changed or gave, where the driver tells. Not used here. */
  readonly rowCount?: number | null | undefined
}

/** A connection, a pool of them, or an open transaction: whatever runs one statement with its parameters `$1`, `$2`… */
export interface SqlSession {
  /** Runs one statement. Rejects with the driver's error. */
  query(text: string, params: readonly (string | null)[]): Promise<SqlResult>
}

/** A database. Its `query` may use any connection; statements that belong together go through `transaction`. */
export interface SqlClient extends SqlSession {
  /** Runs statements on one connection between `begin` and `commit`; rolls back and rejects when `run` rejects. */
  transaction<T>(run: (session: SqlSession) => Promise<T>): Promise<T>
}

/** How a pool or connection of `pg` says that it broke: without a listener, as Node has it, that ends the process. */
export interface PgEvents {
  /** Listens. */
  on?(event: 'error', listener: (error: Error) => void): unknown
  /** Listens no longer. */
  off?(event: 'error', listener: (error: Error) => void): unknown
  /** How many listen. */
  listenerCount?(event: 'error'): number
}

/** The part of a `Pool` of the package `pg` that is used. */
export interface PgPool extends PgEvents {
  /** Runs a statement on any connection. */
  query(text: string, params: (string | null)[]): Promise<SqlResult>
  /** A connection of its own. */
  connect(): Promise<
    PgEvents & {
      query(text: string, params: (string | null)[]): Promise<SqlResult>
      release(error?: Error | boolean): void
    }
  >
}

/** The part of a `PoolClient` or `Client` of `pg`, or of a transaction of PGlite, that is used. */
export interface PgSession {
  /** Runs a statement. */
  query(text: string, params: (string | null)[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** The part of a `Sql` of the package `postgres` that is used. */
export interface PostgresSession {
  /** Runs a statement given as text. */
  unsafe(text: string, params: (string | null)[]): PromiseLike<readonly unknown[]>
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
 * A pool of `pg` as a client. A connection that breaks between two statements does not end the process: the next statement says
 * it. The pool gets a listener for that if the host gave it none.
 * @example Over a pool of `pg`
 * const pool = new Pool({ connectionString: 'postgres://localhost/invoices' })
 * const store = createPostgresStore(fromPg(pool))
 */
export function fromPg(pool: PgPool): SqlClient {
  if (pool.listenerCount?.('error') === 0) pool.on?.('error', saidByTheNext)
  return {
    query: (text, params) => pool.query(text, [...params]),
    async transaction(run) {
      const connection = await pool.connect()
      // The pool listens to its idle connections only.
      connection.on?.('error', saidByTheNext)
      let broken: Error | undefined
      try {
        await connection.query('begin', [])
        const result = await run(pgSession(connection))
        await connection.query('commit', [])
        return result
      } catch (error) {
        // A connection that cannot roll back is thrown away, and what it had open with it.
        await connection.query('rollback', []).catch((cause: Error) => {
          broken = cause
        })
        throw error
      } finally {
        connection.release(broken)
        connection.off?.('error', saidByTheNext)
      }
    },
  }
}

function saidByTheNext(): void {}

/**
 * A connection of `pg` on which the host has begun a transaction, or a transaction of PGlite: for `store.within`.
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
 * A `sql` of the package `postgres` as a client.
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
 * The `sql` that `sql.begin` gave the host: for `store.within`.
 * @example A folio that is taken in a transaction of the host, and only if that is committed
 * const sql = postgres('postgres://localhost/invoices')
 * const store = createPostgresStore(fromPostgres(sql))
 * const take = () =>
 *   sql.begin((transaction) => store.within(postgresSession(transaction)).folios.next(csd.rfc, 'A', 'ticket 8115'))
 */
export function postgresSession(sql: PostgresSession): SqlSession {
  return {
    query: async (text, params) => ({ rows: (await sql.unsafe(text, [...params])) as SqlResult['rows'] }),
  }
}

/**
 * A PGlite as a client.
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
