/**
 * What was claimed and not sent stays what it was: an order of which nothing was sent is not taken
 * for one that may be stamped. The PAC here can neither be looked up nor recognises what it
 * stamped, so that an order that may have been sent is held for ever (708).
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine, EngineOptions } from '../../src/engine/engine.js'
import type { Order } from '../../src/engine/orders.js'
import type { SealedCfdi, StampResult } from '../../src/engine/result.js'
import { JournalError } from '../../src/errors.js'
import type { Provider } from '../../src/pac/provider.js'
import { csd, draft } from '../fixtures.js'
import { createWorld, engineOn, freeSigner } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const key = 'ticket 1'
const lease = 300_000

let world: ReturnType<typeof createWorld>
let provider: Provider
let sent: string[]
let engine: Engine
beforeEach(() => {
  world = createWorld(signers)
  sent = []
  const { capabilities, stamp } = world.pac.provider
  provider = {
    ...world.pac.provider,
    capabilities: { ...capabilities, dedupByContent: false },
    async stamp(sealed, signal) {
      sent.push(sealed.xml)
      return stamp(sealed, signal)
    },
  }
  engine = another()
})

const another = (options: Partial<EngineOptions> = {}) =>
  engineOn(world, undefined, { provider, ...options })

async function seal(): Promise<SealedCfdi> {
  const answer = await engine.seal(invoice, { key })
  if (!answer.ok) throw new Error(answer.message)
  return answer.sealed
}

/** Orders of a process that sleeps for longer than a lease once it has written. */
const sleepy = () => ({
  ...world.orders,
  append: async (order: Order) => {
    const written = await world.orders.append(order)
    world.now += lease + 1
    return written
  },
})

async function delivered(of: Engine): Promise<number> {
  let count = 0
  for await (const _ of of.resume()) count++
  return count
}

const order = () => world.orders.entries()[0] as Order

const expectStamped = async () => {
  const left = order()
  expect(await another().stamp(invoice, { key })).toMatchObject({ ok: true })
  expect(sent).toHaveLength(1)
  expect(left).toMatchObject({ status: 'open', unsent: true })
  expect(left).not.toHaveProperty('claim')
}

describe('an order that was sealed only stays so', () => {
  it('when it is claimed by a process that slept, which sends nothing', async () => {
    const sealed = await seal()
    const answer = await another({ orders: sleepy() }).stampSealed(sealed, { key })
    expect(answer).toMatchObject({ code: 708, errors: [{ code: 'IN_PROGRESS' }] })
    await expectStamped()
  })

  it('when that process resumes', async () => {
    await seal()
    expect(await delivered(another({ orders: sleepy() }))).toBe(0)
    await expectStamped()
  })

  it('when the PAC says that it did not process it: the host may have sent it without the key, and that is all that is known', async () => {
    const sealed = await seal()
    world.pac.will('is unavailable')
    expect(await engine.stampSealed(sealed, { key })).toMatchObject({ code: 708 })
    sent = []
    await expectStamped()
  })

  it('when the claim is written, and the store says so too late', async () => {
    const sealed = await seal()
    let write = () => {}
    const late = new Promise<void>((resolve) => {
      write = resolve
    })
    const append = async (order: Order) => {
      await late
      return world.orders.append(order)
    }
    const hasty = another({ orders: { ...world.orders, append }, storeTimeout: 5 })
    expect(await hasty.stampSealed(sealed, { key })).toMatchObject({ code: 710 })
    write()
    await new Promise((resolve) => setTimeout(resolve, 1))
    await expectStamped()
  })

  it('when one process resumes and stamps it at the same time', async () => {
    const sealed = await seal()
    let asked: Promise<StampResult> | undefined
    const append = async (order: Order) => {
      const written = await world.orders.append(order)
      asked ??= engine.stampSealed(sealed, { key })
      await new Promise((resolve) => setTimeout(resolve))
      return written
    }
    engine = another({ orders: { ...world.orders, append } })
    expect(await delivered(engine)).toBe(1)
    expect(await asked).toMatchObject({ ok: true })
    expect(sent).toHaveLength(1)
  })
})

describe('an order that its call could not send', () => {
  const failing = (): Provider => ({
    ...provider,
    remembers: true,
    stamp: () =>
      Promise.reject(new JournalError('JOURNAL_WRITE', 'No hay espacio.', { notSent: true })),
  })

  it('is one that was sealed only: the journal failed before anything was sent', async () => {
    expect(await another({ provider: failing() }).stamp(invoice, { key })).toMatchObject({
      code: 710,
    })
    await expectStamped()
  })

  it('stays one that may be stamped, if it was; and nobody waits for the lease of a process that sends nothing', async () => {
    world.pac.will('does not hear')
    await engine.stamp(invoice, { key })
    for (const options of [{ provider: failing() }, { orders: sleepy() }]) {
      await another(options).stamp(invoice, { key })
      expect(order()).toMatchObject({ status: 'open' })
      for (const member of ['unsent', 'claim']) expect(order()).not.toHaveProperty(member)
    }
  })

  it('is not said to be free by a process that slept after it had recorded it, when another took it over', async () => {
    let isFirst = true
    const append = async (one: Order) => {
      const written = await world.orders.append(one)
      if (!isFirst) return written
      isFirst = false
      world.now += lease + 1
      await another().stamp(invoice, { key })
      return written
    }
    const answer = await another({ orders: { ...world.orders, append } }).stamp(invoice, { key })
    expect(answer).toMatchObject({ code: 708, errors: [{ code: 'IN_PROGRESS' }] })
  })

  it('stays another’s that took it over meanwhile', async () => {
    const sealed = await seal()
    const append = async (one: Order) => {
      const written = await world.orders.append(one)
      world.now += lease + 1
      world.pac.will('does not hear')
      await another().stamp(invoice, { key })
      return written
    }
    await another({ orders: { ...world.orders, append } }).stampSealed(sealed, { key })
    expect(order()).not.toHaveProperty('unsent')
    expect(sent).toHaveLength(0)
  })
})
