/**
 * Stamped documents as arguments of builders: parsed, or as XML.
 * @module
 */
import { isRecord } from '../../../lib/json.js'
import { messageOf } from '../../../lib/message.js'
import { described } from '../../../lib/options.js'
import { readCfdi } from '../cfdi.js'
import type { Comprobante } from '../declaration.js'

/** A stamped CFDI: the result of `readCfdi(xml)`, or its XML as text or bytes. */
export type Timbrado = Comprobante | string | Uint8Array

const expected = 'a stamped CFDI is expected: what readCfdi(xml) returns, its XML, or its bytes'

/** Returns the document. @throws TypeError that names the argument and the accepted values. */
export function timbrado(given: Timbrado, name: string): Comprobante {
  if (typeof given === 'string' || given instanceof Uint8Array) {
    try {
      return readCfdi(given)
    } catch (cause) {
      throw new TypeError(`${name}: ${expected} (${messageOf(cause)})`, { cause })
    }
  }
  const { Conceptos, Emisor, Receptor } = isRecord(given) ? given : ({} as Partial<Comprobante>)
  if (Array.isArray(Conceptos) && isRecord(Emisor) && isRecord(Receptor)) return given
  throw new TypeError(`${name}: ${expected}, not ${describe(given)}`)
}

/** Describes a wrong argument that its members identify. */
function describe(given: unknown): string {
  if (!isRecord(given) || given instanceof Promise) return described(given)
  if ('cfdi' in given) return 'the answer of stamp (its XML is answer.cfdi.XML, in Base64)'
  if ('factura' in given) return 'an object with a factura'
  return 'an object without Emisor, Receptor and Conceptos'
}
