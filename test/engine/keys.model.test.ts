/**
 * Model-based test of keys: machines that die at any call, that sleep at one and are woken when
 * others went on without them, PACs that answer late. Whatever they do, a key is one invoice and no
 * two keys share one, it is delivered, and no folio is there twice or missing.
 *
 * SCHEDULES=100000 npx vitest run test/engine/keys.model.test.ts runs more of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createMemoryFolios,
  type FolioReservation,
  type FolioSequence,
  type HeldFolio,
} from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders, type Order } from '../../src/engine/orders.js'
import type { StampResult } from '../../src/engine/result.js'
import { csd, draft, noon } from '../fixtures.js'
import {
  type End,
  engineOn,
  type Fault,
  freeSigner,
  InstantPac,
  Machine,
  Sleepers,
  type World,
} from './host.js'

const schedules = Math.ceil(
  Number(process.env['SCHEDULES'] ?? (process.env['CI'] ? 6_000 : 600)) / 4,
)
const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
/** Tickets without a folio: equal drafts of all keys, whose dates the clock makes. */
const ticket = { ...draft('ingreso'), Serie: undefined, Folio: undefined, Fecha: 'AUTO' }
const lease = 300_000

/** One machine: it works on a key, or resumes, and stops at some call, if it does. */
interface Turn {
  readonly key: 'a' | 'b' | 'c' | undefined
  readonly serie: 'A' | 'B' | 'tickets'
  readonly calls: number
  readonly end: End
  /** Turns that it sleeps through, if it sleeps. */
  readonly sleep: number
  readonly faults: readonly Fault[]
  readonly acknowledges: boolean
  /** Milliseconds until the next turn. */
  readonly pause: number
}

const turn: fc.Arbitrary<Turn> = fc.record({
  key: fc.constantFrom('a', 'a', 'a', 'b', 'c', undefined),
  serie: fc.constantFrom('A', 'A', 'B', 'tickets', 'tickets'),
  calls: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(99)),
  end: fc.constantFrom<End>('dies before', 'dies after', 'sleeps before', 'sleeps after'),
  sleep: fc.integer({ min: 1, max: 4 }),
  faults: fc.array(
    fc.constantFrom<Fault>(
      ...([
        'loses the answer',
        'does not hear',
        'rejects',
        'rejects',
        'refuses',
        'is unavailable',
        'stamps',
      ] as const),
    ),
    { maxLength: 3 },
  ),
  acknowledges: fc.boolean(),
  pause: fc.constantFrom(lease, lease, lease / 3, 0),
})

/** What outlives machines. */
interface Durable extends World {
  readonly folios: Required<FolioSequence>
}

/** Replacements that inject a bug. */
type Variant = (good: Durable) => Partial<Durable>

class Model {
  readonly world: Durable
  /** What hosts were told of a key. */
  readonly told = new Map<string, Set<string>>()
  readonly acknowledged = new Set<string>()
  readonly #sleepers = new Sleepers()

  constructor(variant: Variant) {
    const now = () => noon.getTime() + this.world.now
    const folios = createMemoryFolios(undefined, { now })
    const good = {
      orders: createUnsafeMemoryOrders(),
      pac: new InstantPac(),
      folios,
      signers,
      now: 0,
    }
    this.world = Object.defineProperty({ ...good, ...variant(good) }, 'now', ticking())
  }

  async take({ key, serie, calls, end, sleep, faults, acknowledges, pause }: Turn): Promise<void> {
    await this.#sleepers.turn()
    const machine = new Machine(calls, end)
    this.world.pac.will(...faults)
    const work =
      key === undefined ? this.#resume(machine, acknowledges) : this.#stamp(machine, key, serie)
    await this.#sleepers.watch(machine, work, sleep)
    this.world.now += pause
  }

  async #stamp(machine: Machine, key: string, Serie: string): Promise<void> {
    const wanted = Serie === 'tickets' ? ticket : { ...invoice, Serie }
    this.#hear(key, await this.#engine(machine).stamp(wanted, { key }))
  }

  async #resume(machine: Machine, acknowledges: boolean): Promise<void> {
    const engine = this.#engine(machine)
    for await (const { key, ...answer } of engine.resume()) {
      this.#hear(key, answer)
      if (acknowledges && answer.ok && (await engine.acknowledge(key))) this.acknowledged.add(key)
    }
  }

  #engine(machine = new Machine()) {
    return engineOn(this.world, machine, { folioTimeout: 50_000, storeTimeout: 50_000 })
  }

  #hear(key: string, answer: StampResult): void {
    if (!answer.ok) return
    const told = this.told.get(key) ?? new Set()
    this.told.set(key, told.add(answer.cfdi.UUID))
  }

  /** Everything is settled by a machine that lives, and by hosts that ask again. */
  async settle(keys: Iterable<string>): Promise<void> {
    await this.#sleepers.wakeAll()
    this.world.pac.will()
    this.world.now += lease
    await this.#resume(new Machine(), false)
    for (const key of keys)
      for (const serie of ['A', 'B', 'tickets']) await this.#stamp(new Machine(), key, serie)
    this.world.now += lease
    await this.#resume(new Machine(), false)
  }
}

