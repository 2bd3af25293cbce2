/**
 * The printed representation of a CFDI as one file of HTML, for portals and e-mails. It has
 * headings, lists and tables with heads, so that screen readers know its structure.
 * @module
 */
import { type OptionNames, requireOptions } from '../../lib/options.js'
import { escapeAttribute, escapeText } from '../../lib/xml/escape.js'
import { colorsOf, requireColors } from '../colors.js'
import type { PrintedSource } from '../documents/printed.js'
import { logoUrl } from '../logo/logo.js'
import { loadQr } from '../makePdf.js'
import { qrSvg } from '../qrNode.js'
import type { Colors } from '../template.js'
import { generalFields } from '../templates/letterSheet.js'
import { fieldsBelowName } from '../templates/parts.js'
import type { Detail, Field, OwnText, Section, Table, TotalLine, View } from '../view.js'
import { type ViewOptions, viewOf, viewOptionNames } from '../viewOf.js'
import { styleSheet } from './styleSheet.js'

/** Options of {@link renderHtml}. */
export interface HtmlOptions extends ViewOptions {
  /** The client's logo: bytes of a PNG, a JPEG, or an SVG of paths and shapes. */
  readonly logo?: Uint8Array | undefined
  /** The client's brand colour, `#rrggbb`, or each colour. */
  readonly colors?: string | Partial<Colors> | undefined
}

const htmlOptionNames: OptionNames<HtmlOptions> = {
  ...viewOptionNames,
  logo: true,
  colors: requireColors,
}

/**
 * Creates the HTML of a CFDI 4.0, or of a registered document: one file without scripts or requests, printable on letter paper.
 *
 * @throws CfdiXmlError as `readCfdi`, when the XML is not a CFDI 4.0.
 * @throws TypeError when the JSON document cannot be written, or an option is invalid.
 * @throws Error when uqr is not installed.
 * @example
 * const html = await renderHtml(xml, { language: 'en' })
 */
