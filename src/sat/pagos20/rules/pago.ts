/**
 * Rules of each Pago: CRP20212 to CRP20235, and CRP20276.
 * @module
 */

import { Decimal } from '../../../lib/decimal.js'
import { fieldIs, fieldIsIn, fieldIsNot, fieldIsNotZero, isNumber } from '../../../rules/form.js'
import { formWords } from '../../../rules/formWords.js'
import { absentIf, hasField, lacksField } from '../../../rules/presence.js'
import { amount, decimalOf, fitsDecimals, sumAmounts } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { rfcExtranjero } from '../../cfdi40/predicates.js'
import { type Mismatch, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { pagos20 } from '../declaration.js'
import { matrizPagos } from '../sources.js'
import { pagoSums, paidDecimalsOf } from '../sums.js'

/**
 * Guía de llenado of 16 January 2026: suspended until the SAT publishes the procedure for
 * confirmations.
 */
const confirmacion =
  'desde el 16 de enero de 2026, hasta que el SAT publique cómo se pide la confirmación'

/** Payment forms in which money leaves an account. */
const conOrdenante = new Set(['02', '03', '04', '05', '06', '28', '29'])
/** Payment forms in which money reaches an account. */
const conBeneficiario = new Set(['02', '03', '04', '05', '28', '29'])

const transferencia = '03'

export const pagoRules = tableOf(at(pagos20, 'Pago[]'), {
  source: matrizPagos,
  rules: {
    CRP20212: {
      field: 'FormaDePagoP',
      says: 'no puede ser 99 (por definir)',
      holds: fieldIsNot('FormaDePagoP', '99'),
    },
    CRP20213: {
      field: 'MonedaP',
      says: 'no puede ser XXX',
      holds: fieldIsNot('MonedaP', 'XXX'),
    },
    CRP20214: {
      field: 'TipoCambioP',
      says: 'debe existir cuando MonedaP no es MXN',
      when: fieldIsNot('MonedaP', 'MXN'),
      holds: hasField('TipoCambioP'),
    },
    CRP20215: {
      field: 'TipoCambioP',
      says: 'debe ser "1" cuando MonedaP es MXN',
      when: fieldIs('MonedaP', 'MXN'),
      holds: ({ TipoCambioP }) => isNumber(TipoCambioP, '1'),
    },
    CRP20216: {
      field: 'TipoCambioP',
      says: 'fuera del rango que publica el Banco de México exige Confirmacion',
      suspended: confirmacion,
      undecidable: 'depende del tipo de cambio que publica el Banco de México',
    },
    CRP20217: {
      field: 'Monto',
      says: 'debe alcanzar para la suma de ImpPagado de sus documentos, que son de su misma moneda',
      when: (pago, context) => pagoSums(pago, context).isSameMoneda,
      holds: ({ Monto, DoctoRelacionado }) => {
        const expected = sumAmounts(DoctoRelacionado, 'ImpPagado')
        return (
          expected.compare(decimalOf(Monto)) <= 0 || {
            expected: `${expected} o más`,
            found: String(Monto),
          }
        )
      },
    },
    CRP20218: {
      field: 'Monto',
      says: 'debe ser mayor que cero',
      holds: fieldIsNotZero('Monto'),
    },
    CRP20219: {
      field: 'Monto',
      says: 'no debe tener más decimales que los de MonedaP',
      when: ({ MonedaP }, context) => paidDecimalsOf(MonedaP, context) !== undefined,
      holds: ({ Monto, MonedaP }, context) =>
        fitsDecimals(Monto, paidDecimalsOf(MonedaP, context) ?? 0),
    },
    CRP20220: {
      field: 'Monto',
      says: 'por encima del valor máximo que da c_TipoDeComprobante exige Confirmacion',
      suspended: confirmacion,
      holds: ({ Monto, TipoCambioP }, { catalogs, document }) => {
        const most = catalogs.catalog('c_TipoDeComprobante').get('P', 'valorMaximo')
        if (most === undefined || document.Confirmacion !== undefined) return true
        return decimalOf(Monto).times(amount(TipoCambioP)).compare(Decimal.of(most)) <= 0
      },
    },
    CRP20221: {
      field: 'RfcEmisorCtaOrd',
      says: 'solo puede existir cuando FormaDePagoP es 02, 03, 04, 05, 06, 28 o 29',
      when: hasField('RfcEmisorCtaOrd'),
      holds: fieldIsIn('FormaDePagoP', conOrdenante),
    },
    CRP20222: {
      field: 'RfcEmisorCtaOrd',
      says: 'debe estar en la lista de contribuyentes del SAT, si no es XEXX010101000',
      needs: 'taxpayers',
      when: ({ RfcEmisorCtaOrd }) =>
        RfcEmisorCtaOrd !== undefined && RfcEmisorCtaOrd !== rfcExtranjero,
      holds: ({ RfcEmisorCtaOrd = '' }, { taxpayers }) =>
        taxpayers?.find(RfcEmisorCtaOrd) !== undefined,
    },
    CRP20223: {
      field: 'NomBancoOrdExt',
      says: 'debe existir cuando RfcEmisorCtaOrd es XEXX010101000',
      when: fieldIs('RfcEmisorCtaOrd', rfcExtranjero),
      holds: hasField('NomBancoOrdExt'),
    },
    CRP20224: {
      field: 'CtaOrdenante',
      says: 'solo puede existir cuando FormaDePagoP es 02, 03, 04, 05, 06, 28 o 29',
      when: hasField('CtaOrdenante'),
      holds: fieldIsIn('FormaDePagoP', conOrdenante),
    },
    CRP20225: {
      field: 'CtaOrdenante',
      says: 'debe tener la forma que c_FormaPago da a la cuenta ordenante',
      when: ({ CtaOrdenante, FormaDePagoP }) =>
        CtaOrdenante !== undefined && conOrdenante.has(FormaDePagoP),
      holds: ({ CtaOrdenante = '', FormaDePagoP }, context) =>
        isCuenta(CtaOrdenante, FormaDePagoP, 'patronCuentaOrdenante', context),
    },
    CRP20226: {
      field: 'CtaBeneficiario',
      says: 'debe tener la forma que c_FormaPago da a la cuenta beneficiaria',
      when: ({ CtaBeneficiario, FormaDePagoP }) =>
        CtaBeneficiario !== undefined && conBeneficiario.has(FormaDePagoP),
      holds: ({ CtaBeneficiario = '', FormaDePagoP }, context) =>
        isCuenta(CtaBeneficiario, FormaDePagoP, 'patronCuentaBeneficiario', context),
    },
    CRP20227: {
      field: 'RfcEmisorCtaBen',
      says: 'solo puede existir cuando FormaDePagoP es 02, 03, 04, 05, 28 o 29',
      when: hasField('RfcEmisorCtaBen'),
      holds: fieldIsIn('FormaDePagoP', conBeneficiario),
    },
    CRP20228: {
      field: 'CtaBeneficiario',
      says: 'solo puede existir cuando FormaDePagoP es 02, 03, 04, 05, 28 o 29',
      when: hasField('CtaBeneficiario'),
      holds: fieldIsIn('FormaDePagoP', conBeneficiario),
    },
    CRP20229: {
      field: 'TipoCadPago',
      says: 'solo puede existir cuando FormaDePagoP es 03',
      when: hasField('TipoCadPago'),
      holds: fieldIs('FormaDePagoP', transferencia),
    },
    CRP20230: {
      field: 'CertPago',
      says: 'debe existir cuando existe TipoCadPago',
      when: hasField('TipoCadPago'),
      holds: hasField('CertPago'),
    },
    CRP20231: absentIf('CertPago', 'no debe existir sin TipoCadPago', lacksField('TipoCadPago')),
    CRP20232: {
      field: 'CadPago',
      says: 'debe existir cuando existe TipoCadPago',
      when: hasField('TipoCadPago'),
      holds: hasField('CadPago'),
    },
    CRP20233: absentIf('CadPago', 'no debe existir sin TipoCadPago', lacksField('TipoCadPago')),
    CRP20234: {
      field: 'SelloPago',
      says: 'debe existir cuando existe TipoCadPago',
      when: hasField('TipoCadPago'),
      holds: hasField('SelloPago'),
    },
    CRP20235: absentIf('SelloPago', 'no debe existir sin TipoCadPago', lacksField('TipoCadPago')),
    CRP20276: {
      field: 'Monto',
      says: 'debe alcanzar para la suma de ImpPagado de sus documentos en la moneda del pago, o estar entre sus límites',
      when: (pago, context) => {
        const { isConvertible, isSameMoneda } = pagoSums(pago, context)
        return isConvertible && !isSameMoneda && paidDecimalsOf(pago.MonedaP, context) !== undefined
      },
      holds: (pago, context) => {
        const { pagado, limits } = pagoSums(pago, context)
        const monto = decimalOf(pago.Monto)
        const converted = pagado.truncate(paidDecimalsOf(pago.MonedaP, context) ?? 0)
        return (
          converted.compare(monto) <= 0 ||
          monto.isBetween(...limits) || { limits, found: String(pago.Monto) }
        )
      },
    },
    CRP20999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

type Patron = 'patronCuentaOrdenante' | 'patronCuentaBeneficiario'

const forms = new Map<string, RegExp>()

function isCuenta(
  cuenta: string,
  forma: string,
  patron: Patron,
  { catalogs }: RuleContext,
): boolean | Mismatch {
  const pattern = catalogs.catalog('c_FormaPago').get(forma, patron)
  if (pattern === undefined) return true
  const form = forms.get(pattern) ?? new RegExp(`^(?:${pattern})$`)
  forms.set(pattern, form)
  return (
    form.test(cuenta.trim()) || { detail: `con la forma de pago ${forma}, ${formWords(pattern)}` }
  )
}
