/// <reference path="./peers.d.ts" />
/**
 * The only module that imports pdfmake and uqr.
 * @module
 */
import type { PdfkitDocument, Pdfmake, PdfOutput, VirtualFiles } from 'pdfmake'
import { encodeBase64 } from '../lib/base64.js'
import { isUuid } from '../lib/uuid.js'
import { escapeText } from '../lib/xml/escape.js'
import { emojiFont, type FontFiles } from './fonts.js'
import type { QrEncoder } from './qrNode.js'
import { emojiFamily, splitEmoji } from './runs.js'
import type { Density, PdfDefinition } from './template.js'
import type { View } from './view.js'

/** Inputs of a PDF besides its definition. */
export interface Make {
  readonly view: View
  readonly fonts: FontFiles
  readonly createdAt: Date
  readonly images: Readonly<Record<string, string>>
  readonly attachment: Uint8Array | undefined
  /** Whether to write a PDF/A-3b. */
  readonly pdfA?: boolean
  /** Densities to try, in order, until the document takes one page. */
  readonly densities: readonly Density[]
}

/** Creates a definition with an encoder of QR codes. */
export type Define = (encode: QrEncoder, density: Density) => PdfDefinition

/** A document whose pages are laid out. */
interface Laid {
  readonly pdf: PdfOutput
  readonly pages: number
}

/** Creates the bytes of a PDF. */
export async function makePdf(make: Make, define: Define): Promise<Uint8Array> {
  const [{ default: shared }, qr] = await Promise.all([needed(import('pdfmake')), loadQr()])
  let best: Laid | undefined
  for (const density of make.densities) {
    const laid = await laidOut(shared, make, define(qr, density))
    if (best === undefined || laid.pages < best.pages) best = laid
    if (best.pages === 1) break
  }
  return new Uint8Array(await (best as Laid).pdf.getBuffer())
}

/** Loads the encoder of QR codes. */
export async function loadQr(): Promise<QrEncoder> {
  const { encode } = await needed(import('uqr'))
  return (text) => encode(text, { ecc: 'M', border: 2 }).data
}

/**
 * Headers and footers may be functions, called during layout: only then are their emoji known, and
 * the document is laid out again with their font.
 */
async function laidOut(shared: Pdfmake, make: Make, definition: PdfDefinition): Promise<Laid> {
  const { split, hasEmoji } = splitEmoji(definition)
  const laid = hasEmoji() ? undefined : await drawn(shared, make, split)
  if (laid !== undefined && !hasEmoji()) return laid
  return drawn(shared, make, splitEmoji(definition).split, await emojiFont())
}

async function drawn(
  shared: Pdfmake,
  make: Make,
  definition: PdfDefinition,
  emoji?: Uint8Array,
): Promise<Laid> {
  // A new instance: the package's own is shared, with its fonts and policies.
  const pdfmake = new shared.constructor()
  pdfmake.virtualfs = virtualFiles(make.fonts, emoji)
  pdfmake.setFonts({
    Roboto: {
      normal: 'normal.ttf',
      bold: 'bold.ttf',
      italics: 'normal.ttf',
      bolditalics: 'bold.ttf',
    },
    [emojiFamily]: { normal: 'emoji.ttf' },
  })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy?.(() => false)
  // Buffered pages can be counted; those of a long document are written as they are laid out.
  const bufferPages = make.densities.length > 1
  const pdf = pdfmake.createPdf({ ...definition, ...metadata(make, definition) }, { bufferPages })
  const document = await pdf.getStream()
  escapeInfo(document)
  return { pdf, pages: document.bufferedPageRange().count }
}

/** Characters that XML does not admit: controls, halves of a pair. */
const forbidden = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** pdfkit writes the name of an issuer with `&` to its XML as it is. */
function escapeInfo(document: PdfkitDocument): void {
  const { info, _addInfo: addInfo } = document
  if (addInfo === undefined) return
  const escaped = Object.entries(info).map(([name, value]) => [
    name,
    typeof value === 'string' ? escapeText(value.replace(forbidden, ' ')) : value,
  ])
  document._addInfo = () => {
    document.info = Object.fromEntries(escaped)
    addInfo.call(document)
    document.info = info
  }
}

/** Metadata, independent of the template. */
function metadata(make: Make, definition: PdfDefinition): object {
  const { view, createdAt, images, attachment, pdfA } = make
  const { title, folio, emisor, language, stamp, watermark, legend } = view
  const author = emisor.heading?.text
  const info = {
    title: [title, folio].filter(Boolean).join(' '),
    author,
    subject: legend,
    keywords: stamp?.uuid?.value,
    creator: 'cfdi-stamp',
    creationDate: createdAt,
  }
  return {
    version: '1.7',
    ...(pdfA === true && { subset: 'PDF/A-3b' }),
    language,
    displayTitle: true,
    info,
    images: { ...(definition['images'] as object | undefined), ...images },
    ...(watermark !== undefined &&
      definition['watermark'] === undefined && {
        watermark: { text: watermark, color: '#b00020', opacity: 0.06, bold: true },
      }),
    ...(attachment !== undefined && { files: filesOf(make, attachment) }),
  }
}

function filesOf({ view: { stamp }, createdAt }: Make, xml: Uint8Array): object {
  const uuid = stamp?.uuid?.value
  const name = `${isUuid(uuid) ? uuid : 'cfdi'}.xml`
  const src = `data:application/xml;base64,${encodeBase64(xml)}`
  return {
    [name]: {
      name,
      src,
      creationDate: createdAt,
      modifiedDate: createdAt,
      description: 'CFDI',
      relationship: 'Source',
    },
  }
}

function virtualFiles({ normal, bold }: FontFiles, emoji = normal): VirtualFiles {
  const files = new Map<string, Uint8Array>([
    ['normal.ttf', normal],
    ['bold.ttf', bold],
    ['emoji.ttf', emoji],
  ])
  return {
    existsSync: (name) => files.has(name),
    readFileSync: (name) => files.get(name),
    writeFileSync: () => undefined,
  }
}

/** Loads an optional peer. Throws an error that names it when it is missing. */
async function needed<Module>(loading: Promise<Module>): Promise<Module> {
  try {
    return await loading
  } catch (cause) {
    throw new Error(
      'cfdi-stamp/pdf draws with two packages that are installed beside it: npm install pdfmake@0.3 uqr',
      { cause },
    )
  }
}
