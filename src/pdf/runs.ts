/**
 * Splits the texts of a definition at emoji: pdfmake draws a text with one font, so each part
 * becomes a text of its own.
 * @module
 */
import { emoji } from './font/emoji.js'
import type { PdfDefinition, PdfObject } from './template.js'

/** Name of the emoji font. */
export const emojiFamily = 'Emoji'

/**
 * Joiners and variation selectors, for which the font has no glyphs: a mechanic is drawn as a
 * person and a wrench.
 */
const joiners = '[\\u200d\\u20e3\\ufe0e\\ufe0f\\u{e0020}-\\u{e007f}]'

const runOfEmoji = new RegExp(`((?:[${emoji}]${joiners}*)+)`, 'u')
const joiner = new RegExp(joiners, 'gu')

/** A definition whose emoji use their font. */
export interface Split {
  readonly split: PdfDefinition
  /**
   * Whether it has emoji. Those of headers and footers that are functions are known only after the
   * layout.
   */
  readonly hasEmoji: () => boolean
}

/** Splits a text into parts; a text without emoji has one. */
type Parts = (text: string) => readonly PdfObject[]

/** Copies the definition, with each text that has emoji split into parts. */
export function splitEmoji(definition: PdfDefinition): Split {
  let found = false
  const parts: Parts = (text) => {
    // Splitting by a pattern with a group gives its matches as every second part. No emoji
    // is bold: the font has one weight, embedded once.
    const parts = text
      .split(runOfEmoji)
      .map((part, at) =>
        at % 2 === 0
          ? { text: part }
          : { text: part.replace(joiner, ''), font: emojiFamily, bold: false, italics: false },
      )
    const all = parts.filter((part) => part.text !== '')
    found ||= all.length > 1 || isEmoji(all[0])
    return all
  }
  return { split: copied(parts, definition) as PdfDefinition, hasEmoji: () => found }
}

function isEmoji(part: PdfObject | undefined): boolean {
  return part?.['font'] === emojiFamily
}

/** Keys of texts, besides lists. */
const content: ReadonlySet<string> = new Set(['content', 'header', 'footer', 'background'])

/** Keys without content. The text of a watermark is drawn in one font. */
const others: ReadonlySet<string> = new Set([
  'watermark',
  'info',
  'images',
  'files',
  'attachments',
  'styles',
  'layout',
])

function copied(parts: Parts, node: unknown): unknown {
  if (typeof node === 'string') return paragraph(parts, { text: node }) ?? node
  if (Array.isArray(node)) return node.map((item) => copied(parts, item))
  if (!isPlain(node)) return node
  const entries = Object.entries(node).map(([key, value]) => [key, member(parts, key, value)])
  return paragraph(parts, node) ?? Object.fromEntries(entries)
}

function member(parts: Parts, key: string, value: unknown): unknown {
  if (others.has(key)) return value
  if (typeof value === 'function')
    return content.has(key) ? asked(parts, value as PageContent) : value
  if (typeof value === 'string') return content.has(key) ? copied(parts, value) : value
  if (key === 'text' && Array.isArray(value))
    return value.flatMap((item) => {
      // Splits a part of a text. Each new part gets its style: pdfmake ignores styles two
      // levels above a letter.
      const { text, id, ...look }: PdfObject =
        typeof item === 'string' ? { text: item } : isPlain(item) ? item : {}
      const all = typeof text === 'string' ? parts(text) : []
      if (!all.some(isEmoji)) return [copied(parts, item)]
      return all.map((part, at) => ({
        ...look,
        ...(at === 0 && id !== undefined && { id }),
        ...part,
      }))
    })
  return copied(parts, value)
}

/** Header, footer or background of a page, as a function. */
type PageContent = (...page: readonly unknown[]) => unknown

function asked(parts: Parts, value: PageContent): PageContent {
  return (...page) => copied(parts, value(...page))
}

function isPlain(value: unknown): value is PdfObject {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

/**
 * Converts a text with emoji to a node with the same style and several parts; its bookmark stays
 * one text. Returns undefined for other nodes.
 */
function paragraph(parts: Parts, node: PdfObject): PdfObject | undefined {
  const { text, outlineText = text } = node
  const all = typeof text === 'string' ? parts(text) : []
  if (all.some(isEmoji)) return { ...node, text: all, outlineText }
  return undefined
}
