/**
 * A payslip: the sum with the net pay, then earnings beside deductions, then the rest.
 * @module
 */
import type { PdfNode } from '../template.js'
import type { Section, TotalLine } from '../view.js'
import { always, type Look, pairsGrid, small, titleNode } from './parts.js'
import { sectionNodes } from './sectionNodes.js'
import { textIn, unbreakableText } from './splitEnd.js'

/** Longer lists stand one below the other, where pages break them well. */
const sideBySide = { rows: 18, letters: 2 * unbreakableText }

function isBeside({ tables: [table] }: Section): boolean {
  const rows = table?.rows ?? []
  let letters = 0
  for (const row of rows) letters += textIn(row)
  return rows.length <= sideBySide.rows && letters < sideBySide.letters
}

/** Lays out the payroll complement below its sum. `end` stays with its last lines. */
export function payslipNodes(look: Look, section: Section, end?: PdfNode): readonly PdfNode[] {
  const lists: Section[] = []
  const rest: Section[] = []
  const facts: PdfNode[] = [
    { ...titleNode(look, section.label), outline: false },
    ...pairsGrid(look, section.fields, 4),
  ]
  for (const one of section.sections) {
    const { name, label, fields, tables, sections } = one
    if (name === 'Percepciones' || name === 'Deducciones') lists.push(one)
    // Employer and employee have fields only, or a table of details (subcontracting).
    else if (tables.length + sections.length > 0) rest.push(one)
    else facts.push({ ...titleNode(look, label), outline: false }, ...pairsGrid(look, fields, 3))
  }
  if (lists.length < 2 || !lists.every(isBeside)) return sectionNodes(look, section, end)
  if (end !== undefined && rest.length === 0) facts.push(end)
  const gap = 12
  const half: Look = { ...look, size: look.size - 0.5, width: (look.width - gap) / 2, perRow: 3 }
  const columns = lists.map((list) => ({
    width: half.width,
    fontSize: half.size,
    stack: sectionNodes(half, list),
  }))
  const nodes: PdfNode[] = [{ columns, columnGap: gap }]
  for (const table of section.tables) {
    const own = { ...section, label: table.label, fields: [], sections: [], tables: [table] }
    nodes.push(...sectionNodes(look, own))
  }
  nodes.push({ stack: facts, unbreakable: true })
  for (const one of rest)
    nodes.push(...sectionNodes(look, one, one === rest.at(-1) ? end : undefined))
  return nodes
}

const signs: Readonly<Record<TotalLine['kind'], string>> = {
  added: '',
  subtracted: '\u2212 ',
  sum: '= ',
  note: '',
}

/** The sum in one strip: earnings, deductions, net pay. */
export function sumStrip(
  { colors, size, width, heads }: Look,
  totals: readonly TotalLine[],
): PdfNode[] {
  const lines = totals.filter(({ kind }) => kind !== 'note')
  if (lines.length === 0) return []
  const cells = lines.map(({ kind, label, amount }) => {
    const isSum = kind === 'sum'
    const color = isSum && heads === 'filled' ? colors.onAccent : undefined
    return {
      stack: [
        { text: label, fontSize: small(size), color: color ?? colors.muted },
        {
          text: `${signs[kind]}${amount}`,
          bold: isSum,
          fontSize: size + (isSum ? 4 : 2),
          color: color ?? (isSum ? colors.accent : colors.text),
        },
      ],
      ...(isSum && heads === 'filled' && { fillColor: colors.accent }),
      alignment: isSum ? 'right' : 'left',
    }
  })
  const share = (width - lines.length * 12) / lines.length
  return [
    {
      table: { widths: Array(lines.length).fill(share), body: [cells] },
      layout: {
        hLineWidth: always(0.6),
        hLineColor: always(colors.accent),
        vLineWidth: always(0),
        paddingLeft: always(6),
        paddingRight: always(6),
        paddingTop: always(3),
        paddingBottom: always(3),
      },
      margin: [0, 6, 0, 3],
      unbreakable: true,
    },
  ]
}
