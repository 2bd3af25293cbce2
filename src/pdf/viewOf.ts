/**
 * From a document to what a printed one shows.
 * @module
 */
import { catalogs as ownCatalogs } from '../catalogs/catalogs.js'
import type { Catalogs } from '../catalogs/set.js'
import { isRecord } from '../lib/json.js'
import type { Limits } from '../lib/limits.js'
import type { TipoDeComprobante } from '../sat/cfdi40/complement.js'
import { cfdi, readCfdi, writeCfdi } from '../sat/cfdi40/cfdi.js'
import { type Comprobante, comprobante } from '../sat/cfdi40/declaration.js'
import { amountInWords } from '../fiscal/amountInWords.js'
import type { Wording } from './fields.js'
import { fragmentSection } from './fragments.js'
import { highlightsOf } from './highlights.js'
import { type Locale, type LocaleName, locales } from '../fiscal/locale.js'
import { complementSections, sectionOf, type Walk } from './sections.js'
import { codesOf, legend, stampOf, timbreOf } from './stamp.js'
import { totalsOf } from './totals.js'
import type { Field, Section, Table, View } from './view.js'

/** What a view may be told. */
export interface ViewOptions {
  /** Labels in place of the library's, by the SAT's name (`UsoCFDI`) or by node and name (`Receptor.UsoCFDI`). */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** How amounts are written: `es-MX` by default, or a locale of the host's own. */
  readonly locale?: LocaleName | Locale | undefined
  /** Where codes have their descriptions: the package's by default. */
  readonly catalogs?: Catalogs | undefined
  /** Whether the SAT has it as cancelled: a watermark says so. */
  readonly cancelled?: boolean | undefined
  /** Whether the Addenda is shown. */
  readonly addenda?: boolean | undefined
  /** How much XML is taken before it is refused: see `readCfdi`. */
  readonly limits?: Limits | undefined
}

/**
 * The view of a CFDI 4.0: every value that it has, with its label, the SAT's description of each code, thousands, the total in words,
 * the addresses of the QR codes and the cadena original of its stamp. Pure: the same document gives the same view.
 *
 * @param source XML of any prefixes, or the JSON document. One without a stamp has a watermark that says so.
 * @throws CfdiXmlError as `readCfdi`, when the XML is no CFDI 4.0.
 * @throws TypeError as `writeCfdi`, when the JSON document cannot be written; or when an option is none.
 * @example
 * const { title, totals } = viewOf(xml)
 * title // → 'Factura'
 * totals.at(-1)?.text // → '232.00'
 */
export function viewOf(source: string | Uint8Array | Comprobante, options: ViewOptions = {}): View {
  return viewOfDocument(documentOf(source, options), options)
}

/** JSON is written and read again: what is left is text, in its place, and has been judged fit for XML. */
export function documentOf(source: string | Uint8Array | Comprobante, { limits }: ViewOptions): Comprobante {
  const isXml = typeof source === 'string' || source instanceof Uint8Array
  if (!isXml && !isRecord(source)) throw new TypeError('a CFDI is expected: its XML, or its JSON document')
  return readCfdi(isXml ? source : writeCfdi(source), { limits })
}

export function viewOfDocument(document: Comprobante, options: ViewOptions): View {
  const wording = wordingOf(options)
  const walk: Walk = { wording: { ...wording, document: comprobante.name }, complements: cfdi.complements }
  const { Complemento, Addenda, Impuestos: _summary, ...own } = document
  const whole = sectionOf(walk, comprobante.name, comprobante.root, own)
  const complementos = complementSections(walk, Complemento)
  const timbre = timbreOf(document)
  const tipo = document.TipoDeComprobante
  const watermark = watermarkOf(document, options)
  const words = wordsOf(wording, document)
  return {
    tipo,
    title: titleOf(document),
    folio: [document.Serie, document.Folio].filter((part) => part !== undefined).join(' '),
    language: wording.locale.language,
    ...(watermark === undefined ? {} : { watermark }),
    general: {
      ...whole,
      label: 'Datos del comprobante',
      fields: whole.fields.filter(isGeneral(tipo)),
      tables: [],
      sections: [],
    },
    emisor: partOf(whole, 'Emisor'),
    receptor: partOf(whole, 'Receptor'),
    related: relatedOf(whole),
    conceptos: whole.tables.find(({ name }) => name === 'Concepto') ?? noConceptos,
    totals: totalsOf(document, wording),
    ...(words === undefined ? {} : { words }),
    highlights: highlightsOf(complementos),
    complementos,
    ...(timbre === undefined ? {} : { stamp: stampOf(wording, document, timbre) }),
    codes: timbre === undefined ? [] : codesOf(wording, document, timbre),
    legend,
    ...(options.addenda && Addenda ? { addenda: fragmentSection(wording, 'Addenda', Addenda) } : {}),
  }
}

