/**
 * Orders: stamps under a key of the host, from the seal until the host acknowledges the result. One
 * key, one invoice.
 *
 * In a database it is one table: key (primary key), version, status, order as JSON. `append` is an
 * insert if the version is 1 and otherwise `update … where key = ? and version = ? - 1`; it returns
 * true if one row changed.
 * @module
 */
import { requireItems } from '../lib/options.js'
import type { Finding } from '../model/finding.js'
import { type Claim, type Closing, type JournalIdentity, withHeartbeat } from '../pac/journal.js'
import { SecondBook, type SecondWish } from './secondBook.js'

/** Provider that may have received an order. Only the rules of its failover permit another one. */
export interface SentBy {
  /** Id of a PAC that received it without a journal. */
  readonly pac?: string
  /** A provider with a journal received it. The journal knows its PACs. */
  readonly journal?: true
}

/** State of a document in doubt. */
export interface Doubt {
  /** Time of the first request without a result, in milliseconds since 1970. */
  readonly since: number
  /** Number of requests without a result. */
  readonly tries: number
  /** Id of the PAC, or of the provider. */
  readonly pac: string
  /** Its last message, in Spanish. */
  readonly message: string
  /** Number of alarms acknowledged by the host. */
  readonly alarms?: number
  /** Time of the last one, in milliseconds since 1970. */
  readonly alarmedAt?: number
}

/**
 * The state of one order. Plain data: it survives `JSON.parse(JSON.stringify(order))` unchanged.
 */
export interface Order {
  /** The host's reference: an order, a ticket, a job. */
  readonly key: string
  /** 1 on the first write, incremented by each further one. */
  readonly version: number
  /**
   * `open`: sealed, its outcome unknown. `answered`: delivered until acknowledged. `acknowledged`:
   * the host has the result.
   */
  readonly status: 'open' | 'answered' | 'acknowledged'
  /** SHA-256 of the draft, in hexadecimal: the same key with another draft is another order. */
  readonly fingerprint: string
  /**
   * The sealed XML: the only bytes that are sent for this order. Empty if a folio was reserved and
   * no document recorded.
   */
  readonly xml: string
  /**
   * SHA-256 of `xml`, in hexadecimal: identity of the document at PACs. Unique among orders.
   * Present while the document is or may be stamped; absent once it certainly is not, and in orders
   * of earlier versions.
   */
  readonly token?: string
  /** Findings that did not stop it. */
  readonly warnings: readonly Finding[]
  /** The folio reserved for it from the sequence, if any. */
  readonly folio?: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
  /**
   * Time of the first write of this document, in milliseconds since 1970. Absent in orders of
   * earlier versions.
   */
  readonly since?: number
  /** Number of visits by `resume`. Absent without one. */
  readonly attempts?: number
  /** Claim of the process that works on it or delivers it. */
  readonly claim?: Claim
  /**
   * Nothing was sent: the document was only sealed, by `seal` or by a call that could not send it.
   */
  readonly unsent?: true
  /**
   * Provider that may have received it. Absent while it is `unsent`, and in orders of earlier
   * versions.
   */
  readonly sentBy?: SentBy
  /**
   * Journal at the first claim for sending. While the journal is the same, and complete since then,
   * a missing entry means that nothing was sent. Absent without a journal, and in orders of earlier
   * versions.
   */
  readonly journal?: JournalIdentity
  /** State of the doubt, after a request without a result. */
  readonly doubt?: Doubt
  /** Time before which `resume` does not look it up, in milliseconds since 1970. */
  readonly due?: number
  /** Present if and only if the status is not `open`; absent after a purge. */
  readonly outcome?: Closing
  /**
   * A purge removed the document and its outcome, and kept the key, the token and the fingerprint.
   */
  readonly purged?: true
  /** Folio fiscal of a purged order, if the store kept it. */
  readonly uuid?: string
  /**
   * The store was restored from a backup, and this key may have been stamped in the lost time.
   * `forgotten`: the store had no relevant document of the key. `outdated`: it has a document, in
   * an earlier state. Absent once its outcome is known.
   */
  readonly restored?: 'forgotten' | 'outdated'
  /** Time that a restored store lost. Present only in the record of `afterRestore`. */
  readonly lostTime?: LostTime
}

