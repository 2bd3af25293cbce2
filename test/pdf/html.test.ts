/**
 * The page in HTML, the SAT's acuse as a page, and logos.
 * @module
 */
import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readAcuse } from '../../src/cancel/acuse.js'
import { parseXml } from '../../src/lib/xml/xml.js'
import { renderAcusePdf } from '../../src/pdf/acusePdf.js'
import { renderHtml } from '../../src/pdf/html/renderHtml.js'
import { logoUrl } from '../../src/pdf/logo/logo.js'
import { renderPdf } from '../../src/pdf/renderPdf.js'
import { bare, pagesOf, receptor, stamped, stampedJson, valuesOf } from './documents.js'

const decoded = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#?\w+;/g, '&')

describe('renderHtml', () => {
  it.each([
    'ingreso',
    'nomina12.ordinaria',
    'pagos20.dolares',
    'cartaPorte31.propio',
    'caracteres',
  ])('of %s has every value of the document', async (name) => {
    const text = bare(decoded(await renderHtml(await stamped(name))))
    const values = valuesOf(await stampedJson(name)).map(bare)
    expect(values.filter((value) => !text.includes(value.replace(/&/g, '&')))).toEqual([])
  })

  it('is one file without scripts or requests, whose markup is closed', async () => {
    const html = await renderHtml(await stamped('ingreso'), { language: 'en', colors: '#ffcc00' })
    expect(html).toContain('<html lang="en">')
    expect(html).not.toMatch(/<script|<link|@import|src="(?!data:)/)
    expect(html).toContain('color:#1a1a1a;padding')
    const body = html
      .slice(html.indexOf('<body>'), html.indexOf('</html>'))
      .replace(/<br>/g, '')
      .replace(/<img([^>]*)>/g, '<img$1/>')
    expect(parseXml(body).local).toBe('body')
  })

  it('shows markup of names and notes as text', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'&'
    const document = { ...(await stampedJson('ingreso')), Receptor: { ...receptor, Nombre: evil } }
    const html = await renderHtml(document, {
      notes: evil,
      issuer: { address: evil },
      footer: evil,
    })
    expect(html).not.toContain('<img')
    expect(html.split('&lt;img src=x').length).toBeGreaterThan(4)
  })

  it('refuses unknown options by name', async () => {
    await expect(renderHtml('<a/>', { colour: 1 } as never)).rejects.toThrow('did you mean colors')
  })
})

describe('renderAcusePdf', () => {
  const uuid = 'D4A1B2C3-1234-4ABC-8DEF-001122334455'
  const xml = `<Acuse xmlns="http://cancelacfd.sat.gob.mx" Fecha="2026-11-21T12:00:00.1" RfcEmisor="PLO150312QT1"><Folios><UUID>${uuid}</UUID><EstatusUUID>201</EstatusUUID></Folios></Acuse>`

  it('prints the result, its proof and every value of the acuse', async () => {
    const pages = await pagesOf(await renderAcusePdf(readAcuse(xml, { uuid })))
    const text = bare(pages.join(' '))
    for (const part of [
      'Acuse de cancelación',
      uuid,
      '201',
      'Solicitud recibida por el SAT',
      '2026-11-21T12:00:00.1',
      'PLO150312QT1',
      'se confirma en el servicio de consulta',
    ])
      expect(text).toContain(bare(part))
    expect(pages).toHaveLength(1)
    expect(text).not.toContain(bare('representación impresa'))
  })

  it('prints an acuse that cannot be read, and refuses other values', async () => {
    expect(await pagesOf(await renderAcusePdf(readAcuse('PHg+', { uuid })))).toHaveLength(1)
    await expect(renderAcusePdf({} as never)).rejects.toThrow('readAcuse')
    await expect(renderAcusePdf(readAcuse(xml, { uuid }), { lang: 1 } as never)).rejects.toThrow(
      'unknown option lang',
    )
  })
})

