import { describe, expect, it } from 'vitest'
import {
  type CancellationEntry,
  type Cancellations,
  createUnsafeMemoryCancellations,
} from '../../src/engine/cancellationStore.js'
import {
  createMemoryFolios,
  type FolioReservation,
  type FolioSequence,
} from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders, type Order, type Orders } from '../../src/engine/orders.js'
import {
  ContractViolation,
  describeCancellations,
  describeFolios,
  describeJournal,
  describeOrders,
  type StoreSubject,
  type TestRunner,
} from '../../src/engine/storeContract.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'

describeJournal(
  'the journal in memory',
  () => {
    const store = createUnsafeMemoryJournal()
    return { store, second: () => store, restarted: () => store.afterRestart() }
  },
  { describe, it },
)

describeOrders(
  'the orders in memory',
  () => {
    const store = createUnsafeMemoryOrders()
    return { store, second: () => store, restarted: () => store.afterRestart() }
  },
  { describe, it },
)

describeFolios(
  'the folios in memory',
  () => {
    const store = createMemoryFolios()
    return { store, second: () => store, restarted: () => store }
  },
  { describe, it },
)

describeCancellations(
  'the cancellations in memory',
  () => {
    const store = createUnsafeMemoryCancellations()
    return { store, second: () => store, restarted: () => store.afterRestart() }
  },
  { describe, it },
)

/** The names of the checks that a store fails. */
async function failures<Port>(
  declare: (name: string, makeStore: () => StoreSubject<Port>, runner: TestRunner) => void,
  makeStore: () => Port,
): Promise<string[]> {
  const failed: string[] = []
  const checks: (() => Promise<void>)[] = []
  const it = (name: string, run: () => Promise<void>) =>
    checks.push(() =>
      run().catch((error) => {
        expect(error).toBeInstanceOf(ContractViolation)
        failed.push(name)
      }),
    )
  const make = () => {
    const store = makeStore()
    return { store, second: () => store, restarted: () => store }
  }
  declare('', make, { describe: (_, define) => define(), it })
  for (const check of checks) await check()
  return failed
}

describe('a store that breaks its contract fails it', () => {
  const orders = (change: (good: Orders, all: () => readonly Order[]) => Partial<Orders>) => () => {
    const good = createUnsafeMemoryOrders()
    return { ...good, ...change(good, good.entries) }
  }
  it.each<[string, () => Orders]>([
    ['it loads nothing', orders(() => ({ load: async () => undefined }))],
    [
      'it drops the XML',
      orders((good) => ({ append: (order) => good.append({ ...order, xml: '' }) })),
    ],
    [
      'it forgets who was asked',
      orders((good) => ({ append: ({ sentBy: _, ...order }) => good.append(order) })),
    ],
    [
      'it writes any version',
      orders((good) => ({ append: async (order) => (await good.append(order)) || true })),
    ],
    [
      'it compares no tokens',
      orders((good) => ({ append: ({ token: _, ...order }) => good.append(order) })),
    ],
    ['it knows no owner', orders(() => ({ ownerOf: async () => undefined }))],
    [
      'it hands out a second twice',
      orders(() => ({ nextSecond: async ({ to, taken }) => (to === taken ? to - 1 : to) })),
    ],
    [
      'it folds the case of keys',
      orders((good) => ({ load: (key) => good.load(key.toLowerCase()) })),
    ],
    [
      'it compares, waits, and sets',
      orders((good) => {
        const late = new Map<string, Order>()
        return {
          load: async (key) => late.get(key) ?? good.load(key),
          async append(order) {
            if (
              ((late.get(order.key) ?? (await good.load(order.key)))?.version ?? 0) !==
              order.version - 1
            )
              return false
            await Promise.resolve()
            late.set(order.key, order)
            return true
          },
        }
      }),
    ],
    [
      'it lists what is acknowledged',
      orders((_, all) => ({
        async *unfinished() {
          yield* all()
        },
      })),
    ],
    [
      'it reads the list at once',
      orders((_, all) => ({
        async *unfinished() {
          yield* all().filter(({ status }) => status !== 'acknowledged')
        },
      })),
    ],
  ])('orders: %s', async (_, make) => expect(await failures(describeOrders, make)).not.toEqual([]))

  const cancellations =
    (
      change: (
        good: Cancellations,
        all: () => readonly CancellationEntry[],
      ) => Partial<Cancellations>,
    ) =>
    () => {
      const good = createUnsafeMemoryCancellations()
      return { ...good, ...change(good, good.entries) }
    }
  it.each<[string, () => Cancellations]>([
    [
      'it drops the acuse',
      cancellations((good) => ({ append: ({ acuse: _, ...entry }) => good.append(entry) })),
    ],
    [
      'it keeps the claim',
      cancellations((good) => keeping(good, ({ claim }) => (claim === undefined ? {} : { claim }))),
    ],
    [
      'it keeps what is over closed',
      cancellations((good) =>
        keeping(good, ({ status }) => (status === 'closed' ? { status } : {})),
      ),
    ],
    [
      'it forgets what is closed',
      cancellations((good) => ({
        async load(uuid) {
          const entry = await good.load(uuid)
          return entry?.status === 'closed' ? undefined : entry
        },
      })),
    ],
  ])('lives: %s', async (_, make) =>
    expect(await failures(describeCancellations, make)).not.toEqual([]),
  )

  /** Cancellations in which members of the entry before stay. */
  function keeping(
    good: Cancellations,
    stays: (before: CancellationEntry) => Partial<CancellationEntry>,
  ): Partial<Cancellations> {
    return {
      async append(entry) {
        const before = await good.load(entry.uuid)
        return good.append({ ...entry, ...(before === undefined ? {} : stays(before)) })
      },
    }
  }

  type Folios = Required<FolioSequence>
  const folios = (change: (good: Folios) => Partial<Folios>) => () => {
    const good = createMemoryFolios()
    return { ...good, ...change(good) }
  }
  const reserved = (change: (good: FolioReservation) => Partial<FolioReservation>) =>
    folios((good) => ({
      async next(...of) {
        const one = await good.next(...of)
        return { ...one, ...change(one) }
      },
    }))
  it.each<[string, () => Folios]>([
    ['it forgets holders', folios((good) => ({ next: (rfc, serie) => good.next(rfc, serie) }))],
    [
      'it knows one series',
      folios((good) => ({ next: (rfc, _, holder) => good.next(rfc, 'A', holder) })),
    ],
    ['it never releases', reserved(() => ({ release: async () => {} }))],
    ['it commits nothing', reserved(() => ({ commit: async () => {} }))],
    ['it releases for a commit', reserved(({ release }) => ({ commit: release }))],
    ['it does not bind', reserved(() => ({ bind: async () => {} }))],
    [
      'it lists nothing',
      folios(() => ({
        async *held() {},
      })),
    ],
    ['it finds nothing', folios(() => ({ heldBy: async () => [] }))],
    [
      'it settles by number, whoever holds it',
      folios((good) => ({
        async next(...of) {
          const one = await good.next(...of)
          const release = async () => {
            for await (const held of good.held()) if (held.folio === one.folio) await held.release()
          }
          return { ...one, release }
        },
      })),
    ],
  ])('folios: %s', async (_, make) => expect(await failures(describeFolios, make)).not.toEqual([]))
})
