import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { createTools, type ToolsOptions } from '../../src/tools/createTools.js'
import type { ToolHost } from '../../src/tools/host.js'
import type { ToolAnswer } from '../../src/tools/tool.js'
import { freeSigner, InstantPac } from '../engine/host.js'
import { csd, draft, noon } from '../fixtures.js'
import { forgedChain, inventedStamp, stamped, trusted, unstamped } from '../received.js'

const person = await csd('person')
const uuid = 'ad662d33-6934-459c-a128-bdf0393e0f44'
const invoice = {
  ...draft('ingreso'),
  Folio: '7',
  Emisor: { Rfc: 'AUTO', Nombre: 'AUTO', RegimenFiscal: '612' },
}

function desk(changes: Partial<ToolsOptions> = {}) {
  const pac = new InstantPac()
  const orders = createUnsafeMemoryOrders()
  const engine = createEngine({
    signers: freeSigner(person),
    provider: pac.provider,
    orders,
    clock: () => noon,
  })
  const tools = createTools({ engine, ...changes })
  const call = async (name: string, input: unknown): Promise<ToolAnswer> => {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    return tool.handler(input)
  }
  return { pac, tools, call, names: tools.map(({ name }) => name) }
}

const host: ToolHost = {
  find: async ({ limit }) => ({ cfdis: [{ UUID: uuid, limit }] }),
  cancel: async ({ uuid: _, ...wish }) => ({ ok: true, phase: 'accepted', ...wish }),
  status: async () => ({ ok: true, state: 'cancelledDirectly', phase: 'cancelled' }),
  balance: async () => ({ available: 9, balance: 10, reserved: 1 }),
}

