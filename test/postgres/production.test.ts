/**
 * What happens to databases in production: networks that swallow packets, servers that end a
 * session at once, transactions that hold locks for long, other isolation levels, and tables of
 * many rows.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import pg from 'pg'
import postgres from 'postgres'
import { afterEach, expect, it } from 'vitest'
import { fromPostgres, type SqlClient } from '../../src/postgres/client.js'
import { fromPg } from '../../src/postgres/pgPool.js'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { describePostgres } from './databases.js'
import { all, entryOf, orderOf } from './records.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listening(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A way to a server that can swallow what is sent over the connections that are open. */
async function wayTo(path: string): Promise<{ readonly port: number; swallow(): void }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const behind = connect(path)
    for (const each of [socket, behind]) {
      open.add(each)
      each.on('error', () => {})
      each.on('close', () => open.delete(each))
    }
    socket.on('close', () => behind.destroy())
    socket.pipe(behind)
    behind.pipe(socket)
  })
  const port = await listening(server)
  closing.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    port,
    swallow() {
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
  }
}

/** A server that accepts a session and ends it, in one packet. */
async function abruptServer(): Promise<number> {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const fatal = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'))
  const accepted = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([...accepted, fatal])))
  })
  closing.push(() => server.close())
  return listening(server)
}

