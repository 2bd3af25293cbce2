/**
 * Documents that need a person: reported, asked for at a slower and slower pace, and settled.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { OperateEvent } from '../../src/engine/operate/events.js'
import { operateOnce } from '../../src/engine/operate/operate.js'
import { encodeTextBase64 } from '../../src/lib/base64.js'
import type { Clock } from '../../src/pac/clock.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Provider } from '../../src/pac/provider.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import { parseSealed } from '../../src/seal/parseSealed.js'
import { csd, draft, noon } from '../fixtures.js'
import { createWorld, engineOn, freeSigner } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const key = 'k'
const minute = 60_000

let world: ReturnType<typeof createWorld>
let requests: number
let mute: Provider
beforeEach(() => {
  world = createWorld(signers)
  requests = 0
  mute = {
    ...world.pac.provider,
    async stamp() {
      requests++
      return { kind: 'unknown', pac: 'instant', message: 'no contestó' }
    },
  }
})

/** A clock whose waits cost virtual time. */
const clock: Clock = {
  now: () => noon.getTime() + world.now,
  async sleep(ms) {
    world.now += ms
  },
  timer: () => () => {},
}

async function resumeFor(minutes: number, provider: Provider): Promise<number> {
  const engine = engineOn(world, undefined, { provider })
  let told = 0
  for (let at = 0; at < minutes; at++) {
    for await (const answer of engine.resume()) told += answer.ok ? 0 : 1
    world.now += minute
  }
  return told
}

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('settle', () => {
  const doubtful = async () => {
    const engine = engineOn(world, undefined, { provider: mute })
    expect(await engine.stamp(invoice, { key })).toMatchObject({ code: 708 })
    return engine
  }

  it('frees the key that a person says was never stamped, with its folio', async () => {
    const engine = await doubtful()
    expect(await engine.settle(key, 'not-stamped', { by: 'Ana Ruiz' })).toMatchObject({
      ...{ ok: false, code: 707, message: expect.stringContaining('Ana Ruiz') },
    })
    const delivered = await all(engine.resume())
    expect(delivered).toMatchObject([{ key, ok: false, code: 707 }])
    await engine.acknowledge(key)
    expect(await engineOn(world).stamp(invoice, { key })).toMatchObject({
      ok: true,
      cfdi: { Folio: '1' },
    })
  })

  it('refuses a key that this process is stamping', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { provider } = world.pac
    const stamp: Provider['stamp'] = async (sealed) => held.then(() => provider.stamp(sealed))
    const engine = engineOn(world, undefined, { provider: { ...provider, stamp } })
    const stamping = engine.stamp(invoice, { key })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(engine.settle(key, 'not-stamped')).rejects.toMatchObject({ code: 'SETTLE_BUSY' })
    answer()
    expect(await stamping).toMatchObject({ ok: true, cfdi: { Folio: '1' } })
    expect(world.pac.stamps).toBe(1)
  })

  it('takes the stamped XML of the order, and no other', async () => {
    const engine = await doubtful()
    const other = await engineOn(world).stamp({ ...invoice, Serie: 'B' })
    await expect(engine.settle(key, { XML: other.ok ? other.cfdi.XML : '' })).rejects.toMatchObject(
      {
        code: 'SETTLE_STAMP',
      },
    )
    for (const given of [{ XML: '!' }, {}, 'stamped', null])
      await expect(engine.settle(key, given as never)).rejects.toThrow(TypeError)
    await expect(engine.settle(key, { XML: btoa('<a/>') })).rejects.toMatchObject({
      code: 'SETTLE_STAMP',
    })
    const [order] = world.orders.entries().filter((one) => one.key === key)
    const sealed = parseSealed(order!.xml)
    world.pac.stamped.set(sealed.xml, '00000000-0000-4000-8000-00000000abcd')
    const { xml } = insertTimbre(sealed, world.pac.timbreOf(sealed).timbre)
    // With white space and an Addenda that the PAC, or the receiver, added.
    const XML = encodeTextBase64(
      xml.replace(
        '</cfdi:Comprobante>',
        '<cfdi:Addenda><x/></cfdi:Addenda>\n</cfdi:Comprobante>\n',
      ),
    )
    const UUID = '00000000-0000-4000-8000-00000000abcd'
    expect(await engine.settle(key, { XML })).toMatchObject({
      ok: true,
      cfdi: { UUID, XML: encodeTextBase64(xml) },
    })
    expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: true, cfdi: { UUID } })
    expect(await all(world.folios.held())).toEqual([])
    await expect(engine.settle(key, 'not-stamped')).rejects.toMatchObject({ code: 'SETTLE_CLOSED' })
    await expect(engine.settle('another', 'not-stamped')).rejects.toMatchObject({
      code: 'SETTLE_UNKNOWN',
    })
  })

  it('settles the journal of a failover too, which then sends again', async () => {
    const journal = createUnsafeMemoryJournal()
    const provider = failover([mute], { journal, clock, random: () => 0.5 })
    const engine = engineOn(world, undefined, { provider })
    await engine.stamp(invoice, { key })
    await engine.settle(key, 'not-stamped', { by: 'Ana Ruiz' })
    expect(journal.entries()).toMatchObject([
      { status: 'closed', abandoned: [{ why: 'settled', by: 'Ana Ruiz' }] },
    ])
    const sent = requests
    world.now += 60 * minute
    await engine.stamp(invoice, { key })
    expect(requests).toBeGreaterThan(sent)
  })
})

