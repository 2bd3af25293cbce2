/** Entries and orders for tests of the store. */
import type { Order } from '../../src/engine/orders.js'
import type { JournalEntry } from '../../src/pac/journal.js'
import type { SqlClient } from '../../src/postgres/client.js'

export function entryOf(
  token: string,
  version = 1,
  changes: Partial<JournalEntry> = {},
): JournalEntry {
  return {
    token,
    version,
    status: 'open',
    xml: `<cfdi id="${token}"/>`,
    at: version,
    abandoned: [],
    ...changes,
  }
}

export function orderOf(key: string, version = 1, changes: Partial<Order> = {}): Order {
  const fingerprint = 'f'.repeat(64)
  return {
    key,
    version,
    status: 'open',
    fingerprint,
    xml: `<cfdi id="${key}"/>`,
    warnings: [],
    at: version,
    ...changes,
  }
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** A client that counts its statements. */
export function counting(client: SqlClient): SqlClient & { statements: number } {
  const counted = {
    statements: 0,
    query(text: string, params: readonly (string | null)[]) {
      counted.statements++
      return client.query(text, params)
    },
    transaction: client.transaction,
  }
  return counted
}

/** A clock that is wrong by so many milliseconds. */
export function clockOff(by: number) {
  return {
    now: () => Date.now() + by,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1))
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}
