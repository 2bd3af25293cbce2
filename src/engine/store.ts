/**
 * Store of journal, orders, folios and cancellations.
 * @module
 */
import type { Journal } from '../pac/journal.js'
import type { FolioSequence } from './folios.js'
import type { Lives } from './lives.js'
import type { Orders } from './orders.js'

/**
 * Journal, orders, folios and cancellations in one file or database. `openFileStore` and
 * `createPostgresStore` create it.
 */
export interface Store {
  /** For `failover`. */
  readonly journal: Journal
  /** For `createEngine`. */
  readonly orders: Orders
  /** For `createEngine`. */
  readonly folios: FolioSequence
  /** For `createEngine`: cancellations. */
  readonly lives: Lives
}
