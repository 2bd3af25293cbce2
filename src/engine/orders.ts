/**
 * Orders: what a host asked to be stamped under its own key, from the moment it is sealed until the host acknowledges the
 * answer. One key, one invoice.
 *
 * In a database it is one table: key (primary key), version, status, order as JSON. `append` is an insert if the version is
 * 1 and otherwise `update … where key = ? and version = ? - 1`; it returns true if one row changed.
 * @module
 */
import type { Finding } from '../model/finding.js'
import type { Claim, Closing } from '../pac/journal.js'

/** Who may have been asked to stamp an order: nobody else may be, but by the rules of a failover that knows of it. */
export interface SentBy {
  /** Id of a PAC that was asked without a journal. */
  readonly pac?: string
  /** A provider that keeps a journal was asked, which knows whom it asked. */
  readonly journal?: true
}

/** The state of one order. Plain data: it survives `JSON.parse(JSON.stringify(order))` unchanged. */
export interface Order {
  /** The host's reference: an order, a ticket, a job. */
  readonly key: string
  /** 1 on the first write, incremented by each further one. */
  readonly version: number
  /** `open`: sealed, its outcome not known. `answered`: to be delivered until acknowledged. `acknowledged`: the host knows. */
  readonly status: 'open' | 'answered' | 'acknowledged'
  /** SHA-256 of the draft, in hexadecimal: the same key with another draft is another order. */
  readonly fingerprint: string
  /** The sealed XML: the only bytes that are ever sent for this order. Empty where a folio was taken and nothing was recorded. */
  readonly xml: string
  /** Findings that did not stop it. */
  readonly warnings: readonly Finding[]
  /** The folio that was taken for it from the sequence, if one was. */
  readonly folio?: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
  /** The process that works on it or delivers it, if any. */
  readonly claim?: Claim
  /** Nothing of it was sent: it was sealed only, by `seal`, or its call could not send it. */
  readonly unsent?: true
  /** Who may have been asked to stamp it. Absent while it is `unsent`, and in orders of earlier versions. */
  readonly sentBy?: SentBy
  /** Present if and only if the status is not `open`. */
  readonly outcome?: Closing
}

/**
 * Durable storage of orders. It receives no keys of certificates nor passwords; it contains invoices, so protect it
 * accordingly. Failures are thrown; before anything is sent they are an answer of the engine (710).
 */
export interface Orders {
  /** The current state of an order. */
  load(key: string): Promise<Order | undefined>
  /**
   * Writes an order if the stored version is one less than its own (0 if there is none). `true`: it is durable and survives
   * a power cut. `false`: the stored version differs and nothing was written. Compare and write are atomic.
   */
  append(order: Order): Promise<boolean>
  /** The orders that are not `acknowledged`, oldest first, each read when it is reached. */
  unfinished(): AsyncIterable<Order>
}

/** Orders that do not survive the process. */
export interface UnsafeMemoryOrders extends Orders {
  /** All orders, including acknowledged ones. */
  entries(): readonly Order[]
  /** The orders as a restarted process would find them: the same without claims. */
  afterRestart(): UnsafeMemoryOrders
}

/**
 * Orders in memory, for tests. In production a crash would lose them: use `openFileStore`, or PostgreSQL.
 * @example
 * const tested = createEngine({ signers: csd, provider: pac, orders: createUnsafeMemoryOrders() })
 * const answer = await tested.stamp(invoice, { key: 'ticket 8114' })
 * answer.ok // → true
 */
export function createUnsafeMemoryOrders(orders: Iterable<Order> = []): UnsafeMemoryOrders {
  const stored = new Map<string, Order>()
  for (const order of orders) stored.set(order.key, order)
  return {
    load: async (key) => stored.get(key),
    async append(order) {
      if ((stored.get(order.key)?.version ?? 0) !== order.version - 1) return false
      stored.set(order.key, order)
      return true
    },
    async *unfinished() {
      for (const { key, status } of [...stored.values()]) {
        const order = status === 'acknowledged' ? undefined : stored.get(key)
        if (order !== undefined) yield order
      }
    },
    entries: () => [...stored.values()],
    afterRestart: () => createUnsafeMemoryOrders([...stored.values()].map(({ claim: _, ...order }) => order)),
  }
}
