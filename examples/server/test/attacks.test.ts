/**
 * Attacks on the server, a test for each row of the table in docs/en/server.md.
 * @module
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createLog } from '../src/log.js'
import { call, type Host, invoice, openHost, rfc, stamp, until } from './host.ts'

let host: Host
let other: string
/** Responses to incomplete requests, after they are closed. */
let late: Promise<string>[]
const csds = mkdtempSync(join(tmpdir(), 'csds-'))

before(async () => {
  for (const file of ['person.cer', 'person.key'])
    cpSync(
      fileURLToPath(new URL(`../../../fixtures/csd/${file}`, import.meta.url)),
      join(csds, file),
    )
  host = await openHost({ env: { MOST_AT_ONCE: '20' }, credits: 100 })
  await host.accounts.create({ id: 'dos', name: 'Dos', issuers: [rfc] })
  other = (await host.accounts.issueKey({ account: 'dos' })).key
  const type = 'Content-Type: application/x-www-form-urlencoded'
  late = ['Host: a\r\n', `Host: a\r\n${type}\r\nContent-Length: 100\r\n\r\njson=`].map(unended)
})
after(async () => {
  await host.close()
  rmSync(csds, { recursive: true })
})

const asOther = () => ({ headers: { 'x-api-key': other } })
const linkOf = (url: string) => host.origin + url.slice('http://localhost'.length)

