/**
 * The template `minimal`: a large title, the total at the top, white space and thin lines.
 * @module
 */
import type { PdfDefinition, PdfNode, Style } from '../template.js'
import type { View } from '../view.js'
import { partyLines } from './classic.js'
import { dense, denseMargin, generalFields, letterSheet, ownFields, paper } from './letterSheet.js'
import { amountWidth, fieldNode, grid, type Look, lineNodes } from './parts.js'

/** The template `minimal`. */
export function minimal(view: View, style: Style): PdfDefinition {
  const margin = denseMargin(44, style.density)
  const look: Look = dense({
    ...style,
    size: 8,
    width: paper.width - 2 * margin,
    perRow: 4,
    heads: 'plain',
  })
  return letterSheet(view, { look, margin, head: headNodes(look, view), square: 84 })
}

function headNodes(look: Look, view: View): PdfNode[] {
  const { size, colors, width, density } = look
  const { title, folio, date, stamp, emisor, receptor, extras, texts, totals } = view
  const gap = 24
  const reach =
    extras.issuer === undefined ? [] : ownFields(look, extras.issuer.label, extras.issuer.fields)
  const third = (width - 2 * gap) / 3
  // A transfer of goods has no amount.
  const sum = totals.find(({ kind, value }) => kind === 'sum' && /[1-9]/.test(value))
  const heading = { text: title, fontSize: size + 14 - 2 * density, color: colors.accent }
  const logo = look.logo === undefined ? [] : [{ ...look.logo, fit: [110, 44], width: 110 }]
  const number = { name: '', label: texts.seriesFolio, value: folio, text: folio, isNumber: false }
  const own = [...(folio === '' ? [] : [number]), ...[date].filter((field) => field !== undefined)]
  const [facts] = generalFields(view)
  return [
    { columns: [{ width: width - 120, stack: [heading] }, ...logo], columnGap: 10 },
    {
      columns: [
        {
          width: third,
          stack: [
            { text: emisor.label, color: colors.muted },
            ...partyLines(look, emisor),
            ...reach,
          ],
        },
        {
          width: third,
          stack: [{ text: receptor.label, color: colors.muted }, ...partyLines(look, receptor)],
        },
        {
          width: third,
          stack: [
            ...lineNodes(look, own),
            ...(stamp?.uuid === undefined ? [] : [fieldNode(look, stamp.uuid)]),
            ...(sum === undefined
              ? []
              : [
                  { text: sum.label, color: colors.muted, margin: [0, 5, 0, 0] },
                  { text: sum.text, bold: true, fontSize: sumSize(look, sum.text, third) },
                ]),
          ],
        },
      ],
      columnGap: gap,
      margin: [0, 8 - 2 * density, 0, 8 - 3 * density],
    },
    ...grid(look, facts),
  ]
}

/** Size of the total in large print, or less for one that is wider than its column. */
function sumSize({ size, density }: Look, text: string, width: number): number {
  const large = size + 7 - density
  return large * Math.min(1, width / amountWidth(text, large))
}
