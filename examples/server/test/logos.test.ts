/**
 * Logos over HTTP: uploaded, written again, listed, drawn in PDFs, and removed; hostile files are
 * refused in Spanish, and hold up nobody.
 * @module
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { chunk, png } from '../../../test/pdf/pngs.ts'
import { askDesk } from '../src/desk.js'
import { call, type Host, invoice, openHost, stamp } from './host.ts'

let host: Host
let owner: string
const scopes = ['account:manage', 'invoices:create', 'invoices:read'] as const

before(async () => {
  host = await openHost({ credits: 20 })
  owner = (await host.accounts.issueKey({ account: 'uno', scopes })).key
})
after(() => host.close())

/** A PNG of one colour, with a comment. */
function coloured(width: number, height: number, rows = height): Buffer {
  const more = [chunk('tEXt', Buffer.from('Author\0Secreto'))]
  return png({ width, height, kind: 2, rows: Buffer.alloc(rows * (1 + width * 3)), more })
}

const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`)

function upload(image: Uint8Array, nombre?: string, key = owner) {
  const form = { archivo: Buffer.from(image).toString('base64'), ...(nombre && { nombre }) }
  return call(host, 'logos', { form, headers: { 'x-api-key': key } })
}

const asOwner = (path: string, init: RequestInit = {}) =>
  call(host, path, { ...init, headers: { 'x-api-key': owner } })

const bytesOf = async (url: string, key?: string) => {
  const response = await fetch(url.replace(/^http:\/\/localhost/, host.origin), {
    headers: key === undefined ? {} : { 'x-api-key': key },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The sizes of the images of a PDF. */
async function imagesOf(document: object, more: Record<string, string> = {}) {
  const { UrlPdf } = await stamp(host, invoice(document), more)
  const { bytes } = await bytesOf(UrlPdf)
  const found = bytes.toString('latin1').matchAll(/\/Width (\d+)\s+\/Height (\d+)/g)
  return [...found].map(([, width, height]) => `${width}x${height}`)
}

describe('a logo', () => {
  it('is written again, without its metadata, and served as an attachment', async () => {
    const { status, body } = await upload(coloured(37, 23))
    assert.equal(status, 201)
    assert.deepEqual([body.nombre, body.tipo], ['principal', 'image/png'])
    const { response, bytes } = await bytesOf(`${host.origin}/api/v5/logos/principal`, owner)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment/)
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.equal(bytes.length, body.bytes)
    assert.equal(bytes.includes('Secreto'), false)
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [37, 23])
  })

  it('is drawn in the PDFs of the account, or another one by request, or none', async () => {
    const file = new URL('../../../test/pdf/jpegs/wide.jpg', import.meta.url)
    assert.equal((await upload(await readFile(file), 'sucursal-2')).status, 201)
    assert.deepEqual(await imagesOf({ Folio: '1' }), ['37x23'])
    const [other = ''] = await imagesOf({ Folio: '2' }, { logo: 'sucursal-2' })
    assert.ok(Math.max(...other.split('x').map(Number)) <= 640, other)
    assert.notEqual(other, '37x23')
    assert.deepEqual(await imagesOf({ Folio: '3' }, { logo: 'no' }), [])
    const chosen = { form: { logo: 'no' }, headers: { 'x-api-key': owner } }
    assert.equal((await call(host, 'pdf', chosen)).body.logo, 'no')
    assert.deepEqual(await imagesOf({ Folio: '4' }), [])
    assert.deepEqual(await imagesOf({ Folio: '5' }, { logo: 'principal' }), ['37x23'])
    await call(host, 'pdf', { ...chosen, form: {} })
  })

  it('may be an SVG, and is drawn in a preview', async () => {
    const { body } = await upload(svg('<path d="M0 0h5v5z" onclick="alert(1)"/>'), 'trazos')
    assert.equal(body.tipo, 'image/svg+xml')
    const { bytes } = await bytesOf(`${host.origin}/api/v5/logos/trazos`, owner)
    assert.equal(bytes.includes('alert'), false)
    const form = { json: JSON.stringify(invoice()), pdf: 'sí', logo: 'trazos' }
    const preview = await call(host, 'invoice/preview', { form })
    assert.match(Buffer.from(preview.body.PDF, 'base64').toString('latin1'), /^%PDF/)
  })

  it('is listed, audited, and removed', async () => {
    const { body } = await asOwner('logos')
    const names = body.data.map(({ nombre }: { nombre: string }) => nombre)
    assert.deepEqual(names, ['principal', 'sucursal-2', 'trazos'])
    assert.equal((await asOwner('logos/trazos', { method: 'DELETE' })).status, 204)
    assert.equal((await asOwner('logos/trazos', { method: 'DELETE' })).status, 404)
    assert.equal((await asOwner('logos/trazos')).status, 404)
    const rows = (await asOwner('audit')).body.data
    const told = rows.map(({ action, status }: Record<string, unknown>) => `${action} ${status}`)
    assert.ok(told.includes('uploadLogo 201'))
    assert.ok(told.includes('removeLogo 204'))
  })

  it('of another account is not there, and needs the scope of the account', async () => {
    await host.accounts.create({ id: 'dos', name: 'Dos', issuers: [] })
    const other = (await host.accounts.issueKey({ account: 'dos', scopes })).key
    const { response } = await bytesOf(`${host.origin}/api/v5/logos/principal`, other)
    assert.equal(response.status, 404)
    assert.equal((await upload(coloured(1, 1), 'x', host.key)).body.code, 721)
  })

  it('that the account does not have is a warning of a stamp, and an error elsewhere', async () => {
    const form = { json: JSON.stringify(invoice({ Folio: '9' })), logo: 'nuevo' }
    const { status, body } = await call(host, 'invoice/create', { form })
    assert.equal(status, 200)
    const [warning] = body.warnings
    assert.equal(warning.code, '739')
    assert.match(warning.message, /no tiene un logo nuevo. Los que hay: principal, sucursal-2/)
    assert.equal((await call(host, 'invoice/preview', { form })).body.code, 725)
    assert.equal((await call(host, 'pdf', { form: { logo: 'nuevo' } })).body.code, 725)
  })

  it('is put and removed by the operator', async () => {
    const ask = (...words: string[]) => askDesk(host.service, words)
    const told = await ask('--logo', 'sandbox', 'uno', coloured(5, 5).toString('base64'), 'mesa')
    assert.equal(JSON.parse(told).name, 'mesa')
    await assert.rejects(
      ask('--logo', 'sandbox', 'uno', Buffer.from('GIF89a').toString('base64')),
      /no es un PNG/,
    )
    assert.equal(await ask('--remove-logo', 'sandbox', 'uno', 'mesa'), 'removed')
    assert.match(await ask('--audit', 'sandbox', 'uno'), /"action":"removeLogo","target":"mesa"/)
  })
})

describe('a hostile file', () => {
  const cases: [string, Uint8Array, RegExp][] = [
    ['that is no image', Buffer.from('<html><script>alert(1)</script></html>'), /no es un PNG/],
    ['that is cut off', coloured(40, 40).subarray(0, 60), /dañado|incompleto/],
    ['that decompresses to fifty times its size', coloured(50, 50, 40_000), /dañado/],
    ['of billions of pixels', coloured(60_000, 60_000, 1), /60000 por 60000 pixeles/],
    ['with a script', svg('<script>alert(1)</script>'), /<script>/],
    ['with HTML', svg('<foreignObject><body/></foreignObject>'), /<foreignObject>/],
    ['with a link', svg('<image href="http://169.254.169.254/"/>'), /<image>/],
    ['with an outer paint', svg('<rect fill="url(http://x/#a)"/>'), /otro archivo/],
    ['of more than a megabyte', Buffer.alloc(1_000_001), /más de 1 MB/],
  ]
  for (const [what, image, reason] of cases)
    it(`${what} is refused with 739`, async () => {
      const { status, body } = await upload(image, 'hostil')
      assert.deepEqual([status, body.code, body.errors[0].field], [422, 739, 'archivo'])
      assert.match(body.message, reason)
      assert.equal((await asOwner('logos/hostil')).status, 404)
    })

  it('in no Base64, or under a name that is none, is refused with 725', async () => {
    const form = { archivo: 'no es Base64', nombre: 'Ñandú/..' }
    const answer = await call(host, 'logos', { form, headers: { 'x-api-key': owner } })
    assert.equal(answer.body.code, 725)
    assert.equal((await upload(coloured(1, 1), 'no')).body.code, 725)
  })

  it('that takes seconds to decode holds up nobody, and one is decoded at a time', async () => {
    const large = coloured(3_999, 3_999)
    const [first, second] = [upload(large, 'grande'), upload(large, 'grande')]
    let slowest = 0
    let isDone = false
    const all = Promise.all([first, second]).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const began = performance.now()
      assert.equal((await fetch(`${host.origin}/health`)).status, 200)
      slowest = Math.max(slowest, performance.now() - began)
    }
    const statuses = (await all).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 429])
    assert.ok(slowest < 2_000, `${slowest} ms`)
  })
})
