/**
 * Hooks of the engine: the events of a call in order, with the host's key; hooks that throw, reject
 * or never end; and nothing in an event that is a secret or a document.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EngineOptions } from '../../src/engine/engine.js'
import type { EngineHooks } from '../../src/engine/observe/hooks.js'
import type { Order } from '../../src/engine/orders.js'
import { createProvider } from '../../src/pac/adapter/createProvider.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { TraceContext } from '../../src/pac/observe/trace.js'
import { csd, draft } from '../fixtures.js'
import { adapterOf } from '../pac/scriptedAdapter.js'
import { createWorld, engineOn, freeSigner, InstantPac, Machine } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const key = 'ticket 8114'
const names = [
  ...[
    'stampStarted',
    'orderClaimed',
    'orderTakenOver',
    'documentSealed',
    'documentSent',
    'documentInDoubt',
  ],
  ...['stampEnded', 'folioChanged', 'storeCalled'],
] as const
/** Examples of the specification (W3C Trace Context, section 3.2). */
const trace = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'congo=t61rcWkgMzE',
}
const other = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }

type Told = Record<string, unknown> & { name: string }

let world: ReturnType<typeof createWorld>
let told: Told[]
beforeEach(() => {
  world = createWorld(signers)
  told = []
})

/** Hooks that write down what they get. */
function listening(only: readonly string[] = names): EngineHooks {
  return Object.fromEntries(
    names
      .filter((name) => only.includes(name))
      .map((name) => [name, (event: object) => void told.push({ name, ...event })]),
  )
}

const engineWith = (on: EngineHooks, options: Partial<EngineOptions> = {}, machine?: Machine) =>
  engineOn(world, machine, { on, ...options })
const withoutStores = names.filter((name) => name !== 'storeCalled')
const named = (name: string) => told.filter((event) => event.name === name)

describe('a stamp', () => {
  it('under a key: each event in order, with the key, and the call the same object', async () => {
    const { provider } = world.pac
    const stamp: typeof provider.stamp = (sealed) => {
      world.now += 250
      return provider.stamp(sealed)
    }
    const answer = await engineWith(listening(withoutStores), {
      provider: { ...provider, stamp },
    }).stamp(invoice, {
      key,
    })
    const call = { operation: 'stamp', key }
    const token = expect.stringMatching(/^[0-9a-f]{64}$/)
    const folio = { rfc: 'TOAM850417U21', serie: 'A', folio: '1', holder: key }
    expect(told).toEqual([
      { name: 'stampStarted', call },
      { name: 'folioChanged', change: 'issued', ...folio },
      { name: 'orderClaimed', call, state: 'new' },
      { name: 'documentSealed', call, token, folio: '1' },
      { name: 'documentSent', call, token, provider: 'instant', again: false },
      { name: 'folioChanged', change: 'used', ...folio },
      {
        name: 'stampEnded',
        ...{ call, outcome: 'stamped', pac: 'instant', requests: 1, elapsed: 250 },
        uuid: answer.ok && answer.cfdi.UUID,
      },
    ])
    expect(new Set(told.flatMap(({ call }) => (call === undefined ? [] : [call]))).size).toBe(1)
    expect(new Set(told.flatMap(({ token }) => (token === undefined ? [] : [token]))).size).toBe(1)
  })

  it('starts before the method returns, so that a host finds its own context', () => {
    void engineWith(listening(['stampStarted'])).stamp(invoice, { key })
    expect(told).toHaveLength(1)
  })

  it('without a key has no claim, and its folio goes from nobody to its token', async () => {
    await engineWith(listening(withoutStores)).stamp(invoice)
    expect(told.map(({ name }) => name)).toEqual([
      ...[
        'stampStarted',
        'folioChanged',
        'documentSealed',
        'documentSent',
        'folioChanged',
        'stampEnded',
      ],
    ])
    const [issued, used] = named('folioChanged')
    expect([issued?.['holder'], used?.['holder']]).toEqual([
      undefined,
      named('documentSealed')[0]?.['token'],
    ])
  })

  it('that the key has already sends nothing, and says so', async () => {
    const engine = engineWith(listening(['stampEnded']))
    await engine.stamp(invoice, { key })
    await engine.stamp(invoice, { key })
    expect(told.map(({ outcome, requests }) => [outcome, requests])).toEqual([
      ['stamped', 1],
      ['stamped', 0],
    ])
  })

  it('that fails has its code, and gives its folio back', async () => {
    world.pac.will('rejects')
    await engineWith(listening(withoutStores)).stamp(invoice, { key })
    expect(named('folioChanged').map(({ change }) => change)).toEqual(['issued', 'returned'])
    expect(named('stampEnded')).toMatchObject([
      { outcome: 'failed', code: 705, pac: 'instant', requests: 1 },
    ])
  })

  it('that is not valid ends without a document', async () => {
    await engineWith(listening()).stamp({ ...invoice, Moneda: 'XXZ' }, { key })
    expect(told.map(({ name }) => name)).toEqual(['stampStarted', 'storeCalled', 'stampEnded'])
    expect(named('stampEnded')).toMatchObject([{ outcome: 'failed', code: 702, requests: 0 }])
  })

  it('in doubt is told once for each request that did not tell', async () => {
    world.pac.will('loses the answer')
    const engine = engineWith(listening(['documentInDoubt', 'documentSent', 'stampEnded']))
    await engine.stamp(invoice, { key })
    await engine.stamp(invoice, { key })
    expect(told.map(({ name, code, again, outcome }) => [name, code ?? again ?? outcome])).toEqual([
      ['documentSent', false],
      ['documentInDoubt', undefined],
      ['stampEnded', 708],
      ['documentSent', true],
      ['stampEnded', 'stamped'],
    ])
  })

  it('of two callers starts and ends twice, and is sent once', async () => {
    const engine = engineWith(listening(withoutStores))
    await Promise.all([engine.stamp(invoice, { key }), engine.stamp(invoice, { key })])
    expect([
      named('stampStarted').length,
      named('documentSent').length,
      named('stampEnded').length,
    ]).toEqual([2, 1, 2])
    expect(named('stampEnded').map(({ requests }) => requests)).toEqual([1, 0])
  })
})

