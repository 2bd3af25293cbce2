/**
 * N orders, N invoices: a PAC knows a document by its bytes, and equal drafts sealed within a
 * second have the same.
 */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import type { Engine, EngineOptions } from '../../src/engine/engine.js'
import type { StampResult } from '../../src/engine/result.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import { parseSealed } from '../../src/seal/parseSealed.js'
import { csd, draft, noon } from '../fixtures.js'
import { createWorld, engineOn, freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
/** A ticket without a folio, dated by the clock: each sale of one product is the same draft. */
const { Folio: _, ...ticket } = { ...draft('ingreso'), Fecha: 'AUTO' }
const dated = { ...ticket, Fecha: '2026-11-21T11:58:00' }

let world: ReturnType<typeof createWorld>
let engine: Engine
beforeEach(() => {
  world = createWorld(signers)
  engine = engineOn(world)
})

const another = (options: Partial<EngineOptions> = {}) => engineOn(world, undefined, options)
const uuidsOf = (answers: readonly StampResult[]) =>
  answers.map((answer) => (answer.ok ? answer.cfdi.UUID : answer.code))
const datesOf = () =>
  [...world.pac.stamped.keys()].map((xml) => parseSealed(xml).document.Fecha).sort()

describe('equal drafts within one second', () => {
  it('are an invoice for each key, at once and one after the other', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => `k${at}`)
    const answers = await Promise.all(keys.map((key) => engine.stamp(ticket, { key })))
    expect(new Set(uuidsOf(answers)).size).toBe(20)
    for (const key of ['a', 'b', 'c']) answers.push(await another().stamp(ticket, { key }))
    expect(answers.every((answer) => answer.ok && !answer.earlier)).toBe(true)
    expect(world.pac.stamped.size).toBe(23)
  })

  it('are dated within the ten minutes before the clock, on its day, and never after it', async () => {
    const answers = []
    for (let at = 0; at < 30; at++) answers.push(await engine.stamp(ticket, { key: `k${at}` }))
    const dates = datesOf()
    expect([dates.at(-1), new Set(dates).size]).toEqual(['2026-11-21T12:00:00', 30])
    expect(dates[0]).toBe('2026-11-21T11:59:31')
  })

  it('do not go back to the day before', async () => {
    const clock = () => new Date('2026-11-21T06:00:02.500Z')
    const midnight = another({ clock })
    const answers = []
    for (const key of ['a', 'b', 'c', 'd']) answers.push(await midnight.stamp(ticket, { key }))
    expect(datesOf()).toEqual(['2026-11-21T00:00:00', '2026-11-21T00:00:01', '2026-11-21T00:00:02'])
    expect(answers.at(-1)).toMatchObject({ ok: false, code: 713, retryAfter: 1_000 })
  })

  it('cost a step each, and unique ones none', async () => {
    let [seconds, appends] = [0, 0]
    const { orders } = world
    const counted = {
      ...orders,
      append: async (...of: Parameters<typeof orders.append>) =>
        orders.append(...of).finally(() => appends++),
      nextSecond: async (...of: Parameters<typeof orders.nextSecond>) =>
        orders.nextSecond(...of).finally(() => seconds++),
    }
    const counting = another({ orders: counted })
    for (let at = 0; at < 10; at++)
      await counting.stamp({ ...ticket, Serie: `S${at}` }, { key: `unique ${at}` })
    expect([seconds, appends]).toEqual([0, 20])
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => counting.stamp(ticket, { key: `k${at}` })),
    )
    expect(new Set(uuidsOf(answers)).size).toBe(200)
    expect(seconds).toBeLessThanOrEqual(200)
    expect(appends).toBeLessThanOrEqual(20 + 3 * 200)
  })

  it('have the answer of their own key again', async () => {
    const first = await engine.stamp(ticket, { key: 'a' })
    const second = await engine.stamp(ticket, { key: 'b' })
    expect(await another().stamp(ticket, { key: 'b' })).toEqual(second)
    expect(await another().stamp(ticket, { key: 'a' })).toEqual(first)
  })

  it('may share a second with another document', async () => {
    await engine.stamp(ticket, { key: 'a' })
    await engine.stamp({ ...ticket, Serie: 'B' }, { key: 'b' })
    expect(datesOf()).toEqual(['2026-11-21T12:00:00', '2026-11-21T12:00:00'])
  })

  it('are sealed by the halves too', async () => {
    const sealed = await Promise.all(['a', 'b', 'c'].map((key) => engine.seal(ticket, { key })))
    expect(new Set(sealed.map((answer) => answer.ok && answer.sealed.XML)).size).toBe(3)
  })
})

