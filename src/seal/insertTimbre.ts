/**
 * The stamp, put into our own bytes: nothing else of the sealed XML changes.
 * @module
 */

import { writeComplement } from '../model/write.js'
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

const close = '</cfdi:Complemento>'
const empty = '<cfdi:Complemento/>'

/**
 * Inserts a stamp that was accepted for the document. The XML must be the one that `seal` wrote.
 * @example
 * const outcome = await pac.stamp(sealed)
 * if (outcome.kind === 'stamped') {
 *   const { xml } = insertTimbre(sealed, outcome.timbre)
 *   console.log(xml)
 * }
 */
export function insertTimbre({ xml, document }: Sealed, timbre: TimbreFiscalDigital): StampedDocument {
  const at = xml.length - tail(document).length
  const tfd = writeComplement(timbreFiscalDigital, timbre)
  const stamped = { ...document, Complemento: { ...document.Complemento, [timbreFiscalDigital.name]: timbre } }
  return { xml: splice(xml, at, tfd), timbre, document: stamped }
}

function splice(xml: string, at: number, tfd: string): string {
  const before = xml.slice(0, at)
  const after = xml.slice(at)
  if (before.endsWith(empty)) return `${before.slice(0, -empty.length)}<cfdi:Complemento>${tfd}${close}${after}`
  if (before.endsWith(close)) return `${before.slice(0, -close.length)}${tfd}${close}${after}`
  return `${before}<cfdi:Complemento>${tfd}${close}${after}`
}

/** What follows the Complemento: the Addenda and the end of the root, as `write` writes them. */
function tail({ Addenda }: Comprobante): string {
  if (Addenda === undefined) return '</cfdi:Comprobante>'
  return Addenda === ''
    ? '<cfdi:Addenda/></cfdi:Comprobante>'
    : `<cfdi:Addenda>${Addenda}</cfdi:Addenda></cfdi:Comprobante>`
}
