/**
 * Contracts of a journal, of orders, folios and cancellations, as a test suite of a store for any runner.
 *
 * One invoice per key, and folios without duplicates or gaps, depend on them. Every check runs on
 * its own empty store.
 * @module
 */
import { toHex } from '../lib/hex.js'
import { ContractViolation, type TestRunner } from '../pac/contract.js'
import type { AccountState, Journal, JournalEntry, WalkPurpose } from '../pac/journal.js'
import { describeFolios } from './folioContract.js'
import type { FolioReservation, FolioSequence, HeldFolio } from './folios.js'
import type { Order, Orders, SentBy } from './orders.js'
import { describeCancellations, describeLives } from './cancellationContract.js'
import type { CancellationEntry, Cancellations } from './cancellationStore.js'
import {
  type Checks,
  declare,
  type MakeStore,
  requireHolds,
  requireEqual,
  type StoreSubject,
  soon,
  times,
  type Trait,
  versionedChecks,
  xmlOfRecord,
} from './storeChecks.js'

export type {
  AccountState,
  FolioReservation,
  FolioSequence,
  HeldFolio,
  Journal,
  JournalEntry,
  CancellationEntry,
  Cancellations,
  MakeStore,
  Order,
  Orders,
  SentBy,
  StoreSubject,
  TestRunner,
  WalkPurpose,
}
export { ContractViolation, describeCancellations, describeFolios, describeLives }

/**
 * Declares the contract of a {@link Journal} as tests.
 * @example With vitest
 * describeJournal('my journal', async () => ({ store: await createMyJournal() }), { describe, it })
 */
export function describeJournal(
  name: string,
  makeStore: MakeStore<Journal>,
  runner: TestRunner,
): void {
  declare(name, makeStore, { ...versionedChecks(journalTrait), ...journalChecks }, runner)
}

/**
 * Declares the contract of {@link Orders} as tests.
 * @example With vitest
 * describeOrders('my orders', async () => ({ store: await createMyOrders() }), { describe, it })
 */
export function describeOrders(
  name: string,
  makeStore: MakeStore<Orders>,
  runner: TestRunner,
): void {
  declare(name, makeStore, { ...versionedChecks(ordersTrait), ...ordersChecks }, runner)
}

// --- the journal ---

const journalTrait: Trait<JournalEntry> = {
  make: (name, version = 1, last = false) => orderEntryOf(name, version, last ? 'closed' : 'open'),
  idOf: contractToken,
}

const journalChecks: Checks<Journal> = {
  'a watched entry is unfinished, with its XML': {
    async run(journal) {
      await journal.append(orderEntryOf('a'))
      await journal.append(orderEntryOf('a', 2, 'watched'))
      for await (const entry of journal.unfinished())
        return requireEqual(entry, orderEntryOf('a', 2, 'watched'), 'the watched one')
      requireHolds(false, 'a watched entry must be listed')
    },
  },

  'a closed entry that is tried again is open again, with its XML': {
    async run(journal) {
      for (const [version, status] of [
        [1, 'open'],
        [2, 'closed'],
        [3, 'open'],
      ] as const) {
        requireHolds(
          await journal.append(orderEntryOf('a', version, status)),
          'the next version must be written',
          { version },
        )
      }
      requireEqual(
        await journal.load(contractToken('a')),
        orderEntryOf('a', 3),
        'the entry that was tried again',
      )
    },
  },
}

function contractToken(name: string): string {
  return toHex(new TextEncoder().encode(name)).padStart(64, '0')
}

function orderEntryOf(
  name: string,
  version = 1,
  status: JournalEntry['status'] = 'open',
): JournalEntry {
  const inDoubt = { pac: 'uno', since: 1, sends: version, sending: true }
  const abandoned = status === 'watched' ? [{ inDoubt, since: 2, why: 'deadline' } as const] : []
  const outcome = { kind: 'unavailable', pac: 'dos', message: 'No respondió.' } as const
  return {
    token: contractToken(name),
    version,
    status,
    xml: xmlOfRecord(name),
    at: soon + version,
    abandoned,
    ...(status === 'open' ? { claim: { owner: 'yo', until: 9e15 }, inDoubt } : { outcome }),
  }
}

