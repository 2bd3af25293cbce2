/**
 * `operate`: a model of rounds whose processes die at any call. Each key is delivered with its one
 * stamp, and each second stamp is reported and cancelled.
 *
 * SCHEDULES=20000 npx vitest run test/engine/operate.model.test.ts runs more of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OperateEvent } from '../../src/engine/operate/events.js'
import type { OperateOptions } from '../../src/engine/operate/options.js'
import { type Fault, Machine } from './host.js'
import { draftOf, keys, lease, type OwnPac, roundOf, World } from './operateWorld.js'

const schedules = Math.ceil(
  Number(process.env['SCHEDULES'] ?? (process.env['CI'] ? 2_000 : 100)) / 4,
)

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
