/**
 * The printed representation of a CFDI, as a PDF.
 *
 * Two optional peers draw it: pdfmake 0.3 lays out a definition that is data, and uqr makes the QR code. pdfmake has a QR code of its own,
 * but its modules are whole points: that of an invoice is then 61 points wide or 122, and rule 2.7.1.7 asks for 78 at least.
 * @module
 */
import { central, instant } from '../lib/time.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { classic } from './templates/classic.js'
import { compact } from './templates/compact.js'
import { cut, type FontFiles, legible, ownFonts } from './fonts.js'
import { logoUrl } from './logo.js'
import { type Make, makePdf } from './makePdf.js'
import { qrNode } from './qrNode.js'
import { timbreOf } from './stamp.js'
import { ticket } from './templates/ticket.js'
import type { Colors, Style, Template } from './template.js'
import { documentOf, type ViewOptions, viewOfDocument } from './viewOf.js'

/** Names of the library's templates. */
export type TemplateName = keyof typeof templates

/** The library's templates: letter paper with room, letter paper with little ink, and a ticket of 80 mm. */
export const templates = { classic, compact, ticket } as const satisfies Readonly<Record<string, Template>>

/** What {@link renderPdf} may be told. */
export interface PdfOptions extends ViewOptions {
  /** Name of a template, of the library (`classic`, `compact`, `ticket`) or of `templates`: `classic` by default. */
  readonly template?: string | undefined
  /** The client's own templates, by name. */
  readonly templates?: Readonly<Record<string, Template>> | undefined
  /** The client's logo: the bytes of a PNG or of a JPEG. */
  readonly logo?: Uint8Array | undefined
  /** The client's colours, `#rrggbb`. */
  readonly colors?: Partial<Colors> | undefined
  /** TrueType files in place of the library's, whose characters are those of Latin alphabets. Emoji stay the library's. */
  readonly fonts?: FontFiles | undefined
  /** Whether the XML goes inside, as an attachment: of a document that is given as XML. */
  readonly attachXml?: boolean | undefined
  /** When the PDF says that it was made: by default, when the document was certified. */
  readonly createdAt?: Date | undefined
}

const ownColors: Colors = {
  accent: '#1f3a5f',
  onAccent: '#ffffff',
  text: '#1a1a1a',
  muted: '#5f6b7a',
  rule: '#c9d1da',
  panel: '#f3f5f8',
}

/**
 * The PDF of a CFDI 4.0. The same input gives the same bytes. Nothing is fetched and no file is read or written but, under Node, the
 * package's own catalogues.
 *
 * What the document has and no font is printed as `�`. A stamp of a sandbox, a document that is `cancelled` and one without a
 * stamp have a watermark that says so.
 *
 * @throws CfdiXmlError as `readCfdi`, when the XML is no CFDI 4.0.
 * @throws TypeError when the JSON document cannot be written, an option is none, or the XML is to be attached to a document given as JSON.
 * @throws Error when pdfmake or uqr is not installed.
 * @example
 * const pdf = await renderPdf(xml, { template: 'classic', colors: { accent: '#00524c' } })
 * new TextDecoder().decode(pdf.subarray(0, 5)) // → '%PDF-'
 */
export async function renderPdf(
  source: string | Uint8Array | Comprobante,
  options: PdfOptions = {},
): Promise<Uint8Array> {
  const template = templateNamed(options)
  const document = documentOf(source, options)
  const attachment = options.attachXml === true ? xmlOf(source) : undefined
  const { createdAt = certifiedAt(document), fonts = ownFonts() } = options
  const view = (options.fonts === undefined ? legible : cut)(viewOfDocument(document, options))
  const style = { colors: colorsOf(options), ...(options.logo === undefined ? {} : { logo: 'logo' }) }
  const images = options.logo === undefined ? {} : { logo: await logoUrl(options.logo) }
  const make: Make = { fonts, createdAt, images, view, attachment }
  return makePdf(make, (encode) => template(view, { ...style, qr: qrNode(encode) } satisfies Style))
}

function templateNamed({ template = 'classic', templates: own = {} }: PdfOptions): Template {
  const known: Readonly<Record<string, Template>> = { ...templates, ...own }
  const found = Object.hasOwn(known, template) ? known[template] : undefined
  if (typeof found === 'function') return found
  throw new TypeError(`there is no template ${template}: ${Object.keys(known).join(', ')}`)
}

const color = /^#[0-9a-f]{6}$/i

function colorsOf({ colors = {} }: PdfOptions): Colors {
  for (const [name, value] of Object.entries(colors)) {
    if (!Object.hasOwn(ownColors, name))
      throw new TypeError(`there is no color ${name}: ${Object.keys(ownColors).join(', ')}`)
    if (value !== undefined && !color.test(value)) throw new TypeError(`colors.${name}: #rrggbb is expected`)
  }
  return { ...ownColors, ...Object.fromEntries(Object.entries(colors).filter(([, value]) => value !== undefined)) }
}

function xmlOf(source: string | Uint8Array | Comprobante): Uint8Array {
  if (typeof source === 'string') return new TextEncoder().encode(source)
  if (source instanceof Uint8Array) return source
  throw new TypeError('attachXml: the document must be given as XML, whose bytes are what was sealed')
}

/** The stamp's date, which is that of central Mexico; without a stamp, the document's. */
function certifiedAt(document: Comprobante): Date {
  try {
    return instant(timbreOf(document)?.FechaTimbrado ?? document.Fecha, central)
  } catch {
    return new Date(0)
  }
}
