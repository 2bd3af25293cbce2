/**
 * `operate`: what a round delivers, when tasks are done again, who leads; and a model of rounds
 * whose processes die at any call: each key is delivered with its one stamp, and each second stamp
 * is reported and cancelled.
 *
 * SCHEDULES=20000 npx vitest run test/engine/operate.test.ts runs more of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Signer } from '../../src/certificate/signer.js'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import type { OperateEvent } from '../../src/engine/operate/events.js'
import { operate, operateOnce, type RoundSummary } from '../../src/engine/operate/operate.js'
import type { Leadership, OperateOptions } from '../../src/engine/operate/options.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import type { Clock } from '../../src/pac/clock.js'
import { type Failover, failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Stamped } from '../../src/pac/provider.js'
import type { Sealed } from '../../src/seal/sello.js'
import { csd, draft, noon } from '../fixtures.js'
import { VirtualClock } from '../pac/failover/virtualClock.js'
import { engineOn, type Fault, freeSigner, InstantPac, Machine } from './host.js'

const schedules = Math.ceil(
  Number(process.env['SCHEDULES'] ?? (process.env['CI'] ? 2_000 : 100)) / 4,
)
const person: Signer = await csd('person')
const signers: Signer = { ...freeSigner(person), signSha1: (bytes) => person.signSha1!(bytes) }
const lease = 300_000
const keys = ['a', 'b', 'c'] as const
const draftOf = (key: string) => ({ ...draft('ingreso'), Folio: key })

/** A PAC whose folios no other PAC gives. */
class OwnPac extends InstantPac {
  override timbreOf(sealed: Sealed): Stamped {
    const stamped = super.timbreOf(sealed)
    const UUID = stamped.timbre.UUID.replace(/^0/, this.provider.id === 'uno' ? '1' : '2')
    return { ...stamped, timbre: { ...stamped.timbre, UUID } }
  }
}

class World {
  readonly uno = new OwnPac('uno', { findKinds: ['bytes'] })
  readonly dos = new OwnPac('dos', { findKinds: ['bytes'] })
  readonly journal = createUnsafeMemoryJournal()
  readonly orders = createUnsafeMemoryOrders()
  readonly cancellations = createUnsafeMemoryCancellations()
  readonly folios = createMemoryFolios()
  readonly signers = signers
  readonly pac = this.uno
  now = 0

  /** Nothing lasts so long that it is given up. */
  readonly clock: Clock = {
    now: () => noon.getTime() + this.now++,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve()
        else signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
  }

  provider(machine = new Machine()): Failover {
    return failover(
      [this.uno, this.dos].map(({ provider }) => machine.wrap(provider)),
      {
        journal: machine.wrap(this.journal),
        onUnknown: 'switch',
        recovery: { window: 1_000, delays: [2_000] },
        clock: this.clock,
        random: () => 0.5,
      },
    )
  }

  engine(machine = new Machine(), provider = this.provider(machine)) {
    return engineOn(this, machine, {
      provider,
      cancellations: machine.wrap(this.cancellations),
      folioTimeout: 50_000,
      storeTimeout: 50_000,
    })
  }
}

/** A round on a machine of its own, and what was delivered. */
async function roundOf(
  world: World,
  options: Partial<OperateOptions> = {},
  machine = new Machine(),
): Promise<{ events: OperateEvent[]; summary: RoundSummary | 'stopped' }> {
  const events: OperateEvent[] = []
  const provider = world.provider(machine)
  const deliver = async (event: OperateEvent) => void events.push(event)
  const work = operateOnce(world.engine(machine, provider), {
    provider,
    deliver,
    clock: world.clock,
    ...options,
  })
  return { events, summary: await Promise.race([work, machine.stopped]) }
}

const typesOf = (events: readonly OperateEvent[]) => events.map(({ type }) => type)