/** Time range whose writes a restored store lost. Milliseconds since 1970. */
export interface LostTime {
  /** Time of the backup. */
  readonly since: number
  /** Time of the first use of the restored store. */
  readonly until: number
}

/**
 * Durable storage of orders. It contains invoices, so protect it accordingly, but no private keys
 * or passwords. Failures are thrown; before sending they resolve to failure 710.
 */
export interface Orders {
  /** The current state of an order. */
  load(key: string): Promise<Order | undefined>
  /**
   * Writes an order if the stored version is one less than its own (0 if there is none), and no
   * other order has its token. `true`: it is durable and survives a power cut. `false`: the stored
   * version differs, or another order has the token, and nothing was written. Compare and write are
   * atomic.
   */
  append(order: Order): Promise<boolean>
  /** The key of the order that has a token. */
  ownerOf(token: string): Promise<string | undefined>
  /**
   * Assigns a second to a document that equals others: the last one between `from` and `to` that is
   * neither assigned to that content nor reported as `taken`. Resolves to undefined if none is
   * left. Atomic: no two calls receive the same second.
   */
  nextSecond(wish: SecondWish): Promise<number | undefined>
  /**
   * Heartbeat: extends every claim of this owner to at least this time, in `load` and `unfinished`;
   * versions stay. One statement for all claims. Without this method, claims last five minutes.
   */
  renew?(owner: string, until: number): Promise<void>
  /**
   * The orders that are not `acknowledged`, oldest first, each read when it is reached. With
   * `resume`, several processes share one walk, and orders that are not due may be skipped.
   */
  unfinished(purpose?: 'resume'): AsyncIterable<Order>
}

/** Orders that do not survive the process. */
export interface UnsafeMemoryOrders extends Orders {
  /** All orders, including acknowledged ones. */
  entries(): readonly Order[]
  /** The orders as a restarted process would find them: the same without claims. */
  afterRestart(): UnsafeMemoryOrders
}

/**
 * Orders in memory, for tests. In production a crash would lose them: use `openFileStore`, or
 * PostgreSQL.
 * @example
 * const tested = createEngine({ signers: csd, provider: pac, orders: createUnsafeMemoryOrders() })
 * const answer = await tested.stamp({ ...invoice, Folio: '8114' }, { key: 'ticket 8114' })
 * answer.ok // → true
 */
export function createUnsafeMemoryOrders(orders: Iterable<Order> = []): UnsafeMemoryOrders {
  const given = requireItems('createUnsafeMemoryOrders: orders', orders)
  const stored = new Map<string, Order>()
  const owners = new Map<string, string>()
  const seconds = new SecondBook()
  const beats = new Map<string, number>()
  const loaded = (key: string) => {
    const order = stored.get(key)
    return order && withHeartbeat(order, beats)
  }
  const keep = (order: Order) => {
    const { token } = stored.get(order.key) ?? {}
    if (token !== undefined) owners.delete(token)
    if (order.token !== undefined) owners.set(order.token, order.key)
    stored.set(order.key, order)
  }
  for (const order of given) keep(order)
  return {
    load: async (key) => loaded(key),
    async append(order) {
      const { key, version, token } = order
      if ((stored.get(key)?.version ?? 0) !== version - 1) return false
      if (token !== undefined && (owners.get(token) ?? key) !== key) return false
      keep(order)
      return true
    },
    ownerOf: async (token) => owners.get(token),
    nextSecond: async (wish) => seconds.next(wish),
    async renew(owner, until) {
      beats.set(owner, until)
    },
    async *unfinished() {
      for (const { key, status } of [...stored.values()]) {
        const order = status === 'acknowledged' ? undefined : loaded(key)
        if (order !== undefined) yield order
      }
    },
    entries: () => [...stored.values()],
    afterRestart: () =>
      createUnsafeMemoryOrders([...stored.values()].map(({ claim: _, ...order }) => order)),
  }
}