/** What is neither a party nor a concept: the period of a global invoice, related documents. */
function relatedOf({ tables, sections }: Section): readonly Section[] {
  const lists = tables.filter(({ name }) => name !== 'Concepto')
  return [
    ...sections.filter(({ name }) => name !== 'Emisor' && name !== 'Receptor'),
    ...lists.map((table) => ({ name: table.name, label: table.label, fields: [], tables: [table], sections: [] })),
  ]
}

const noConceptos: Table = { name: 'Concepto', label: 'Concepto', columns: [], rows: [] }

function wordingOf({ labels = {}, locale = 'es-MX', catalogs = ownCatalogs }: ViewOptions): Wording {
  return { labels, catalogs, locale: typeof locale === 'string' ? localeNamed(locale) : locale }
}

function localeNamed(name: string): Locale {
  if (Object.hasOwn(locales, name)) return locales[name as LocaleName]
  throw new TypeError(`there is no locale ${name}: ${Object.keys(locales).join(', ')}, or an object of your own`)
}

/** Attributes of the Comprobante that have a place of their own in the view, or none on paper: the certificate is 2 KB of Base64. */
const placed = new Set(['Serie', 'Folio', 'Sello', 'Certificado', 'NoCertificado'])
const amounts = new Set(['SubTotal', 'Descuento', 'Total'])

/** The amounts of a payment receipt are zero: its totals are those of what was paid. */
function isGeneral(tipo: TipoDeComprobante): (field: Field) => boolean {
  return ({ name }) => !placed.has(name) && (tipo === 'P' || !amounts.has(name))
}

function partOf({ sections }: Section, part: string): Section {
  return sections.find(({ name }) => name === part) ?? { name: part, label: part, fields: [], tables: [], sections: [] }
}

const titles: Readonly<Record<TipoDeComprobante, string>> = {
  I: 'Factura',
  E: 'Nota de crédito',
  T: 'Comprobante de traslado',
  N: 'Recibo de nómina',
  P: 'Recibo electrónico de pago',
}

function titleOf({ TipoDeComprobante, InformacionGlobal }: Comprobante): string {
  if (InformacionGlobal !== undefined) return 'Factura global'
  return titles[TipoDeComprobante] ?? 'CFDI'
}

/** Certificates of test authorities: 20001…, 30001…, 40001…; those of the SAT begin with 00001. */
const testCertificate = /^[1-9]0001/

function watermarkOf(document: Comprobante, { cancelled }: ViewOptions): string | undefined {
  const timbre = timbreOf(document)
  const isTest =
    testCertificate.test(timbre?.NoCertificadoSAT ?? '') || testCertificate.test(document.NoCertificado ?? '')
  const marks = [
    ...(cancelled ? ['CANCELADO'] : []),
    ...(timbre === undefined ? ['SIN TIMBRE'] : []),
    ...(isTest || timbre === undefined ? ['SIN VALIDEZ FISCAL'] : []),
  ]
  return marks.length === 0 ? undefined : marks.join(' · ')
}

/** A payment has its amount in its complement, in pesos; a document of no currency has none. */
function wordsOf(
  { catalogs }: Wording,
  { TipoDeComprobante, Moneda, Total, Complemento }: Comprobante,
): string | undefined {
  const pagos: unknown = Complemento?.Pagos
  const totales = isRecord(pagos) ? pagos['Totales'] : undefined
  const paid = isRecord(totales) ? totales['MontoTotalPagos'] : undefined
  if (TipoDeComprobante === 'P') return paid === undefined ? undefined : amountInWords(String(paid), 'MXN', 2)
  if (Moneda === 'XXX' || Total === undefined) return undefined
  return amountInWords(String(Total), Moneda, catalogs.catalog('c_Moneda').get(Moneda, 'decimales') ?? 2)
}