/** A document that both PACs stamped: the first one's answer was lost. */
async function stampTwice(world: World, key = 'a'): Promise<void> {
  world.uno.will('loses the answer', 'does not hear', 'does not hear')
  const find = world.uno.provider.find
  Object.assign(world.uno.provider, {
    find: async () => ({ kind: 'unknown', pac: 'uno', message: '' }),
  })
  const answer = await world.engine().stamp(draftOf(key), { key })
  Object.assign(world.uno.provider, { find })
  world.uno.will()
  expect(answer).toMatchObject({ ok: true, pac: 'dos' })
  world.now += lease
}

describe('a round', () => {
  it('delivers what a dead process had stamped, and forgets it once the host has it', async () => {
    const world = new World()
    await world.engine().stamp(draftOf('a'), { key: 'a' })
    world.now += lease
    const failing = await roundOf(world, {
      deliver: () => Promise.reject(new Error('the database of the host')),
    })
    expect(failing.summary).toMatchObject({
      role: 'led',
      tasks: [{ task: 'resume', delivered: 0, failed: 1 }, {}, {}, {}],
    })
    world.now += lease
    const notOurs = await roundOf(world, { deliver: async () => false })
    expect(notOurs.summary).toMatchObject({
      tasks: [{ task: 'resume', delivered: 0, failed: 0 }, {}, {}, {}],
    })
    world.now += lease
    const { events, summary } = await roundOf(world)
    expect(events).toMatchObject([{ type: 'invoice.stamped', key: 'a', answer: { ok: true } }])
    expect(summary).toMatchObject({ tasks: [{ delivered: 1 }, {}, {}, {}] })
    world.now += lease
    expect((await roundOf(world)).events).toEqual([])
    expect(world.orders.entries()).toMatchObject([{ status: 'acknowledged' }])
  })

  it('reports a second stamp until the host knows, and cancels it if the host asks', async () => {
    const world = new World()
    await stampTwice(world)
    const twice = (given: OperateEvent[]) =>
      given.filter(({ type }) => type === 'invoice.duplicated')
    const fails = async ({ type }: OperateEvent) => {
      if (type === 'invoice.duplicated') throw new Error('the database of the host')
    }
    await roundOf(world, { deliver: fails })
    world.now += lease
    const { events } = await roundOf(world, { cancelDuplicates: true })
    expect(twice(events)).toMatchObject([
      {
        kept: { uuid: expect.stringMatching(/^2/), pac: 'dos' },
        duplicate: { uuid: expect.stringMatching(/^1/), pac: 'uno' },
      },
    ])
    expect(world.cancellations.entries()).toMatchObject([
      { uuid: expect.stringMatching(/^1/), life: { wish: { motivo: '02' } } },
    ])
    world.now += lease
    expect(twice((await roundOf(world)).events)).toEqual([])
    expect(world.journal.entries()).toMatchObject([{ status: 'closed' }])
  })

  it('does not cancel a second stamp unasked', async () => {
    const world = new World()
    await stampTwice(world)
    expect(typesOf((await roundOf(world)).events)).toContain('invoice.duplicated')
    expect(world.cancellations.entries()).toEqual([])
  })

  it('stamps again what no PAC could, while the host has its draft; then its failure is delivered', async () => {
    const world = new World()
    const down = (): Fault[] => Array.from({ length: 30 }, () => 'is unavailable' as const)
    for (const pac of [world.uno, world.dos]) pac.will(...down())
    await world.engine().stamp(draftOf('a'), { key: 'a' })
    await world.engine().stamp(draftOf('b'), { key: 'b' })
    world.now += lease
    const known = async (key: string) => (key === 'a' ? draftOf(key) : undefined)
    const during = await roundOf(world, { draftOf: known })
    expect(during.events).toMatchObject([
      { type: 'invoice.failed', key: 'b', answer: { code: 707 } },
    ])
    expect(during.summary).toMatchObject({ tasks: [{ waiting: 1, delivered: 1 }, {}, {}, {}] })
    for (const pac of [world.uno, world.dos]) pac.will()
    world.now += lease
    const after = await roundOf(world, { draftOf: known })
    expect(after.events).toMatchObject([{ type: 'invoice.stamped', key: 'a' }])
  })

  it('recovers documents without a key, and removes nothing unless the host says for how long it is kept', async () => {
    const world = new World()
    const machine = new Machine(3)
    await Promise.race([world.engine(machine).stamp(draftOf('a')), machine.stopped])
    world.now += lease
    const { events } = await roundOf(world)
    const isSent = world.journal.entries().length > 0
    expect(typesOf(events)).toEqual(isSent ? ['invoice.recovered'] : [])
    const purged: object[] = []
    const purge = async (retention: object) => {
      purged.push(retention)
      return { orders: 2 }
    }
    await roundOf(world, { store: { purge } })
    expect(purged).toEqual([])
    const { summary } = await roundOf(world, {
      store: { purge },
      retention: { orders: 86_400_000 },
    })
    expect(purged).toEqual([{ orders: 86_400_000 }])
    expect(summary).toMatchObject({
      tasks: [{}, {}, {}, {}, { task: 'purge', purged: { orders: 2 } }],
    })
  })

  it('a store that cannot be read is in the summary, and the other tasks are done', async () => {
    const world = new World()
    const unfinished = async function* () {
      yield* [] as never[]
      throw new Error('no database')
    }
    Object.assign(world.orders, { unfinished })
    const { summary } = await roundOf(world)
    expect(summary).toMatchObject({
      role: 'led',
      tasks: [
        { task: 'resume', failed: 1, cause: expect.any(Error) },
        { task: 'reconcile' },
        { task: 'refresh' },
        {},
      ],
    })
  })

  it.each<[string, object]>([
    ['unknown option every1; did you mean every?', { every1: 1 }],
    ['deliver must be a function', { deliver: undefined }],
    ['retention needs a store with purge', { retention: { orders: 1 } }],
    ['jitter must be a number from 0 to 1', { jitter: 2 }],
    ['resume is milliseconds', { every: { resume: -1 } }],
  ])('%s', (message, given) => {
    const engine = new World().engine()
    expect(() => operate(engine, { deliver: async () => {}, ...given })).toThrow(message)
  })
})

