/**
 * Requirements of the SAT for local taxes, from the description of their totals, without a code:
 * errors with our own codes. The totals enter the Total of the comprobante (CFDI40119), which is
 * then wrong by the difference.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { Numeric } from '../../model/types.js'
import { amount, decimalOf, same, sumAmounts } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { type Mismatch, perDocument, type RuleContext, tableOf } from '../cfdi40/rule.js'
import { isMore, isPowerOfTenOff, tolerance } from '../cfdi40/warnings/slips.js'
import { impuestosLocales } from './declaration.js'

const source = 'Estándar de otros derechos e impuestos 1.0'

/** Maximum base of a local tax: the document before local taxes. */
const mostBase = perDocument(({ document: { SubTotal, Descuento, Impuestos } }) =>
  decimalOf(SubTotal).minus(amount(Descuento)).plus(amount(Impuestos?.TotalImpuestosTrasladados)),
)

const percent = Decimal.of('0.01')

/**
 * Checks that a tax is at most its rate of the whole document, and not that with a misplaced
 * decimal point. A tax may apply to a part of the document only, a rate of zero stands for a fixed
 * amount, and some issuers write the rate as a fraction.
 */
function ofRate(rate: Numeric, importe: Numeric, context: RuleContext): boolean | Mismatch {
  const [tasa, found] = [decimalOf(rate), decimalOf(importe)]
  if (tasa.isZero()) return true
  const { SubTotal, Descuento } = context.document
  const net = decimalOf(SubTotal).minus(amount(Descuento))
  const most = mostBase(context).times(tasa).times(percent)
  const expected = net.times(tasa).times(percent).round(2)
  if (isPowerOfTenOff(found, expected)) return { expected, found }
  return (
    !isMore(found, most, context.decimals) || isFraction(tasa, found, net) || { expected, found }
  )
}

/** Whether a rate was written as a fraction: 0.03 for 3.00. */
function isFraction(tasa: Decimal, importe: Decimal, net: Decimal): boolean {
  const [meant, slack] = [net.times(tasa), tolerance(net)]
  return tasa.compare(Decimal.one) < 0 && importe.isBetween(meant.minus(slack), meant.plus(slack))
}

const says = 'debe ser, a lo más, su tasa (en por ciento) por SubTotal menos Descuento'

export const retencionLocalWarnings = tableOf(at(impuestosLocales, 'RetencionesLocales[]'), {
  source,
  rules: {
    'IL-S03': {
      field: 'Importe',
      says,
      severity: 'warning',
      holds: ({ TasadeRetencion, Importe }, context) => ofRate(TasadeRetencion, Importe, context),
    },
  },
})

export const trasladoLocalWarnings = tableOf(at(impuestosLocales, 'TrasladosLocales[]'), {
  source,
  rules: {
    'IL-S04': {
      field: 'Importe',
      says,
      severity: 'warning',
      holds: ({ TasadeTraslado, Importe }, context) => ofRate(TasadeTraslado, Importe, context),
    },
  },
})

export const impuestosLocalesWarnings = tableOf(at(impuestosLocales), {
  source,
  rules: {
    'IL-S01': {
      field: 'TotaldeRetenciones',
      says: 'debe ser la suma de Importe de las retenciones locales',
      holds: ({ TotaldeRetenciones, RetencionesLocales = [] }) =>
        same(TotaldeRetenciones, sumAmounts(RetencionesLocales, 'Importe')),
    },
    'IL-S02': {
      field: 'TotaldeTraslados',
      says: 'debe ser la suma de Importe de los traslados locales',
      holds: ({ TotaldeTraslados, TrasladosLocales = [] }) =>
        same(TotaldeTraslados, sumAmounts(TrasladosLocales, 'Importe')),
    },
  },
})
