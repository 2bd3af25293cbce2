/**
 * Scales large PNG images down: a logo is some two centimetres wide on paper, and an image of
 * millions of pixels would be embedded whole.
 * @module
 */

import type { Bytes } from '../../lib/bytes.js'
import { crc32 } from '../../lib/zip.js'

/** A PNG without interlacing: its header, and its rows, each after the number of its filter. */
export interface PngRows {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** Colour type (ISO/IEC 15948, 11.2.2). */
  readonly kind: number
  /** Bytes of a row, with its filter. */
  readonly row: number
  /** Decompressed rows, which are overwritten. */
  readonly pixels: Uint8Array
  /** Colours of an image that has a palette. */
  readonly palette: Uint8Array
  /** Their opacity; of an image without palette and opacity, its transparent colour, if any. */
  readonly opacity: Uint8Array
}

/** Most pixels of a side: 300 dots an inch for the width of a ticket and more. */
export const mostSide = 1200

/** Samples of a pixel by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Returns a PNG of at most `most` pixels a side: each is the mean of a square. */
export function scaledPng(png: PngRows, most = mostSide): Promise<Uint8Array> {
  const { width, height, bits, kind, row, pixels } = png
  const each = samples[kind] ?? 1
  unfilter(pixels, row, Math.max(1, (bits * each) >> 3))
  const side = Math.ceil(Math.max(width, height) / most)
  const small = { width: Math.ceil(width / side), height: Math.ceil(height / side) }
  const colours = new Uint8Array(small.width * small.height * 4)
  const pixel = new Uint8Array(4)
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      const sum = new Float64Array(4)
      let count = 0
      for (let v = y * side; v < Math.min(height, (y + 1) * side); v++)
        for (let u = x * side; u < Math.min(width, (x + 1) * side); u++) {
          readPixel(png, v * row + 1, u, pixel)
          addPixel(sum, pixel)
          count++
        }
      colours.set(meanOf(sum, count), (y * small.width + x) * 4)
    }
  return writePng({ ...small, colours })
}

/** Transparent pixels have no colour: a mean counts each by its opacity. */
function addPixel(sum: Float64Array, pixel: Uint8Array): void {
  const alpha = pixel[3] as number
  for (let at = 0; at < 3; at++) sum[at] = (sum[at] as number) + (pixel[at] as number) * alpha
  sum[3] = (sum[3] as number) + alpha
}

function meanOf([red = 0, green = 0, blue = 0, alpha = 0]: Float64Array, count: number): number[] {
  if (alpha === 0) return [255, 255, 255, 0]
  return [red / alpha, green / alpha, blue / alpha, alpha / count].map(Math.round)
}

/** Removes the filters of rows (ISO/IEC 15948, 9.2), in place. */
function unfilter(bytes: Uint8Array, row: number, step: number): void {
  for (let start = 0; start < bytes.length; start += row) {
    const filter = bytes[start]
    for (let at = 1; at < row; at++) {
      const here = start + at
      const left = at > step ? (bytes[here - step] as number) : 0
      const up = start > 0 ? (bytes[here - row] as number) : 0
      const corner = start > 0 && at > step ? (bytes[here - row - step] as number) : 0
      bytes[here] = (bytes[here] as number) + predicted(filter, left, up, corner)
    }
  }
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? nearest(left, up, corner) : 0
}

/** The Paeth predictor. */
function nearest(left: number, up: number, corner: number): number {
  const a = Math.abs(up - corner)
  const b = Math.abs(left - corner)
  const c = Math.abs(left + up - 2 * corner)
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** Reads a pixel as red, green, blue and opacity. Called for millions: it makes no object. */
function readPixel(png: PngRows, start: number, x: number, to: Uint8Array) {
  const { bits, kind, pixels, palette, opacity } = png
  const each = samples[kind] ?? 1
  const first = x * each
  if (kind === 3) {
    const index = sampleAt(pixels, start, first, bits)
    to.set(palette.subarray(index * 3, index * 3 + 3))
    to[3] = opacity[index] ?? 255
    return
  }
  const most = bits < 8 ? (1 << bits) - 1 : 255
  const step = each < 3 ? 0 : 1
  for (let at = 0; at < 3; at++)
    to[at] = (sampleAt(pixels, start, first + at * step, bits) * 255) / most
  if (kind === 4 || kind === 6) to[3] = sampleAt(pixels, start, first + each - 1, bits)
  else to[3] = isTransparent(png, start, x) ? 0 : 255
}

/** Whether a pixel has the transparent colour, whose samples have two bytes each. */
function isTransparent({ bits, kind, pixels, opacity }: PngRows, start: number, x: number) {
  const each = samples[kind] ?? 1
  if (opacity.length < each * 2) return false
  for (let at = 0; at < each * 2; at++) {
    const isUpper = at % 2 === 0
    if (isUpper && bits < 16) continue
    const byte =
      bits === 16
        ? pixels[start + x * each * 2 + at]
        : sampleAt(pixels, start, x * each + (at >> 1), bits)
    if (byte !== opacity[at]) return false
  }
  return true
}

/** The upper eight bits of a sample, or all of a shorter one. */
function sampleAt(bytes: Uint8Array, start: number, index: number, bits: number): number {
  if (bits >= 8) return bytes[start + (index * bits) / 8] as number
  const from = index * bits
  return ((bytes[start + (from >> 3)] as number) >> (8 - bits - (from & 7))) & ((1 << bits) - 1)
}

/** An image of three bytes a pixel, or four with its opacity. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly colours: Uint8Array
}

/** Writes a PNG, whose rows are compressed as differences to the pixel on the left. */
export async function writePng({ width, height, colours }: Pixels): Promise<Uint8Array> {
  const each = colours.length / (width * height)
  const row = width * each
  const rows = new Uint8Array(height * (row + 1))
  for (let y = 0; y < height; y++) {
    rows[y * (row + 1)] = 1
    for (let at = 0; at < row; at++) {
      const left = at < each ? 0 : (colours[y * row + at - each] as number)
      rows[y * (row + 1) + 1 + at] = (colours[y * row + at] as number) - left
    }
  }
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  head.set([8, each === 4 ? 6 : 2], 8)
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))
  const chunks = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunkOf('IHDR', head),
    chunkOf('IDAT', new Uint8Array(await new Response(stream).arrayBuffer())),
    chunkOf('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function chunkOf(name: string, content: Uint8Array): Bytes {
  const chunk = new Uint8Array(content.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, content.length)
  chunk.set(new TextEncoder().encode(name), 4)
  chunk.set(content, 8)
  view.setUint32(content.length + 8, crc32(chunk.subarray(4, content.length + 8)))
  return chunk
}
