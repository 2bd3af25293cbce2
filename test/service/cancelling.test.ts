/**
 * Cancellation and status by the service, against the SAT of the sandbox; documents by their links.
 * @module
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { readAcuse } from '../../src/cancel/acuse.js'
import { createUnsafeMemoryCancellations } from '../../src/engine/cancellationStore.js'
import { createAuthority } from '../../src/pac/sandbox/authority.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createSandboxSat } from '../../src/pac/sandbox/sat.js'
import { renderAcusePdf } from '../../src/pdf/acusePdf.js'
import type { Follower, KnownCfdi } from '../../src/service/ports.js'
import { noon } from '../fixtures.js'
import { ask, bodyOf, codeOf, type Desk, issuer, json, openDesk } from './desk.js'

const own = createAuthority({ clock: () => new Date('2026-01-01T00:00:00Z') })
const issued = own.issuePac({ rfc: 'PSB200101AA1', name: 'PAC DE PRUEBAS' })
const authority = { ...own, issuePac: () => issued }
const signers = await createSandboxPac({ authority, clock: () => noon }).issueCsd({
  ...{ rfc: issuer, name: 'MARIANA TORRES ACOSTA' },
})

let desk: Desk
let followed: string[]
let isPrinterBroken: boolean
/** Code with which the SAT refuses. */
let refusedWith: string | undefined

async function openCancellable(needsConsent: boolean): Promise<Desk> {
  const clock = () => new Date(noon.getTime() + (opened?.now ?? 0))
  const sat = createSandboxSat({
    clock,
    authority,
    needsConsent: () => needsConsent,
    shownAfter: 60_000,
  })
  const provider = createSandboxPac({ authority, clock, sat })
  const cancelAtSat = provider.cancel!.bind(provider)
  provider.cancel = async (...given) =>
    refusedWith === undefined
      ? cancelAtSat(...given)
      : { kind: 'rejected', pac: provider.id, code: refusedWith, message: 'no' }
  const follow =
    (what: string) =>
    async (_: unknown, { invoice, xml }: KnownCfdi) => {
      followed.push(`${what} ${xml.includes(invoice.id)}`)
      return [
        {
          id: `cfdi.paid/${invoice.id}/${what}`,
          type: 'cfdi.paid' as const,
          data: { ...paid, UUID: invoice.id },
        },
      ]
    }
  const follower: Follower = { stamped: follow('stamped'), cancelled: follow('cancelled') }
  const anchors = [await own.root()]
  const sandbox = {
    signers,
    provider,
    cancellations: createUnsafeMemoryCancellations(),
    followers: [follower],
    anchors,
  }
  const acusePdf = (acuse: string, uuid: string) => {
    if (isPrinterBroken) throw new Error('sin fuentes')
    return renderAcusePdf(readAcuse(acuse, { uuid }))
  }
  const opened: Desk = await openDesk({ sandbox, options: { pdf, acusePdf } })
  return opened
}

const paid = { Moneda: 'MXN', Total: '0', payments: '0', credits: '0', balance: '0', receipts: [] }
let pdfs: number
const pdf = async (xml: string): Promise<Uint8Array> => {
  pdfs++
  if (xml === '' || pdfs === 1) throw new Error('sin fuentes')
  return new TextEncoder().encode('%PDF-1.7')
}

async function stamped(): Promise<{ UUID: string; UrlXml: string; UrlPdf: string; XML: string }> {
  return bodyOf<{ cfdi: never }>(await ask(desk)).cfdi
}

const headers = () => ({ 'x-api-key': desk.key })
const cancel = (uuid: string, form = { motivo: '02' }) =>
  desk.service.cancelInvoice({ headers: headers(), params: { uuid }, form })
const statusOf = async (uuid: string) =>
  bodyOf<object>(await desk.service.statusOfInvoice({ headers: headers(), params: { uuid } }))

beforeEach(async () => {
  followed = []
  refusedWith = undefined
  isPrinterBroken = false
  pdfs = 0
  desk = await openCancellable(false)
})

