/**
 * Rules of the Comprobante node: matrix of validations of CFDI 4.0, CFDI40101 to CFDI40130,
 * CFDI40222 and CFDI140225.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { instant, localTime } from '../../../lib/time.js'
import { fieldIs, fieldIsZero } from '../../../rules/form.js'
import { absentIf, current, hasField, lacksField } from '../../../rules/presence.js'
import { amount, decimalOf, fitsDecimals, same } from '../../../rules/values.js'
import type { ImpuestosLocales } from '../../impuestosLocales/declaration.js'
import { certificateMismatch, isSealed, sealBytes } from '../certificado.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import {
  complementsOf,
  hasComplement,
  isTipo,
  nombrePublicoEnGeneral,
  rfcPublicoEnGeneral,
  zoneOf,
} from '../predicates.js'
import { isResicoRetained, retencionMark } from '../resico.js'
import { tableOf } from '../rule.js'
import { matriz } from '../sources.js'
import { sumsOf } from '../sums.js'

/**
 * Guía de llenado of 16 January 2026: suspended until the SAT publishes the procedure for
 * confirmations.
 */
const confirmacion =
  'desde el 16 de enero de 2026, hasta que el SAT publique cómo se pide la confirmación'

export const comprobanteRules = tableOf(at(comprobante), {
  source: matriz,
  rules: {
    CFDI40101: {
      field: 'Fecha',
      says: 'debe ser una hora que exista en el lugar de expedición, con la forma AAAA-MM-DDThh:mm:ss',
      inSchema: true,
      // Clocks change at two in the morning; at other hours there is nothing to check.
      when: ({ Fecha }) => Fecha.trim().slice(11, 13) === '02',
      holds: ({ Fecha }, context) => {
        const zone = zoneOf(context)
        return (
          localTime(instant(Fecha.trim(), zone), zone) === Fecha.trim() || {
            detail: `horario de ${zone}`,
          }
        )
      },
    },
    CFDI40102: {
      field: 'Sello',
      says: 'debe ser Base64 y tener la longitud de la llave del certificado',
      undecidable: 'la firma misma se verifica con verifySello, que es asíncrona',
      when: isSealed,
      holds: (_, context) => {
        const { certificate } = context
        const { count } = sealBytes(context)
        if (count === undefined) return { found: 'texto que no es Base64' }
        const bits = count * 8
        if (certificate === undefined || bits === certificate.keySize) return true
        return { found: `${bits} bits`, expected: `${certificate.keySize} bits` }
      },
    },
    CFDI40103: {
      field: 'FormaPago',
      says: 'no debe existir en comprobantes de tipo T, N o P',
      tipos: 'TNP',
      holds: lacksField('FormaPago'),
    },
    CFDI40104: {
      ...current('FormaPago', 'c_FormaPago'),
      when: hasField('FormaPago'),
    },
    CFDI40105: {
      field: 'FormaPago',
      says: 'debe ser 99 (por definir) cuando MetodoPago es PPD',
      // Types T, N and P have no FormaPago: CFDI40103.
      tipos: 'IE',
      when: fieldIs('MetodoPago', 'PPD'),
      holds: fieldIs('FormaPago', '99'),
    },
    CFDI40106: {
      field: 'Certificado',
      says: 'debe ser el CSD vigente del emisor que identifica NoCertificado, emitido por el SAT',
      undecidable: 'la revocación solo consta en la lista de certificados del SAT (código 304)',
      when: isSealed,
      holds: certificateMismatch,
    },
    CFDI40107: {
      field: 'SubTotal',
      says: 'no debe tener más decimales que los de la moneda',
      holds: ({ SubTotal }, { decimals }) => fitsDecimals(SubTotal, decimals),
    },
    CFDI40108: {
      field: 'SubTotal',
      says: 'debe ser la suma de los importes de los conceptos, redondeada a los decimales de la moneda',
      tipos: 'IEN',
      holds: ({ SubTotal }, context) =>
        same(SubTotal, sumsOf(context).importe.value.round(context.decimals)),
    },
    CFDI40109: {
      field: 'SubTotal',
      says: 'debe ser cero en comprobantes de tipo T o P',
      tipos: 'TP',
      holds: fieldIsZero('SubTotal'),
    },
    CFDI40110: {
      field: 'Descuento',
      says: 'no debe ser mayor que SubTotal',
      when: hasField('Descuento'),
      holds: ({ Descuento, SubTotal }) => amount(Descuento).compare(decimalOf(SubTotal)) <= 0,
    },
    CFDI40111: {
      field: 'Descuento',
      says: 'debe ser la suma redondeada de los descuentos de los conceptos, y existir solo si alguno lo tiene',
      holds: (document, context) => {
        const sum = isTipo(document, 'I', 'E', 'N') ? sumsOf(context).descuento : undefined
        if (sum === undefined) return document.Descuento === undefined
        const expected = sum.value.round(context.decimals)
        if (document.Descuento === undefined) return { expected, found: 'nada' }
        return same(document.Descuento, expected)
      },
    },
    CFDI40112: {
      field: 'Descuento',
      says: 'no debe tener más decimales que los de la moneda',
      when: hasField('Descuento'),
      holds: ({ Descuento = 0 }, { decimals }) => fitsDecimals(Descuento, decimals),
    },
    CFDI40113: current('Moneda', 'c_Moneda'),
    CFDI40114: {
      field: 'TipoCambio',
      says: 'debe ser 1 cuando la moneda es MXN',
      when: ({ Moneda, TipoCambio }) => Moneda === 'MXN' && TipoCambio !== undefined,
      holds: ({ TipoCambio = 1 }) => decimalOf(TipoCambio).equals(Decimal.one),
    },
    CFDI40115: {
      field: 'TipoCambio',
      says: 'debe existir cuando la moneda no es MXN ni XXX',
      when: ({ Moneda }, { catalogs }) =>
        Moneda !== 'MXN' && Moneda !== 'XXX' && catalogs.catalog('c_Moneda').has(Moneda.trim()),
      holds: hasField('TipoCambio'),
    },
    CFDI40116: absentIf(
      'TipoCambio',
      'no debe existir cuando la moneda es XXX',
      fieldIs('Moneda', 'XXX'),
    ),
    CFDI40117: {
      field: 'TipoCambio',
      says: 'debe ser mayor que cero, con hasta 18 enteros y 6 decimales',
      inSchema: true,
    },
    CFDI40118: {
      field: 'TipoCambio',
      says: 'fuera del rango que publica el Banco de México exige Confirmacion',
      suspended: confirmacion,
      undecidable: 'depende del tipo de cambio que publica el Banco de México',
    },
    CFDI40119: {
      field: 'Total',
      says: 'debe ser SubTotal menos Descuento, más impuestos trasladados, menos impuestos retenidos, con los locales',
      holds: (document) => {
        const { SubTotal, Descuento, Impuestos } = document
        let total = decimalOf(SubTotal)
          .minus(amount(Descuento))
          .plus(amount(Impuestos?.TotalImpuestosTrasladados))
          .minus(amount(Impuestos?.TotalImpuestosRetenidos))
        for (const locales of complementsOf<ImpuestosLocales>(document, 'ImpuestosLocales')) {
          total = total
            .plus(amount(locales.TotaldeTraslados))
            .minus(amount(locales.TotaldeRetenciones))
        }
        return same(document.Total, total)
      },
    },
    CFDI40120: {
      field: 'Total',
      says: 'por encima del límite que fija el SAT exige Confirmacion',
      suspended: confirmacion,
      undecidable: 'depende de los límites que el SAT asigna a cada contribuyente',
    },
    CFDI40121: {
      ...current('TipoDeComprobante', 'c_TipoDeComprobante'),
      inSchema: true,
    },
    CFDI40122: {
      field: 'Exportacion',
      says: 'exige el complemento ComercioExterior cuando es 02',
      when: fieldIs('Exportacion', '02'),
      holds: (document) =>
        hasComplement(document, 'ComercioExterior') || {
          detail: 'falta Complemento.ComercioExterior',
        },
    },
    CFDI40123: current('Exportacion', 'c_Exportacion'),
    CFDI40124: {
      ...current('MetodoPago', 'c_MetodoPago'),
      inSchema: true,
      when: hasField('MetodoPago'),
    },
    CFDI40125: {
      field: 'MetodoPago',
      says: 'no debe existir en comprobantes de tipo T o P',
      tipos: 'TP',
      holds: lacksField('MetodoPago'),
    },
    CFDI40126: {
      ...current('LugarExpedicion', 'c_CodigoPostal'),
      says: 'debe ser un código postal vigente de c_CodigoPostal',
    },
    CFDI40127: {
      field: 'Confirmacion',
      says: 'no debe existir si el tipo de cambio y el total están dentro de sus límites',
      suspended: confirmacion,
      undecidable: 'depende de los límites que fijan el Banco de México y el SAT',
    },
    CFDI40128: {
      field: 'Confirmacion',
      says: 'debe ser una clave que el emisor haya pedido a su PAC',
      suspended: confirmacion,
      undecidable: 'solo lo sabe el PAC',
    },
    CFDI40129: {
      field: 'Confirmacion',
      says: 'no debe haberse usado en otro comprobante',
      suspended: confirmacion,
      undecidable: 'solo lo sabe el PAC',
    },
    CFDI40130: {
      field: 'InformacionGlobal',
      says: 'debe existir en una factura al RFC genérico nacional a nombre de PUBLICO EN GENERAL',
      tipos: 'I',
      when: ({ Receptor }) =>
        Receptor.Rfc === rfcPublicoEnGeneral && Receptor.Nombre === nombrePublicoEnGeneral,
      holds: hasField('InformacionGlobal'),
    },
    CFDI40222: {
      field: 'Exportacion',
      says: 'no admite el complemento ComercioExterior cuando es 01 o 03',
      when: ({ Exportacion }) => Exportacion === '01' || Exportacion === '03',
      holds: (document) =>
        !hasComplement(document, 'ComercioExterior') || {
          detail: 'sobra Complemento.ComercioExterior',
        },
    },
    CFDI140225: {
      field: 'Conceptos',
      says: 'deben llevar la retención de ISR de 1.25 % (tasa 0.012500) que el SAT marca al emisor de RESICO',
      needs: 'taxpayers',
      when: (_, context) => retencionMark(context) === '2',
      holds: isResicoRetained,
    },
    CFDI40999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})
