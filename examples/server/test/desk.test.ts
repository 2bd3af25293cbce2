/**
 * Commands of operators: `account.js`.
 * @module
 */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { askDesk } from '../src/desk.js'
import { call, type Host, openHost } from './host.ts'

let host: Host

before(async () => {
  host = await openHost()
})
after(() => host.close())

const ask = (...words: string[]): Promise<string> => askDesk(host.service, words)
const statusOf = async (key: string) =>
  (await call(host, 'balance', { headers: { 'x-api-key': key } })).status

it('makes an account and its keys, rotates one for a time, and revokes it', async () => {
  const first = await ask('sandbox', 'tienda', 'La tienda', 'TOAM850417U21')
  const second = await ask('sandbox', 'tienda')
  const third = await ask('--rotate', 'sandbox', second, '1')
  assert.deepEqual(await Promise.all([first, second, third].map(statusOf)), [200, 200, 200])
  assert.equal(await ask('--revoke', 'sandbox', second), 'revoked')
  const [, , id = ''] = first.split('_')
  const fourth = await ask('--rotate', 'sandbox', id, '0')
  assert.deepEqual(
    await Promise.all([first, second, third, fourth].map(statusOf)),
    [401, 401, 200, 200],
  )
  const listed = (await ask('--keys', 'sandbox', 'tienda'))
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(listed.filter(({ until }) => until !== undefined).length, 2)
  assert.ok(
    [first, second, third, fourth].every((key) => !JSON.stringify(listed).includes(key.slice(-64))),
  )
  await assert.rejects(ask('--rotate', 'sandbox', second), TypeError)
  assert.equal(await ask('--revoke', 'sandbox', '0'.repeat(16)), 'there is no such key')
})

it('grants once for each reference, and says what it cannot do', async () => {
  assert.equal(await ask('--grant', 'sandbox', 'uno', '5', 'factura 1'), 'granted')
  assert.equal(
    await ask('--grant', 'sandbox', 'uno', '5', 'factura 1'),
    'that reference was used before',
  )
  assert.throws(
    () => askDesk(host.service, ['--constructor', 'sandbox']),
    /there is no --constructor/,
  )
  assert.throws(() => askDesk(host.service, ['--keys', 'production', 'uno']), TypeError)
  await assert.rejects(ask('--rotate', 'sandbox', host.key, 'mucho'), TypeError)
})

it('lists, names, closes and opens accounts, and changes issuers and scopes', async () => {
  await ask('sandbox', 'mesa', 'La mesa', 'TOAM850417U21')
  const json = async (...words: string[]) => JSON.parse(await ask(...words))
  const ids = (await ask('--list', 'sandbox')).split('\n').map((line) => JSON.parse(line).id)
  assert.ok(ids.includes('mesa') && ids.includes('uno'))
  assert.equal((await json('--name', 'sandbox', 'mesa', 'Otra mesa')).name, 'Otra mesa')
  const issuers = ['EKU9003173C9', 'PLO150312QT1']
  assert.deepEqual((await json('--issuers', 'sandbox', 'mesa', ...issuers)).issuers, issuers)
  const shown = await json('--show', 'sandbox', 'mesa')
  assert.deepEqual([shown.status, shown.available], ['active', 10])
  assert.equal((await json('--balance', 'sandbox', 'mesa')).balance, 10)
  const key = await ask('--issue', 'sandbox', 'mesa', 'invoices:read')
  assert.equal(await statusOf(key), 403)
  assert.equal(await ask('--scopes', 'sandbox', key, 'balance:read'), 'changed')
  assert.equal(await statusOf(key), 200)
  assert.equal(await ask('--close', 'sandbox', 'mesa'), 'closed')
  assert.equal(await statusOf(key), 401)
  assert.equal(await ask('--reopen', 'sandbox', 'mesa'), 'active')
  assert.equal(await statusOf(key), 200)
  assert.equal(await ask('--revoke-all', 'sandbox', 'mesa'), 'revoked')
  assert.equal(await statusOf(key), 401)
  const audit = await ask('--audit', 'sandbox', 'mesa')
  for (const action of ['createAccount', 'updateAccount', 'createKey', 'scopeKey', 'revokeKeys'])
    assert.match(audit, new RegExp(`"action":"${action}"`))
  assert.match(await ask('--reseal', 'sandbox'), /"unreadable":0/)
  for (const words of [
    ['--show', 'sandbox', 'nadie'],
    ['--issue', 'sandbox', 'mesa', 'todo'],
  ])
    await assert.rejects(ask(...words), TypeError)
})
