/**
 * The writes of a stamp of the service: how many statements and transactions they take, and that
 * nothing is lost or doubled at whichever of them the process or the database fails.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../src/pac/clock.js'
import { failover } from '../../src/pac/failover.js'
import type { SqlClient, SqlSession } from '../../src/postgres/client.js'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { InstantPac } from '../engine/host.js'
import { ask, bodyOf, codeOf, type Desk, json, openDesk, signer } from '../service/desk.js'
import { describeDatabases, describePostgres } from './databases.js'

/** Where a connection breaks, with the statement of this number. */
type Break = 'before' | 'after'

/** A client that counts, and that breaks once. `begin` and `commit` are statements. */
class Line {
  statements = 0
  transactions = 0
  /** The statements in words. */
  readonly texts: string[] = []
  #at = Number.POSITIVE_INFINITY
  #how: Break = 'before'
  readonly client: SqlClient

  constructor(client: SqlClient) {
    const over =
      (session: SqlSession): SqlSession['query'] =>
      (text, params, signal) =>
        this.#run(text, () => session.query(text, params, signal))
    const query = over(client)
    this.client = {
      query: (...given) => {
        this.transactions++
        return query(...given)
      },
      transaction: async (run) => {
        this.transactions++
        const commit = () => this.#run('commit', async () => {})
        const result = await client.transaction(async (session) => {
          await this.#run('begin', async () => {})
          const result = await run({ query: over(session) })
          if (this.#how === 'before') await commit()
          return result
        })
        if (this.#how === 'after') await commit()
        return result
      },
    }
  }

  reset(): void {
    this.statements = 0
    this.transactions = 0
    this.texts.length = 0
    this.#at = Number.POSITIVE_INFINITY
  }

  /** Breaks at a statement, from 1, and at all that follow. */
  breakAt(at: number, how: Break): void {
    this.reset()
    this.#at = at
    this.#how = how
  }

  async #run<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
    const breaks = ++this.statements >= this.#at
    this.texts.push(text.replaceAll(/\s+/g, ' ').slice(0, 80))
    if (breaks && this.#how === 'before') throw broken(text)
    const result = await run()
    if (breaks) throw broken(text)
    return result
  }
}

const broken = (text: string) => Object.assign(new Error(`no line at ${text}`), { code: '08006' })

interface Opened {
  readonly client: SqlClient
  readonly schema: string
  /** The desk of another process that died. */
  readonly dead?: { readonly desk: Desk; readonly pac: InstantPac }
}

/** A service whose PAC is behind a failover, and whose stores are joined. */
async function openJoined({ client, schema, dead }: Opened) {
  const line = new Line(client)
  const engineStore = createPostgresStore(line.client, { schema })
  const { journal, orders, folios, cancellations } = engineStore
  const store = createPostgresServiceStore(line.client, { schema, store: engineStore })
  const pac = dead?.pac ?? new InstantPac()
  const time: { desk?: Desk } = {}
  const clock = { ...systemClock, now: () => systemClock.now() + (time.desk?.now ?? 0) }
  const provider = failover([{ ...pac.provider }], { journal, clock })
  const desk: Desk = await openDesk({
    sandbox: { provider, store, orders, folios, cancellations },
    ...(dead && { of: dead.desk }),
  })
  time.desk = desk
  return { line, desk, store, pac }
}

const keyOf = (at: number | string) => ({ 'Idempotency-Key': String(at) })

describePostgres('the statements of a stamp', (databases) => {
  const warm = async (document: (folio: string) => object, key = true) => {
    const schema = await databases.schema()
    const { line, desk } = await openJoined({ client: databases.client(), schema })
    const stamp = async (at: string) =>
      ask(desk, { json: json(document(at)) }, key ? keyOf(at) : {})
    for (const at of ['1', '2', '3']) bodyOf(await stamp(at))
    line.reset()
    bodyOf(await stamp('4'))
    const { statements, transactions, texts } = line
    return { statements, transactions, texts }
  }

  it('are at most 12 in 3 transactions', async () => {
    for (const hasKey of [true, false]) {
      const { statements, transactions, texts } = await warm((Folio) => ({ Folio }), hasKey)
      expect(statements, texts.join('\n')).toBeLessThanOrEqual(12)
      expect(transactions, texts.join('\n')).toBeLessThanOrEqual(3)
    }
  })

  it('are at most 12 in 4 transactions when the folio is of a sequence', async () => {
    const { statements, transactions, texts } = await warm(() => ({ Folio: 'AUTO' }))
    expect(statements, texts.join('\n')).toBeLessThanOrEqual(12)
    expect(transactions, texts.join('\n')).toBeLessThanOrEqual(4)
  })
})

describeDatabases('a stamp in two transactions', (databases) => {
  const open = async () =>
    openJoined({ client: databases.client(), schema: await databases.schema() })

  it('of 12 orders with 10 credits, ten are stamped, each once', async () => {
    const { desk, store, pac } = await open()
    const wanted = Array.from({ length: 12 }, (_, at) =>
      ask(desk, { json: json({ Folio: 'AUTO' }) }, keyOf(at)),
    )
    const statuses = (await Promise.all(wanted)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(200), 402, 402])
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({
      ...{ stamped: 10, reserved: 0, balance: 0 },
    })
    expect(await store.invoices.page({ owner: 'uno', limit: 99 })).toHaveLength(10)
    expect(pac.stamps).toBe(10)
    expect(await desk.service.recover()).toEqual({ stamped: 0, held: 0 })
  })

  it('an account without credit gets 402 before the seal, and stamps once it has a credit', async () => {
    const { desk, pac } = await open()
    const accounts = desk.service.accounts('sandbox')
    for (let at = 0; at < 10; at++)
      bodyOf(await ask(desk, { json: json({ Folio: `${at}` }) }, keyOf(at)))
    const sign = vi.spyOn(signer, 'sign')
    onTestFinished(() => sign.mockRestore())
    const spent = await ask(desk, { json: json({ Folio: '10' }) }, keyOf(10))
    expect([spent.status, codeOf(spent)]).toEqual([402, 724])
    expect(sign).not.toHaveBeenCalled()
    expect((await ask(desk, { json: json({ Folio: '3' }) }, keyOf(3))).status).toBe(200)
    await accounts.grant('uno', 1, 'more')
    bodyOf(await ask(desk, { json: json({ Folio: '10' }) }, keyOf(10)))
    expect([pac.stamps, sign.mock.calls.length]).toEqual([11, 1])
    expect(await accounts.balance('uno')).toMatchObject({ stamped: 11, reserved: 0, balance: 0 })
  })

  it('equal documents under two keys at once are one stamp, and the other key is told so', async () => {
    const { desk, pac } = await open()
    const Fecha = '2026-11-21T11:00:00'
    const both = await Promise.all(
      ['a', 'b'].map((key) => ask(desk, { json: json({ Fecha }) }, keyOf(key))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(pac.stamps).toBe(1)
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({
      ...{ stamped: 1, reserved: 0 },
    })
  })

  it('orders of equal content in one second are invoices of their own', async () => {
    const { desk, pac } = await open()
    const stamp = async (key: string) => bodyOf(await ask(desk, { json: json({}) }, keyOf(key)))
    await stamp('first')
    await Promise.all(Array.from({ length: 8 }, (_, at) => stamp(`o-${at}`)))
    expect(pac.stamps).toBe(9)
  })

  it('an order of equal content is stamped when the unit of another cannot be written', async () => {
    const client = databases.client()
    let isBroken = false
    const transaction: SqlClient['transaction'] = async (run) => {
      const breaks = isBroken
      isBroken = false
      // The other order joins the attempt meanwhile.
      await new Promise((done) => setTimeout(done, 100))
      if (breaks) throw broken('begin')
      return client.transaction(run)
    }
    const slow = { ...client, query: client.query.bind(client), transaction }
    const { desk, pac } = await openJoined({ client: slow, schema: await databases.schema() })
    isBroken = true
    const both = await Promise.all(
      ['a', 'b'].map((key) => ask(desk, { json: json({}) }, keyOf(key))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 503])
    expect(pac.stamps).toBe(1)
  })

  it('one key with two documents at once is one stamp', async () => {
    const { desk, pac } = await open()
    const both = await Promise.all(
      ['1', '2'].map((Folio) => ask(desk, { json: json({ Folio }) }, keyOf('a'))),
    )
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(pac.stamps).toBe(1)
  })

  it('a rejection frees the key, the credit and the folio', async () => {
    const { desk, pac, store } = await open()
    const stamp = (key: string) => ask(desk, { json: json({ Folio: 'AUTO' }) }, keyOf(key))
    pac.will('rejects')
    expect(codeOf(await stamp('a'))).toBe(705)
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({
      ...{ stamped: 0, reserved: 0 },
    })
    for (const key of ['a', 'b']) bodyOf(await stamp(key))
    const invoices = await store.invoices.page({ owner: 'uno', limit: 9 })
    expect(invoices.map(({ folio }) => folio).sort()).toEqual(['1', '2'])
  })
})

describe('a stamp whose line to the database breaks', () => {
  describeDatabases('at any statement', (databases) => {
    const cases = (['before', 'after'] as const).flatMap((how) =>
      [false, true].map((isOther) => ({ how, isOther })),
    )
    for (const { how, isOther } of cases) {
      const who = isOther ? 'another process' : 'the same process'
      it(`${how} it: ${who} ends it, once`, async () => {
        for (let at = 1, isReached = true; isReached; at++) {
          const client = databases.client()
          const schema = await databases.schema()
          const one = await openJoined({ client, schema })
          const form = { json: json({ Folio: 'AUTO' }) }
          bodyOf(await ask(one.desk, form, keyOf('first')))
          one.line.breakAt(at, how)
          await ask(one.desk, form, keyOf('order'))
          isReached = one.line.statements >= at
          one.line.reset()
          const { desk } = isOther ? await openJoined({ client, schema, dead: one }) : one
          // A request that may be under way is not repeated before it must have ended.
          desk.now = 600_000
          const said = await ask(desk, form, keyOf('order'))
          const where = `statement ${at}: ${JSON.stringify(said.body).slice(0, 200)}`
          expect(said.status, where).toBe(200)
          await desk.service.recover()
          expect(one.pac.stamps, where).toBe(2)
          const invoices = await one.store.invoices.page({ owner: 'uno', limit: 9 })
          expect(invoices.map(({ folio }) => folio).sort(), where).toEqual(['1', '2'])
          expect(await desk.service.accounts('sandbox').balance('uno'), where).toMatchObject({
            ...{ stamped: 2, reserved: 0 },
          })
        }
      }, 120_000)
    }
  })
})
