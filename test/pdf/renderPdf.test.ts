/**
 * The PDF, as other programs read it: what it says, its QR codes, what is attached; and what is refused.
 * @module
 */
import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it, vi } from 'vitest'
import { renderPdf, templates } from '../../src/pdf/renderPdf.js'
import type { Template } from '../../src/pdf/template.js'
import { viewOf } from '../../src/pdf/viewOf.js'
import { bare, pagesOf, receptor, stamped, stampedJson } from './documents.js'

const names = Object.keys(templates)

describe('the text of a PDF', () => {
  it.each(names)('as %s says what it is, in words too, and what the SAT calls each code', async (template) => {
    const text = bare((await pagesOf(await renderPdf(await stamped('ingreso'), { template }))).join(' '))
    for (const words of [
      'Este documento es una representación impresa de un CFDI',
      'DIECISÉIS MIL SEISCIENTOS OCHENTA Y TRES PESOS 34/100 M.N.',
      'G03 Gastos en general',
      'SIN VALIDEZ FISCAL',
    ])
      expect(text).toContain(bare(words))
  })
})

/** The QR codes of a page, drawn again from its paths: squares on white. */
function qrCodesOf(pdf: Uint8Array): string[] {
  return streamsOf(pdf).flatMap((stream) =>
    // What is before the last matrix clips.
    stream.split(/\bf\*?\n/).flatMap((whole) => {
      const drawing = whole.slice(whole.lastIndexOf(' cm\n'))
      const runs = [...drawing.matchAll(/^([\d.]+) ([\d.]+) m\n([\d.]+) [\d.]+ l\n[\d.]+ ([\d.]+) l\n/gm)].map(
        ([, x, y, right, bottom]) => [x, y, right, bottom].map(Number) as [number, number, number, number],
      )
      return runs.length < 200 ? [] : [decoded(runs)]
    }),
  )
}

function streamsOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
}

/** Its types are of another system of modules than its code. */
const readQr = jsQR as unknown as typeof jsQR.default

function decoded(runs: readonly (readonly [number, number, number, number])[]): string {
  const unit = Math.min(...runs.map(([, y, , bottom]) => bottom - y))
  const scale = 4 / unit
  const side = Math.ceil(Math.max(...runs.map(([, , right]) => right)) * scale) + 32
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [x, y, right, bottom] of runs)
    for (let py = Math.round(y * scale); py < Math.round(bottom * scale); py++)
      pixels.fill(0, (py * side + Math.round(x * scale)) * 4, (py * side + Math.round(right * scale)) * 4)
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  return readQr(pixels, side, side)?.data ?? ''
}

describe('the QR codes', () => {
  it.each(names)('of %s are read by another program', async (template) => {
    const xml = await stamped('cartaPorte31.propio')
    const { codes } = viewOf(xml)
    expect(codes.map(({ text }) => text.split('?')[0])).toEqual([
      'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx',
      'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx',
    ])
    expect(qrCodesOf(await renderPdf(xml, { template }))).toEqual(codes.map(({ text }) => text))
  })

  it('have an RFC with & and Ñ escaped', async () => {
    const document = { ...(await stampedJson('ingreso')), Receptor: { ...receptor, Rfc: 'H&Ñ951128469' } }
    expect(qrCodesOf(await renderPdf(document))[0]).toContain('&rr=H%26%C3%91951128469&')
  })
})

/** A template that draws the logo and nothing else. */
const tiny: Template = (_view, { logo }) => ({ content: { image: logo } })

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('renderPdf', () => {
  it('gives the same bytes for the same input, whatever goes in it', async () => {
    const xml = await stamped('ingreso')
    const options = { logo: pixel, attachXml: true, colors: { accent: '#00524c' } }
    expect(Buffer.compare(await renderPdf(xml, options), await renderPdf(xml, options))).toBe(0)
    expect(
      Buffer.compare(await renderPdf(xml, options), await renderPdf(xml, { ...options, logo: undefined })),
    ).not.toBe(0)
  })

  it('says its title, its language and when it was certified', async () => {
    const pdf = await getDocumentProxy(await renderPdf(await stamped('ingreso')))
    const { info } = (await pdf.getMetadata()) as unknown as { info: Record<string, unknown> }
    expect(info).toMatchObject({ Title: 'Factura A 1', Language: 'es-MX', CreationDate: 'D:20261121180000Z' })
  })

  it('has the XML inside when it is asked for, to the octet', async () => {
    const xml = await stamped('ingreso')
    const pdf = await getDocumentProxy(await renderPdf(xml, { attachXml: true }))
    const [file] = Object.values(
      (await pdf.getAttachments()) as Record<string, { content: Uint8Array; filename: string }>,
    )
    expect(Buffer.from(file!.content).toString('utf8')).toBe(xml)
    expect(await (await getDocumentProxy(await renderPdf(xml))).getAttachments()).toBeNull()
  })

  it('takes a template of the client by its name', async () => {
    const mine: Template = ({ title }, { colors }) => ({ content: { text: `Mía: ${title}`, color: colors.accent } })
    const [page] = await pagesOf(await renderPdf(await stamped('ingreso'), { template: 'mine', templates: { mine } }))
    expect(page).toContain('Mía: Factura')
  })

  it('prints a mark in place of what the font has not, and all of Spanish as it is', async () => {
    const document = {
      ...(await stampedJson('ingreso')),
      Receptor: { ...receptor, Nombre: 'PIÑATAS 🎉 ÁÉÍÓÚÜ ñ — «x» € 北京' },
    }
    const text = bare((await pagesOf(await renderPdf(document))).join(' '))
    expect(text.slice(0, 400)).toContain('PIÑATAS�ÁÉÍÓÚÜñ—«x»€��')
  })

  it('refuses what it cannot draw with', async () => {
    const xml = await stamped('ingreso')
    await expect(renderPdf(xml, { template: 'clasic' })).rejects.toThrow(
      new TypeError('there is no template clasic: classic, compact, ticket'),
    )
    await expect(renderPdf(xml, { template: 'constructor' })).rejects.toThrow(TypeError)
    await expect(renderPdf(xml, { logo: new Uint8Array([60, 115, 118, 103]) })).rejects.toThrow('logo: ')
    for (const damaged of [pixel.subarray(0, 40), Buffer.concat([pixel.subarray(0, 33), pixel.subarray(-12)])])
      await expect(renderPdf(xml, { logo: damaged })).rejects.toThrow('logo: ')
    for (let at = 41; at < 54; at += 2) {
      const flipped = pixel.map((octet, index) => (index === at ? octet ^ 0x55 : octet))
      await renderPdf(xml, { logo: flipped, template: 'tiny', templates: { tiny } }).catch((error) =>
        expect(error.message).toMatch(/^logo: |^Invalid image/),
      )
    }
    await expect(renderPdf(xml, { colors: { accent: 'red' } })).rejects.toThrow('colors.accent')
    await expect(renderPdf(await stampedJson('ingreso'), { attachXml: true })).rejects.toThrow('attachXml')
    await expect(renderPdf('<a/>')).rejects.toThrow(expect.objectContaining({ code: 'XML_NOT_CFDI' }))
    await expect(renderPdf(5 as never)).rejects.toThrow(TypeError)
  })

  it('says what to install when a peer is missing', async () => {
    vi.resetModules()
    vi.doMock('uqr', () => {
      throw new Error('not installed')
    })
    const { renderPdf: without } = await import('../../src/pdf/renderPdf.js')
    await expect(without(await stamped('ingreso'))).rejects.toThrow('npm install pdfmake@0.3 uqr')
    vi.doUnmock('uqr')
  })
})