describe('the loop', () => {
  const minutes = (count: number) => count * 60_000

  /** A loop on a virtual clock over an engine of which each task is counted, or fails. */
  function loopOf(
    options: Partial<Parameters<typeof operate>[1]> = {},
    fails: () => boolean = () => false,
  ) {
    const clock = new VirtualClock()
    const began = clock.now()
    const done: string[] = []
    const walk = (task: string) =>
      async function* () {
        done.push(`${task} ${Math.round((clock.now() - began) / 1_000)}`)
        if (fails()) throw new Error('no database')
        yield* [] as never[]
      }
    const engine = {
      resume: walk('resume'),
      refresh: walk('refresh'),
      needsAttention: async function* () {},
    } as never
    const rounds: RoundSummary[] = []
    const operation = operate(engine, {
      deliver: async () => {},
      clock,
      random: () => 0.5,
      onRound: (summary) => {
        rounds.push(summary)
        throw new Error('what a host does with its summaries')
      },
      ...options,
    })
    return { clock, done, rounds, operation }
  }

  it('does each task in its period, from the first moment until it is closed', async () => {
    const { clock, done, operation } = loopOf()
    await clock.advance(minutes(2))
    expect(done).toEqual([
      'resume 0',
      'refresh 0',
      'resume 30',
      'resume 60',
      'refresh 60',
      'resume 90',
      'resume 120',
      'refresh 120',
    ])
    await clock.until(operation.close())
    await clock.advance(minutes(10))
    expect(done).toHaveLength(8)
  })

  it('waits twice as long after each failure, up to a limit, and goes back to its period', async () => {
    let isDown = true
    const { clock, done, operation } = loopOf(
      { every: { resume: 10_000 }, tasks: ['resume'], longest: 60_000 },
      () => isDown,
    )
    await clock.advance(minutes(4))
    expect(done).toEqual([
      'resume 0',
      'resume 20',
      'resume 60',
      'resume 120',
      'resume 180',
      'resume 240',
    ])
    isDown = false
    await clock.advance(minutes(1) + 15_000)
    expect(done.slice(6)).toEqual(['resume 300', 'resume 310'])
    await clock.until(operation.close())
  })

  it('periods of several processes differ by the jitter', async () => {
    const { clock, done, operation } = loopOf({ random: () => 1, tasks: ['resume'] })
    await clock.advance(minutes(1))
    expect(done).toEqual(['resume 0', 'resume 33'])
    await clock.until(operation.close())
  })

  it('one process leads; another follows, and leads when the first is gone', async () => {
    let leader: { owner: string; until: number } | undefined
    const clock = new VirtualClock()
    const leadership: Leadership = {
      async lead(owner, ms) {
        if (leader !== undefined && leader.owner !== owner && leader.until > clock.now())
          return false
        leader = { owner, until: clock.now() + ms }
        return true
      },
      async resign(owner) {
        if (leader?.owner === owner) leader = undefined
      },
    }
    const [first, second] = ['uno', 'dos'].map((owner) =>
      loopOf({ clock, leadership, owner, tasks: ['resume'] }),
    )
    await clock.advance(minutes(2))
    expect([first!.done.length, second!.done.length]).toEqual([5, 0])
    expect(second!.rounds.every(({ role }) => role === 'followed')).toBe(true)
    await clock.until(first!.operation.close())
    await clock.advance(minutes(1))
    expect(second!.done.length).toBeGreaterThan(0)
    await clock.until(second!.operation.close())
  })

  it('a round that lost its leadership stops, and one that cannot ask for it tries later', async () => {
    let isOther = false
    const waiting: AbortSignal[] = []
    const clock = new VirtualClock()
    const engine = {
      resume: async function* ({ signal }: { signal: AbortSignal }) {
        waiting.push(signal)
        await clock.sleep(minutes(60), signal)
        yield* [] as never[]
      },
    } as never
    const leadership = { lead: async () => !isOther }
    const operation = operate(engine, {
      deliver: async () => {},
      clock,
      leadership,
      tasks: ['resume'],
    })
    await clock.advance(minutes(5))
    expect(waiting.map(({ aborted }) => aborted)).toEqual([false])
    isOther = true
    await clock.advance(minutes(1))
    expect(waiting.map(({ aborted }) => aborted)).toEqual([true])
    await clock.until(operation.close())
    const failing = loopOf({ leadership: { lead: () => Promise.reject(new Error('no database')) } })
    await failing.clock.advance(minutes(1))
    expect(failing.rounds[0]).toMatchObject({ role: 'failed', tasks: [], cause: expect.any(Error) })
    expect(failing.done).toEqual([])
    await failing.clock.until(failing.operation.close())
  })

  it('round() does every task now, and close waits for it', async () => {
    const { clock, done, operation } = loopOf()
    await clock.advance(1_000)
    await clock.until(operation.round())
    expect(done.slice(2)).toEqual(['resume 1', 'refresh 1'])
    await clock.until(operation.close())
    expect(await operation.round()).toMatchObject({ role: 'followed', tasks: [] })
  })
})

