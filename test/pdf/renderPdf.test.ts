/**
 * The PDF as other programs read it: every value of its document, its QR codes, its attachments,
 * its pages; and refused inputs.
 *
 * Few files, because each pays two seconds for pdfmake, its reader and the first stamp.
 * @module
 */
import fc from 'fast-check'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it, vi } from 'vitest'
import { parseXml, type XmlNode } from '../../src/lib/xml/xml.js'
import { renderPdf, templates } from '../../src/pdf/renderPdf.js'
import type { Template } from '../../src/pdf/template.js'
import { viewOf } from '../../src/pdf/viewOf.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import {
  bare,
  concepto,
  fixtureNames,
  numRuns,
  pagesOf,
  receptor,
  rendered,
  stamped,
  stampedJson,
  valuesOf,
} from './documents.js'
import { qrCodesOf } from './qrCodes.js'

const names = Object.keys(templates)
const isCi = process.env['CI'] !== undefined

const pairs = fixtureNames.flatMap((name) => names.map((template) => [name, template] as const))
const inTurns = pairs.filter(
  (_, at) => Math.floor(at / names.length) % names.length === at % names.length,
)

/**
 * A page takes a tenth of a second to render, and as much to read back: all pairs only for runs
 * with thousands of documents.
 */
function chosen(): typeof pairs {
  if (process.env['CFDI_RUNS'] !== undefined) return pairs
  if (isCi) return inTurns
  return pairs.filter(([name, template]) => few[name as keyof typeof few] === template)
}

const few = {
  caracteres: 'classic',
  'nomina12.horasExtra': 'ticket',
  'cartaPorte31.propio': 'compact',
} as const

describe('the text of a PDF', () => {
  it.each(chosen())('of %s as %s holds every value of the document', async (name, template) => {
    const text = bare((await pagesOf(await rendered(name, template))).join(' '))
    const values = valuesOf(await stampedJson(name))
    expect(values.length).toBeGreaterThan(30)
    expect(values.filter((value) => !text.includes(bare(value)))).toEqual([])
  })

  it.each(isCi ? names : ['classic'])(
    'as %s says what it is, in words too, and what the SAT calls each code',
    async (template) => {
      const text = bare((await pagesOf(await rendered('ingreso', template))).join(' '))
      for (const words of [
        'Este documento es una representación impresa de un CFDI',
        'DIECISÉIS MIL SEISCIENTOS OCHENTA Y TRES PESOS 34/100 M.N.',
        'G03 Gastos en general',
        'SIN VALIDEZ FISCAL',
      ])
        expect(text).toContain(bare(words))
    },
  )
})

/** The QR codes of a page, drawn again from its paths: squares on white. */

describe('the QR codes', () => {
  it.each(isCi ? names : ['compact'])('of %s are read by another program', async (template) => {
    const xml = await stamped('cartaPorte31.propio')
    const { codes } = viewOf(xml)
    expect(codes.map(({ text }) => text.split('?')[0])).toEqual([
      'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx',
      'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx',
    ])
    expect(qrCodesOf(await rendered('cartaPorte31.propio', template))).toEqual(
      codes.map(({ text }) => text),
    )
    const { Emisor, Receptor, Total, Sello, Complemento } = readCfdi(xml)
    const { CartaPorte, TimbreFiscalDigital } = Complemento as Record<
      string,
      Record<string, string>
    >
    const [{ UUID: id, FechaTimbrado } = {}, { IdCCP } = {}] = [TimbreFiscalDigital, CartaPorte]
    expect(codes.map(({ text }) => Object.fromEntries(new URL(text).searchParams))).toEqual([
      { id, re: Emisor.Rfc, rr: Receptor.Rfc, tt: Total, fe: Sello.slice(-8) },
      { IdCCP, FechaOrig: '2026-11-23T07:30:00', FechaTimb: FechaTimbrado },
    ])
  })

  it('have an RFC with & and Ñ escaped', async () => {
    const document = {
      ...(await stampedJson('ingreso')),
      Receptor: { ...receptor, Rfc: 'H&Ñ951128469' },
    }
    expect(qrCodesOf(await renderPdf(document))[0]).toContain('&rr=H%26%C3%91951128469&')
  })
})

/** A template that draws the logo and nothing else. */
const tiny: Template = (_view, { logo }) => ({ content: { ...logo } })

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The metadata as XML, without the instructions around it. */
function metadataOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('utf8')
  return text.slice(text.indexOf('<x:xmpmeta'), text.indexOf('</x:xmpmeta>') + 12)
}

function textsOf({ children }: XmlNode): string[] {
  return children.flatMap((child) => (typeof child === 'string' ? [child] : textsOf(child)))
}

