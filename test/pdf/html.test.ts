/**
 * The page in HTML, the SAT's acuse as a page, and logos.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { readAcuse } from '../../src/cancel/acuse.js'
import { parseXml } from '../../src/lib/xml/xml.js'
import { renderAcusePdf } from '../../src/pdf/acusePdf.js'
import { renderHtml } from '../../src/pdf/html/renderHtml.js'
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
  ])('that is an SVG with %s is refused', async (inner, reason) => {
    await expect(renderPdf(await stamped('ingreso'), { logo: svg(inner) })).rejects.toThrow(reason)
  })

  it('that is an interlaced PNG is refused by that reason', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    png[28] = 1
    await expect(renderPdf(await stamped('ingreso'), { logo: png })).rejects.toThrow('interlaced')
  })
})
