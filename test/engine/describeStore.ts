/**
 * The contracts of all that a durable store keeps.
 * @module
 */
import { describe, it } from 'vitest'
import type { FolioSequence } from '../../src/engine/folios.js'
import type { Store } from '../../src/engine/store.js'
import {
  describeCancellations,
  describeFolios,
  describeJournal,
  describeOrders,
  type MakeStore,
} from '../../src/engine/storeContract.js'

type Durable = Store & { readonly folios: Required<FolioSequence> }

/** @param of makes, for a part of a store, the stores that its contract is checked on */
export function describeStore<Whole extends Durable>(
  of: <Port>(part: (store: Whole) => Port) => MakeStore<Port>,
): void {
  const runner = { describe, it }
  const parts = {
    journal: of(({ journal }) => journal),
    orders: of(({ orders }) => orders),
    folios: of(({ folios }) => folios),
    cancellations: of(({ cancellations }) => cancellations),
  }
  describeJournal('journal', parts.journal, runner)
  describeOrders('orders', parts.orders, runner)
  describeFolios('folios', parts.folios, runner)
  describeCancellations('cancellations', parts.cancellations, runner)
}
