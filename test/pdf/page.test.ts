/**
 * The page as people use it: any document that reads, drafts, one page where one is enough, the
 * host's own content, languages.
 * @module
 */
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { labelOf } from '../../src/pdf/labels/labelOf.js'
import { english } from '../../src/pdf/labels/english.js'
import { renderPdf, templates } from '../../src/pdf/renderPdf.js'
import { viewOf } from '../../src/pdf/viewOf.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { comprobante } from '../../src/sat/cfdi40/declaration.js'
import { complements } from '../../src/sat/declarations.js'
import { pago } from '../../src/sat/pagos20/build/pago.js'
import { draft, invoice, sale } from '../fixtures.js'
import {
  bare,
  fixtureNames,
  pagesOf,
  rendered,
  stamped,
  stampedJson,
  valuesOf,
} from './documents.js'

const letter = ['classic', 'compact', 'minimal']
const isCi = process.env['CI'] !== undefined
const textOf = async (pdf: Uint8Array): Promise<string> => bare((await pagesOf(pdf)).join(' '))

describe('any document that reads', () => {
  it.each(Object.keys(templates))(
    'is printed as %s without the totals of its payments',
    async (template) => {
      const xml = (await stamped('pagos20.unDocumento')).replace(/<pago20:Totales [^>]*\/>/, '')
      expect(xml).not.toContain('Totales')
      expect(await textOf(await renderPdf(xml, { template }))).toContain('Total0')
    },
  )

  it('is printed without its complement of payments', async () => {
    const { Complemento, ...payment } = await stampedJson('pagos20.unDocumento')
    expect(Complemento).toBeDefined()
    expect((await renderPdf(payment)).length).toBeGreaterThan(1000)
  })

  it.each([
    ['an attribute that no declaration has', ['<pago20:Pago ', '<pago20:Pago Ajeno="OCULTO" ']],
    [
      'the totals of payments where they are not those of the document',
      ['TipoDeComprobante="P"', 'TipoDeComprobante="I"'],
    ],
    ['a seal that differs from that of its stamp', [' Sello="', ' Sello="OTRO+']],
    [
      'a stamp that is longer than a page',
      [/ RfcProvCertif="[^"]*"/, ` RfcProvCertif="${'A '.repeat(2500)}Z"`],
    ],
    ['a stamp without folio fiscal', [/ UUID="[^"]*"/, '']],
    [
      'a complement of an unknown version',
      ['<pago20:Pagos Version="2.0"', '<pago20:Pagos Version="2"'],
    ],
    [
      'the nodes of a complement whose version is unknown, of another namespace',
      [
        /<pago20:Pagos [\s\S]*<\/pago20:Pagos>/,
        '<pago10:Pagos xmlns:pago10="http://www.sat.gob.mx/Pagos" Version="9"><pago10:Pago FechaPago="2026-11-09T10:21:44" FormaDePagoP="03" MonedaP="MXN" Monto="10.00"><pago10:Impuestos TotalImpuestosRetenidos="7.77"><pago10:Retenciones><pago10:Retencion Impuesto="003" Importe="7.78"/></pago10:Retenciones></pago10:Impuestos></pago10:Pago></pago10:Pagos>',
      ],
    ],
    ['an amount with its sign', [/ ImpPagado="/, ' ImpPagado="+']],
  ] as [string, [string | RegExp, string]][])('prints %s', async (_what, [from, to]) => {
    const xml = (await stamped('pagos20.unDocumento')).replace(from, to)
    expect(xml).not.toBe(await stamped('pagos20.unDocumento'))
    const plain = (await textOf(await renderPdf(xml))).replaceAll('$', '')
    expect(valuesOf(readCfdi(xml)).filter((value) => !plain.includes(bare(value)))).toEqual([])
  })

  it.each([
    ['nomina12.ordinaria', 'classic'],
    ['nomina12.ordinaria', 'ticket'],
    ['pagos20.unDocumento', 'minimal'],
    ['pagos20.unDocumento', 'ticket'],
  ])('prints the taxes and the sum of the invalid %s as %s', async (name, template) => {
    const taxes =
      '<cfdi:Impuestos TotalImpuestosTrasladados="77.70"><cfdi:Traslados><cfdi:Traslado Base="485.63" Impuesto="003" TipoFactor="Tasa" TasaOCuota="0.265000" Importe="77.71"/></cfdi:Traslados></cfdi:Impuestos>'
    const xml = (await stamped(name))
      .replace('<cfdi:Complemento>', `${taxes}$&`)
      .replace(/ MontoTotalPagos="[^"]*"/, '')
      .replace(/ SubTotal="[^"]*"/, ' SubTotal="96756"')
    const text = await textOf(await renderPdf(xml, { template }))
    expect(valuesOf(readCfdi(xml)).filter((value) => !text.includes(bare(value)))).toEqual([])
    expect(xml).toContain('96756')
    expect(xml).toContain('485.63')
  })

  it.each(letter)('prints details beside large amounts as %s', async (template) => {
    const document = await stampedJson('ingreso')
    const amount = '123456789012345678.12345'
    const information = Array.from({ length: 12 }, (_, at) => ({
      NumeroPedimento: `15  48  3009  00012${at + 10}`,
    }))
    const Conceptos = document.Conceptos.map((concepto) => ({
      ...concepto,
      Descripcion: 'Té',
      ValorUnitario: amount,
      Importe: amount,
      Descuento: amount,
      InformacionAduanera: information,
    }))
    const source = { ...document, Conceptos, Moneda: 'FJI' }
    const text = await textOf(await renderPdf(source, { template }))
    expect(valuesOf(source).filter((value) => !text.includes(bare(value)))).toEqual([])
  })

  it('reports the characters of a seal that no font has', async () => {
    const pdf = await renderPdf({ ...(await stampedJson('ingreso')), Sello: '漢字+' })
    expect(pdf.missing).toEqual(['字', '漢'])
    expect(await textOf(pdf)).toContain('\ufffd\ufffd+')
  })

  it('prints AUTO as a word where the document is sealed', async () => {
    const xml = (await stamped('ingreso')).replace(/ Descripcion="[^"]*"/, ' Descripcion="AUTO"')
    for (const source of [xml, readCfdi(xml)]) {
      const { conceptos } = viewOf(source)
      expect(JSON.stringify(conceptos)).toContain('"text":"AUTO"')
      expect(await textOf(await renderPdf(source))).not.toContain(bare('Por asignar'))
    }
  })

  it.each(Object.keys(templates))(
    'as %s has room for totals that are not amounts',
    async (template) => {
      const SubTotal = 'W'.repeat(300)
      const xml = (await stamped('ingreso'))
        .replace(/ SubTotal="[^"]*"/, ` SubTotal="${SubTotal}"`)
        .replace(/ Total="[^"]*"/, ` Total="${'1'.repeat(120)}"`)
      const text = (await textOf(await renderPdf(xml, { template }))).replaceAll('$', '')
      expect(text).toContain(SubTotal)
      expect(text).toContain('1'.repeat(120))
    },
  )

  it('has room for the greatest total on a ticket', async () => {
    const source = {
      ...(await stampedJson('ingreso')),
      Moneda: 'FJI',
      Total: '999999999999999999.999999',
      Descuento: '608.555568',
    }
    const text = await textOf(await renderPdf(source, { template: 'ticket' }))
    expect(text).toContain('=Total999999999999999999.999999FJI')
    expect(text).toContain('608.555568')
  })

  it('shows the whole of the greatest total', async () => {
    const Total = '999999999999999999.999999'
    const pages = await pagesOf(await renderPdf({ ...(await stampedJson('ingreso')), Total }))
    expect(pages.join(' ')).toContain('$999,999,999,999,999,999.999999')
  })
})

describe('a document without a stamp', () => {
  it('says that it is a preview, and nowhere that it represents a CFDI', async () => {
    const pdf = await renderPdf(invoice())
    const text = await textOf(pdf)
    expect(text).toContain(bare('Vista previa: no es un comprobante fiscal'))
    expect(text).not.toContain(bare('representación impresa'))
    const { info } = (await (await getDocumentProxy(pdf)).getMetadata()) as unknown as {
      info: { Subject: string }
    }
    expect(info.Subject).toBe('Vista previa: no es un comprobante fiscal')
  })

  it('prints the number of its certificate, which is not a seal', async () => {
    const document = invoice({ NoCertificado: '30001000000500003416', Sello: '' })
    const text = await textOf(await renderPdf(document))
    expect(text).toContain('30001000000500003416')
    expect(text).toContain(bare('Vista previa: no es un comprobante fiscal'))
  })

  it('prints its seal and the number of its certificate if it is sealed', async () => {
    const { Complemento, ...sealed } = readCfdi(await stamped('ingreso'))
    expect(Complemento).toBeDefined()
    for (const template of Object.keys(templates)) {
      const text = await textOf(await renderPdf(sealed, { template }))
      expect(text).toContain(sealed.Sello)
      expect(text).toContain(sealed.NoCertificado)
      expect(text).toContain(bare('sellado y sin timbrar'))
      expect(text).not.toContain(bare('representación impresa'))
    }
  })
})

describe('a draft', () => {
  it('is shown with its amounts derived, and what is not known yet as to be assigned', async () => {
    const view = viewOf(sale)
    expect(view.totals.at(-1)?.value).not.toBe('AUTO')
    expect(JSON.stringify(view.totals)).not.toContain('AUTO')
    const text = await textOf(
      await renderPdf({ ...draft('ingreso'), Fecha: 'AUTO', Folio: 'AUTO' }),
    )
    expect(text).not.toContain('AUTO')
    expect(text).toContain(bare('Por asignar'))
  })

  it('of a builder is shown as it would be sealed', async () => {
    const xml = await stamped('ingreso')
    const factura = xml.replace('MetodoPago="PUE"', 'MetodoPago="PPD"')
    const receipt = pago([{ factura: readCfdi(factura) }], {
      FechaPago: '2026-11-21',
      FormaDePagoP: '03',
      Monto: '100.00',
    })
    const { totals } = viewOf(receipt)
    expect(totals.find(({ kind }) => kind === 'sum')?.text).toBe('$100.00')
  })
})

describe('one page', () => {
  const few = ['nomina12.ordinaria', 'nomina12.horasExtra', 'pagos20.dosDocumentos', 'ingreso']
  // The separation has two payslips in one document.
  const isOfOne = (name: string): boolean =>
    !/^cartaPorte|^detallista|^nomina12.separacion/.test(name)
  const names = isCi ? fixtureNames.filter(isOfOne) : few

  it.each(names)('is enough for %s', async (name) => {
    for (const template of isCi ? letter : ['classic'])
      expect([template, (await pagesOf(await rendered(name, template))).length]).toEqual([
        template,
        1,
      ])
  })

  it('of few concepts has wider lines, and of more those of the template', async () => {
    const document = await stampedJson('ingreso')
    const heights = async (length: number): Promise<number[]> => {
      const Conceptos = Array.from({ length }, () => document.Conceptos[0]!)
      const pdf = await renderPdf({ ...document, Conceptos })
      const page = await (await getDocumentProxy(pdf)).getPage(1)
      const { items } = await page.getTextContent()
      return items.flatMap((item) =>
        'str' in item && item.str === 'Subtotal' ? [item.height] : [],
      )
    }
    expect(await heights(2)).toEqual([8.4])
    expect(Math.max(...(await heights(5)))).toBeLessThanOrEqual(8)
  })

  it('is enough for eight concepts with three taxes', async () => {
    const document = await stampedJson('ingreso')
    const [first] = document.Conceptos
    const Conceptos = Array.from({ length: 8 }, () => first!)
    for (const template of letter)
      expect(
        (await pagesOf(await renderPdf({ ...document, Conceptos }, { template }))).length,
      ).toBe(1)
  })

  it('and the last of several, never has the stamp alone', async () => {
    for (const name of isCi ? fixtureNames : ['detallista', 'cartaPorte31.propio']) {
      const pages = await pagesOf(await rendered(name, 'classic'))
      const last = pages.at(-1) ?? ''
      const before = last.slice(0, last.indexOf('Sello digital del CFDI'))
      expect(bare(before).length, name).toBeGreaterThan(pages.length === 1 ? 0 : 330)
    }
  })
})

describe('content of the host', () => {
  const own = {
    issuer: { address: 'Av. Juárez 1104, Monterrey', phone: '81 5555 0101', web: 'luna.example' },
    payment: { bank: 'Banorte', clabe: '012580001987654329', reference: 'A 1' },
    notes: 'Entrega en almacén.\nNo se aceptan devoluciones.',
    footer: 'Gracias por su compra',
    promissory: { place: 'Monterrey', due: '15 de diciembre de 2026', interest: '3' },
    terms: 'Primera. Garantía de un año.',
  }

  it.each(Object.keys(templates))(
    'is printed as %s, marked as no part of the CFDI',
    async (template) => {
      const pages = await pagesOf(await renderPdf(await stamped('ingreso'), { template, ...own }))
      const text = bare(pages.join(' '))
      for (const part of [
        'Av. Juárez 1104',
        '81 5555 0101',
        '012580001987654329',
        'No se aceptan devoluciones.',
        'Gracias por su compra',
        'incondicionalmente',
        '15 de diciembre de 2026',
        'Garantía de un año',
        'Datos del emisor, ajenos al CFDI',
        'Datos para el pago, ajenos al CFDI',
        'Notas, ajenas al CFDI',
        'Pagaré, ajeno al CFDI',
        'Términos y condiciones, ajenos al CFDI',
      ])
        expect(text).toContain(bare(part))
    },
  )

  it.each([
    [{ issuer: { adress: 'x' } }, 'did you mean address'],
    [{ issuer: { address: 'x'.repeat(201) } }, '200 characters at most'],
    [{ payment: { clabe: '012580001987654328' } }, 'check digit'],
    [{ notes: 'x'.repeat(2001) }, '2000 characters at most'],
    [{ notes: 'a\u202eb' }, 'control characters'],
    [{ footer: 5 }, 'expected text'],
    [{ promissory: { place: 'x', due: 'y', interest: '3%' } }, 'percentage'],
    [{ labels: { Receptorr: 'x' } }, 'unknown name Receptorr; did you mean Receptor?'],
    [{ language: 'fr' }, 'unknown language fr'],
  ])('is refused when it is wrong (case %#)', async (options, message) => {
    await expect(renderPdf(await stamped('ingreso'), options as never)).rejects.toThrow(message)
  })
})

describe('characters of ordinary descriptions', () => {
  const ordinary =
    'ﬁ ﬂ 10 kΩ Interferón β α γ δ λ μ π σ φ ∅ ⌀ CO₂ H₂O m³ x⁴ xⁿ ⅓ ⅔ → ← ↑ ↓ ⇒ ✓ ✗ ■ □ ● ○ ◆ ★ ☆ ‱ ℓ ẞ ½'

  it('are printed, in both weights', async () => {
    const document = await stampedJson('ingreso')
    const [first] = document.Conceptos
    const Conceptos = [{ ...first!, Descripcion: ordinary }]
    const pdf = await renderPdf({
      ...document,
      Conceptos,
      Emisor: { ...document.Emisor, Nombre: ordinary },
    })
    expect(pdf.missing).toEqual([])
    const text = await textOf(pdf)
    // Readers of PDFs may return the letters of a ligature.
    for (const character of bare(ordinary.normalize('NFC').replace(/[ﬁﬂ]/g, '')))
      expect(text).toContain(character)
  })

  it('that are variants of others are printed as those', async () => {
    const document = await stampedJson('ingreso')
    const [first] = document.Conceptos
    const Conceptos = [{ ...first!, Descripcion: 'ＡＢＣ\u3000㎏\u2003\u0085㎡' }]
    const pdf = await renderPdf({ ...document, Conceptos })
    expect(pdf.missing).toEqual([])
    expect(await textOf(pdf)).toContain('ABCkgm2')
  })

  it('that no font has are told in the answer', async () => {
    const document = await stampedJson('ingreso')
    const [first] = document.Conceptos
    const Conceptos = [{ ...first!, Descripcion: 'Té 北京, א' }]
    expect((await renderPdf({ ...document, Conceptos })).missing).toEqual(['א', '京', '北'])
  })
})

describe('language', () => {
  it('is English in every text that is not the document', async () => {
    const pdf = await renderPdf(await stamped('ingreso'), { language: 'en' })
    const [page = ''] = await pagesOf(pdf)
    for (const word of ['Invoice', 'Bill to', 'Unit price', 'Amount', 'Page 1 of 1', 'Total taxes'])
      expect(page).toContain(word)
    for (const word of [
      'Factura',
      'Receptor',
      'Importe',
      'Descripción',
      'Página',
      'Régimen fiscal',
    ])
      expect(page).not.toContain(word)
    const { info } = (await (await getDocumentProxy(pdf)).getMetadata()) as unknown as {
      info: { Language: string }
    }
    expect(info.Language).toBe('en')
  })

  it.each(['en', 'bilingual'] as const)('breaks no amount of a tax, in %s', async (language) => {
    const document = { ...(await stampedJson('ingreso')), Moneda: 'USD', TipoCambio: '18.5' }
    for (const template of letter)
      expect((await pagesOf(await renderPdf(document, { template, language }))).join()).toContain(
        '\u2212$1,333.33',
      )
  })

  it('is both on request', () => {
    const { title, receptor } = viewOf(invoice(), { language: 'bilingual' })
    expect(title).toBe('Factura / Invoice')
    expect(receptor.fields.map(({ label }) => label)).toContain('Uso del CFDI / Use of the CFDI')
  })

  it('has labels of the host in place of any text', () => {
    const labels = { 'title.I': 'Cotización', netPay: 'x', 'Receptor.UsoCFDI': 'Uso' }
    const { title, receptor } = viewOf(invoice(), { labels })
    expect([title, receptor.fields.find(({ name }) => name === 'UsoCFDI')?.label]).toEqual([
      'Cotización',
      'Uso',
    ])
  })

  it('has an English label for every name of the declarations', () => {
    const names = new Set<string>()
    const collect = (element: (typeof comprobante)['root'], depth = 0): void => {
      for (const [name, member] of Object.entries(element.content)) {
        names.add(name)
        if (member.kind === 'child' && depth < 9) collect(member.element as never, depth + 1)
      }
    }
    for (const { root } of [comprobante, ...complements]) collect(root as never)
    const fallback = (name: string): string =>
      name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|[_-]+/gu, ' ').trim()
    const same =
      /^(Base|Folio|Curp|RFC|Rfc|INE|TUA|TAR|Total|Subtotal|Addenda|Incoterm|NIV|Via|Version|Subdivision)/
    const missing = [...names].filter(
      (name) =>
        !/^[a-z]/.test(name) &&
        !same.test(name) &&
        english(name, '').toLowerCase() === fallback(name).toLowerCase() &&
        labelOf(name) !== english(name, ''),
    )
    expect(missing).toEqual([])
  })
})
