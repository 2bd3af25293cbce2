/**
 * Which parts of the texts of a definition are emoji: pdfmake draws a text with one font, so each part is made a text of its own.
 * @module
 */
import { emoji } from './font/emoji.js'
import type { PdfDefinition, PdfObject } from './template.js'

/** What the font of emoji is called. */
export const emojiFamily = 'Emoji'

/** What joins emoji and varies them, of which the font has no drawing: a mechanic is drawn as a person and a wrench. */
const joiners = '[\\u200d\\u20e3\\ufe0e\\ufe0f\\u{e0020}-\\u{e007f}]'

const runOfEmoji = new RegExp(`((?:[${emoji}]${joiners}*)+)`, 'u')
const joiner = new RegExp(joiners, 'gu')

/** A definition whose emoji are drawn with their font. */
export interface Split {
  readonly split: PdfDefinition
  /** Whether it has any. Those of heads and feet that are functions are found when pdfmake asks for them. */
  readonly hasEmoji: () => boolean
}

/** A text in parts: one, where it has no emoji. */
type Parts = (text: string) => readonly PdfObject[]

/** The definition, copied, with each text that has emoji as a text of several parts. */
export function splitEmoji(definition: PdfDefinition): Split {
  let found = false
  const parts: Parts = (text) => {
    const all = partsOf(text)
    found ||= all.length > 1 || isEmoji(all[0])
    return all
  }
  return { split: copied(parts, definition) as PdfDefinition, hasEmoji: () => found }
}

/** What a pattern with a group matched is every second part. None is bold: the font has one weight, which is then embedded once. */
function partsOf(text: string): readonly PdfObject[] {
  const parts = text.split(runOfEmoji).map((part, at) => (at % 2 === 0 ? { text: part } : emojiPart(part)))
  return parts.filter((part) => part.text !== '')
}

function emojiPart(text: string): PdfObject {
  return { text: text.replace(joiner, ''), font: emojiFamily, bold: false, italics: false }
}

function isEmoji(part: PdfObject | undefined): boolean {
  return part?.['font'] === emojiFamily
}

/** Texts stand in lists, or under one of these. */
const content: ReadonlySet<string> = new Set(['content', 'header', 'footer', 'background'])

/** No content. The text of a watermark is drawn in one font. */
const others: ReadonlySet<string> = new Set(['watermark', 'info', 'images', 'files', 'attachments', 'styles', 'layout'])

function copied(parts: Parts, node: unknown): unknown {
  if (typeof node === 'string') return paragraph(parts, { text: node }) ?? node
  if (Array.isArray(node)) return node.map((item) => copied(parts, item))
  if (!isPlain(node)) return node
  const entries = Object.entries(node).map(([key, value]) => [key, member(parts, key, value)])
  return paragraph(parts, node) ?? Object.fromEntries(entries)
}

function member(parts: Parts, key: string, value: unknown): unknown {
  if (others.has(key)) return value
  if (typeof value === 'function') return content.has(key) ? asked(parts, value as PageContent) : value
  if (typeof value === 'string') return content.has(key) ? copied(parts, value) : value
  return key === 'text' && Array.isArray(value) ? value.flatMap((item) => inline(parts, item)) : copied(parts, value)
}

/** What a page has at its head, at its foot or behind it. */
type PageContent = (...page: readonly unknown[]) => unknown

function asked(parts: Parts, value: PageContent): PageContent {
  return (...page) => copied(parts, value(...page))
}

function isPlain(value: unknown): value is PdfObject {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** A text with emoji, its look above its parts; its bookmark stays one text. Undefined when it is none. */
function paragraph(parts: Parts, node: PdfObject): PdfObject | undefined {
  const { text, outlineText = text } = node
  const all = typeof text === 'string' ? parts(text) : []
  return all.some(isEmoji) ? { ...node, text: all, outlineText } : undefined
}

/** A part of a text. Its look goes with each of its own parts: pdfmake forgets that of what is two levels above a letter. */
function inline(parts: Parts, item: unknown): readonly unknown[] {
  const { text, id, ...look }: PdfObject = typeof item === 'string' ? { text: item } : isPlain(item) ? item : {}
  const all = typeof text === 'string' ? parts(text) : []
  if (!all.some(isEmoji)) return [copied(parts, item)]
  return all.map((part, at) => ({ ...look, ...(at === 0 && id !== undefined ? { id } : {}), ...part }))
}
