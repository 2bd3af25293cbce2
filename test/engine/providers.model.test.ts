/**
 * Model-based test of keys while the provider changes between crashes: a PAC alone, another one, a
 * failover of both. Whatever was sent by whom, no document is stamped twice, and each key is told
 * in the end, by a person's word if need be.
 *
 * SCHEDULES=20000 npx vitest run test/engine/providers.model.test.ts runs more of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders, type Orders } from '../../src/engine/orders.js'
import type { StampResult } from '../../src/engine/result.js'
import type { Clock } from '../../src/pac/clock.js'
import { type Failover, failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Capabilities, Provider } from '../../src/pac/provider.js'
import { parseSealed } from '../../src/seal/parseSealed.js'
import { csd, draft, noon } from '../fixtures.js'
import {
  type End,
  engineOn,
  type Fault,
  freeSigner,
  InstantPac,
  Machine,
  Sleepers,
} from './host.js'

const schedules = Math.ceil(
  Number(process.env['SCHEDULES'] ?? (process.env['CI'] ? 2_000 : 100)) / 4,
)
const signers = freeSigner(await csd('person'))
const invoiceOf = (Folio: string) => ({ ...draft('ingreso'), Folio })
const lease = 300_000
const keys = ['a', 'b'] as const

/** Who stamps: the PACs of a failover in their order, or a PAC alone. */
type Who = 'uno' | 'dos' | 'uno, dos' | 'dos, uno' | 'failover of dos'

/** A machine, with the provider of its day. */
interface Turn {
  readonly who: Who
  readonly does: 'stamps a' | 'stamps b' | 'seals a' | 'resumes'
  readonly calls: number
  readonly end: End
  readonly sleep: number
  readonly faults: readonly Fault[]
  readonly journalFails: boolean
  readonly pause: number
}

interface Setting {
  readonly uno: keyof typeof kinds
  readonly dos: keyof typeof kinds
  readonly onUnknown: 'hold' | 'switch'
}

const kinds = {
  'found and recognised': { findKinds: ['bytes'] },
  recognised: {},
  found: { dedupByContent: false, findKinds: ['bytes'] },
  neither: { dedupByContent: false },
} satisfies Record<string, Partial<Capabilities>>

/** Neither to be looked up nor recognising what it stamped: a failover admits it in `once` only. */
const isForgetful = ({ capabilities: { dedupByContent, findKinds } }: Provider) =>
  !dedupByContent && findKinds.length === 0

const kind = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]))
const setting = fc.record({ uno: kind, dos: kind, onUnknown: fc.constantFrom('hold', 'switch') })

const turn: fc.Arbitrary<Turn> = fc.record({
  who: fc.constantFrom<Who>(
    'uno',
    'uno',
    'dos',
    'uno, dos',
    'uno, dos',
    'dos, uno',
    'failover of dos',
  ),
  does: fc.constantFrom('stamps a', 'stamps a', 'stamps b', 'seals a', 'resumes'),
  calls: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(99)),
  end: fc.constantFrom<End>('dies before', 'dies after', 'sleeps before', 'sleeps after'),
  sleep: fc.integer({ min: 1, max: 3 }),
  faults: fc.array(
    fc.constantFrom<Fault>(
      'loses the answer',
      'does not hear',
      'rejects',
      'refuses',
      'is unavailable',
      'stamps',
    ),
    { maxLength: 3 },
  ),
  journalFails: fc.constantFrom(false, false, false, true),
  pause: fc.constantFrom(lease, lease, lease / 3),
})

/** Replacements that inject a bug. */
interface Variant {
  readonly orders?: (good: Orders) => Orders
  readonly stamping?: (good: Failover) => Provider
}

class Model {
  readonly told = new Map<string, Set<string>>()
  /** Documents that a PAC may have stamped without a journal. */
  readonly alone = new Set<string>()
  readonly world: { now: number; readonly pac: InstantPac; readonly orders: Orders } & Pick<
    Parameters<typeof engineOn>[0],
    'folios' | 'signers'
  >
  readonly #pacs: readonly [InstantPac, InstantPac]
  readonly #journal = createUnsafeMemoryJournal()
  readonly #setting: Setting
  readonly #variant: Variant
  readonly #sleepers = new Sleepers()

