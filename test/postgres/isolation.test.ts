/**
 * No account ever receives the folio fiscal of another: two servers on one database, three accounts
 * of one issuer, the same keys and the same documents at once; then every operation of the table
 * with the credentials of another account.
 */
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { SqlClient } from '../../src/postgres/client.js'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import type { Operation } from '../../src/service/operation.js'
import { operations } from '../../src/service/operations.js'
import { createService, type StampingService } from '../../src/service/service.js'
import { InstantPac } from '../engine/host.js'
import { issuer, json, signer } from '../service/desk.js'
import { describeDatabases } from './databases.js'

const accounts = ['uno', 'dos', 'tres'] as const
type Account = (typeof accounts)[number]

interface Answered {
  readonly account: Account
  readonly orderKey: string
  readonly status: number
  readonly text: string
  readonly uuid: string | undefined
}

describeDatabases('accounts of one issuer, over two servers', (databases) => {
  let servers: StampingService[]
  const keys: Record<string, string> = {}
  const webhooks: Record<string, string> = {}
  let answers: Answered[]
  let schema: string

  const send = async (account: Account, method: string, path: string, form?: object, at = 0) => {
    const body = form && new TextEncoder().encode(String(new URLSearchParams({ ...form })))
    const [target = '', query] = path.split('?')
    const reply = await servers[at % servers.length]!.handle({
      ...{ method, path: `/api/v5/${target}`, query, body },
      headers: { 'x-api-key': keys[account], ...(form && { 'content-type': urlencoded }) },
    })
    return { ...reply, text: Buffer.from(reply.body).toString('latin1') }
  }

  const order = async (account: Account, orderKey: string, document: string, at: number) => {
    const reply = await servers[at % servers.length]!.handle({
      ...{ method: 'POST', path: '/api/v5/invoice/create' },
      headers: {
        ...{ 'x-api-key': keys[account], 'content-type': urlencoded },
        'idempotency-key': orderKey,
      },
      body: new TextEncoder().encode(String(new URLSearchParams({ json: document }))),
    })
    const text = Buffer.from(reply.body).toString()
    const uuid = reply.status === 200 ? String(JSON.parse(text).cfdi.UUID) : undefined
    return { account, orderKey, status: reply.status, text, uuid }
  }

  let current: SqlClient | undefined
  const live = () => {
    current ??= databases.client()
    return current
  }
  afterEach(() => {
    current = undefined
  })

  beforeAll(async () => {
    schema = await databases.schema()
    // Of equal bytes it returns the earlier stamp, as most PACs do.
    const pac = new InstantPac('instant', { dedupByContent: true })
    /** The connections of a test end with it. */
    const lastingClient = (): SqlClient => ({
      query: (...given) => live().query(...given),
      transaction: (run) => live().transaction(run),
    })
    servers = [0, 1].map(() => {
      const client = lastingClient()
      const { orders, folios, cancellations } = createPostgresStore(client, { schema })
      const store = createPostgresServiceStore(client, { schema })
      const sandbox = {
        signers: signer,
        provider: { ...pac.provider },
        orders,
        folios,
        cancellations,
      }
      return createService({
        environments: { sandbox: { ...sandbox, store } },
        links: { base: 'https://facturas.example.mx', secret: new Uint8Array(32).fill(7) },
        clock: () => new Date('2026-11-26T18:00:00Z'),
      })
    })
    for (const id of accounts) {
      const desk = servers[0]!.accounts('sandbox')
      await desk.create({ id, name: id, issuers: [issuer] })
      await desk.grant(id, 100, 'test')
      const scopes = [...new Set(Object.values<Operation>(operations).map(({ scope }) => scope))]
      keys[id] = (
        await desk.issueKey({ account: id, scopes: scopes.filter((one) => one) as never })
      ).key
      const url = `https://${id}.example.com/`
      webhooks[id] = JSON.parse((await send(id, 'POST', 'webhooks', { url })).text).id
      await send(id, 'POST', 'recipients/PLO150312QT1', { addresses: `${id}@example.com` })
    }
    // In each account the same keys: dates of the server, a date of the client, a folio of both.
    const documents = [
      json({ Folio: '7' }),
      json({ Folio: 'AUTO' }),
      json({ Fecha: '2026-11-26T11:00:00' }),
    ]
    const wanted = documents.flatMap((document, kind) =>
      [0, 1, 2, 3].flatMap((turn) =>
        accounts.flatMap((account) =>
          [0, 1].map((at) => () => order(account, `pedido-${kind}-${turn}`, document, at + turn)),
        ),
      ),
    )
    answers = await Promise.all(wanted.map((run) => run()))
    for (const server of servers) await server.recover()
  }, 120_000)

  const uuidsOf = (account: Account) => [
    ...new Set(answers.flatMap((one) => (one.account === account && one.uuid ? [one.uuid] : []))),
  ]
  const uuidsOfOthers = (account: Account) =>
    accounts.filter((other) => other !== account).flatMap(uuidsOf)

  it('a folio fiscal belongs to one order of one account, and a key to one folio fiscal', () => {
    const owners = new Map<string, Set<string>>()
    const folios = new Map<string, Set<string>>()
    for (const { account, orderKey, uuid } of answers) {
      if (uuid === undefined) continue
      const name = `${account} ${orderKey}`
      owners.set(uuid, (owners.get(uuid) ?? new Set()).add(name))
      folios.set(name, (folios.get(name) ?? new Set()).add(uuid))
    }
    expect([...owners.values()].filter(({ size }) => size > 1)).toEqual([])
    expect([...folios.values()].filter(({ size }) => size > 1)).toEqual([])
    for (const account of accounts) expect(uuidsOf(account).length).toBeGreaterThanOrEqual(4)
  })

  it('a refusal names no folio fiscal and no key of another account', () => {
    const failures = answers.filter(({ status }) => status !== 200)
    expect(failures.length).toBeGreaterThan(0)
    for (const { account, text } of failures)
      for (const uuid of uuidsOfOthers(account)) expect(text.toUpperCase()).not.toContain(uuid)
  })

  it('lists, searches, exports and events have those of the account, all of them and no others', async () => {
    for (const [at, account] of accounts.entries()) {
      const { next } = JSON.parse((await send('uno', 'GET', 'invoice?limit=2')).text)
      const [foreign = ''] = uuidsOfOthers(account)
      const queries = [
        'invoice?limit=100',
        'invoice?limit=100&order=Fecha',
        `invoice?limit=100&cursor=${next}`,
        'invoice?limit=100&key=pedido-0-0',
        'invoice?limit=100&Folio=7&count=1',
        `invoice?text=${foreign}`,
        `invoice?key=${encodeURIComponent('../dos/pedido-0-0')}`,
        'exports/csv',
        'exports/csv?Folio=7',
        'events?limit=100',
        'webhooks',
        'attention',
        'recipients?limit=100',
      ]
      for (const query of queries) {
        const { status, text } = await send(account, 'GET', query, undefined, at)
        expect([query, status]).toEqual([query, 200])
        for (const uuid of uuidsOfOthers(account)) expect(text).not.toContain(uuid)
        for (const other of accounts)
          if (other !== account) expect(text).not.toContain(`${other}@example.com`)
      }
      const all = await send(account, 'GET', 'exports/csv', undefined, at)
      for (const uuid of uuidsOf(account)) expect(all.text).toContain(uuid)
      const zip = await send(account, 'GET', 'exports/zip?month=2026-11', undefined, at)
      for (const uuid of uuidsOf(account)) expect(zip.text).toContain(uuid)
      for (const uuid of uuidsOfOthers(account)) expect(zip.text).not.toContain(uuid)
    }
  })

  it('every operation on one thing refuses that of another account as one that does not exist', async () => {
    const values: Readonly<Record<string, string>> = {
      ...{
        motivo: '02',
        to: 'dos@example.com',
        respuesta: 'acepta',
        url: 'https://dos.example.com/',
      },
    }
    const tried: string[] = []
    for (const [name, { method, path, params = {}, form }] of Object.entries<Operation>(
      operations,
    )) {
      const thing = 'uuid' in params ? uuidsOf('uno')[0]! : 'id' in params ? webhooks['uno']! : ''
      if (thing === '') continue
      tried.push(name)
      const target = path.replace('/api/v5/', '').replace(/\{(uuid|id)\}/, thing)
      const required = Object.entries(form ?? {}).filter(([, field]) => field.required === true)
      const given =
        form && Object.fromEntries(required.map(([field]) => [field, values[field] ?? '1']))
      const absent = '/00000000-0000-0000-0000-000000000000'
      for (const at of [0, 1]) {
        const foreign = await send('dos', method, target, given, at)
        const missing = await send('dos', method, target.replace(`/${thing}`, absent), given, at)
        expect([name, foreign.status >= 400, foreign.text]).toEqual([name, true, missing.text])
        expect(foreign.text).not.toContain(thing)
      }
    }
    expect(tried.length).toBeGreaterThanOrEqual(10)
    const [uuid = ''] = uuidsOf('uno')
    const replay = await send('dos', 'POST', 'events/replay', { id: `cfdi.stamped/${uuid}` })
    expect(replay.status).toBe(404)
    // Nothing of it had an effect.
    const own = JSON.parse((await send('uno', 'GET', `invoice/${uuid}`)).text).cfdi
    expect(own).toMatchObject({ UUID: uuid, state: 'stamped' })
    expect(own).not.toHaveProperty('mail')
    expect(JSON.parse((await send('uno', 'GET', 'webhooks')).text).data).toHaveLength(1)
  })

  it('200 orders of equal content at once are 200 invoices', { timeout: 240_000 }, async () => {
    await servers[0]!.accounts('sandbox').grant('tres', 200, 'equal')
    // No folio that the orders with AUTO receive.
    const document = json({ Folio: '8000' })
    const stamped = async (orderKey: string, at: number): Promise<string> => {
      for (;;) {
        const { uuid, status, text } = await order('tres', orderKey, document, at)
        if (uuid !== undefined) return uuid
        expect([429, 503, 504], text).toContain(status)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
    const wanted = Array.from({ length: 200 }, (_, at) => stamped(`igual-${at}`, at))
    expect(new Set(await Promise.all(wanted)).size).toBe(200)
    const { text } = await send('tres', 'GET', 'invoice?Folio=8000&count=1')
    expect(JSON.parse(text).count).toBe(200)
  })

  it('the webhook of an account gets the events of its own invoices', async () => {
    const store = createPostgresServiceStore(databases.client(), { schema })
    const rows = await store.deliveries.page({ limit: 1_000 })
    expect(rows.length).toBeGreaterThan(0)
    for (const { account, webhook, event } of rows) {
      expect(webhook).toBe(webhooks[account!])
      if (account === 'tres') continue
      expect(uuidsOf(account as Account)).toContain(event.split('/')[1])
    }
  })
})

const urlencoded = 'application/x-www-form-urlencoded'
