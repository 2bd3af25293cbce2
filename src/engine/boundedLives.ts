/**
 * Time-outs for the calls to a store of cancellations.
 * @module
 */
import { type BoundedCall, iterateInTime } from '../lib/iterate.js'
import { inTime, systemClock } from '../pac/clock.js'
import type { Lives } from './lives.js'

/**
 * Returns the store with a time-out for each call. A write that ends later is found by the next
 * visit of the document.
 * @param ms milliseconds for one call
 */
export function boundLives(lives: Lives, ms: number): Lives {
  const silent = () => new Error(`lives: no contestó en ${ms} ms.`)
  const bounded: BoundedCall = (call) => inTime(systemClock, ms, call, silent)
  return {
    load: (uuid) => bounded(() => lives.load(uuid)),
    append: (entry) => bounded(() => lives.append(entry)),
    unfinished: (purpose) => iterateInTime(() => lives.unfinished(purpose), bounded),
  }
}
