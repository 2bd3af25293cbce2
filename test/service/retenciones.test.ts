/**
 * Retenciones through the service: stamped, read, printed, mailed, cancelled and told as invoices
 * are, with events of their own.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import { renderPdf } from '../../src/pdf/renderPdf.js'
import type { Provider, StampOutcome } from '../../src/pac/provider.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createSandboxSat } from '../../src/pac/sandbox/sat.js'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import { insertTimbre } from '../../src/seal/insertTimbre.js'
import { parseSealed } from '../../src/seal/parseSealed.js'
import type { FailureBody } from '../../src/service/answer.js'
import type { EnvironmentOptions } from '../../src/service/environment.js'
import type { MailMessage } from '../../src/service/mail/composeMail.js'
import { sendMails } from '../../src/service/mail/sendMails.js'
import { noon } from '../fixtures.js'
import { dividendo } from '../sat/retenciones20/drafts.js'
import { ask, bodyOf, codeOf, type Desk, issuer, openDesk } from './desk.js'

const documents = [retenciones20]

/** The issuer of the desk is a person. */
const Emisor = { ...dividendo.Emisor, RegimenFiscalE: '612' }

const retencion = (changes: object = {}): string =>
  JSON.stringify({ ...dividendo, Emisor, ...changes })

interface Created {
  readonly cfdi: {
    readonly [name in 'UUID' | 'XML' | 'Folio' | 'Total' | 'UrlPdf' | 'UrlVerificacion']: string
  }
}

async function open(more: Partial<EnvironmentOptions> = {}): Promise<Desk> {
  const desk = { now: 0 }
  const clock = () => new Date(noon.getTime() + desk.now)
  const pac = createSandboxPac({ documents, clock, sat: createSandboxSat({ clock }) })
  const signers = await pac.issueCsd({ rfc: issuer, name: 'MARIANA TORRES ACOSTA' })
  const cancellations = createUnsafeMemoryCancellations()
  const received = await pac.trust()
  const sandbox = { signers, provider: pac, cancellations, documents, received, ...more }
  return openDesk({ sandbox, options: { pdf: (xml) => renderPdf(xml, { documents }) } })
}

