/**
 * A store that was restored from a backup: the keys and answers of the time since are gone, and no
 * document may be stamped again.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import type { Attention } from '../../src/engine/result.js'
import type { Store } from '../../src/engine/store.js'
import { openFileStore } from '../../src/node/log/fileStore.js'
import type { Clock } from '../../src/pac/clock.js'
import { failover } from '../../src/pac/failover.js'
import type { Capabilities } from '../../src/pac/provider.js'
import { fromPglite } from '../../src/postgres/client.js'
import { migrate } from '../../src/postgres/migrate.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { csd, draft, noon } from '../fixtures.js'
import { type Fault, freeSigner, InstantPac } from './host.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }
/** Its bytes are the same whenever it is sealed. */
const dated = { ...draft('ingreso'), Fecha: '2026-11-21T11:00:00', Folio: 'A-77' }
const minute = 60_000

/** A store, with a backup that is really made and really put back. */
interface Restorable {
  readonly store: Store
  backup(): Promise<void>
  /** Ends the process, puts the backup back, and opens it. */
  restore(): Promise<Store>
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

let now = 0
const clock: Clock = {
  now: () => noon.getTime() + now,
  sleep: async (ms) => {
    now += ms
  },
  timer: () => () => {},
}
const at = () => new Date(clock.now())

async function file(): Promise<Restorable> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const [path, copy] = [join(folder, 'a.journal'), join(folder, 'backup')]
  let open = await openFileStore(path, { now: clock.now })
  ends.unshift(() => open.close())
  return {
    store: open,
    backup: () => copyFile(path, copy),
    async restore() {
      await open.close()
      await copyFile(copy, path)
      open = await openFileStore(path, { now: clock.now })
      return open
    },
  }
}

let database: PGlite | undefined
let schemas = 0

/** All tables of a schema, saved and put back as `pg_dump` of the schema and `pg_restore` would. */
async function postgres(): Promise<Restorable> {
  database ??= await PGlite.create()
  const [client, server] = [fromPglite(database), database]
  const schema = `restored${++schemas}`
  await migrate(client, { schema })
  const open = () => createPostgresStore(client, { schema, clock })
  const { rows } = await server.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = $1',
    [schema],
  )
  const tables = rows.map(({ name }) => name)
  return {
    store: open(),
    async backup() {
      await server.query(`create schema ${schema}_backup`)
      for (const name of tables)
        await server.query(`create table ${schema}_backup.${name} as table ${schema}.${name}`)
    },
    async restore() {
      for (const name of tables) {
        await server.query(`truncate ${schema}.${name} cascade`)
        await server.query(
          `insert into ${schema}.${name} overriding system value select * from ${schema}_backup.${name}`,
        )
      }
      return open()
    },
  }
}

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

const times = (count: number, fault: Fault): Fault[] => Array.from({ length: count }, () => fault)

