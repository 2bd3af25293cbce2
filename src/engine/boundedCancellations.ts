/**
 * Time-outs for the calls to a store of cancellations.
 * @module
 */
import { type BoundedCall, iterateInTime } from '../lib/iterate.js'
import { inTime, systemClock } from '../pac/clock.js'
import type { Cancellations } from './cancellationStore.js'

/**
 * Returns the store with a time-out for each call. A write that ends later is found by the next
 * visit of the document.
 * @param ms milliseconds for one call
 */
export function boundCancellations(cancellations: Cancellations, ms: number): Cancellations {
  const silent = `cancellations: no contestó en ${ms} ms.`
  const bounded: BoundedCall = (call) => inTime(systemClock, ms, call, silent)
  return {
    load: (uuid) => bounded(() => cancellations.load(uuid)),
    append: (entry) => bounded(() => cancellations.append(entry)),
    unfinished: (purpose) => iterateInTime(() => cancellations.unfinished(purpose), bounded),
  }
}
