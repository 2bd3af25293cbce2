/**
 * Leases with heartbeats: the keys of a process that died are free soon, those of one that works
 * stay its own, and one that missed its heartbeats sends nothing before it has compared and set
 * again.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import type { Order } from '../../src/engine/orders.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import { csd, draft, noon } from '../fixtures.js'
import { createWorld, type End, engineOn, freeSigner, InstantPac, Machine } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const key = 'k'

let world: ReturnType<typeof createWorld>
let engine: Engine
beforeEach(() => {
  world = createWorld(signers)
  engine = engineOn(world)
})

const inProgress = { ok: false, code: 708, errors: [{ code: 'IN_PROGRESS' }] }

/** A provider whose answer comes when it is let go. */
function slowProvider() {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let ask = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const { provider } = world.pac
  const stamp: typeof provider.stamp = async (sealed) => {
    ask()
    await held
    return provider.stamp(sealed)
  }
  return { provider: { ...provider, stamp }, asked, answer: () => answer() }
}

describe('a key of a process that died while a PAC was asked', () => {
  const journal = createUnsafeMemoryJournal()
  const clock = { now: () => noon.getTime() + world.now, sleep: () => new Promise<never>(() => {}) }
  const journaled = (machine: Machine) => {
    const provider = failover([machine.wrap(world.pac.provider)], {
      journal,
      clock,
      recovery: { window: 1 },
    })
    return engineOn(world, undefined, { provider })
  }

  it.each([
    ['a PAC', (machine: Machine) => engineOn(world, machine)],
    ['a failover', journaled],
  ])('is free within 15 s, and until then says how long: %s', async (_, make) => {
    world = { ...world, pac: new InstantPac('instant', { findKinds: ['bytes'] }) }
    const machine = new Machine(make === journaled ? 1 : 5)
    void make(machine).stamp(invoice, { key })
    await machine.stopped
    engine = make(new Machine())
    expect(world.pac.stamps).toBe(1)
    expect(await engine.stamp(invoice, { key })).toMatchObject({
      ...inProgress,
      retryAfter: 15_000,
    })
    world.now += 14_000
    expect(await engine.stamp(invoice, { key })).toMatchObject({ ...inProgress, retryAfter: 1_000 })
    world.now += 1_001
    expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: true })
    expect(world.pac.stamps).toBe(1)
  })
})

describe('a stamp that takes long', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      world.now += 1_000
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }

  it('keeps its key by heartbeats, one for all keys of the process', async () => {
    const { provider, asked, answer } = slowProvider()
    let beats = 0
    const renew = async (owner: string, until: number) => {
      beats++
      await world.orders.renew?.(owner, until)
    }
    const slow = engineOn(world, undefined, { provider, orders: { ...world.orders, renew } })
    const first = [slow.stamp(invoice, { key }), slow.stamp(invoice, { key: 'other' })]
    await asked
    await pass(60)
    for (const each of [key, 'other'])
      expect(await engine.stamp(invoice, { key: each })).toMatchObject(inProgress)
    expect(beats).toBe(12)
    answer()
    for (const each of first) expect(await each).toMatchObject({ ok: true })
    await pass(20)
    expect(beats).toBe(12)
    expect(world.pac.stamps).toBe(2)
  })

  it('of a journal too', async () => {
    const { provider, asked, answer } = slowProvider()
    const journal = createUnsafeMemoryJournal()
    const clock = {
      now: () => noon.getTime() + world.now,
      sleep: (ms: number) => new Promise<void>((end) => void setTimeout(end, ms)),
    }
    const options = { journal, clock, timeouts: { stamp: 90_000 } }
    const slow = engineOn(world, undefined, { provider: failover([provider], options) })
    const first = slow.stamp(invoice, { key })
    await asked
    await pass(60)
    const [{ token = '' } = {}] = journal.entries()
    expect(await failover([world.pac.provider], options).resume(token)).toMatchObject([
      { outcome: { kind: 'unknown', retryAfter: expect.any(Number) } },
    ])
    answer()
    expect(await first).toMatchObject({ ok: true })
    expect(world.pac.stamps).toBe(1)
  })
})