describe('the two halves', () => {
  it('seal and stampSealed are a call each', async () => {
    const engine = engineWith(listening(withoutStores))
    const made = await engine.seal(invoice, { key })
    if (!made.ok) throw new Error(made.message)
    await engine.stampSealed(made.sealed, { key })
    const events = told.filter(({ name }) => name !== 'folioChanged')
    expect(
      events.map(({ name, call, state }) => [
        (call as { operation: string }).operation,
        name,
        state,
      ]),
    ).toEqual([
      ['seal', 'stampStarted', undefined],
      ['seal', 'documentSealed', undefined],
      ['seal', 'stampEnded', undefined],
      ['stampSealed', 'stampStarted', undefined],
      ['stampSealed', 'orderClaimed', 'sealed'],
      ['stampSealed', 'documentSent', undefined],
      ['stampSealed', 'stampEnded', undefined],
    ])
    expect(named('stampEnded').map(({ outcome }) => outcome)).toEqual(['sealed', 'stamped'])
  })

  it('what is sealed in a transaction of the host is told too', async () => {
    await engineWith(listening()).seal(invoice, { key, store: world })
    expect(named('folioChanged')).toMatchObject([{ change: 'issued' }])
    expect(named('storeCalled')).toMatchObject([
      { call: 'load' },
      { call: 'next' },
      { call: 'append' },
    ])
  })
})

