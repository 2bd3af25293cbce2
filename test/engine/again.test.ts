/**
 * A key whose order is open, at a PAC without a journal: what is looked up, what is sent again, and
 * what never is.
 */
import { describe, expect, it } from 'vitest'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import type { Capabilities, FindOutcome, Provider } from '../../src/pac/provider.js'
import { csd, draft } from '../fixtures.js'
import { engineOn, type Fault, freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const pac = 'instant'

/** What the look-up says of a document that the PAC has not stamped. */
const absent: FindOutcome = { kind: 'absent', pac }
const silent: FindOutcome = { kind: 'unknown', pac, message: 'no se sabe' }
const down: FindOutcome = { kind: 'unavailable', pac, message: 'no se pudo hablar' }

function hostOf(can: Partial<Capabilities>, says: FindOutcome = absent) {
  const world = {
    pac: new InstantPac(),
    orders: createUnsafeMemoryOrders(),
    folios: createMemoryFolios(),
    signers,
    now: 0,
  }
  const sent: string[] = []
  const { stamp, capabilities } = world.pac.provider
  const provider: Provider = {
    ...world.pac.provider,
    capabilities: { ...capabilities, ...can },
    stamp: async (sealed) => {
      sent.push(sealed.xml)
      return stamp(sealed)
    },
    find: async (sealed) =>
      (world.pac.stamped.has(sealed.xml) ? stamp(sealed) : says) as Promise<FindOutcome>,
  }
  return { world, sent, engine: engineOn(world, undefined, { provider }) }
}

const bytes = { dedupByContent: true, findKinds: ['bytes'] } as const
const key = { dedupByContent: false, dedupByReference: true, findKinds: ['key'] } as const
const nothing = { dedupByContent: false, findKinds: [] } as const
const blind = { dedupByContent: true, findKinds: ['uuid'] } as const

describe('an order whose answer was lost', () => {
  it.each<[string, Partial<Capabilities>, FindOutcome, Fault, ok: boolean, sent: number]>([
    ['looked up, found', bytes, absent, 'loses the answer', true, 1],
    ['looked up, not there, and recognised if it is', bytes, absent, 'does not hear', true, 2],
    ['looked up, and nobody knows', bytes, silent, 'does not hear', false, 1],
    ['looked up, and nobody answers', key, down, 'does not hear', false, 1],
    ['found by its reference', key, silent, 'loses the answer', true, 1],
    ['not to be looked up, and recognised', blind, silent, 'does not hear', true, 2],
    ['neither to be looked up nor recognised', nothing, absent, 'loses the answer', false, 1],
  ])('%s', async (_, can, says, fault, ok, times) => {
    const { world, sent, engine } = hostOf(can, says)
    world.pac.will(fault)
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ ok: false, code: 708 })
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject(ok ? { ok } : { ok, code: 708 })
    expect(sent).toHaveLength(times)
    expect(new Set(sent).size).toBe(1)
    expect(world.pac.stamped.size).toBeLessThanOrEqual(1)
  })
})

describe('an order that was sealed only', () => {
  it('is sent, as nobody has begun to; then it is one that may have been', async () => {
    const { world, sent, engine } = hostOf(nothing)
    await engine.seal(invoice, { key: 'k' })
    expect(world.orders.entries()).toMatchObject([{ unsent: true }])
    world.pac.will('loses the answer')
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ code: 708 })
    expect(world.orders.entries()[0]).not.toHaveProperty('unsent')
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ code: 708 })
    expect(sent).toHaveLength(1)
  })

  it('and sent by the host without its key, of which no answer came: a no is not certain, and the key is not free', async () => {
    const { world, engine } = hostOf(bytes)
    const sealed = await engine.seal(invoice, { key: 'k' })
    if (!sealed.ok) throw new Error(sealed.message)
    world.pac.will('does not hear')
    expect(await engine.stampSealed(sealed.sealed)).toMatchObject({ code: 708 })
    world.pac.will('refuses')
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ ok: false, code: 708 })
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ ok: true })
    expect(world.pac.stamped.size).toBe(1)
  })
})

describe('a store that writes and does not say so', () => {
  it('before anything is sent: the same call again stamps, where nothing recognises what was stamped too', async () => {
    const { world, sent, engine } = hostOf(nothing)
    const { append } = world.orders
    world.orders.append = async (order) => {
      world.orders.append = append
      await append(order)
      throw new Error('connection reset')
    }
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ ok: false, code: 710 })
    expect(sent).toEqual([])
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ ok: true })
    expect(sent).toHaveLength(1)
  })
})