describe('renderPdf', () => {
  it('gives the same bytes for the same input, whatever goes in it', async () => {
    const xml = await stamped('ingreso')
    const options = { logo: pixel, attachXml: true, colors: { accent: '#00524c' } }
    const pdf = await renderPdf(xml, options)
    expect(Buffer.compare(pdf, await renderPdf(xml, options))).toBe(0)
    expect(Buffer.compare(pdf, await rendered('ingreso', 'classic'))).not.toBe(0)
  })

  it('states its title, its language and the time of certification', async () => {
    const pdf = await getDocumentProxy((await rendered('ingreso', 'classic')).slice())
    const { info } = (await pdf.getMetadata()) as unknown as { info: Record<string, unknown> }
    expect(info).toMatchObject({
      Title: 'Factura A 1',
      Language: 'es-MX',
      CreationDate: 'D:20261121180000Z',
    })
  })

  it('has the XML attached on request, byte for byte', async () => {
    const xml = await stamped('ingreso')
    const pdf = await getDocumentProxy(await renderPdf(xml, { attachXml: true }))
    const [file] = Object.values(
      (await pdf.getAttachments()) as Record<string, { content: Uint8Array; filename: string }>,
    )
    expect(Buffer.from(file!.content).toString('utf8')).toBe(xml)
    expect(
      await (
        await getDocumentProxy((await rendered('ingreso', 'classic')).slice())
      ).getAttachments(),
    ).toBeNull()
  })

  it('states its metadata as XML too, whatever the names are', async () => {
    const document = await stampedJson('ingreso')
    const Nombre = 'HILOS & <b>CIA'
    const pdf = await renderPdf({ ...document, Emisor: { ...document.Emisor, Nombre } })
    expect(textsOf(parseXml(metadataOf(pdf)))).toContain(Nombre)
    const { info } = (await (await getDocumentProxy(pdf)).getMetadata()) as unknown as {
      info: Record<string, unknown>
    }
    expect(info).toMatchObject({ Author: Nombre })
  })

  it('is marked as a PDF/A-3b on request, and has what one must have', async () => {
    const xml = await stamped('ingreso')
    const pdf = await renderPdf(xml, { pdfA: true, attachXml: true, logo: pixel })
    const text = Buffer.from(pdf).toString('latin1')
    const objects = text.split('endobj')
    const having = (...parts: string[]): number =>
      objects.filter((one) => parts.every((part) => one.includes(part))).length
    const metadata = parseXml(metadataOf(pdf))
    expect(textsOf(metadata)).toEqual(
      expect.arrayContaining(['3', 'B', 'Factura A 1', '2026-11-21T18:00:00Z', 'pdfmake']),
    )
    expect(having('/Type /Catalog', '/OutputIntents', '/Metadata', '/AF [', '/Lang')).toBe(1)
    expect(having('/S /GTS_PDFA1', '/DestOutputProfile')).toBe(1)
    expect(having('/Type /Filespec', '/AFRelationship /Source', '/UF', '/Desc')).toBe(1)
    expect(having('/Type /EmbeddedFile', '/Subtype /application#2Fxml', '/ModDate')).toBe(1)
    expect(having('/Type /FontDescriptor')).toBe(2)
    expect(having('/Type /FontDescriptor', '/FontFile2')).toBe(2)
    expect(having('/Type /Font', '/BaseFont', '/ToUnicode')).toBe(2)
    expect(text).toMatch(/^trailer\n[\s\S]*\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/m)
    expect(text).not.toMatch(/\/(JavaScript|Encrypt|Launch|LZWDecode|Interpolate true)/)
    expect(metadataOf(await rendered('ingreso', 'classic'))).not.toContain('pdfaid')
  })

  it('takes a template of the client by its name', async () => {
    const mine: Template = ({ title }, { colors }) => ({
      content: { text: `Mía: ${title}`, color: colors.accent },
    })
    const [page] = await pagesOf(
      await renderPdf(await stamped('ingreso'), { template: 'mine', templates: { mine } }),
    )
    expect(page).toContain('Mía: Factura')
  })

  it.each([
    ['cancelled', 'no'],
    ['attachXml', 1],
    ['pdfA', null],
    ['thread', 'x'],
    ['colors', 5],
    ['labels', null],
    ['locale', {}],
    ['templates', { mine: 3 }],
    ['catalogs', {}],
    ['createdAt', new Date(Number.NaN)],
  ])('refuses %s with a value of another kind, by its name', async (name, value) => {
    await expect(renderPdf('<a/>', { [name]: value } as never)).rejects.toThrow(
      `renderPdf: ${name}`,
    )
  })

  it('refuses invalid options', async () => {
    const xml = await stamped('ingreso')
    await expect(renderPdf(xml, { template: 'clasic' })).rejects.toThrow(
      new TypeError('unknown template clasic; use one of classic, compact, minimal, ticket'),
    )
    await expect(renderPdf(xml, { template: 'constructor' })).rejects.toThrow(TypeError)
    await expect(renderPdf(xml, { logo: new Uint8Array([60, 115, 118, 103]) })).rejects.toThrow(
      'logo: ',
    )
    for (const damaged of [
      pixel.subarray(0, 40),
      Buffer.concat([pixel.subarray(0, 33), pixel.subarray(-12)]),
    ])
      await expect(renderPdf(xml, { logo: damaged })).rejects.toThrow('logo: ')
    for (let at = 41; at < 54; at += 2) {
      const flipped = pixel.map((byte, index) => (index === at ? byte ^ 0x55 : byte))
      await renderPdf(xml, { logo: flipped, template: 'tiny', templates: { tiny } }).catch(
        (error) => expect(error.message).toMatch(/^logo: |^Invalid image/),
      )
    }
    await expect(renderPdf(xml, { colors: { accent: 'red' } })).rejects.toThrow('colors.accent')
    await expect(renderPdf(await stampedJson('ingreso'), { attachXml: true })).rejects.toThrow(
      'attachXml',
    )
    await expect(renderPdf('<a/>')).rejects.toThrow(
      expect.objectContaining({ code: 'XML_NOT_CFDI' }),
    )
    await expect(renderPdf(5 as never)).rejects.toThrow(TypeError)
  })

  it('names a missing peer', async () => {
    vi.resetModules()
    vi.doMock('uqr', () => {
      throw new Error('not installed')
    })
    const { renderPdf: without } = await import('../../src/pdf/renderPdf.js')
    await expect(without(await stamped('ingreso'))).rejects.toThrow('npm install pdfmake@0.3 uqr')
    vi.doUnmock('uqr')
  })
})