describe('resume', () => {
  it('takes over the order of a process that died, and says whose it was and for how long', async () => {
    world = { ...world, pac: new InstantPac('instant', { findKinds: ['bytes'] }) }
    const machine = new Machine(4)
    void engineOn(world, machine, { owner: 'one' }).stamp(invoice, { key })
    await machine.stopped
    const engine = engineWith(listening(withoutStores), { owner: 'two' })
    for await (const _ of engine.resume()) expect(_).toBe('nothing to deliver')
    expect(told).toEqual([])
    world.now += 15_500
    for await (const { ok } of engine.resume()) expect(ok).toBe(true)
    const call = { operation: 'resume', key }
    expect(
      told.filter(({ name }) => name.startsWith('order') || name.startsWith('stamp')),
    ).toMatchObject([
      { name: 'stampStarted', call },
      { name: 'orderClaimed', call, state: 'sent' },
      { name: 'orderTakenOver', call, state: 'sent', from: 'one', expired: 500 },
      { name: 'stampEnded', call, outcome: 'stamped' },
    ])
  })

  it('delivers an answer again without a call', async () => {
    const engine = engineWith(listening(withoutStores))
    await engine.stamp(invoice, { key })
    told.length = 0
    for await (const { ok } of engine.resume()) expect(ok).toBe(true)
    expect(told).toEqual([])
  })
})

