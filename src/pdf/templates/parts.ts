/**
 * Building blocks of templates: grids of labelled fields, paragraphs, panels, titles.
 * @module
 */
import type { PdfNode, PdfObject, Style } from '../template.js'
import type { Detail, Field, Section, TotalLine } from '../view.js'

/** Style and sizes of a template, in points. */
export interface Look extends Style {
  /** Font size of text; labels are a fifth smaller. */
  readonly size: number
  /** Width between margins. */
  readonly width: number
  /** Fields per row of a grid. */
  readonly perRow: number
  /** Heads of tables: on the accent colour, in it, or in grey. */
  readonly heads: 'filled' | 'coloured' | 'plain'
  /** Whether titles, the total and the stamp are bookmarks. */
  readonly hasBookmarks?: boolean
}

/** Mean width of a letter of Roboto, relative to its size. */
export const letter = 0.52

/** Mean width in Base64 and codes, with many capitals. */
export const wideLetter = 0.62

/** Width of a digit of Roboto, which is that of all digits, and of its decimal point. */
const digit = { width: 0.562, point: 0.264 }

/** Longer texts become paragraphs of their own. */
const longText = 90

/** Font size of labels and notes. */
export const small = (size: number): number => Math.round(size * 8.4) / 10

/** Length of the longest word of a text. */
export function longestWord(text: string): number {
  let most = 0
  for (const { length } of text.split(/\s/)) most = Math.max(most, length)
  return most
}

/** A field: its label above its text. */
export function fieldNode(look: Look, { label, text }: Field): PdfObject {
  return {
    stack: [{ text: label, color: look.colors.muted, fontSize: small(look.size) }, { text }],
  }
}

/**
 * Arranges fields in rows. Long fields, and those whose longest word does not fit a column, get a
 * row of their own, below the others except the first.
 */
export function grid(look: Look, fields: readonly Field[]): PdfNode[] {
  const short: Field[] = []
  const [before, after]: [PdfNode[], PdfNode[]] = [[], []]
  for (const field of fields) {
    const widest = longestWord(field.text) * look.size * wideLetter
    if (field.text.length <= longText && widest <= look.width / look.perRow - gap) {
      short.push(field)
      continue
    }
    const node = { ...fieldNode(look, field), margin: [0, 1, 0, 1] }
    if (short.length === 0) before.push(node)
    else after.push(node)
  }
  return [...before, ...shortFields(look, short), ...after]
}

/** The tightest layout has labels beside their values. */
function shortFields(look: Look, fields: readonly Field[]): PdfNode[] {
  if (fields.length === 0) return []
  if (look.density >= 2) return pairsGrid(look, fields, Math.max(2, look.perRow - 2))
  const { perRow } = look
  const cells = fields.map((field) => fieldNode(look, field))
  return [{ table: gridTable(cells, perRow, look.width / perRow - gap), layout: bare }]
}

/** Cells in rows of `columns`, the last of which is filled with empty ones. */
function gridTable(cells: readonly PdfNode[], columns: number, width: number): PdfObject {
  const body: PdfNode[][] = []
  for (let at = 0; at < cells.length; at += columns) {
    const row = cells.slice(at, at + columns)
    while (row.length < columns) row.push('')
    body.push(row)
  }
  return { widths: Array(columns).fill(width), body, dontBreakRows: true }
}

/** Space between columns. */
export const gap = 8

/** A value of a table's layout that is the same in all rows and columns. */
export const always =
  <Value>(value: Value) =>
  (): Value =>
    value

/** A layout without lines, with a gap between columns. */
export const bare: PdfObject = {
  hLineWidth: always(0),
  vLineWidth: always(0),
  paddingLeft: always(0),
  paddingRight: always(gap),
  paddingTop: always(1),
  paddingBottom: always(1),
}

/** Pieces of a paragraph: the label, then `label value · label value`. */
export function detailPieces({ colors }: Look, { label, fields }: Detail): PdfObject[] {
  // A line does not end between a number and its sign.
  const title = label === '' ? [] : [{ text: `${label.replaceAll(' %', '\u00a0%')}  `, bold: true }]
  const pieces: PdfObject[] = title
  for (const [index, { name, label, text }] of fields.entries()) {
    const before = `${index === 0 ? '' : ' · '}${silent.test(name) ? '' : `${label} `}`
    pieces.push({ text: before, color: colors.muted }, { text })
  }
  return pieces
}

