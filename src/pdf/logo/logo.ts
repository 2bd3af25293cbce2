/**
 * Validates the client's logo before pdfmake reads it: for a damaged PNG, pdfmake throws in a
 * callback, which ends the process.
 * @module
 */

import { encodeBase64 } from '../../lib/base64.js'
import type { Bytes } from '../../lib/bytes.js'
import { ignoreError } from '../../lib/ignoreError.js'
import { defaultLimits } from '../../lib/limits.js'
import { parseXml, type XmlNode } from '../../lib/xml/xml.js'
import { inflated } from '../inflated.js'
import { faultOfJpeg, isLargeJpeg } from './jpeg.js'
import { scaledJpeg } from './smallJpeg.js'
import { mostSide, type PngRows, scaledPng } from './smallPng.js'
import type { PdfObject } from '../template.js'

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
  const image = await drawable(logo, kind)
  return `data:${kindOf(image)};base64,${encodeBase64(image)}`
}

/** Returns the image as it is drawn: a large one smaller, an SVG without document type. */
async function drawable(logo: Uint8Array, kind: Kind): Promise<Uint8Array> {
  if (kind === 'image/svg+xml') return new TextEncoder().encode(soundSvg(logo))
  if (kind === 'image/jpeg') return soundJpeg(logo)
  const png = await readPng(logo)
  if (typeof png === 'string') throw new TypeError(`logo: the PNG ${png}`)
  const isLarge = Math.max(png.width, png.height) > mostSide
  // A single transparent colour is lost in a mean.
  const hasKey = png.kind !== 3 && png.opacity.length > 0
  return isLarge && !hasKey ? scaledPng(png) : logo
}

/** @throws TypeError for a JPEG that readers of PDF cannot draw. */
async function soundJpeg(logo: Uint8Array): Promise<Uint8Array> {
  const fault = faultOfJpeg(logo)
  if (fault !== undefined) throw new TypeError(`logo: the JPEG ${fault}`)
  if (!isLargeJpeg(logo)) return logo
  try {
    return await scaledJpeg(logo)
  } catch (cause) {
    throw new TypeError('logo: the JPEG is damaged', { cause })
  }
}

/** Returns the node of a logo, and its image by name unless it is an SVG. */
export async function logoNode(
  logo: Uint8Array | undefined,
): Promise<{ readonly logo?: PdfObject; readonly images: Readonly<Record<string, string>> }> {
  if (logo === undefined) return { images: {} }
  const url = await logoUrl(logo)
  if (!url.startsWith('data:image/svg')) return { logo: { image: 'logo' }, images: { logo: url } }
  return { logo: { svg: soundSvg(logo) }, images: {} }
}

type Kind = keyof typeof magics | 'image/svg+xml'

function kindOf(logo: Uint8Array): Kind | undefined {
  if (!(logo instanceof Uint8Array)) return undefined
  const magic = Object.entries(magics).find(([, bytes]) =>
    bytes.every((byte, index) => logo[index] === byte),
  )
  if (magic !== undefined) return magic[0] as Kind
  const head = new TextDecoder().decode(logo.subarray(0, 2000))
  if (/^\s*(<\?xml[^>]*>\s*)?((<!--[^>]*-->|<!DOCTYPE[^>[]*>)\s*)*<svg[\s>]/.test(head))
    return 'image/svg+xml'
  return undefined
}

/** Channels of a colour type (ISO/IEC 15948, 11.2.2). */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Reads the rows of a PNG, or returns the reason why it cannot be drawn. */
async function readPng(png: Uint8Array): Promise<PngRows | string> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (png.length < 33) return 'is cut off'
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [bits, kind, interlace] = [png[24] ?? 0, png[25] ?? 0, png[28]]
  const row = 1 + Math.ceil((width * bits * (channels[kind] ?? 0)) / 8)
  if (row === 1 || height === 0) return 'is damaged'
  if (interlace !== 0) return 'is interlaced: save it without interlacing'
  if (row * height > mostPixels) return `has ${width} by ${height} pixels: 4000 by 4000 at most`
  const found = chunksOf(png, view)
  const pixels = await inflated(found('IDAT'), row * height).catch(ignoreError)
  // Each row begins with the number of its filter, 0 to 4.
  if (pixels?.length !== row * height || !everyRow(pixels, row, (filter) => filter <= 4))
    return 'is damaged'
  const [palette = new Uint8Array()] = found('PLTE')
  const [opacity = new Uint8Array()] = found('tRNS')
  return { width, height, bits, kind, row, pixels, palette, opacity }
}

/** Elements of a logo in vectors. Text needs fonts, and images and scripts lead elsewhere. */
const drawings =
  /^(svg|g|path|rect|circle|ellipse|line|polyline|polygon|defs|linearGradient|radialGradient|stop|clipPath|style|title|desc|metadata)$/

const svgLimits = { ...defaultLimits, length: 300_000, nodes: 5000, attributes: 100, depth: 30 }

/** A reference to something else than a part of the same file. */
const outside = /url\(\s*['"]?(?!#)|@import/i

/**
 * Returns the text of an SVG without its document type.
 *
 * @throws TypeError for an SVG that is not well-formed, has no size, or holds more than drawings.
 */
function soundSvg(logo: Uint8Array): string {
  const text = new TextDecoder().decode(logo).replace(/<!DOCTYPE[^<>[]*>/, '')
  const nodes = svgNodes(text)
  // Elements with a prefix are notes of an editor, and not drawn.
  for (const { local, attributes, children } of nodes.filter(({ prefix }) => prefix === '')) {
    if (!drawings.test(local))
      throw new TypeError(`logo: the SVG has <${local}>; only paths and shapes are drawn`)
    const texts = [...attributes, ...children.filter((child) => typeof child === 'string')]
    if (texts.some((value) => outside.test(value)))
      throw new TypeError('logo: the SVG refers to another file')
  }
  if (!hasSize(nodes[0] as XmlNode))
    throw new TypeError('logo: the SVG has no viewBox, nor width and height')
  return text
}

function hasSize({ attributes }: XmlNode): boolean {
  const named = (name: string): string => {
    const at = attributes.findIndex((one, index) => index % 2 === 0 && one === name)
    return at < 0 ? '' : (attributes[at + 1] as string).trim()
  }
  const box = named('viewBox').split(/[,\s]+/)
  if (box.length === 4) return box.every((part) => Number.isFinite(Number(part)))
  return (
    named('viewBox') === '' &&
    [named('width'), named('height')].every((size) => parseFloat(size) > 0)
  )
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

/** Returns the chunks of a PNG by name, in order. */
function chunksOf(png: Uint8Array, view: DataView): (name: string) => Bytes[] {
  const chunks = new Map<string, Bytes[]>()
  for (let at = 8; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8))
    const content = new Uint8Array(png.subarray(at + 8, at + 8 + view.getUint32(at)))
    chunks.set(name, [...(chunks.get(name) ?? []), content])
  }
  return (name) => chunks.get(name) ?? []
}
