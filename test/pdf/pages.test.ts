/**
 * Documents of any length: nothing is lost, tables have their heads on each page, and totals are never alone on one.
 * @module
 */
import fc from 'fast-check'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { renderPdf, templates } from '../../src/pdf/renderPdf.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { bare, pagesOf, receptor, stampedJson } from './documents.js'

const names = Object.keys(templates)
const isCi = process.env['CI'] !== undefined

const concepto = (index: number, text = ''): Comprobante['Conceptos'][number] => ({
  ClaveProdServ: '60131300',
  Cantidad: '1',
  ClaveUnidad: 'H87',
  Descripcion: `Renglón ${index} ${text}`,
  ValorUnitario: '100.00',
  Importe: '100.00',
  ObjetoImp: '01',
})

/** As many letters, in words of some. */
const words = (letters: number): string => 'palabra más '.repeat(letters / 12 + 1).slice(0, letters)

describe('pages', () => {
  /** How long descriptions are: the SAT admits 1000 letters. */
  const lengths = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: isCi ? 60 : 25 }),
    fc.array(fc.integer({ min: 0, max: 985 }), { minLength: 1, maxLength: isCi ? 25 : 10 }),
  )
  const numRuns = Number(process.env['CFDI_RUNS'] ?? (isCi ? 200 : 30)) / 10

  // The ticket has one page, or pages of two metres and a half.
  it.each(['classic', 'compact'])('of %s never have totals alone, nor rows without their heads', async (template) => {
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
        expect(pages.find((page) => page.includes('Subtotal'))).toContain(`Renglón ${list.length - 1} `)
        for (const page of pages.filter((one) => one.includes('Renglón'))) expect(page).toContain('Valor unitario')
      }),
      { numRuns },
    )
  })

  it('of a long document have bookmarks to what is after its rows; those of a short one do not', async () => {
    const document = await stampedJson('ingreso')
    const Conceptos = Array.from({ length: 41 }, (_, at) => concepto(at))
    const outline = async (one: Comprobante) =>
      (await (await getDocumentProxy(await renderPdf(one))).getOutline())?.map(({ title }) => title)
    expect(await outline({ ...document, Conceptos })).toEqual([
      'Datos del comprobante',
      'Total',
      'Este documento es una representación impresa de un CFDI',
    ])
    expect(await outline(document)).toBeUndefined()
  })

  it.each(isCi ? names : ['ticket'])('as %s do not hang: long words, long texts, great numbers', async (template) => {
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
  })

  const paid = isCi ? 200 : 50

  it(`of ${paid} paid documents have them all, under repeated heads`, async () => {
    const document = await stampedJson('pagos20.dosDocumentos')
    const pagos = document.Complemento?.Pagos as { readonly Pago: readonly Record<string, unknown>[] }
    const [docto] = pagos.Pago[0]!['DoctoRelacionado'] as readonly object[]
    const DoctoRelacionado = Array.from({ length: paid }, (_, index) => ({ ...docto, Folio: `FOLIO${index}` }))
    const Pagos = { ...pagos, Pago: [{ ...pagos.Pago[0], DoctoRelacionado }] }
    const pages = await pagesOf(
      await renderPdf({ ...document, Complemento: { ...document.Complemento, Pagos } as never }),
    )
    const text = pages.join(' ')
    expect(DoctoRelacionado.filter(({ Folio }) => !new RegExp(`${Folio}\\b`).test(text))).toEqual([])
    for (const page of pages.filter((one) => one.includes('FOLIO'))) expect(page).toContain('Parcialidad')
  })

  it('with texts of any characters are drawn', async () => {
    const document = await stampedJson('ingreso')
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((any) => any.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, 'x'))
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...names), async (Nombre, template) => {
        const pdf = await renderPdf({ ...document, Receptor: { ...receptor, Nombre } }, { template })
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
      }),
      { numRuns },
    )
  })
})