/** A paragraph: its label, then `label value · label value`. */
export function detailNode(look: Look, detail: Detail): PdfObject {
  return { text: detailPieces(look, detail), fontSize: small(look.size) }
}

/** Values that need no label: «002 IVA · Tasa · 0.160000». */
const silent = /^(Impuesto|TipoFactor|TasaOCuota)(DR|P)?$/

/**
 * Paragraphs below a row. Its taxes share one; their amounts stand in a column of their own where
 * there is one.
 */
export function detailNodes(look: Look, details: readonly Detail[]): PdfNode[] {
  const nodes: PdfNode[] = []
  const taxes: PdfObject[] = []
  for (const detail of details) {
    if (detail.tax === undefined) {
      nodes.push(detailNode(look, detail))
      continue
    }
    if (taxes.length > 0) taxes.push({ text: '   ' })
    taxes.push(...detailPieces(look, detail))
  }
  if (taxes.length > 0)
    nodes.push({ text: taxes, fontSize: small(look.size), color: look.colors.muted })
  return nodes
}

/** Fields in columns, the label before the text: less tall than a grid. */
export function pairsGrid(look: Look, fields: readonly Field[], columns: number): PdfNode[] {
  if (fields.length === 0) return []
  return [
    {
      table: gridTable(lineNodes(look, fields), columns, look.width / columns - gap),
      layout: { ...bare, paddingTop: always(0.5), paddingBottom: always(0.5) },
    },
  ]
}

/** One line per field, the label before the text. */
export function lineNodes({ colors }: Look, fields: readonly Field[]): PdfObject[] {
  return fields.map(({ label, text }) => ({
    text: [{ text: `${label}  `, color: colors.muted }, text],
  }))
}

/** Fields in one small paragraph, for secondary data. */
export function smallPrint(look: Look, fields: readonly Field[]): PdfNode[] {
  if (fields.length === 0) return []
  const node = detailNode(look, { name: '', label: '', fields })
  return [{ ...node, color: look.colors.muted, margin: [0, 3, 0, 0] }]
}

/** The title of a section. */
export function titleNode(look: Look, text: string): PdfObject {
  const { colors, size, hasBookmarks = false, density, heads } = look
  return {
    text,
    bold: true,
    color: heads === 'plain' ? colors.text : colors.accent,
    fontSize: size + 1,
    margin: [0, 6 - 2 * density, 0, 2],
    outline: hasBookmarks,
  }
}

const panelPadding = 6

/** A panel with a title bar and content of its own, `width` points wide. */
export function boxNode(look: Look, width: number, label: string, content: readonly PdfNode[]) {
  const { colors, heads, size } = look
  const isFilled = heads === 'filled'
  const title = {
    text: label,
    bold: true,
    fontSize: size,
    color: isFilled ? colors.accent : colors.muted,
  }
  const padding = isFilled ? panelPadding : 0
  return {
    table: { widths: [width - 2 * padding], body: [[{ stack: [title, ...content] }]] },
    layout: {
      hLineWidth: (row: number) => (isFilled && row === 0 ? 1.2 : 0),
      hLineColor: always(colors.accent),
      vLineWidth: always(0),
      fillColor: always(isFilled ? colors.panel : null),
      paddingLeft: always(padding),
      paddingRight: always(padding),
      paddingTop: always(3),
      paddingBottom: always(4),
    },
  } satisfies PdfObject
}

/** An unbreakable panel with its title and fields. */
export function panelOf(look: Look, label: string, fields: readonly Field[]): PdfObject {
  const inner = { ...look, width: look.width - 2 * panelPadding }
  return {
    stack: [{ ...boxNode(look, look.width, label, grid(inner, fields)), margin: [0, 5, 0, 0] }],
    unbreakable: true,
  }
}

