/**
 * The printed representation of a CFDI, as a PDF.
 *
 * Two optional peers draw it: pdfmake 0.3 lays out a definition, and uqr creates the QR code. The
 * modules of pdfmake's own QR code are whole points, so that of an invoice is 61 points wide or
 * 122, and rule 2.7.1.7 requires at least 78.
 * @module
 */
import { ownMember } from '../lib/json.js'
import { type OptionNames, requireKind, requireOptions } from '../lib/options.js'
import { central, instant } from '../lib/time.js'
import { factsOf } from '../sat/root.js'
import { colorsOf, requireColors } from './colors.js'
import { type Printed, type PrintedSource, readPrinted } from './documents/printed.js'
import { cut, type FontFiles, legible, ownFonts } from './fonts.js'
import { isCmyk } from './logo/jpeg.js'
import { logoNode } from './logo/logo.js'
import { type Make, makePdf } from './makePdf.js'
import { qrNode } from './qrNode.js'
import { timbreOf } from './stamp.js'
import type { Colors, Style, Template } from './template.js'
import { classic } from './templates/classic.js'
import { compact } from './templates/compact.js'
import { rowsIn } from './templates/letterSheet.js'
import { minimal } from './templates/minimal.js'
import { ticket } from './templates/ticket.js'
import { inThread } from './thread.js'
import type { View } from './view.js'
import { type ViewOptions, viewOfDocument, viewOptionNames } from './viewOf.js'

/** Names of the library's templates. */
export type TemplateName = keyof typeof templates

/**
 * The library's templates: on letter paper `classic`, with boxes, `compact`, with little ink, and
 * `minimal`, with white space; and a ticket of 80 mm.
 */
export const templates = { classic, compact, minimal, ticket } as const satisfies Readonly<
  Record<string, Template>
>

/** Options of {@link renderPdf}. */
export interface PdfOptions extends ViewOptions {
  /**
   * Name of a template: of the library (`classic`, `compact`, `minimal`, `ticket`) or of
   * `templates`. Defaults to `classic`.
   */
  readonly template?: string | undefined
  /** The client's own templates, by name. */
  readonly templates?: Readonly<Record<string, Template>> | undefined
  /** The client's logo: bytes of a PNG, a JPEG, or an SVG of paths and shapes. */
  readonly logo?: Uint8Array | undefined
  /** The client's brand colour, `#rrggbb`, or each colour by name. */
  readonly colors?: string | Partial<Colors> | undefined
  /**
   * TrueType files that replace the library's fonts, which cover Latin alphabets. Emoji always use
   * the library's font.
   */
  readonly fonts?: FontFiles | undefined
  /** Whether to attach the XML. Requires a document given as XML. */
  readonly attachXml?: boolean | undefined
  /** Whether to write a PDF/A-3b, for archives: it states its colours, and embeds all fonts. */
  readonly pdfA?: boolean | undefined
  /** Creation date of the PDF. Defaults to the document's certification. */
  readonly createdAt?: Date | undefined
  /**
   * Whether a long document (50 concepts) is rendered in a thread, where there are threads: Node,
   * without options that hold functions (`templates`, `catalogs`). Defaults to `true`.
   */
  readonly thread?: boolean | undefined
}

/** The bytes of a PDF, and the characters that its fonts lack. */
export type Pdf = Uint8Array & {
  /** Characters printed as `�`. Empty with `fonts` of the host's own, which are not judged. */
  readonly missing: readonly string[]
}

/**
 * Creates the PDF of a CFDI 4.0, or of a registered document. The same input gives the same bytes. It sends no requests, and
 * reads no files except, under Node, the package's own catalogues.
 *
 * Characters that no font has are printed as `�`, and are in `missing` of the answer. A watermark marks a sandbox stamp, a `cancelled`
 * document and a missing stamp.
 *
 * @throws CfdiXmlError as `readCfdi`, when the XML is not a CFDI 4.0.
 * @throws TypeError when the JSON document cannot be written, an option is invalid, or `attachXml`
 * is set for a document given as JSON.
 * @throws Error when pdfmake or uqr is not installed.
 * @example
 * const pdf = await renderPdf(xml, { template: 'classic', colors: { accent: '#00524c' } })
 * new TextDecoder().decode(pdf.subarray(0, 5)) // → '%PDF-'
 */
