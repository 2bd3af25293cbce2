/**
 * The router: requests as a server passes them, and their errors before an operation runs.
 * @module
 */
import { describe, expect, it, vi } from 'vitest'
import type { FailureBody } from '../../src/service/answer.js'
import type { ServiceRequest } from '../../src/service/router.js'
import type { Observation } from '../../src/service/run.js'
import { bodyOf, type Desk, issuer, json, openDesk } from './desk.js'

const utf8 = new TextEncoder()
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

async function send(desk: Desk, request: Partial<ServiceRequest> & { readonly text?: string }) {
  const { text, headers, ...rest } = request
  const {
    status,
    headers: answered,
    body,
  } = await desk.service.handle({
    ...{ method: 'GET', path: '/', ...rest },
    headers: { 'X-API-KEY': desk.key, ...formType, ...headers },
    body: text === undefined ? request.body : utf8.encode(text),
  })
  return {
    status,
    headers: answered,
    body: body.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(body)),
  }
}

const create = { method: 'POST', path: '/api/v5/invoice/create' }
const formOf = (form: Record<string, string>) => new URLSearchParams(form).toString()

describe('handle', () => {
  it('parses the forms of browsers and curl exactly', async () => {
    const desk = await openDesk()
    const given = JSON.parse(json()) as { Conceptos: object[] }
    const Descripcion = 'Ñandú & Cía + 100 % "año"'
    const Conceptos = given.Conceptos.map((concepto) => ({ ...concepto, Descripcion }))
    const text = formOf({ json: JSON.stringify({ ...given, Conceptos }), enviar_mail: '' })
    const { status, headers, body } = await send(desk, { ...create, text })
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const xml = Buffer.from(body.cfdi.XML, 'base64').toString('utf8')
    expect(xml).toContain('Ñandú &amp; Cía + 100 % &quot;año&quot;')
  })

  const wrong: readonly (readonly [
    string,
    Partial<ServiceRequest> & { readonly text?: string },
    number,
    number,
  ])[] = [
    ['no path', { path: '/api/v5/nothing' }, 404, 727],
    ['a path that is not percent-encoded', { path: '/api/v5/invoice/%zz' }, 404, 727],
    ['another method', { method: 'PUT', path: create.path }, 405, 728],
    [
      'JSON for a body',
      { ...create, text: json(), headers: { 'Content-Type': 'application/json' } },
      415,
      729,
    ],
    [
      'a charset',
      {
        ...create,
        text: 'json=',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=latin1' },
      },
      415,
      729,
    ],
    [
      'a compressed body',
      {
        ...create,
        text: 'json=',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Encoding': 'gzip',
        },
      },
      415,
      729,
    ],
    ['no body', create, 400, 725],
    ['no field json', { ...create, text: 'enviar_mail=1' }, 400, 725],
    ['a field twice', { ...create, text: 'json=%7B%7D&json=%7B%7D' }, 400, 725],
    ['bytes that are not UTF-8', { ...create, body: Uint8Array.of(0x6a, 0x3d, 0xff) }, 400, 725],
    ['escapes that are not UTF-8', { ...create, text: 'json=%FF' }, 400, 725],
    ['half an escape', { ...create, text: 'json=%7' }, 400, 725],
    ['too many fields', { ...create, text: 'a&'.repeat(99) }, 400, 725],
    [
      'an Idempotency-Key with spaces',
      { ...create, text: 'json=%7B%7D', headers: { 'Idempotency-Key': 'a b' } },
      400,
      725,
    ],
    [
      'one that is too long',
      { ...create, text: 'json=%7B%7D', headers: { 'Idempotency-Key': 'k'.repeat(129) } },
      400,
      725,
    ],
    ['a body that is too large', { ...create, body: new Uint8Array(5_000) }, 413, 726],
    [
      'one that says that it is',
      { ...create, text: 'json=', headers: { 'Content-Length': '99999' } },
      413,
      726,
    ],
    ['a limit that is none', { path: '/api/v5/invoice', query: 'limit=0' }, 400, 725],
    ['a cursor that is none', { path: '/api/v5/invoice', query: 'cursor=x' }, 400, 725],
    [
      'a cursor that no database takes',
      { path: '/api/v5/invoice', query: 'cursor=1_%00' },
      400,
      725,
    ],
    ['an identifier that none takes', { method: 'DELETE', path: '/api/v5/webhooks/%00' }, 400, 725],
    [
      'an event that none takes',
      { method: 'POST', path: '/api/v5/events/replay', text: 'id=%0Ax' },
      400,
      725,
    ],
    ['a query that is too long', { path: '/api/v5/invoice', query: 'x'.repeat(9_000) }, 400, 725],
  ]
  it.each(wrong)('%s', async (_, request, status, code) => {
    const desk = await openDesk({ options: { limits: { body: 4_000 } } })
    const answer = await send(desk, request)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((answer.body as FailureBody).message).toMatch(/[áéíóúñ]|[a-z]/)
    expect(desk.pac.stamped.size).toBe(0)
  })

  it('lists the methods of a path', async () => {
    const desk = await openDesk()
    const { headers } = await send(desk, { method: 'PUT', path: '/api/v5/webhooks' })
    expect(headers['allow']).toBe('POST, GET')
  })

  it('a failing store gives 730, hides the error from the client, and shows it to the host', async () => {
    const seen: Observation[] = []
    const desk = await openDesk({ options: { observe: (each) => seen.push(each) } })
    const failing = new Error('conexión a base-17.interno perdida')
    desk.stores.sandbox.accounts.get = () => Promise.reject(failing)
    const answer = await send(desk, { path: '/api/v5/balance' })
    expect([answer.status, answer.body.code]).toEqual([503, 730])
    expect(JSON.stringify(answer)).not.toContain('interno')
    expect(seen).toEqual([
      expect.objectContaining({ operation: 'balance', status: 503, code: 730, cause: failing }),
    ])
  })

  it('errors before an operation are observed too', async () => {
    const seen: Observation[] = []
    const desk = await openDesk({
      options: { observe: (each) => seen.push(each), limits: { body: 9 } },
    })
    await send(desk, { path: '/nothing' })
    await send(desk, { ...create, text: 'x'.repeat(10) })
    expect(seen).toMatchObject([
      { operation: '', status: 404, code: 727 },
      { operation: 'createInvoice', status: 413, code: 726 },
    ])
  })

  it('a failing log or an invalid request breaks nothing', async () => {
    const observe = () => {
      throw new Error('disco lleno')
    }
    const desk = await openDesk({ options: { observe } })
    expect((await send(desk, { path: '/api/v5/balance' })).status).toBe(200)
    expect((await desk.service.handle({} as ServiceRequest)).status).toBe(503)
  })

  it('observations contain no key', async () => {
    const seen: Observation[] = []
    const desk = await openDesk({ options: { observe: (each) => seen.push(each) } })
    await send(desk, { ...create, text: formOf({ json: json() }) })
    expect(seen).toEqual([
      expect.objectContaining({
        operation: 'createInvoice',
        status: 200,
        environment: 'sandbox',
        account: 'uno',
      }),
    ])
    expect(JSON.stringify(seen)).not.toContain(desk.key.slice(-64))
  })
})

