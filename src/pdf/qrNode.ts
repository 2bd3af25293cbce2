/**
 * A QR code as a drawing: one path, sharp at any size.
 * @module
 */
import type { PdfNode } from './template.js'

/** The modules of a QR code, true where it is dark: what uqr gives. */
export type QrEncoder = (text: string) => readonly (readonly boolean[])[]

/** No code of level M holds more than 2331 bytes (ISO/IEC 18004). An address that long is of a document that nobody judged. */
const mostLetters = 2000

/** What draws a text as a square of some points. */
export function qrNode(encode: QrEncoder): (text: string, points: number) => PdfNode {
  return (text, points) => {
    if (text.length > mostLetters) return { text }
    const modules = encode(text)
    const path = modules.flatMap((row, y) =>
      runs(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`),
    )
    const box = `0 0 ${modules.length} ${modules.length}`
    return {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path fill="#000" d="${path.join('')}"/></svg>`,
      width: points,
    }
  }
}

/** Where the dark modules of a row begin and end. */
function runs(row: readonly boolean[]): (readonly [number, number])[] {
  const edges = [...row, false].flatMap((dark, x) => (dark === (row[x - 1] ?? false) ? [] : [x]))
  return Array.from({ length: edges.length / 2 }, (_, index) => [
    edges[2 * index] as number,
    edges[2 * index + 1] as number,
  ])
}
