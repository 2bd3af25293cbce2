/**
 * The service as its users have it, over real sockets: an account, a stamp, its documents by their
 * links, mail at an SMTP server, a signed webhook, payment and cancellation; and every kind of
 * rejection.
 * @module
 */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { readCfdi, verifySello } from 'cfdi-stamp'
import { pago } from 'cfdi-stamp/build'
import { retencionDePremio } from 'cfdi-stamp/retenciones'
import { verifyWebhook } from 'cfdi-stamp/service'
import { SMTPServer } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { call, type Host, invoice, openHost, stamp, until } from './host.ts'

interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const deliveries: Delivery[] = []
const mails: string[] = []
let host: Host
let secret: string
let webhook: string

const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  deliveries.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
  // The first delivery is lost: the sender must repeat it.
  response.writeHead(deliveries.length === 1 ? 503 : 204).end()
})
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _, done) {
    let mail = ''
    stream.on('data', (chunk: Buffer) => {
      mail += chunk.toString()
    })
    stream.on('end', () => {
      mails.push(mail)
      done()
    })
  },
})

/**
 * The events of a type that were delivered, each with a signature that two implementations verify.
 */
async function delivered(type: string) {
  const all: { type: string; data: Record<string, string> }[] = []
  for (const { headers, body } of deliveries) {
    const { ok } = await verifyWebhook({ headers, body }, [secret], { now: Date.now() })
    assert.ok(ok)
    all.push(
      new Webhook(secret).verify(body, headers as Record<string, string>) as (typeof all)[number],
    )
  }
  return all.filter((event) => event.type === type)
}

before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  host = await openHost({
    env: {
      WEBHOOK_ALLOW: origin,
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_ADDRESSES: '{"PLO150312QT1":["compras@example.com"]}',
    },
  })
  const { status, body } = await call(host, 'webhooks', { form: { url: `${origin}/ganchos` } })
  assert.equal(status, 201)
  secret = body.secret
  webhook = body.id
})

after(async () => {
  await host.close()
  receiver.close()
  smtp.close()
})

