/**
 * Escapes values for XML 1.0 (sections 2.2 and 3.3.3).
 * @module
 */
import { changePieces, findForbidden } from '../text.js'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

/** UTF-16 units from this one on need no escape. */
const beyond = 0x40
/** Escapes by UTF-16 unit: every character is looked up. */
const references = Array.from({ length: beyond }, (_, unit) => escapes[String.fromCharCode(unit)])

/**
 * Escapes the value of an attribute. White space other than the space becomes references, because a
 * reader would turn it into spaces.
 *
 * @throws TypeError for a character that XML does not admit.
 */
export function escapeAttribute(value: string): string {
  refuseForbidden(value)
  return changePieces(value, escapePiece)
}

function escapePiece(value: string): string {
  let escaped = ''
  let written = 0
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at)
    const reference = unit < beyond ? references[unit] : undefined
    if (reference === undefined) continue
    escaped += value.slice(written, at) + reference
    written = at + 1
  }
  return escaped + value.slice(written)
}

/** Escapes the text of an element. @throws TypeError for a character that XML does not admit. */
export function escapeText(value: string): string {
  refuseForbidden(value)
  return changePieces(value, (piece) =>
    piece.replace(/[&<>\r]/g, (character) => escapes[character] as string),
  )
}

function refuseForbidden(value: string): void {
  const at = findForbidden(value)
  if (at >= 0) throw new TypeError(`carácter no admitido en XML en la posición ${at + 1}`)
}
