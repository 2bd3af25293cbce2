/**
 * The tools through the official SDK, in memory: listing, calls, and validation of results by a
 * client.
 * @module
 */
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { createTools } from '../../src/tools/createTools.js'
import { callTool, listTools } from '../../src/tools/mcp.js'
import { overService } from '../../src/tools/overService.js'
import { freeSigner, InstantPac } from '../engine/host.js'
import { csd, draft, noon } from '../fixtures.js'
import { stamped } from '../received.js'
import { openDesk } from '../service/desk.js'

const person = await csd('person')
const invoice = {
  ...draft('ingreso'),
  Folio: '7',
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '612' },
}

/** A service, its tools behind an MCP server, and a client of that. */
async function session() {
  const desk = await openDesk({ sandbox: { signers: person } })
  const engine = createEngine({
    ...{
      signers: freeSigner(person),
      provider: new InstantPac().provider,
      orders: createUnsafeMemoryOrders(),
    },
    clock: () => noon,
  })
  const tools = createTools({
    engine,
    host: overService(desk.service, desk.key),
    allow: ['stamp', 'cancel'],
  })
  const mcp = new McpServer({ name: 'cfdi', version: '1.0.0' }, { capabilities: { tools: {} } })
  mcp.server.setRequestHandler('tools/list', () => listTools(tools))
  mcp.server.setRequestHandler('tools/call', ({ params }) => callTool(tools, params))
  const client = new Client({ name: 'test', version: '1.0.0' })
  const [one, other] = InMemoryTransport.createLinkedPair()
  await Promise.all([mcp.connect(one), client.connect(other)])
  const { tools: listed } = await client.listTools()
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: true,
    strictTypes: true,
    allErrors: true,
  })
  const validators = new Map(
    listed.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema as object)]),
  )
  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
    const validate = validators.get(name)
    expect(validate?.(structuredContent), JSON.stringify(validate?.errors)).toBe(true)
    expect(JSON.parse((content as unknown as [{ text: string }])[0].text)).toEqual(
      structuredContent,
    )
    expect(isError === true).toBe(!(structuredContent as { ok: boolean }).ok)
    return structuredContent as { readonly ok: boolean; readonly [member: string]: unknown }
  }
  return { desk, client, listed, call, ajv }
}

const { desk, client, listed, call, ajv } = await session()

