/**
 * Previews by the service, and the limits of concepts and of reasons in a response.
 * @module
 */
import { expect, it } from 'vitest'
import { decodeBase64 } from '../../src/lib/base64.js'
import { renderPdf } from '../../src/pdf/renderPdf.js'
import { createTools, overService } from '../../src/tools/index.js'
import { draft } from '../fixtures.js'
import { ask, json, openDesk } from './desk.js'

const pdf = (xml: string) => renderPdf(xml)
const previewOf = (desk: Awaited<ReturnType<typeof openDesk>>, form: Record<string, string>) =>
  desk.service.previewInvoice({ headers: { 'x-api-key': desk.key }, form })

it('derives the amounts and prints the draft, without a folio, a credit or a stamp', async () => {
  const desk = await openDesk({ options: { pdf } })
  const { status, body } = await previewOf(desk, { json: json({ Folio: 'AUTO' }), pdf: 'si' })
  expect(status).toBe(200)
  const { document, totals, PDF, ...rest } = body as Record<string, never>
  expect(rest).toMatchObject({ valid: true, errors: [] })
  expect(document).toMatchObject({ Folio: 'AUTO', Emisor: { Rfc: expect.any(String) } })
  expect(totals).toMatchObject({ Moneda: 'MXN', Total: expect.stringMatching(/^\d+\.\d\d$/) })
  expect(new TextDecoder().decode(decodeBase64(PDF)?.subarray(0, 5))).toBe('%PDF-')
  const headers = { 'x-api-key': desk.key }
  const { body: balance } = await desk.service.balance({ headers })
  expect(balance).toMatchObject({ stamped: 0, reserved: 0 })
  expect(desk.pac.stamped.size).toBe(0)
})

it('tells every finding of a draft that is not valid', async () => {
  const desk = await openDesk()
  const { status, body } = await previewOf(desk, { json: json({ Exportacion: undefined }) })
  expect(status).toBe(200)
  expect(body).toMatchObject({ valid: false, errors: [{ field: 'Exportacion' }] })
  expect(body).toMatchObject({ totals: undefined })
  const foreign = {
    ...draft('ingreso'),
    Emisor: { ...draft('ingreso').Emisor, Rfc: 'EKU9003173C9' },
  }
  expect((await previewOf(desk, { json: JSON.stringify(foreign) })).body).toMatchObject({
    code: 722,
  })
})

it('is the preview of the tools over a service', async () => {
  const desk = await openDesk()
  const engine = { check: never, prepare: never, stamp: never } as never
  const host = overService(desk.service as never, desk.key)
  const tool = createTools({ engine, host }).find(({ name }) => name === 'draft')
  expect(await tool?.handler({ json: JSON.parse(json()) })).toMatchObject({ ok: true, valid: true })
  const other = createTools({ engine, host: overService(desk.service as never, 'none') })
  const refused = await other.find(({ name }) => name === 'draft')?.handler({ json: {} })
  expect(refused).toMatchObject({ ok: false, code: 720 })
})

function never(): Promise<never> {
  return Promise.reject(new Error('the engine is not asked'))
}

it('has the first 200 reasons and the number of the others, and a limit of concepts', async () => {
  const desk = await openDesk({ options: { limits: { concepts: 300 } } })
  const [concept] = draft('ingreso').Conceptos as object[]
  const Conceptos = Array.from({ length: 300 }, () => ({ ...concept, ClaveProdServ: '0' }))
  const { body } = await ask(desk, { json: json({ Conceptos }) })
  const wrong = body as { errors: object[]; more: number }
  expect(wrong.errors).toHaveLength(200)
  expect(wrong.more).toBeGreaterThanOrEqual(100)
  const many = await ask(desk, { json: json({ Conceptos: [...Conceptos, concept] }) })
  expect(many).toMatchObject({
    status: 422,
    body: { code: 702, errors: [{ element: 'Comprobante', field: 'Conceptos' }] },
  })
})
