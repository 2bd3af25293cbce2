/**
 * The store beyond its contract: several processes, wrong clocks, walks that are shared,
 * transactions of the host.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import { createPostgresStore, type PostgresStoreOptions } from '../../src/postgres/store.js'
import { describeDatabases } from './databases.js'
import { all, clockOff, counting, entryOf, orderOf } from './records.js'

const rfc = 'EKU9003173C9'

describeDatabases('a store', ({ client, schema }) => {
  const storesOf = async (count: number, options: PostgresStoreOptions = {}) => {
    const name = await schema()
    return Array.from({ length: count }, () =>
      createPostgresStore(client(), { schema: name, ...options }),
    )
  }
  const storeOf = async (options?: PostgresStoreOptions) => (await storesOf(1, options))[0]!

  describe('records', () => {
    it('is to several processes what a journal in memory is to one', async () => {
      const statuses = ['open', 'watched', 'closed'] as const
      const step = fc.record({
        process: fc.nat(2),
        name: fc.constantFrom('a', 'b', 'c'),
        ahead: fc.constantFrom(0, 1, 1, 1, 1, 2),
        status: fc.constantFrom(...statuses),
        owner: fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
        message: fc.string({ unit: 'binary' }),
      })
      const stores = await storesOf(3, { visit: 1 })
      const model = createUnsafeMemoryJournal()
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          run++
          for (const { process, name, ahead, status, owner, message } of steps) {
            const token = `${name}${run}`
            const version = ((await model.load(token))?.version ?? 0) + ahead
            const claim =
              owner !== null && !/[\0\p{Surrogate}]/u.test(owner)
                ? { owner, until: Date.now() }
                : undefined
            const outcome = { kind: 'unavailable', pac: 'uno', message } as const
            const entry = entryOf(token, version, { status, ...(claim && { claim }), outcome })
            const { journal } = stores[process]!
            expect(await journal.append(entry)).toBe(await model.append(entry))
            expect(await journal.load(token)).toEqual(await model.load(token))
          }
        }),
        { numRuns: 15 },
      )
      expect(await all(stores[0]!.journal.unfinished())).toEqual(await all(model.unfinished()))
    })

    it('writes what is asked for at once in a few statements', async () => {
      const counted = counting(client())
      const { journal, orders, folios } = createPostgresStore(counted, { schema: await schema() })
      await journal.load('a')
      const names = Array.from({ length: 64 }, (_, at) => `n${at}`)
      const writes: ((name: string) => Promise<unknown>)[] = [
        (name) => journal.append(entryOf(name)),
        (name) => journal.append(entryOf(name, 2)),
        (name) => journal.load(name),
        (name) => orders.append(orderOf(name)),
        (name) => folios.next(rfc, 'A', name),
      ]
      for (const write of writes) {
        counted.statements = 0
        const answers = await Promise.all(names.map(write))
        expect(answers.every(Boolean)).toBe(true)
        expect(counted.statements).toBeLessThanOrEqual(2)
      }
    })

    it('refuses what PostgreSQL cannot keep, and writes what was asked for with it', async () => {
      const { journal, orders, folios } = await storeOf()
      const written = await Promise.allSettled([
        journal.append(entryOf('good')),
        journal.append(entryOf('a\0b')),
        journal.append(entryOf('xml', 1, { xml: '\ud800' })),
        journal.append(entryOf('owner', 1, { claim: { owner: '\0', until: 1 } })),
        orders.append(orderOf('k'.repeat(1_001))),
        orders.load('\udc00'),
        folios.next(rfc, '\0'),
        journal.append(entryOf('also good')),
      ])
      expect(
        written.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code)),
      ).toEqual([true, ...Array.from({ length: 6 }, () => 'POSTGRES_VALUE'), true])
    })

    it('keeps what a PAC said, whatever that is', async () => {
      const { journal } = await storeOf()
      const outcome = {
        kind: 'unavailable',
        pac: 'uno',
        message: 'nul \0, half \ud800, "\\u0000"',
      } as const
      const entry = entryOf('a', 1, { status: 'closed', outcome })
      await journal.append(entry)
      expect(await journal.load('a')).toEqual(entry)
    })

    it('says no more than the code of what the database said', async () => {
      const { journal } = createPostgresStore(client(), { schema: 'nowhere' })
      const failed = await journal.append(entryOf('secret')).catch((error: unknown) => error)
      expect(failed).toMatchObject({
        code: 'POSTGRES_QUERY',
        message: 'the database refused a statement (42P01)',
      })
    })

    it('gives up on a database that does not answer, and asks it again', async () => {
      const database = client()
      let hangs = true
      const hanging = {
        ...database,
        query: (text: string, params: readonly (string | null)[]) =>
          hangs ? new Promise<never>(() => {}) : database.query(text, params),
      }
      const { journal } = createPostgresStore(hanging, { schema: await schema(), timeout: 50 })
      await expect(journal.append(entryOf('a'))).rejects.toMatchObject({ code: 'POSTGRES_TIMEOUT' })
      hangs = false
      // A slow machine needs more than 50 ms now and then.
      const patient = createPostgresStore(hanging, { schema: await schema() })
      expect(await patient.journal.append(entryOf('a'))).toBe(true)
    })
  })

  describe('claims', () => {
    it('end when the clock of the database says so, whatever those of the processes say', async () => {
      const name = await schema()
      const [fast, slow, right] = [3_600_000, -3_600_000, 0].map((by) => {
        const clock = clockOff(by)
        return { clock, journal: createPostgresStore(client(), { schema: name, clock }).journal }
      })
      const until = fast!.clock.now() + 60_000
      await fast!.journal.append(entryOf('a', 1, { claim: { owner: 'fast', until } }))
      for (const { clock, journal } of [fast!, slow!, right!]) {
        const left = (await journal.load('a'))!.claim!.until - clock.now()
        expect(left).toBeGreaterThan(40_000)
        expect(left).toBeLessThanOrEqual(62_000)
      }
      expect((await fast!.journal.load('a'))!.claim).toEqual({ owner: 'fast', until })
    })

    it('are measured again when the clock of a process jumps', async () => {
      const name = await schema()
      let jump = 0
      const clock = { ...clockOff(0), now: () => Date.now() + jump }
      const { journal } = createPostgresStore(client(), { schema: name, clock })
      await journal.append(entryOf('a', 1, { claim: { owner: 'o', until: clock.now() + 60_000 } }))
      jump = 7_200_000
      expect((await journal.load('a'))!.claim!.until - clock.now()).toBeLessThanOrEqual(62_000)
      expect((await journal.load('a'))!.claim!.until - clock.now()).toBeGreaterThan(40_000)
    })
  })

  describe('walks', () => {
    it('share the way: each record is reached by one of many processes', async () => {
      const stores = await storesOf(5)
      const tokens = Array.from({ length: 40 }, (_, at) => `t${at}`)
      await Promise.all(tokens.map((token) => stores[0]!.journal.append(entryOf(token))))
      const walks = await Promise.all(stores.map(({ journal }) => all(journal.unfinished())))
      expect(
        walks
          .flat()
          .map(({ token }) => token)
          .sort(),
      ).toEqual([...tokens].sort())
    })

    it('for one purpose do not hinder those for another', async () => {
      const [one, other] = (await storesOf(2)) as [
        Awaited<ReturnType<typeof storeOf>>,
        Awaited<ReturnType<typeof storeOf>>,
      ]
      await one.journal.append(entryOf('a'))
      expect(await all(one.journal.unfinished('resume'))).toHaveLength(1)
      expect(await all(other.journal.unfinished())).toHaveLength(0)
      expect(await all(other.journal.unfinished('reconcile'))).toHaveLength(1)
      expect(await all(one.journal.unfinished())).toHaveLength(1)
    })

    it('come back to what a process reached that died', async () => {
      const [one, other] = await storesOf(2, { visit: 100 })
      await one!.journal.append(entryOf('a'))
      for await (const entry of one!.journal.unfinished()) expect(entry.token).toBe('a')
      await expect.poll(() => all(other!.journal.unfinished())).toHaveLength(1)
    })

    it('end, although what they reach is written and more is added', async () => {
      const { journal } = await storeOf()
      for (const token of ['a', 'b', 'c']) await journal.append(entryOf(token))
      const reached: string[] = []
      for await (const { token, version } of journal.unfinished()) {
        reached.push(token)
        await journal.append(entryOf(token, version + 1))
        await journal.append(entryOf(`${token} later`))
      }
      expect(reached).toEqual(['a', 'b', 'c'])
    })
  })

  describe('a transaction of the host', () => {
    it('commits ours with its own, or neither', async () => {
      const name = await schema()
      const database = client()
      const store = createPostgresStore(database, { schema: name })
      await database.query(`create table ${name}.tickets (id text)`, [])
      const sell = (id: string, fails: boolean) =>
        database.transaction(async (session) => {
          const { orders, folios, journal } = store.within(session)
          await session.query(`insert into ${name}.tickets values ($1::text)`, [id])
          const { folio } = await folios.next(rfc, 'A', id)
          expect(await orders.append(orderOf(id, 1, { folio }))).toBe(true)
          expect(await orders.append(orderOf(id, 1))).toBe(false)
          expect(await journal.append(entryOf(id))).toBe(true)
          if (fails) throw new Error('the host changed its mind')
        })
      await expect(sell('one', true)).rejects.toThrow('changed its mind')
      expect(await store.orders.load('one')).toBeUndefined()
      expect(await store.journal.load('one')).toBeUndefined()
      expect(await all(store.folios.held())).toEqual([])
      await sell('two', false)
      expect((await store.orders.load('two'))?.folio).toBe('1')
      const tickets = await database.query(`select id from ${name}.tickets`, [])
      expect(tickets.rows).toEqual([{ id: 'two' }])
    })
  })

  describe('folios', () => {
    it('are none twice and none missing, whatever several processes do with them', async () => {
      const work = fc.record({
        process: fc.nat(2),
        holder: fc.option(fc.constantFrom('x', 'y', 'z')),
        end: fc.constantFrom('commit', 'release', 'keep'),
      })
      const stores = await storesOf(3, { start: (issuer) => Number(issuer.slice(1)) })
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 30 }), async (works) => {
          const start = 100 * ++run
          const issuer = `R${start}`
          const used: number[] = []
          await Promise.all(
            works.map(async ({ process, holder, end }, at) => {
              const one = await stores[process]!.folios.next(
                issuer,
                'A',
                holder === null ? undefined : `${holder}${at}`,
              )
              if (end !== 'keep') await one[end]()
              if (end === 'commit') used.push(Number(one.folio))
            }),
          )
          for (const one of await all(stores[0]!.folios.held())) {
            used.push(Number(one.folio))
            await one.commit()
          }
          // What was released fills the gaps, the smallest first.
          const rest = works.length + 1 - used.length
          const next: number[] = []
          for (let count = 0; count < rest; count++) {
            const one = await stores[1]!.folios.next(issuer, 'A')
            next.push(Number(one.folio))
            await one.commit()
          }
          expect(next).toEqual([...next].sort((a, b) => a - b))
          expect([...used, ...next].sort((a, b) => a - b)).toEqual(
            Array.from({ length: works.length + 1 }, (_, at) => start + at),
          )
        }),
        { numRuns: 8 },
      )
    })

    it('are listed in the order in which they were taken, which is not that of their digits', async () => {
      const { folios } = await storeOf()
      for (let count = 0; count < 12; count++)
        await folios.next(rfc, 'A', 'x').then(({ bind }) => bind?.(`y${count}`))
      for (let count = 0; count < 2; count++)
        await folios.next(rfc, 'A').then(({ bind }) => bind?.('z'))
      const list = Array.from({ length: 14 }, (_, at) => String(at + 1))
      expect((await all(folios.held())).map(({ folio }) => folio)).toEqual(list)
      expect((await folios.heldBy('z')).map(({ folio }) => folio)).toEqual(['13', '14'])
    })

    it('refuses a first folio that is none', async () => {
      const { folios } = await storeOf({ start: () => 1.5 })
      await expect(folios.next(rfc, 'A')).rejects.toThrow(TypeError)
    })
  })

  describe('upkeep', () => {
    it('counts, and removes what is done and old', async () => {
      const { journal, orders, folios, counts, purge } = await storeOf()
      const outcome = { kind: 'unavailable', pac: 'uno', message: '' } as const
      for (const token of ['a', 'b', 'c']) await journal.append(entryOf(token))
      await journal.append(entryOf('b', 2, { status: 'closed', outcome }))
      await journal.append(entryOf('c', 2, { status: 'watched', outcome }))
      await orders.append(orderOf('k'))
      await orders.append(orderOf('k', 2, { status: 'acknowledged', outcome }))
      await folios.next(rfc, 'A')
      const before = {
        journal: { open: 1, watched: 1, closed: 1 },
        orders: { open: 0, answered: 0, acknowledged: 1 },
        cancellations: { open: 0, closed: 0 },
        lives: { open: 0, closed: 0 },
        heldFolios: 1,
        oldest: {
          journal: { open: expect.any(Number), watched: expect.any(Number) },
          orders: {},
          cancellations: {},
          lives: {},
          heldFolios: expect.any(Number),
        },
      }
      expect(await counts()).toEqual(before)
      const nothing = { journal: 0, orders: 0, cancellations: 0, lives: 0, tombstones: 0 }
      const hour = 3_600_000
      expect(await purge({ journal: hour, orders: hour, cancellations: hour })).toEqual(nothing)
      const all0 = { journal: 0, orders: 0, cancellations: 0 }
      expect(await purge({ ...all0, dryRun: true })).toEqual({ ...nothing, journal: 1, orders: 1 })
      expect(await purge({ journal: 0 })).toEqual({ ...nothing, journal: 1 })
      expect(await purge(all0)).toEqual({ ...nothing, orders: 1 })
      expect(await all(journal.unfinished())).toHaveLength(2)
      expect(await orders.load('k')).toBeUndefined()
      await expect(purge({ cancellations: Number.NaN })).rejects.toThrow(TypeError)
    })
  })
})

it('refuses options that are out of range', () => {
  const nobody = { query: () => Promise.reject(new Error('asked')) }
  for (const options of [{ visit: 0 }, { timeout: Number.NaN }, { schema: '' }]) {
    expect(() => createPostgresStore(nobody, options)).toThrow(TypeError)
  }
})