describe('tools over MCP', () => {
  it('are listed with their schemas and annotations, and without their handlers', async () => {
    expect(listed.map(({ name }) => name)).toEqual([
      'validate',
      'verify',
      'explain',
      'catalog',
      'draft',
      'stamp',
      'find',
      'cancel',
      'status',
      'balance',
    ])
    for (const { inputSchema, title, annotations, ...rest } of listed) {
      expect(() => ajv.compile(inputSchema)).not.toThrow()
      expect(inputSchema.type).toBe('object')
      expect(title).toBeTruthy()
      expect(Object.keys(annotations ?? {})).toHaveLength(4)
      expect(rest).not.toHaveProperty('handler')
    }
    const schema = listed.find(({ name }) => name === 'draft')?.inputSchema as object
    expect(ajv.compile(schema)({ json: { ...invoice, Complemento: { Donatarias: {} } } })).toBe(
      true,
    )
    expect(ajv.compile(schema)({ json: { ...invoice, Moneda: 5 } })).toBe(false)
  })

  it('answer by their schemas: a received document is verified', async () => {
    expect(await call('verify', { xml: stamped })).toMatchObject({
      verdict: 'invalid',
      environment: 'test',
    })
    expect(await call('verify', { xml: '<no>' })).toMatchObject({ verdict: 'invalid' })
  })

  it('answer by their schemas: a draft is judged, stamped, found, counted and cancelled', async () => {
    expect(await call('validate', { json: invoice })).toMatchObject({ ok: true, valid: true })
    expect(await call('draft', { json: { ...invoice, Total: 'x' } })).toMatchObject({
      ok: true,
      valid: false,
    })
    expect(await call('explain', { code: 'CFDI40119', json: invoice })).toMatchObject({ ok: true })
    const { cfdi } = (await call('stamp', { json: invoice, key: 'pedido-1' })) as unknown as {
      cfdi: { UUID: string }
    }
    expect(cfdi).not.toHaveProperty('XML')
    expect(await call('balance', {})).toEqual({ ok: true, available: 9, balance: 9, reserved: 0 })
    expect(await call('find', { limit: 1 })).toMatchObject({ cfdis: [{ UUID: cfdi.UUID }] })
    expect(await call('find', { uuid: cfdi.UUID })).toMatchObject({ cfdis: [{ UUID: cfdi.UUID }] })
    expect(await call('find', { folio: '7' })).toMatchObject({ cfdis: [{ UUID: cfdi.UUID }] })
    expect(await call('status', { uuid: cfdi.UUID })).toMatchObject({ ok: true, cancelled: false })
    const wish = { uuid: cfdi.UUID, motivo: '02' }
    const { confirmacion } = (await call('cancel', wish)) as unknown as { confirmacion: string }
    expect(confirmacion).toMatch(
      /^Cancelar [0-9A-F-]{36} de \d+\.\d\d MXN a [A-Z0-9]{12,13} con motivo 02$/,
    )
    expect(await call('cancel', { ...wish, confirmacion })).toMatchObject({
      ok: true,
      phase: 'asked',
    })
    expect(
      await call('catalog', { catalog: 'c_UsoCFDI', search: 'gastos en general' }),
    ).toMatchObject({ ok: true, rows: [{ clave: 'G03' }] })
  })

  it('return failures that match their schemas too', async () => {
    expect(await call('stamp', { json: invoice })).toMatchObject({
      ok: false,
      errors: [{ field: 'key' }],
    })
    expect(await call('stamp', { json: { ...invoice, Total: '1.00' }, key: 'a' })).toMatchObject({
      ok: false,
      code: 702,
    })
    expect(
      await call('stamp', { json: { ...invoice, Emisor: { Rfc: 'PLO150312QT1' } }, key: 'b' }),
    ).toMatchObject({
      ok: false,
      code: 722,
    })
    const uuid = '00000000-0000-4000-8000-000000000000'
    const confirmacion = `Cancelar ${uuid} con motivo 02`
    for (const tool of ['status', 'cancel'])
      expect(
        await call(tool, { uuid, ...(tool === 'cancel' ? { motivo: '02', confirmacion } : {}) }),
      ).toMatchObject({
        ok: false,
        code: 727,
      })
    expect(await call('find', { uuid })).toEqual({ ok: true, cfdis: [] })
    expect(await call('explain', { code: 'nada' })).toMatchObject({ ok: false })
    expect(await call('balance', { x: 1 })).toMatchObject({ ok: false, errors: [{ field: 'x' }] })
  })

  it('report an unknown tool as in the specification', async () => {
    await expect(client.callTool({ name: 'refund', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('find by filters page by page, and lose none at the end of a page', async () => {
    for (let folio = 1; folio <= 7; folio++)
      await call('stamp', {
        json: { ...invoice, Serie: folio % 2 ? 'ZA' : 'ZB', Folio: String(folio) },
        key: `k${folio}`,
      })
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await call('find', {
        serie: 'ZA',
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      found.push(...(page['cfdis'] as { Folio: string }[]).map(({ Folio }) => Folio))
      cursor = page['cursor'] as string | undefined
    } while (cursor !== undefined)
    expect(found.sort()).toEqual(['1', '3', '5', '7'])
    expect(await call('find', { desde: '2030-01-01' })).toEqual({ ok: true, cfdis: [] })
    expect(await call('find', { cursor: 'none' })).toMatchObject({ ok: false })
  })

  it('may do no more than the key of the account', async () => {
    const accounts = desk.service.accounts('sandbox')
    const { key } = await accounts.issueKey({ account: 'uno', scopes: ['invoices:read'] })
    const { stamp, cancel } = overService(desk.service, key)
    expect(await stamp(invoice, 'x')).toMatchObject({ ok: false, code: 721 })
    expect(
      await cancel({ uuid: '00000000-0000-4000-8000-000000000000', motivo: '02' }),
    ).toMatchObject({
      ok: false,
      code: 721,
    })
  })
})