/** A clock of which each look takes a millisecond. */
function ticking(): PropertyDescriptor {
  let time = 0
  return {
    get: () => time++,
    set(now: number) {
      time = now
    },
  }
}

const foliosOf = (xmls: Iterable<string>, serie: string): number[] =>
  [...xmls]
    .filter((xml) => xml.includes(`Serie="${serie}"`))
    .map((xml) => Number(/ Folio="(\d+)"/.exec(xml)?.[1]))
    .sort((one, other) => one - other)

/** None twice, and none missing: those that were given back are the next to be taken. */
async function expectAllFolios(
  folios: FolioSequence,
  serie: string,
  stamped: readonly number[],
): Promise<void> {
  const last = Math.max(0, ...stamped)
  const free = Array.from({ length: last - stamped.length }, () =>
    folios.next('TOAM850417U21', serie),
  )
  const taken = (await Promise.all(free)).map(({ folio }) => Number(folio))
  expect([...stamped, ...taken].sort((one, other) => one - other)).toEqual(
    Array.from({ length: last }, (_, at) => at + 1),
  )
}

const keysOf = (turns: readonly Turn[]) => new Set(turns.flatMap(({ key }) => key ?? []))

async function live(turns: readonly Turn[], variant: Variant): Promise<Model> {
  const model = new Model(variant)
  for (const each of turns) await model.take(each)
  await model.settle(keysOf(turns))
  return model
}

async function expectAll(
  { world, told, acknowledged }: Model,
  keys: ReadonlySet<string>,
): Promise<void> {
  const xmls = [...world.pac.stamped.keys()]
  for (const uuids of told.values()) expect(uuids.size, 'one invoice').toBe(1)
  expect(new Set(told.keys()), 'each is told').toEqual(keys)
  expect(xmls, 'no invoice but those').toHaveLength(told.size)
  for await (const held of world.folios.held())
    expect(held, 'every folio is settled').toBeUndefined()
  for (const serie of ['A', 'B']) await expectAllFolios(world.folios, serie, foliosOf(xmls, serie))
  for await (const { key } of world.orders.unfinished())
    expect(acknowledged, 'not told again').not.toContain(key)
}

const cancellations = (variant: Variant = () => ({})) =>
  fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (turns) =>
    expectAll(await live(turns, variant), keysOf(turns)),
  )

describe('keys, whatever dies or sleeps in between', () => {
  it(`one invoice each, told, and every folio settled: ${schedules} schedules`, () =>
    fc.assert(cancellations(), { numRuns: schedules }))
})

describe('the model finds', () => {
  const finds = async (broken: Variant) => {
    const { failed } = await fc.check(cancellations(broken), { numRuns: 3_000, endOnFailure: true })
    expect(failed).toBe(true)
  }

  it('orders that do not compare tokens: two keys get one invoice', () =>
    finds(({ orders }) => {
      const append = ({ token: _, ...order }: Order) => orders.append(order)
      return { orders: { ...orders, append } }
    }))

  it('a provider that says that it remembers and does not', () =>
    finds(({ pac }) => {
      Object.assign(pac.provider, { remembers: true })
      return {}
    }))

  it('orders that compare no versions and lose what is open', () =>
    finds(() => {
      const orders = new Map<string, Order>()
      const append = async (order: Order) => {
        if (order.status === 'open') orders.delete(order.key)
        else orders.set(order.key, order)
        return true
      }
      async function* unfinished() {
        yield* orders.values()
      }
      const load = async (key: string) => orders.get(key)
      return { orders: { ...createUnsafeMemoryOrders(), load, append, unfinished } }
    }))

  it('folios that are settled by their number, whoever holds them', () =>
    finds(({ folios }) => {
      const settling = (one: FolioReservation): FolioReservation => ({
        ...one,
        release: async () => {
          for await (const held of folios.held()) if (held.folio === one.folio) await held.release()
        },
      })
      const next: FolioSequence['next'] = async (...of) => settling(await folios.next(...of))
      return {
        folios: {
          ...folios,
          next,
          heldBy: async (of) => (await folios.heldBy(of)).map(settling) as HeldFolio[],
        },
      }
    }))
})
