/**
 * Model-based test of credits: machines that crash at any call of the store, the orders, the
 * documents or the PAC, before or after it takes effect, while others continue, also concurrently.
 * Invariant: balance = granted - stamped, and reserved credits belong to stamps in progress.
 *
 * SCHEDULES=20000 npx vitest run test/service/credits.model.test.ts runs more of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { type CallEnd, endCall, reserve } from '../../src/service/credits.js'
import { createMemoryServiceStore } from '../../src/service/memoryStore.js'
import type { AllRecords, ServiceStore } from '../../src/service/ports.js'
import { type CreditRecord, serviceTables } from '../../src/service/records.js'
import { createService, type StampingService } from '../../src/service/service.js'
import { type Fault, InstantPac, Machine } from '../engine/host.js'
import { noon } from '../fixtures.js'
import { issuer, json, signer } from './desk.js'

const schedules = Math.ceil(Number(process.env['SCHEDULES'] ?? (process.env['CI'] ? 1_500 : 25)))
const lease = 300_000
const granted = 3

/** One machine: it stamps some keys at once, or recovers, and dies at some call, if it does. */
interface Turn {
  readonly asks: readonly {
    readonly key: 'a' | 'b' | 'c' | 'd' | 'e'
    readonly folio: '1' | '2' | 'invalid'
  }[]
  readonly calls: number
  readonly dies: 'dies before' | 'dies after'
  readonly faults: readonly Fault[]
  /** Whether the next machine begins at once, and not when the leases are over. */
  readonly hurries: boolean
}

const turn: fc.Arbitrary<Turn> = fc.record({
  asks: fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      folio: fc.constantFrom('1', '1', '1', '2', 'invalid'),
    }),
    { maxLength: 3 },
  ),
  calls: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(999)),
  dies: fc.constantFrom('dies before', 'dies after'),
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
  hurries: fc.boolean(),
})

/** A store as far as a machine lives: a transaction in which it dies is rolled back. */
function storeOn(machine: Machine, store: ServiceStore): ServiceStore {
  const tablesOn = (tables: AllRecords): AllRecords =>
    Object.fromEntries(
      serviceTables.map((name) => [name, machine.wrap(tables[name])]),
    ) as unknown as AllRecords
  const died = () =>
    machine.stopped.then(() => {
      throw new Error('died')
    })
  const commits = machine.wrap({
    transaction: <Result>(run: (tables: AllRecords) => Promise<Result>) =>
      store.transaction((tables) => Promise.race([run(tablesOn(tables)), died()])),
  })
  return {
    ...tablesOn(store),
    searchInvoices: store.searchInvoices,
    countInvoices: store.countInvoices,
    transaction: (run) => Promise.race([commits.transaction(run), new Promise<never>(() => {})]),
  }
}

class Model {
  readonly store = createMemoryServiceStore()
  readonly orders = createUnsafeMemoryOrders()
  readonly pac = new InstantPac()
  readonly told = new Map<string, Set<string>>()
  now = 0

  serviceOn(machine = new Machine()): StampingService {
    return createService({
      environments: {
        sandbox: {
          signers: signer,
          provider: machine.wrap(this.pac.provider),
          orders: machine.wrap(this.orders),
          folios: createMemoryFolios(),
          store: storeOn(machine, this.store),
          storeTimeout: 50_000,
          lease,
        },
      },
      links: { base: 'https://localhost', secret: new Uint8Array(32) },
      clock: () => new Date(noon.getTime() + this.now),
    })
  }

  async open(): Promise<string> {
    const accounts = this.serviceOn().accounts('sandbox')
    await accounts.create({ id: 'uno', name: '', issuers: [issuer] })
    const credit = (await this.store.credits.get('uno')) as CreditRecord
    await this.store.credits.put({ ...credit, granted })
    return (await accounts.issueKey({ account: 'uno' })).key
  }

  async ask(service: StampingService, apiKey: string, key: string, folio: string): Promise<number> {
    const headers = { 'x-api-key': apiKey, 'idempotency-key': key }
    const { status, body } = await service.createInvoice({
      headers,
      form: { json: json({ Serie: key, Folio: folio }) },
    })
    const { cfdi } = body as { cfdi?: { UUID: string } }
    if (cfdi !== undefined) this.told.set(key, (this.told.get(key) ?? new Set()).add(cfdi.UUID))
    return status
  }

  /** Runs one machine, or two concurrently; then checks the invariants. */
  async take(apiKey: string, machines: readonly Turn[]): Promise<void> {
    this.pac.will(...machines.flatMap(({ faults }) => faults))
    await Promise.all(machines.map((turn) => this.work(apiKey, turn)))
    if (!machines.some(({ hurries }) => hurries)) this.now += lease + 1
    await this.expectBalance()
  }

  async work(apiKey: string, { asks, calls, dies }: Turn): Promise<void> {
    const machine = new Machine(calls, dies)
    const service = this.serviceOn(machine)
    const work = Promise.all([
      ...asks.map(({ key, folio }) => this.ask(service, apiKey, key, folio)),
      ...(asks.length < 2 ? [service.recover().catch(() => {})] : []),
    ])
    await Promise.race([work, machine.stopped])
  }