describe('a document whose PAC does not tell', () => {
  const journaled = () =>
    failover([mute], { journal: createUnsafeMemoryJournal(), clock, random: () => 0.5 })

  it.each([
    ['alone', () => mute],
    ['through a failover', journaled],
  ])(
    'is asked for less than 300 times a week, whoever resumes each minute: %s',
    async (_, make) => {
      const provider = make()
      expect(await engineOn(world, undefined, { provider }).stamp(invoice, { key })).toMatchObject({
        code: 708,
      })
      const told = await resumeFor(7 * 24 * 60, provider)
      expect(requests).toBeLessThan(300)
      expect(requests).toBeGreaterThan(20)
      expect(told).toBeLessThan(60)
    },
  )

  it('is asked for less than 300 times a week by a failover that is resumed alone, and with an engine beside it', async () => {
    for (const isBeside of [false, true]) {
      requests = 0
      world = createWorld(signers)
      const provider = journaled()
      const engine = engineOn(world, undefined, { provider })
      await engine.stamp(invoice, isBeside ? { key } : {})
      for (let at = 0; at < 7 * 24 * 60; at++) {
        if (isBeside) await all(engine.resume())
        await provider.resume()
        world.now += minute
      }
      expect(requests).toBeLessThan(300)
      expect(requests).toBeGreaterThan(20)
    }
  })

  it('is stamped by resume when the PAC tells, however late', async () => {
    await engineOn(world, undefined, { provider: mute }).stamp(invoice, { key })
    await resumeFor(24 * 60, mute)
    const engine = engineOn(world)
    let answers: unknown[] = []
    for (let hour = 0; hour < 9 && answers.length === 0; hour++) {
      world.now += 60 * minute
      answers = await all(engine.resume())
    }
    expect(answers).toMatchObject([{ key, ok: true }])
    expect(world.orders.entries()[0]).not.toHaveProperty('doubt')
  })

  it('is listed after an hour, with the reason and the last day, and no more when it is known', async () => {
    const engine = engineOn(world, undefined, { provider: mute })
    await engine.stamp(invoice, { key })
    expect(await all(engine.needsAttention())).toEqual([])
    world.now += 60 * minute + 1
    expect(await all(engine.needsAttention())).toMatchObject([
      {
        key,
        tries: 1,
        pac: 'instant',
        message: expect.stringContaining('no contestó'),
        sealed: { Folio: '1' },
      },
    ])
    const [{ deadline = 0, since = 0 } = {}] = await all(engine.needsAttention({ olderThan: 0 }))
    expect([new Date(deadline).toISOString(), since]).toEqual([
      '2026-11-24T18:00:00.000Z',
      expect.any(Number),
    ])
    await engineOn(world).stamp(invoice, { key })
    expect(await all(engine.needsAttention({ olderThan: 0 }))).toEqual([])
  })

  it('is an alarm in `operate` once, with the reason and the last day, and then at a slower pace, whoever does the rounds', async () => {
    await engineOn(world, undefined, { provider: mute }).stamp(invoice, { key })
    const days: number[] = []
    let last: OperateEvent | undefined
    for (let round = 0; round < 30 * 24; round++) {
      // Each round is of a process of its own, as on Lambda.
      const engine = engineOn(world, undefined, { provider: mute })
      await operateOnce(engine, {
        tasks: ['attend'],
        deliver: async (event) => {
          days.push(Math.round(world.now / (24 * 60 * minute)))
          last = event
        },
      })
      world.now += 60 * minute
    }
    expect(days).toEqual([0, 1, 4, 11, 18, 25])
    expect(last).toMatchObject({
      type: 'invoice.attention',
      key,
      reason: 'doubt',
      deadline: expect.any(Number),
    })
    await engineOn(world, undefined, { provider: mute }).settle(key, 'not-stamped')
    const engine = engineOn(world, undefined, { provider: mute })
    const refuse = async () => expect.unreachable()
    await operateOnce(engine, { tasks: ['attend'], deliver: refuse })
  })

  it('is an alarm again until the host took it', async () => {
    const engine = engineOn(world, undefined, { provider: mute })
    await engine.stamp(invoice, { key })
    world.now += 61 * minute
    let tries = 0
    const deliver = async () => {
      if (++tries < 3) throw new Error('the mail server is down')
    }
    for (let round = 0; round < 5; round++)
      await operateOnce(engine, { tasks: ['attend'], deliver })
    expect(tries).toBe(3)
  })

  it('does not hinder a caller that asks for it', async () => {
    await engineOn(world, undefined, { provider: mute }).stamp(invoice, { key })
    await resumeFor(60, mute)
    expect(await engineOn(world).stamp(invoice, { key })).toMatchObject({ ok: true })
  })
})
