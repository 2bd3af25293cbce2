/**
 * Store of journal, orders, folios and cancellations.
 * @module
 */
import type { Journal } from '../pac/journal.js'
import type { FolioSequence } from './folios.js'
import type { Cancellations } from './cancellationStore.js'
import type { Orders } from './orders.js'

/** The earlier name of cancellations. */
export const earlierStore = { lives: 'cancellations' }

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
  readonly cancellations: Cancellations
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives?: Cancellations
}