describe('a retención', () => {
  it('is stamped, listed, read, printed, verified and told', async () => {
    const desk = await open()
    const headers = { 'x-api-key': desk.key }
    const { cfdi } = bodyOf<Created>(await ask(desk, { json: retencion() }))
    expect(cfdi).toMatchObject({ Folio: '1', Total: '100.00' })
    expect(cfdi.UrlVerificacion).toContain('prodretencionverificacion')
    const xml = Buffer.from(cfdi.XML, 'base64').toString()
    expect(checkXml(xml, { documents })).toEqual([])
    const record = {
      ...{ UUID: cfdi.UUID, TipoDeComprobante: 'Retenciones', Folio: '1', Total: '100.00' },
      ...{ Emisor: issuer, Receptor: 'CACX7605101P8', Moneda: 'MXN' },
    }
    const listed = bodyOf<{ data: object[] }>(await desk.service.listInvoices({ headers }))
    expect(listed.data).toMatchObject([record])
    const params = { uuid: cfdi.UUID }
    const read = bodyOf<Created>(await desk.service.retrieveInvoice({ headers, params }))
    expect(read.cfdi).toMatchObject({ ...record, XML: cfdi.XML })
    const { pathname: path, search } = new URL(cfdi.UrlPdf)
    const pdf = await desk.service.handle({
      ...{ method: 'GET', path, query: search.slice(1), headers: {}, body: new Uint8Array() },
    })
    expect([pdf.status, Buffer.from(pdf.body.slice(0, 5)).toString()]).toEqual([200, '%PDF-'])
    const verified = await desk.service.verifyInvoice({ headers, form: { xml } })
    expect(bodyOf(verified)).toMatchObject({ verification: { ok: true } })
    const { events } = desk.stores.sandbox
    expect(await events.page({ limit: 9 })).toMatchObject([
      {
        ...{ id: `retencion.stamped/${cfdi.UUID}`, type: 'retencion.stamped', version: 1 },
        data: {
          ...{ UUID: cfdi.UUID, Folio: '1', Emisor: issuer, Receptor: 'CACX7605101P8' },
          ...{ Total: '100.00', Moneda: 'MXN', Fecha: expect.stringMatching(/T/) },
        },
      },
    ])
    expect(await desk.stores.sandbox.ledger.page({ limit: 9 })).toEqual([])
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({ stamped: 1 })
  })

  it('is the same for its key, also once the engine forgot the order', async () => {
    let orders = createUnsafeMemoryOrders()
    const current = new Proxy(orders, {
      get: (_, name) => Reflect.get(orders, name),
    })
    const desk = await open({ orders: current })
    const headers = { 'idempotency-key': 'r-1' }
    const first = bodyOf<Created>(await ask(desk, { json: retencion() }, headers))
    const again = bodyOf<Created>(await ask(desk, { json: retencion() }, headers))
    expect(again.cfdi.XML).toBe(first.cfdi.XML)
    const other = retencion({ LugarExpRetenc: '06600' })
    expect(codeOf(await ask(desk, { json: other }, headers))).toBe(711)
    orders = createUnsafeMemoryOrders()
    const later = bodyOf<Created>(await ask(desk, { json: retencion() }, headers))
    expect(later.cfdi).toEqual({
      ...first.cfdi,
      UrlXml: expect.any(String),
      UrlPdf: expect.any(String),
    })
  })

  it('is cancelled without consent; the SAT has no status of it to ask for', async () => {
    let asked = 0
    const desk = await open({
      status: {
        status: async () => {
          asked++
          return { state: 'unavailable', message: '' }
        },
      },
    })
    const { UUID } = bodyOf<Created>(await ask(desk, { json: retencion() })).cfdi
    const call = { headers: { 'x-api-key': desk.key }, params: { uuid: UUID } }
    const cancelled = await desk.service.cancelInvoice({ ...call, form: { motivo: '02' } })
    const cancellation = { phase: 'accepted', motivo: '02', held: 'noStatusService' }
    expect(bodyOf(cancelled)).toMatchObject({ UUID, cancellation })
    expect(await desk.service.refresh()).toBe(0)
    const status = bodyOf(await desk.service.statusOfInvoice(call))
    expect(status).toMatchObject({ UUID, state: 'unavailable', isCancelled: false, cancellation })
    expect(asked).toBe(0)
  })

  it.each(['recover', 'settle'])('whose answer was lost is recorded by %s', async (how) => {
    const pac = createSandboxPac({ documents, clock: () => noon })
    const signers = await pac.issueCsd({ rfc: issuer, name: 'MARIANA TORRES ACOSTA' })
    let stamped: StampOutcome | undefined
    let sealedXml = ''
    const mute: Provider = {
      ...{ id: pac.id, capabilities: pac.capabilities, ping: async () => true },
      stamp: async (sealed) => {
        sealedXml = sealed.xml
        stamped = await pac.stamp(sealed)
        return { kind: 'unknown', pac: pac.id, message: 'no contestó' }
      },
      find: (sealed) =>
        how === 'recover'
          ? pac.find(sealed)
          : Promise.resolve({ kind: 'unknown', pac: pac.id, message: 'no contestó' }),
    }
    const desk = await open({ signers, provider: mute })
    const lost = await ask(desk, { json: retencion() }, { 'idempotency-key': 'r-2' })
    expect(codeOf(lost)).toBe(708)
    if (stamped?.kind !== 'stamped') throw new Error('it was not stamped')
    desk.now += 3_600_000
    if (how === 'recover') await desk.service.recover()
    else {
      const scopes = ['invoices:settle'] as const
      const { key } = await desk.service.accounts('sandbox').issueKey({ account: 'uno', scopes })
      const { xml } = insertTimbre(parseSealed(sealedXml, documents), stamped.timbre)
      const form = { clave: 'r-2', xml }
      const settled = await desk.service.settleInvoice({ headers: { 'x-api-key': key }, form })
      expect(bodyOf(settled)).toMatchObject({ UUID: stamped.timbre.UUID })
    }
    expect(await desk.stores.sandbox.invoices.page({ limit: 9 })).toMatchObject([
      { id: stamped.timbre.UUID, tipo: 'Retenciones' },
    ])
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({
      ...{ stamped: 1, reserved: 0 },
    })
  })

  it('is mailed as what it is', async () => {
    const desk = await open()
    const { UUID } = bodyOf<Created>(await ask(desk, { json: retencion(), enviar_mail: 'sí' })).cfdi
    const sent: MailMessage[] = []
    const options = {
      environment: 'sandbox' as const,
      send: async (message: MailMessage) => sent.push(message),
      document: (uuid: string, kind: 'xml' | 'pdf') => desk.service.document('sandbox', kind, uuid),
      from: { address: 'facturas@example.mx' },
      maxAge: Number.POSITIVE_INFINITY,
    }
    expect(await sendMails(desk.stores.sandbox, { ...options, documents })).toMatchObject({
      done: 1,
    })
    expect(sent[0]?.subject).toContain('Constancia de retenciones 1')
    expect(sent[0]?.attachments.map(({ filename }) => filename)).toEqual([
      ...[`${UUID}.xml`, `${UUID}.pdf`],
    ])
  })
})

describe('a retención is refused', () => {
  it('where it is not registered: the error names the import', async () => {
    const desk = await openDesk()
    const answer = await ask(desk, { json: retencion() })
    expect([answer.status, codeOf(answer)]).toEqual([400, 701])
    expect((answer.body as FailureBody).message).toContain('cfdi-stamp/retenciones')
  })

  it('for an issuer of another account, at the name that it has there', async () => {
    const desk = await open()
    const other = { ...Emisor, RfcE: 'EKU9003173C9' }
    const answer = await ask(desk, { json: retencion({ Emisor: other }) })
    expect(codeOf(answer)).toBe(722)
    expect((answer.body as FailureBody).errors).toMatchObject([{ path: 'Emisor.RfcE' }])
  })

  it('where the PAC does not take it: 705, nothing is sent and no credit is spent', async () => {
    const desk = await open({ provider: createSandboxPac() })
    expect(codeOf(await ask(desk, { json: retencion() }))).toBe(705)
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({
      ...{ stamped: 0, reserved: 0 },
    })
  })
})
