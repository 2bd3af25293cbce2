/**
 * The template `compact`: letter paper, small print, no backgrounds, little ink.
 * @module
 */
import type { PdfDefinition, Style } from '../template.js'
import type { View } from '../view.js'
import { issuerNodes, partyLines } from './classic.js'
import { dense, denseMargin, generalFields, letterSheet, paper } from './letterSheet.js'
import { type Look, lineNodes } from './parts.js'

/** The template `compact`. */
export function compact(view: View, style: Style): PdfDefinition {
  const margin = denseMargin(24, style.density)
  const look: Look = dense({
    ...style,
    size: 6.8,
    width: paper.width - 2 * margin,
    perRow: 6,
    heads: 'coloured',
  })
  // Issuer, receiver and document side by side, above a line.
  const { title, folio, date, receptor, stamp } = view
  const logo = look.logo === undefined ? [] : [{ ...look.logo, fit: [70, 46], width: 74 }]
  const uuid = stamp?.uuid
  const [facts] = generalFields(view)
  const name = {
    text: [title, folio].filter(Boolean).join(' '),
    bold: true,
    fontSize: look.size + 4.2,
    color: look.colors.accent,
  }
  const own = [date, uuid].filter((field) => field !== undefined)
  const right = 196
  const party = (look.width - right - 20 - (logo.length === 0 ? 0 : 84)) / 2
  const columns = [
    ...logo,
    { width: party, stack: issuerNodes({ ...look, size: look.size - 0.2 }, view) },
    {
      width: party,
      stack: [
        { text: receptor.label, bold: true, color: look.colors.accent },
        ...partyLines(look, receptor),
      ],
    },
    { width: right, stack: [name, ...lineNodes(look, [...own, ...facts])] },
  ]
  const line = { type: 'line', x1: 0, y1: 0, x2: look.width, y2: 0 }
  return letterSheet(view, {
    look,
    margin,
    head: [
      { columns, columnGap: 10 },
      {
        canvas: [{ ...line, lineWidth: 0.6, lineColor: look.colors.accent }],
        margin: [0, 4, 0, 0],
      },
    ],
    square: 80,
  })
}