describe('a cancellation', () => {
  it('is requested, polled, and reported once when the SAT confirms it', async () => {
    const { UUID } = await stamped()
    expect(await statusOf(UUID)).toMatchObject({ UUID, isCancelled: false })
    expect(bodyOf(await cancel(UUID))).toMatchObject({
      UUID,
      cancellation: { phase: 'accepted', motivo: '02' },
    })
    const { events } = desk.stores.sandbox
    expect(await events.get(`cfdi.cancelled/${UUID}`)).toBeUndefined()
    desk.now += 3_600_000
    expect(await desk.service.refresh()).toBe(1)
    expect(await desk.service.refresh()).toBe(0)
    expect(await events.get(`cfdi.cancelled/${UUID}`)).toMatchObject({
      data: { UUID, motivo: '02', how: 'cancelledDirectly' },
    })
    expect(await statusOf(UUID)).toMatchObject({
      isCancelled: true,
      cancellation: { phase: 'cancelled' },
    })
    expect(followed).toEqual(['stamped true', 'cancelled true'])
    expect(await events.page({ limit: 9 })).toHaveLength(4)
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({ stamped: 1 })
  })

  it('shows since when, the code of the answer and the acuse, to its account only', async () => {
    const { UUID } = await stamped()
    const acuseOf = (key: string) =>
      desk.service.acuseOfInvoice({ headers: { 'x-api-key': key }, params: { uuid: UUID } })
    expect((await acuseOf(desk.key)).status).toBe(404)
    const { cancellation } = bodyOf<{ cancellation: { since: string } }>(await cancel(UUID))
    expect(cancellation).toMatchObject({ hasAcuse: true, code: '201' })
    expect(Date.parse(cancellation.since)).toBe(noon.getTime() + desk.now)
    desk.now += 3_600_000
    await desk.service.refresh()
    const answer = await acuseOf(desk.key)
    expect(answer.headers['content-type']).toBe('application/xml')
    const xml = new TextDecoder().decode(answer.body as Uint8Array)
    expect(xml).toContain('<Acuse')
    expect(xml).toContain(UUID)
    const own = { headers: headers(), params: { uuid: UUID } }
    const printed = await desk.service.acusePdfOfInvoice(own)
    expect(printed).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(String.fromCharCode(...(printed.body as Uint8Array).subarray(0, 5))).toBe('%PDF-')
    isPrinterBroken = true
    expect(await desk.service.acusePdfOfInvoice(own)).toMatchObject({ status: 503 })
    const accounts = desk.service.accounts('sandbox')
    await accounts.create({ id: 'dos', name: 'Dos', issuers: [issuer] })
    expect((await acuseOf((await accounts.issueKey({ account: 'dos' })).key)).status).toBe(404)
  })

  it('that failed to be recorded is recorded by the next refresh', async () => {
    const { UUID } = await stamped()
    const { sandbox } = desk.stores
    const { transaction } = sandbox
    sandbox.transaction = () => Promise.reject(new Error('sin disco'))
    expect(codeOf(await cancel(UUID))).toBe(730)
    sandbox.transaction = transaction
    desk.now += 3_600_000
    await desk.service.refresh()
    expect(await sandbox.invoices.get(UUID)).toMatchObject({ cancellation: { phase: 'cancelled' } })
  })

  it('waits for the receiver’s consent', async () => {
    desk = await openCancellable(true)
    const { UUID } = await stamped()
    await cancel(UUID)
    desk.now += 3_600_000
    await desk.service.refresh()
    expect(await desk.stores.sandbox.invoices.get(UUID)).toMatchObject({
      cancellation: { phase: 'inProcess' },
    })
  })

  it.each([
    ['206', /no cancela este tipo/],
    ['203', undefined],
    ['309', /rechazó la solicitud/],
  ] as const)('that the SAT refuses with %s shows the code and why', async (code, reason) => {
    refusedWith = code
    const { UUID } = await stamped()
    const { cancellation } = bodyOf<{ cancellation: Record<string, string> }>(await cancel(UUID))
    // A document of today that the SAT does not find is not visible yet.
    expect(cancellation).toMatchObject({ code, phase: reason === undefined ? 'asked' : 'refused' })
    if (reason === undefined) expect(cancellation).not.toHaveProperty('reason')
    else expect(cancellation['reason']).toMatch(reason)
    const listed = await desk.service.listInvoices({ headers: headers(), query: {} })
    const [{ state } = { state: '' }] = bodyOf<{ data: { state: string }[] }>(listed).data
    expect(state).toBe(reason === undefined ? 'cancelling' : 'stamped')
  })

  it.each([
    [{ motivo: '01' }, 712],
    [{ motivo: '09' }, 725],
    [{}, 725],
  ] as const)('that is malformed is refused: %j', async (form, code) => {
    const { UUID } = await stamped()
    expect(codeOf(await cancel(UUID, form as { motivo: string }))).toBe(code)
  })
})

describe('links', () => {
  const get = (link: string) => {
    const { pathname, search } = new URL(link)
    return desk.service.handle({
      method: 'GET',
      path: pathname,
      query: search.slice(1),
      headers: { 'x-request-id': 'one' },
    })
  }

  it('give the XML that was stamped, without a key', async () => {
    const { UUID, UrlXml, XML } = await stamped()
    const { status, headers, body } = await get(UrlXml)
    expect([status, Buffer.from(body).toString('base64')]).toEqual([200, XML])
    expect(headers).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition': `attachment; filename="${UUID}.xml"`,
    })
  })

  it('create the PDF on request, once; a failure is 731, and does not affect the stamp', async () => {
    const { UrlPdf, UrlXml } = await stamped()
    expect(pdfs).toBe(0)
    expect((await get(UrlPdf)).status).toBe(503)
    expect((await get(UrlXml)).status).toBe(200)
    for (const { body } of await Promise.all([get(UrlPdf), get(UrlPdf)]))
      expect(Buffer.from(body).toString()).toBe('%PDF-1.7')
    await get(UrlPdf)
    expect(pdfs).toBe(2)
  })

  it('that are altered, of another document or expired answer alike', async () => {
    const { UrlXml } = await stamped()
    const link = new URL(UrlXml)
    const other = bodyOf<{ cfdi: { UUID: string } }>(
      await ask(desk, { json: json({ Folio: '8' }) }),
    ).cfdi.UUID
    const altered = (change: (url: URL) => void) => {
      const url = new URL(link)
      change(url)
      return get(url.href)
    }
    const answers = [
      await altered((url) => url.searchParams.set('expires', '9999999999')),
      await altered((url) => url.searchParams.set('signature', '0'.repeat(64))),
      await altered((url) => url.searchParams.set('signature', 'x')),
      await altered((url) => url.searchParams.delete('signature')),
      await altered((url) => {
        url.pathname = url.pathname.replace(/[\dA-F-]{36}/, other)
      }),
      await altered((url) => {
        url.pathname = url.pathname.replace('sandbox', 'production')
      }),
      await altered((url) => {
        url.pathname = url.pathname.replace('.xml', '.pdf')
      }),
      await altered((url) => {
        url.pathname = url.pathname.replace('.xml', '.exe')
      }),
    ]
    desk.now += 8 * 86_400_000
    answers.push(await get(UrlXml))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })
})