describe('unknown fields', () => {
  const cases: [string, Partial<ServiceRequest> & { readonly text?: string }, RegExp][] = [
    ['a form', { ...create, text: formOf({ json: json(), enviar_mial: '1' }) }, /enviar_mail/],
    ['a query', { path: '/api/v5/invoice', query: 'limite=5' }, /limit/],
    ['a query without fields', { path: '/api/v5/balance', query: 'x=1' }, /no tiene campos/],
    ['a filter that does not exist', { path: '/api/v5/invoice', query: 'zzzz=1' }, /Los que hay/],
  ]
  it.each(cases)('of %s are refused by name', async (_, request, hint) => {
    const desk = await openDesk()
    const { status, body } = await send(desk, request)
    expect([status, (body as FailureBody).code]).toEqual([400, 725])
    expect((body as FailureBody).message).toMatch(hint)
    expect(desk.pac.stamped.size).toBe(0)
  })
})

describe('a key as a bearer token', () => {
  it('is accepted, and any other scheme is not', async () => {
    const desk = await openDesk()
    const request = { path: '/api/v5/balance' }
    const asked = (authorization: string) =>
      send(desk, { ...request, headers: { 'X-API-KEY': undefined, authorization } })
    expect((await asked(`Bearer ${desk.key}`)).status).toBe(200)
    expect((await asked(`bearer  ${desk.key}`)).status).toBe(200)
    expect((await asked(`Basic ${desk.key}`)).status).toBe(401)
    expect((await asked(`Bearer ${desk.key} x`)).status).toBe(401)
  })
})

