/**
 * The workers of `examples/worker`: jobs that run several times, workers that die, a server that is killed; each ticket gets one
 * invoice, and no folio is missing.
 * @module
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { isInstalled } from '../programs.js'
import { createFaultyPac, draftOf } from './shop.js'
import { startServer } from './server.js'

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

suite(`examples/worker${why === undefined ? '' : ` (${why})`}`, () => {
  it('gives each ticket one invoice, whatever dies', async () => {
    const { PgBoss } = await import(`${folder}node_modules/pg-boss/dist/index.js`)
    const { setUp, sell, startWorker, createWorkerEngine } = await import(`${folder}worker.js`)
    const server = await startServer()
    const { pac, provider, stamps } = createFaultyPac()
    const csd = await pac.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })

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
      const engine = createWorkerEngine({ pool, signers: csd, providers: [provider] })
      await startWorker({ pool, boss, engine, every: 1_000 })
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
    await expect(sell(shop, undefined), 'a sale that fails leaves neither ticket nor job').rejects.toThrow()

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
    const folios = sold.map(({ xml }) => Number(/ Folio="(\d+)"/.exec(Buffer.from(xml, 'base64').toString())?.[1]))
    expect(folios.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
    const { rows } = await shop.pool.query(
      'select status, count(*)::int as count from cfdi_stamp.orders group by status',
    )
    expect(rows).toEqual([{ status: 'acknowledged', count: 30 }])

    await Promise.all(hands.map(({ boss }) => boss.stop({ graceful: false }).catch(() => {})))
    await Promise.all(hands.map(({ pool }) => pool.end()))
    await server.stop()
  })
})
