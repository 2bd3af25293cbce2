/** The PDF of an invoice: as its account and its request chose it, and marked once it is cancelled. */
import { expect, it } from 'vitest'
import { templates } from '../../src/pdf/renderPdf.js'
import { type PdfRequest, pdfTemplates } from '../../src/service/handlers/pdfChoices.js'
import { ask, bodyOf, codeOf, type Desk, json, openDesk } from './desk.js'

const utf8 = new TextDecoder()

/** A service whose PDF is the request for it, and counts them. */
async function open() {
  const made: PdfRequest[] = []
  const pdf = async (_: string, wanted: PdfRequest) => {
    made.push(wanted)
    const { invoice: _invoice, ...choices } = wanted
    return new TextEncoder().encode(JSON.stringify(choices))
  }
  const desk = await openDesk({ options: { pdf } })
  const stamp = async (form: object = {}, changes: object = {}) =>
    bodyOf<{ cfdi: { UUID: string; UrlPdf: string } }>(
      await ask(desk, { json: json(changes), ...form }),
    ).cfdi
  const download = async (uuid: string) =>
    JSON.parse(utf8.decode(await desk.service.document('sandbox', 'pdf', uuid)))
  return { desk, made, stamp, download }
}

const headersOf = ({ key }: Desk) => ({ 'x-api-key': key })

it('says that the document was cancelled, also when it was made before', async () => {
  const { desk, made, stamp, download } = await open()
  const { UUID } = await stamp()
  expect(await download(UUID)).toEqual({ environment: 'sandbox', cancelled: false })
  await download(UUID)
  expect(made).toHaveLength(1)
  const invoice = (await desk.stores.sandbox.invoices.get(UUID))!
  await desk.stores.sandbox.invoices.put({
    ...invoice,
    cancellation: { phase: 'accepted', change: 1 },
  })
  expect(await download(UUID)).toMatchObject({ cancelled: false })
  await desk.stores.sandbox.invoices.put({
    ...invoice,
    cancellation: { phase: 'cancelled', change: 2 },
  })
  expect(await download(UUID)).toMatchObject({ cancelled: true })
  expect(await download(UUID)).toMatchObject({ cancelled: true })
})

it('has the choices of the account, and those of the request in their place', async () => {
  const { desk, stamp, download } = await open()
  const form = { plantilla: 'compact', idioma: 'en', color: '#00524c' }
  const answer = await desk.service.setPdf({ headers: headersOf(desk), form })
  expect(bodyOf(answer)).toMatchObject(form)
  expect(bodyOf(await desk.service.getPdf({ headers: headersOf(desk) }))).toMatchObject(form)
  const first = await stamp({ idioma: 'bilingual', notas: 'Gracias por su compra' })
  const own = { template: 'compact', color: '#00524c' }
  expect(await download(first.UUID)).toMatchObject({
    ...own,
    language: 'bilingual',
    notes: 'Gracias por su compra',
  })
  expect(await download((await stamp({}, { Folio: '8' })).UUID)).toMatchObject({
    ...own,
    language: 'en',
  })
})

it('keeps the choices of a request whose answer was lost', async () => {
  const { desk, download } = await open()
  desk.pac.will('loses the answer')
  await ask(desk, { json: json(), plantilla: 'ticket' })
  await desk.service.recover()
  const [UUID = ''] = desk.pac.stamped.values()
  expect(await download(UUID)).toMatchObject({ template: 'ticket' })
})

it.each([{ plantilla: 'bonita' }, { idioma: 'fr' }, { color: 'rojo' }, { notas: '\0' }])(
  'refuses %o',
  async (form) => {
    const { desk } = await open()
    const answer = await ask(desk, { json: json(), ...form })
    expect([answer.status, codeOf(answer)]).toEqual([400, 725])
  },
)

it('knows the templates of cfdi-stamp/pdf', () => {
  expect([...pdfTemplates].sort()).toEqual(Object.keys(templates).sort())
})