// --- the model ---

interface Turn {
  readonly does: 'round' | (typeof keys)[number]
  readonly calls: number
  readonly end: 'dies before' | 'dies after'
  readonly faults: readonly [readonly Fault[], readonly Fault[]]
  readonly hostFails: boolean
}

const fault = fc.constantFrom<Fault>(
  'loses the answer',
  'loses the answer',
  'does not hear',
  'refuses',
  'is unavailable',
  'stamps',
)
const faults = fc.array(fault, { maxLength: 4 })
const turn: fc.Arbitrary<Turn> = fc.record({
  does: fc.constantFrom('round', 'round', ...keys),
  calls: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(99)),
  end: fc.constantFrom('dies before', 'dies after'),
  faults: fc.tuple(faults, faults),
  hostFails: fc.boolean(),
})

/** A host whose own rows are durable. */
class Host {
  readonly stamped = new Map<string, Set<string>>()
  readonly duplicates = new Set<string>()
  readonly failed = new Set<string>()

  async take(event: OperateEvent): Promise<void> {
    if (event.type === 'invoice.stamped')
      this.stamped.set(
        event.key,
        (this.stamped.get(event.key) ?? new Set()).add(event.answer.cfdi.UUID),
      )
    if (event.type === 'invoice.failed') this.failed.add(event.key)
    if (event.type === 'invoice.duplicated') this.duplicates.add(event.duplicate.uuid)
  }
}

