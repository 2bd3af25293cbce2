/**
 * "AUTO" at the root of a CFDI 4.0: values from the certificate, the clock and the totals.
 * @module
 */
import type { Draft, Json } from '../../../derive/derivation.js'
import { decimalsOf, sumField, total } from '../../../fiscal/amounts.js'
import type { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { itemsOf } from '../../../lib/lists.js'
import { nodesIn } from '../../../model/nodes.js'
import { hasField } from '../../../rules/presence.js'
import { type ImpuestosLocales, impuestosLocales } from '../../impuestosLocales/declaration.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { fechaAt, folio, nombre, rfc, sellado } from '../../rootDerivations.js'
import { type CfdiDeriveContext, derivations } from './derivations.js'

/** Members that need the certificate; they stay "AUTO" without it. */
export const ofCertificate: ReadonlySet<string> = new Set([
  'Emisor.Rfc',
  'Emisor.Nombre',
  'NoCertificado',
  'Certificado',
])

const emisorDerivations = derivations(at(comprobante, 'Emisor'), { Rfc: rfc, Nombre: nombre })

/** Transfers and payments, whose root has no amounts. */
function hasNoAmounts({ TipoDeComprobante }: { readonly TipoDeComprobante?: unknown }): boolean {
  return TipoDeComprobante === 'T' || TipoDeComprobante === 'P'
}

const rounded = 'a los decimales de la moneda'

function round(
  sum: Decimal | undefined,
  { document, catalogs }: CfdiDeriveContext,
): string | undefined {
  return sum?.round(decimalsOf(document['Moneda'], { catalogs })).toString()
}

const comprobanteDerivations = derivations(at(comprobante), {
  ...sellado,
  Folio: folio,
  Fecha: fechaAt('LugarExpedicion'),
  SubTotal: {
    from: ['Conceptos[].Importe'],
    says: 'Importe de los conceptos',
    rounded,
    value: (document, context) => {
      if (hasNoAmounts(document)) return '0'
      return round(sumField(itemsOf(document.Conceptos), 'Importe'), context)
    },
  },
  // It exists only when a concept has a discount (CFDI40111).
  Descuento: {
    from: ['Conceptos[].Descuento'],
    says: 'Descuento de los conceptos',
    rounded,
    value: (document, context) => {
      const conceptos = itemsOf(document.Conceptos)
      const isThere = !hasNoAmounts(document) && conceptos.some(hasField('Descuento'))
      if (isThere) return round(sumField(conceptos, 'Descuento'), context)
      return null
    },
  },
  // CFDI40119, with the local taxes of the complement.
  Total: {
    from: [
      'SubTotal',
      'Descuento',
      'Impuestos.TotalImpuestosTrasladados',
      'Impuestos.TotalImpuestosRetenidos',
      'Complemento.ImpuestosLocales.TotaldeTraslados',
      'Complemento.ImpuestosLocales.TotaldeRetenciones',
    ],
    says: 'SubTotal, Descuento y los totales de impuestos, con los locales',
    rounded,
    value: (document, context) =>
      hasNoAmounts(document) ? '0' : round(totalOf(document), context),
  },
})

function totalOf(document: Json): Decimal | undefined {
  const { SubTotal, Descuento, Impuestos } = document
  const { TotalImpuestosTrasladados, TotalImpuestosRetenidos } = isRecord(Impuestos)
    ? Impuestos
    : ({} as Json)
  const locales = nodesIn(at(impuestosLocales), document) as readonly Draft<ImpuestosLocales>[]
  const traslados = locales.map(({ TotaldeTraslados }) => TotaldeTraslados)
  const retenciones = locales.map(({ TotaldeRetenciones }) => TotaldeRetenciones)
  const more = total([SubTotal, TotalImpuestosTrasladados, ...traslados])
  const less = total([Descuento, TotalImpuestosRetenidos, ...retenciones])
  if (SubTotal === undefined || more === undefined || less === undefined) return undefined
  return more.minus(less)
}

export const comprobanteTables = [emisorDerivations, comprobanteDerivations]