  constructor(setting: Setting, variant: Variant) {
    this.#setting = setting
    this.#variant = variant
    this.#pacs = [
      new InstantPac('uno', kinds[setting.uno]),
      new InstantPac('dos', kinds[setting.dos]),
    ]
    const orders = createUnsafeMemoryOrders()
    let time = 0
    const world = {
      pac: this.#pacs[0],
      orders: variant.orders?.(orders) ?? orders,
      folios: createMemoryFolios(),
      signers,
      // A clock of which each look takes a millisecond.
      get now() {
        return time++
      },
      set now(now: number) {
        time = now
      },
    }
    this.world = world
  }

  async take({ who, does, calls, end, sleep, faults, journalFails, pause }: Turn): Promise<void> {
    await this.#sleepers.turn()
    const machine = new Machine(calls, end)
    for (const pac of this.#pacs) pac.will(...faults)
    const work = this.#work(does, this.#engine(machine, this.#provider(who, machine, journalFails)))
    await this.#sleepers.watch(machine, work, sleep)
    this.world.now += pause
  }

  /** A person says of what nobody can know whether it was stamped; then hosts ask again. */
  async settle(): Promise<void> {
    await this.#sleepers.wakeAll()
    for (const pac of this.#pacs) pac.will()
    const stamping = this.#failover('uno, dos', new Machine())
    const engine = this.#engine(new Machine(), this.#variant.stamping?.(stamping) ?? stamping)
    for (let time = 0; time < 6; time++) {
      this.world.now += lease
      await this.#work('resumes', engine)
    }
    for (const { token, status, xml } of this.#journal.entries()) {
      const pac = this.#pacs.find(({ stamped }) => stamped.has(xml))
      if (status === 'open')
        await stamping.settle(token, pac?.timbreOf(parseSealed(xml)).timbre ?? 'not-stamped', {
          by: 'Ana Ruiz',
        })
    }
    for (const does of ['resumes', 'stamps a', 'stamps b'] as const) await this.#work(does, engine)
  }

  /**
   * With `switch` a document that a failover sent may be at two PACs, and it knows; none that a PAC
   * got alone.
   */
  expectOnce(): void {
    const [uno, dos] = this.#pacs
    const twice = [...uno.stamped.keys()].filter((xml) => dos.stamped.has(xml))
    const forbidden =
      this.#setting.onUnknown === 'hold' ? twice : twice.filter((xml) => this.alone.has(xml))
    expect(forbidden, 'no document at two PACs').toEqual([])
    for (const { stamps, stamped } of this.#pacs)
      expect(stamps, 'none twice at one').toBe(stamped.size)
    for (const key of keys) expect(this.told.get(key)?.size, `${key} is told, one invoice`).toBe(1)
    const all = new Set([...uno.stamped.keys(), ...dos.stamped.keys()])
    expect(all.size, 'no invoice but those').toBe(keys.length)
  }

  async #work(does: Turn['does'], engine: ReturnType<typeof engineOn>): Promise<void> {
    if (does === 'resumes') {
      for await (const { key, ...answer } of engine.resume()) this.#hear(key, answer)
    } else if (does === 'seals a') await engine.seal(invoiceOf('a'), { key: 'a' })
    else {
      const key = does.slice(-1)
      this.#hear(key, await engine.stamp(invoiceOf(key), { key }))
    }
  }

  #hear(key: string, answer: StampResult): void {
    if (answer.ok)
      this.told.set(key, (this.told.get(key) ?? new Set()).add(`${answer.pac} ${answer.cfdi.UUID}`))
  }

  #engine(machine: Machine, provider: Provider) {
    return engineOn(this.world, machine, { provider, folioTimeout: 50_000, storeTimeout: 50_000 })
  }

  #provider(who: Who, machine: Machine, journalFails: boolean): Provider {
    if (who !== 'uno' && who !== 'dos') {
      const stamping = this.#failover(who, machine, journalFails)
      return this.#variant.stamping?.(stamping) ?? stamping
    }
    const { provider } = this.#pacs[who === 'uno' ? 0 : 1] as InstantPac
    const stamp: Provider['stamp'] = async (sealed) => {
      const outcome = await provider.stamp(sealed)
      if (outcome.kind === 'stamped' || outcome.kind === 'unknown') this.alone.add(sealed.xml)
      return outcome
    }
    return this.#on(machine, { ...provider, stamp })
  }

  #failover(who: Who, machine: Machine, journalFails = false): Failover {
    const pacs = [...this.#pacs].filter(({ provider: { id } }) => who.includes(id))
    if (who === 'dos, uno') pacs.reverse()
    const providers = pacs.map(({ provider }) => this.#on(machine, provider))
    const full = { ...this.#journal, append: () => Promise.reject(new Error('disk full')) }
    return failover(providers, {
      journal: this.#on(machine, journalFails ? full : this.#journal),
      onUnknown: this.#setting.onUnknown,
      once: pacs.filter(({ provider }) => isForgetful(provider)).map(({ provider: { id } }) => id),
      recovery: { window: 1_000, delays: [2_000] },
      clock: this.#clock,
      random: () => 0.5,
    })
  }

  /**
   * What a machine calls once it has claimed an order. It does not sleep there, but for a PAC that
   * answers late: nothing fences a PAC, and who sleeps between its last look at the clock and its
   * request sends it late (docs/en/keys.md).
   */
  #on<Port extends object>(machine: Machine, port: Port): Port {
    const wrapped = machine.wrap(port)
    if (!machine.sleeps) return wrapped
    return 'stamp' in port ? { ...port, stamp: (wrapped as typeof port).stamp } : port
  }

  /** Nothing lasts so long that it is given up. */
  readonly #clock: Clock = {
    now: () => noon.getTime() + this.world.now,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve()
        else signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
}

const cancellations = (variant: Variant = {}) =>
  fc.asyncProperty(setting, fc.array(turn, { minLength: 1, maxLength: 7 }), async (of, turns) => {
    const model = new Model(of, variant)
    for (const each of turns) await model.take(each)
    await model.settle()
    model.expectOnce()
  })

describe('keys, while the provider changes', () => {
  it(`no document twice, and each key told: ${schedules} schedules`, () =>
    fc.assert(cancellations(), { numRuns: schedules }))
})

describe('the model finds', () => {
  const finds = async (broken: Variant) => {
    const { failed } = await fc.check(cancellations(broken), { numRuns: 3_000, endOnFailure: true })
    expect(failed).toBe(true)
  }

  it('orders that forget who was asked', () =>
    finds({
      orders: (good) => ({ ...good, append: ({ sentBy: _, ...order }) => good.append(order) }),
    }))

  it('a failover that is told and does not record it', () =>
    finds({ stamping: (good) => Object.assign(good, { pin: async () => {} }) }))
})
