/**
 * Model-based test of keys: machines that die at any call, and others that go on. However they die, a key is one invoice, it is
 * delivered, and no folio is there twice or missing.
 *
 * SCHEDULES=100000 npx vitest run test/engine/keys.model.test.ts runs more of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryFolios, type FolioSequence } from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders, type Order } from '../../src/engine/orders.js'
import type { StampResult } from '../../src/engine/result.js'
import { csd, draft } from '../fixtures.js'
import { engineOn, type Fault, freeSigner, InstantPac, Machine, type World } from './host.js'

const schedules = Math.ceil(Number(process.env['SCHEDULES'] ?? (process.env['CI'] ? 4_000 : 1_000)) / 4)
const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
const lease = 300_000

/** One machine: it works on a key, or resumes, and dies at some call, if it does. */
interface Turn {
  readonly key: 'a' | 'b' | 'c' | undefined
  readonly serie: 'A' | 'B'
  readonly calls: number
  readonly dies: 'before' | 'after'
  readonly faults: readonly Fault[]
  readonly acknowledges: boolean
}

const turn: fc.Arbitrary<Turn> = fc.record({
  key: fc.constantFrom('a', 'b', 'c', undefined),
  serie: fc.constantFrom('A', 'A', 'A', 'B'),
  calls: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(99)),
  dies: fc.constantFrom('before', 'after'),
  faults: fc.array(
    fc.constantFrom<Fault>('loses the answer', 'does not hear', 'rejects', 'refuses', 'is unavailable', 'stamps'),
    { maxLength: 3 },
  ),
  acknowledges: fc.boolean(),
})

/** What hosts were told of a key. */
type Told = Map<string, Set<string>>

class Model {
  readonly world: World & { readonly folios: Required<FolioSequence> }
  readonly told: Told = new Map()
  readonly acknowledged = new Set<string>()

  constructor(other: Partial<World> = {}) {
    const durable = { orders: createUnsafeMemoryOrders(), pac: new InstantPac() }
    this.world = { ...durable, ...other, folios: createMemoryFolios(), signers, now: 0 }
  }

  async take({ key, serie, calls, dies, faults, acknowledges }: Turn): Promise<void> {
    const machine = new Machine(calls, dies)
    const engine = engineOn(this.world, machine, { folioTimeout: 50_000, storeTimeout: 50_000 })
    this.world.pac.will(...faults)
    const work = async () => {
      if (key !== undefined) return this.hear(key, await engine.stamp({ ...invoice, Serie: serie }, { key }))
      for await (const { key: of, ...answer } of engine.resume()) {
        this.hear(of, answer)
        if (acknowledges && answer.ok && (await engine.acknowledge(of))) this.acknowledged.add(of)
      }
    }
    await Promise.race([work(), machine.died])
    this.world.now += lease + 1
  }

  hear(key: string, answer: StampResult): void {
    if (!answer.ok) return
    const told = this.told.get(key) ?? new Set()
    this.told.set(key, told.add(answer.cfdi.UUID))
  }

  /** Everything is settled by a machine that lives, and by hosts that ask again. */
  async settle(keys: Iterable<string>): Promise<void> {
    await this.take({ key: undefined, serie: 'A', calls: 1e9, dies: 'after', faults: [], acknowledges: false })
    for (const key of keys) {
      const engine = engineOn(this.world)
      for (const Serie of ['A', 'B']) this.hear(key, await engine.stamp({ ...invoice, Serie }, { key }))
      this.world.now += lease + 1
    }
  }
}

const foliosOf = (xmls: Iterable<string>, serie: string): number[] =>
  [...xmls]
    .filter((xml) => xml.includes(`Serie="${serie}"`))
    .map((xml) => Number(/ Folio="(\d+)"/.exec(xml)?.[1]))
    .sort((one, other) => one - other)

/** None twice, and none missing: those that were given back are the next to be taken. */
async function expectAllFolios(folios: FolioSequence, serie: string, stamped: readonly number[]): Promise<void> {
  const last = Math.max(0, ...stamped)
  const free = Array.from({ length: last - stamped.length }, () => folios.next('TOAM850417U21', serie))
  const taken = (await Promise.all(free)).map(({ folio }) => Number(folio))
  expect([...stamped, ...taken].sort((one, other) => one - other)).toEqual(
    Array.from({ length: last }, (_, at) => at + 1),
  )
}

async function live(turns: readonly Turn[], other?: Partial<World>): Promise<Model> {
  const model = new Model(other)
  for (const each of turns) await model.take(each)
  await model.settle(new Set(turns.flatMap(({ key }) => key ?? [])))
  return model
}

describe('keys, whatever dies in between', () => {
  it(`one invoice each, told, and every folio settled: ${schedules} schedules`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (turns) => {
        const { world, told, acknowledged } = await live(turns)
        const xmls = [...world.pac.stamped.keys()]
        for (const uuids of told.values()) expect(uuids.size).toBe(1)
        expect(new Set(told.keys())).toEqual(new Set(turns.flatMap(({ key }) => key ?? [])))
        expect(xmls).toHaveLength(told.size)
        for await (const held of world.folios.held()) expect(held).toBeUndefined()
        for (const serie of ['A', 'B']) await expectAllFolios(world.folios, serie, foliosOf(xmls, serie))
        for await (const { key } of world.orders.unfinished()) expect(acknowledged).not.toContain(key)
      }),
      { numRuns: schedules },
    )
  })
})

describe('the model finds', () => {
  const finds = (broken: () => Partial<World>) =>
    fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (turns) => {
        const { world, told } = await live(turns, broken())
        for (const uuids of told.values()) expect(uuids.size).toBe(1)
        expect(world.pac.stamped.size).toBe(told.size)
      }),
      { numRuns: 3_000 },
    )

  it('a provider that says that it remembers and does not', async () => {
    const forgetful = () => {
      const pac = new InstantPac()
      Object.assign(pac.provider, { remembers: true })
      return { pac }
    }
    await expect(finds(forgetful)).rejects.toThrow()
  })

  it('orders that compare no versions and lose what is open', async () => {
    const careless = () => {
      const orders = new Map<string, Order>()
      const append = async (order: Order) => {
        if (order.status === 'open') orders.delete(order.key)
        else orders.set(order.key, order)
        return true
      }
      async function* unfinished() {
        yield* orders.values()
      }
      return { orders: { load: async (key: string) => orders.get(key), append, unfinished } }
    }
    await expect(finds(careless)).rejects.toThrow()
  })
})