describe('waiting before the order is written', () => {
  it.each([12_000, 100_000])('is no suspension: a signer of %i ms', async (ms) => {
    const sign: typeof signers.sign = (bytes) => {
      world.now += ms
      return signers.sign(bytes)
    }
    const patient = engineOn(world, undefined, { signers: { ...signers, sign } })
    expect(await patient.stamp(invoice, { key })).toMatchObject({ ok: true, cfdi: { Folio: '1' } })
  })

  it('does not lose its folio to a sweep', async () => {
    const sign: typeof signers.sign = async (bytes) => {
      world.now += 100_000
      for await (const _ of engine.resume());
      return signers.sign(bytes)
    }
    const patient = engineOn(world, undefined, { signers: { ...signers, sign } })
    expect(await patient.stamp(invoice, { key })).toMatchObject({ ok: true, cfdi: { Folio: '1' } })
    expect(await engine.stamp(invoice, { key: 'next' })).toMatchObject({
      ok: true,
      cfdi: { Folio: '2' },
    })
  })
})

describe('a process that was suspended between its claim and its request', () => {
  /** Orders after whose nth write the process stands still for 20 s. */
  const sleepy = (nth: number, meanwhile = async () => {}) => {
    let writes = 0
    const append = async (order: Order) => {
      const written = await world.orders.append(order)
      if (++writes !== nth) return written
      world.now += 20_000
      await meanwhile()
      return written
    }
    return engineOn(world, undefined, { orders: { ...world.orders, append } })
  }

  it('compares and sets again, and then sends', async () => {
    expect(await sleepy(1).stamp(invoice, { key })).toMatchObject({ ok: true })
    expect(world.orders.entries()[0]?.version).toBe(3)
  })

  it('sends nothing when another has the key', async () => {
    world.pac.will('does not hear')
    const slept = sleepy(1, async () => void (await engine.stamp(invoice, { key })))
    expect(await slept.stamp(invoice, { key })).toMatchObject(inProgress)
    expect(world.pac.stamps).toBe(0)
  })

  it('says how long another that works on the key may take', async () => {
    const { provider, asked, answer } = slowProvider()
    let others: Promise<unknown> = Promise.resolve()
    const slept = sleepy(1, async () => {
      others = engineOn(world, undefined, { provider }).stamp(invoice, { key })
      await asked
    })
    expect(await slept.stamp(invoice, { key })).toMatchObject({ ...inProgress, retryAfter: 15_000 })
    answer()
    expect(await others).toMatchObject({ ok: true })
  })

  it('sends nothing over a store that is silent for longer than a lease each time, and leaves the order as it was', async () => {
    const append = async (order: Order) => {
      world.now += 20_000
      return world.orders.append(order)
    }
    const later = async (order: Order) => {
      const written = await append(order)
      world.now += 20_000
      return written
    }
    const slow = engineOn(world, undefined, { orders: { ...world.orders, append: later } })
    expect(await slow.stamp(invoice, { key })).toMatchObject(inProgress)
    expect([world.pac.stamps, world.orders.entries()[0]]).toMatchObject([
      0,
      { unsent: true, status: 'open' },
    ])
    expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: true })
  })

  const points = Array.from({ length: 10 }, (_, at) => at + 1)
  const ends: readonly End[] = ['sleeps before', 'sleeps after']
  const cases = ends.flatMap((end) => points.map((call) => [end, call] as const))

  it.each(cases)(
    'wherever it was: it %s its call %i for 20 s, and another goes on',
    async (end, call) => {
      const machine = new Machine(call, end)
      const first = engineOn(world, machine).stamp(invoice, { key })
      const state = await Promise.race([first.then(() => 'ended'), machine.stopped])
      world.now += 20_000
      const second = await engine.stamp(invoice, { key })
      machine.wake()
      const told = [await first, second, await engine.stamp(invoice, { key })]
      const uuids = told
        .map((answer) => (answer.ok ? answer.cfdi.UUID : undefined))
        .filter((uuid) => uuid !== undefined)
      expect([new Set(uuids).size, world.pac.stamps], state).toEqual([1, 1])
      expect(told.at(-1)).toMatchObject({ ok: true })
    },
  )
})
