/**
 * The PDF of a sandbox invoice says that it has no validity: at once, at every later download, and
 * once it is cancelled. The text is read from the file by another library.
 * @module
 */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { call, type Host, invoice, openHost, stamp, until } from './host.ts'

let host: Host

before(async () => {
  host = await openHost({ isDriven: true, credits: 20 })
})
after(() => host.close())

async function textOf(url: string): Promise<string> {
  const response = await fetch(url.replace(/^http:\/\/localhost/, host.origin))
  assert.equal(response.status, 200)
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  return (await extractText(pdf, { mergePages: true })).text
}

for (const plantilla of ['classic', 'compact', 'minimal', 'ticket'])
  it(`is marked in the template ${plantilla}, also when it is cancelled`, async () => {
    const { UUID, UrlPdf } = await stamp(host, invoice({ Folio: plantilla }), { plantilla })
    for (const turn of ['first', 'later']) {
      const text = await textOf(UrlPdf)
      assert.match(text, /SIN VALIDEZ FISCAL/, turn)
      assert.doesNotMatch(text, /CANCELADO/)
    }
    await call(host, `invoice/${UUID}/cancel`, { form: { motivo: '02' } })
    await call(host, 'sandbox/clock', { form: { avanzar: '1h' } })
    await until(async () => {
      const { body } = await call(host, `invoice/${UUID}`)
      return body.cfdi.state === 'cancelled'
    })
    const text = await textOf(UrlPdf)
    assert.match(text, /CANCELADO/)
    assert.match(text, /SIN VALIDEZ FISCAL/)
  })
