/**
 * Documents in doubt whose PAC hangs, and stores that hang: results that are there are delivered at
 * once, a round ends in its time, and a call to a store ends in its own.
 */
import { describe, expect, it } from 'vitest'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import { createEngine } from '../../src/engine/engine.js'
import { operateOnce } from '../../src/engine/operate/operate.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { mergeItems, splitItems } from '../../src/lib/iterate.js'
import type { Provider } from '../../src/pac/provider.js'
import { csd, draft, noon } from '../fixtures.js'
import { freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
const draftOf = (key: string) => ({ ...draft('ingreso'), Folio: key })
const never = new Promise<never>(() => {})

/** Orders of a process that died: `slow` have no answer, `done` have one that nobody has. */
async function leftBy({ slow, done }: { slow: number; done: number }) {
  const orders = createUnsafeMemoryOrders()
  const pac = new InstantPac()
  const first = createEngine({ signers, orders, provider: pac.provider, clock: () => noon })
  for (let at = 0; at < slow; at++) {
    pac.will('does not hear')
    await first.stamp(draftOf(`slow${at}`), { key: `slow${at}` })
  }
  pac.will()
  for (let at = 0; at < done; at++) await first.stamp(draftOf(`done${at}`), { key: `done${at}` })
  return orders.afterRestart()
}

/** A PAC that hears requests, and never answers. */
function silentPac(): Provider & { requests: number } {
  const { provider } = new InstantPac()
  const silent = {
    ...provider,
    requests: 0,
    stamp: () => {
      silent.requests++
      return never
    },
  }
  return silent
}

const later = () => new Date(noon.getTime() + 3_600_000)

describe('behind documents in doubt, whose PAC is silent', () => {
  it('results are delivered at once', async () => {
    const orders = await leftBy({ slow: 40, done: 30 })
    const provider = silentPac()
    const engine = createEngine({ signers, orders, provider, clock: later })
    const keys: string[] = []
    const leaving = new AbortController()
    const read = async () => {
      for await (const { key } of engine.resume({ signal: leaving.signal })) {
        keys.push(key)
        if (keys.length === 30) leaving.abort()
      }
    }
    await expect(read()).rejects.toThrow('aborted')
    expect(keys.every((key) => key.startsWith('done'))).toBe(true)
    expect(provider.requests).toBeGreaterThan(0)
  }, 5_000)

  it('a round ends in its time, and a later one goes on', async () => {
    const orders = await leftBy({ slow: 3, done: 2 })
    const delivered: string[] = []
    const deliver = async (event: { type: string; key?: string }) =>
      void delivered.push(`${event.type} ${event.key}`)
    const provider = silentPac()
    const engine = createEngine({ signers, orders, provider, clock: later })
    const start = performance.now()
    const summary = await operateOnce(engine, { deliver: deliver as never, roundTimeout: 200 })
    expect(performance.now() - start).toBeLessThan(4_000)
    expect(summary).toMatchObject({ role: 'led', timedOut: true })
    expect(delivered.sort()).toEqual(['invoice.stamped done0', 'invoice.stamped done1'])

    const muchLater = () => new Date(noon.getTime() + 7_200_000)
    const next = createEngine({
      signers,
      orders,
      provider: new InstantPac().provider,
      clock: muchLater,
      owner: 'next',
    })
    const second = await operateOnce(next, { deliver: deliver as never, roundTimeout: 10_000 })
    expect(second).not.toHaveProperty('timedOut')
    expect(delivered.slice(2).sort()).toEqual([0, 1, 2].map((at) => `invoice.stamped slow${at}`))
  }, 15_000)
})

describe('a store whose list never answers', () => {
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => never }) }

  it('of orders fails the task of the round in the time of a call', async () => {
    const orders = { ...createUnsafeMemoryOrders(), unfinished: () => silent }
    const { provider } = new InstantPac()
    const engine = createEngine({ signers, orders, provider, storeTimeout: 100 })
    const { tasks } = await operateOnce(engine, { deliver: async () => {}, tasks: ['resume'] })
    expect(tasks).toMatchObject([{ task: 'resume', failed: 1 }])
  }, 5_000)

  it('of cancellations does so too', async () => {
    const cancellations = { ...createUnsafeMemoryCancellations(), unfinished: () => silent }
    const { provider } = new InstantPac()
    const engine = createEngine({ signers, cancellations, provider, storeTimeout: 100 })
    const { tasks } = await operateOnce(engine, { deliver: async () => {}, tasks: ['refresh'] })
    expect(tasks).toMatchObject([{ task: 'refresh', failed: 1 }])
  }, 5_000)
})

describe('items in two lanes', () => {
  async function* numbers(count: number) {
    for (let at = 0; at < count; at++) yield at
  }

  it('are all read, each once, with a bound on those that wait', async () => {
    const { admitted, others } = splitItems(numbers(100), (at) => at % 3 === 0, 5)
    const all: number[] = []
    for await (const item of mergeItems(admitted, others)) all.push(item)
    expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at))
  })

  it('end together when the reader leaves, or one of them fails', async () => {
    async function* failing() {
      yield 0
      yield 1
      throw new Error('the store failed')
    }
    const { admitted, others } = splitItems(failing(), (at) => at === 0, 5)
    const read = async () => {
      for await (const _ of mergeItems(admitted, others));
    }
    await expect(read()).rejects.toThrow('the store failed')

    const left = splitItems(numbers(1_000), () => false, 2)
    for await (const item of mergeItems(left.admitted, left.others)) if (item === 3) break
    expect(await left.others.next()).toEqual({ done: true, value: undefined })
  }, 5_000)
})
