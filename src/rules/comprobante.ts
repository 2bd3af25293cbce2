/**
 * Rules of the Comprobante node: matrix of validations of CFDI 4.0, CFDI40101 to CFDI40129 and CFDI40222.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import type { ImpuestosLocales } from '../model/complements/impuestosLocales.js'
import type { Comprobante } from '../model/comprobante.js'
import { amount, complementOf, countDecimals, isCurrent, isTipo, same } from './predicates.js'
import { root, ruleTable } from './rule.js'

/** Guía de llenado of 16 January 2026: until the SAT publishes how confirmations are asked for. */
const confirmacion = 'desde el 16 de enero de 2026, hasta que el SAT publique cómo se pide la confirmación'

export const comprobanteRules = ruleTable<Comprobante>({
  element: 'Comprobante',
  source: 'Matriz de validaciones CFDI 4.0, 25 de marzo de 2026',
  reads: ['Conceptos', 'Impuestos', 'Complemento'],
  each: root,
  rules: {
    CFDI40103: {
      field: 'FormaPago',
      says: 'no debe existir en comprobantes de tipo T, N o P',
      when: (document) => isTipo(document, 'T', 'N', 'P'),
      holds: ({ FormaPago }) => FormaPago === undefined,
    },
    CFDI40104: {
      field: 'FormaPago',
      says: 'debe ser una clave vigente de c_FormaPago',
      when: ({ FormaPago }) => FormaPago !== undefined,
      holds: ({ FormaPago = '' }, context) => isCurrent(context, 'c_FormaPago', FormaPago),
    },
    CFDI40105: {
      field: 'FormaPago',
      says: 'debe ser 99 (por definir) cuando MetodoPago es PPD',
      when: ({ MetodoPago }) => MetodoPago === 'PPD',
      holds: ({ FormaPago }) => FormaPago === '99',
    },
    CFDI40107: {
      field: 'SubTotal',
      says: 'no debe tener más decimales que los de la moneda',
      holds: ({ SubTotal }, { decimals }) => countDecimals(SubTotal) <= decimals,
    },
    CFDI40108: {
      field: 'SubTotal',
      says: 'debe ser la suma de los importes de los conceptos, redondeada a los decimales de la moneda',
      when: (document) => isTipo(document, 'I', 'E', 'N'),
      holds: ({ SubTotal, Conceptos }, { decimals }) =>
        same(SubTotal, Decimal.sum(Conceptos.map(({ Importe }) => Decimal.of(Importe))).round(decimals)),
    },
    CFDI40109: {
      field: 'SubTotal',
      says: 'debe ser cero en comprobantes de tipo T o P',
      when: (document) => isTipo(document, 'T', 'P'),
      holds: ({ SubTotal }) => amount(SubTotal).isZero(),
    },
    CFDI40110: {
      field: 'Descuento',
      says: 'no debe ser mayor que SubTotal',
      when: ({ Descuento }) => Descuento !== undefined,
      holds: ({ Descuento, SubTotal }) => amount(Descuento).compare(amount(SubTotal)) <= 0,
    },
    CFDI40111: {
      field: 'Descuento',
      says: 'debe ser la suma redondeada de los descuentos de los conceptos, y existir sólo si alguno lo tiene',
      when: (document) => isTipo(document, 'I', 'E', 'N'),
      holds: ({ Descuento, Conceptos }, { decimals }) => {
        const discounted = Conceptos.filter((concepto) => concepto.Descuento !== undefined)
        if (discounted.length === 0) return Descuento === undefined
        const expected = Decimal.sum(discounted.map((concepto) => amount(concepto.Descuento))).round(decimals)
        return Descuento === undefined ? { expected, found: 'nada' } : same(Descuento, expected)
      },
    },
    CFDI40119: {
      field: 'Total',
      says: 'debe ser SubTotal menos Descuento, más impuestos trasladados, menos impuestos retenidos, con los locales',
      holds: (document) => same(document.Total, expectedTotal(document)),
    },
    CFDI40118: {
      field: 'TipoCambio',
      says: 'fuera del rango publicado exige Confirmacion',
      suspended: confirmacion,
      undecidable: 'depende del tipo de cambio que publica el Banco de México',
    },
  },
})

function expectedTotal({ SubTotal, Descuento, Impuestos, Complemento }: Comprobante): Decimal {
  const locales = complementOf<ImpuestosLocales>({ Complemento } as Comprobante, 'ImpuestosLocales')
  return amount(SubTotal)
    .minus(amount(Descuento))
    .plus(amount(Impuestos?.TotalImpuestosTrasladados))
    .plus(amount(locales?.TotaldeTraslados))
    .minus(amount(Impuestos?.TotalImpuestosRetenidos))
    .minus(amount(locales?.TotaldeRetenciones))
}