describe('a yes', () => {
  let factura: { UUID: string; XML: string; UrlXml: string; UrlPdf: string }
  const ppd = invoice({ MetodoPago: 'PPD', FormaPago: '99' })

  it('stamps, with a seal that verifies, and says that it is the sandbox', async () => {
    const headers = { 'idempotency-key': 'pedido-1' }
    const form = { json: JSON.stringify(ppd), enviar_mail: 'sí' }
    const {
      status,
      body,
      headers: answered,
    } = await call(host, 'invoice/create', { form, headers })
    factura = body.cfdi
    assert.equal(status, 200)
    assert.equal(answered.get('idempotency-key'), 'pedido-1')
    assert.match(body.aviso, /sin validez fiscal/)
    const { intact } = await verifySello(Buffer.from(factura.XML, 'base64'), { anchors: 'none' })
    assert.ok(intact)
    const again = await call(host, 'invoice/create', { form, headers })
    assert.equal(again.body.cfdi.UUID, factura.UUID)
  })

  it('gives XML and PDF by their links, without a key', async () => {
    const at = (link: string) => fetch(link.replace(/^http:\/\/localhost/, host.origin))
    const xml = await at(factura.UrlXml)
    assert.equal(Buffer.from(await xml.arrayBuffer()).toString('base64'), factura.XML)
    const pdf = await at(factura.UrlPdf)
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.equal(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5), '%PDF-')
  })

  it('mails both to the client', async () => {
    const mail = await until(() => mails[0])
    assert.match(mail, /To: compras@example\.com/)
    for (const kind of ['xml', 'pdf'])
      assert.match(mail, new RegExp(`filename="?${factura.UUID}\\.${kind}`))
  })

  it('delivers cfdi.stamped, signed, again after it was lost', async () => {
    const found = await until(async () =>
      (await delivered('cfdi.stamped')).length >= 2 ? delivered('cfdi.stamped') : undefined,
    )
    assert.deepEqual([...new Set(found.map(({ data }) => data.UUID))], [factura.UUID])
  })

  it('gives the webhook another secret, and signs with both', async () => {
    const { body } = await call(host, `webhooks/${webhook}/rotate`, { form: { overlap: '3600' } })
    assert.match(body.secret, /^whsec_/)
    const before = deliveries.length
    const id = `cfdi.stamped/${factura.UUID}`
    assert.equal((await call(host, 'events/replay', { form: { id } })).body.deliveries, 1)
    const again = await until(() => deliveries[before])
    for (const each of [secret, body.secret])
      assert.ok(new Webhook(each).verify(again.body, again.headers as Record<string, string>))
  })

  let receipt: string
  it('is paid by two receipts', async () => {
    const paid = readCfdi(Buffer.from(factura.XML, 'base64'))
    const Fecha = 'AUTO'
    await stamp(host, {
      ...pago([{ factura: paid }], { FechaPago: today(), FormaDePagoP: '03', Monto: '16.00' }),
      Fecha,
    })
    assert.deepEqual(await delivered('cfdi.paid'), [])
    const rest = { factura: paid, NumParcialidad: 2, ImpSaldoAnt: '100.00' }
    const second = pago([rest], { FechaPago: today(), FormaDePagoP: '03', Monto: '100.00' })
    receipt = (await stamp(host, { ...second, Fecha })).UUID
    const [event] = await until(async () => {
      const found = await delivered('cfdi.paid')
      return found.length > 0 && found
    })
    assert.deepEqual([event?.data['UUID'], event?.data['balance']], [factura.UUID, '0.00'])
  })

  it('is not paid any more when one of them is cancelled', async () => {
    assert.equal(
      (await call(host, `invoice/${receipt}/cancel`, { form: { motivo: '02' } })).status,
      200,
    )
    const [event] = await until(async () => {
      const found = await delivered('cfdi.unpaid')
      return found.length > 0 && found
    })
    assert.deepEqual([event?.data['UUID'], event?.data['balance']], [factura.UUID, '100.00'])
  })

  it('cancels, tells it, and answers the state at the SAT', async () => {
    const { UUID } = await stamp(host)
    const { status, body } = await call(host, `invoice/${UUID}/cancel`, { form: { motivo: '02' } })
    assert.equal(status, 200, JSON.stringify(body))
    await until(async () =>
      (await delivered('cfdi.cancelled')).some(({ data }) => data['UUID'] === UUID),
    )
    const told = await call(host, `invoice/${UUID}/status`)
    assert.equal(told.body.isCancelled, true)
  })

  it('stamps a retención, with its PDF, its mail and its event, and cancels it', async () => {
    const premio = { EntidadFederativa: '09', MontTotPago: '1000.00', TasaLocal: '0.06' } as const
    const draft = retencionDePremio(premio, {
      Emisor: { RegimenFiscalE: '612' },
      LugarExpRetenc: '06600',
      Receptor: {
        ...{ RfcR: 'PLO150312QT1', NomDenRazSocR: 'PAPELERIA LUNA DE OCTUBRE' },
        DomicilioFiscalR: '64000',
      },
      Periodo: { MesIni: '10', Ejercicio: '2026' },
    })
    const form = { json: JSON.stringify(draft), enviar_mail: 'sí' }
    const { status, body } = await call(host, 'invoice/create', { form })
    assert.equal(status, 200, JSON.stringify(body))
    const { UUID, UrlPdf, Total } = body.cfdi
    assert.equal(Total, '10.00')
    const pdf = await fetch(UrlPdf.replace(/^http:\/\/localhost/, host.origin))
    assert.equal(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5), '%PDF-')
    await until(() => mails.find((mail) => mail.includes(`${UUID}.xml`)))
    const [event] = await until(async () => {
      const found = await delivered('retencion.stamped')
      return found.length > 0 && found
    })
    assert.deepEqual([event?.data['UUID'], event?.data['Total']], [UUID, '10.00'])
    const asked = await call(host, `invoice/${UUID}/cancel`, { form: { motivo: '02' } })
    assert.equal(asked.body.cancellation.phase, 'accepted', JSON.stringify(asked.body))
    const told = await call(host, `invoice/${UUID}`)
    assert.equal(told.body.cfdi.TipoDeComprobante, 'Retenciones')
  })

  it('counted each stamp once', async () => {
    const { body } = await call(host, 'balance')
    assert.deepEqual([body.granted, body.stamped, body.balance, body.reserved], [10, 5, 5, 0])
    assert.equal((await call(host, 'invoice')).body.data.length, 5)
  })
})