/** A baseline JPEG of 24 by 12 pixels. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAMABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAMF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AmwFWYAA//9k=',
  'base64',
)

describe('the order of a page', () => {
  it('has the pay of a payslip first, and the concept of the SAT last', async () => {
    const html = await renderHtml(await stamped('nomina12.horasExtra'))
    const places = ['Neto a pagar', 'class="beside"', 'Otros pagos', '<caption>Conceptos'].map(
      (text) => html.indexOf(text),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one, other) => one - other))
  })

  it('has the concepts of a sale before its sum, and the name of a party before its RFC', async () => {
    const html = await renderHtml(await stamped('ingreso'))
    const places = ['class="name"', 'TOAM850417U21', '<caption>Conceptos', 'class="sum"'].map(
      (text) => html.indexOf(text),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one, other) => one - other))
  })
})

describe('a logo', () => {
  const svg = (inner: string): Uint8Array =>
    new TextEncoder().encode(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><rect width="100" height="50" fill="#00524c"/>${inner}</svg>`,
    )

  it('may be an SVG of paths and shapes, in every template', async () => {
    const xml = await stamped('ingreso')
    for (const template of ['classic', 'compact', 'minimal', 'ticket'])
      expect((await renderPdf(xml, { logo: svg(''), template })).length).toBeGreaterThan(5000)
  })

  it.each([
    ['<image href="file:///etc/passwd"/>', '<image>'],
    ['<text>x</text>', '<text>'],
    ['<path fill="url(http://x)"/>', 'another file'],
    ['<g>', 'well-formed'],
    ['<style>@import "http://x"</style>', 'another file'],
  ])('that is an SVG with %s is refused', async (inner, reason) => {
    await expect(renderPdf(await stamped('ingreso'), { logo: svg(inner) })).rejects.toThrow(reason)
  })

  it('may be an SVG with a document type, classes and notes of its editor', async () => {
    const logo = new TextEncoder().encode(
      '\ufeff<?xml version="1.0"?><!-- made elsewhere --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg" xmlns:e="urn:e" width="20px" height="10px"><style>.a{fill:#f00}</style><e:view/><metadata>x</metadata><path class="a" d="M0 0h5v5z"/></svg>',
    )
    const xml = await stamped('ingreso')
    expect((await renderPdf(xml, { logo })).length).toBeGreaterThan(5000)
    expect(await renderHtml(xml, { logo })).toContain('data:image/svg+xml')
  })

  it('that is an SVG without a size is refused by that reason', async () => {
    const logo = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await expect(renderPdf(await stamped('ingreso'), { logo })).rejects.toThrow('viewBox')
  })

  it.each([
    [8, 0, 1],
    [8, 2, 3],
    [8, 4, 2],
    [8, 6, 4],
    [16, 2, 3],
    [16, 6, 4],
    [2, 0, 1],
    [4, 3, 1],
  ])('that is a large PNG (%i bits, colour type %i) is scaled down', async (bits, kind, each) => {
    const [width, height, row] = [2400, 400, 1 + (2400 * bits * each) / 8]
    const rows = new Uint8Array(row * height)
    // Filter 1: the sample of the first pixel, then no difference.
    for (let y = 0; y < height; y++) {
      rows[y * row] = bits < 8 ? 0 : 1
      const first = bits < 8 ? row - 1 : (bits * each) / 8
      rows.fill(bits < 8 ? 0x55 : 0xff, y * row + 1, y * row + 1 + first)
    }
    const chunks: [string, Uint8Array][] = [
      ['IHDR', header(width, height, bits, kind)],
      ['PLTE', new Uint8Array(48).fill(85)],
      ['IDAT', deflateSync(rows)],
      ['IEND', new Uint8Array()],
    ]
    const png = pngOf(chunks.filter(([name]) => name !== 'PLTE' || kind === 3))
    const small = Buffer.from((await logoUrl(png)).split(',')[1] as string, 'base64')
    expect([small.readUInt32BE(16), small.readUInt32BE(20), small[25]]).toEqual([1200, 200, 6])
    const pixels = inflateSync(small.subarray(41, small.length - 16))
    const grey = bits < 8 ? 85 : 255
    // Filter 1: the pixel on the left is subtracted.
    expect([...pixels.subarray(0, 9)]).toEqual([1, grey, grey, grey, 255, 0, 0, 0, 0])
    expect([...pixels.subarray(-4)]).toEqual([0, 0, 0, 0])
    const pdf = await renderPdf(await stamped('ingreso'), { logo: png })
    expect(pdf.length).toBeGreaterThan(5000)
  })

  it('that is an interlaced PNG is refused by that reason', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    png[28] = 1
    await expect(renderPdf(await stamped('ingreso'), { logo: png })).rejects.toThrow('interlaced')
  })

  it('may be a JPEG, which is embedded as it is', async () => {
    const pdf = Buffer.from(await renderPdf(await stamped('ingreso'), { logo: jpeg }))
    expect(pdf.includes(jpeg)).toBe(true)
  })

  it.each([
    ['without width', changedJpeg(7, 0), 'damaged'],
    ['without loss', changedJpeg(0, 0xffc3), 'coding'],
    ['cut off', jpeg.subarray(0, -2), 'damaged'],
    ['without a frame', jpeg.subarray(0, 100), 'damaged'],
  ])('that is a JPEG %s is refused by that reason', async (_what, logo, reason) => {
    await expect(logoUrl(logo)).rejects.toThrow(reason)
  })
})

/** A JPEG with two bytes changed, counted from the marker of its frame. */
function changedJpeg(at: number, value: number): Buffer {
  const changed = Buffer.from(jpeg)
  changed.writeUInt16BE(value, jpeg.indexOf('ffc0', 'hex') + at)
  return changed
}

function header(width: number, height: number, bits: number, kind: number): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bits, kind], 8)
  return head
}

function pngOf(chunks: readonly [string, Uint8Array][]): Uint8Array {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = chunks.map(([name, content]) => {
    const body = Buffer.concat([Buffer.from(name), content])
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    crc.writeUInt32BE(checksum(body))
    return Buffer.concat([length, body, crc])
  })
  return new Uint8Array(Buffer.concat([signature, ...parts]))
}

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit++)
      crc = ((crc ^ (byte >> bit)) & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return (crc ^ 0xffffffff) >>> 0
}
