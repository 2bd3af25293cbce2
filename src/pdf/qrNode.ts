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
  let path = ''
  for (const [y, row] of modules.entries())
    for (let x = 0; x < row.length; x++) {
      // A range of dark modules.
      const from = x
      while (row[x] === true) x++
      if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`
    }
  const box = `0 0 ${modules.length} ${modules.length}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path fill="#000" d="${path}"/></svg>`
}
