/**
 * Consequences of stamps, over a whole service: an invoice and its receipts to `cfdi.paid` and
 * back, webhooks that a receiver verifies, and mail.
 * @module
 */
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import type { HttpRequest } from '../../src/pac/adapter/adapter.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createSandboxSat } from '../../src/pac/sandbox/sat.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { pago } from '../../src/sat/pagos20/build/pago.js'
import type { MailMessage } from '../../src/service/mail/composeMail.js'
import { sendMails } from '../../src/service/mail/sendMails.js'
import { readStatement } from '../../src/service/payments/ledger.js'
import { deliverEvents } from '../../src/service/webhooks/deliver.js'
import { noon } from '../fixtures.js'
import { ask, bodyOf, type Desk, json, openDesk } from './desk.js'

const own = createAuthority({ clock: () => new Date('2026-01-01T00:00:00Z') })
const issued = own.issuePac({ rfc: 'PSB200101AA1', name: 'PAC DE PRUEBAS' })
const authority = { ...own, issuePac: () => issued }
const person = await createSandboxPac({ authority, clock: () => noon }).issueCsd({
  rfc: 'TOAM850417U21',
  name: 'MARIANA TORRES ACOSTA',
})

/**
 * A service whose SAT cancels on request, with a webhook, and a clock that advances a minute per
 * read.
 */
async function open() {
  const world: { desk?: Desk } = {}
  const clock = () => new Date(noon.getTime() + (world.desk?.now ?? 0))
  const sat = createSandboxSat({ clock, authority, needsConsent: () => false, shownAfter: 60_000 })
  const provider = createSandboxPac({ authority, clock, sat })
  const sandbox = { signers: person, provider, cancellations: createUnsafeMemoryCancellations() }
  const desk = await openDesk({ sandbox, options: { clock } })
  world.desk = desk
  const headers = { 'x-api-key': desk.key }
  const form = { url: 'https://erp.example.mx/ganchos' }
  const { secret } = bodyOf<{ secret: string }>(await desk.service.createWebhook({ headers, form }))
  const store = desk.stores.sandbox
  const stamp = async (document: object, mail = 'no') =>
    bodyOf<{ cfdi: { UUID: string; XML: string } }>(
      await ask(desk, { json: JSON.stringify(document), enviar_mail: mail }),
    ).cfdi
  const deliver = async () => {
    const requests: HttpRequest[] = []
    const send = async (request: HttpRequest) => {
      requests.push(request)
      return { status: 200, headers: {}, body: new Uint8Array() }
    }
    await deliverEvents(store, { send, clock: { now: () => clock().getTime(), sleep: forever } })
    return requests.map(({ body, headers: given }) => {
      vi.setSystemTime(clock())
      return new Webhook(secret).verify(body as string, { ...given }) as {
        type: string
        data: { UUID: string }
      }
    })
  }
  return { desk, headers, store, stamp, deliver, clock }
}

const forever = (_: number, signal?: AbortSignal) =>
  new Promise<void>((end) => signal?.addEventListener('abort', () => end()))

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const ppd = { ...JSON.parse(json()), MetodoPago: 'PPD', FormaPago: '99' }

it('an invoice is paid by two receipts, is not when one is cancelled, and every word of it is delivered and signed', async () => {
  const { desk, headers, store, stamp, deliver } = await open()
  const invoice = await stamp(ppd)
  const factura = readCfdi(Buffer.from(invoice.XML, 'base64'))
  const half = { FechaPago: '2026-11-20', FormaDePagoP: '03', Monto: '100.00' }
  await stamp({ ...pago([{ factura }], half), Fecha: '2026-11-21T11:00:00' })
  expect(await readStatement(store.ledger, 'uno', invoice.UUID)).toMatchObject({
    payments: '100.00',
    paid: false,
  })
  const balance = (await readStatement(store.ledger, 'uno', invoice.UUID))?.balance
  const rest = pago([{ factura, NumParcialidad: 2, ImpSaldoAnt: balance }], {
    ...half,
    Monto: balance,
  })
  const read = async () =>
    bodyOf<{ cfdi: object }>(
      await desk.service.retrieveInvoice({ headers, params: { uuid: invoice.UUID } }),
    ).cfdi
  expect(await read()).toMatchObject({
    stampedAt: expect.stringMatching(/^2026-11-21T/),
    payment: { paid: false, payments: '100.00', balance },
  })
  const second = await stamp({ ...rest, Fecha: '2026-11-21T11:00:00' })
  expect(await read()).toMatchObject({ payment: { paid: true, balance: '0.00' } })
  const told = (await deliver()).map(({ type }) => type).sort()
  expect(told).toEqual(['cfdi.paid', 'cfdi.stamped', 'cfdi.stamped', 'cfdi.stamped'])
  bodyOf(
    await desk.service.cancelInvoice({
      headers,
      params: { uuid: second.UUID },
      form: { motivo: '02' },
    }),
  )
  desk.now += 3_600_000
  await desk.service.refresh()
  const after = await deliver()
  expect(after.map(({ type }) => type).sort()).toEqual(['cfdi.cancelled', 'cfdi.unpaid'])
  expect(after.find(({ type }) => type === 'cfdi.unpaid')?.data).toMatchObject({
    UUID: invoice.UUID,
    balance,
  })
  expect(await deliver()).toEqual([])
  bodyOf(await desk.service.replayEvent({ headers, form: { id: `cfdi.paid/${invoice.UUID}/1` } }))
  expect(await deliver()).toMatchObject([{ type: 'cfdi.paid' }])
})

it('a requested mail is sent after the stamp, with the documents of the service', async () => {
  const { desk, store, stamp, clock } = await open()
  const { UUID } = await stamp(ppd, 'sí')
  await stamp({ ...ppd, Folio: '8' })
  const messages: MailMessage[] = []
  const report = await sendMails(store, {
    environment: 'sandbox',
    send: async (message) => messages.push(message),
    document: (uuid, kind) =>
      kind === 'xml' ? desk.service.document('sandbox', kind, uuid) : Promise.resolve(undefined),
    from: { address: 'facturas@example.mx' },
    clock: { now: () => clock().getTime(), sleep: forever },
  })
  expect(report).toMatchObject({ done: 1, failed: 0 })
  expect(messages).toMatchObject([
    { messageId: `<${UUID}@example.mx>`, subject: expect.stringContaining('sin validez') },
  ])
})
