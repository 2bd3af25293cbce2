/**
 * "AUTO" in each payment of Pagos 2.0 and in each of its documents: currencies, amounts and
 * balances.
 * @module
 */
import { decimalOf, decimalsOf, write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { derivations } from '../../cfdi40/derive/derivations.js'
import { at } from '../../cfdi40/nodes.js'
import { pagos20 } from '../declaration.js'
import { convertedOf, equivalencias } from './equivalencia.js'

const pagoDerivations = derivations(at(pagos20, 'Pago[]'), {
  TipoCambioP: {
    from: ['MonedaP'],
    says: 'MonedaP, y solo si es MXN',
    value: ({ MonedaP }) => (MonedaP === 'MXN' ? '1' : undefined),
  },
  // The sum of the documents; at least a unit, which covers smaller amounts (CRP20218).
  Monto: {
    from: ['MonedaP', 'DoctoRelacionado[].ImpPagado', 'DoctoRelacionado[].EquivalenciaDR'],
    says: 'ImpPagado y EquivalenciaDR de los documentos',
    rounded: 'a los decimales de MonedaP',
    value: (pago, context) => {
      const digits = decimalsOf(pago.MonedaP, context)
      const monto = convertedOf(pago)?.round(digits)
      return (monto?.isZero() ? Decimal.unit(digits) : monto)?.toString()
    },
  },
})

const doctoDerivations = derivations(at(pagos20, 'Pago[]', 'DoctoRelacionado[]'), {
  EquivalenciaDR: {
    from: ['MonedaDR', 'ImpPagado', '../MonedaP', '../TipoCambioP'],
    given: ['../Monto'],
    says: 'las monedas, TipoCambioP y, si hace falta, Monto e ImpPagado',
    rounded: 'hasta diez decimales, de modo que Monto alcance',
    value: (docto, context, pago) => equivalencias(pago, context).get(docto),
  },
  ImpSaldoInsoluto: {
    from: ['ImpSaldoAnt', 'ImpPagado'],
    rounded: 'a los decimales de MonedaDR, o más si los importes los tienen',
    value: ({ ImpSaldoAnt, ImpPagado, MonedaDR }, context) => {
      const [before, paid] = [decimalOf(ImpSaldoAnt), decimalOf(ImpPagado)]
      if (before === undefined || paid === undefined) return undefined
      return write(before.minus(paid), decimalsOf(MonedaDR, context))
    },
  },
})

export const pagosTables = [pagoDerivations, doctoDerivations]
