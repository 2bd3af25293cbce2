/**
 * Transactions of a log, decided frame by frame.
 * @module
 */
import type { Place } from './frames.js'

/** Decision of a transaction, made after all earlier ones. */
export interface Decision<T> {
  /** Record to write, if any. */
  readonly record?: Buffer
  /** Called once the record and everything decided before it are durable. */
  done(place: Place): T
  /**
   * Undoes the decision after a full disk, which keeps no record of its frame. Later decisions are
   * undone first.
   */
  undo?(): void
}

/** Pending transaction. */
export interface Waiting {
  readonly decide: () => Decision<unknown>
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

/** Decided transaction. */
export interface Decided extends Waiting {
  readonly decision: Decision<unknown>
}

/**
 * Bytes after which a frame takes no more records: what one turn of the event loop encodes and
 * hashes.
 */
const fullFrame = 1 << 20

/** Decides pending transactions until the frame is full. */
export function decideFrame(queue: readonly Waiting[]): {
  readonly decided: Decided[]
  readonly rest: Waiting[]
} {
  const decided: Decided[] = []
  let [next, bytes] = [0, 0]
  for (; next < queue.length && bytes < fullFrame; next++) {
    const waiting = queue[next] as Waiting
    try {
      const decision = waiting.decide()
      decided.push({ ...waiting, decision })
      bytes += decision.record?.length ?? 0
    } catch (error) {
      waiting.reject(error)
    }
  }
  return { decided, rest: queue.slice(next) }
}
