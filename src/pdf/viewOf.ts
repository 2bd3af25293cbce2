/**
 * Creates the view of a document.
 * @module
 */
import { describedCatalogs as ownCatalogs } from '../catalogs/catalogs.js'
import { type Catalogs, catalogsKind } from '../catalogs/set.js'
import { amountInWords } from '../fiscal/amountInWords.js'
import { type Locale, type LocaleName, locales } from '../fiscal/locale.js'
import type { Limits } from '../lib/limits.js'
import { type OptionNames, requireKind, requireOptions } from '../lib/options.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type Registered, registeredNames } from '../sat/registered.js'
import type { Retenciones } from '../sat/retenciones20/declaration.js'
import { factsOf } from '../sat/root.js'
import { namedIn, type Parts, partOf } from './documents/parts.js'
import { type Printed, type PrintedSource, readPrinted } from './documents/printed.js'
import { printRetencion } from './documents/retencion.js'
import { printTotals, statedPayments } from './documents/totals.js'
import { type ExtraOptions, extrasOf } from './extras.js'
import type { Wording } from './fields.js'
import { fragmentSection } from './fragments.js'
import { highlightsOf } from './highlights.js'
import type { TemplateLanguage } from './labels/texts.js'
import { languageOf, requireLabels, textsIn } from './language.js'
import { complementSections, sectionOf, type Walk } from './sections.js'
import { sealOf, stampCodes, stampOf, timbreOf } from './stamp.js'
import type { Section, Table, View } from './view.js'

/** Options of {@link viewOf}. */
export interface ViewOptions extends ExtraOptions, Registered {
  /** Language of labels and titles. Codes keep the SAT's Spanish. Defaults to `es`. */
  readonly language?: TemplateLanguage | undefined
  /**
   * Texts that replace the library's: of a field by the SAT's name (`UsoCFDI`) or by node and name
   * (`Receptor.UsoCFDI`), of a template by the names of its table (`title.I`, `netPay`). An unknown
   * name is an error.
   */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /**
   * Format of amounts: the name of a locale, or a locale of the host's own. Defaults to `es-MX`.
   */
  readonly locale?: LocaleName | Locale | undefined
  /** Source of the descriptions of codes. Defaults to the package's catalogues. */
  readonly catalogs?: Catalogs | undefined
  /** Whether the document is cancelled at the SAT, for the watermark. */
  readonly cancelled?: boolean | undefined
  /** Whether to show the Addenda. */
  readonly addenda?: boolean | undefined
  /** Limits of the XML: see `readCfdi`. */
  readonly limits?: Limits | undefined
}

/** Names of the options. */
export const viewOptionNames: OptionNames<ViewOptions> = {
  labels: 'object',
  locale: requireLocale,
  catalogs: catalogsKind,
  cancelled: 'boolean',
  addenda: 'boolean',
  limits: true,
  ...registeredNames,
  language: true,
  issuer: true,
  payment: true,
  notes: true,
  footer: true,
  promissory: true,
  terms: true,
}

/**
 * Creates the view of a CFDI 4.0, or of a registered document: every value with its label, the SAT's description of each code,
 * formatted amounts, the total in words, the URLs of the QR codes, and the cadena original of its
 * stamp. Pure: the same document gives the same view.
 *
 * @param source XML of any prefixes, or the JSON document. A document without a stamp gets a
 * watermark.
 * @throws CfdiXmlError as `readCfdi`, when the XML is not a CFDI 4.0.
 * @throws TypeError as `writeCfdi`, when the JSON document cannot be written; or for an invalid
 * option.
 * @example
 * const { title, totals } = viewOf(xml)
 * title // → 'Factura'
 * totals.at(-1)?.text.endsWith('32.00') // → true
 */
export function viewOf(source: PrintedSource, options: ViewOptions = {}): View {
  requireOptions('viewOf', options, viewOptionNames)
  return viewOfDocument(readPrinted('viewOf', source, options), options)
}

export function viewOfDocument(printed: Printed, options: ViewOptions): View {
  const { document, kind, isDraft } = printed
  const { document: schema, complements } = kind.model
  const { texts, ...others } = wordingOf(options)
  // In a document that is not a draft, the word is a word: the description of a car.
  const wording = { ...others, texts: isDraft ? texts : { ...texts, pending: 'AUTO' } }
  const walk: Walk = { wording: { ...wording, document: schema.name }, complements }
  const { Complemento, Addenda, Impuestos: _summary, ...own } = document
  const whole = sectionOf(walk, schema.name, schema.root, own)
  const { general, words, currency, ...parts } = partsOf(whole, document, wording)
  const inside = { ...walk, wording: { ...walk.wording, currency } }
  const timbre = timbreOf(document)
  const complementos = complementSections(inside, Complemento, timbre)
  const stamp =
    timbre === undefined ? sealOf(wording, document) : stampOf(wording, document, timbre)
  let state: View['state'] = stamp?.seals.length ? 'sealed' : 'draft'
  if (timbre !== undefined) state = 'stamped'
  const watermark = watermarkOf(document, options, wording)
  const facts = factsOf(kind, document)
  const date = namedIn(whole.fields, kind.members.fecha)
  const view: View = {
    state,
    texts,
    extras: extrasOf(options, texts, {
      payee: parts.emisor.heading?.text ?? '',
      amount: [parts.totals.find(({ kind }) => kind === 'sum')?.text, words && `(${words})`]
        .filter(Boolean)
        .join(' '),
      date: String(facts.Fecha).slice(0, 10),
      place: namedIn(whole.fields, kind.members.lugar)?.text ?? '',
    }),
    ...parts,
    folio: [facts.Serie, facts.Folio]
      .filter((part) => part !== undefined)
      .map((part) => (part === 'AUTO' ? wording.texts.pending : part))
      .join(' '),
    ...(date !== undefined && { date }),
    language: languageOf(wording),
    ...(watermark !== undefined && { watermark }),
    general: { ...whole, label: texts.general, fields: general, tables: [], sections: [] },
    ...(words !== undefined && { words }),
    highlights: highlightsOf(complementos, texts),
    complementos,
    ...(stamp !== undefined && { stamp }),
    codes: timbre === undefined ? [] : stampCodes(wording, printed, timbre),
    legend: texts[legends[state]],
    ...(options.addenda && Addenda && { addenda: fragmentSection(wording, 'Addenda', Addenda) }),
  }
  requireLabels(wording)
  return view
}

