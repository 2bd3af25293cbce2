/** `operate`: what a round delivers, when tasks are done again, and who leads. */
import { describe, expect, it } from 'vitest'
import type { OperateEvent } from '../../src/engine/operate/events.js'
import { operate, type RoundSummary } from '../../src/engine/operate/operate.js'
import type { Leadership } from '../../src/engine/operate/options.js'
import { VirtualClock } from '../pac/failover/virtualClock.js'
import { type Fault, Machine } from './host.js'
import { draftOf, lease, roundOf, stampTwice, typesOf, World } from './operateWorld.js'

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