/** Noon of yesterday would do too: a payment lies in the past. */
function today(): string {
  return new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
}

describe('a no', () => {
  const json = JSON.stringify(invoice())
  const create = (init: Parameters<typeof call>[2]) => call(host, 'invoice/create', init)
  const balance = async () => (await call(host, 'balance')).body.stamped
  const cases: Record<string, [() => ReturnType<typeof call>, number, number]> = {
    'no key': [() => create({ form: { json }, headers: { 'x-api-key': '' } }), 401, 720],
    'a wrong key': [
      () => create({ form: { json }, headers: { 'x-api-key': `${host.key.slice(0, -1)}x` } }),
      401,
      720,
    ],
    'no json': [() => create({ form: { enviar_mail: 'no' } }), 400, 725],
    'malformed JSON': [() => create({ form: { json: '{"Version": ' } }), 400, 701],
    'a document that is not valid': [
      () => create({ form: { json: json.replace('"G03"', '"X03"') } }),
      422,
      702,
    ],
    'a body that is too large': [() => create({ form: { json: ' '.repeat(5 << 20) } }), 413, 726],
    'an issuer that is somebody else': [
      () => create({ form: { json: json.replace('TOAM850417U21', 'PLO150312QT1') } }),
      403,
      722,
    ],
    'no such document': [
      () => call(host, 'invoice/00000000-0000-4000-8000-000000000000'),
      404,
      727,
    ],
    'a method that it has not': [() => create({ method: 'PATCH', form: { json } }), 405, 728],
    'JSON for a form': [
      () => create({ method: 'POST', body: json, headers: { 'content-type': 'application/json' } }),
      415,
      729,
    ],
  }
  for (const [name, [ask, status, code]] of Object.entries(cases))
    it(name, async () => {
      const before = await balance()
      const answer = await ask()
      assert.deepEqual(
        [answer.status, answer.body.code],
        [status, code],
        JSON.stringify(answer.body),
      )
      assert.ok(answer.body.message.length > 0 && Array.isArray(answer.body.errors))
      assert.equal(await balance(), before)
    })

  it('702 says the element and the field', async () => {
    const { body } = await create({ form: { json: json.replace('"G03"', '"X03"') } })
    assert.ok(
      body.errors.some(({ element, field }) => element === 'Receptor' && field === 'UsoCFDI'),
    )
  })

  it('a key that was used with another document', async () => {
    const headers = { 'idempotency-key': 'pedido-1' }
    const { status, body } = await create({ form: { json }, headers })
    assert.deepEqual([status, body.code], [409, 711])
  })

  it('a PAC that is down: the credit comes back, and the same key stamps when the PAC does', async () => {
    const [before, headers] = [await balance(), { 'idempotency-key': 'sin-linea' }]
    host.line.isDown = true
    const { status, body } = await create({ form: { json }, headers })
    host.line.isDown = false
    assert.deepEqual([status, body.code], [503, 707])
    const { body: now } = await call(host, 'balance')
    assert.deepEqual([now.stamped, now.reserved], [before, 0])
    assert.equal((await create({ form: { json }, headers })).status, 200)
  })

  it('no credits: nothing is stamped, and a grant mends it', async () => {
    const { body } = await call(host, 'balance')
    for (let left = body.available; left > 0; left--)
      await stamp(host, invoice({ Folio: String(left) }))
    const { status, body: no } = await create({
      form: { json: JSON.stringify(invoice({ Folio: '99' })) },
    })
    assert.deepEqual([status, no.code], [402, 724])
    await host.accounts.grant('uno', 1, 'pago 1')
    assert.equal(
      (await create({ form: { json: JSON.stringify(invoice({ Folio: '99' })) } })).status,
      200,
    )
  })
})