describePostgres('a database in production', ({ client, schema }, server) => {
  const poolOf = (config: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ ...server().connection, max: 4, ...config })
    closing.push(() => pool.end())
    return pool
  }

  it('behind a network that swallows packets: no connection is lost for ever, and statements go on over others', async () => {
    const name = await schema()
    const { host, port } = server().connection
    const way = await wayTo(`${host}/.s.PGSQL.${port}`)
    const pool = poolOf({ host: '127.0.0.1', port: way.port })
    const { journal } = createPostgresStore(fromPg(pool), { schema: name, timeout: 400 })
    expect(await journal.append(entryOf('before'))).toBe(true)
    await Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.1)')))
    way.swallow()
    await expect(journal.append(entryOf('lost'))).rejects.toMatchObject({
      code: 'POSTGRES_TIMEOUT',
    })
    await expect
      .poll(() => journal.append(entryOf('after')).catch(() => false), { timeout: 20_000 })
      .toBe(true)
    expect(pool.totalCount).toBeLessThanOrEqual(4)
  })

  it('a statement that is given up ends in the server too', async () => {
    const clients: [string, SqlClient][] = [['pg', fromPg(poolOf())]]
    const { host, port, user, database } = server().connection
    const sql = postgres({
      path: `${host}/.s.PGSQL.${port}`,
      user,
      database,
      max: 2,
      onnotice: () => {},
    })
    closing.push(() => sql.end())
    clients.push(['postgres', fromPostgres(sql)])
    const watcher = poolOf()
    for (const [driver, one] of clients) {
      const limit = new AbortController()
      const sleeping = one
        .query(`select '${driver}'::text, pg_sleep(60)::text`, [], limit.signal)
        .catch((error) => error)
      const running = async () =>
        (
          await watcher.query(
            `select from pg_stat_activity where state = 'active' and query like '%${driver}%pg_sleep%' and pid <> pg_backend_pid()`,
          )
        ).rowCount
      await expect.poll(running, { timeout: 10_000 }).toBe(1)
      limit.abort(new Error('given up'))
      await expect.poll(running, { timeout: 10_000 }).toBe(0)
      expect(await sleeping).toBeInstanceOf(Error)
      expect((await one.query('select 1::text as one', [])).rows).toEqual([{ one: '1' }])
    }
  })

  it('that ends a session in the packet that began it ends no process', async () => {
    const port = await abruptServer()
    const pool = poolOf({ host: '127.0.0.1', port, max: 1 })
    const sql = postgres({
      host: '127.0.0.1',
      port,
      user: 'test',
      database: 'test',
      max: 1,
      connect_timeout: 1,
      backoff: false,
      fetch_types: false,
    })
    closing.push(() => sql.end({ timeout: 0 }))
    for (const one of [fromPg(pool), fromPostgres(sql)]) {
      for (let times = 0; times < 3; times++) {
        await expect(one.query('select 1', [])).rejects.toThrow()
        await expect(one.transaction((session) => session.query('select 1', []))).rejects.toThrow()
      }
    }
  })

  it('a lock that is held holds up whoever needs it, and nobody else', async () => {
    const name = await schema()
    const holder = createPostgresStore(client(), { schema: name })
    const { folios, orders } = createPostgresStore(client(), { schema: name })
    await holder.orders.append(orderOf('held'))
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let isHeld = () => {}
    const holding = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const database = client()
    const transaction = database.transaction(async (session) => {
      const mine = holder.within(session)
      await mine.folios.next('R1', 'A', 'mine')
      await mine.orders.append(orderOf('held', 2))
      isHeld()
      await held
    })
    await holding
    const done: string[] = []
    const waiting = [
      folios.next('R1', 'A', 'other').then(() => done.push('R1')),
      orders.append(orderOf('held', 2)).then((isWritten) => done.push(`held ${isWritten}`)),
    ]
    // More of them than there are lanes apart, in the statements of those that are held up and in
    // later ones.
    for (let round = 0; round < 3; round++) {
      const others = Array.from({ length: 8 }, (_, at) => [
        folios.next(`S${at}`, 'A', `${round}`),
        orders.append(orderOf(`k${round} ${at}`)),
      ]).flat()
      await Promise.all(others)
    }
    expect(done, 'nobody has let the lock go').toEqual([])
    letGo()
    await Promise.all([transaction, ...waiting])
    expect(done.sort()).toEqual(['R1', 'held false'])
  })

  it.each(['read committed', 'repeatable read', 'serializable'])(
    'at the isolation level %s: all is done, and once',
    async (level) => {
      const name = await schema()
      const stores = Array.from({ length: 3 }, () => {
        const options = `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`
        return createPostgresStore(fromPg(poolOf({ options })), { schema: name })
      })
      const numbers = Array.from({ length: 45 }, (_, at) => at)
      const folios = await Promise.all(
        numbers.map(async (at) => {
          const { orders, journal, folios: sequence } = stores[at % 3]!
          const one = await sequence.next('R', 'A', `k${at}`)
          expect(await orders.append({ ...orderOf(`k${at}`), token: `t${at}` })).toBe(true)
          const both = await Promise.all(
            [1, 2].map((add) => stores[(at + add) % 3]!.orders.append(orderOf(`k${at}`, 2))),
          )
          expect(both.filter(Boolean)).toHaveLength(1)
          expect(await journal.append(entryOf(`t${at}`))).toBe(true)
          await one.commit()
          return Number(one.folio)
        }),
      )
      expect(folios.sort((a, b) => a - b)).toEqual(numbers.map((at) => at + 1))
      const seconds = await Promise.all(
        numbers.map((at) =>
          stores[at % 3]!.orders.nextSecond({ content: 'c', taken: 99, from: 0, to: 99 }),
        ),
      )
      expect(new Set(seconds).size).toBe(numbers.length)
      expect(await all(stores[0]!.folios.held())).toEqual([])
    },
  )

  it('of many rows: every statement goes by an index', async () => {
    const name = await schema()
    const database = client()
    const rows = 30_000
    for (const [table, done] of [
      ['orders', 'acknowledged'],
      ['journal', 'closed'],
      ['lives', 'closed'],
    ])
      await database.query(
        `insert into ${name}.${table} (key, version, status, body, xml)
         select 'k' || n, 1, case when n % 1000 = 0 then 'open' else '${done}' end, '{"fingerprint":"f","at":1}', repeat('x', 200)
         from generate_series(1, ${rows}) n`,
        [],
      )
    await database.query(`update ${name}.orders set token = key || 't'`, [])
    // Held cancellations and documents in doubt stay open, and are due later.
    for (const table of ['orders', 'lives'])
      await database.query(
        `insert into ${name}.${table} (key, version, status, body, xml, due)
         select 'later' || n, 1, 'open', '{}', 'x', clock_timestamp() + interval '1 day' from generate_series(1, 10000) n`,
        [],
      )
    await database.query(
      `insert into ${name}.held_folios (rfc, serie, folio, holder) select 'R', 'A', n, 'h' || n from generate_series(1, ${rows}) n`,
      [],
    )
    await database.query(
      `insert into ${name}.processes select 'p' || n, n from generate_series(1, ${rows}) n`,
      [],
    )
    await database.query(
      `insert into ${name}.contents select 'c' || n, '{}' from generate_series(1, ${rows}) n`,
      [],
    )
    for (const table of ['orders', 'journal', 'lives', 'held_folios', 'processes', 'contents'])
      await database.query(`vacuum analyze ${name}.${table}`, [])
    const scanned: string[] = []
    const used: string[] = []
    const explained: SqlClient = {
      ...database,
      async query(text, params) {
        const plan = await database.query(`explain (format json) ${text}`, params)
        const found = JSON.stringify(plan.rows).match(
          /"Node Type":"Seq Scan".{0,200}?"Relation Name":"(\w+)"/g,
        )
        used.push(
          ...[...JSON.stringify(plan.rows).matchAll(/"Index Name":"(\w+_due)"/g)].map(
            ([, index]) => index as string,
          ),
        )
        for (const scan of found ?? [])
          scanned.push(`${/"Relation Name":"(\w+)"/.exec(scan)?.[1]}: ${text}`)
        return database.query(text, params)
      },
    }
    const { journal, orders, cancellations, folios, counts, purge } = createPostgresStore(
      explained,
      {
        schema: name,
        visit: 1,
      },
    )
    await journal.append(entryOf('new'))
    await orders.append({ ...orderOf('new'), token: 'new' })
    await orders.append({ ...orderOf('new', 2), token: 'newer' })
    await orders.load('k1')
    await orders.ownerOf('newer')
    await orders.renew('me', 1)
    const walks = [
      orders.unfinished('resume'),
      journal.unfinished('reconcile'),
      cancellations.unfinished('resume'),
    ]
    for (const walk of [...walks, cancellations.unfinished()]) for await (const _ of walk) break
    expect(new Set(used)).toEqual(new Set(['orders_due', 'lives_due']))
    await (await folios.next('R', 'B', 'mine')).commit()
    await folios.heldBy('h1')
    for await (const _ of folios.held()) break
    await orders.nextSecond({ content: 'c1', taken: 1, from: 0, to: 2 })
    await counts()
    const day = 86_400_000
    await purge({ journal: day, orders: day, cancellations: day })
    await purge({ journal: day, orders: day, cancellations: day, tombstone: day, dryRun: true })
    // Of folios that are held, and of processes, there are few.
    const few = /^held_folios: select count|^processes: delete/
    expect(scanned.filter((one) => !few.test(one))).toEqual([])
  })

  it('of many service records: lists and due rows are read in the order of an index', async () => {
    const name = await schema()
    const database = client()
    await database.query(
      `insert into ${name}.service_records (kind, id, owner, at, body)
       select k, n::text, 'o' || n % 3, n, '{}' from generate_series(1, 20000) n, unnest(array['invoices', 'deliveries']) k`,
      [],
    )
    await database.query(`vacuum analyze ${name}.service_records`, [])
    const plans: string[] = []
    const explained: SqlClient = {
      ...database,
      async query(text, params) {
        const plan = await database.query(`explain (format json) ${text}`, params)
        plans.push(JSON.stringify(plan.rows))
        return database.query(text, params)
      },
    }
    const { invoices, deliveries } = createPostgresServiceStore(explained, { schema: name })
    const page = await invoices.page({ owner: 'o1', limit: 20 })
    expect(page.map(({ at }) => at).slice(0, 3)).toEqual([19_999, 19_996, 19_993])
    await invoices.page({ owner: 'o1', limit: 20, after: page.at(-1) })
    await invoices.page({ limit: 20 })
    const due = await deliveries.due(15_000, 16)
    expect(due.map(({ at }) => at).slice(0, 3)).toEqual([1, 2, 3])
    expect(plans).toHaveLength(4)
    expect(plans.filter((plan) => /"(?:Seq Scan|Sort)"/.test(plan))).toEqual([])
    // Requests of one turn share a statement, which goes by the same indexes.
    plans.splice(0)
    const [one, none, newest] = await Promise.all([
      invoices.lock('19999'),
      deliveries.get('none'),
      invoices.page({ owner: 'o1', limit: 2 }),
    ])
    expect([one?.at, none, newest.length]).toEqual([19_999, undefined, 2])
    const record = { id: 'new', owner: 'o1', at: 1 } as never
    expect(
      await Promise.all([
        invoices.insert(record),
        invoices.insert(one as never),
        deliveries.remove('7'),
        deliveries.put(record),
      ]),
    ).toEqual([true, false, true, undefined])
    expect(plans).toHaveLength(2)
    expect(plans.filter((plan) => /"Seq Scan"/.test(plan))).toEqual([])
  })
})