async function live(
  turns: readonly Turn[],
  forgets: (event: OperateEvent) => boolean = () => false,
): Promise<void> {
  const world = new World()
  const host = new Host()
  const asked = new Set<string>()
  const options = (fails = false): Partial<OperateOptions> => ({
    cancelDuplicates: true,
    draftOf: async (key) => draftOf(key),
    deliver: async (event) => {
      if (fails) throw new Error('the database of the host')
      if (!forgets(event)) await host.take(event)
    },
  })
  for (const { does, calls, end, faults: scripts, hostFails } of turns) {
    const machine = new Machine(calls, end)
    world.uno.will(...scripts[0])
    world.dos.will(...scripts[1])
    if (does === 'round') {
      const { deliver, ...rest } = options(hostFails)
      const wrapped = machine.wrap({
        deliver: deliver as (event: OperateEvent) => Promise<unknown>,
      })
      await roundOf(world, { ...rest, deliver: (event) => wrapped.deliver(event) }, machine)
    } else {
      asked.add(does)
      await Promise.race([
        world.engine(machine).stamp(draftOf(does), { key: does }),
        machine.stopped,
      ])
    }
    world.now += lease
  }
  world.uno.will()
  world.dos.will()
  // The first day of rounds: absence is proven by several look-ups over ten minutes.
  for (let round = 0; round < 8; round++) {
    await roundOf(world, options())
    world.now += lease
  }
  const recorded = new Set(world.orders.entries().map(({ key }) => key))
  for (const key of recorded)
    expect(host.stamped.get(key)?.size, `${key} has one invoice, and the host has it`).toBe(1)
  const uuidsOf = (pac: OwnPac, digit: string) =>
    new Map([...pac.stamped].map(([xml, uuid]) => [xml, uuid.replace(/^0/, digit)]))
  const [uno, dos] = [uuidsOf(world.uno, '1'), uuidsOf(world.dos, '2')]
  const kept = new Set([...host.stamped.values()].flatMap((uuids) => [...uuids]))
  const stamps = [...uno.values(), ...dos.values()]
  const seconds = stamps.filter((uuid) => !kept.has(uuid))
  expect([...host.duplicates].sort(), 'each second stamp is reported, and nothing else').toEqual(
    seconds.sort(),
  )
  expect(
    world.cancellations
      .entries()
      .map(({ uuid }) => uuid)
      .sort(),
    'and its cancellation asked for',
  ).toEqual(seconds)
  expect(host.failed.size, 'nothing is given up').toBe(0)
  expect((await roundOf(world, options())).events, 'and nothing is told again').toEqual([])
}

describe('rounds whose processes die at any call', () => {
  it(`each key is delivered, each second stamp reported: ${schedules} schedules`, () =>
    fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), (turns) => live(turns)),
      { numRuns: schedules },
    ))

  it('the model sees a host that loses a second stamp', async () => {
    const property = fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), (turns) =>
      live(turns, ({ type }) => type === 'invoice.duplicated'),
    )
    const { failed } = await fc.check(property, { numRuns: 300 })
    expect(failed).toBe(true)
  })
})
