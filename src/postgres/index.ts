/**
 * A store over PostgreSQL, for several processes.
 * @module
 */
export {
  fromPglite,
  fromPostgres,
  type PgliteDatabase,
  type PgConnection,
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
export { fromPg } from './pgPool.js'
export type { Bulkhead, Release } from '../pac/bulkhead.js'
export type { BreakerOptions } from '../pac/circuit.js'
export { createSharedBreaker, type SharedBreaker, type SharedBreakerOptions } from './breaker.js'
export { createSharedBulkhead, type SharedBulkheadOptions } from './limiter.js'
export type { Leadership } from '../engine/operate/options.js'
export type { SecondWish } from '../engine/secondBook.js'
export { createPostgresLeadership, type PostgresLeadershipOptions } from './leadership.js'
export { type MigrateOptions, migrate } from './migrate.js'
export { type MigrationSqlOptions, migrationSql } from './migrationSql.js'
export type { JournalIdentity, WalkPurpose } from '../pac/journal.js'
export type { Purged, PurgeOptions } from './purge.js'
export type { Purpose } from './records.js'
export type { StoreCounts } from './counts.js'
export {
  createPostgresServiceStore,
  type PostgresServiceOptions,
  type PostgresServiceStore,
} from './serviceStore.js'
export {
  createPostgresStore,
  type Heartbeats,
  type PostgresJournal,
  type PostgresOrders,
  type PostgresStore,
  type PostgresStoreOptions,
} from './store.js'
export type { Tokens } from './tokens.js'