  /** Checks the invariants. */
  async expectBalance(): Promise<void> {
    const { invoices, reservations, credits } = this.store
    const stamped = await invoices.page({ owner: 'uno', limit: 1_000 })
    const reserved = await reservations.page({ owner: 'uno', limit: 1_000 })
    expect(await credits.get('uno')).toMatchObject({
      granted,
      stamped: stamped.length,
      reserved: reserved.length,
    })
    // Nothing is sealed without a credit: stamps at the PAC never exceed the granted credits.
    expect(this.pac.stamped.size).toBeLessThanOrEqual(granted)
    expect(stamped.length + reserved.length).toBeLessThanOrEqual(granted)
    expect(this.pac.stamped.size).toBeLessThanOrEqual(stamped.length + reserved.length)
  }

  /** A machine that lives, and a PAC that answers. */
  async settle(): Promise<void> {
    this.pac.will()
    for (let round = 0; round < 2; round++) {
      this.now += lease + 1
      await this.serviceOn().recover()
    }
  }
}

async function live(turns: readonly (readonly Turn[])[]): Promise<Model> {
  const model = new Model()
  const apiKey = await model.open()
  for (const each of turns) await model.take(apiKey, each)
  await model.settle()
  return model
}

describe('credits, whatever dies in between', () => {
  it(`balance = granted - stamped, always: ${schedules} schedules`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(turn, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
        async (turns) => {
          const model = await live(turns)
          await model.expectBalance()
          const { store, pac, told, orders } = model
          expect(await store.reservations.page({ limit: 10 })).toEqual([])
          const invoices = await store.invoices.page({ limit: 1_000 })
          expect(new Set(invoices.map(({ id }) => id))).toEqual(new Set(pac.stamped.values()))
          for (const { id } of invoices) {
            expect(await store.events.get(`cfdi.stamped/${id}`)).toBeDefined()
            expect(await store.documents.get(`xml/${id}`)).toBeDefined()
          }
          for (const uuids of told.values()) expect(uuids.size).toBe(1)
          for (const { status } of orders.entries()) expect(status).toBe('acknowledged')
        },
      ),
      { numRuns: schedules },
    )
  })
})

describe('a reservation', () => {
  const wanted = (call: string, now: number, key = 'k') => ({
    ...{ key, owner: 'uno', mail: false, call, now },
  })
  const term = 300_000

  async function reserved(model: Model, call: string, now: number) {
    expect(await model.store.transaction((tables) => reserve(tables, wanted(call, now)))).toBe(
      'reserved',
    )
    return (await model.store.reservations.get('k'))!
  }

  function end(model: Model, given: CallEnd) {
    return model.store.transaction((tables) => endCall(tables, given))
  }

  async function openModel() {
    const model = new Model()
    const credit = { id: 'uno', owner: 'uno', at: 0, granted: 1, stamped: 0, reserved: 0 }
    await model.store.credits.put(credit)
    return model
  }

  it('is released by the last of its calls, and takes no second credit', async () => {
    const model = await openModel()
    await reserved(model, 'a', 0)
    let seen = await reserved(model, 'b', 9)
    expect(await model.store.credits.get('uno')).toMatchObject({ reserved: 1 })
    const other = wanted('c', 11, 'other')
    expect(await model.store.transaction((tables) => reserve(tables, other))).toBe('spent')
    expect(await end(model, { seen, call: 'a', isOver: true, now: 10 })).toBe(true)
    expect(await model.store.credits.get('uno')).toMatchObject({ reserved: 1 })
    seen = (await model.store.reservations.get('k'))!
    expect(await end(model, { seen, call: 'b', isOver: true, now: 11 })).toBe(true)
    expect(await model.store.credits.get('uno')).toMatchObject({ reserved: 0 })
    expect(await model.store.reservations.get('k')).toBeUndefined()
  })

  it('is kept by a decision about an earlier state, and while the outcome is open', async () => {
    const model = await openModel()
    const seen = await reserved(model, 'a', 0)
    await reserved(model, 'b', 1)
    expect(await end(model, { seen, call: 'a', isOver: true, now: 2 })).toBe(false)
    const now = (await model.store.reservations.get('k'))!
    expect(await end(model, { seen: now, call: 'a', isOver: false, now: 2 })).toBe(true)
    expect(await model.store.credits.get('uno')).toMatchObject({ reserved: 1 })
  })

  it('does not wait for calls of dead processes', async () => {
    const model = await openModel()
    const seen = await reserved(model, 'a', 0)
    const sweep = { seen, call: undefined, isOver: true }
    expect(await end(model, { ...sweep, now: term - 1 })).toBe(true)
    expect(await model.store.credits.get('uno')).toMatchObject({ reserved: 1 })
    expect(await end(model, { ...sweep, now: term })).toBe(true)
    expect(await model.store.credits.get('uno')).toMatchObject({ reserved: 0 })
  })
})
