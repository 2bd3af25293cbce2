/**
 * The characters that a PDF draws: text, emoji, and what no font has.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ownFonts } from '../../src/pdf/fonts.js'
import { renderPdf, templates } from '../../src/pdf/renderPdf.js'
import type { Template } from '../../src/pdf/template.js'
import { bare, concepto, numRuns, pagesOf, rendered, stamped, stampedJson } from './documents.js'
import { emojis } from './emojis.js'

const names = Object.keys(templates)

/** As extracted: joiners and variation selectors are not drawn. */
const seen = (text: string): string => bare(text).replace(/[\u200d\ufe0f\u20e3]/gu, '')

const onlyEmoji = (text: string): string => [...text].filter((any) => emojis.has(any)).join('')

describe('the characters of a text', () => {
  const lines: Template = ({ conceptos: { rows } }) => ({
    content: [
      ...rows.map(({ cells }) => ({ text: [{ text: cells[2]?.text ?? '', bold: true }, ' 🎂'] })),
      { table: { body: [['☎️ 555']] } },
    ],
    watermark: null,
  })
  const readAs = async (template: string, Descripcion: string) => {
    const document = { ...(await stampedJson('ingreso')), Conceptos: [concepto(0, Descripcion)] }
    return seen(
      (await pagesOf(await renderPdf(document, { template, templates: { mine: lines } }))).join(''),
    )
  }

  it('are printed as they are, emoji included; characters without a font get a mark', async () => {
    const text = await readAs('mine', 'PIÑATAS 🎉 ÁÉÍÓÚÜ ñ — «x» € 北京 n\u0303 א 👩🏽‍🔧 24️⃣')
    expect(text).toContain('PIÑATAS🎉ÁÉÍÓÚÜñ—«x»€��ñ�👩🏽🔧24🎂')
    expect(text).toContain('☎555')
  })

  it('have a glyph for every character that the font claims', async () => {
    const text = await readAs('mine', [...emojis].join(' '))
    expect([...emojis].filter((any) => !text.includes(any))).toEqual([])
  })

  // pdf.js warns on the console about a font without drawings, and no test may leave output there.
  it('make no font without drawings, of a skin alone either', async () => {
    expect(await readAs('classic', 'a🏼')).toContain('a🏼')
  })

  it('are found in a header that is a function, called late', async () => {
    const mine: Template = () => ({ content: 'Pedidos', header: () => '☎️ y 🚗', watermark: null })
    const pdf = await renderPdf(await stamped('ingreso'), { template: 'mine', templates: { mine } })
    expect(seen((await pagesOf(pdf)).join(''))).toContain('☎y🚗')
  })

  it('are found again, whatever words and emoji are mixed', async () => {
    const piece = fc.oneof(
      fc.constantFrom('Ñandú ', 'a', '5 % ', '👩🏽‍🔧', '🇲🇽'),
      fc.constantFrom(...emojis),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 60 }),
        fc.constantFrom(...names, 'mine'),
        async (pieces, template) => {
          const text = pieces.join('')
          const found = await readAs(template, text)
          expect(onlyEmoji(found)).toContain(onlyEmoji(text))
          // The library's put the amounts of a row between the lines of its description.
          expect(found).toContain(template === 'mine' ? seen(text) : seen(text).slice(0, 20))
        },
      ),
      { numRuns: 2 * numRuns },
    )
  })

  it('are taken from the fonts of the host, and emoji from the library', async () => {
    const document = { ...(await stampedJson('ingreso')), Conceptos: [concepto(0, 'Ñ 🎉')] }
    const options = { template: 'mine', templates: { mine: lines } }
    const own = await renderPdf(document, { ...options, fonts: ownFonts() })
    expect(Buffer.compare(own, await renderPdf(document, options))).toBe(0)
  })

  it('cost nothing without emoji', async () => {
    vi.resetModules()
    vi.doMock('../../src/pdf/font/notoEmoji.js', () => {
      throw new Error('it is loaded')
    })
    const { renderPdf: without } = await import('../../src/pdf/renderPdf.js')
    expect(
      Buffer.compare(await without(await stamped('ingreso')), await rendered('ingreso', 'classic')),
    ).toBe(0)
    const document = { ...(await stampedJson('ingreso')), Serie: '🎂' }
    await expect(without(document)).rejects.toThrow()
    vi.doUnmock('../../src/pdf/font/notoEmoji.js')
  })
})
