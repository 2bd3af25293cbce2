/**
 * Metrics by account: counted over the server, bounded in number, and shown by the dashboard.
 * @module
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { createAccountLabels } from '../src/accountMetrics.js'
import { createMeter } from '../src/meter.js'
import { call, type Host, invoice, openHost, stamp, until } from './host.ts'

describe('/metrics', () => {
  let host: Host
  let text = ''
  before(async () => {
    host = await openHost({
      env: {
        METRICS_ACCOUNTS: '2',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_ADDRESSES: '{"PLO150312QT1":["compras@example.com"]}',
      },
    })
    const keys = [host.key]
    for (const id of ['dos', 'tres', 'cuatro']) {
      await host.accounts.create({ id, name: id, issuers: [] })
      keys.push((await host.accounts.issueKey({ account: id })).key)
    }
    await stamp(host, invoice(), { enviar_mail: 'sí' })
    await call(host, 'invoice/create', { form: { json: '{' } })
    host.line.isDown = true
    await call(host, 'invoice/create', { form: { json: JSON.stringify(invoice({ Folio: '2' })) } })
    for (const key of keys) await call(host, 'balance', { headers: { 'x-api-key': key } })
    await call(host, 'balance', { headers: { 'x-api-key': 'wrong' } })
    await until(async () => {
      text = await (await fetch(`${host.origin}/metrics`)).text()
      return text.includes('cfdi_account_mails_total{')
    })
  })
  after(() => host.close())

  const sampleOf = (series: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1]

  it('has stamps, refusals, mails and durations of an account', () => {
    const own = 'environment="sandbox",account="uno"'
    assert.equal(sampleOf(`cfdi_account_stamps_total{${own}}`), '1')
    assert.equal(sampleOf(`cfdi_account_refusals_total{${own},code="701"}`), '1')
    assert.equal(sampleOf(`cfdi_account_refusals_total{${own},code="707"}`), '1')
    assert.equal(sampleOf(`cfdi_account_calls_duration_seconds_count{${own}}`), '4')
    assert.ok(Number(sampleOf(`cfdi_account_mails_total{${own},outcome="again"}`)) >= 1)
  })

  it('has the accounts beyond the limit together, and no call without a key', () => {
    const others = 'environment="sandbox",account="other"'
    assert.equal(sampleOf(`cfdi_account_calls_duration_seconds_count{${others}}`), '2')
    const names = [...text.matchAll(/account="([^"]*)"/g)].map(([, name]) => name)
    assert.deepEqual([...new Set(names)].sort(), ['dos', 'other', 'uno'])
  })

  it('has every metric that the dashboard and the pages name', async () => {
    const file = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8')
    const dashboard = JSON.parse(await file('dashboard.json'))
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
        kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    )
    type Panel = { title: string; targets: { expr: string }[] }
    const queries = (dashboard.panels as Panel[]).flatMap(({ targets }) =>
      targets.map(({ expr }) => expr),
    )
    const variables = (dashboard.templating.list as { query: string | { query: string } }[]).map(
      ({ query }) => (typeof query === 'string' ? query : query.query),
    )
    assert.ok(queries.length >= 10)
    const named = [...queries, ...variables].flatMap(
      (query) => query.match(/\b(cfdi|http|db)_[a-z_]+\b/g) ?? [],
    )
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    )
    const ids = dashboard.panels.map(({ id }: { id: number }) => id)
    assert.equal(new Set(ids).size, ids.length)
  })
})

describe('labels of accounts', () => {
  it('go to the busiest of the last hour, and the series of the others end', () => {
    let now = 0
    const meter = createMeter()
    const counter = meter.createCounter('calls')
    const forgotten: string[] = []
    const labels = createAccountLabels({
      most: 2,
      now: () => now,
      onForgotten: (account) => {
        forgotten.push(account)
        meter.forget({ account })
      },
    })
    const calls = (name: string, count: number) => {
      for (let turn = 0; turn < count; turn++)
        counter.add(1, { account: labels.count(name) ?? 'other' })
    }
    calls('a', 1)
    calls('ab', 5)
    calls('c', 9)
    assert.deepEqual([labels.has('a'), labels.has('ab'), labels.has('c')], [true, true, false])
    now = 3_600_000
    calls('c', 1)
    assert.deepEqual(labels.names(), ['c', 'ab'])
    assert.deepEqual(forgotten, ['a'])
    assert.equal(
      meter.text().split('\n').slice(2).join(' '),
      'calls_total{account="ab"} 5 calls_total{account="other"} 9 calls_total{account="c"} 1 ',
    )
  })

  it('are at most as many as the limit, of any number of accounts', () => {
    let now = 0
    const seen = new Set<string>()
    const labels = createAccountLabels({
      most: 5,
      now: () => now,
      onForgotten: (name) => void seen.delete(name),
    })
    for (let turn = 0; turn < 20_000; turn++) {
      now += 1_000
      const name = labels.count(`account-${(turn * 7919) % 1000}`)
      if (name !== undefined) seen.add(name)
      assert.ok(seen.size <= 5)
    }
  })
})