function partsOf(whole: Section, document: Comprobante, wording: Wording): Parts {
  if (whole.name === 'Retenciones')
    return printRetencion(whole, document as unknown as Retenciones, wording)
  // The parts of a CFDI 4.0.
  const { texts } = wording
  const tipo = document.TipoDeComprobante
  const totals = printTotals(document, wording)
  const party = (name: string, label: string): Section => {
    const section = partOf(whole, name)
    const heading = namedIn(section.fields, 'Nombre')
    return { ...section, label, ...(heading !== undefined && { heading }) }
  }
  // Related data: the period of a global invoice, related documents.
  const related = whole.sections.filter(({ name }) => name !== 'Emisor' && name !== 'Receptor')
  for (const table of whole.tables)
    if (table.name !== 'Concepto')
      related.push({
        name: table.name,
        label: table.label,
        fields: [],
        tables: [table],
        sections: [],
      })
  // The amounts of a receipt that states its payments are not in its totals: they are zero.
  const hasPayments = statedPayments(document) !== undefined
  return {
    tipo,
    title: titleOf(document, wording),
    general: whole.fields.filter(
      ({ name }) => !placed.has(name) && (hasPayments || !amounts.has(name)),
    ),
    emisor: party('Emisor', tipo === 'N' ? texts.employer : texts.issuer),
    receptor: party('Receptor', tipo === 'N' ? texts.employee : texts.receiver),
    related,
    conceptos: {
      ...(namedIn(whole.tables, 'Concepto') ?? noConceptos),
      title: texts.concepts,
    },
    totals,
    words: viewWords(wording, document),
    currency: document.Moneda,
  }
}

const legends = { stamped: 'legend', sealed: 'legendSealed', draft: 'legendDraft' } as const

const noConceptos: Table = { name: 'Concepto', label: 'Concepto', columns: [], rows: [] }

function wordingOf({
  labels = {},
  locale = 'es-MX',
  catalogs = ownCatalogs,
  language = 'es',
}: ViewOptions): Wording {
  return {
    labels,
    catalogs,
    locale: typeof locale === 'string' ? localeNamed(locale) : locale,
    language,
    texts: textsIn(language, labels),
    used: new Set(),
  }
}

/** @throws TypeError unless the value is a name, or has the three texts of a locale. */
function requireLocale(name: string, value: unknown): void {
  if (typeof value === 'string') return
  requireKind(name, value, 'object')
  for (const part of ['language', 'group', 'decimal'] as const)
    if (typeof (value as Partial<Locale>)[part] !== 'string')
      throw new TypeError(`${name}.${part} must be a text`)
}

function localeNamed(name: string): Locale {
  if (Object.hasOwn(locales, name)) return locales[name as LocaleName]
  throw new TypeError(
    `unknown locale ${name}; use one of ${Object.keys(locales).join(', ')}, or an object of your own`,
  )
}

/**
 * Attributes of the Comprobante with their own place in the view, or without one: the certificate
 * is 2 KB of Base64.
 */
const placed = new Set(['Serie', 'Folio', 'Sello', 'Certificado', 'NoCertificado'])
const amounts = new Set(['SubTotal', 'Descuento', 'Total'])

function titleOf(
  { TipoDeComprobante, InformacionGlobal }: Comprobante,
  { texts }: Wording,
): string {
  if (InformacionGlobal !== undefined) return texts['title.global']
  return texts[`title.${TipoDeComprobante}`] ?? 'CFDI'
}

/** Certificates of test authorities: 20001…, 30001…, 40001…; those of the SAT begin with 00001. */
const testCertificate = /^[1-9]0001/

function watermarkOf(
  document: Comprobante,
  { cancelled }: ViewOptions,
  { texts }: Wording,
): string | undefined {
  const timbre = timbreOf(document)
  const isTest =
    testCertificate.test(timbre?.NoCertificadoSAT ?? '') ||
    testCertificate.test(document.NoCertificado ?? '')
  const marks = [
    ...(cancelled ? [texts['mark.cancelled']] : []),
    ...(timbre === undefined ? [texts['mark.unstamped']] : []),
    ...(isTest || timbre === undefined ? [texts['mark.invalid']] : []),
  ]
  if (marks.length === 0) return undefined
  return marks.join(' · ')
}

/** A payment has its amount in its complement, in pesos; a document without currency has none. */
function viewWords({ catalogs }: Wording, document: Comprobante): string | undefined {
  const { TipoDeComprobante, Moneda, Total } = document
  const paid = statedPayments(document)?.['MontoTotalPagos']
  if (TipoDeComprobante === 'P')
    return paid === undefined ? undefined : amountInWords(String(paid), 'MXN', 2)
  if (Moneda === 'XXX' || Total === undefined) return undefined
  return amountInWords(
    String(Total),
    Moneda,
    catalogs.catalog('c_Moneda').get(Moneda, 'decimales') ?? 2,
  )
}
