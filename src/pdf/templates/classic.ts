/**
 * The template `classic`: the layout that most invoices in Mexico have.
 * @module
 */
import type { PdfDefinition, PdfNode, PdfObject, Style } from '../template.js'
import type { Section, View } from '../view.js'
import { dense, denseMargin, generalFields, letterSheet, ownFields, paper } from './letterSheet.js'
import { always, boxNode, fieldsBelowName, type Look, lineNodes, small } from './parts.js'

/** The template `classic`. */
export function classic(view: View, style: Style): PdfDefinition {
  const margin = denseMargin(34, style.density)
  const look: Look = dense({
    ...style,
    size: 8,
    width: paper.width - 2 * margin,
    perRow: 5,
    heads: 'filled',
  })
  const logo =
    look.logo === undefined ? [] : [{ ...look.logo, fit: [96, 64 - 8 * look.density], width: 102 }]
  const columns = [
    ...logo,
    {
      width: look.width - boxWidth - 12 - (logo.length === 0 ? 0 : 114),
      stack: issuerNodes(look, view),
    },
    { width: boxWidth, stack: [documentBox(look, view)] },
  ]
  // Receiver and data of the document side by side.
  const between = 10
  const width = (look.width - between) / 2
  const [general] = generalFields(view)
  const right =
    general.length === 0
      ? []
      : [{ width, stack: [boxNode(look, width, view.general.label, lineNodes(look, general))] }]
  return letterSheet(view, {
    look,
    margin,
    head: [
      { columns, columnGap: 12 },
      {
        columns: [
          {
            width,
            stack: [boxNode(look, width, view.receptor.label, partyLines(look, view.receptor))],
          },
          ...right,
        ],
        columnGap: between,
        margin: [0, 8 - 3 * look.density, 0, 0],
      },
    ],
    square: 88,
  })
}

const boxWidth = 206

/** Letters of a name that would take more than two lines in large print. */
const longName = 50

/** The issuer: its name, its fiscal data, and how to reach it. */
export function issuerNodes(look: Look, { emisor, extras }: View): PdfNode[] {
  const text = emisor.heading?.text ?? ''
  const size = look.size + (text.length > longName ? 2 : 5)
  return [
    { text, bold: true, fontSize: size, color: look.colors.accent },
    ...lineNodes(look, fieldsBelowName(emisor)),
    ...(extras.issuer === undefined
      ? []
      : ownFields(look, extras.issuer.label, extras.issuer.fields)),
  ]
}

/** Title, series and folio, date and folio fiscal in a box. */
function documentBox(look: Look, { title, folio, date, stamp, texts }: View): PdfObject {
  const { colors, size } = look
  const rows: readonly (readonly [string, string])[] = [
    ...(folio === '' ? [] : [[texts.seriesFolio, folio] as const]),
    ...(date === undefined ? [] : [[date.label, date.text] as const]),
    ...(stamp?.uuid === undefined ? [] : [[stamp.uuid.label, stamp.uuid.text] as const]),
  ]
  const head = {
    text: title,
    bold: true,
    fontSize: size + 4,
    color: colors.onAccent,
    fillColor: colors.accent,
    alignment: 'center',
  }
  const body = rows.map(([label, text], index) => [
    {
      stack: [
        { text: label, color: colors.muted, fontSize: small(size) },
        { text, bold: index === 0, fontSize: index === 0 ? size + 1 : size },
      ],
      alignment: 'center',
    },
  ])
  return {
    table: { widths: [boxWidth - 10], body: [[head], ...body] },
    layout: {
      hLineWidth: always(0.5),
      hLineColor: always(colors.rule),
      vLineWidth: always(0.5),
      vLineColor: always(colors.rule),
      paddingLeft: always(4),
      paddingRight: always(4),
      paddingTop: always(1.5),
      paddingBottom: always(1.5),
    },
  }
}

/** A party: its name in bold, then a line for each field. */
export function partyLines(look: Look, party: Section): PdfNode[] {
  const lines: PdfNode[] = lineNodes(look, fieldsBelowName(party))
  const name = party.heading?.text
  if (name !== undefined) lines.unshift({ text: name, bold: true, fontSize: look.size + 0.5 })
  return lines
}
