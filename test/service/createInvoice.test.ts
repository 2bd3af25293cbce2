/**
 * POST /api/v5/invoice/create: its inputs, and every response.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { Signer } from '../../src/certificate/signer.js'
import { createMemoryFolios } from '../../src/engine/folios.js'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import { createUnsafeMemoryOrders, type Order } from '../../src/engine/orders.js'
import type { FailureBody } from '../../src/service/answer.js'
import { createRecordDocuments } from '../../src/service/documents.js'
import type { EnvironmentOptions } from '../../src/service/environment.js'
import { createMemoryServiceStore } from '../../src/service/memoryStore.js'
import { createService } from '../../src/service/service.js'
import { InstantPac } from '../engine/host.js'
import { noon } from '../fixtures.js'
import {
  ask,
  bodyOf,
  codeOf,
  type Desk,
  issuer,
  json,
  openDesk,
  productionSigner,
  signer,
} from './desk.js'

interface Created {
  readonly cfdi: {
    readonly UUID: string
    readonly XML: string
    readonly UrlXml: string
    readonly UrlPdf?: string
  }
}

const balanceOf = ({ service }: Desk) => service.accounts('sandbox').balance('uno')

describe('an invoice', () => {
  it('is stamped: UUID, XML in Base64, links, and a credit less', async () => {
    const desk = await openDesk({ options: { pdf: async () => new Uint8Array([1]) } })
    const answer = await ask(desk)
    const { cfdi } = bodyOf<Created>(answer)
    const xml = Buffer.from(cfdi.XML, 'base64').toString('utf8')
    expect(xml).toContain(`UUID="${cfdi.UUID}"`)
    expect(cfdi.UrlXml).toContain(
      `https://facturas.example.mx/api/v5/documents/sandbox/${cfdi.UUID}.xml?expires=`,
    )
    expect(cfdi.UrlPdf).toContain(`/${cfdi.UUID}.pdf?`)
    expect(answer.headers).toMatchObject({
      'idempotency-key': expect.stringMatching(/^[\dA-F-]{36}$/),
    })
    expect(answer.body).toMatchObject({
      environment: 'sandbox',
      aviso: expect.stringContaining('sin validez fiscal'),
    })
    expect(await balanceOf(desk)).toEqual({
      granted: 10,
      stamped: 1,
      reserved: 0,
      balance: 9,
      available: 9,
    })
  })

  it('is the same under the same key, and another document under it is 711', async () => {
    const desk = await openDesk()
    const headers = { 'idempotency-key': 'pedido 8114'.replace(' ', '-') }
    const answers = await Promise.all([
      ask(desk, undefined, headers),
      ask(desk, undefined, headers),
    ])
    const [first, second] = answers.map((answer) => bodyOf<Created>(answer).cfdi)
    expect(second).toEqual(first)
    expect(bodyOf<Created>(await ask(desk, undefined, headers)).cfdi.UUID).toBe(first?.UUID)
    const other = await ask(desk, { json: json({ Folio: '8' }) }, headers)
    expect([other.status, codeOf(other)]).toEqual([409, 711])
    expect(await balanceOf(desk)).toMatchObject({ stamped: 1, reserved: 0 })
  })

  it('records the invoice, its XML, its event and its mail', async () => {
    const desk = await openDesk()
    const { cfdi } = bodyOf<Created>(
      await ask(desk, { json: json(), enviar_mail: 'Sí' }, { 'Idempotency-Key': 'k/1' }),
    )
    const store = desk.stores.sandbox
    expect(await store.invoices.get(cfdi.UUID)).toMatchObject({
      owner: 'uno',
      emisor: issuer,
      folio: '7',
      key: 'sandbox/uno/k/1',
    })
    expect(await store.events.get(`cfdi.stamped/${cfdi.UUID}`)).toMatchObject({
      ...{ type: 'cfdi.stamped', version: 1, environment: 'sandbox', owner: 'uno' },
      data: { UUID: cfdi.UUID, key: 'k/1', Emisor: issuer },
    })
    expect(await store.mails.get(cfdi.UUID)).toMatchObject({ tries: 0 })
    const xml = await desk.service.document('sandbox', 'xml', cfdi.UUID)
    expect(Buffer.from(xml).toString('base64')).toBe(cfdi.XML)
  })

  it.each(['no', '0', '', 'false'])('is not mailed when enviar_mail is %j', async (enviar_mail) => {
    const desk = await openDesk()
    const { cfdi } = bodyOf<Created>(await ask(desk, { json: json(), enviar_mail }))
    expect(await desk.stores.sandbox.mails.get(cfdi.UUID)).toBeUndefined()
  })

  it('defaults to the only issuer of its account', async () => {
    const desk = await openDesk()
    const { Emisor } = JSON.parse(json()) as { Emisor: object }
    const answer = await ask(desk, {
      json: json({ Emisor: { ...Emisor, Rfc: undefined, Nombre: 'AUTO' } }),
    })
    bodyOf<Created>(answer)
  })
})

describe('nothing is stamped, and no credit goes', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, number, number])[] = [
    ['no json', {}, 400, 725],
    ['a flag that is neither yes nor no', { json: json(), enviar_mail: 'quizá' }, 400, 725],
    ['malformed JSON', { json: '{"Serie": ' }, 400, 701],
    ['JSON that is no object', { json: '[]' }, 400, 701],
    ['an invalid document', { json: json({ FormaPago: '00' }) }, 422, 702],
    [
      'an issuer that is not of the account',
      { json: json({ Emisor: { Rfc: 'EKU9003173C9' } }) },
      403,
      722,
    ],
  ]
  it.each(cases)('%s', async (_, form, status, code) => {
    const desk = await openDesk()
    const answer = await ask(desk, form)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    const { message, errors } = answer.body as FailureBody
    expect(message).not.toBe('')
    for (const error of errors)
      expect(error).toMatchObject({ element: expect.any(String), field: expect.any(String) })
    expect(desk.pac.stamped.size).toBe(0)
    expect(await balanceOf(desk)).toMatchObject({ stamped: 0, reserved: 0 })
  })

  it('702 has every finding with element, field and message', async () => {
    const desk = await openDesk()
    const { errors } = (await ask(desk, { json: json({ FormaPago: '00', Moneda: 'ZZZ' }) }))
      .body as FailureBody
    expect(errors.length).toBeGreaterThan(1)
    expect(errors[0]).toMatchObject({
      element: 'Comprobante',
      field: expect.any(String),
      message: expect.any(String),
    })
  })

  it.each([
    ['rejects', 422, 705],
    ['refuses', 503, 706],
    ['is unavailable', 503, 707],
  ] as const)('the PAC %s', async (fault, status, code) => {
    const desk = await openDesk()
    desk.pac.will(fault)
    const headers = { 'idempotency-key': 'k' }
    const answer = await ask(desk, undefined, headers)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expect(JSON.stringify(answer.body)).not.toContain('sealed')
    expect(await balanceOf(desk)).toMatchObject({ stamped: 0, reserved: 0 })
    bodyOf<Created>(await ask(desk, { json: json({ Folio: '8' }) }, headers))
  })

  it('without credits: 724, and nothing is sealed', async () => {
    let sealed = 0
    const counting: Signer = {
      ...signer,
      sign: (bytes) => {
        sealed++
        return signer.sign(bytes)
      },
    }
    const desk = await openDesk({ sandbox: { signers: counting } })
    for (let at = 0; at < 10; at++)
      bodyOf<Created>(await ask(desk, { json: json({ Folio: `${at}` }) }))
    const answer = await ask(desk, { json: json({ Folio: '11' }) }, { 'idempotency-key': 'once' })
    expect([answer.status, codeOf(answer), sealed]).toEqual([402, 724, 10])
    await desk.service.accounts('sandbox').grant('uno', 1, 'pago 1')
    bodyOf<Created>(await ask(desk, { json: json({ Folio: '11' }) }, { 'idempotency-key': 'once' }))
  })

  it('an invalid document reserves no credit: 10 of 10 valid ones are stamped beside 30 invalid ones', async () => {
    const desk = await openDesk()
    const forms = Array.from({ length: 40 }, (_, at) =>
      json({ Folio: `${at}`, ...(at % 4 === 0 ? {} : { FormaPago: '00' }) }),
    )
    const answers = await Promise.all(forms.map((text) => ask(desk, { json: text })))
    const codes = answers.map((answer) => (answer.status === 200 ? 200 : codeOf(answer)))
    expect(codes).toEqual(forms.map((_, at) => (at % 4 === 0 ? 200 : 702)))
    expect(await balanceOf(desk)).toMatchObject({ stamped: 10, reserved: 0, available: 0 })
    const invalid = await ask(desk, { json: json({ FormaPago: '00' }) })
    expect(codeOf(invalid)).toBe(702)
  })
})

describe('a key whose order the engine has forgotten', () => {
  const headers = { 'idempotency-key': 'pedido-1' }

  it('answers its invoice, and takes no second credit', async () => {
    const desk = await openDesk()
    const { cfdi } = bodyOf<Created>(await ask(desk, undefined, headers))
    const { sandbox } = desk.stores
    const pac = new InstantPac()
    const service = createService({
      environments: {
        sandbox: {
          signers: signer,
          provider: pac.provider,
          orders: createUnsafeMemoryOrders(),
          store: sandbox,
        },
      },
      links: { base: 'https://facturas.example.mx', secret: new Uint8Array(32).fill(7) },
      clock: () => noon,
    })
    const later = { service, key: desk.key }
    const again = await ask(later, undefined, headers)
    expect(bodyOf<Created>(again).cfdi).toEqual(cfdi)
    expect(pac.stamped.size).toBe(0)
    expect(await balanceOf(desk)).toMatchObject({ stamped: 1, reserved: 0 })
    const other = await ask(later, { json: json({ Folio: '8' }) }, headers)
    expect([other.status, codeOf(other)]).toEqual([409, 711])
    expect((other.body as FailureBody).message).not.toContain('sandbox/')
  })
})

describe('an answer that is lost', () => {
  it('is 708 and holds the credit; the same key gives the stamp, and takes one credit', async () => {
    const desk = await openDesk()
    desk.pac.will('loses the answer')
    const lost = await ask(desk)
    expect([lost.status, codeOf(lost)]).toEqual([504, 708])
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
    expect(await balanceOf(desk)).toMatchObject({ stamped: 0, reserved: 1, available: 9 })
    const key = lost.headers['idempotency-key'] as string
    bodyOf<Created>(await ask(desk, undefined, { 'idempotency-key': key }))
    expect(await balanceOf(desk)).toMatchObject({ stamped: 1, reserved: 0 })
    expect(desk.pac.stamped.size).toBe(1)
  })

  it('is found by recover, with its event and its mail', async () => {
    const desk = await openDesk()
    desk.pac.will('loses the answer')
    await ask(desk, { json: json(), enviar_mail: 'si' })
    expect(await desk.service.recover()).toEqual({ stamped: 1, held: 0 })
    const [UUID = ''] = desk.pac.stamped.values()
    expect(await desk.stores.sandbox.events.get(`cfdi.stamped/${UUID}`)).toBeDefined()
    expect(await desk.stores.sandbox.mails.get(UUID)).toBeDefined()
    expect(await desk.service.recover()).toEqual({ stamped: 0, held: 0 })
    expect(await balanceOf(desk)).toMatchObject({ stamped: 1, reserved: 0 })
  })

  it('of which one cannot be recorded does not stop the others', async () => {
    const desk = await openDesk()
    desk.pac.will('loses the answer', 'loses the answer')
    for (const Folio of ['1', '2']) await ask(desk, { json: json({ Folio }) })
    const { sandbox } = desk.stores
    const [poison = ''] = desk.pac.stamped.values()
    const { transaction } = sandbox
    sandbox.transaction = (run) =>
      transaction((tables) => {
        const put: typeof tables.documents.put = (record) =>
          record.id === `xml/${poison}`
            ? Promise.reject(new Error('disco lleno'))
            : tables.documents.put(record)
        return run({ ...tables, documents: { ...tables.documents, put } })
      })
    await expect(desk.service.recover()).rejects.toThrow('disco lleno')
    expect(await balanceOf(desk)).toMatchObject({ stamped: 1, reserved: 1 })
    sandbox.transaction = transaction
    desk.now += 300_001
    expect(await desk.service.recover()).toEqual({ stamped: 1, held: 0 })
  })

  it('holds while a PAC does not hear, and another document under its key does not free it', async () => {
    const desk = await openDesk()
    desk.pac.will('does not hear', 'does not hear', 'does not hear')
    await ask(desk, undefined, { 'idempotency-key': 'k' })
    expect(
      codeOf(await ask(desk, { json: json({ Folio: '8' }) }, { 'idempotency-key': 'k' })),
    ).toBe(711)
    expect(await desk.service.recover()).toEqual({ stamped: 0, held: 1 })
    expect(await balanceOf(desk)).toMatchObject({ stamped: 0, reserved: 1 })
  })

  it('of orders that fail: nothing was sent, and the credit comes back', async () => {
    const orders = createUnsafeMemoryOrders()
    let fails = true
    const failing = {
      ...orders,
      append: (order: Order) =>
        fails ? Promise.reject(new Error('disco lleno')) : orders.append(order),
    }
    const desk = await openDesk({ sandbox: { orders: failing } })
    const answer = await ask(desk)
    expect([answer.status, codeOf(answer)]).toEqual([503, 710])
    expect(await balanceOf(desk)).toMatchObject({ stamped: 0, reserved: 0 })
    fails = false
    bodyOf<Created>(await ask(desk))
  })
})

describe('the two environments', () => {
  const keyOf = async ({ service }: Desk) =>
    (await service.accounts('production').issueKey({ account: 'uno' })).key

  it('know nothing of each other', async () => {
    const desk = await openDesk()
    const production = { service: desk.service, key: await keyOf(desk) }
    const headers = { 'idempotency-key': 'k' }
    const there = await ask(production, undefined, headers)
    const here = await ask(desk, { json: json({ Folio: '8' }) }, headers)
    expect(bodyOf<Created>(there).cfdi.UUID).not.toBe(bodyOf<Created>(here).cfdi.UUID)
    expect(there.body).not.toHaveProperty('aviso')
    expect(await desk.service.accounts('production').balance('uno')).toMatchObject({ stamped: 1 })
    expect(await balanceOf(desk)).toMatchObject({ stamped: 1 })
    const moved = production.key.replace('cfdi_production_', 'cfdi_sandbox_')
    expect(codeOf(await ask({ service: desk.service, key: moved }))).toBe(720)
  })

  it('may share nothing that stamps or keeps', async () => {
    const shared: Partial<EnvironmentOptions> = {
      store: createMemoryServiceStore(),
      documentStore: createRecordDocuments(createMemoryServiceStore()),
      provider: new InstantPac().provider,
      orders: createUnsafeMemoryOrders(),
      folios: createMemoryFolios(),
      cancellations: createUnsafeMemoryCancellations(),
    }
    for (const [name, part] of Object.entries(shared)) {
      const one = { [name]: part }
      await expect(openDesk({ sandbox: one, production: one })).rejects.toThrow(
        `sandbox and production share ${name}`,
      )
      await expect(openDesk({ sandbox: one })).resolves.toBeDefined()
    }
  })

  it('refuse the CSD of the other: nothing is sealed', async () => {
    const desk = await openDesk({
      sandbox: { signers: productionSigner },
      production: { signers: signer },
    })
    const production = { service: desk.service, key: await keyOf(desk) }
    for (const each of [desk, production]) {
      const answer = await ask(each)
      expect([answer.status, codeOf(answer)]).toEqual([422, 723])
    }
    expect(desk.pac.stamped.size).toBe(0)
    expect(await balanceOf(desk)).toMatchObject({ stamped: 0, reserved: 0 })
  })

  it('refuse a CSD that no authority of theirs signed', async () => {
    const desk = await openDesk({ sandbox: { anchors: [productionSigner.certificate] } })
    expect(codeOf(await ask(desk))).toBe(723)
  })
})
