/**
 * Tools over documents and complements that the host registers.
 */
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { element, required } from '../../src/model/grammar.js'
import { fixed } from '../../src/model/types.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { complement } from '../../src/sat/cfdi40/complement.js'
import { pagos20 } from '../../src/sat/pagos20/declaration.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import { createTools, type ToolsOptions } from '../../src/tools/createTools.js'
import { stamped } from '../received.js'
import { readDraft } from '../sat/retenciones20/documents.js'

const documents = [retenciones20]
const clock = () => new Date('2026-11-24T16:00:00Z')
const pac = createSandboxPac({ clock, documents })
const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })

async function desk(changes: Partial<ToolsOptions> = {}) {
  const orders = createUnsafeMemoryOrders()
  const engine = createEngine({ signers: csd, provider: pac, clock, orders, documents })
  const tools = createTools({ engine, allow: ['stamp'], received: await pac.trust(), ...changes })
  return {
    tools,
    call: (name: string, input: unknown) => tools.find((one) => one.name === name)!.handler(input),
  }
}

async function stampRetencion(): Promise<string> {
  const { call } = await desk({ documents })
  const { cfdi } = (await call('stamp', { json, key: 'r-1' })) as { cfdi?: { XML: string } }
  return Buffer.from(cfdi?.XML ?? '', 'base64').toString()
}

const json = { ...readDraft('dividendos'), FechaExp: 'AUTO' }
const xml = await stampRetencion()

describe('a retención', () => {
  it('is drafted, stamped, validated, explained and verified', async () => {
    const { call } = await desk({ documents })
    expect(await call('draft', { json })).toMatchObject({ ok: true, valid: true })
    expect(xml).toContain('<retenciones:Retenciones')
    expect(await call('validate', { xml })).toMatchObject({ ok: true, valid: true })
    expect(await call('verify', { xml })).toMatchObject({ ok: true, verdict: 'valid' })
    expect(await call('explain', { code: 'Reten20113', json })).toMatchObject({
      rules: [{ code: 'Reten20113' }],
      outcomes: [{ outcome: expect.any(String) }],
    })
  })

  it('without registration is refused with the import that is missing', async () => {
    const { call } = await desk()
    for (const name of ['validate', 'verify'])
      expect(JSON.stringify(await call(name, { xml }))).toContain('cfdi-stamp/retenciones')
  })

  it('has a schema beside that of a CFDI', async () => {
    const schemaOf = async (changes: Partial<ToolsOptions>) => {
      const { tools } = await desk(changes)
      const { inputSchema } = tools.find(({ name }) => name === 'draft')!
      return (inputSchema as { properties: { json: { anyOf?: { title: string }[] } } }).properties
        .json
    }
    expect((await schemaOf({})).anyOf).toBeUndefined()
    const { anyOf = [] } = await schemaOf({ documents })
    expect(anyOf.map(({ title }) => title)).toEqual([
      expect.stringContaining('Comprobante'),
      expect.stringContaining('Retenciones'),
    ])
  })

  it('a value that is no document is refused', async () => {
    await expect(desk({ documents: [{} as never] })).rejects.toThrow('cfdi-stamp/retenciones')
  })
})

describe('complements', () => {
  const namespace = 'http://www.sat.gob.mx/Nuevo'
  const nuevo = complement({
    name: 'Nuevo',
    version: '1.0',
    prefix: 'nvo',
    namespace,
    xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/Nuevo/Nuevo10.xsd',
    at: 'comprobante',
    root: element({ Version: required(fixed('1.0')) }),
  })
  const received = stamped.replace(
    '<tfd:TimbreFiscalDigital',
    `<nvo:Nuevo xmlns:nvo="${namespace}" Version="1.0"/><tfd:TimbreFiscalDigital`,
  )
  const findings = async (changes: Partial<ToolsOptions>) =>
    JSON.stringify(await (await desk(changes)).call('validate', { xml: received }))

  it('of the host are admitted in XML, those of the library are described only', async () => {
    expect(await findings({})).toContain('CFDI40-S50')
    expect(await findings({ complements: [pagos20, nuevo] })).not.toContain('CFDI40-S50')
  })
})
