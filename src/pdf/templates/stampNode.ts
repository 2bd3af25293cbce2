/**
 * The stamp of a document: QR codes, facts of the certification, seals, and the legend.
 * @module
 */
import type { PdfNode } from '../template.js'
import type { Stamp, View } from '../view.js'
import { fieldNode, gap, grid, type Look, small, wideLetter } from './parts.js'

/** Most letters of a stamp that is kept on one page; a valid one has some 1,600. */
const mostLetters = 4000

/** Whether a stamp fits on a page: the rest of what is unbreakable and longer would be cut off. */
export function isOfOnePage({ stamp }: View): boolean {
  let letters = 0
  for (const { text } of [...(stamp?.fields ?? []), ...(stamp?.seals ?? [])]) letters += text.length
  return letters <= mostLetters
}

/** The QR codes beside the certification data and the seals, unbreakable. */
export function stampNode(look: Look, view: View, points: number): PdfNode {
  const { stamp, codes, legend } = view
  const line = {
    text: legend,
    width: look.width,
    alignment: 'center',
    bold: true,
    fontSize: small(look.size),
    outline: look.hasBookmarks ?? false,
  }
  // The stamp may stand in a narrow table: the sentence is in the middle of the page all the same.
  const sentence = { columns: [line], margin: [0, 3, 0, 0] }
  if (stamp === undefined) return sentence
  const stack: PdfNode[] = []
  const caption = { alignment: 'center', color: look.colors.muted, fontSize: small(look.size) }
  for (const { text, label } of codes)
    stack.push(look.qr(text, points), { text: label, ...caption })
  const squares = { width: points, stack }
  const beside: Look = {
    ...look,
    // Numbers of certificates stand side by side.
    size: Math.min(look.size - 0.6, 7.4),
    width: look.width - (codes.length === 0 ? 0 : points + gap),
    perRow: 4,
  }
  const facts = [
    ...(stamp.uuid === undefined ? [] : [{ ...fieldNode(beside, stamp.uuid), bold: true }]),
    ...grid(beside, stamp.fields),
    ...sealNodes(beside, stamp),
  ]
  const columns = [
    ...(codes.length === 0 ? [] : [squares]),
    { width: beside.width, stack: facts, fontSize: beside.size },
  ]
  return {
    unbreakable: isOfOnePage(view),
    margin: [0, 8 - 2 * look.density, 0, 0],
    stack: [{ columns, columnGap: gap }, sentence],
  }
}

/** The seals and the cadena, in small print. */
export function sealNodes(look: Look, { seals }: Stamp): PdfNode[] {
  const size = small(small(look.size))
  return seals.map(({ label, text }) => ({
    stack: [
      { text: label, color: look.colors.muted, fontSize: size },
      {
        // Breaks Base64, which has no spaces, into lines of `perLine` letters.
        text:
          text
            .match(
              new RegExp(`.{1,${Math.max(10, Math.floor(look.width / size / wideLetter))}}`, 'gsu'),
            )
            ?.join('\n') ?? text,
      },
    ],
    fontSize: size,
    lineHeight: 1,
    margin: [0, 2, 0, 0],
  }))
}