it('keys: each that does not work answers the same, to the byte', async () => {
  const [, , id = '', secret = ''] = host.key.split('_')
  const dead = await host.accounts.issueKey({ account: 'uno' })
  await host.accounts.revokeKey(dead.id)
  const guesses = [
    '',
    'x',
    `cfdi_sandbox_${id}_${'0'.repeat(secret.length)}`,
    `cfdi_sandbox_${id}_${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    `cfdi_sandbox_${'0'.repeat(id.length)}_${secret}`,
    `cfdi_production_${id}_${secret}`,
    dead.key,
    `${host.key}, ${host.key}`,
    "' or 1=1 --",
  ]
  const answers = new Set<string>()
  for (const guess of guesses) {
    const { status, headers, body } = await call(host, 'balance', {
      headers: { 'x-api-key': guess },
    })
    answers.add(
      JSON.stringify([
        status,
        body,
        headers.get('content-length'),
        headers.get('www-authenticate'),
      ]),
    )
  }
  assert.equal(answers.size, 1)
  assert.equal(JSON.parse([...answers][0]!)[0], 401)
})

it('documents of others: neither by their folio, nor by a link of another document, environment, time or kind', async () => {
  const cfdi = await stamp(host)
  for (const path of [`invoice/${cfdi.UUID}`, `invoice/${cfdi.UUID}/status`])
    assert.equal((await call(host, path, asOther())).body.code, 727)
  const form = { motivo: '02' }
  assert.equal(
    (await call(host, `invoice/${cfdi.UUID}/cancel`, { form, ...asOther() })).body.code,
    727,
  )
  const mine = await stamp(host, invoice({ Folio: '2' }))
  const [target, query] = [linkOf(mine.UrlXml).split('?')[0], new URL(cfdi.UrlXml).searchParams]
  const altered = [
    `${target}?${query}`,
    linkOf(cfdi.UrlXml).replace('.xml', '.pdf'),
    linkOf(cfdi.UrlXml).replace('/sandbox/', '/production/'),
    linkOf(cfdi.UrlXml).replace(/expires=\d+/, 'expires=99999999999'),
    linkOf(cfdi.UrlXml).replace(/&signature=.*/, ''),
    linkOf(cfdi.UrlXml).replace(cfdi.UUID, '..%2f..%2fetc%2fpasswd'),
    linkOf(cfdi.UrlXml).replace(cfdi.UUID, cfdi.UUID.toLowerCase()),
  ]
  assert.equal((await fetch(linkOf(cfdi.UrlXml))).status, 200)
  const answers = await Promise.all(
    altered.map(async (url) =>
      JSON.stringify([(await fetch(url)).status, await (await fetch(url)).json()]),
    ),
  )
  assert.deepEqual([...new Set(answers.map((one) => one.slice(0, 4)))], ['[404'])
  assert.equal(new Set(answers).size, 1)
})

/**
 * Sends many concurrent requests. Resolves to the count of each response, and the new stamps of the
 * account.
 */
async function rush(key: string, documents: readonly object[], count: number) {
  const before = await host.accounts.balance('uno')
  const ask = (document: object) =>
    call(host, 'invoice/create', {
      form: { json: JSON.stringify(document) },
      headers: { 'idempotency-key': key },
    })
  const each = (_: unknown, at: number) => ask(documents[at % documents.length]!)
  const answers = await Promise.all(Array.from({ length: count }, each))
  const { stamped, reserved } = await host.accounts.balance('uno')
  const folios = new Set(
    answers.flatMap(({ body }) => (body.cfdi === undefined ? [] : [body.cfdi.UUID])),
  )
  const codes = new Set(answers.flatMap(({ body }) => (body.cfdi === undefined ? [body.code] : [])))
  return {
    folios: folios.size,
    codes: [...codes].sort(),
    stamped: stamped - before.stamped,
    reserved,
  }
}

it('one key at once, with one document, with two, with one that is not valid: one stamp, one credit', async () => {
  const [one, two, wrong] = [
    invoice({ Folio: 'U' }),
    invoice({ Folio: 'V' }),
    invoice({ Folio: 'W', FormaPago: '00' }),
  ]
  const is = { folios: 1, stamped: 1, reserved: 0 }
  assert.deepEqual(await rush('same', [one], 18), { ...is, codes: [] })
  for (const [key, second] of [
    ['two', two],
    ['wrong', wrong],
  ] as const) {
    const { codes, ...rest } = await rush(key, [{ ...one, Serie: key }, second], 18)
    assert.deepEqual(rest, is)
    // 702: the invalid document came first and is not stamped. 708 and 711: it came second.
    assert.deepEqual(
      codes.filter((code) => ![702, 708, 711].includes(code)),
      [],
    )
  }
})

it('a credit does not come back after a stamp: neither by another document, nor without a line, nor by cancelling', async () => {
  const { UUID } = (await rushed('spent', invoice({ Folio: 'X' }))).cfdi
  const spent = await host.accounts.balance('uno')
  assert.equal((await rushed('spent', invoice({ Folio: 'Y' }))).code, 711)
  assert.equal((await rushed('spent', {})).code, 711)
  host.line.isDown = true
  assert.equal((await rushed('spent', invoice({ Folio: 'X' }))).cfdi.UUID, UUID)
  host.line.isDown = false
  assert.equal((await call(host, `invoice/${UUID}/cancel`, { form: { motivo: '02' } })).status, 200)
  await host.service.recover()
  assert.deepEqual(await host.accounts.balance('uno'), spent)
})

async function rushed(key: string, document: object) {
  const form = { json: JSON.stringify(document) }
  return (await call(host, 'invoice/create', { form, headers: { 'idempotency-key': key } })).body
}

it('injections: text of a form is text in SQL, XML and headers', async () => {
  const hostile = `'); drop table x; -- "><script>&lt;${'$'}{7*7} ]]> Ñ`
  const concept = (invoice() as { Conceptos: object[] }).Conceptos[0]
  const { XML, UUID } = await stamp(
    host,
    invoice({ Conceptos: [{ ...concept, Descripcion: hostile }], Folio: '3' }),
    {},
  )
  const { readCfdi } = await import('cfdi-stamp')
  assert.equal(readCfdi(Buffer.from(XML, 'base64')).Conceptos[0]?.Descripcion, hostile)
  for (const path of [
    `invoice/${UUID}'%20or%201=1`,
    'invoice?cursor=1_%27%20or%201%3D1',
    'invoice/%00',
  ])
    assert.ok([400, 404, 200].includes((await call(host, path)).status))
  // Values that no database accepts are an error of the client, not of the server.
  const nul: [string, object][] = [
    ['invoice?cursor=1_%00', {}],
    ['events/replay', { form: { id: 'a\0' } }],
    ['webhooks/%00', { method: 'DELETE' }],
    ['webhooks/%00/rotate', { form: {} }],
  ]
  for (const [path, init] of nul)
    assert.deepEqual([path, (await call(host, path, init)).body.code], [path, 725])
  const key = await raw(
    'POST /api/v5/invoice/create HTTP/1.1\r\nIdempotency-Key: a\r\nX-Injected: 1\r\nContent-Length: 0',
  )
  assert.doesNotMatch(key, /x-injected/i)
  const entity =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
  const { body } = await call(host, 'invoice/create', {
    form: { json: JSON.stringify(invoice({ Addenda: entity, Folio: '4' })) },
  })
  assert.doesNotMatch(Buffer.from(body.cfdi?.XML ?? '', 'base64').toString(), /root:/)
  const proto = `{"__proto__":{"admin":true},${JSON.stringify(invoice({ Folio: '5' })).slice(1)}`
  assert.ok(
    [701, 702].includes((await call(host, 'invoice/create', { form: { json: proto } })).body.code),
  )
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

it('webhooks: to no private address, in whatever notation', async () => {
  const urls = [
    'http://example.com/',
    'https://localhost/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://user:pass@example.com/',
    'https://server.internal/',
    'file:///etc/passwd',
    'gopher://example.com/',
  ]
  for (const url of urls) {
    const { status, body } = await call(host, 'webhooks', { form: { url } })
    assert.deepEqual([url, status, body.code], [url, 400, 725])
  }
})

it('decompression: a compressed body is not taken apart', async () => {
  const bomb = gzipSync(Buffer.alloc(200 << 20))
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const before = process.memoryUsage().rss
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const headers = { ...type, 'content-encoding': encoding }
    const { status } = await call(host, 'invoice/create', { method: 'POST', body: bomb, headers })
    assert.equal(status, 415)
  }
  assert.ok(process.memoryUsage().rss - before < 100 << 20)
})

it('depth and width: JSON that is all brackets, a form of a million fields', async () => {
  const deep = '['.repeat(500_000)
  assert.equal((await call(host, 'invoice/create', { form: { json: deep } })).body.code, 701)
  const nested = `${'{"Complemento":'.repeat(50_000)}{}${'}'.repeat(50_000)}`
  const said = await call(host, 'invoice/create', { form: { json: nested } })
  assert.ok([701, 702].includes(said.body.code), JSON.stringify(said.body).slice(0, 300))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { body } = await call(host, 'invoice/create', {
    method: 'POST',
    body: 'a&'.repeat(1 << 20),
    headers,
  })
  assert.equal(body.code, 725)
})

it('floods: beyond so many requests at a time the rest are sent away, and those under way are answered', async () => {
  let release = () => {}
  host.line.held = new Promise((resolve) => {
    release = resolve
  })
  const ask = (folio: number) =>
    call(host, 'invoice/create', {
      form: { json: JSON.stringify(invoice({ Folio: `F${folio}` })) },
    })
  const all = Array.from({ length: 60 }, (_, folio) => ask(folio))
  const answered: number[] = []
  for (const one of all) void one.then(({ status }) => answered.push(status))
  await until(() => answered.length === 40)
  release()
  const statuses = (await Promise.all(all)).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(20).fill(200), ...Array(40).fill(503)])
  assert.equal((await call(host, 'balance')).status, 200)
})