describe('stores', () => {
  it('each call with its name, its id and its duration', async () => {
    const append = async (order: Order) => {
      world.now += 40
      return world.orders.append(order)
    }
    await engineWith(listening(['storeCalled']), { orders: { ...world.orders, append } }).stamp(
      invoice,
      { key },
    )
    expect(
      told.map(({ store, call, id, failed, elapsed }) => [store, call, id, failed, elapsed]),
    ).toEqual([
      ['orders', 'load', key, false, 0],
      ['folios', 'next', key, false, 0],
      ['orders', 'append', key, false, 40],
      ['orders', 'append', key, false, 40],
      ['folios', 'heldBy', key, false, 0],
      ['folios', 'commit', key, false, 0],
    ])
  })

  it('that fail or are silent are told, and the stamp goes on as without hooks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const silent = { ...world.orders, load: () => new Promise<never>(() => {}) }
      const answering = engineWith(listening(['storeCalled']), {
        orders: silent,
        storeTimeout: 3_000,
      }).stamp(invoice, {
        key,
      })
      await vi.advanceTimersByTimeAsync(3_100)
      expect(await answering).toMatchObject({ ok: false, code: 710 })
      const broken = { ...world.orders, load: () => Promise.reject(new Error('broken')) }
      const engine = engineWith(listening(['storeCalled']), { orders: broken })
      expect(await engine.stamp(invoice, { key })).toMatchObject({ ok: false, code: 710 })
      expect(told.map(({ call, failed }) => [call, failed])).toEqual([
        ['load', true],
        ['load', true],
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('a walk is one call: the time of the store, and not that of who reads', async () => {
    const unfinished = async function* (): AsyncGenerator<Order> {
      world.now += 30
      yield* world.orders.unfinished()
    }
    const engine = engineWith(listening(['storeCalled']), {
      orders: { ...world.orders, unfinished },
    })
    await engine.stamp(invoice, { key })
    told.length = 0
    for await (const _ of engine.resume()) world.now += 5_000
    expect(named('storeCalled').filter(({ call }) => call === 'unfinished')).toMatchObject([
      { elapsed: 30, failed: false },
    ])
    told.length = 0
    for await (const _ of engine.resume()) break
    expect(named('storeCalled').filter(({ call }) => call === 'unfinished')).toMatchObject([
      { failed: false },
    ])
  })

  it('the journal of a failover has them too', async () => {
    const on = { storeCalled: (event: object) => void told.push({ name: 'storeCalled', ...event }) }
    const provider = failover([world.pac.provider], { journal: createUnsafeMemoryJournal(), on })
    await engineOn(world, undefined, { provider }).stamp(invoice, { key })
    expect(told.map(({ store, call, failed }) => [store, call, failed])).toContainEqual([
      'journal',
      'append',
      false,
    ])
  })
})

describe('hooks', () => {
  it.each([
    [
      'throw',
      () => {
        throw new Error('hook')
      },
    ],
    ['reject', () => Promise.reject(new Error('hook'))],
    ['never end', () => new Promise(() => {})],
    ['return nonsense', () => ({ traceparent: 'x\r\nevil: 1' })],
  ])('that %s disturb nothing', async (_, hook) => {
    const on = Object.fromEntries(names.map((name) => [name, hook]))
    expect(await engineWith(on).stamp(invoice, { key })).toMatchObject({ ok: true })
    expect(world.orders.entries()).toMatchObject([
      { status: 'answered', outcome: { kind: 'stamped' } },
    ])
  })

  it('see no document, no seal and no certificate', async () => {
    world.pac.will('loses the answer')
    const engine = engineWith(listening())
    await engine.stamp(invoice, { key })
    await engine.stamp(invoice, { key })
    await engine.stamp({ ...invoice, Serie: 'B' })
    const [order] = world.orders.entries()
    const text = JSON.stringify(told)
    for (const secret of [
      '<cfdi',
      'Sello',
      'Certificado',
      order!.xml.slice(200, 260),
      invoice.Receptor.Nombre,
    ])
      expect(text).not.toContain(secret)
    expect(text).toContain(key)
  })

  it('are given as `on`: another name is refused', () => {
    expect(() => engineOn(world, undefined, { hooks: {} } as never)).toThrow(/unknown option hooks/)
  })

  it('absent: the provider is called as before, with two arguments', async () => {
    const { provider } = world.pac
    const stamp = vi.fn(provider.stamp)
    await engineOn(world, undefined, { provider: { ...provider, stamp } }).stamp(invoice, { key })
    expect(stamp.mock.calls[0]).toHaveLength(2)
  })
})

describe('trace context', () => {
  const sent: (TraceContext | undefined)[] = []
  beforeEach(() => void sent.splice(0))

  /** A PAC over `send`, which answers that the account cannot stamp. */
  function wired(id = 'prueba') {
    const adapter = adapterOf(() => ({ kind: 'refused', scope: 'account', message: 'no' }), { id })
    return createProvider(adapter, {
      send: async (_, __, trace) => {
        sent.push(trace)
        return { status: 200, headers: {}, body: new Uint8Array() }
      },
    })
  }

  it.each([
    ['one PAC', () => wired()],
    [
      'a failover',
      () => failover([wired('uno'), wired('dos')], { journal: createUnsafeMemoryJournal() }),
    ],
  ])('goes from the call to each request: %s', async (_, provider) => {
    await engineOn(world, undefined, { provider: provider() }).stamp(invoice, { key, trace })
    await engineOn(world, undefined, { provider: provider() }).stamp({ ...invoice, Serie: 'B' })
    expect([sent[0], sent.at(-1)]).toEqual([trace, undefined])
  })

  it('is replaced by what stampStarted and attemptStarted return', async () => {
    const parents: unknown[] = []
    const attemptStarted = ({ trace }: { readonly trace?: TraceContext }) => {
      parents.push(trace)
      return parents.length === 1 ? trace : other
    }
    const on = { attemptStarted }
    const provider = failover([wired('uno'), wired('dos')], {
      journal: createUnsafeMemoryJournal(),
      on,
    })
    await engineOn(world, undefined, { provider, on: { stampStarted: () => trace } }).stamp(
      invoice,
      { key },
    )
    expect([parents, sent]).toEqual([
      [trace, trace],
      [trace, other],
    ])
  })

  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7', 'too short'],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', 'a trace id of zeros'],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'the version that is forbidden'],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', 'upper case'],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nx: y', 'another header'],
    [undefined as never, 'nothing'],
  ])('that is malformed is ignored: %j (%s)', async (traceparent) => {
    const engine = engineOn(world, undefined, { provider: wired() })
    expect(await engine.stamp(invoice, { key, trace: { traceparent } })).toMatchObject({
      code: 706,
    })
    expect(sent).toEqual([undefined])
  })

  it('keeps its trace id when only tracestate is malformed', async () => {
    const engine = engineOn(world, undefined, { provider: wired() })
    await engine.stamp(invoice, { key, trace: { ...trace, tracestate: 'a\nb' } })
    expect(sent).toEqual([{ traceparent: trace.traceparent }])
  })

  it('is in the events of the call', async () => {
    await engineWith(listening(['stampStarted'])).stamp(invoice, { key, trace })
    expect(told).toMatchObject([{ call: { trace } }])
  })
})
