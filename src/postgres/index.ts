/**
 * A store over PostgreSQL, for several processes.
 * @module
 */
export {
  fromPg,
  fromPglite,
  fromPostgres,
  type PgliteDatabase,
  type PgEvents,
  type PgPool,
  type PgSession,
  type PostgresSession,
  type PostgresSql,
  pgSession,
  postgresSession,
  type SqlClient,
  type SqlResult,
  type SqlSession,
} from './client.js'
export type { Bulkhead, Release } from '../pac/bulkhead.js'
export type { BreakerOptions } from '../pac/circuit.js'
export { createSharedBreaker, type SharedBreaker, type SharedBreakerOptions } from './breaker.js'
export { createSharedBulkhead, type SharedBulkheadOptions } from './limiter.js'
export { type MigrateOptions, migrate } from './migrate.js'
export type { WalkPurpose } from '../pac/journal.js'
export type { Purpose } from './records.js'
export {
  createPostgresServiceStore,
  type PostgresServiceOptions,
  type PostgresServiceStore,
} from './serviceStore.js'
export {
  createPostgresStore,
  type PostgresJournal,
  type PostgresStore,
  type PostgresStoreOptions,
  type Purged,
  type PurgeOptions,
  type StoreCounts,
} from './store.js'