export async function renderPdf(source: PrintedSource, options: PdfOptions = {}): Promise<Pdf> {
  requireOptions('renderPdf', options, pdfOptionNames)
  requireValues(options)
  const template = templateNamed(options)
  const threaded = await inThread(import.meta.url, source, options)
  if (threaded !== undefined) return threaded
  const printed = readPrinted('renderPdf', source, options)
  const attachment = options.attachXml === true ? toXmlText(source) : undefined
  const { createdAt = certifiedAt(printed), fonts = ownFonts(), pdfA = false } = options
  const { view, missing } = (options.fonts === undefined ? legible : cut)(
    viewOfDocument(printed, options),
  )
  const { logo, images } = await logoNode(options.logo)
  const style = {
    colors: colorsOf(options.colors),
    ...(logo !== undefined && { logo }),
  }
  const densities = densitiesOf(view, template)
  const make: Make = { fonts, createdAt, images, view, attachment, densities, pdfA }
  const bytes = await makePdf(make, (encode, density) =>
    template(view, { ...style, density, qr: qrNode(encode) } satisfies Style),
  )
  return Object.assign(bytes, { missing })
}

/** Most rows of a document that should fit on one page. */
const fewRows = { concepts: 8, complement: 24 }

/** Most rows of a document that leaves a third of its page blank. */
const airyRows = 4

/**
 * Payslips, payments and short invoices are laid out tighter while they take several pages. Those
 * of a few rows have wider lines, unless that takes a second page.
 */
function densitiesOf(view: View, template: Template): Make['densities'] {
  const isOwn = template === classic || template === compact || template === minimal
  const concepts = view.conceptos.rows.length
  const rows = rowsIn(view.complementos) + rowsIn(view.related)
  if (!isOwn || concepts > fewRows.concepts || rows > fewRows.complement) return [0]
  const isAiry = template === classic && view.complementos.length === 0
  return isAiry && concepts + rows <= airyRows ? [-1, 0, 1, 2] : [0, 1, 2]
}

const pdfOptionNames: OptionNames<PdfOptions> = {
  ...viewOptionNames,
  template: true,
  templates: requireTemplates,
  logo: true,
  colors: requireColors,
  fonts: true,
  attachXml: 'boolean',
  pdfA: 'boolean',
  createdAt: 'date',
  thread: 'boolean',
}

/** @throws TypeError for values that pdfmake would refuse by errors of its own, or draw wrongly. */
function requireValues({ fonts, pdfA, logo }: PdfOptions): void {
  if (pdfA === true && logo instanceof Uint8Array && isCmyk(logo))
    throw new TypeError('pdfA: the logo is a CMYK JPEG; save it in RGB')
  if (fonts === undefined) return
  for (const name of ['normal', 'bold'] as const)
    if (!isFont(fonts?.[name]))
      throw new TypeError(`fonts.${name}: expected the bytes of a TrueType or OpenType font`)
}

function isFont(bytes: unknown): boolean {
  if (!(bytes instanceof Uint8Array)) return false
  return /^(\0\x01\0\0|true|OTTO)/.test(String.fromCharCode(...bytes.subarray(0, 4)))
}

function requireTemplates(name: string, value: unknown): void {
  requireKind(name, value, 'object')
  for (const [key, template] of Object.entries(value as object))
    requireKind(`${name}.${key}`, template, 'function')
}

function templateNamed({ template = 'classic', templates: own = {} }: PdfOptions): Template {
  const known: Readonly<Record<string, Template>> = { ...templates, ...own }
  const found = ownMember(known, template)
  if (typeof found === 'function') return found
  throw new TypeError(`unknown template ${template}; use one of ${Object.keys(known).join(', ')}`)
}

function toXmlText(source: PrintedSource): Uint8Array {
  if (typeof source === 'string') return new TextEncoder().encode(source)
  if (source instanceof Uint8Array) return source
  throw new TypeError(
    'attachXml: the document must be given as XML, whose bytes are what was sealed',
  )
}

/** Date of the stamp, in time of central Mexico; without a stamp, that of the document. */
function certifiedAt({ document, kind }: Printed): Date {
  try {
    const { Fecha } = factsOf(kind, document)
    return instant(timbreOf(document)?.FechaTimbrado ?? String(Fecha), central)
  } catch {
    return new Date(0)
  }
}
