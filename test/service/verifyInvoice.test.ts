import { describe, expect, it } from 'vitest'
import {
  forgedChain,
  inventedStamp,
  otherSignature,
  stamped,
  trusted,
  unstamped,
} from '../received.js'
import { openDesk } from './desk.js'

const desk = await openDesk({ sandbox: { received: trusted } })

const verify = (xml: string, given = desk) =>
  given.service.verifyInvoice({ headers: { 'x-api-key': given.key }, form: { xml } })

describe('POST /api/v5/invoice/verify', () => {
  it('answers with the whole verdict', async () => {
    const { status, body } = await verify(stamped)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      environment: 'sandbox',
      verification: {
        ok: true,
        verdict: 'valid',
        environment: 'test',
        document: { Version: '4.0' },
      },
    })
  })

  it.each([
    ['without a stamp', unstamped, 'stamp', 'absent'],
    ['with an invented stamp', inventedStamp, 'stamp', 'length'],
    ['with a signature that no PAC made', otherSignature, 'stamp', 'key'],
    ['of another authority', forgedChain, 'certificate', 'chain'],
    ['that cannot be read', '<no', 'readable', 'xml'],
  ])('names the step of one %s', async (_, xml, step, reason) => {
    const { status, body } = await verify(xml)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      verification: {
        ok: false,
        verdict: 'invalid',
        steps: { [step]: { state: 'failed', reason } },
      },
    })
  })

  it('trusts the authorities of its environment by default, and knows no PAC certificate', async () => {
    const bare = await openDesk()
    expect((await verify(stamped, bare)).body).toMatchObject({
      verification: { verdict: 'invalid', steps: { certificate: { reason: 'chain' } } },
    })
    const { anchors, pacs } = trusted
    const incomplete = await openDesk({ sandbox: { received: { anchors, pacs } } })
    expect((await verify(stamped, incomplete)).body).toMatchObject({
      verification: { verdict: 'incomplete', steps: { stamp: { missing: 'pac-certificate' } } },
    })
  })

  it('takes a form over HTTP, with line feeds as XML has them, and needs a key and the document', async () => {
    const body = Buffer.from(new URLSearchParams({ xml: stamped.replace('?>', '?>\n') }).toString())
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': desk.key }
    const reply = await desk.service.handle({
      method: 'POST',
      path: '/api/v5/invoice/verify',
      headers,
      body,
    })
    expect([
      reply.status,
      JSON.parse(Buffer.from(reply.body).toString()).verification.verdict,
    ]).toEqual([200, 'valid'])
    expect((await desk.service.verifyInvoice({ headers: {}, form: { xml: stamped } })).status).toBe(
      401,
    )
    expect((await desk.service.verifyInvoice({ headers, form: {} })).body).toMatchObject({
      code: 725,
    })
  })
})