// --- orders ---

const ordersTrait: Trait<Order> = {
  make: (name, version = 1, last = false) => orderOf(name, version, last ? 'acknowledged' : 'open'),
  idOf: (key) => key,
}

/** Keys that a host may use, and that a store must distinguish. */
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
      for (const key of keys)
        requireHolds(await orders.append(orderOf(key)), 'another key is another order', key)
      for (const key of keys)
        requireEqual(await orders.load(key), orderOf(key), 'the order of a key')
    },
  },

  'an answered order is unfinished until it is acknowledged, and keeps its answer and its XML for ever':
    {
      async run(orders) {
        await orders.append(orderOf('a'))
        await orders.append(orderOf('a', 2, 'answered'))
        for await (const order of orders.unfinished())
          requireEqual(order, orderOf('a', 2, 'answered'), 'the answered one')
        await orders.append(orderOf('a', 3, 'acknowledged'))
        for await (const order of orders.unfinished())
          requireHolds(false, 'an acknowledged order must not be listed', order)
        requireEqual(
          await orders.load('a'),
          orderOf('a', 3, 'acknowledged'),
          'the acknowledged one',
        )
      },
    },

  'an order may have no document yet: its folio was given back before anything was recorded': {
    async run(orders) {
      const nothing = { ...orderOf('a', 1, 'acknowledged'), xml: '' }
      for (const order of [nothing, orderOf('a', 2)]) {
        requireHolds(await orders.append(order), 'the next version must be written', order)
        requireEqual(await orders.load('a'), order, 'the order')
      }
    },
  },

  'a token belongs to one key: of another order with it nothing is written': {
    async run(orders) {
      requireHolds(
        await orders.append(tokened('a', 't')),
        'the first order of a token must be written',
      )
      requireHolds(
        !(await orders.append(tokened('b', 't'))),
        'a second order with the token must not be written',
      )
      requireEqual(await orders.load('b'), undefined, 'the second order')
      requireEqual(
        [await orders.ownerOf(hex('t')), await orders.ownerOf(hex('u'))],
        ['a', undefined],
        'owners',
      )
      requireHolds(
        await orders.append(tokened('a', 't', 2)),
        'the next version of the first must be written',
      )
      requireHolds(
        await orders.append(tokened('b', 'u')),
        'an order with another token must be written',
      )
      requireHolds(
        !(await orders.append(tokened('b', 't', 2))),
        'an order cannot change to the token of another',
      )
      requireEqual(await orders.load('b'), tokened('b', 'u'), 'the order that could not')
    },
  },

  'a token is free when the order that had it is written without it': {
    async run(orders) {
      for (const order of [tokened('a', 't'), orderOf('a', 2, 'answered'), tokened('b', 't')])
        requireHolds(await orders.append(order), 'it must be written', order)
      requireEqual(await orders.ownerOf(hex('t')), 'b', 'the owner')
      requireHolds(
        !(await orders.append(tokened('a', 't', 3))),
        'the first key cannot take it back',
      )
      requireHolds(await orders.append(tokened('a', 'u', 3)), 'it can have another')
      requireHolds(await orders.append(tokened('b', 'v', 2)), 'an order may change its token')
      requireHolds(await orders.append(tokened('c', 't')), 'and gives up the one that it had')
    },
  },

  'of orders with one token that are written at once, one is, and others are not hindered': {
    async run(orders) {
      const same8 = times(8, (number) => orders.append(tokened(`k${number}`, 't')))
      const others = times(8, (number) => orders.append(tokened(`o${number}`, `o${number}`)))
      const written = await Promise.all([...same8, ...others])
      requireEqual(
        written.slice(0, 8).filter(Boolean).length,
        1,
        'orders of the token that were written',
      )
      requireHolds(
        written.slice(8).every(Boolean),
        'orders with tokens of their own must be written',
        written,
      )
    },
  },

  'processes write orders with one token at once: one is written': {
    needs: 'second',
    async run(orders, { second }) {
      const other = await second()
      const written = await Promise.all(
        times(8, (number) =>
          (number % 2 === 0 ? orders : other).append(tokened(`k${number}`, 't')),
        ),
      )
      requireEqual(written.filter(Boolean).length, 1, 'orders that were written')
      requireEqual(
        await other.ownerOf(hex('t')),
        await orders.ownerOf(hex('t')),
        'the owner, as both see it',
      )
    },
  },

  'the next process knows the tokens': {
    needs: 'restarted',
    async run(orders, { restarted }) {
      for (const order of [tokened('a', 't'), tokened('b', 'u'), orderOf('b', 2, 'answered')])
        await orders.append(order)
      const next = await restarted()
      requireEqual(
        [await next.ownerOf(hex('t')), await next.ownerOf(hex('u'))],
        ['a', undefined],
        'owners',
      )
      requireHolds(
        !(await next.append(tokened('c', 't'))),
        'a token that was taken before the restart',
      )
      requireHolds(
        await next.append(tokened('c', 'u')),
        'a token that was given up before the restart',
      )
    },
  },

  'seconds of a content are handed out once, the last free one first': {
    async run(orders) {
      const wish = { content: hex('c'), taken: 109, from: 100, to: 109 }
      const given = [
        await orders.nextSecond(wish),
        await orders.nextSecond({ ...wish, taken: 107 }),
      ]
      requireEqual(given, [108, 106], 'the first two')
      requireEqual(
        await orders.nextSecond({ ...wish, content: hex('d') }),
        108,
        'another content counts apart',
      )
      const rest = await Promise.all(times(10, () => orders.nextSecond(wish)))
      requireEqual(
        rest.filter((second) => second !== undefined).sort((a, b) => b - a),
        [105, 104, 103, 102, 101, 100],
        'the rest',
      )
      requireEqual(await orders.nextSecond({ ...wish, to: 112 }), 112, 'later ones are free')
    },
  },

  'processes that ask for seconds at once get different ones': {
    needs: 'second',
    async run(orders, { second }) {
      const other = await second()
      const wish = { content: hex('c'), taken: 599, from: 0, to: 599 }
      const asked = times(40, (number) => (number % 2 === 0 ? orders : other).nextSecond(wish))
      requireEqual(new Set(await Promise.all(asked)).size, 40, 'seconds that were handed out')
    },
  },

  'an order may be sealed again under its key: the new XML takes the place of the old one': {
    async run(orders) {
      const corrected = {
        ...orderOf('a', 3),
        xml: xmlOfRecord('corregido'),
        fingerprint: 'f'.repeat(64),
        folio: '7',
      }
      for (const order of [orderOf('a'), orderOf('a', 2, 'acknowledged'), corrected]) {
        requireHolds(await orders.append(order), 'the next version must be written', order)
      }
      requireEqual(await orders.load('a'), corrected, 'the corrected order')
    },
  },
}

const hex = contractToken

/** An order with a token. */
function tokened(key: string, token: string, version = 1): Order {
  return { ...orderOf(key, version), token: hex(token) }
}

function orderOf(key: string, version = 1, status: Order['status'] = 'open'): Order {
  return {
    key,
    version,
    status,
    fingerprint: contractToken('f'),
    xml: xmlOfRecord('pedido'),
    warnings: [],
    at: soon + version,
    ...(version % 2 === 1 && { folio: '501' }),
    ...(status === 'open'
      ? { claim: { owner: 'yo', until: 9e15 }, sentBy: { pac: 'uno', journal: true } }
      : { outcome: { kind: 'unavailable', pac: 'uno', message: 'No respondió.' } as const }),
  }
}
