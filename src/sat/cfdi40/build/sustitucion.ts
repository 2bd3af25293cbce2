/**
 * The substitute of a document, which is then cancelled with motive 01.
 * @module
 */
import { AUTO, type Json } from '../../../derive/derivation.js'
import { requireKind } from '../../../lib/options.js'
import { fieldIsNot } from '../../../rules/form.js'
import type { Given } from '../../given.js'
import type { Comprobante } from '../declaration.js'
import type { ComprobanteDraft } from '../draft.js'
import { defined } from './argument.js'
import { uuidOf } from './factura.js'
import { type Timbrado, timbrado } from './timbrado.js'

/** Members that a substitute does not copy. */
const own: readonly string[] = [
  'Sello',
  'NoCertificado',
  'Certificado',
  'Folio',
  'Fecha',
  'Confirmacion',
]

/** Attributes derived from the concepts and the complement. */
const totals = ['SubTotal', 'Descuento', 'Total', 'Impuestos'] as const

/**
 * Creates the substitute of a wrong document: a copy with those changes (each replaces a whole
 * property of the root), related to it by TipoRelacion 04. When concepts, currency or complements
 * change, totals that are not given are derived again. Cancel the old one afterwards, with motive
 * 01 and the folio fiscal of the new one.
 *
 * @param UUID The folio fiscal of the old one. Required when it does not carry its stamp.
 * @throws TypeError when there is no folio fiscal.
 * @example
 * const nueva = sustitucion(readCfdi(xml), { Receptor: { ...factura.Receptor, UsoCFDI: 'G01' } })
 */
export function sustitucion<T = never>(
  factura: Timbrado,
  changes: Given<T, Partial<ComprobanteDraft>> = {},
  UUID?: string,
): ComprobanteDraft & Json {
  const old = timbrado(factura, 'factura')
  if (typeof changes === 'string')
    throw new TypeError('sustitucion: changes must be an object; the folio fiscal comes third')
  requireKind('sustitucion: changes', changes, 'object')
  const kept = Object.entries(old).filter(([name]) => !own.includes(name))
  const others = (old.CfdiRelacionados ?? []).filter(fieldIsNot('TipoRelacion', '04'))
  const relation = { TipoRelacion: '04', CfdiRelacionado: [{ UUID: uuidOf(old, UUID) }] }
  const isSummedAgain = ['Conceptos', 'Moneda', 'Complemento'].some(
    (name) => name in (changes as Json),
  )
  return defined({
    ...Object.fromEntries(kept),
    Folio: AUTO,
    Fecha: AUTO,
    Sello: AUTO,
    NoCertificado: AUTO,
    Certificado: AUTO,
    CfdiRelacionados: [relation, ...others],
    Complemento: complementoOf(old),
    ...(isSummedAgain ? Object.fromEntries(totals.map((name) => [name, AUTO])) : {}),
    ...(changes as Json),
  }) as unknown as ComprobanteDraft & Json
}

/**
 * Removes the stamp, and sets IdCCP to "AUTO": the IdCCP identifies the document, not the journey.
 */
function complementoOf({ Complemento }: Comprobante): Json | undefined {
  const { TimbreFiscalDigital: _, ...rest } = (Complemento ?? {}) as Readonly<
    Record<string, unknown>
  >
  const { CartaPorte } = rest
  if (typeof CartaPorte === 'object' && CartaPorte !== null && 'IdCCP' in CartaPorte) {
    return { ...rest, CartaPorte: { ...CartaPorte, IdCCP: AUTO } }
  }
  if (Object.keys(rest).length === 0) return undefined
  return rest
}
