/**
 * Draws a QR code as one vector path, sharp at any size.
 * @module
 */
import type { PdfNode } from './template.js'

/** Returns the modules of a QR code, true for dark ones, as uqr does. */
export type QrEncoder = (text: string) => readonly (readonly boolean[])[]

/**
 * A code of level M holds at most 2331 bytes (ISO/IEC 18004). Only an invalid document has so long
 * an address.
 */
const mostLetters = 2000

/** Creates the function that draws a text as a square of `points`. */
export function qrNode(encode: QrEncoder): (text: string, points: number) => PdfNode {
  return (text, points) => {
    const svg = qrSvg(encode, text)
    if (svg === undefined) return { text }
    return { svg, width: points }
  }
}

/** Returns a QR code as SVG; undefined for a text that is too long. */
export function qrSvg(encode: QrEncoder, text: string): string | undefined {
  if (text.length > mostLetters) return undefined
  const modules = encode(text)
  const path = modules.flatMap((row, y) =>
    runs(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`),
  )
  const box = `0 0 ${modules.length} ${modules.length}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path fill="#000" d="${path.join('')}"/></svg>`
}

/** Returns the ranges of dark modules in a row. */
function runs(row: readonly boolean[]): (readonly [number, number])[] {
  const edges = [...row, false].flatMap((dark, x) => (dark === (row[x - 1] ?? false) ? [] : [x]))
  return Array.from({ length: edges.length / 2 }, (_, index) => [
    edges[2 * index] as number,
    edges[2 * index + 1] as number,
  ])
}