it('floods: 300 calls of one account at once leave the others their places', async () => {
  const flooded = await openHost({ env: { ACCOUNT_AT_ONCE: '2' } })
  await flooded.accounts.create({ id: 'dos', name: 'Dos', issuers: [rfc] })
  const headers = { 'x-api-key': (await flooded.accounts.issueKey({ account: 'dos' })).key }
  for (const given of [{}, headers]) await call(flooded, 'balance', { headers: given })
  const flood = Array.from({ length: 300 }, () => call(flooded, 'balance'))
  const others = Array.from({ length: 10 }, () => call(flooded, 'balance', { headers }))
  for (const one of await Promise.all(others)) assert.equal(one.status, 200)
  const answers = await Promise.all(flood)
  for (const { status, headers: told } of answers)
    if (status !== 200) {
      assert.equal(status, 429)
      assert.match(told.get('retry-after') ?? '', /^[1-9]/)
      assert.match(told.get('ratelimit') ?? '', /^"account";r=/)
    }
  await flooded.close()
})

it('floods: a body without an end is cut, and one that never comes keeps nobody waiting', async () => {
  const head =
    'POST /api/v5/invoice/create HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded'
  const answer = await raw(`${head}\r\nX-Api-Key: ${host.key}`, (write) => {
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    for (let count = 0; count < 100; count++) write(chunk)
  })
  assert.match(answer, /413|"code":726/)
  const slow = Array.from({ length: 50 }, () =>
    connect(host.port, '127.0.0.1').on('error', () => {}),
  )
  for (const socket of slow)
    socket.write('POST /api/v5/invoice/create HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n')
  await sleep(200)
  assert.equal((await call(host, 'balance')).status, 200)
  for (const socket of slow) socket.destroy()
})