describe('tools', () => {
  it('are those that the host can do, and of those with effect the ones that it allows', () => {
    expect(desk().names).toEqual(['validate', 'verify', 'explain', 'catalog', 'draft'])
    expect(desk({ allow: ['stamp'] }).names).toEqual([
      'validate',
      'verify',
      'explain',
      'catalog',
      'draft',
      'stamp',
    ])
    expect(desk({ host }).names).toEqual([
      'validate',
      'verify',
      'explain',
      'catalog',
      'draft',
      'find',
      'status',
      'balance',
    ])
    expect(desk({ host, allow: ['stamp', 'cancel'] }).names).toHaveLength(10)
    expect(() => desk({ allow: ['cancel'] })).toThrow(TypeError)
    expect(() => desk({ allow: ['find' as 'stamp'], host })).toThrow(TypeError)
    expect(() => createTools({} as never)).toThrow(TypeError)
  })

  it('with effect are marked in three ways, and the others as read-only', () => {
    for (const { effect, annotations, description } of desk({ host, allow: ['stamp', 'cancel'] })
      .tools) {
      const isFiscal = effect === 'fiscal'
      expect(annotations.readOnlyHint).toBe(!isFiscal)
      expect(annotations.destructiveHint).toBe(isFiscal)
      expect(description.startsWith('TIENE EFECTO FISCAL')).toBe(isFiscal)
    }
  })

  it('verify a received document, by the policy of the host', async () => {
    const { call } = desk({ received: trusted })
    const steps = { stamp: { state: 'passed' } }
    expect(await call('verify', { xml: stamped })).toMatchObject({
      ok: true,
      valid: true,
      verdict: 'valid',
      steps,
    })
    for (const xml of [unstamped, inventedStamp, forgedChain, '<no']) {
      const answer = await call('verify', { xml })
      expect(answer).toMatchObject({ ok: true, valid: false, verdict: 'invalid' })
      expect(answer).not.toHaveProperty('document')
    }
    const { anchors, pacs } = trusted
    const incomplete = await desk({ received: { anchors, pacs } }).call('verify', { xml: stamped })
    expect(incomplete).toMatchObject({
      valid: false,
      verdict: 'incomplete',
      steps: { stamp: { missing: 'pac-certificate' } },
    })
    expect(await desk().call('verify', { xml: stamped })).toMatchObject({
      valid: false,
      verdict: 'invalid',
    })
    expect((await call('verify', { json: invoice })).ok).toBe(false)
  })

  it('check a document in JSON and in XML, with place and reason', async () => {
    const { call } = desk()
    expect(await call('validate', { json: invoice })).toMatchObject({ ok: true, valid: true })
    const bad = await call('validate', { json: { ...invoice, Total: '1.00', Receptorr: {} } })
    expect(bad).toMatchObject({ ok: true, valid: false })
    const { findings } = bad as unknown as {
      findings: { code: string; message: string; path: string }[]
    }
    expect(findings.some(({ message }) => message.includes('Receptorr'))).toBe(true)
    expect(JSON.stringify(findings)).not.toContain('"value"')
    expect(await call('validate', { xml: '<no>' })).toMatchObject({ ok: true, valid: false })
    expect(await call('validate', { json: '{"Version":' })).toMatchObject({
      ok: true,
      valid: false,
    })
    for (const input of [{}, { json: invoice, xml: '<no/>' }])
      expect((await call('validate', input)).ok).toBe(false)
  })

  it('return a limited number of findings, and the number of the others', async () => {
    const Conceptos = Array.from({ length: 80 }, () => ({}))
    const answer = await desk().call('validate', { json: { ...invoice, Conceptos } })
    expect((answer as unknown as { findings: unknown[] }).findings).toHaveLength(50)
    expect((answer as unknown as { more: number }).more).toBeGreaterThan(30)
  })

  it('explain a rule, and its outcome in a document', async () => {
    const { call } = desk()
    expect(await call('explain', { code: 'CFDI40119' })).toMatchObject({
      ok: true,
      rules: [{ field: 'Total' }],
    })
    const holds = await call('explain', { code: 'CFDI40119', json: invoice })
    expect(holds).toMatchObject({ ok: true, outcomes: [{ outcome: 'holds' }] })
    const broken = await call('explain', { code: 'CFDI40119', json: { ...invoice, Total: '1.00' } })
    expect(broken).toMatchObject({
      outcomes: [{ outcome: 'broken', why: expect.stringContaining('Total') }],
    })
    for (const code of ['301', '708', 'csd_password', 'CO1001'])
      expect(await call('explain', { code })).toMatchObject({
        ok: true,
        codes: { 0: { cure: expect.any(String) } },
      })
    const slip = await call('explain', { code: 'CFDI4011' })
    expect(slip).toMatchObject({
      ok: false,
      message: expect.stringContaining('¿quiso decir CFDI40'),
    })
    expect((await call('explain', { code: 'CFDI40119', json: '{' })).ok).toBe(true)
  })

  it('preview the document without sealing it', async () => {
    const { call, pac } = desk()
    const shown = await call('draft', { json: invoice })
    expect(shown).toMatchObject({
      ok: true,
      valid: true,
      document: { Emisor: { Rfc: person.certificate.rfc } },
    })
    expect(shown).toHaveProperty('totals.Total')
    expect(await call('draft', { json: {} })).toMatchObject({ ok: true, valid: false })
    expect(pac.stamped.size).toBe(0)
  })

  it('stamp once under a key, and return code and findings of a failure', async () => {
    const { call, pac } = desk({ allow: ['stamp'] })
    const first = await call('stamp', { json: invoice, key: 'pedido-1' })
    expect(first).toMatchObject({
      ok: true,
      cfdi: { UUID: expect.any(String), XML: expect.any(String) },
      warnings: [],
    })
    expect(await call('stamp', { json: JSON.stringify(invoice), key: 'pedido-1' })).toEqual(first)
    expect(pac.stamped.size).toBe(1)
    expect(
      await call('stamp', { json: { ...invoice, Serie: 'B' }, key: 'pedido-1' }),
    ).toMatchObject({
      ok: false,
      code: 711,
    })
    const no = await call('stamp', { json: { ...invoice, Total: '1.00' }, key: 'pedido-2' })
    expect(no).toMatchObject({ ok: false, code: 702, errors: [{ field: 'Total' }] })
    expect(pac.stamped.size).toBe(1)
  })

  it('ask nobody to cancel before the confirmation, which has the facts of the invoice', async () => {
    const asked: object[] = []
    const facts = { Total: '1160.00', Moneda: 'MXN', Receptor: 'XAXX010101000' }
    const { call } = desk({
      host: {
        find: async () => ({ cfdis: [{ UUID: uuid, ...facts }] }),
        cancel: async (given) => {
          asked.push(given)
          return { ok: true, phase: 'accepted' }
        },
      },
      allow: ['cancel'],
    })
    const wish = { uuid, motivo: '01', folioSustitucion: uuid }
    const { confirmacion } = (await call('cancel', wish)) as unknown as { confirmacion: string }
    expect(confirmacion).toBe(
      `Cancelar ${uuid} de 1160.00 MXN a XAXX010101000 con motivo 01 y sustituto ${uuid}`,
    )
    expect(asked).toEqual([])
    await call('cancel', { ...wish, confirmacion })
    expect(asked).toEqual([{ uuid, motivo: '01', folioSustitucion: uuid }])
  })

  it('search the catalogues, by a code or by words', async () => {
    const { call } = desk()
    expect(await call('catalog', { catalog: 'c_usocfdi', search: 'G03' })).toMatchObject({
      catalog: 'c_UsoCFDI',
      rows: [{ clave: 'G03', texto: 'Gastos en general.' }],
    })
    const words = await call('catalog', { catalog: 'c_ClaveProdServ', search: 'gatos', limit: 3 })
    expect((words as unknown as { rows: object[] }).rows.length).toBeGreaterThan(0)
    expect((words as unknown as { rows: object[] }).rows.length).toBeLessThan(4)
    expect(await call('catalog', { catalog: 'c_FormaPago', limit: 2 })).toMatchObject({
      rows: [{ clave: '01' }, { clave: '02' }],
    })
    expect(await call('catalog', { catalog: 'c_UsoCDFI' })).toMatchObject({
      ok: false,
      message: 'No hay un catálogo c_UsoCDFI. ¿Quiso decir c_UsoCFDI?',
    })
  })

  it('pass the host its own arguments', async () => {
    const { call } = desk({ host, allow: ['cancel'] })
    expect(await call('find', { receptor: 'XAXX010101000' })).toEqual({
      ok: true,
      cfdis: [{ UUID: uuid, limit: 10 }],
    })
    expect(await call('status', { uuid })).toEqual({
      ...{ ok: true, UUID: uuid, state: 'cancelledDirectly', cancelled: true, phase: 'cancelled' },
    })
    expect(await call('balance', {})).toEqual({ ok: true, available: 9, balance: 10, reserved: 1 })
    const asked = await call('cancel', { uuid, motivo: '02' })
    expect(asked).toEqual({
      ...{ ok: true, UUID: uuid, confirmacion: `Cancelar ${uuid} con motivo 02` },
    })
    const { confirmacion } = asked as unknown as { confirmacion: string }
    expect(await call('cancel', { uuid, motivo: '02', confirmacion })).toEqual({
      ok: true,
      UUID: uuid,
      phase: 'accepted',
    })
    for (const wrong of ['sí', `${confirmacion} `, confirmacion.replace('02', '03')])
      expect(await call('cancel', { uuid, motivo: '02', confirmacion: wrong })).toMatchObject({
        ok: false,
        errors: [{ field: 'confirmacion' }],
      })
    for (const bad of [{ motivo: '01' }, { motivo: '02', folioSustitucion: uuid }])
      expect(await call('cancel', { uuid, ...bad })).toMatchObject({
        ok: false,
        errors: [{ field: 'folioSustitucion' }],
      })
  })

  it.each([
    ['stamp', { json: invoice }, 'key'],
    ['stamp', { json: invoice, key: 'a b' }, 'key'],
    ['stamp', { json: 5, key: 'a' }, 'json'],
    ['stamp', { jason: invoice, json: invoice, key: 'a' }, 'jason'],
    ['cancel', { uuid: 'x', motivo: '02' }, 'uuid'],
    ['cancel', { uuid, motivo: '05' }, 'motivo'],
    ['find', { limit: 1000 }, 'limit'],
    ['find', { limit: '10' }, 'limit'],
    ['find', { desde: '21/11/2026' }, 'desde'],
    ['explain', { code: '' }, 'code'],
    ['balance', [], ''],
    ['balance', 'x', ''],
  ])('answer %s of %o with a finding about %s, and do nothing', async (name, input, field) => {
    const { call, pac } = desk({ host, allow: ['stamp', 'cancel'] })
    const answer = await call(name, input)
    expect(answer).toMatchObject({ ok: false, errors: [{ field, element: 'argumentos' }] })
    expect(pac.stamped.size).toBe(0)
  })

  it('take nothing for no arguments', async () => {
    expect(await desk({ host }).call('balance', undefined)).toMatchObject({ ok: true })
    expect(await desk({ host }).call('status', undefined)).toMatchObject({
      ok: false,
      errors: [{ field: 'uuid' }],
    })
  })

  it('hide errors of the host from the model', async () => {
    const errors: unknown[] = []
    const balance = () => Promise.reject(new Error('password=hunter2'))
    const { call } = desk({
      host: { balance },
      onError: (error, tool) => errors.push([String(error), tool]),
    })
    expect(JSON.stringify(await call('balance', {}))).not.toContain('hunter2')
    expect(errors).toEqual([['Error: password=hunter2', 'balance']])
    const throws = () => {
      throw new Error('a log that fails')
    }
    expect(await desk({ host: { balance }, onError: throws }).call('balance', {})).toMatchObject({
      ok: false,
    })
  })

  it('fit in a context, with the schema of drafts once', () => {
    const tools = desk({ host, allow: ['stamp', 'cancel'] }).tools.map(
      ({ handler: _, ...tool }) => tool,
    )
    const sizes = tools.map((tool) => JSON.stringify(tool).length)
    expect(sizes.filter((size) => size > 5_000)).toHaveLength(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(35_000)
  })
})
