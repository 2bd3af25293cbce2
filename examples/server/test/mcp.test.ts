/**
 * `/mcp` by the official client over streamable HTTP: the keys, scopes and credits of the service.
 * @module
 */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Host, invoice, openHost } from './host.ts'

let host: Host
before(async () => {
  host = await openHost()
})
after(() => host.close())

/** A client with a key. */
async function connected(headers: Record<string, string>) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const url = new URL('/mcp', host.origin)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const call = async (name: string, args: object) =>
    (await client.callTool({ name, arguments: { ...args } })).structuredContent as Record<
      string,
      never
    >
  return { client, call }
}

it('drafts, stamps with a credit, finds, and cancels once it is confirmed', async () => {
  const { client, call } = await connected({ 'x-api-key': host.key })
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    'validate verify explain catalog draft stamp find cancel status balance'.split(' '),
  )
  const json = invoice({ Folio: '1' })
  const drafted = await call('draft', { json })
  assert.equal(drafted['valid'], true, JSON.stringify(drafted))
  const { cfdi } = await call('stamp', { json, key: 'pedido-1' })
  const { UUID: uuid } = cfdi as { UUID: string }
  const repeated = (await call('stamp', { json, key: 'pedido-1' }))['cfdi'] as { UUID: string }
  assert.equal(repeated.UUID, uuid)
  assert.equal((await call('balance', {}))['available'], 9)
  const wish = { uuid, motivo: '02' }
  const { confirmacion } = await call('cancel', wish)
  assert.equal(confirmacion, `Cancelar ${uuid} de 116.00 MXN a PLO150312QT1 con motivo 02`)
  assert.equal((await call('cancel', { ...wish, confirmacion }))['ok'], true)
  await client.close()
  const told = JSON.stringify([drafted, cfdi]) + host.lines.join('')
  assert.ok(!told.includes(host.key), 'the key is nowhere')
})

it('takes a Bearer key, and does no more than its scopes', async () => {
  const { key } = await host.accounts.issueKey({ account: 'uno', scopes: ['invoices:read'] })
  const { client, call } = await connected({ authorization: `Bearer ${key}` })
  const refused = await call('stamp', { json: invoice({ Folio: '2' }), key: 'pedido-2' })
  assert.equal(refused['code'], 721)
  assert.equal((await call('find', {}))['ok'], true)
  await client.close()
})

it('refuses no key, a wrong one, and a page of another site', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const status = async (headers: Record<string, string>) =>
    (
      await fetch(`${host.origin}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    ).status
  assert.equal(await status({}), 401)
  assert.equal(await status({ 'x-api-key': 'cfdi_sandbox_0000000000000000_wrong' }), 401)
  assert.equal(await status({ 'x-api-key': host.key, origin: 'https://evil.example' }), 403)
  await assert.rejects(connected({ 'x-api-key': 'wrong' }))
})
