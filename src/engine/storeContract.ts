/**
 * The contracts of a journal, of orders, of folios and of lives, as tests for any runner: the test suite of a store.
 *
 * One invoice for each key, and no folio twice or missing, depend on them. Every check runs on a store of its own, with
 * nothing in it.
 * @module
 */
import { ContractViolation, type TestRunner } from '../pac/contract.js'
import type { Journal, JournalEntry, WalkPurpose } from '../pac/journal.js'
import { describeFolios } from './folioContract.js'
import type { FolioReservation, FolioSequence, HeldFolio } from './folios.js'
import type { Order, Orders, SentBy } from './orders.js'
import { describeLives } from './lifeContract.js'
import type { LifeEntry, Lives } from './lives.js'
import {
  type Checks,
  declare,
  type MakeStore,
  must,
  same,
  type StoreSubject,
  soon,
  type Trait,
  versionedChecks,
  xmlOf,
} from './storeChecks.js'

export type {
  FolioReservation,
  FolioSequence,
  HeldFolio,
  Journal,
  JournalEntry,
  LifeEntry,
  Lives,
  MakeStore,
  Order,
  Orders,
  SentBy,
  StoreSubject,
  TestRunner,
  WalkPurpose,
}
export { ContractViolation, describeFolios, describeLives }

/**
 * Declares the contract of a {@link Journal} as tests.
 * @example With vitest
 * describeJournal('my journal', async () => ({ store: await createMyJournal() }), { describe, it })
 */
export function describeJournal(name: string, makeStore: MakeStore<Journal>, runner: TestRunner): void {
  declare(name, makeStore, { ...versionedChecks(journalTrait), ...journalChecks }, runner)
}

/**
 * Declares the contract of {@link Orders} as tests.
 * @example With vitest
 * describeOrders('my orders', async () => ({ store: await createMyOrders() }), { describe, it })
 */
export function describeOrders(name: string, makeStore: MakeStore<Orders>, runner: TestRunner): void {
  declare(name, makeStore, { ...versionedChecks(ordersTrait), ...ordersChecks }, runner)
}

// --- the journal ---

const journalTrait: Trait<Journal, JournalEntry> = {
  make: (name, version = 1, last = false) => entryOf(name, version, last ? 'closed' : 'open'),
  load: (journal, name) => journal.load(tokenOf(name)),
  append: (journal, entry) => journal.append(entry),
  unfinished: (journal) => journal.unfinished(),
}

const journalChecks: Checks<Journal> = {
  'a watched entry is unfinished, with its XML': {
    async run(journal) {
      await journal.append(entryOf('a'))
      await journal.append(entryOf('a', 2, 'watched'))
      for await (const entry of journal.unfinished()) return same(entry, entryOf('a', 2, 'watched'), 'the watched one')
      must(false, 'a watched entry must be listed')
    },
  },

  'a closed entry that is tried again is open again, with its XML': {
    async run(journal) {
      for (const [version, status] of [
        [1, 'open'],
        [2, 'closed'],
        [3, 'open'],
      ] as const) {
        must(await journal.append(entryOf('a', version, status)), 'the next version must be written', { version })
      }
      same(await journal.load(tokenOf('a')), entryOf('a', 3), 'the entry that was tried again')
    },
  },
}

function tokenOf(name: string): string {
  return [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(64, '0')
}

function entryOf(name: string, version = 1, status: JournalEntry['status'] = 'open'): JournalEntry {
  const inDoubt = { pac: 'uno', since: 1, sends: version, sending: true }
  const abandoned = status === 'watched' ? [{ inDoubt, since: 2, why: 'deadline' } as const] : []
  const outcome = { kind: 'unavailable', pac: 'dos', message: 'No respondió.' } as const
  return {
    token: tokenOf(name),
    version,
    status,
    xml: xmlOf(name),
    at: soon + version,
    abandoned,
    ...(status === 'open' ? { claim: { owner: 'yo', until: 9e15 }, inDoubt } : { outcome }),
  }
}

// --- orders ---

const ordersTrait: Trait<Orders, Order> = {
  make: (name, version = 1, last = false) => orderOf(name, version, last ? 'acknowledged' : 'open'),
  load: (orders, name) => orders.load(name),
  append: (orders, order) => orders.append(order),
  unfinished: (orders) => orders.unfinished(),
}

/** Keys that a host may use, and that a store must tell apart. */
const keys = [
  '1',
  '01',
  'a',
  'A',
  'á',
  ' a',
  'a ',
  'ticket 8114/ñ',
  `"'\\%_`,
  '__proto__',
  '𝛑',
  'a\u0301',
  'k'.repeat(200),
]

const ordersChecks: Checks<Orders> = {
  'keys are told apart to the last character': {
    async run(orders) {
      for (const key of keys) must(await orders.append(orderOf(key)), 'another key is another order', key)
      for (const key of keys) same(await orders.load(key), orderOf(key), 'the order of a key')
    },
  },

  'an answered order is unfinished until it is acknowledged, and keeps its answer and its XML for ever': {
    async run(orders) {
      await orders.append(orderOf('a'))
      await orders.append(orderOf('a', 2, 'answered'))
      for await (const order of orders.unfinished()) same(order, orderOf('a', 2, 'answered'), 'the answered one')
      await orders.append(orderOf('a', 3, 'acknowledged'))
      for await (const order of orders.unfinished()) must(false, 'an acknowledged order must not be listed', order)
      same(await orders.load('a'), orderOf('a', 3, 'acknowledged'), 'the acknowledged one')
    },
  },

  'an order may have no document yet: its folio was given back before anything was recorded': {
    async run(orders) {
      const nothing = { ...orderOf('a', 1, 'acknowledged'), xml: '' }
      for (const order of [nothing, orderOf('a', 2)]) {
        must(await orders.append(order), 'the next version must be written', order)
        same(await orders.load('a'), order, 'the order')
      }
    },
  },

  'an order may be sealed again under its key: the new XML takes the place of the old one': {
    async run(orders) {
      const corrected = { ...orderOf('a', 3), xml: xmlOf('corregido'), fingerprint: 'f'.repeat(64), folio: '7' }
      for (const order of [orderOf('a'), orderOf('a', 2, 'acknowledged'), corrected]) {
        must(await orders.append(order), 'the next version must be written', order)
      }
      same(await orders.load('a'), corrected, 'the corrected order')
    },
  },
}

function orderOf(key: string, version = 1, status: Order['status'] = 'open'): Order {
  return {
    key,
    version,
    status,
    fingerprint: tokenOf('f'),
    xml: xmlOf('pedido'),
    warnings: [],
    at: soon + version,
    ...(version % 2 === 1 ? { folio: '501' } : {}),
    ...(status === 'open'
      ? { claim: { owner: 'yo', until: 9e15 }, sentBy: { pac: 'uno', journal: true } }
      : { outcome: { kind: 'unavailable', pac: 'uno', message: 'No respondió.' } as const }),
  }
}