describe.each([
  ['the file store', file],
  ['PostgreSQL (PGlite)', postgres],
])('%s that was restored from a backup', (_, make) => {
  /** A shop over two PACs that can be looked up; `findKinds: []` for PACs that cannot. */
  const shop = (can: Partial<Capabilities> = { findKinds: ['bytes'] }) => {
    now = 0
    const pacs = ['uno', 'dos'].map((id) => new InstantPac(id, can)) as [InstantPac, InstantPac]
    const stamps = () => pacs[0].stamps + pacs[1].stamps
    const providerOver = ({ journal }: Store) => {
      const providers = pacs.map(({ provider }) => provider)
      return failover(providers, { journal, clock, recovery: { window: 1 } })
    }
    const over = (store: Store): Engine => {
      const { orders, folios, cancellations } = store
      return createEngine({
        signers,
        provider: providerOver(store),
        orders,
        folios,
        cancellations,
        clock: at,
      })
    }
    return { pacs, stamps, over, providerOver }
  }

  /** Three orders before the backup, and more after it, in a time that is lost. */
  const lose = async (work: (engine: Engine) => Promise<unknown>, { over } = shop()) => {
    const kept = await make()
    const before = over(kept.store)
    for (const key of ['a', 'b', 'c'])
      expect(await before.stamp(invoice, { key })).toMatchObject({ ok: true })
    await kept.backup()
    const since = at()
    now += 10 * minute
    await work(before)
    now += 10 * minute
    const restored = await kept.restore()
    const engine = over(restored)
    await engine.afterRestore({ since })
    now += minute
    return { kept, engine, restored, over }
  }

  it('answers what it knows, and 708 to a key that it lost: no second stamp, and a person is asked', async () => {
    const world = shop()
    const { engine } = await lose((lost) => lost.stamp(invoice, { key: 'lost' }), world)
    expect(await engine.stamp(invoice, { key: 'a' })).toMatchObject({ ok: true })
    for (let time = 0; time < 3; time++)
      expect(await engine.stamp(invoice, { key: 'lost' })).toMatchObject({ ok: false, code: 708 })
    expect(world.stamps()).toBe(4)
    expect(await all(engine.needsAttention())).toMatchObject([
      { key: 'lost', reason: 'forgotten', isAlarmDue: true },
    ])
  })

  it('is marked for every process, also one that starts later', async () => {
    const world = shop()
    const { restored, over } = await lose((lost) => lost.stamp(invoice, { key: 'lost' }), world)
    expect(await over(restored).stamp(invoice, { key: 'lost' })).toMatchObject({
      ok: false,
      code: 708,
    })
    expect(world.stamps()).toBe(4)
  })

  it('stamps orders that were taken later at once, and not those that were taken earlier', async () => {
    const { engine } = await lose(async () => {})
    const later = { key: 'new', orderedAt: at() }
    expect(await engine.stamp(invoice, later)).toMatchObject({ ok: true })
    expect(await engine.stamp(invoice, { key: 'old', orderedAt: noon })).toMatchObject({
      ok: false,
      code: 708,
    })
    expect(await engine.seal(invoice, { key: 'old' })).toMatchObject({ ok: false, code: 708 })
    expect(await engine.seal(invoice, { key: 'newer', orderedAt: at() })).toMatchObject({
      ok: true,
    })
  })

  it('finds the stamp of a lost key whose bytes are the same, at whichever PAC', async () => {
    const world = shop()
    let uuid = ''
    const { engine } = await lose(async (lost) => {
      world.pacs[0].will('is unavailable')
      const answer = await lost.stamp(dated, { key: 'lost' })
      uuid = answer.ok ? answer.cfdi.UUID : ''
    }, world)
    expect(await engine.stamp(dated, { key: 'lost' })).toMatchObject({
      ok: true,
      pac: 'dos',
      cfdi: { UUID: uuid },
    })
    expect(await engine.stamp(dated, { key: 'lost' })).toMatchObject({
      ok: true,
      cfdi: { UUID: uuid },
    })
    expect(world.stamps()).toBe(4)
  })

  it('sends the same bytes to nobody where no PAC has them, nor tells', async () => {
    for (const can of [{ findKinds: ['bytes'] as const }, { findKinds: [] }]) {
      const world = shop({ findKinds: [...can.findKinds] })
      const { engine } = await lose(async () => {}, world)
      expect(await engine.stamp(dated, { key: 'lost' })).toMatchObject({ ok: false, code: 708 })
      for await (const { key, ok } of engine.resume()) expect([key, ok]).not.toEqual(['lost', true])
      expect(world.stamps()).toBe(3)
    }
  })

  it('looks up what was open at the time of the backup, with a key or without, and sends it to nobody', async () => {
    const world = shop()
    const kept = await make()
    const before = world.over(kept.store)
    const [uno, dos] = world.pacs
    uno.will(...times(8, 'does not hear'))
    dos.will(...times(8, 'is unavailable'))
    expect(await before.stamp(invoice, { key: 'open' })).toMatchObject({ code: 708 })
    expect(await before.stamp(dated)).toMatchObject({ code: 708 })
    await kept.backup()
    const since = at()
    uno.will(...times(100, 'is unavailable'))
    dos.will()
    for (let time = 0; time < 20 && world.stamps() < 2; time++) {
      now += 10 * minute
      await world.providerOver(kept.store).resume()
      await all(before.resume())
    }
    expect([uno.stamps, dos.stamps]).toEqual([0, 2])
    const restored = await kept.restore()
    uno.will()
    dos.provider.find = async () => ({ kind: 'unavailable', pac: 'dos', message: 'no contestó' })
    const engine = world.over(restored)
    await engine.afterRestore({ since })
    for (let time = 0; time < 20; time++) {
      now += 10 * minute
      await world.providerOver(restored).resume()
      await all(engine.resume())
    }
    expect(await engine.stamp(invoice, { key: 'open' })).toMatchObject({ code: 708 })
    expect([uno.stamps, dos.stamps]).toEqual([0, 2])
  })

  it('does not take a rejection of the backup for the last word: a corrected draft may be stamped', async () => {
    const world = shop()
    const kept = await make()
    const before = world.over(kept.store)
    world.pacs[0].will('rejects')
    expect(await before.stamp({ ...invoice, Serie: 'X' }, { key: 'k' })).toMatchObject({
      code: 705,
    })
    await before.acknowledge('k')
    await kept.backup()
    const since = at()
    now += minute
    expect(await before.stamp(invoice, { key: 'k' })).toMatchObject({ ok: true })
    now += minute
    const engine = world.over(await kept.restore())
    await engine.afterRestore({ since })
    now += 6 * minute
    for await (const { key } of engine.resume()) await engine.acknowledge(key)
    expect(await engine.stamp(invoice, { key: 'k' })).toMatchObject({ ok: false, code: 708 })
    expect(world.stamps()).toBe(1)
  })

  it('takes the word of a person: the stamped XML, or that it was never stamped', async () => {
    const world = shop()
    let xml = ''
    const { engine } = await lose(async (lost) => {
      const answer = await lost.stamp(invoice, { key: 'lost' })
      xml = answer.ok ? answer.cfdi.XML : ''
    }, world)
    for (const key of ['lost', 'never'])
      expect(await engine.stamp(invoice, { key })).toMatchObject({ code: 708 })
    expect(await engine.settle('lost', { XML: xml }, { by: 'Ana Ruiz' })).toMatchObject({
      ok: true,
      cfdi: { XML: xml },
    })
    expect(await engine.stamp(invoice, { key: 'lost' })).toMatchObject({
      ok: true,
      cfdi: { XML: xml },
    })
    await expect(engine.settle('never', { XML: xml })).rejects.toMatchObject({
      code: 'SETTLE_STAMP',
    })
    expect(await engine.settle('never', 'not-stamped')).toMatchObject({ ok: false, code: 707 })
    expect(await engine.stamp(invoice, { key: 'never' })).toMatchObject({ ok: true })
    expect(world.stamps()).toBe(5)
    expect(await all(engine.needsAttention())).toEqual([] satisfies Attention[])
    const delivered = (await all(engine.resume())).find(({ key }) => key === 'lost')
    expect(delivered).toMatchObject({ ok: true, cfdi: { XML: xml } })
  })

  it('is as any other once the restore is ended: what nobody settled was not stamped', async () => {
    const world = shop()
    const { engine, restored, over } = await lose(async () => {}, world)
    for (const key of ['one', 'two'])
      expect(await engine.stamp(invoice, { key })).toMatchObject({ code: 708 })
    expect(await engine.stamp(dated, { key: 'dated' })).toMatchObject({ code: 708 })
    expect(await engine.endRestore()).toBe(3)
    for (const each of [engine, over(restored)])
      for (const key of ['one', 'two', 'three'])
        expect(await each.stamp(invoice, { key })).toMatchObject({ ok: true })
    expect(await engine.stamp(dated, { key: 'dated' })).toMatchObject({ ok: true })
    expect(world.stamps()).toBe(7)
  })

  it('keeps the folio of a key that it may have forgotten: a sweep frees neither', async () => {
    const world = shop()
    const kept = await make()
    const { folios } = kept.store
    await folios.next('MISC491214B86', '', 'lost')
    await kept.backup()
    const since = at()
    now += 10 * minute
    const restored = await kept.restore()
    const engine = world.over(restored)
    await engine.afterRestore({ since })
    now += 60 * 24 * minute
    await all(engine.resume())
    expect((await all(restored.folios.held!())).map(({ holder }) => holder)).toEqual(['lost'])
    expect(await engine.stamp(invoice, { key: 'lost' })).toMatchObject({ code: 708 })
  })

  it('equal tickets take no second that a lost one may have, and each lost one is settled by its XML', async () => {
    const { Folio: _, ...ticket } = draft('ingreso') as Record<string, unknown>
    const world = shop()
    const kept = await make()
    const before = world.over(kept.store)
    await kept.backup()
    const since = at()
    now += minute
    const lost = new Map<string, string>()
    for (let number = 0; number < 8; number++) {
      const answer = await before.stamp(ticket, { key: `lost ${number}` })
      if (answer.ok) lost.set(`lost ${number}`, answer.cfdi.XML)
    }
    now += 3_000
    const engine = world.over(await kept.restore())
    await engine.afterRestore({ since })
    now += 500
    const order = (key: string) => engine.stamp(ticket, { key, orderedAt: at() })
    expect(await order('too soon')).toMatchObject({ ok: false, code: 713 })
    now += 4_000
    const codes = []
    for (let number = 0; number < 6; number++) {
      const answer = await order(`new ${number}`)
      codes.push(answer.ok ? 'stamped' : answer.code)
    }
    expect(codes).toEqual(['stamped', 'stamped', 'stamped', 'stamped', 713, 713])
    expect(world.stamps()).toBe(12)
    for (const [key, XML] of lost) {
      expect(await engine.stamp(ticket, { key })).toMatchObject({ ok: false, code: 708 })
      expect(await engine.settle(key, { XML }, { by: 'Ana' })).toMatchObject({ ok: true })
    }
    await engine.endRestore()
    for (const [key, XML] of lost)
      expect(await engine.stamp(ticket, { key })).toMatchObject({ ok: true, cfdi: { XML } })
    expect(world.stamps()).toBe(12)
  })

  it('a lost key is settled although another key was answered its stamp', async () => {
    const world = shop()
    let XML = ''
    const { engine } = await lose(async (before) => {
      const answer = await before.stamp(dated, { key: 'lost' })
      if (answer.ok) ({ XML } = answer.cfdi)
    }, world)
    const other = { key: 'other', orderedAt: at() }
    expect(await engine.stamp(dated, other)).toMatchObject({ ok: false, code: 715 })
    expect(await engine.stamp(invoice, { key: 'lost' })).toMatchObject({ ok: false, code: 708 })
    expect(await engine.settle('lost', { XML }, { by: 'Ana' })).toMatchObject({ ok: true })
    expect(await engine.stamp(dated, other)).toMatchObject({ ok: false, code: 715 })
    expect(world.stamps()).toBe(4)
  })
})

afterAll(() => database?.close())

describe('afterRestore', () => {
  const engine = (orders?: Store['orders']) =>
    createEngine({ signers, provider: new InstantPac().provider, orders, clock: () => noon })

  it('refuses an engine without orders, and times that are none', async () => {
    await expect(engine().afterRestore({ since: noon })).rejects.toThrow(
      'afterRestore: createEngine has no orders',
    )
    const { orders } = (await file()).store
    for (const lost of [
      { since: new Date(Number.NaN) },
      { since: noon, until: new Date(0) },
      { since: new Date(noon.getTime() + 1) },
      { since: '2026-11-21' as never },
    ])
      await expect(engine(orders).afterRestore(lost)).rejects.toThrow(
        'afterRestore: since and until are dates',
      )
  })

  it('reserves the key of its record', async () => {
    const { orders } = (await file()).store
    const answer = await engine(orders).stamp(invoice, { key: 'cfdi-stamp/restore' })
    expect(answer).toMatchObject({ ok: false, code: 711 })
  })
})
