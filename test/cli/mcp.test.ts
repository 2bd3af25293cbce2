/**
 * `cfdi-stamp mcp`: the protocol by its lines, and the tools by the official client, over the
 * sandbox and over a service.
 * @module
 */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/cli/mcp/remoteService.js'
import { operations } from '../../src/service/operations.js'
import { readRequestHeader } from '../../src/service/authenticate.js'
import { csd, draft } from '../fixtures.js'
import { openDesk } from '../service/desk.js'
import { cli, root } from './world.js'

const program = `${root}dist/bundle/cli/main.js`

/** Sends lines to the command. Resolves to the responses. */
async function exchange(lines: readonly (object | string)[]) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  const { exit, stdout } = await cli(['mcp'], { stdin: text.join('\n') })
  expect(exit).toBe(0)
  const all = stdout.split('\n').filter((line) => line !== '')
  return all.map((line) => JSON.parse(line))
}

const request = (id: unknown, method: string, params?: object) => ({
  ...{ jsonrpc: '2.0', id, method },
  ...(params === undefined ? {} : { params }),
})

describe('the protocol', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('answers version %s with %s', async (asked, answered) => {
    const [response] = await exchange([request(1, 'initialize', { protocolVersion: asked })])
    expect(response.result).toMatchObject({
      ...{ protocolVersion: answered, capabilities: { tools: {} } },
      serverInfo: { name: 'cfdi-stamp', version: '1.2.3' },
    })
  })

  it('answers each bad line with its error, and goes on', async () => {
    const responses = await exchange([
      '{"jsonrpc": "2.0", "id": 1, ',
      '"text"',
      '[]',
      { id: 2, method: 'ping' },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      request(3, 'nothing'),
      request(4, 'tools/call', { name: 'nothing' }),
      request(5, 'tools/call', {}),
      { jsonrpc: '2.0', id: 6, method: 'ping', params: [1] },
      '',
      request('last', 'ping'),
    ])
    const told = responses.map(({ id, error, result }) => [id, error?.code ?? result])
    expect(told.filter(([id]) => id === null)).toEqual(
      [-32700, -32600, -32600, -32600, -32600].map((code) => [null, code]),
    )
    expect(Object.fromEntries(told.filter(([id]) => id !== null))).toEqual({
      ...{ 2: -32600, 3: -32601, 4: -32602, 5: -32602, 6: -32602, last: {} },
    })
    expect(responses.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
  })

  it('answers no notification and no response', async () => {
    const responses = await exchange([
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', method: 'nothing' },
      { jsonrpc: '2.0', id: 9, result: {} },
      request(1, 'ping'),
    ])
    expect(responses).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('joins lines from chunks that split characters, and refuses an excessive line alone', async () => {
    const call = { name: 'catalog', arguments: { catalog: 'c_UsoCFDI', search: 'adquisición' } }
    const bytes = new TextEncoder().encode(`${JSON.stringify(request(1, 'tools/call', call))}\n`)
    async function* chunks() {
      for (const byte of bytes) yield Uint8Array.of(byte)
      for (let count = 0; count < 18; count++) yield new Uint8Array(1 << 20).fill(97)
      yield new TextEncoder().encode(`\n${JSON.stringify(request(2, 'ping'))}`)
    }
    const { stdout } = await cli(['mcp'], { stdin: chunks() })
    const lines = stdout.trimEnd().split('\n')
    const all = new Map(lines.map((line) => [JSON.parse(line).id, JSON.parse(line)]))
    expect(all.get(null).error.code).toBe(-32700)
    expect(all.get(2).result).toEqual({})
    expect(all.get(1).result.structuredContent.rows[0].clave).toBe('G01')
  })

  it('stamp and cancel are not there with --read-only', async () => {
    const line = JSON.stringify(request(1, 'tools/list'))
    const { stdout } = await cli(['mcp', '--read-only'], { stdin: line })
    const names = JSON.parse(stdout).result.tools.map(({ name }: { name: string }) => name)
    expect(names).toEqual('validate verify explain catalog draft find status balance'.split(' '))
  })
})

const { Emisor: _, ...invoice } = draft('ingreso')

/** A client of the program as a process. */
async function connected(env: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [program, 'mcp'], stderr: 'pipe' },
    env: { ...(process.env as Record<string, string>), ...env },
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  await client.connect(transport)
  const call = async (name: string, args: object) => {
    const answer = await client.callTool({ name, arguments: { ...args } })
    return answer.structuredContent as Record<string, never>
  }
  return { client, call, stderr: () => stderr }
}

const expected = 'validate verify explain catalog draft stamp find cancel status balance'.split(' ')

describe('the official client, over stdio', () => {
  it('the sandbox: an invoice is drafted, stamped once, found, confirmed and cancelled', async () => {
    const { client, call } = await connected()
    try {
      expect(client.getServerVersion()?.name).toBe('cfdi-stamp')
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(expected)
      expect(await client.ping()).toEqual({})
      const json = {
        ...invoice,
        Emisor: { RegimenFiscal: '612', Rfc: 'TOAM850417U21', Nombre: 'MARIANA TORRES ACOSTA' },
      }
      expect(await call('draft', { json })).toMatchObject({ valid: true })
      const stamped = await call('stamp', { json, key: 'pedido-1' })
      expect(stamped).toMatchObject({ ok: true, cfdi: { UUID: expect.any(String) } })
      expect(JSON.stringify(stamped)).not.toMatch(/UrlPdf|signature/)
      expect(await call('stamp', { json, key: 'pedido-1' })).toEqual(stamped)
      const { UUID: uuid, Total } = stamped['cfdi'] as { UUID: string; Total: string }
      expect(await call('find', {})).toMatchObject({ cfdis: [{ UUID: uuid }] })
      const wish = { uuid, motivo: '02' }
      const { confirmacion } = await call('cancel', wish)
      expect(confirmacion).toContain(`${uuid} de ${Total} MXN`)
      expect(await call('status', { uuid })).toMatchObject({ cancelled: false })
      expect(await call('cancel', { ...wish, confirmacion })).toMatchObject({ ok: true })
      expect(await call('status', { uuid })).toMatchObject({ cancelled: true })
      expect(await call('stamp', { json: { ...json, Moneda: 'MNX' }, key: 'b' })).toMatchObject({
        ...{ ok: false, code: 702 },
      })
      expect(await call('explain', { code: '708' })).toMatchObject({ ok: true })
      const without = { ...invoice, Emisor: { Nombre: 'AUTO', RegimenFiscal: '612' }, Folio: '8' }
      expect(await call('draft', { json: without })).toMatchObject({ valid: true })
      expect(await call('stamp', { json: without, key: 'c' })).toMatchObject({ ok: true })
    } finally {
      await client.close()
    }
  })

  describe('a service by its address and key', () => {
    let server: Server
    let url: string
    let key: string
    beforeAll(async () => {
      const desk = await openDesk({ sandbox: { signers: await csd('person') } })
      key = desk.key
      server = createServer(async (incoming, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk as Buffer)
        const [path = '', query] = (incoming.url ?? '').split('?')
        const { method, headers } = incoming
        const body = Buffer.concat(chunks)
        const reply = await desk.service.handle({ method, path, query, headers, body })
        // A service that repeats its headers must not give the key away.
        expect(readRequestHeader(headers, 'x-api-key')).toBeDefined()
        response.writeHead(reply.status, reply.headers).end(reply.body)
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    })
    afterAll(() => server.close())

    it('stamps, finds and confirms a cancellation with its credits', async () => {
      const { client, call, stderr } = await connected({ CFDI_STAMP_URL: url, CFDI_STAMP_KEY: key })
      try {
        const json = {
          ...draft('ingreso'),
          Folio: '7',
          Emisor: { Nombre: 'AUTO', RegimenFiscal: '612' },
        }
        const { document, valid } = await call('draft', { json })
        expect([valid, document]).toMatchObject([true, { Emisor: { RegimenFiscal: '612' } }])
        // The service fills in the issuer of the account.
        expect(document['Emisor']).toHaveProperty('Rfc')
        const { cfdi } = await call('stamp', { json, key: 'pedido-1' })
        const { UUID: uuid } = cfdi as { UUID: string }
        expect(await call('balance', {})).toMatchObject({ available: 9 })
        expect(await call('find', { folio: '7' })).toMatchObject({ cfdis: [{ UUID: uuid }] })
        expect(await call('status', { uuid })).toMatchObject({ ok: true })
        const { confirmacion } = await call('cancel', { uuid, motivo: '02' })
        const cancelled = await call('cancel', { uuid, motivo: '02', confirmacion })
        expect(cancelled).toMatchObject({ ok: true, UUID: uuid })
        expect(stderr()).toContain(url)
        expect(stderr()).not.toContain(key)
      } finally {
        await client.close()
      }
    })

    it('tells a wrong key, and a service that is not there, without the key', async () => {
      for (const env of [
        { CFDI_STAMP_URL: url, CFDI_STAMP_KEY: 'cfdi_sandbox_0000000000000000_wrong' },
        { CFDI_STAMP_URL: 'http://127.0.0.1:9', CFDI_STAMP_KEY: 'cfdi_sandbox_secret' },
      ]) {
        const { client, call, stderr } = await connected(env)
        const answer = await call('stamp', { json: draft('ingreso'), key: 'a' })
        await client.close()
        expect(answer).toMatchObject({
          ok: false,
          message: expect.stringMatching(/llave|respondió/),
        })
        expect(JSON.stringify(answer) + stderr()).not.toContain(env.CFDI_STAMP_KEY)
      }
    })
  })

  it('an address needs a key, and https outside of this machine', async () => {
    for (const [args, env, message] of [
      [['--url', 'https://x.mx'], {}, 'falta la llave'],
      [['--url', 'http://x.mx'], { CFDI_STAMP_KEY: 'secret' }, 'debe ser https'],
      [['--url', 'x'], { CFDI_STAMP_KEY: 'secret' }, 'debe ser https'],
    ] as const) {
      const { exit, stdout, stderr } = await cli(['mcp', ...args], { env })
      expect([exit, stdout]).toEqual([2, ''])
      expect(stderr).toContain(message)
      expect(stderr).not.toContain('secret')
    }
  })
})

it('the routes of the service are those of its table', () => {
  for (const [name, route] of Object.entries(routes)) {
    const { method, path } = operations[name as keyof typeof routes]
    expect(route).toEqual({ method, path })
  }
})