describe('the invoices of an account', () => {
  interface Page {
    readonly data: readonly { readonly UUID: string; readonly Folio: string }[]
    readonly next?: string
  }

  it('come in pages, each once, the newest first', async () => {
    const desk = await openDesk()
    for (let at = 1; at <= 5; at++) {
      desk.now += at === 3 ? 0 : 1_000
      await send(desk, { ...create, text: formOf({ json: json({ Folio: String(at) }) }) })
    }
    const found: string[] = []
    let query = 'limit=2'
    for (;;) {
      const page = bodyOf<Page>(await send(desk, { path: '/api/v5/invoice', query }))
      found.push(...page.data.map(({ Folio }) => Folio))
      if (page.next === undefined) break
      query = formOf({ limit: '2', cursor: page.next })
    }
    expect(found).toHaveLength(5)
    expect([found[0], found.at(-1)]).toEqual(['5', '1'])
    expect(new Set(found).size).toBe(5)
  })

  it('are found by their folio fiscal, and those of another account are not', async () => {
    const desk = await openDesk()
    const { UUID } = (await send(desk, { ...create, text: formOf({ json: json() }) })).body.cfdi
    const path = `/api/v5/invoice/${UUID.toLowerCase()}`
    expect((await send(desk, { path })).body.cfdi).toMatchObject({
      UUID,
      Folio: '7',
      XML: expect.any(String),
    })
    const accounts = desk.service.accounts('sandbox')
    await accounts.create({ id: 'dos', name: 'Dos', issuers: ['EKU9003173C9'] })
    const { key } = await accounts.issueKey({ account: 'dos' })
    const foreign = await send(desk, { path, headers: { 'X-API-KEY': key } })
    const missing = await send(desk, {
      path: path.replace(/.$/, 'f'),
      headers: { 'X-API-KEY': key },
    })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(missing.body)
    for (const tail of ['cancel', 'status']) {
      const method = tail === 'cancel' ? 'POST' : 'GET'
      const tried = await send(desk, {
        method,
        path: `${path}/${tail}`,
        text: 'motivo=02',
        headers: { 'X-API-KEY': key },
      })
      expect(tried.body).toEqual(missing.body)
    }
  })
})