/** As many letters, in words of some. */
const words = (letters: number): string => 'palabra más '.repeat(letters / 12 + 1).slice(0, letters)

/** A payment of as many documents. */
async function paymentOf(many: number): Promise<Comprobante> {
  const document = await stampedJson('pagos20.dosDocumentos')
  const pagos = document.Complemento?.Pagos as { readonly Pago: readonly Record<string, unknown>[] }
  const [docto] = pagos.Pago[0]!['DoctoRelacionado'] as readonly object[]
  const DoctoRelacionado = Array.from({ length: many }, (_, index) => ({
    ...docto,
    Folio: `FOLIO${index}`,
  }))
  const Pagos = { ...pagos, Pago: [{ ...pagos.Pago[0], DoctoRelacionado }] }
  return { ...document, Complemento: { ...document.Complemento, Pagos } as never }
}

describe('pages', () => {
  /** How long descriptions are: the SAT admits 1000 letters. */
  const lengths = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: isCi ? 60 : 22 }),
    fc.array(fc.integer({ min: 0, max: 985 }), { minLength: 1, maxLength: isCi ? 25 : 8 }),
  )

  // The ticket has one page, or pages of two metres and a half. As many short rows leave no room
  // for the totals on the first page.
  it.each([
    ['classic', 18],
    ['compact', 26],
  ])('of %s never have totals alone, nor rows without their heads', async (template, edge) => {
    const document = await stampedJson('ingreso')
    const Impuestos = document.Conceptos[0]?.Impuestos
    await fc.assert(
      fc.asyncProperty(lengths, fc.boolean(), async (list, isTaxed) => {
        const Conceptos = list.map((letters, at) => ({
          ...concepto(at, words(letters)),
          ...(isTaxed ? { Impuestos } : {}),
        }))
        const read = await pagesOf(await renderPdf({ ...document, Conceptos }, { template }))
        const pages = read.map((page) => page.replace(/\s+/g, ' '))
        expect(pages.find((page) => page.includes('Subtotal'))).toContain(
          `Renglón ${list.length - 1} `,
        )
        for (const page of pages.filter((one) => one.includes('Renglón')))
          expect(page).toContain('Valor unitario')
      }),
      { numRuns, examples: [[Array<number>(edge).fill(0), false]], endOnFailure: true },
    )
  })

  it.each(isCi ? names : ['compact'])(
    'of %s have the end of a concept with the totals, however long it is',
    async (template) => {
      const document = await stampedJson('ingreso')
      const parte = (at: number) => ({
        ClaveProdServ: '60131300',
        Cantidad: '1',
        Descripcion: `Pieza ${at}.`,
      })
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 7000 }),
          fc.integer({ min: 0, max: 70 }),
          async (letters, parts) => {
            const Parte = Array.from({ length: parts }, (_, at) => parte(at))
            const last = {
              ...concepto(0, `${words(letters)} FINAL`),
              ...(parts === 0 ? {} : { Parte }),
            }
            const pages = await pagesOf(
              await renderPdf({ ...document, Conceptos: [last] }, { template }),
            )
            const page = pages.find((one) => one.includes('Subtotal'))?.replace(/\s+/g, ' ')
            expect(page).toContain(parts === 0 ? 'FINAL' : `Pieza ${parts - 1}.`)
            expect(page).toContain('PESOS')
          },
        ),
        { numRuns, examples: [[5800, 0]], endOnFailure: true },
      )
    },
  )

  it('of a roll cut at two metres and a half have the last concept with the totals', async () => {
    const Conceptos = Array.from({ length: 206 }, (_, at) => concepto(at))
    const document = { ...(await stampedJson('ingreso')), Conceptos }
    const pages = await pagesOf(await renderPdf(document, { template: 'ticket' }))
    const page = pages.findIndex((one) => one.includes('Subtotal'))
    expect(page).toBe(1)
    expect(pages[page]).toContain('Renglón 205 ')
  })

  it('of a payslip have the net pay at the top, above the earnings', async () => {
    const [page = ''] = await pagesOf(await rendered('nomina12.ordinaria', 'classic'))
    expect(page.indexOf('Neto a pagar')).toBeLessThan(page.indexOf('Percepciones\n'))
    expect(page).toContain('Viáticos entregados')
  })

  it.each([9, 10, 16, 17, 18])(
    'of a payment of %i documents have its last document with the totals',
    async (many) => {
      const pages = await pagesOf(await renderPdf(await paymentOf(many)))
      expect(pages.find((page) => page.includes('Monto total de los pagos'))).toContain(
        `FOLIO${many - 1}`,
      )
    },
  )

  it('of a long document have bookmarks to the content after its rows; short ones do not', async () => {
    const document = await stampedJson('ingreso')
    const Conceptos = Array.from({ length: 41 }, (_, at) => concepto(at))
    const outline = async (one: Comprobante) =>
      (await (await getDocumentProxy(await renderPdf(one))).getOutline())?.map(({ title }) => title)
    expect(await outline({ ...document, Conceptos })).toEqual([
      'Total',
      'Este documento es una representación impresa de un CFDI',
    ])
    expect(await outline(document)).toBeUndefined()
    expect(await outline(await paymentOf(41))).toContain('Pagos 2.0')
  })

  it.each(isCi ? names : ['ticket'])(
    'as %s do not hang: long words, long texts, great numbers',
    async (template) => {
      const great = { Cantidad: '123456789012345678.123456', Importe: '999999999999999999.999999' }
      const Conceptos = [
        concepto(0, 'W'.repeat(20_000)),
        concepto(1, 'palabra '.repeat(2000)),
        { ...concepto(2), ...great },
      ]
      const Receptor = { ...receptor, Nombre: 'Ñ'.repeat(3000) }
      const document = { ...(await stampedJson('ingreso')), Conceptos, Receptor }
      const text = bare((await pagesOf(await renderPdf(document, { template }))).join(''))
      const count = (part: string): number => text.split(part).length - 1
      expect(count('W')).toBeGreaterThanOrEqual(20_000)
      expect(count('Ñ')).toBeGreaterThanOrEqual(3000)
      expect(count('palabra')).toBeGreaterThan(1980)
      expect(count('999999999999999999.999999')).toBe(1)
    },
  )

  const paid = isCi ? 200 : 30

  it(`of ${paid} paid documents have them all, under repeated heads`, async () => {
    const document = await paymentOf(paid)
    const pages = await pagesOf(await renderPdf(document))
    const text = pages.join(' ')
    const folios = Array.from({ length: paid }, (_, index) => `FOLIO${index}`)
    expect(folios.filter((folio) => !new RegExp(`${folio}\\b`).test(text))).toEqual([])
    for (const page of pages.filter((one) => one.includes('FOLIO')))
      expect(page).toContain('Parcialidad')
  })

  it('with texts of any characters are drawn', async () => {
    const document = await stampedJson('ingreso')
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((any) => any.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, 'x'))
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...names), async (Nombre, template) => {
        const pdf = await renderPdf(
          { ...document, Receptor: { ...receptor, Nombre } },
          { template },
        )
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
      }),
      { numRuns },
    )
  })
})
