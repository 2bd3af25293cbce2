/// <reference path="./peers.d.ts" />
/**
 * The only module that asks pdfmake and uqr.
 * @module
 */
import type { Pdfmake, VirtualFiles } from 'pdfmake'
import { encodeBase64 } from '../lib/base64.js'
import { emojiFont, type FontFiles } from './fonts.js'
import type { QrEncoder } from './qrNode.js'
import { emojiFamily, splitEmoji } from './runs.js'
import type { PdfDefinition } from './template.js'
import type { View } from './view.js'

/** What a PDF is made with, besides its definition. */
export interface Make {
  readonly view: View
  readonly fonts: FontFiles
  readonly createdAt: Date
  readonly images: Readonly<Record<string, string>>
  readonly attachment: Uint8Array | undefined
}

/** The bytes of a PDF. `define` is given the maker of QR codes. */
export async function makePdf(make: Make, define: (encode: QrEncoder) => PdfDefinition): Promise<Uint8Array> {
  const [{ default: shared }, { encode }] = await Promise.all([needed(import('pdfmake')), needed(import('uqr'))])
  const definition = define((text) => encode(text, { ecc: 'M', border: 2 }).data)
  const { split, hasEmoji } = splitEmoji(definition)
  const pdf = hasEmoji() ? undefined : await drawn(shared, make, split)
  // Heads and feet may be functions, which are asked while pages are laid out: only then are their emoji found.
  if (pdf !== undefined && !hasEmoji()) return pdf
  return drawn(shared, make, splitEmoji(definition).split, await emojiFont())
}

async function drawn(shared: Pdfmake, make: Make, definition: PdfDefinition, emoji?: Uint8Array): Promise<Uint8Array> {
  // One of our own: the package's is shared, and so are its fonts and policies.
  const pdfmake = new shared.constructor()
  pdfmake.virtualfs = virtualFiles(make.fonts, emoji)
  pdfmake.setFonts({
    Roboto: { normal: 'normal.ttf', bold: 'bold.ttf', italics: 'normal.ttf', bolditalics: 'bold.ttf' },
    [emojiFamily]: { normal: 'emoji.ttf' },
  })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy?.(() => false)
  return new Uint8Array(await pdfmake.createPdf({ ...definition, ...metadata(make, definition) }).getBuffer())
}

/** What is the same whatever the template. */
function metadata(make: Make, definition: PdfDefinition): object {
  const { view, createdAt, images, attachment } = make
  const { title, folio, emisor, language, stamp, watermark, legend } = view
  const author = emisor.fields.find(({ name }) => name === 'Nombre')?.text
  const info = {
    title: [title, folio].filter(Boolean).join(' '),
    author,
    subject: legend,
    keywords: stamp?.uuid.value,
    creator: 'cfdi-stamp',
    creationDate: createdAt,
  }
  return {
    version: '1.7',
    language,
    displayTitle: true,
    info,
    images: { ...(definition['images'] as object | undefined), ...images },
    ...(watermark === undefined || definition['watermark'] !== undefined
      ? {}
      : { watermark: { text: watermark, color: '#b00020', opacity: 0.12, bold: true } }),
    ...(attachment === undefined ? {} : { files: filesOf(make, attachment) }),
  }
}

function filesOf({ view: { stamp }, createdAt }: Make, xml: Uint8Array): object {
  const name = `${stamp?.uuid.value ?? 'cfdi'}.xml`
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

/** Peers are optional: whoever asks for a PDF is told what it takes. */
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