describe('webhooks', () => {
  const register = (desk: Desk, url: string, more = {}) =>
    send(desk, { method: 'POST', path: '/api/v5/webhooks', text: formOf({ url, ...more }) })

  it('are registered, listed without their secrets, used and removed', async () => {
    const desk = await openDesk()
    const made = await register(desk, 'https://cliente.example.mx/ganchos', {
      events: 'cfdi.stamped, cfdi.paid',
    })
    expect(made.status).toBe(201)
    expect(Buffer.from(made.body.secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    const { data } = (await send(desk, { path: '/api/v5/webhooks' })).body
    expect(data).toEqual([
      {
        id: made.body.id,
        url: made.body.url,
        events: ['cfdi.stamped', 'cfdi.paid'],
        status: 'active',
      },
    ])
    const { UUID } = (await send(desk, { ...create, text: formOf({ json: json() }) })).body.cfdi
    const id = `cfdi.stamped/${UUID}/${made.body.id}`
    const { deliveries } = desk.stores.sandbox
    expect(await deliveries.get(id)).toMatchObject({ tries: 0, webhook: made.body.id })
    await deliveries.remove(id)
    const events = (await send(desk, { path: '/api/v5/events' })).body.data
    expect(events).toMatchObject([
      { id: `cfdi.stamped/${UUID}`, type: 'cfdi.stamped', version: 1, data: { UUID } },
    ])
    const replay = {
      method: 'POST',
      path: '/api/v5/events/replay',
      text: formOf({ id: events[0].id }),
    }
    expect((await send(desk, replay)).body).toMatchObject({ deliveries: 1 })
    expect(await deliveries.get(id)).toBeDefined()
    const removal = { method: 'DELETE', path: `/api/v5/webhooks/${made.body.id}` }
    expect((await send(desk, removal)).status).toBe(204)
    expect((await send(desk, removal)).status).toBe(404)
  })

  it('are disabled, changed and enabled again; only their account may', async () => {
    const desk = await openDesk()
    const { id, url } = (await register(desk, 'https://cliente.example.mx/ganchos')).body
    const change = (form: Record<string, string>) =>
      send(desk, { method: 'POST', path: `/api/v5/webhooks/${id}`, text: formOf(form) })
    expect((await change({ active: 'no' })).body).toMatchObject({
      ...{ id, url, status: 'disabled' },
      reason: 'Lo deshabilitó la cuenta.',
    })
    await send(desk, { ...create, text: formOf({ json: json() }) })
    expect(await desk.stores.sandbox.deliveries.page({ limit: 9 })).toEqual([])
    const [event] = await desk.stores.sandbox.events.page({ limit: 1 })
    const replay = {
      method: 'POST',
      path: '/api/v5/events/replay',
      text: formOf({ id: event!.id }),
    }
    expect((await send(desk, replay)).body).toMatchObject({ deliveries: 0 })
    const other = 'https://otro.example.mx/'
    expect((await change({ url: 'http://10.0.0.1/', active: 'si' })).status).toBe(400)
    const changed = (await change({ url: other, events: 'cfdi.stamped', active: 'si' })).body
    expect(changed).toMatchObject({ url: other, events: ['cfdi.stamped'], status: 'active' })
    expect(changed).not.toHaveProperty('reason')
    expect((await send(desk, replay)).body).toMatchObject({ deliveries: 1 })
    await desk.service.accounts('sandbox').create({ id: 'dos', name: '', issuers: [issuer] })
    const { key } = await desk.service.accounts('sandbox').issueKey({ account: 'dos' })
    const headers = { 'X-API-KEY': key }
    const path = `/api/v5/webhooks/${id}`
    expect((await send(desk, { method: 'POST', path, text: 'active=no', headers })).status).toBe(
      404,
    )
  })

  it.each([
    'http://cliente.example.mx/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://user:pass@cliente.example.mx/',
    'file:///etc/passwd',
    'nada',
  ])('at %s are refused', async (url) => {
    const answer = await register(await openDesk(), url)
    expect([answer.status, answer.body.code]).toEqual([400, 725])
  })
})

it('recover and refresh end after both environments, also when one fails', async () => {
  const desk = await openDesk()
  const { sandbox, production } = desk.stores
  const ended: string[] = []
  vi.spyOn(sandbox, 'transaction').mockRejectedValue(new Error('no line'))
  const { page } = production.reservations
  vi.spyOn(production.reservations, 'page').mockImplementation(async (wish) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    ended.push('production')
    return page(wish)
  })
  await expect(desk.service.recover()).rejects.toThrow('no line')
  expect(ended).toEqual(['production'])
})

describe('the end of a version of the interface', () => {
  const retirement = {
    announced: new Date('2027-01-01T00:00:00Z'),
    ends: new Date('2028-01-01T00:00:00Z'),
    url: 'https://facturas.example.mx/v6',
  }
  // RFC 9745, section 2.1, and RFC 8594, section 3: the seconds and the day by `date -u -d`.
  const announcement = {
    deprecation: '@1798761600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: '<https://facturas.example.mx/v6>; rel="deprecation", <https://facturas.example.mx/v6>; rel="sunset"',
  }

  it('is announced in each answer: of a stamp, of a refusal and of an unknown path', async () => {
    const desk = await openDesk({ options: { retirement } })
    const stamp = { ...create, text: formOf({ json: json() }) }
    for (const request of [stamp, { ...create, text: '' }, { path: '/nothing' }])
      expect((await send(desk, request)).headers).toMatchObject(announcement)
  })

  it('is not announced by default', async () => {
    const { headers } = await send(await openDesk(), { path: '/api/v5/balance' })
    for (const name of Object.keys(announcement)) expect(headers).not.toHaveProperty(name)
  })

  it.each([
    ['announced', { announced: new Date(Number.NaN) }],
    ['ends', { ends: '2028-01-01' }],
    ['180 days', { ends: new Date('2027-06-29T00:00:00Z') }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'v6' }],
    ['retirement: unknown option until', { until: new Date() }],
  ])('refuses a wrong %s', async (problem, changes) => {
    const options = { retirement: { ...retirement, ...changes } as typeof retirement }
    await expect(openDesk({ options })).rejects.toThrow(problem)
  })
})
