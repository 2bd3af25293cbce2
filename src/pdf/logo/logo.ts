/**
 * Validates the client's logo before pdfmake reads it: for a damaged PNG, pdfmake throws in a
 * callback, which ends the process.
 * @module
 */

import { encodeBase64 } from '../../lib/base64.js'
import type { Bytes } from '../../lib/bytes.js'
import { ignoreError } from '../../lib/ignoreError.js'
import { inflated } from '../inflated.js'
import type { PdfObject } from '../template.js'
import { isLargeJpeg, requireDrawable } from './jpeg.js'
import { damagedLogo, LogoError } from './logoError.js'
import { scaledJpeg } from './smallJpeg.js'
import { mostSide, type PngRows, scaledPng } from './smallPng.js'
import { requireDrawing, writeDrawing } from './svg.js'

const magics = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const

/** Maximum bytes of a logo's pixels: one of 4000 by 4000 pixels. */
const mostPixels = 64_000_000

/** Most pixels of a side of an uploaded logo: 300 dots an inch for five centimetres. */
const mostUploaded = 600

/** Returns the logo as a data URL. @throws LogoError when it is not an image that can be drawn. */
export async function logoUrl(logo: Uint8Array): Promise<string> {
  const image = await drawable(logo, kindOf(logo))
  return `data:${kindOf(image)};base64,${encodeBase64(image)}`
}

/** Returns the image as it is drawn: a large one smaller, an SVG without document type. */
async function drawable(logo: Uint8Array, kind: Kind): Promise<Uint8Array> {
  if (kind === 'image/svg+xml') return new TextEncoder().encode(requireDrawing(logo).text)
  if (kind === 'image/jpeg') {
    requireDrawable(logo)
    return isLargeJpeg(logo) ? decodedJpeg(logo) : logo
  }
  const png = await readPng(logo)
  return Math.max(png.width, png.height) > mostSide ? scaledPng(png) : logo
}

function decodedJpeg(logo: Uint8Array): Promise<Uint8Array> {
  return scaledJpeg(logo).catch((cause) => {
    throw damagedLogo('JPEG', { cause })
  })
}

/** A logo that was decoded and written again. */
export interface EncodedLogo {
  /** Whether the logo is accepted. */
  readonly ok: true
  /** Media type of `bytes`. */
  readonly type: 'image/png' | 'image/svg+xml'
  /** The image as it was written again. */
  readonly bytes: Uint8Array
}

/** A refused logo. */
export interface RefusedLogo {
  /** Whether the logo is accepted. */
  readonly ok: false
  /** The reason in Spanish, for the issuer. */
  readonly message: string
}

/**
 * Decodes a logo that somebody uploaded, and writes it again from its pixels or shapes, without
 * metadata, comments, scripts or references: a PNG of some 600 pixels a side at most, or an SVG.
 * Resolves to the reason when `renderPdf` could not draw it.
 * @example
 * const { ok } = await encodeLogo(new TextEncoder().encode('<svg onload="alert(1)"/>'))
 * ok // → false
 */
export async function encodeLogo(logo: Uint8Array): Promise<EncodedLogo | RefusedLogo> {
  try {
    const kind = kindOf(logo)
    if (kind === 'image/svg+xml') {
      const bytes = new TextEncoder().encode(writeDrawing(requireDrawing(logo)))
      return { ok: true, type: kind, bytes }
    }
    if (kind === 'image/jpeg') requireDrawable(logo)
    const bytes =
      kind === 'image/jpeg'
        ? await decodedJpeg(logo)
        : await scaledPng(await readPng(logo), mostUploaded)
    return { ok: true, type: 'image/png', bytes }
  } catch (cause) {
    if (cause instanceof LogoError) return { ok: false, message: cause.reason }
    throw cause
  }
}

/** Returns the node of a logo, and its image by name unless it is an SVG. */
export async function logoNode(
  logo: Uint8Array | undefined,
): Promise<{ readonly logo?: PdfObject; readonly images: Readonly<Record<string, string>> }> {
  if (logo === undefined) return { images: {} }
  const url = await logoUrl(logo)
  if (!url.startsWith('data:image/svg')) return { logo: { image: 'logo' }, images: { logo: url } }
  return { logo: { svg: requireDrawing(logo).text }, images: {} }
}

type Kind = keyof typeof magics | 'image/svg+xml'

/** @throws LogoError for bytes of another kind. */
function kindOf(logo: Uint8Array): Kind {
  if (logo instanceof Uint8Array) {
    for (const [kind, magic] of Object.entries(magics))
      if (magic.every((byte, index) => logo[index] === byte)) return kind as Kind
    const head = new TextDecoder().decode(logo.subarray(0, 2000))
    if (/^\s*(<\?xml[^>]*>\s*)?((<!--[^>]*-->|<!DOCTYPE[^>[]*>)\s*)*<svg[\s>]/.test(head))
      return 'image/svg+xml'
  }
  throw new LogoError(
    'expected the bytes of a PNG, a JPEG or an SVG',
    'El archivo no es un PNG, un JPEG ni un SVG.',
  )
}

/** Channels of a colour type (ISO/IEC 15948, 11.2.2). */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Reads the rows of a PNG. @throws LogoError when it cannot be drawn. */
async function readPng(png: Uint8Array): Promise<PngRows> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (png.length < 33) throw new LogoError('the PNG is cut off', 'El PNG está incompleto.')
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [bits, kind, interlace] = [png[24] ?? 0, png[25] ?? 0, png[28]]
  const row = 1 + Math.ceil((width * bits * (channels[kind] ?? 0)) / 8)
  if (row === 1 || height === 0) throw damagedLogo('PNG')
  if (interlace !== 0)
    throw new LogoError(
      'the PNG is interlaced: save it without interlacing',
      'El PNG está entrelazado: guárdelo sin entrelazar.',
    )
  if (row * height > mostPixels)
    throw new LogoError(
      `the PNG has ${width} by ${height} pixels: 4000 by 4000 at most`,
      `El PNG tiene ${width} por ${height} pixeles; el máximo es de 4000 por 4000.`,
    )
  const chunks = new Map<string, Bytes[]>()
  for (let at = 8; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8))
    const content = new Uint8Array(png.subarray(at + 8, at + 8 + view.getUint32(at)))
    chunks.set(name, [...(chunks.get(name) ?? []), content])
  }
  const pixels = await inflated(chunks.get('IDAT') ?? [], row * height).catch(ignoreError)
  // Each row begins with the number of its filter, 0 to 4.
  if (pixels?.length !== row * height) throw damagedLogo('PNG')
  for (let at = 0; at < pixels.length; at += row) if (pixels[at]! > 4) throw damagedLogo('PNG')
  const [palette = new Uint8Array()] = chunks.get('PLTE') ?? []
  const [opacity = new Uint8Array()] = chunks.get('tRNS') ?? []
  return { width, height, bits, kind, row, pixels, palette, opacity }
}
