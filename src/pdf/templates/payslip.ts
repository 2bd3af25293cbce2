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
  const letters = rows.reduce((sum, row) => sum + textIn(row), 0)
  return rows.length <= sideBySide.rows && letters < sideBySide.letters
}

/** Lays out the payroll complement below its sum. `end` stays with its last lines. */
export function payslipNodes(look: Look, section: Section, end?: PdfNode): readonly PdfNode[] {
  const earned = section.sections.find(({ name }) => name === 'Percepciones')
  const deducted = section.sections.find(({ name }) => name === 'Deducciones')
  const lists = [earned, deducted].filter((one) => one !== undefined)
  if (lists.length < 2 || !lists.every(isBeside)) return sectionNodes(look, section, end)
  const tables = section.tables.map((table) => ({
    ...section,
    label: table.label,
    fields: [],
    sections: [],
    tables: [table],
  }))
  const others = section.sections.filter((one) => !lists.includes(one))
  const worker = others.filter(isPlainSection)
  const rest = others.filter((one) => !isPlainSection(one))
  const facts = {
    stack: [
      { ...titleNode(look, section.label), outline: false },
      ...pairsGrid(look, section.fields, 4),
      ...worker.flatMap(({ label, fields }) => [
        { ...titleNode(look, label), outline: false },
        ...pairsGrid(look, fields, 3),
      ]),
      ...(end === undefined || rest.length > 0 ? [] : [end]),
    ],
    unbreakable: true,
  }
  const gap = 12
  const half: Look = { ...look, size: look.size - 0.5, width: (look.width - gap) / 2, perRow: 3 }
  const columns = lists.map((list) => ({
    width: half.width,
    fontSize: half.size,
    stack: sectionNodes(half, list),
  }))
  return [
    { columns, columnGap: gap },
    ...tables.flatMap((table) => sectionNodes(look, table)),
    facts,
    ...rest.flatMap((one, at) => sectionNodes(look, one, at === rest.length - 1 ? end : undefined)),
  ]
}

/** Employer and employee: fields only, or with a table of details (subcontracting). */
function isPlainSection({ tables, sections }: Section): boolean {
  return tables.length + sections.length === 0
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
      table: { widths: lines.map(() => share), body: [cells] },
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
