/**
 * The workers of `examples/worker`: jobs that run several times, workers that die, a server that is
 * killed, PACs that are down for a day; each ticket gets one invoice or a refusal that can be seen,
 * and no folio is missing.
 * @module
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/pac/clock.js'
import type { Provider } from '../../src/pac/provider.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { isInstalled } from '../programs.js'
import { startServer } from './server.js'
import { createFaultyPac, draftOf } from './shop.js'

const folder = fileURLToPath(new URL('../../examples/worker/', import.meta.url))

/** Why it cannot run here, if it cannot. */
function missing(): string | undefined {
  if (!isInstalled('postgres')) return 'postgres is not installed'
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 12)) return 'pg-boss needs Node 22.12'
  return existsSync(`${folder}node_modules/pg-boss`) ? undefined : 'npm install in examples/worker'
}

const why = missing()
const suite = why === undefined ? describe : describe.skip

/** Starts a server that stops with the test, also with one that fails. */
async function startOwnServer() {
  const server = await startServer()
  onTestFinished(() => server.stop())
  return server
}

suite(`examples/worker${why === undefined ? '' : ` (${why})`}`, () => {
  it('gives each ticket one invoice, whatever dies', async () => {
    const { PgBoss } = await import(`${folder}node_modules/pg-boss/dist/index.js`)
    const { setUp, sell, startWorker, createStamping } = await import(`${folder}worker.js`)
    const server = await startOwnServer()
    const { pac, provider, stamps } = createFaultyPac()
    const csd = await pac.issueCsd({
      rfc: 'PLO150312QT1',
      name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
    })

    const hands: { pool: pg.Pool; boss: InstanceType<typeof PgBoss> }[] = []
    const open = async () => {
      const pool = new pg.Pool({ ...server.connection, max: 6 })
      const boss = new PgBoss({ ...server.connection, max: 3, superviseIntervalSeconds: 5 })
      for (const one of [pool, boss]) one.on('error', () => {})
      hands.push({ pool, boss })
      await boss.start()
      return { pool, boss }
    }
    const hire = async () => {
      const { pool, boss } = await open()
      const stamping = createStamping({ pool, signers: csd, providers: [provider] })
      await startWorker({ pool, boss, stamping, every: 1_000 })
      return boss
    }

    const shop = await open()
    await setUp(shop)
    const workers = await Promise.all([hire(), hire(), hire()])
    const ids: string[] = []
    for (let count = 0; count < 30; count++) {
      ids.push(await sell(shop, draftOf(count)))
      if (count === 10) void workers[0].stop({ graceful: false })
      if (count === 20) {
        await server.kill()
        await server.start()
      }
    }
    await expect(
      sell(shop, undefined),
      'a sale that fails leaves neither ticket nor job',
    ).rejects.toThrow()

    const tickets = async () => (await shop.pool.query('select id, uuid, xml from tickets')).rows
    await expect
      .poll(async () => (await tickets()).filter(({ uuid }) => uuid !== null).length, {
        timeout: 500_000,
        interval: 500,
      })
      .toBe(30)

    const sold = await tickets()
    expect(sold.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(stamps.size, 'documents that the PAC stamped').toBe(30)
    expect([...stamps.values()].sort()).toEqual(sold.map(({ uuid }) => uuid).sort())
    const folios = sold.map(({ xml }) =>
      Number(/ Folio="(\d+)"/.exec(Buffer.from(xml, 'base64').toString())?.[1]),
    )
    expect(folios.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
    const { rows } = await shop.pool.query(
      'select status, count(*)::int as count from cfdi_stamp.orders group by status',
    )
    expect(rows).toEqual([{ status: 'acknowledged', count: 30 }])

    await Promise.all(hands.map(({ boss }) => boss.stop({ graceful: false }).catch(() => {})))
    await Promise.all(hands.map(({ pool }) => pool.end()))
  })

  /** A shop with one worker, two PACs with a switch, and a queue whose time can be moved on. */
  async function openShop(retries?: object) {
    const { PgBoss } = await import(`${folder}node_modules/pg-boss/dist/index.js`)
    const { setUp, sell, startWorker, createStamping } = await import(`${folder}worker.js`)
    const server = await startOwnServer()
    const pool = new pg.Pool({ ...server.connection, max: 8 })
    const boss = new PgBoss({ ...server.connection, max: 4 })
    for (const one of [pool, boss]) one.on('error', () => {})
    await boss.start()
    const line = { isDown: false, isMute: false, moved: 0 }
    const sandbox = createSandboxPac()
    const csd = await sandbox.issueCsd({
      rfc: 'PLO150312QT1',
      name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
    })
    const providers = ['uno', 'dos'].map((id): Provider => {
      const pac = createSandboxPac({ id, authority: sandbox.authority })
      const down = { kind: 'unavailable', pac: id, message: 'connect ECONNREFUSED' } as const
      const stamp: Provider['stamp'] = async (...given) =>
        line.isDown ? down : pac.stamp(...given)
      const find = (...given: Parameters<typeof pac.find>) => pac.find(...given)
      return { id, capabilities: pac.capabilities, ping: async () => !line.isDown, stamp, find }
    })
    const clock = { ...systemClock, now: () => Date.now() + line.moved }
    await setUp({ pool, boss }, retries)
    const sign: typeof csd.sign = async (bytes) => {
      if (line.isMute) throw new Error('KMS: ThrottlingException')
      return csd.sign(bytes)
    }
    const stamping = createStamping({
      pool,
      signers: { ...csd, sign },
      providers,
      options: { failover: { clock } },
    })
    await startWorker({ pool, boss, stamping, every: 600_000 })
    onTestFinished(async () => {
      await boss.stop({ graceful: false }).catch(() => {})
      await pool.end()
    })
    let count = 0
    return {
      line,
      sell: () => sell({ pool, boss }, draftOf(count++)),
      tickets: async () => (await pool.query('select uuid, refusal from tickets')).rows as Ticket[],
      /** Moves the queue and the PACs' breakers on, and waits until no job is due. */
      async pass(seconds: number) {
        line.moved += seconds * 1_000
        await pool.query(
          "update pgboss.job set start_after = start_after - $1::int * interval '1 s'",
          [seconds],
        )
        const due = `select count(*)::int as due from pgboss.job where name = 'ticket' and (state = 'active'
          or (state in ('created', 'retry') and start_after <= now()))`
        await expect
          .poll(async () => (await pool.query(due)).rows[0].due, { timeout: 60_000, interval: 100 })
          .toBe(0)
      },
    }
  }

  interface Ticket {
    readonly uuid: string | null
    readonly refusal: string | null
  }

  // Audit of November 2026, D2: 40 seconds without PACs, and the tickets were never invoiced.
  it.each([
    ['ten minutes', 600],
    ['an hour', 3_600],
    ['a day', 86_400],
  ])(
    'no PAC for %s: each ticket has its invoice within twenty minutes after',
    async (_, seconds) => {
      const shop = await openShop()
      shop.line.isDown = true
      for (let count = 0; count < 6; count++) await shop.sell()
      for (let passed = 0; passed < seconds; passed += 600) await shop.pass(600)
      const invoiced = async () => (await shop.tickets()).filter(({ uuid }) => uuid !== null).length
      expect(await invoiced()).toBe(0)
      shop.line.isDown = false
      // A breaker lets one request try; the others come again.
      for (let minutes = 0; minutes < 20 && (await invoiced()) < 6; minutes++) await shop.pass(60)
      expect(await shop.tickets()).toEqual(
        Array.from({ length: 6 }, () => ({ uuid: expect.any(String), refusal: null })),
      )
    },
  )

  it('a signer that fails for an hour refuses no ticket', async () => {
    const shop = await openShop()
    shop.line.isMute = true
    await shop.sell()
    for (let passed = 0; passed < 3_600; passed += 600) await shop.pass(600)
    expect(await shop.tickets()).toEqual([{ uuid: null, refusal: null }])
    shop.line.isMute = false
    await shop.pass(600)
    expect(await shop.tickets()).toEqual([{ uuid: expect.any(String), refusal: null }])
  })

  it('a second stamp of a ticket whose invoice is not written yet is reported once it is', async () => {
    const { PgBoss } = await import(`${folder}node_modules/pg-boss/dist/index.js`)
    const { setUp, startWorker, createStamping } = await import(`${folder}worker.js`)
    const server = await startOwnServer()
    const pool = new pg.Pool({ ...server.connection, max: 8 })
    pool.on('error', () => {})
    const pac = createSandboxPac()
    const signers = await pac.issueCsd({
      rfc: 'PLO150312QT1',
      name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
    })
    const stamping = createStamping({ pool, signers, providers: [pac] })
    const [kept, second] = ['1', '2'].map(
      (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
    ) as [string, string]
    const settled: string[] = []
    let rounds = 0
    const stampOf = (UUID: string) => ({ pac: pac.id, timbre: { UUID } })
    const reconcile = async (options: { settled?: readonly string[] } = {}) => {
      if (options.settled === undefined) rounds++
      settled.push(...(options.settled ?? []))
      const orphans =
        settled.length > 0 ? [] : [{ token: 't', keep: stampOf(kept), cancel: stampOf(second) }]
      return { orphans, adopted: [], pending: [], unreadable: [] }
    }
    // `stamp` is a method of the failover's class, and a spread would leave it out.
    const reconciling = {
      id: stamping.provider.id,
      stamp: stamping.provider.stamp.bind(stamping.provider),
      resume: async () => [],
      reconcile,
    }
    const hire = async () => {
      const boss = new PgBoss({ ...server.connection, max: 4 })
      boss.on('error', () => {})
      await boss.start()
      await setUp({ pool, boss })
      await startWorker({
        pool,
        boss,
        stamping: { ...stamping, provider: reconciling },
        every: 600_000,
      })
      return boss
    }
    const first = await hire()
    await expect.poll(() => rounds, { timeout: 60_000 }).toBe(1)
    await first.stop({ graceful: false })
    expect(settled, 'no ticket has that invoice yet').toEqual([])
    await pool.query("insert into tickets (draft, uuid) values ('{}', $1)", [kept])
    const next = await hire()
    await expect.poll(() => settled, { timeout: 60_000 }).toEqual([second])
    expect((await pool.query('select duplicate from tickets')).rows).toEqual([
      { duplicate: second },
    ])
    await next.stop({ graceful: false })
    await pool.end()
  })

  it('a ticket that no PAC stamps is refused in the end, where it can be seen', async () => {
    const shop = await openShop({ retryLimit: 3, retryDelay: 1, retryBackoff: false })
    shop.line.isDown = true
    await shop.sell()
    for (let tries = 0; tries < 4; tries++) await shop.pass(60)
    await expect
      .poll(shop.tickets, { timeout: 60_000 })
      .toEqual([{ uuid: null, refusal: expect.stringMatching(/^not invoiced: 707 /) }])
  })
})
