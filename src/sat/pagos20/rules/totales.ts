/**
 * Rules of the Totales of all payments, in pesos: CRP20201 to CRP20211.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { amount, decimalOf, eachItem } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { perDocument, type Rule, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { type Pagos20, pagos20 } from '../declaration.js'
import type { Pago, Totales, TrasladoP } from '../nodes.js'
import { matrizPagos } from '../sources.js'

type Total = keyof Totales & string

/** Unrounded sums of the payments in pesos, by attribute. Undefined when a rate is missing. */
type Sums = ReadonlyMap<Total, Decimal> | undefined

const known = perDocument(() => new WeakMap<Pagos20, { readonly sums: Sums }>())

function sumsOf(pagos: Pagos20, context: RuleContext): Sums {
  const found = known(context).get(pagos) ?? { sums: sumPagos(pagos) }
  known(context).set(pagos, found)
  return found.sums
}

function sumPagos({ Pago }: Pagos20): Sums {
  const sums = new Map<Total, Decimal>()
  for (const pago of Pago) {
    const rate = rateOf(pago)
    if (rate === undefined) return undefined
    addPago(pago, (total, importe) => {
      sums.set(total, importe.times(rate).plus(sums.get(total) ?? Decimal.zero))
    })
  }
  return sums
}

/**
 * Pesos per unit of the payment's currency. For the peso it is one, whatever is written: CRP20215
 * checks that.
 */
function rateOf({ MonedaP, TipoCambioP }: Pago): Decimal | undefined {
  if (MonedaP === 'MXN') return Decimal.one
  if (TipoCambioP === undefined) return undefined
  return decimalOf(TipoCambioP)
}

const retenciones: Readonly<Record<string, Total>> = {
  '001': 'TotalRetencionesISR',
  '002': 'TotalRetencionesIVA',
  '003': 'TotalRetencionesIEPS',
}

const tasas = [
  {
    tasa: Decimal.of('0.16'),
    base: 'TotalTrasladosBaseIVA16',
    impuesto: 'TotalTrasladosImpuestoIVA16',
  },
  {
    tasa: Decimal.of('0.08'),
    base: 'TotalTrasladosBaseIVA8',
    impuesto: 'TotalTrasladosImpuestoIVA8',
  },
  { tasa: Decimal.zero, base: 'TotalTrasladosBaseIVA0', impuesto: 'TotalTrasladosImpuestoIVA0' },
] as const satisfies readonly {
  readonly tasa: Decimal
  readonly base: Total
  readonly impuesto: Total
}[]

type Add = (total: Total, importe: Decimal) => void

function addPago({ Monto, ImpuestosP }: Pago, add: Add): void {
  add('MontoTotalPagos', decimalOf(Monto))
  eachItem(ImpuestosP?.RetencionesP, ({ ImpuestoP, ImporteP }) => {
    const total = retenciones[ImpuestoP]
    if (total !== undefined) add(total, decimalOf(ImporteP))
  })
  eachItem(ImpuestosP?.TrasladosP, (traslado) => {
    if (traslado.ImpuestoP === '002') addIva(traslado, add)
  })
}

function addIva({ BaseP, TipoFactorP, TasaOCuotaP, ImporteP }: TrasladoP, add: Add): void {
  if (TipoFactorP === 'Exento') return add('TotalTrasladosBaseIVAExento', decimalOf(BaseP))
  if (TipoFactorP !== 'Tasa' || TasaOCuotaP === undefined) return
  const kind = tasas.find(({ tasa }) => tasa.equals(decimalOf(TasaOCuotaP)))
  if (kind === undefined) return
  add(kind.base, decimalOf(BaseP))
  add(kind.impuesto, amount(ImporteP))
}

/**
 * A total of one column: present if and only if a payment has that tax, and equal to its sum in
 * pesos.
 */
function total(
  field: Total,
  what: string,
  also = ', y existir solo si hay ese impuesto',
): Rule<Totales, Pagos20> {
  return {
    field,
    says: `debe ser la suma ${what} de los pagos, en pesos y redondeada a 2 decimales${also}`,
    when: (_, context, pagos) => sumsOf(pagos, context) !== undefined,
    holds: (node, context, pagos) => {
      const found = node[field]
      const sum = sumsOf(pagos, context)?.get(field)
      if (sum === undefined) return found === undefined
      const expected = sum.round(2)
      if (found === undefined) return { expected, found: 'nada' }
      return decimalOf(found).equals(expected) || { expected, found: String(found) }
    },
  }
}

export const totalesRules = tableOf(at(pagos20, 'Totales'), {
  source: matrizPagos,
  rules: {
    CRP20201: total('TotalRetencionesIVA', 'del IVA retenido'),
    CRP20202: total('TotalRetencionesISR', 'del ISR retenido'),
    CRP20203: total('TotalRetencionesIEPS', 'del IEPS retenido'),
    CRP20204: total('TotalTrasladosBaseIVA16', 'de las bases de IVA al 16 %'),
    CRP20205: total('TotalTrasladosImpuestoIVA16', 'del IVA trasladado al 16 %'),
    CRP20206: total('TotalTrasladosBaseIVA8', 'de las bases de IVA al 8 %'),
    CRP20207: total('TotalTrasladosImpuestoIVA8', 'del IVA trasladado al 8 %'),
    CRP20208: total('TotalTrasladosBaseIVA0', 'de las bases de IVA al 0 %'),
    CRP20209: total('TotalTrasladosImpuestoIVA0', 'del IVA trasladado al 0 %'),
    CRP20210: total('TotalTrasladosBaseIVAExento', 'de las bases exentas de IVA'),
    CRP20211: total('MontoTotalPagos', 'de los montos', ''),
  },
})
