/**
 * A journal that forgot: what it does not know proves nothing, unless it is the journal over which
 * the order was claimed.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { createUnsafeMemoryOrders, type Order } from '../../src/engine/orders.js'
import { entryOf, unjournaled } from '../../src/pac/entry.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal, type Journal } from '../../src/pac/journal.js'
import { csd, draft } from '../fixtures.js'
import { createWorld, engineOn, freeSigner, InstantPac, Machine } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const key = 'k'

let world: ReturnType<typeof createWorld>
let [uno, dos]: InstantPac[] = []
let journal: ReturnType<typeof createUnsafeMemoryJournal>
beforeEach(() => {
  world = createWorld(signers)
  ;[uno, dos] = ['uno', 'dos'].map((id) => new InstantPac(id, { findKinds: ['bytes'] }))
  journal = createUnsafeMemoryJournal()
})

const over = (kept: Journal, pacs = [uno!, dos!]) =>
  failover(
    pacs.map(({ provider }) => provider),
    { journal: kept, recovery: { window: 1 } },
  )

/**
 * A host that dies between what its journal and its order say: both PACs could be asked, and dos
 * stamped.
 */
async function dieBetween(pacs = [dos!, uno!]): Promise<void> {
  const machine = new Machine(2, 'dies after')
  const orders = machine.wrap(world.orders)
  const append: typeof orders.append = async (order) => {
    if (order.version > 1) await new Promise(() => {})
    return world.orders.append(order)
  }
  const engine = engineOn(world, undefined, {
    provider: over(journal, pacs),
    orders: { ...world.orders, append },
  })
  void engine.stamp(invoice, { key })
  while (journal.entries()[0]?.status !== 'closed')
    await new Promise((resolve) => setTimeout(resolve, 1))
  world.now += 300_001
}

const stampOver = (kept: Journal, pacs?: InstantPac[]) =>
  engineOn(world, undefined, { provider: over(kept, pacs) }).stamp(invoice, { key })

const stamps = () => (uno?.stamps ?? 0) + (dos?.stamps ?? 0)

describe('an open order', () => {
  it('records the journal over which it is sent', async () => {
    await dieBetween()
    expect(world.orders.entries()).toMatchObject([
      { journal: { id: (await journal.identity?.())?.id } },
    ])
  })

  it('has the stamp that its journal knows', async () => {
    await dieBetween()
    expect(await stampOver(journal)).toMatchObject({ ok: true, pac: 'dos' })
    expect(stamps()).toBe(1)
  })

  it.each([
    ['another journal', () => createUnsafeMemoryJournal()],
    [
      'a journal without an identity',
      () => ({ ...createUnsafeMemoryJournal(), identity: undefined }) as never,
    ],
    [
      'the same, emptied since',
      () => ({
        ...createUnsafeMemoryJournal(),
        identity: async () => ({
          id: (await journal.identity?.())?.id ?? '',
          since: Date.parse('2026-11-22'),
        }),
      }),
    ],
  ])('is looked up at all PACs over %s, and gets the stamp that one has', async (_, make) => {
    await dieBetween()
    expect(await stampOver(make())).toMatchObject({ ok: true, pac: 'dos' })
    expect(stamps()).toBe(1)
  })

  it('is looked up at all PACs over a journal that was put back, whose entry is older', async () => {
    await dieBetween()
    const [{ token = '', xml = '', at = 0 } = {}] = journal.entries()
    const older = entryOf(
      { token, xml, at, version: 1 },
      { inDoubt: unjournaled('uno', at), abandoned: [] },
    )
    const provider = over(createUnsafeMemoryJournal([older]))
    const engine = engineOn(world, undefined, { provider })
    expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: true, pac: 'dos' })
    expect(stamps()).toBe(1)
  })

  it('is in doubt where no PAC tells: not sent, neither then nor later, and settled by a person', async () => {
    await dieBetween([dos!])
    const kept = createUnsafeMemoryJournal()
    const silent = new InstantPac('tres')
    const provider = over(kept, [silent])
    const engine = engineOn(world, undefined, { provider })
    for (let time = 0; time < 3; time++) {
      expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: false, code: 708 })
      world.now += 300_001
    }
    expect([silent.stamps, stamps()]).toEqual([0, 1])
    const [{ token = '' } = {}] = kept.entries()
    await provider.settle(token, 'not-stamped', { by: 'Ana Ruiz' })
    expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: true, pac: 'tres' })
  })

  it('is sent where its journal vouches that nothing was: a crash between the two writes is ordinary', async () => {
    const append = (order: Order) => world.orders.append(order)
    const hanging = { ...journal, load: () => new Promise<never>(() => {}) }
    void engineOn(world, undefined, {
      provider: over(hanging),
      orders: { ...world.orders, append },
    }).stamp(invoice, {
      key,
    })
    while (world.orders.entries().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 1))
    world.now += 300_001
    expect(await stampOver(journal)).toMatchObject({ ok: true })
    expect(stamps()).toBe(1)
  })

  it('of a version that recorded no journal is in doubt too: nobody vouches for it', async () => {
    await dieBetween()
    const orders = createUnsafeMemoryOrders(
      world.orders.entries().map(({ journal: _, claim: __, ...order }) => order),
    )
    const engine = engineOn(world, undefined, {
      provider: over(createUnsafeMemoryJournal()),
      orders,
    })
    expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: true, pac: 'dos' })
    expect(stamps()).toBe(1)
  })
})
