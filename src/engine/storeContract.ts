/**
 * The contracts of a journal, of orders and of folios, as tests for any runner: the test suite of a store.
 *
 * One invoice for each key, and no folio twice or missing, depend on them. Every check runs on a store of its own, with
 * nothing in it.
 * @module
 */
import { ContractViolation, type TestRunner } from '../pac/contract.js'
import type { Journal, JournalEntry, WalkPurpose } from '../pac/journal.js'
import { describeFolios } from './folioContract.js'
import type { FolioReservation, FolioSequence, HeldFolio } from './folios.js'
import type { Order, Orders } from './orders.js'
import { type Checks, declare, type MakeStore, must, same, type StoreSubject, times } from './storeChecks.js'

export type {
  FolioReservation,
  FolioSequence,
  HeldFolio,
  Journal,
  JournalEntry,
  MakeStore,
  Order,
  Orders,
  StoreSubject,
  TestRunner,
  WalkPurpose,
}
export { ContractViolation, describeFolios }

/**
 * Declares the contract of a {@link Journal} as tests.
 * @example With vitest
 * describeJournal('my journal', async () => ({ store: await createMyJournal() }), { describe, it })
 */
export function describeJournal(name: string, makeStore: MakeStore<Journal>, runner: TestRunner): void {
  declare(name, makeStore, { ...versionedChecks(journalTrait), ...journalChecks }, runner)
}

/** Declares the contract of {@link Orders} as tests. */
export function describeOrders(name: string, makeStore: MakeStore<Orders>, runner: TestRunner): void {
  declare(name, makeStore, { ...versionedChecks(ordersTrait), ...ordersChecks }, runner)
}

// --- what journals and orders have in common: records with a version, compared and set ---

/** A port of records with versions, and how to make and read them. */
interface Trait<Port, Stored extends { readonly version: number }> {
  /** The first write of a name is 1; `last` is the status after which it is finished. */
  readonly make: (name: string, version?: number, last?: boolean) => Stored
  readonly load: (store: Port, name: string) => Promise<Stored | undefined>
  readonly append: (store: Port, stored: Stored) => Promise<boolean>
  readonly unfinished: (store: Port) => AsyncIterable<Stored>
}

function versionedChecks<Port, Stored extends { readonly version: number }>({
  make,
  load,
  append,
  unfinished,
}: Trait<Port, Stored>): Checks<Port> {
  const written = async (store: Port, ...all: Stored[]) => {
    for (const each of all) must(await append(store, each), 'the next version must be written', each)
  }
  const left = async (store: Port) => {
    const found: Stored[] = []
    for await (const each of unfinished(store)) found.push(each)
    return found
  }
  return {
    'what was never written is undefined': {
      async run(store) {
        must((await load(store, 'a')) === undefined, 'nothing was written')
        same(await left(store), [], 'nothing is unfinished')
      },
    },

    'what was written is read again, the last version of it': {
      async run(store) {
        await written(store, make('a'), make('b'), make('a', 2), make('b', 2, true))
        same(await load(store, 'a'), make('a', 2), 'the last version')
        same(await load(store, 'b'), make('b', 2, true), 'the last version')
      },
    },

    'a version that is not the next one is refused, and changes nothing': {
      async run(store) {
        must(!(await append(store, make('a', 2))), 'version 2 without 1')
        await written(store, make('a'))
        for (const version of [1, 3]) must(!(await append(store, make('a', version))), `${version} after 1`)
        same(await load(store, 'a'), make('a'), 'a refused write must change nothing')
        must((await load(store, 'b')) === undefined, 'a refused write must leave nothing')
      },
    },

    'of many writers of one version exactly one succeeds': {
      async run(store) {
        for (const version of [1, 2]) {
          const answers = await Promise.all(times(8, () => append(store, make('a', version))))
          same(answers.filter(Boolean).length, 1, `writers of version ${version} that succeeded`)
        }
      },
    },

    'many are written at once, and none is lost': {
      async run(store) {
        const names = times(50, (number) => `n${number}`)
        const answers = await Promise.all(names.map((name) => append(store, make(name))))
        must(answers.every(Boolean), 'every first version must be written', answers)
        for (const name of names) same(await load(store, name), make(name), 'each is read again')
      },
    },

    'the unfinished are listed in the order of their first writes': {
      async run(store) {
        await written(store, make('c'), make('a'), make('b'), make('d'), make('a', 2), make('b', 2, true), make('c', 2))
        same(await left(store), [make('c', 2), make('a', 2), make('d')], 'the unfinished')
      },
    },

    'each is read when the list reaches it': {
      async run(store) {
        await written(store, make('a'), make('b'))
        const found: Stored[] = []
        for await (const each of unfinished(store)) {
          if (found.length === 0) await written(store, make('b', 2))
          found.push(each)
        }
        same(found, [make('a'), make('b', 2)], 'the unfinished, with what was written meanwhile')
      },
    },

    'another process sees what is written, and only one of both writes a version': {
      needs: 'second',
      async run(store, { second }) {
        const other = await second()
        await written(store, make('a'))
        same(await load(other, 'a'), make('a'), 'what the other process wrote')
        const answers = await Promise.all(times(8, (number) => append(number % 2 === 0 ? store : other, make('a', 2))))
        same(answers.filter(Boolean).length, 1, 'writers of version 2 that succeeded')
        same(await load(store, 'a'), make('a', 2), 'both see the same')
      },
    },

    'the next process finds what was written, and goes on from there': {
      needs: 'restarted',
      async run(store, { restarted }) {
        await written(store, make('a'), make('b'), make('c'), make('a', 2), make('c', 2, true))
        const next = await restarted()
        same(unclaimed(await load(next, 'a')), unclaimed(make('a', 2)), 'what was written before the restart')
        same((await left(next)).map(unclaimed), [make('a', 2), make('b')].map(unclaimed), 'the unfinished')
        must(!(await append(next, make('a', 2))), 'a version that was written before the restart')
        await written(next, make('a', 3), make('b', 2, true), make('c', 3))
        same(await load(next, 'a'), make('a', 3), 'what was written after the restart')
        same(await left(next), [make('a', 3), make('c', 3)], 'the unfinished')
      },
    },
  }
}

const unclaimed = (stored: object | undefined) => ({ ...stored, claim: undefined })

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

/** The year 2100: nothing that a store forgets after a time has expired. */
const soon = 4_102_444_800_000

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

/** Letters of several octets, tabs and line feeds, which a store must keep as they are. */
function xmlOf(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\r\n<cfdi:Comprobante Folio="${name}">\t"Ñandú" \\ 'año' 𝛑 \u2028\n</cfdi:Comprobante>`
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
      ? { claim: { owner: 'yo', until: 9e15 } }
      : { outcome: { kind: 'unavailable', pac: 'uno', message: 'No respondió.' } as const }),
  }
}
