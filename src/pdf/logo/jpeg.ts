/**
 * Validates a JPEG logo. It is embedded as it is, unless it is large.
 * @module
 */
import { damagedLogo, LogoError } from './logoError.js'

/** Most bytes of a logo that is embedded as it is: a sharp photograph of 1200 by 1200 pixels. */
const mostBytes = 500_000

/** Most pixels of a side that is embedded as it is. */
const mostSide = 4000

/** Most pixels: a photograph of a camera. */
export const mostPixels = 25_000_000

/**
 * Readers of PDF draw Huffman-coded images of 8 bits (ISO 32000-1, 7.4.8): baseline, extended and
 * progressive.
 * @throws LogoError for others, and for an image without an end or with too many pixels.
 */
export function requireDrawable(jpeg: Uint8Array): void {
  const frame = frameOf(jpeg)
  if (frame === undefined || !hasEnd(jpeg)) throw damagedLogo('JPEG')
  const { kind, bits, width, height, channels } = frame
  if (kind > 0xc2 || bits !== 8 || ![1, 3, 4].includes(channels))
    throw new LogoError(
      'the JPEG has a coding that readers of PDF lack: save it as a baseline JPEG',
      'El JPEG tiene una codificación que los lectores de PDF no admiten: guárdelo como JPEG de línea base.',
    )
  if (Math.min(width, height) === 0) throw damagedLogo('JPEG')
  if (width * height > mostPixels)
    throw new LogoError(
      `the JPEG has ${width} by ${height} pixels, 25 million at most: save it smaller`,
      `El JPEG tiene ${width} por ${height} pixeles; el máximo es de 25 millones: guárdelo más pequeño.`,
    )
}

/** Whether a JPEG is scaled down, because each PDF embeds it. */
export function isLargeJpeg(jpeg: Uint8Array): boolean {
  const { width = 0, height = 0 } = frameOf(jpeg) ?? {}
  return jpeg.length > mostBytes || Math.max(width, height) > mostSide
}

/** Whether an image is a JPEG for print, which has four colours. */
export function isCmyk(image: Uint8Array): boolean {
  return image[0] === 0xff && frameOf(image)?.channels === 4
}

interface Frame {
  /** Second byte of its marker: 0xc0 baseline, 0xc1 extended, 0xc2 progressive. */
  readonly kind: number
  readonly bits: number
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** Reads the header of the frame (ISO/IEC 10918-1, B.2.2). */
function frameOf(jpeg: Uint8Array): Frame | undefined {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  for (let at = 2; at + 10 <= jpeg.length; ) {
    if (jpeg[at] !== 0xff) return undefined
    const kind = jpeg[at + 1] as number
    // Fill bytes may precede a marker.
    if (kind === 0xff) at++
    // A frame: c4, c8 and cc are tables, and an extension.
    else if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
      return {
        kind: view.getUint8(at + 1),
        bits: view.getUint8(at + 4),
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        channels: view.getUint8(at + 9),
      }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function hasEnd(jpeg: Uint8Array): boolean {
  for (let at = jpeg.lastIndexOf(0xd9); at > 0; at = jpeg.lastIndexOf(0xd9, at - 1))
    if (jpeg[at - 1] === 0xff) return true
  return false
}