describe('equal drafts with a date of their own', () => {
  it('are refused under another key, which is told whose they are; nothing is sent', async () => {
    const first = await engine.stamp(dated, { key: 'a' })
    const answer = await engine.stamp(dated, { key: 'b' })
    const UUID = first.ok ? first.cfdi.UUID : ''
    expect(answer).toMatchObject({ ok: false, code: 714, duplicateOf: { key: 'a', UUID } })
    expect(answer.ok || answer.message).toContain(UUID)
    expect(world.orders.entries()).toHaveLength(1)
    expect(await engine.stamp({ ...dated, Serie: 'B' }, { key: 'b' })).toMatchObject({ ok: true })
  })

  it('are told to be of a cancelled one', async () => {
    const first = await engine.stamp(dated, { key: 'a' })
    const uuid = first.ok ? first.cfdi.UUID : ''
    const life = {
      uuid,
      service: 'cfdi',
      since: 1,
      asked: 1,
      tries: 1,
      phase: 'cancelled',
    } as const
    const rest = { xml: '', change: 1, acknowledged: 1, at: 1 }
    const cancellations = createUnsafeMemoryCancellations([
      { uuid, version: 1, status: 'closed', life, ...rest },
    ])
    const answer = await another({ cancellations }).stamp(dated, { key: 'b' })
    expect(answer).toMatchObject({
      code: 714,
      duplicateOf: { UUID: uuid },
      message: expect.stringContaining('cancelado'),
    })
  })

  it.each(['rejects', 'refuses'] as const)(
    'are free again when the first certainly was not stamped: %s',
    async (fault) => {
      world.pac.will(fault)
      await engine.stamp(dated, { key: 'a' })
      expect(await engine.stamp(dated, { key: 'b' })).toMatchObject({ ok: true, earlier: false })
      expect(await engine.stamp(dated, { key: 'a' })).toMatchObject({
        code: 714,
        duplicateOf: { key: 'b' },
      })
    },
  )

  it('are kept by the key that reached no PAC, until that is acknowledged: its host has what was sealed', async () => {
    world.pac.will('is unavailable')
    await engine.stamp(dated, { key: 'a' })
    expect(await engine.stamp(dated, { key: 'b' })).toMatchObject({
      code: 714,
      duplicateOf: { key: 'a' },
    })
    await engine.acknowledge('a')
    expect(await engine.stamp(dated, { key: 'b' })).toMatchObject({ ok: true })
  })
})

describe('without a key', () => {
  it('each call is an invoice', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => engine.stamp(ticket)))
    expect(new Set(uuidsOf(answers)).size).toBe(10)
  })

  it('a date of its own is one invoice, and the second call is told so', async () => {
    const [first, second] = await Promise.all([engine.stamp(dated), engine.stamp(dated)])
    expect(first).toMatchObject({ ok: true, earlier: false, warnings: [] })
    expect(second).toMatchObject({
      ok: true,
      earlier: true,
      warnings: [{ code: '714', severity: 'warning' }],
    })
    expect(uuidsOf([first, second])[0]).toBe(uuidsOf([second])[0])
    expect(await another().stamp(dated)).toMatchObject({
      earlier: true,
      warnings: [{ code: '714' }],
    })
  })
})

