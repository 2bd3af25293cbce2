/**
 * Texts split into parts: emoji with their font, and other text, anywhere in a definition.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emojiFamily, splitEmoji } from '../../src/pdf/runs.js'
import type { PdfNode, PdfObject } from '../../src/pdf/template.js'
import { emojis } from './emojis.js'

const split = (content: PdfNode): unknown => splitEmoji({ content }).split.content

const drawn = (text: string): PdfObject => ({
  text,
  font: emojiFamily,
  bold: false,
  italics: false,
})

/** Words, and emoji as people type them: with selectors, skins, joiners, flags. */
const piece = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'Ñ', 'é', ' ', '5', '%', '\n', '北', '�') }),
  fc.constantFrom('👩🏽‍🔧', '❤️', '🇲🇽', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☎︎', '🕯️'),
  fc.constantFrom(...emojis),
)
const mixture = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

const joiners = /[\u200d\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu

describe('a text', () => {
  it('is the same in its parts, of which those with emoji have nothing else', () => {
    fc.assert(
      fc.property(mixture, (text) => {
        const node = split({ text }) as {
          readonly text: string | readonly { text: string; font?: string }[]
        }
        const parts =
          typeof node.text === 'string' ? [node as { text: string; font?: string }] : node.text
        expect(parts.map((part) => part.text).join('')).toBe(text.replace(joiners, ''))
        for (const { text: some, font } of parts)
          for (const character of some) expect(emojis.has(character)).toBe(font === emojiFamily)
      }),
    )
  })

  it('without emoji is left as it is, and is found to have none', () => {
    const content = [
      'uno',
      { text: ['dos', { text: 'tres', bold: true }], outline: true },
      { columns: [''] },
    ]
    expect(splitEmoji({ content }).split).toEqual({ content })
    expect(splitEmoji({ content }).hasEmoji()).toBe(false)
    expect(splitEmoji({ content: ['🎂'] }).hasEmoji()).toBe(true)
  })
})

describe('a definition', () => {
  it.each<[string, PdfNode, unknown]>([
    ['a list', ['a🎂'], [{ text: [{ text: 'a' }, drawn('🎂')], outlineText: 'a🎂' }]],
    [
      'a cell',
      { table: { body: [['🎂']] } },
      { table: { body: [[{ text: [drawn('🎂')], outlineText: '🎂' }]] } },
    ],
    [
      'a paragraph, whose look is above its parts',
      { text: '🎂a', bold: true },
      { text: [drawn('🎂'), { text: 'a' }], bold: true, outlineText: '🎂a' },
    ],
    [
      'a part of a paragraph, whose look goes with each',
      { text: ['x', { text: 'a🎂', bold: true, id: 'here' }] },
      { text: ['x', { text: 'a', bold: true, id: 'here' }, drawn('🎂')] },
    ],
    [
      'a bookmark, whose text is its own',
      { text: '🎂', outlineText: 'b' },
      { text: [drawn('🎂')], outlineText: 'b' },
    ],
    [
      'nothing that is not read',
      { image: '🎂', link: '🎂', svg: '🎂' },
      { image: '🎂', link: '🎂', svg: '🎂' },
    ],
  ])('is changed in %s', (_where, content, expected) => {
    expect(split(content)).toEqual(expected)
  })

  it('is changed in headers and footers when they are called, and not in a watermark', () => {
    const watermark = { text: '🎂' }
    const { split: changed } = splitEmoji({
      content: [],
      header: (page: number) => `${page}🎂`,
      footer: '🎂',
      watermark,
    })
    expect(changed['footer']).toEqual({ text: [drawn('🎂')], outlineText: '🎂' })
    expect(changed['watermark']).toBe(watermark)
    expect((changed['header'] as (page: number) => unknown)(2)).toMatchObject({
      text: [{ text: '2' }, drawn('🎂')],
    })
    const late = splitEmoji({ content: [], header: () => '🎂' })
    expect(late.hasEmoji()).toBe(false)
    ;(late.split['header'] as () => unknown)()
    expect(late.hasEmoji()).toBe(true)
  })
})
