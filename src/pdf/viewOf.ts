/**
 * Creates the view of a document.
 * @module
 */
import { catalogs as ownCatalogs } from '../catalogs/catalogs.js'
import type { Catalogs } from '../catalogs/set.js'
import { isRecord, type Json } from '../lib/json.js'
import type { Limits } from '../lib/limits.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import type { TipoDeComprobante } from '../sat/cfdi40/complement.js'
import { cfdi, readCfdi, writeCfdi } from '../sat/cfdi40/cfdi.js'
import { type Comprobante, comprobante } from '../sat/cfdi40/declaration.js'
import { amountInWords } from '../fiscal/amountInWords.js'
import { secureRandom } from '../lib/uuid.js'
import { resolve } from '../sat/cfdi40/resolve.js'
import { extrasOf, type ExtraOptions } from './extras.js'
import type { Wording } from './fields.js'
import { fragmentSection } from './fragments.js'
import { highlightsOf } from './highlights.js'
import { type Locale, type LocaleName, locales } from '../fiscal/locale.js'
import { complementSections, sectionOf, type Walk } from './sections.js'
import { languageOf, requireLabels, textsIn } from './language.js'
import type { TemplateLanguage } from './labels/texts.js'
import { sealOf, stampCodes, stampOf, timbreOf } from './stamp.js'
import { printTotals } from './totals.js'
import type { Field, Section, Table, View } from './view.js'

/** Options of {@link viewOf}. */
export interface ViewOptions extends ExtraOptions {
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
  labels: true,
  locale: true,
  catalogs: true,
  cancelled: true,
  addenda: true,
  limits: true,
  language: true,
  issuer: true,
  payment: true,
  notes: true,
  footer: true,
  promissory: true,
  terms: true,
}

/**
 * Creates the view of a CFDI 4.0: every value with its label, the SAT's description of each code,
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
export function viewOf(source: string | Uint8Array | Comprobante, options: ViewOptions = {}): View {
  requireOptions('viewOf', options, viewOptionNames)
  return viewOfDocument(documentOf(source, options), options)
}

/**
 * Writes JSON as XML and reads it again, which converts values to text, orders them, and checks
 * them. The "AUTO" values of a draft are derived first, as when it is stamped; those that only the
 * signer or the folios know remain.
 */
export function documentOf(
  source: string | Uint8Array | Comprobante,
  { limits, catalogs = ownCatalogs, createdAt }: ViewOptions & { createdAt?: Date | undefined },
): Comprobante {
  const isXml = typeof source === 'string' || source instanceof Uint8Array
  if (!isXml && !isRecord(source))
    throw new TypeError('expected a CFDI: its XML, or its JSON document')
  if (isXml) return readCfdi(source, { limits })
  const text = JSON.stringify(source)
  if (!text.includes('"AUTO"')) return readCfdi(writeCfdi(source), { limits })
  const draft = resolve(JSON.parse(text) as Json, {
    certificate: undefined,
    catalogs,
    clock: () => createdAt ?? new Date(),
    random: secureRandom,
    zoneOf: (postalCode) => catalogs.zoneOf(postalCode),
    complete: true,
  })
  return readCfdi(writeCfdi(withoutAuto(draft) as unknown as Comprobante), { limits })
}

/** Removes nodes that could not be derived: an attribute keeps its "AUTO". */
function withoutAuto(draft: Json): Json {
  const nodes = new Set(['Impuestos', 'Totales', 'Conceptos', 'CfdiRelacionados'])
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => !(member === 'AUTO' && nodes.has(name)))
        .map(([name, member]) => [name, cleaned(member)]),
    )
  }
  return cleaned(draft) as Json
}

