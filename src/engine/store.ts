/**
 * Everything durable of a host in one place.
 * @module
 */
import type { Journal } from '../pac/journal.js'
import type { FolioSequence } from './folios.js'
import type { Orders } from './orders.js'

/** A journal, orders and folios that one file or database keeps. `openFileStore` and `createPostgresStore` make them. */
export interface Store {
  /** For `failover`. */
  readonly journal: Journal
  /** For `createEngine`. */
  readonly orders: Orders
  /** For `createEngine`. */
  readonly folios: FolioSequence
}
