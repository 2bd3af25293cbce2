/**
 * Keys: one key, one invoice, and an answer that is given until it is acknowledged.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import type { Delivery, StampFailure, StampSuccess } from '../../src/engine/result.js'
import { JournalError } from '../../src/errors.js'
import { csd, draft, noon } from '../fixtures.js'
import { createWorld, engineOn, freeSigner, Machine } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }

let world: ReturnType<typeof createWorld>
let engine: Engine
beforeEach(() => {
  world = createWorld(signers)
  engine = engineOn(world)
})

const stamp = async (key: string, document: unknown = invoice): Promise<StampSuccess> => {
  const answer = await engine.stamp(document, { key })
  if (!answer.ok) throw new Error(answer.message)
  return answer
}

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

const deliveries = (of = engine): Promise<Delivery[]> => all(of.resume())

/** A door that others wait at. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

describe('a key', () => {
  it('gives the same answer again: from the same process, another, and after a restart', async () => {
    const first = await stamp('ticket 1')
    expect(await stamp('ticket 1')).toEqual(first)
    expect(await engineOn(world).stamp(invoice, { key: 'ticket 1' })).toEqual(first)
    engine = engineOn({ ...world, orders: world.orders.afterRestart() })
    expect(await stamp('ticket 1')).toEqual(first)
    expect(world.pac.stamped.size).toBe(1)
  })

  it('is told by what the draft says, and not by how it is written', async () => {
    const first = await stamp('ticket 1', JSON.stringify(invoice))
    const turned = Object.fromEntries(Object.entries(invoice).reverse())
    expect(await stamp('ticket 1', turned)).toEqual(first)
  })

  it('is one invoice however many ask for it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => engineOn(world).stamp(invoice, { key: 'k' })),
    )
    const own = await Promise.all(
      Array.from({ length: 8 }, () => engine.stamp(invoice, { key: 'k' })),
    )
    expect(world.pac.stamped.size).toBe(1)
    for (const answer of [...answers, ...own])
      expect(answer.ok ? answer.cfdi.UUID : answer.code).toSatisfy(
        (told) => told === 708 || /^0{8}-/.test(String(told)),
      )
    expect(own.every(({ ok }) => ok)).toBe(true)
  })

  it('refuses another draft with a failure of its own, and seals nothing', async () => {
    await stamp('ticket 1')
    const answer = await engine.stamp({ ...invoice, Serie: 'OTRA' }, { key: 'ticket 1' })
    expect(answer).toMatchObject({
      ok: false,
      code: 711,
      message: expect.stringContaining('ticket 1'),
    })
    expect(world.orders.entries()).toHaveLength(1)
    expect((await stamp('ticket 2')).cfdi.Folio).toBe('2')
  })

  it.each([
    ['rejects', 705],
    ['refuses', 706],
    ['is unavailable', 707],
  ] as const)('is free after a PAC that %s (%i)', async (fault, code) => {
    world.pac.will(fault)
    expect(await engine.stamp(invoice, { key: 'ticket 1' })).toMatchObject({ ok: false, code })
    expect((await stamp('ticket 1', { ...invoice, MetodoPago: 'PUE' })).cfdi.Folio).toBe('1')
    expect(world.pac.stamped.size).toBe(1)
  })

  it('is free after 702, of which nothing is recorded', async () => {
    expect(await engine.stamp({ ...invoice, Moneda: 'X' }, { key: 'ticket 1' })).toMatchObject({
      code: 702,
    })
    expect(world.orders.entries()).toEqual([])
    await stamp('ticket 1')
  })

  it('stays after 708: the same bytes are sent again, and another draft is refused', async () => {
    world.pac.will('loses the answer')
    const lost = (await engine.stamp(invoice, { key: 'ticket 1' })) as StampFailure
    expect(lost.code).toBe(708)
    expect(await engine.stamp({ ...invoice, Serie: 'B' }, { key: 'ticket 1' })).toMatchObject({
      code: 711,
    })
    const { cfdi } = await stamp('ticket 1')
    expect(cfdi.Sello).toBe(lost.sealed?.Sello)
    expect(world.pac.stamped.size).toBe(1)
  })

  it.each([[''], ['x'.repeat(256)], [7], [null]])('%j is none', async (key) => {
    expect(await engine.stamp(invoice, { key: key as string })).toMatchObject({
      ok: false,
      code: 711,
    })
  })

  it('is another’s while its process works on it, and anybody’s when its lease is over', async () => {
    world.pac.will('loses the answer')
    const { opened, open } = gate()
    const { opened: asked, open: ask } = gate()
    const slow = engineOn(world, undefined, {
      provider: {
        ...world.pac.provider,
        stamp: async (sealed) => {
          ask()
          await opened
          return world.pac.provider.stamp(sealed)
        },
      },
    })
    const first = slow.stamp(invoice, { key: 'k' })
    await asked
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({
      code: 708,
      errors: [{ code: 'IN_PROGRESS' }],
      retryAfter: 15_000,
      sealed: { Folio: '1' },
    })
    world.now += 300_001
    world.pac.will()
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ ok: true })
    open()
    expect(await first).toEqual(await stamp('k'))
  })

  it('is not freed by the late no of a process that was overtaken', async () => {
    const { opened, open } = gate()
    const { opened: asked, open: ask } = gate()
    const stamp = async () => {
      ask()
      await opened
      return { kind: 'unavailable', pac: 'instant', message: 'tarde' } as const
    }
    const slow = engineOn(world, undefined, { provider: { ...world.pac.provider, stamp } })
    const first = slow.stamp(invoice, { key: 'k' })
    await asked
    world.now += 300_001
    world.pac.will('does not hear')
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ code: 708 })
    open()
    expect(await first).toMatchObject({ code: 708 })
    expect(await engine.stamp({ ...invoice, Serie: 'B' }, { key: 'k' })).toMatchObject({
      code: 711,
    })
  })

  it('is not sent by a process that slept after it had claimed it', async () => {
    world.pac.will('does not hear')
    await engine.stamp(invoice, { key: 'k' })
    const append = async (order: never) => {
      const written = await world.orders.append(order)
      world.now += 300_001
      return written
    }
    const sleepy = engineOn({ ...world, orders: { ...world.orders, append } }, undefined, {
      clock: () => new Date(noon.getTime() + world.now),
    })
    const answer = await sleepy.stamp(invoice, { key: 'k' })
    expect(answer).toMatchObject({ code: 708, errors: [{ code: 'IN_PROGRESS' }] })
    expect(world.pac.stamped.size).toBe(0)
  })

  it('does not give the abort of one caller to another', async () => {
    const { opened, open } = gate()
    const slow = engineOn(world, undefined, {
      provider: {
        ...world.pac.provider,
        stamp: async (sealed, signal) => {
          await opened
          if (signal?.aborted) return { kind: 'unavailable', pac: 'instant', message: 'abortado' }
          return world.pac.provider.stamp(sealed)
        },
      },
    })
    const control = new AbortController()
    const first = slow.stamp(invoice, { key: 'k', signal: control.signal })
    const second = slow.stamp(invoice, { key: 'k' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    control.abort()
    expect(await first).toMatchObject({ ok: false, code: 708 })
    open()
    expect(await second).toMatchObject({ ok: true })
  })
})

describe('delivery', () => {
  it('gives what was answered until it is acknowledged, and the key still afterwards', async () => {
    const first = await stamp('ticket 1')
    const [{ since } = { since: 0 }] = await deliveries()
    world.now += 1_000
    expect(await deliveries()).toEqual([{ key: 'ticket 1', since, attempts: 2, ...first }])
    expect(await engine.acknowledge('ticket 1')).toBe(true)
    expect(await engine.acknowledge('ticket 1')).toBe(true)
    expect(await deliveries()).toEqual([])
    expect(await stamp('ticket 1')).toEqual(first)
  })

  it('gives it in one process at a time, and in another after the lease', async () => {
    await stamp('ticket 1')
    expect(await deliveries(engineOn(world))).toEqual([])
    world.now += 300_001
    const one = await deliveries(engineOn(world))
    expect([one.length, (await deliveries(engineOn(world))).length]).toEqual([1, 0])
  })

  it('goes on with what was interrupted', async () => {
    world.pac.will('loses the answer')
    await engine.stamp(invoice, { key: 'ticket 1' })
    expect(await deliveries()).toMatchObject([{ key: 'ticket 1', ok: true, cfdi: { Folio: '1' } }])
  })

  it('tells what is still unknown, and a certain no, as stamp does', async () => {
    world.pac.will('does not hear', 'does not hear', 'rejects')
    await engine.stamp(invoice, { key: 'ticket 1' })
    expect(await deliveries()).toMatchObject([{ ok: false, code: 708 }])
    expect(await engine.acknowledge('ticket 1')).toBe(false)
    expect(await deliveries()).toMatchObject([{ ok: false, code: 705 }])
    expect(await engine.acknowledge('ticket 1')).toBe(true)
    expect(await deliveries()).toEqual([])
  })

  it('says of a key that nobody gave that there is nothing', async () => {
    expect(await engine.acknowledge('nobody’s')).toBe(false)
  })
})

describe('folios under a key', () => {
  const held = async () =>
    (await all(world.folios.held())).map(({ folio, holder }) => ({ folio, holder }))

  it('are settled with the outcome', async () => {
    await stamp('a')
    world.pac.will('rejects')
    await engine.stamp(invoice, { key: 'b' })
    expect(await held()).toEqual([])
    expect((await stamp('c')).cfdi.Folio).toBe('2')
  })

  it('stay with what was sealed and could be sent to nobody: with a key and without', async () => {
    world.pac.will('is unavailable', 'is unavailable')
    await engine.stamp(invoice, { key: 'b' })
    const answer = (await engine.stamp(invoice)) as StampFailure
    expect((await held()).map(({ folio }) => folio)).toEqual(['1', '2'])
    expect((await stamp('c')).cfdi.Folio).toBe('3')
    expect(await engine.stampSealed(answer.sealed as { XML: string })).toMatchObject({
      ok: true,
      cfdi: { Folio: '2' },
    })
    expect((await stamp('b')).cfdi.Folio).toBe('1')
    expect(await held()).toEqual([])
  })

  it('are settled by resume', async () => {
    world.pac.will('loses the answer')
    await engine.stamp(invoice, { key: 'a' })
    expect(await held()).toEqual([{ folio: '1', holder: 'a' }])
    await deliveries()
    expect(await held()).toEqual([])
  })
})

describe('folios that a crash left', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'are settled by resume, wherever the machine died (call %i)',
    async (calls) => {
      const machine = new Machine(calls)
      await Promise.race([engineOn(world, machine).stamp(invoice, { key: 'k' }), machine.stopped])
      world.now += 300_001
      await deliveries(engineOn(world))
      expect(await all(world.folios.held())).toEqual([])
    },
  )

  it('are not of what was suspended before it recorded: nothing is sent', async () => {
    const sign: typeof signers.sign = (bytes) => {
      world.now += 200_000
      return signers.sign(bytes)
    }
    const suspended = engineOn(world, undefined, { signers: { ...signers, sign } })
    expect(await suspended.stamp(invoice, { key: 'k' })).toMatchObject({ code: 707 })
    expect(world.pac.stamped.size).toBe(0)
    expect((await stamp('k')).cfdi.Folio).toBe('1')
  })
})

describe('what fails before anything is sent', () => {
  it('is 710: orders that fail, that hang, a journal that fails', async () => {
    const failing = { ...world.orders, append: () => Promise.reject(new Error('disk full')) }
    expect(
      await engineOn({ ...world, orders: failing }).stamp(invoice, { key: 'k' }),
    ).toMatchObject({ code: 710 })
    const hanging = { ...world.orders, load: () => new Promise<never>(() => {}) }
    const patient = engineOn({ ...world, orders: hanging }, undefined, { storeTimeout: 5 })
    expect(await patient.stamp(invoice, { key: 'k' })).toMatchObject({ code: 710 })
    const error = Object.assign(new JournalError('JOURNAL_WRITE', 'No hay espacio.'), {
      notSent: true,
    })
    const provider = { ...world.pac.provider, stamp: () => Promise.reject(error) }
    const answer = await engineOn(world, undefined, { provider }).stamp(invoice)
    expect(answer).toMatchObject({ code: 710, message: 'No hay espacio. No se envió nada.' })
    expect(world.pac.stamped.size).toBe(0)
  })

  it('is not the answer that cannot be kept: the stamp is given, with a warning', async () => {
    let writes = 0
    const orders = {
      ...world.orders,
      append: async (order: never) =>
        ++writes > 1 ? Promise.reject(new Error('EIO')) : world.orders.append(order),
    }
    const answer = await engineOn({ ...world, orders }).stamp(invoice, { key: 'k' })
    expect(answer).toMatchObject({ ok: true, warnings: [{ code: '710', severity: 'warning' }] })
    world.now += 300_001
    expect(await stamp('k')).toMatchObject({ cfdi: { UUID: (answer as StampSuccess).cfdi.UUID } })
  })
})

describe('the two halves', () => {
  it('seal with everything AUTO, then stamp what was sealed', async () => {
    const answer = await engine.seal(invoice)
    if (!answer.ok) throw new Error(answer.message)
    expect(answer.sealed.Folio).toBe('1')
    expect(world.pac.stamped.size).toBe(0)
    const stamped = await engine.stampSealed(answer.sealed)
    expect(stamped).toMatchObject({ ok: true, cfdi: { Folio: '1', Sello: answer.sealed.Sello } })
    expect(await engine.stampSealed(answer.sealed)).toMatchObject({ ok: true, earlier: true })
  })

  it('with a key: recorded by the first, answered by either', async () => {
    const sealed = await engine.seal(invoice, { key: 'k' })
    if (!sealed.ok) throw new Error(sealed.message)
    expect(await engine.seal(invoice, { key: 'k' })).toEqual(sealed)
    const stamped = await engine.stampSealed(sealed.sealed, { key: 'k' })
    expect(stamped).toMatchObject({ ok: true, cfdi: { Folio: '1' } })
    expect(await stamp('k')).toEqual(stamped)
    expect(await engine.stampSealed(sealed.sealed, { key: 'other' })).toMatchObject({ code: 711 })
  })

  it('in a store of the host’s transaction', async () => {
    const store = { orders: createUnsafeMemoryOrders(), folios: createMemoryFolios(() => 900) }
    const answer = await engine.seal(invoice, { key: 'k', store })
    expect(answer).toMatchObject({ ok: true, sealed: { Folio: '900' } })
    expect([store.orders.entries().length, world.orders.entries().length]).toEqual([1, 0])
  })

  it.each([[''], ['x'], [undefined], ['PGE+'], [7]])('stampSealed refuses %j', async (XML) => {
    expect(await engine.stampSealed({ XML: XML as string })).toMatchObject({ ok: false, code: 701 })
  })
})

describe('prepare', () => {
  it('shows the document, its findings and totals, and takes no folio', async () => {
    const preview = await engine.prepare({ ...invoice, Total: 'AUTO' })
    expect(preview).toMatchObject({
      ok: true,
      document: { Folio: 'AUTO', Sello: '' },
      totals: { Moneda: 'MXN' },
    })
    expect(preview.totals?.Total).toBe(
      (await stamp('k', { ...invoice, Total: 'AUTO' })).cfdi.UrlVerificacion.match(
        /tt=([\d.]+)/,
      )?.[1],
    )
    expect((await stamp('k2')).cfdi.Folio).toBe('2')
  })

  it('has no totals of what would not be sealed, and no document of what is none', async () => {
    expect(await engine.prepare({ ...invoice, Moneda: 'X' })).not.toHaveProperty('totals')
    expect(await engine.prepare('{')).toEqual({
      ok: false,
      findings: [expect.objectContaining({ code: '701' })],
    })
  })
})
