/**
 * The client's logo, judged before pdfmake sees it: its reader of PNG throws what is damaged from within a callback, where nobody
 * can catch it, and the process ends.
 * @module
 */

import { encodeBase64 } from '../lib/base64.js'
import type { Bytes } from '../lib/bytes.js'
import { inflated } from './inflated.js'

const magics = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const

/** Bytes of the pixels of a logo, at most: one of 4000 by 4000 points. */
const mostPixels = 64_000_000

/** The logo as a data URL. @throws TypeError when it is no PNG nor JPEG, or a PNG that is damaged, interlaced or too large. */
export async function logoUrl(logo: Uint8Array): Promise<string> {
  const kind = Object.entries(magics).find(([, magic]) => magic.every((byte, index) => logo[index] === byte))?.[0]
  if (!(logo instanceof Uint8Array) || kind === undefined)
    throw new TypeError('logo: the bytes of a PNG or of a JPEG are expected')
  if (kind === 'image/png' && !(await isSound(logo)))
    throw new TypeError('logo: a PNG that is not damaged nor interlaced, of 64 MB of pixels at most, is expected')
  return `data:${kind};base64,${encodeBase64(logo)}`
}

/** Channels of a colour type (ISO/IEC 15948, 11.2.2). */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

async function isSound(png: Uint8Array): Promise<boolean> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (png.length < 33) return false
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [bits, kind, interlace] = [png[24] ?? 0, png[25] ?? 0, png[28]]
  const row = 1 + Math.ceil((width * bits * (channels[kind] ?? 0)) / 8)
  if (row === 1 || height === 0 || interlace !== 0 || row * height > mostPixels) return false
  const pixels = await inflated(pixelChunks(png, view), row * height).catch(() => undefined)
  // Each row begins with its filter, of which there are five.
  return pixels?.length === row * height && everyRow(pixels, row, (filter) => filter <= 4)
}

function everyRow(pixels: Uint8Array, row: number, holds: (filter: number) => boolean): boolean {
  for (let at = 0; at < pixels.length; at += row) if (!holds(pixels[at] as number)) return false
  return true
}

/** The chunks that hold pixels, in their order. */
function pixelChunks(png: Uint8Array, view: DataView): Bytes[] {
  const chunks: Bytes[] = []
  for (let at = 8; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    const isPixels = view.getUint32(at + 4) === 0x49444154
    if (isPixels) chunks.push(new Uint8Array(png.subarray(at + 8, at + 8 + view.getUint32(at))))
  }
  return chunks
}