/** Resolves to the response to an endless request, after its connection is closed. */
function unended(rest: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(host.port, '127.0.0.1', () =>
      socket.write(`POST /api/v5/invoice/create HTTP/1.1\r\n${rest}`),
    )
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

it('smuggling: two lengths, or a length and chunks, are refused', async () => {
  const lines = 'POST /api/v5/invoice/create HTTP/1.1\r\nContent-Length: 4\r\n'
  for (const second of ['Content-Length: 5', 'Transfer-Encoding: chunked'])
    assert.match(await raw(lines + second, (write) => write('0\r\n\r\n')), /^HTTP\/1\.1 400/)
})

it('paths: none leads out, and the page and the rest carry no headers of others', async () => {
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/src/page.html',
    '/.env',
    '/api/v5/documents/sandbox/..%2f..%2fx',
  ])
    assert.match(await raw(`GET ${path} HTTP/1.1`), /^HTTP\/1\.1 404/)
  const page = await fetch(host.origin)
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  )
  assert.equal(page.headers.get('access-control-allow-origin'), null)
})

it('the log and the metrics hold neither key, secret, name nor document', async () => {
  await stamp(host, invoice({ Folio: '77' }), { enviar_mail: 'sí' })
  const { body } = await call(host, 'webhooks', { form: { url: 'https://example.com/secreto' } })
  await call(host, 'balance', { headers: { 'x-api-key': 'cfdi_sandbox_wrong' } })
  const told = host.lines.join('') + (await (await fetch(`${host.origin}/metrics`)).text())
  assert.match(told, /"operation":"createInvoice"/)
  assert.match(told, /cfdi_calls_duration_seconds_count\{operation="createInvoice",status="200"/)
  const secrets = [
    host.key,
    host.key.split('_').at(-1),
    other,
    body.secret,
    'PAPELERIA',
    rfc,
    'Asesoría',
    'example.com',
    'signature=',
    '<cfdi',
  ]
  for (const secret of secrets) assert.ok(!told.includes(secret as string), `told: ${secret}`)
})

it('of a failure the log has the class and the code, and not what it says', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) > 0 })
  const cause = Object.assign(new TypeError('select of cfdi_sandbox_key'), {
    code: 'E1',
    cause: new Error('hush'),
  })
  log('error', 'job', { job: 'mail', cause })
  assert.match(lines[0] ?? '', /"failure":"TypeError E1 < Error"/)
  assert.doesNotMatch(lines[0] ?? '', /cfdi_sandbox_key|hush/)
})

it('of what keeps it from starting it says the name, and no password', {
  timeout: 60_000,
}, async () => {
  const pacs = {
    SANDBOX_PACS: '{"finkok":{"usr":"u","password":"hush"}}',
    SANDBOX_CSD_FOLDER: csds,
  }
  const settings: [Record<string, string>, RegExp][] = [
    [{ SMTP_URL: 'smtp://u:hush@:bad:port' }, /cannot read SMTP_URL/],
    [{ DATABASE_URL: 'postgres://u:hush@ho st:5x/db' }, /ERR_INVALID_URL/],
    [{ DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/db' }, /ECONNREFUSED/],
    [
      { ...pacs, SANDBOX_CSD_PASSWORD: '12345678a' },
      /finkok: unknown option usr; did you mean user/,
    ],
    [{ ...pacs, SANDBOX_CSD_PASSWORD: 'hush' }, /CSD/],
  ]
  const start = async ([given, expected]: (typeof settings)[number]) => {
    const env = { PATH: process.env['PATH'], DATA_FOLDER: 'memory:', PORT: '0', ...given }
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../server.js', import.meta.url))],
      { env },
    )
    let told = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        told += chunk
      })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(told, expected)
    assert.doesNotMatch(told, /hush|\n +at /)
  }
  await Promise.all(settings.map(start))
})

it('slow senders: neither half a head nor half a body is waited for without end', {
  timeout: 120_000,
}, async () => {
  for (const answer of await Promise.all(late)) assert.match(answer, /^HTTP\/1\.1 408/)
})

/** Resolves to the response to a raw request. */
function raw(
  head: string,
  send: (write: (text: string) => void) => void = () => {},
): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(host.port, '127.0.0.1', () => {
      socket.write(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      send((text) => socket.write(text))
    })
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.setTimeout(8_000, () => socket.destroy())
  })
}
