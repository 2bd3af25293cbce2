/**
 * The SAT's acuse of a cancellation as a page.
 * @module
 */
import type { Acuse } from '../cancel/acuse.js'
import { describedCatalogs as catalogs } from '../catalogs/catalogs.js'
import { locales } from '../fiscal/locale.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import { colorsOf, requireColors } from './colors.js'
import type { Wording } from './fields.js'
import { legible, ownFonts } from './fonts.js'
import { fragmentSections } from './fragments.js'
import type { TemplateLanguage } from './labels/texts.js'
import { languageOf, requireLabels, textsIn } from './language.js'
import { makePdf } from './makePdf.js'
import type { Pdf } from './renderPdf.js'
import type { Colors } from './template.js'
import { paper } from './templates/letterSheet.js'
import { type Look, lineNodes, titleNode } from './templates/parts.js'
import { sectionNodes } from './templates/sectionNodes.js'
import { tableNode } from './templates/tableNode.js'
import type { Field, Section, Table, View } from './view.js'

/** Options of {@link renderAcusePdf}. */
export interface AcusePdfOptions {
  /** Language of the texts. Defaults to `es`. */
  readonly language?: TemplateLanguage | undefined
  /** Texts that replace the library's, as in `renderPdf`. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** The client's brand colour, `#rrggbb`, or each colour. */
  readonly colors?: string | Partial<Colors> | undefined
  /** Creation date of the PDF. Defaults to 1970, so that the same acuse gives the same bytes. */
  readonly createdAt?: Date | undefined
}

const acuseOptionNames: OptionNames<AcusePdfOptions> = {
  language: true,
  labels: 'object',
  colors: requireColors,
  createdAt: 'date',
}

/**
 * Creates a page of the SAT's acuse: the result for each document, its date and issuer, and every
 * value of its XML. An acuse proves that the SAT received the request, which the page says.
 *
 * @param acuse Result of `readAcuse`.
 * @throws TypeError for an invalid option, or a value that is not an acuse.
 * @throws Error when pdfmake or uqr is not installed.
 */
export async function renderAcusePdf(acuse: Acuse, options: AcusePdfOptions = {}): Promise<Pdf> {
  requireOptions('renderAcusePdf', options, acuseOptionNames)
  if (typeof acuse?.acuse !== 'string' || !Array.isArray(acuse.folios))
    throw new TypeError('renderAcusePdf: expected the result of readAcuse')
  const { language = 'es', labels = {}, createdAt = new Date(0) } = options
  const wording: Wording = {
    catalogs,
    locale: locales['es-MX'],
    labels,
    language,
    texts: textsIn(language, labels),
    used: new Set(),
  }
  const { view, missing } = legible(acuseView(wording, acuse))
  requireLabels(wording)
  const bytes = await makePdf(
    { view, fonts: ownFonts(), createdAt, images: {}, attachment: undefined, densities: [0] },
    () => {
      const colors = colorsOf(options.colors)
      const margin = 44
      const look: Look = {
        colors,
        density: 0,
        qr: () => '',
        size: 9,
        width: paper.width - 2 * margin,
        perRow: 3,
        heads: 'filled',
      }
      const { general, conceptos, complementos, title, legend, texts } = view
      return {
        pageSize: paper,
        pageMargins: margin,
        defaultStyle: { fontSize: look.size, color: colors.text, lineHeight: 1.15 },
        footer: () => ({ text: legend, alignment: 'center', color: colors.muted, fontSize: 7 }),
        content: [
          { text: title, fontSize: 18, bold: true, color: colors.accent, margin: [0, 0, 0, 6] },
          ...lineNodes(look, general.fields),
          ...(conceptos.rows.length === 0
            ? []
            : [{ ...tableNode(look, conceptos), margin: [0, 10, 0, 10] }]),
          { text: texts.acuseNote, color: colors.muted },
          ...(complementos.length === 0 ? [] : [titleNode(look, texts.acuseXml)]),
          ...complementos.flatMap((section) => sectionNodes({ ...look, size: 7 }, section)),
        ],
      }
    },
  )
  return Object.assign(bytes, { missing })
}

function acuseView(wording: Wording, acuse: Acuse): View {
  const { texts } = wording
  const field = (label: string, text: string | null): Field[] =>
    text === null ? [] : [{ name: label, label, value: text, text, isNumber: false }]
  const part = (label: string, fields: readonly Field[]): Section => ({
    name: label,
    label,
    fields,
    tables: [],
    sections: [],
  })
  const columns = [texts.document, texts.code, texts.result]
  const folios: Table = {
    name: 'Folios',
    label: texts.result,
    columns: columns.map((label) => ({ name: label, label, isNumber: false })),
    rows: acuse.folios.map((folio) => ({
      cells: [folio.uuid, folio.code, texts[`acuse.${folio.class}`]].flatMap((text, index) =>
        field(columns[index] as string, text),
      ),
      details: [],
    })),
  }
  return {
    state: 'draft',
    texts,
    extras: {},
    title: texts['title.acuse'],
    folio: '',
    language: languageOf(wording),
    general: part(texts['title.acuse'], [
      ...field(texts.date, acuse.fecha),
      ...field(texts.issuerRfc, acuse.rfcEmisor),
      ...field(texts.result, texts[`acuse.${acuse.class}`]),
    ]),
    emisor: part(texts.issuer, []),
    receptor: part(texts.receiver, []),
    related: [],
    conceptos: { ...folios, title: texts.result },
    totals: [],
    highlights: [],
    complementos: contentOf(wording, acuse.acuse),
    codes: [],
    legend: texts.legendAcuse,
  }
}

/** The XML by name and value; nothing for an acuse in Base64. */
function contentOf(wording: Wording, text: string): readonly Section[] {
  try {
    return fragmentSections(wording, text.replace(/^\s*<\?xml[^>]*\?>/, ''))
  } catch {
    return []
  }
}