export function viewOfDocument(document: Comprobante, options: ViewOptions): View {
  const wording = wordingOf(options)
  const walk: Walk = {
    wording: { ...wording, document: comprobante.name },
    complements: cfdi.complements,
  }
  const { Complemento, Addenda, Impuestos: _summary, ...own } = document
  const whole = sectionOf(walk, comprobante.name, comprobante.root, own)
  const inside = { ...walk, wording: { ...walk.wording, currency: document.Moneda } }
  const complementos = complementSections(inside, Complemento)
  const timbre = timbreOf(document)
  const stamp =
    timbre === undefined ? sealOf(wording, document) : stampOf(wording, document, timbre)
  const state = stateOf(timbre !== undefined, stamp !== undefined)
  const tipo = document.TipoDeComprobante
  const watermark = watermarkOf(document, options, wording)
  const words = viewWords(wording, document)
  const { texts } = wording
  const totals = printTotals(document, wording)
  const emisor = partOf(whole, 'Emisor')
  const view: View = {
    state,
    texts,
    extras: extrasOf(options, texts, {
      payee: nameOf(emisor),
      amount: [totals.find(({ kind }) => kind === 'sum')?.text, words && `(${words})`]
        .filter(Boolean)
        .join(' '),
      date: String(document.Fecha).slice(0, 10),
      place: whole.fields.find(({ name }) => name === 'LugarExpedicion')?.text ?? '',
    }),
    tipo,
    title: titleOf(document, wording),
    folio: [document.Serie, document.Folio]
      .filter((part) => part !== undefined)
      .map((part) => (part === 'AUTO' ? texts.pending : part))
      .join(' '),
    language: languageOf(wording),
    ...(watermark === undefined ? {} : { watermark }),
    general: {
      ...whole,
      label: texts.general,
      fields: whole.fields.filter(isGeneral(tipo, totals)),
      tables: [],
      sections: [],
    },
    emisor: { ...emisor, label: tipo === 'N' ? texts.employer : texts.issuer },
    receptor: {
      ...partOf(whole, 'Receptor'),
      label: tipo === 'N' ? texts.employee : texts.receiver,
    },
    related: relatedOf(whole),
    conceptos: whole.tables.find(({ name }) => name === 'Concepto') ?? noConceptos,
    totals,
    ...(words === undefined ? {} : { words }),
    highlights: highlightsOf(complementos, texts),
    complementos,
    ...(stamp === undefined ? {} : { stamp }),
    codes: timbre === undefined ? [] : stampCodes(wording, document, timbre),
    legend: legendOf(state, wording),
    ...(options.addenda && Addenda
      ? { addenda: fragmentSection(wording, 'Addenda', Addenda) }
      : {}),
  }
  requireLabels(wording)
  return view
}

function stateOf(isStamped: boolean, isSealed: boolean): View['state'] {
  if (isStamped) return 'stamped'
  if (isSealed) return 'sealed'
  return 'draft'
}

function legendOf(state: View['state'], { texts }: Wording): string {
  if (state === 'stamped') return texts.legend
  if (state === 'sealed') return texts.legendSealed
  return texts.legendDraft
}

function nameOf({ fields }: Section): string {
  return fields.find(({ name }) => name === 'Nombre')?.text ?? ''
}

/** Related data: the period of a global invoice, related documents. */
function relatedOf({ tables, sections }: Section): readonly Section[] {
  const lists = tables.filter(({ name }) => name !== 'Concepto')
  return [
    ...sections.filter(({ name }) => name !== 'Emisor' && name !== 'Receptor'),
    ...lists.map((table) => ({
      name: table.name,
      label: table.label,
      fields: [],
      tables: [table],
      sections: [],
    })),
  ]
}

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

/** The amounts of a payment receipt are zero: its totals are those of its payments. */
function isGeneral(tipo: TipoDeComprobante, totals: View['totals']): (field: Field) => boolean {
  const isPaid = tipo === 'P' && totals.some(({ kind }) => kind === 'sum')
  return ({ name }) => !placed.has(name) && (isPaid || !amounts.has(name))
}

function partOf({ sections }: Section, part: string): Section {
  return (
    sections.find(({ name }) => name === part) ?? {
      name: part,
      label: part,
      fields: [],
      tables: [],
      sections: [],
    }
  )
}

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
function viewWords(
  { catalogs }: Wording,
  { TipoDeComprobante, Moneda, Total, Complemento }: Comprobante,
): string | undefined {
  const pagos: unknown = Complemento?.Pagos
  const totales = isRecord(pagos) ? pagos['Totales'] : undefined
  const paid = isRecord(totales) ? totales['MontoTotalPagos'] : undefined
  if (TipoDeComprobante === 'P')
    return paid === undefined ? undefined : amountInWords(String(paid), 'MXN', 2)
  if (Moneda === 'XXX' || Total === undefined) return undefined
  return amountInWords(
    String(Total),
    Moneda,
    catalogs.catalog('c_Moneda').get(Moneda, 'decimales') ?? 2,
  )
}
