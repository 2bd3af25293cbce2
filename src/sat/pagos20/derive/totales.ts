/**
 * "AUTO" in the Totales of Pagos 2.0: sums of the payments and their taxes in pesos.
 * @module
 */

import type { Derivation, Json } from '../../../derive/derivation.js'
import { decimalOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { itemsOf } from '../../../lib/lists.js'
import { fieldIs } from '../../../rules/form.js'
import { type CfdiDeriveContext, derivations } from '../../cfdi40/derive/derivations.js'
import { at } from '../../cfdi40/nodes.js'
import { pagos20 } from '../declaration.js'

const rounded = 'a centavos'

type Sum = (pagos: readonly Json[]) => string | null | undefined

/** A total: its source members in each Pago, and the sum. */
interface Total {
  readonly from: readonly string[]
  readonly says: string
  readonly sum: Sum
}

function retencion(impuesto: string, name: string): Total {
  return {
    from: ['ImpuestosP.RetencionesP[].ImporteP', 'TipoCambioP'],
    says: `ImporteP de las retenciones de ${name} de los pagos, por su TipoCambioP`,
    sum: (pagos) => sumTaxes(pagos, 'RetencionesP', 'ImporteP', fieldIs('ImpuestoP', impuesto)),
  }
}

function isIva({ ImpuestoP, TipoFactorP }: Json, factor: string): boolean {
  return ImpuestoP === '002' && TipoFactorP === factor
}

function iva(tasa: string, field: 'BaseP' | 'ImporteP'): Total {
  return {
    from: [`ImpuestosP.TrasladosP[].${field}`, 'TipoCambioP'],
    says: `${field} del IVA de tasa ${tasa} de los pagos, por su TipoCambioP`,
    sum: (pagos) =>
      sumTaxes(pagos, 'TrasladosP', field, (tax) => isIva(tax, 'Tasa') && tasaOf(tax) === tasa),
  }
}

/** Rate as in c_TasaOCuota. */
function tasaOf({ TasaOCuotaP }: Json): string | undefined {
  return decimalOf(TasaOCuotaP)?.round(6).toString()
}

const totals = {
  TotalRetencionesIVA: retencion('002', 'IVA'),
  TotalRetencionesISR: retencion('001', 'ISR'),
  TotalRetencionesIEPS: retencion('003', 'IEPS'),
  TotalTrasladosBaseIVA16: iva('0.160000', 'BaseP'),
  TotalTrasladosImpuestoIVA16: iva('0.160000', 'ImporteP'),
  TotalTrasladosBaseIVA8: iva('0.080000', 'BaseP'),
  TotalTrasladosImpuestoIVA8: iva('0.080000', 'ImporteP'),
  TotalTrasladosBaseIVA0: iva('0.000000', 'BaseP'),
  TotalTrasladosImpuestoIVA0: iva('0.000000', 'ImporteP'),
  TotalTrasladosBaseIVAExento: {
    from: ['ImpuestosP.TrasladosP[].BaseP', 'TipoCambioP'],
    says: 'BaseP del IVA exento de los pagos, por su TipoCambioP',
    sum: (pagos) => sumTaxes(pagos, 'TrasladosP', 'BaseP', (tax) => isIva(tax, 'Exento')),
  },
  MontoTotalPagos: {
    from: ['Monto', 'TipoCambioP'],
    says: 'Monto y TipoCambioP de los pagos',
    sum: (pagos) => inPesos(pagos.map((pago) => [pago, pago['Monto']])),
  },
} satisfies Record<string, Total>

/** Returns `null` when no payment has such a tax, undefined when an amount cannot be computed. */
function sumTaxes(
  pagos: readonly Json[],
  list: string,
  field: string,
  isOne: (tax: Json) => boolean,
): ReturnType<Sum> {
  if (pagos.some(({ ImpuestosP }) => ImpuestosP !== undefined && !isRecord(ImpuestosP)))
    return undefined
  const due: (readonly [Json, unknown])[] = []
  for (const pago of pagos) {
    const { ImpuestosP } = pago
    for (const tax of isRecord(ImpuestosP) ? itemsOf(ImpuestosP[list]) : [])
      if (isOne(tax)) due.push([pago, tax[field]])
  }
  if (due.length === 0) return null
  return inPesos(due)
}

/** Sum of amounts of payments, each at the rate of its payment, rounded once. */
function inPesos(amounts: readonly (readonly [Json, unknown])[]): string | undefined {
  let sum = Decimal.zero
  for (const [{ MonedaP, TipoCambioP }, value] of amounts) {
    const [amount, rate] = [
      decimalOf(value),
      MonedaP === 'MXN' ? Decimal.one : decimalOf(TipoCambioP),
    ]
    if (amount === undefined || rate === undefined) return undefined
    sum = sum.plus(amount.times(rate))
  }
  return sum.round(2).toString()
}

function rowOf({ from, says, sum }: Total): Derivation<Json, Json, CfdiDeriveContext> {
  return {
    from: from.map((member) => `../Pago[].${member}`),
    says,
    rounded,
    value: (_, __, { Pago }) => sum(itemsOf(Pago)),
  }
}

const rows = Object.fromEntries(
  Object.entries(totals).map(([name, total]) => [name, rowOf(total)]),
) as {
  readonly [Name in keyof typeof totals]: ReturnType<typeof rowOf>
}

export const totalesTables = [
  derivations(at(pagos20), {
    Totales: {
      from: [...new Set(Object.values(totals).flatMap(({ from }) => from))].map(
        (member) => `Pago[].${member}`,
      ),
      says: 'los pagos y sus impuestos, con su tipo de cambio',
      rounded,
      value: ({ Pago }) => {
        const pagos = itemsOf(Pago)
        const whole: Record<string, unknown> = {}
        for (const [name, { sum }] of Object.entries(totals)) {
          const value = sum(pagos)
          if (value === undefined) return undefined
          if (value !== null) whole[name] = value
        }
        return whole
      },
    },
  }),
  derivations(at(pagos20, 'Totales'), rows),
]
