/**
 * Inserts a stamp into the sealed XML without changing its other bytes.
 * @module
 */

import { isRecord } from '../lib/json.js'
import { requireKind } from '../lib/options.js'
import { writeComplement } from '../model/write.js'
import { outlineRoot } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Sealed } from './sello.js'

/** A document with its stamp. */
export interface StampedDocument {
  /** The sealed XML with the stamp in its Complemento. */
  readonly xml: string
  /** The stamp inserted. */
  readonly timbre: TimbreFiscalDigital
  /** The same document as JSON, stamp included. */
  readonly document: Comprobante
}

/**
 * Inserts an accepted stamp into a document. The XML must be the one that `seal` wrote.
 * @example
 * const outcome = await pac.stamp(sealed)
 * if (outcome.kind === 'stamped') {
 *   const { xml } = insertTimbre(sealed, outcome.timbre)
 *   console.log(xml)
 * }
 */
export function insertTimbre(sealed: Sealed, timbre: TimbreFiscalDigital): StampedDocument {
  requireKind('insertTimbre: sealed', sealed, 'object')
  requireKind('insertTimbre: timbre', timbre, 'object')
  const { xml, document, root = outlineRoot } = sealed
  if (typeof xml !== 'string' || !isRecord(document) || !isRecord(root?.model))
    throw new TypeError('insertTimbre: sealed must be the result of seal, with xml')
  const { name, prefix } = root.model.document
  // After the Complemento: the Addenda and the end tag of the root, as `write` writes them.
  const { Addenda } = document
  let at = xml.length - `</${prefix}:${name}>`.length
  if (Addenda === '') at -= `<${prefix}:Addenda/>`.length
  else if (Addenda !== undefined) at -= `<${prefix}:Addenda>${Addenda}</${prefix}:Addenda>`.length
  const tfd = writeComplement(timbreFiscalDigital, timbre)
  const stamped = {
    ...document,
    Complemento: { ...document.Complemento, [timbreFiscalDigital.name]: timbre },
  }
  return { xml: splice(xml, at, tfd, `${prefix}:Complemento`), timbre, document: stamped }
}

function splice(xml: string, at: number, tfd: string, slot: string): string {
  const [open, close, empty] = [`<${slot}>`, `</${slot}>`, `<${slot}/>`]
  const before = xml.slice(0, at)
  const after = xml.slice(at)
  if (before.endsWith(empty))
    return `${before.slice(0, -empty.length)}${open}${tfd}${close}${after}`
  if (before.endsWith(close)) return `${before.slice(0, -close.length)}${tfd}${close}${after}`
  return `${before}${open}${tfd}${close}${after}`
}
