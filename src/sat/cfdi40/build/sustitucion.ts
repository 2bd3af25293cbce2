/**
 * The document that stands in for another, which is then cancelled with motive 01.
 * @module
 */
import { AUTO, type Json } from '../../../derive/derivation.js'
import type { Comprobante } from '../declaration.js'
import type { ComprobanteDraft } from '../draft.js'
import type { Given } from '../../given.js'
import { defined } from './argument.js'
import { uuidOf } from './factura.js'

/** What a new document does not take from the one that it replaces. */
const own: readonly string[] = ['Sello', 'NoCertificado', 'Certificado', 'Folio', 'Fecha', 'Confirmacion']

/** Attributes that follow from the concepts and the complement. */
const totals = ['SubTotal', 'Descuento', 'Total', 'Impuestos'] as const

/**
 * The document to stamp in place of one that was wrong: the same with those changes (each replaces a whole property of the
 * root), related to it by TipoRelacion 04. When concepts, currency or complements change, the totals that are not given are
 * derived again. The old one is cancelled afterwards, with motive 01 and the folio fiscal of the new one.
 *
 * @param UUID The folio fiscal of the old one, when it does not carry its stamp.
 * @throws TypeError when there is no folio fiscal.
 * @example
 * const nueva = sustitucion(readCfdi(xml), { Receptor: { ...factura.Receptor, UsoCFDI: 'G01' } })
 */
export function sustitucion<T = never>(
  factura: Comprobante,
  changes: Given<T, Partial<ComprobanteDraft>> = {},
  UUID?: string,
): ComprobanteDraft & Json {
  const kept = Object.entries(factura).filter(([name]) => !own.includes(name))
  const others = (factura.CfdiRelacionados ?? []).filter(({ TipoRelacion }) => TipoRelacion !== '04')
  const relation = { TipoRelacion: '04', CfdiRelacionado: [{ UUID: uuidOf(factura, UUID) }] }
  const isSummedAgain = ['Conceptos', 'Moneda', 'Complemento'].some((name) => name in (changes as Json))
  return defined({
    ...Object.fromEntries(kept),
    Folio: AUTO,
    Fecha: AUTO,
    Sello: AUTO,
    NoCertificado: AUTO,
    Certificado: AUTO,
    CfdiRelacionados: [relation, ...others],
    Complemento: complementoOf(factura),
    ...(isSummedAgain ? Object.fromEntries(totals.map((name) => [name, AUTO])) : {}),
    ...(changes as Json),
  }) as unknown as ComprobanteDraft & Json
}

/** Without its stamp, and with another IdCCP: it names the document, not the journey. */
function complementoOf({ Complemento }: Comprobante): Json | undefined {
  const { TimbreFiscalDigital: _, ...rest } = (Complemento ?? {}) as Readonly<Record<string, unknown>>
  const { CartaPorte } = rest
  if (typeof CartaPorte === 'object' && CartaPorte !== null && 'IdCCP' in CartaPorte) {
    return { ...rest, CartaPorte: { ...CartaPorte, IdCCP: AUTO } }
  }
  return Object.keys(rest).length === 0 ? undefined : rest
}