describe('bytes that another program had stamped', () => {
  const stampElsewhere = async () => {
    const elsewhere = engineOn({ ...createWorld(signers), pac: world.pac })
    const answer = await elsewhere.stamp(dated, { key: 'theirs' })
    if (!answer.ok) throw new Error(answer.message)
    return answer.cfdi.UUID
  }
  const journaled = (pac = world.pac) =>
    another({ provider: failover([pac.provider], { journal: createUnsafeMemoryJournal() }) })

  it.each([
    ['a PAC', () => another()],
    ['a failover', journaled],
  ])('are a failure with the UUID, the same at any time, through %s', async (_, make) => {
    const UUID = await stampElsewhere()
    engine = make()
    const answer = await engine.stamp(dated, { key: 'k' })
    expect(answer).toMatchObject({ ok: false, code: 715, duplicateOf: { UUID } })
    expect(await another().stamp(dated, { key: 'k' })).toEqual(answer)
    world.now += 300_001
    const told = []
    for await (const delivery of engine.resume()) told.push(delivery)
    expect(told).toEqual([{ key: 'k', since: expect.any(Number), attempts: 1, ...answer }])
    expect(await engine.acknowledge('k')).toBe(true)
  })

  it('are not those whose answer was lost: they are the key’s own', async () => {
    for (const make of [() => another(), journaled]) {
      world = createWorld(signers)
      world = { ...world, pac: new InstantPac('instant', { findKinds: ['bytes'] }) }
      engine = make()
      world.pac.will('loses the answer')
      await engine.stamp(dated, { key: 'k' })
      expect(await engine.stamp(dated, { key: 'k' })).toMatchObject({ ok: true })
    }
  })
})

describe('N keys', () => {
  interface Sale {
    readonly key: string
    readonly kind: 'ticket' | 'dated' | 'other'
    readonly pause: number
    readonly fault:
      | 'stamps'
      | 'loses the answer'
      | 'does not hear'
      | 'rejects'
      | 'refuses'
      | 'is unavailable'
  }
  const sale: fc.Arbitrary<Sale> = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    kind: fc.constantFrom('ticket', 'ticket', 'dated', 'other'),
    pause: fc.constantFrom(0, 0, 400, 1_000, 300_000),
    fault: fc.constantFrom(
      'stamps',
      'stamps',
      'loses the answer',
      'does not hear',
      'rejects',
      'refuses',
      'is unavailable',
    ),
  })
  const drafts = { ticket, dated, other: { ...ticket, Serie: 'B' } }

  it('are N UUIDs, or definite failures: any drafts, any interleaving, alone or through a failover', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 2, maxLength: 24 }),
        fc.boolean(),
        async (sales, isJournaled) => {
          const mine = createWorld(signers)
          const pac = new InstantPac('instant', { findKinds: ['bytes'] })
          const options = { delays: [1], window: 1 }
          const provider = isJournaled
            ? failover([pac.provider], { journal: createUnsafeMemoryJournal(), recovery: options })
            : pac.provider
          const engines = [0, 1].map(() => engineOn(mine, undefined, { provider }))
          const told = new Map<string, Set<string>>()
          const asked = sales.map(async ({ key, kind, pause, fault }, at) => {
            mine.now += pause
            pac.will(fault)
            const answer = await (engines[at % 2] as Engine).stamp(drafts[kind], { key })
            if (answer.ok)
              told.set(answer.cfdi.UUID, (told.get(answer.cfdi.UUID) ?? new Set()).add(key))
            if (at % 3 === 0) await new Promise((resolve) => setTimeout(resolve))
          })
          await Promise.all(asked)
          for (const keys of told.values()) expect(keys.size, 'one key for each UUID').toBe(1)
        },
      ),
      { numRuns: 200 },
    ))
})

describe('a date', () => {
  it('is what nothing is derived from, so that it can be moved', async () => {
    const { cfdiDerivations } = await import('../../src/sat/derivations.js')
    const rows = cfdiDerivations.rows.filter(({ derivation }) =>
      derivation.from.some((from) => /(^|\/)Fecha$/.test(from)),
    )
    expect(rows).toEqual([])
    expect(noon.getTime()).toBe(Date.parse('2026-11-21T18:00:00Z'))
  })
})
