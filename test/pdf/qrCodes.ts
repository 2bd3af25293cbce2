/** Reads the QR codes that a PDF draws, with jsQR. */
import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'

export function qrCodesOf(pdf: Uint8Array): string[] {
  return streamsOf(pdf).flatMap((stream) =>
    // The part before the last matrix clips.
    stream.split(/\bf\*?\n/).flatMap((whole) => {
      const drawing = whole.slice(whole.lastIndexOf(' cm\n'))
      const runs = [
        ...drawing.matchAll(/^([\d.]+) ([\d.]+) m\n([\d.]+) [\d.]+ l\n[\d.]+ ([\d.]+) l\n/gm),
      ].map(
        ([, x, y, right, bottom]) =>
          [x, y, right, bottom].map(Number) as [number, number, number, number],
      )
      return runs.length < 200 ? [] : [decoded(runs)]
    }),
  )
}

/** By the stated length: compressed bytes may end like a line. */
function streamsOf(pdf: Uint8Array): string[] {
  const bytes = Buffer.from(pdf)
  return [...bytes.toString('latin1').matchAll(/\/Length (\d+)[\s\S]*?\nstream\r?\n/g)].flatMap(
    ({ 0: head, 1: length, index }) => {
      const start = index + head.length
      try {
        return [inflateSync(bytes.subarray(start, start + Number(length))).toString('latin1')]
      } catch {
        return []
      }
    },
  )
}

/** Its types are of another system of modules than its code. */
const readQr = jsQR as unknown as typeof jsQR.default

function decoded(runs: readonly (readonly [number, number, number, number])[]): string {
  const unit = Math.min(...runs.map(([, y, , bottom]) => bottom - y))
  const scale = 4 / unit
  const side = Math.ceil(Math.max(...runs.map(([, , right]) => right)) * scale) + 32
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [x, y, right, bottom] of runs)
    for (let py = Math.round(y * scale); py < Math.round(bottom * scale); py++)
      pixels.fill(
        0,
        (py * side + Math.round(x * scale)) * 4,
        (py * side + Math.round(right * scale)) * 4,
      )
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  return readQr(pixels, side, side)?.data ?? ''
}