/** Shows money without its code, which stands at the head of its column. */
/** Returns the fields of a party without its name, which is its heading. */
export function fieldsBelowName({ heading, fields }: Section): Field[] {
  return fields.filter(({ name }) => name !== heading?.name)
}

export function shortText({ amount, text }: Pick<Field, 'amount' | 'text'>): string {
  return amount ?? text
}

/** Right margins that put the decimal points of a column below one another. */
export function decimalMargins(texts: readonly (string | undefined)[], size: number): number[] {
  // Number of decimals of an amount as printed.
  const places = texts.map((text = '') => /[.,](\d+)\D*$/.exec(text)?.[1]?.length ?? 0)
  const most = Math.max(0, ...places)
  return places.map((count) => {
    if (count === most) return 0
    const point = count === 0 ? digit.point : 0
    return ((most - count) * digit.width + point) * size
  })
}

/** Width of an amount. */
export function amountWidth(text: string, size: number): number {
  return text.length * digit.width * size + 4
}

const signs: Readonly<Record<TotalLine['kind'], string>> = {
  added: '+',
  subtracted: '\u2212',
  sum: '=',
  note: '',
}

/** Widths of the column of signs, and least of that of labels. */
const [signWidth, leastLabel] = [7, 40]

/** The totals as a sum, the result in bold below a line. Notes are apart. */
export function totalsNode(look: Look, lines: readonly TotalLine[]): PdfNode[] {
  const shown = lines.filter(({ kind }) => kind !== 'note')
  if (shown.length === 0) return []
  const room = look.width - signWidth - leastLabel - 12
  const margins = decimalMargins(
    shown.map(({ amount }) => amount),
    look.size,
  )
  const body: PdfNode[][] = []
  let [widest, sum] = [0, -1]
  for (const [index, line] of shown.entries()) {
    const row = {
      isFirst: index === 0,
      margin: margins[index]!,
      size: look.size,
      text: line.amount,
    }
    if (line.kind === 'sum') {
      if (sum < 0) sum = index
      row.margin = 0
      row.text = line.text
      // In larger print, unless it would be wider than a ticket.
      row.size = Math.max(4, Math.min(look.size + 2.5, room / (row.text.length * digit.width)))
    }
    // Text that is not an amount may be longer: it is broken into lines.
    widest = Math.min(room, Math.max(widest, amountWidth(row.text, row.size)))
    body.push(totalRow(look, line, row))
  }
  const table = {
    table: {
      widths: [signWidth, Math.max(leastLabel, look.width - widest - signWidth - 9), widest],
      body,
      dontBreakRows: true,
    },
    layout: {
      ...bare,
      paddingRight: always(3),
      hLineWidth: (row: number) => (row === sum && row > 0 ? 0.8 : 0),
      hLineColor: always(look.colors.accent),
      paddingTop: (row: number) => (row === sum ? 3 : 1),
    },
  }
  return [table]
}

interface RowLook {
  readonly isFirst: boolean
  readonly margin: number
  readonly size: number
  readonly text: string
}

function totalRow(look: Look, line: TotalLine, { isFirst, margin, size, text }: RowLook) {
  const { colors, hasBookmarks = false } = look
  const isSum = line.kind === 'sum'
  const looks = isSum ? { bold: true, fontSize: size, color: colors.accent } : {}
  const name = { text: line.label, outline: isSum && hasBookmarks, ...looks }
  const label =
    line.detail === undefined || line.detail === ''
      ? name
      : {
          text: [
            { text: line.label },
            { text: `   ${line.detail}`, color: colors.muted, fontSize: small(small(look.size)) },
          ],
        }
  const sign = { text: isFirst ? '' : signs[line.kind], ...looks, color: colors.muted }
  return [sign, label, { text, alignment: 'right', margin: [0, 0, margin, 0], ...looks }]
}

/** Amounts that others contain, in small print. */
export function totalNotes(look: Look, lines: readonly TotalLine[]): PdfNode[] {
  const fields: Field[] = []
  for (const { kind, label, value, text } of lines)
    if (kind === 'note') fields.push({ name: '', label, value, text, isNumber: true })
  return smallPrint(look, fields)
}