export async function renderHtml(
  source: PrintedSource,
  options: HtmlOptions = {},
): Promise<string> {
  requireOptions('renderHtml', options, htmlOptionNames)
  const { logo, colors, ...rest } = options
  const view = viewOf(source, rest)
  const image = logo === undefined ? '' : await logoUrl(logo)
  const encode = await loadQr()
  const squares = view.codes.map(({ text, label }) => {
    const svg = qrSvg(encode, text) ?? ''
    return `<figure><a href="${escapeAttribute(text)}">${svg}</a><figcaption>${escapeText(label)}</figcaption></figure>`
  })
  const title = [view.title, view.folio].filter(Boolean).join(' ')
  return [
    `<!doctype html>\n<html lang="${escapeAttribute(view.language)}">\n<head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    `<title>${escapeText(title)}</title>\n<style>${styleSheet(colorsOf(colors))}</style>\n</head>\n<body>`,
    view.watermark === undefined ? '' : `<p class="mark">${escapeText(view.watermark)}</p>`,
    headHtml(view, image),
    `<main>${bodyHtml(view)}</main>`,
    stampHtml(view, squares.join('')),
    footHtml(view),
    '</body>\n</html>\n',
  ].join('\n')
}

function headHtml(view: View, image: string): string {
  const { title, folio, general, date, stamp, emisor, receptor, extras, texts } = view
  const [facts, rest] = generalFields(view)
  const own = [
    { label: texts.seriesFolio, text: folio },
    ...[date, stamp?.uuid].filter((field) => field !== undefined),
  ].filter(({ text }) => text !== '')
  const logo = image === '' ? '' : `<img src="${image}" alt="">`
  const issuer = extras.issuer === undefined ? '' : sectionHtml(extras.issuer, 3, 'own')
  return `<header>${logo}<div><h1>${escapeText(title)}</h1>${pairsHtml(own)}</div></header>
<div class="parties"><div>${partyHtml(emisor)}${issuer}</div>${partyHtml(receptor)}<section><h2>${escapeText(general.label)}</h2>${pairsHtml(facts)}</section></div>
<p class="small">${inlineHtml(rest)}</p>`
}

/** A party: its name in bold, then its fields. */
function partyHtml(party: Section): string {
  const { label, heading } = party
  const name = heading === undefined ? '' : `<p class="name">${escapeText(heading.text)}</p>`
  const others = pairsHtml(fieldsBelowName(party))
  return `<section><h2>${escapeText(label)}</h2>${name}${others}</section>`
}

/** Payslips and payments begin with their complement: their concept is a formula of the SAT. */
function bodyHtml({
  tipo,
  related,
  highlights,
  conceptos,
  totals,
  words,
  complementos,
  addenda,
  extras,
  texts,
}: View): string {
  let sum = ''
  const notes: TotalLine[] = []
  for (const line of totals) {
    if (line.kind === 'note') {
      notes.push(line)
      continue
    }
    const sign = sum === '' ? '' : signs[line.kind]
    const more = line.detail === undefined ? '' : ` <small>${escapeText(line.detail)}</small>`
    sum += `<tr class="${line.kind}"><td>${sign}</td><th scope="row">${escapeText(line.label)}${more}</th><td>${escapeText(line.text)}</td></tr>`
  }
  const items =
    conceptos.rows.length === 0 ? '' : tableHtml({ ...conceptos, label: conceptos.title })
  const isFormula = tipo === 'N' || tipo === 'P'
  return [
    ...[...related, ...highlights].map((section) => sectionHtml(section, 2)),
    isFormula ? '' : items,
    `<table class="sum"><tbody>${sum}</tbody></table>`,
    words === undefined
      ? ''
      : `<dl class="words"><dt>${escapeText(texts.words)}</dt><dd>${escapeText(words)}</dd></dl>`,
    notes.length === 0 ? '' : `<p class="small">${inlineHtml(notes)}</p>`,
    ...complementos.map((section) => sectionHtml(section, 2)),
    isFormula ? items : '',
    addenda === undefined ? '' : sectionHtml(addenda, 2),
    extras.payment === undefined ? '' : sectionHtml(extras.payment, 2, 'own'),
    ...[extras.notes, extras.promissory, extras.terms].map(ownHtml),
  ].join('\n')
}

function ownHtml(own: OwnText | undefined): string {
  if (own === undefined) return ''
  const paragraphs = own.paragraphs.map((text) => `<p>${escapeText(text)}</p>`)
  return `<section class="own"><h2>${escapeText(own.label)}</h2>${paragraphs.join('')}</section>`
}

const signs: Readonly<Record<TotalLine['kind'], string>> = {
  added: '+',
  subtracted: '\u2212',
  sum: '=',
  note: '',
}

type Pair = Pick<Field, 'label' | 'text'>

function pairsHtml(pairs: readonly Pair[]): string {
  if (pairs.length === 0) return ''
  return `<dl>${itemsHtml(pairs)}</dl>`
}

function itemsHtml(pairs: readonly Pair[]): string {
  let items = ''
  for (const { label, text } of pairs)
    items += `<div><dt>${escapeText(label)}</dt><dd>${escapeText(text)}</dd></div>`
  return items
}

function inlineHtml(pairs: readonly Pair[]): string {
  return pairs.map(({ label, text }) => `${escapeText(label)} ${escapeText(text)}`).join(' · ')
}

/** Parts of a payslip that stand side by side, before its other data. */
const paid = ['Percepciones', 'Deducciones']

function sectionHtml(
  { name, label, fields, tables, sections }: Section,
  level: number,
  kind = '',
): string {
  const depth = Math.min(level, 6)
  let [beside, below] = ['', '']
  for (const section of sections) {
    const html = sectionHtml(section, level + 1)
    if (name === 'Nomina' && paid.includes(section.name)) beside += html
    else below += html
  }
  const inner = [
    beside === '' ? '' : `<div class="beside">${beside}</div>`,
    pairsHtml(fields),
    ...tables.map(tableHtml),
    below,
  ]
  return `<section class="${kind}"><h${depth}>${escapeText(label)}</h${depth}>${inner.join('')}</section>`
}

function tableHtml({ label, columns, rows }: Table): string {
  let [head, body] = ['', '']
  for (const { label: name, isNumber } of columns)
    head += `<th scope="col"${isNumber ? ' class="number"' : ''}>${escapeText(name)}</th>`
  for (const { cells, details } of rows) {
    body += '<tr>'
    for (const [index, cell] of cells.entries()) {
      const kind = columns[index]?.isNumber === true ? ' class="number"' : ''
      body += `<td${kind}>${cell === undefined ? '' : escapeText(cell.text)}</td>`
    }
    body += '</tr>'
    const more = details.map(detailHtml).join('<br>')
    if (more !== '') body += `<tr class="details"><td colspan="${columns.length}">${more}</td></tr>`
  }
  return `<table><caption>${escapeText(label)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

function detailHtml({ label, fields }: Detail): string {
  const title = label === '' ? '' : `<b>${escapeText(label)}</b> `
  return `${title}${inlineHtml(fields)}`
}

function stampHtml({ stamp, legend }: View, squares: string): string {
  const facts = stamp === undefined ? '' : pairsHtml(stamp.fields)
  return `<section class="stamp">${squares}<div>${facts}<dl class="seals">${itemsHtml(stamp?.seals ?? [])}</dl></div></section>\n<p class="legend">${escapeText(legend)}</p>`
}

function footHtml({ extras }: View): string {
  if (extras.footer === undefined) return ''
  return `<footer class="own">${escapeText(extras.footer)}</footer>`
}
