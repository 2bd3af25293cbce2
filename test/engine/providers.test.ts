/**
 * A key whose provider changes while its order is open: a PAC that may have stamped it is asked,
 * and no other.
 */
import { describe, expect, it } from 'vitest'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { SettleError } from '../../src/errors.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Capabilities, Provider } from '../../src/pac/provider.js'
import type { FailoverOptions } from '../../src/pac/settings.js'
import { csd, draft } from '../fixtures.js'
import { engineOn, freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = draft('ingreso')
const forgetful = { dedupByContent: false, findKinds: [] } as const

function hostOf(can: Partial<Capabilities> = {}) {
  const [uno, dos] = [new InstantPac('uno', can), new InstantPac('dos')]
  const world = {
    pac: uno,
    orders: createUnsafeMemoryOrders(),
    folios: createMemoryFolios(),
    signers,
    now: 0,
  }
  const journal = createUnsafeMemoryJournal()
  const composed = (pacs: readonly InstantPac[], options: Partial<FailoverOptions> = {}) => {
    const providers = pacs.map(({ provider }) => provider)
    const once = pacs.includes(uno) && can === forgetful ? ['uno'] : []
    return failover(providers, {
      journal,
      once,
      recovery: { window: 100, delays: [1_000] },
      ...options,
    })
  }
  const stamp = (provider: Provider) =>
    engineOn(world, undefined, { provider, owner: 'the same process' }).stamp(invoice, { key: 'k' })
  return {
    ...{ uno, dos, world, journal, composed, stamp },
    order: () => world.orders.entries()[0],
    /** An order that `uno` got alone; its answer is lost. */
    async lostAt(fault: 'loses the answer' | 'does not hear' = 'does not hear') {
      uno.will(fault)
      expect(await stamp(uno.provider)).toMatchObject({ code: 708 })
      uno.will()
    },
  }
}

describe('a failover over orders that a PAC got alone', () => {
  it('asks that PAC, and gives the stamp that it has', async () => {
    const { uno, dos, lostAt, stamp, composed, order } = hostOf()
    await lostAt('loses the answer')
    expect(order()).toMatchObject({ sentBy: { pac: 'uno' } })
    expect(await stamp(composed([dos, uno]))).toMatchObject({ ok: true, pac: 'uno' })
    expect([uno.stamps, dos.stamps]).toEqual([1, 0])
  })

  it('holds it where that PAC does not tell, with switch too, until a person does; the answer has the token to say it with', async () => {
    const { uno, dos, lostAt, stamp, composed, order } = hostOf(forgetful)
    await lostAt()
    const stamping = composed([uno, dos])
    const answer = await stamp(stamping)
    expect(answer).toMatchObject({
      ok: false,
      code: 708,
      pac: 'uno',
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect([uno.stamps, dos.stamps]).toEqual([0, 0])
    expect(order()).toMatchObject({ sentBy: { pac: 'uno', journal: true } })
    if (answer.ok || answer.token === undefined) throw new SettleError('SETTLE_UNKNOWN', 'no token')
    await stamping.settle(answer.token, 'not-stamped')
    expect(await stamp(stamping)).toMatchObject({ ok: true })
    expect(uno.stamps + dos.stamps).toBe(1)
  })

  it('holds it where that PAC is none of its own', async () => {
    const { dos, lostAt, stamp, composed } = hostOf()
    await lostAt()
    expect(await stamp(composed([dos]))).toMatchObject({ code: 708, pac: 'uno' })
    expect(dos.stamps).toBe(0)
  })

  it('sends nothing where its journal cannot say so, nor where it cannot be told', async () => {
    const { uno, dos, lostAt, stamp, composed, journal } = hostOf()
    await lostAt()
    const full = { ...journal, append: () => Promise.reject(new Error('disk full')) }
    expect(await stamp(composed([dos, uno], { journal: full }))).toMatchObject({ code: 710 })
    const { id, capabilities, ping } = uno.provider
    const [stamps, finds] = [dos.provider.stamp, dos.provider.find]
    const own: Provider = { id, capabilities, ping, remembers: true, stamp: stamps, find: finds }
    expect(await stamp({ ...own, id: 'mine' })).toMatchObject({ code: 708, pac: 'uno' })
    expect([uno.stamps, dos.stamps]).toEqual([0, 0])
  })
})

describe('a PAC alone', () => {
  it('gets nothing that another one got alone; that one does', async () => {
    const { uno, dos, lostAt, stamp, order } = hostOf()
    await lostAt()
    expect(await stamp(dos.provider)).toMatchObject({
      code: 708,
      pac: 'uno',
      message: expect.stringContaining('uno'),
    })
    expect(order()).toMatchObject({ sentBy: { pac: 'uno' } })
    expect(await stamp(uno.provider)).toMatchObject({ ok: true, pac: 'uno' })
    expect([uno.stamps, dos.stamps]).toEqual([1, 0])
  })

  it('gets nothing that a failover got: its journal knows where it is; a stamp that it finds it gives', async () => {
    const can = { findKinds: ['bytes'] } as const
    for (const fault of ['does not hear', 'loses the answer'] as const) {
      const { uno, dos, stamp, composed, order } = hostOf(can)
      uno.will(fault, fault)
      expect(await stamp(composed([uno], { onUnknown: 'hold' }))).toMatchObject({ code: 708 })
      uno.will()
      expect(await stamp(dos.provider)).toMatchObject({
        code: 708,
        message: expect.stringContaining('bitácora'),
      })
      expect(order()).toMatchObject({ sentBy: { journal: true } })
      const isThere = fault === 'loses the answer'
      expect(await stamp(uno.provider)).toMatchObject(isThere ? { ok: true } : { code: 708 })
      expect([uno.stamps, dos.stamps]).toEqual([isThere ? 1 : 0, 0])
    }
  })

  it('gets what was sealed only, whoever was to have it', async () => {
    const { uno, dos, stamp, composed, journal } = hostOf()
    const full = { ...journal, append: () => Promise.reject(new Error('disk full')) }
    expect(await stamp(composed([uno], { journal: full }))).toMatchObject({ code: 710 })
    expect(await stamp(dos.provider)).toMatchObject({ ok: true, pac: 'dos' })
  })
})

describe('orders of earlier versions, which do not say who got them', () => {
  it('are asked for at the provider there is', async () => {
    const { uno, lostAt, stamp, world } = hostOf()
    await lostAt()
    const { sentBy: _, ...order } = (await world.orders.load('k')) ?? (undefined as never)
    await world.orders.append({ ...order, version: order.version + 1 })
    expect(await stamp(uno.provider)).toMatchObject({ ok: true })
  })
})
