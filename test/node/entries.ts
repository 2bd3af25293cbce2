/**
 * Entries of a journal and orders of a host, for the tests of stores.
 * @module
 */
import type { Order } from '../../src/engine/orders.js'
import type { Journal, JournalEntry } from '../../src/pac/journal.js'

/** A write of a document: `open` until the version that closes it. */
export function entryOf(
  name: string,
  version = 1,
  status: JournalEntry['status'] = 'open',
): JournalEntry {
  const inDoubt = { pac: 'uno', since: 0, sends: version, sending: true }
  const outcome = { kind: 'unavailable', pac: 'uno', message: 'no' } as const
  return {
    token: name.padEnd(64, '-'),
    version,
    status,
    xml: `<cfdi:Comprobante a="${name}">\tÑ\n</cfdi:Comprobante>`,
    at: version,
    abandoned: [],
    ...(status === 'open' ? { claim: { owner: 'yo', until: 9e15 }, inDoubt } : { outcome }),
  }
}

export const unclaimed = ({ claim: _, ...entry }: JournalEntry): JournalEntry => entry

export async function all(journal: Journal): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  for await (const entry of journal.unfinished()) entries.push(entry)
  return entries
}

/** A write of an order: `open` until the version that answers it. */
export function orderOf(key: string, version = 1, status: Order['status'] = 'open'): Order {
  return {
    key,
    version,
    status,
    fingerprint: 'f'.repeat(64),
    xml: `<cfdi:Comprobante a="${key}">\tÑ\n</cfdi:Comprobante>`,
    warnings: [],
    at: version,
    ...(status === 'open'
      ? { claim: { owner: 'yo', until: 9e15 } }
      : { outcome: { kind: 'unavailable', pac: 'uno', message: 'no' } as const }),
  }
}
