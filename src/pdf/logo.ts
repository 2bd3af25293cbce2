/**
 * Validates the client's logo before pdfmake reads it: for a damaged PNG, pdfmake throws in a
 * callback, which ends the process.
 * @module
 */

import { encodeBase64 } from '../lib/base64.js'
import type { Bytes } from '../lib/bytes.js'
import { defaultLimits } from '../lib/limits.js'
import { parseXml, type XmlNode } from '../lib/xml/xml.js'
import { inflated } from './inflated.js'
import type { PdfObject } from './template.js'

const magics = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const

/** Maximum bytes of a logo's pixels: one of 4000 by 4000 pixels. */
const mostPixels = 64_000_000

/** Returns the logo as a data URL. @throws TypeError when it is not an image that can be drawn. */
export async function logoUrl(logo: Uint8Array): Promise<string> {
  const kind = kindOf(logo)
  if (kind === undefined) throw new TypeError('logo: expected the bytes of a PNG, a JPEG or an SVG')
  const reason = kind === 'image/png' ? await pngFault(logo) : undefined
  if (reason !== undefined) throw new TypeError(`logo: the PNG ${reason}`)
  if (kind === 'image/svg+xml') soundSvg(new TextDecoder().decode(logo))
  return `data:${kind};base64,${encodeBase64(logo)}`
}

/** Returns the node of a logo, and its image by name unless it is an SVG. */
export async function logoNode(
  logo: Uint8Array | undefined,
): Promise<{ readonly logo?: PdfObject; readonly images: Readonly<Record<string, string>> }> {
  if (logo === undefined) return { images: {} }
  const url = await logoUrl(logo)
  if (kindOf(logo) !== 'image/svg+xml') return { logo: { image: 'logo' }, images: { logo: url } }
  return { logo: { svg: new TextDecoder().decode(logo) }, images: {} }
}

type Kind = keyof typeof magics | 'image/svg+xml'

function kindOf(logo: Uint8Array): Kind | undefined {
  if (!(logo instanceof Uint8Array)) return undefined
  const magic = Object.entries(magics).find(([, bytes]) =>
    bytes.every((byte, index) => logo[index] === byte),
  )
  if (magic !== undefined) return magic[0] as Kind
  const head = new TextDecoder().decode(logo.subarray(0, 500))
  if (/^\ufeff?\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<svg[\s>]/.test(head)) return 'image/svg+xml'
  return undefined
}

/** Channels of a colour type (ISO/IEC 15948, 11.2.2). */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Returns the reason why a PNG cannot be drawn; undefined for a sound one. */
async function pngFault(png: Uint8Array): Promise<string | undefined> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (png.length < 33) return 'is cut off'
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [bits, kind, interlace] = [png[24] ?? 0, png[25] ?? 0, png[28]]
  const row = 1 + Math.ceil((width * bits * (channels[kind] ?? 0)) / 8)
  if (row === 1 || height === 0) return 'is damaged'
  if (interlace !== 0) return 'is interlaced: save it without interlacing'
  if (row * height > mostPixels) return `has ${width} by ${height} pixels: 4000 by 4000 at most`
  const pixels = await inflated(pixelChunks(png, view), row * height).catch(() => undefined)
  // Each row begins with the number of its filter, 0 to 4.
  const isSound = pixels?.length === row * height && everyRow(pixels, row, (filter) => filter <= 4)
  return isSound ? undefined : 'is damaged'
}

/** Elements of a logo in vectors. Text needs fonts, and images and scripts lead elsewhere. */
const drawings =
  /^(svg|g|path|rect|circle|ellipse|line|polyline|polygon|defs|linearGradient|radialGradient|stop|clipPath|title|desc)$/

const svgLimits = { ...defaultLimits, length: 300_000, nodes: 5000, attributes: 100, depth: 30 }

/** @throws TypeError for an SVG that is no XML, or holds more than drawings. */
function soundSvg(text: string): void {
  for (const { local, attributes } of svgNodes(text)) {
    if (!drawings.test(local))
      throw new TypeError(`logo: the SVG has <${local}>; only paths and shapes are drawn`)
    const outside = attributes.some((value) => /url\(\s*['"]?(?!#)/i.test(value))
    if (outside) throw new TypeError('logo: the SVG refers to another file')
  }
}

function svgNodes(text: string): XmlNode[] {
  const below = (node: XmlNode): XmlNode[] => [
    node,
    ...node.children.flatMap((child) => (typeof child === 'string' ? [] : below(child))),
  ]
  try {
    return below(parseXml(text, svgLimits))
  } catch (cause) {
    throw new TypeError('logo: the SVG is not well-formed, or is too large', { cause })
  }
}

function everyRow(pixels: Uint8Array, row: number, holds: (filter: number) => boolean): boolean {
  for (let at = 0; at < pixels.length; at += row) if (!holds(pixels[at] as number)) return false
  return true
}

/** Returns the chunks with pixels, in order. */
function pixelChunks(png: Uint8Array, view: DataView): Bytes[] {
  const chunks: Bytes[] = []
  for (let at = 8; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    const isPixels = view.getUint32(at + 4) === 0x49444154
    if (isPixels) chunks.push(new Uint8Array(png.subarray(at + 8, at + 8 + view.getUint32(at))))
  }
  return chunks
}
