/**
 * The Totales of Pagos 2.0: what the payments and their taxes add up to in pesos.
 * @module
 */

import { type AmountContext, assign, decimalOf, derive, isJson, itemsOf } from '../../../derive/amounts.js'
import { AUTO, type Json } from '../../../derive/auto.js'
import { Decimal } from '../../../lib/decimal.js'

const retenciones: Readonly<Record<string, string>> = {
  TotalRetencionesIVA: '002',
  TotalRetencionesISR: '001',
  TotalRetencionesIEPS: '003',
}

/** Totals of IVA by rate, as c_TasaOCuota writes it: that of the bases and that of the tax. */
const iva: Readonly<Record<string, readonly [string, string]>> = {
  TotalTrasladosBaseIVA16: ['0.160000', 'BaseP'],
  TotalTrasladosImpuestoIVA16: ['0.160000', 'ImporteP'],
  TotalTrasladosBaseIVA8: ['0.080000', 'BaseP'],
  TotalTrasladosImpuestoIVA8: ['0.080000', 'ImporteP'],
  TotalTrasladosBaseIVA0: ['0.000000', 'BaseP'],
  TotalTrasladosImpuestoIVA0: ['0.000000', 'ImporteP'],
}

/** A Pagos whose Totales are the sums of its payments in pesos; those of a tax that there is not do not exist. */
export function resolveTotales(pagos: Json, context: AmountContext): Json {
  const { Totales } = pagos
  if (isJson(Totales)) return assign(pagos, { Totales: derive(Totales, context, sumsOf(pagos)) })
  return derive(pagos, context, {
    Totales: () => {
      const sums = sumsOf(pagos)
      const everything = Object.fromEntries(Object.keys(sums).map((name) => [name, AUTO]))
      const whole = derive(everything, context, sums)
      return Object.values(whole).includes(AUTO) ? undefined : whole
    },
  })
}

type Sum = () => string | null | undefined

function sumsOf(pagos: Json): Record<string, Sum> {
  const sums: Record<string, Sum> = {}
  const each = itemsOf(pagos['Pago'])
  for (const [name, impuesto] of Object.entries(retenciones)) {
    sums[name] = () => sumTaxes(each, 'RetencionesP', 'ImporteP', ({ ImpuestoP }) => ImpuestoP === impuesto)
  }
  for (const [name, [tasa, field]] of Object.entries(iva)) {
    sums[name] = () => sumTaxes(each, 'TrasladosP', field, (tax) => isIva(tax, 'Tasa') && tasaOf(tax) === tasa)
  }
  sums['TotalTrasladosBaseIVAExento'] = () => sumTaxes(each, 'TrasladosP', 'BaseP', (tax) => isIva(tax, 'Exento'))
  sums['MontoTotalPagos'] = () => inPesos(each.map((pago) => [pago, pago['Monto']]))
  return sums
}

function isIva({ ImpuestoP, TipoFactorP }: Json, factor: string): boolean {
  return ImpuestoP === '002' && TipoFactorP === factor
}

function tasaOf({ TasaOCuotaP }: Json): string | undefined {
  return decimalOf(TasaOCuotaP)?.round(6).toString()
}

/** `null` when no payment has such a tax; undefined when what a payment has cannot be told. */
function sumTaxes(pagos: readonly Json[], list: string, field: string, isOne: (tax: Json) => boolean): ReturnType<Sum> {
  if (pagos.some(({ ImpuestosP }) => ImpuestosP !== undefined && !isJson(ImpuestosP))) return undefined
  const due = pagos.flatMap((pago) => {
    const { ImpuestosP } = pago
    const taxes = isJson(ImpuestosP) ? itemsOf(ImpuestosP[list]).filter(isOne) : []
    return taxes.map((tax) => [pago, tax[field]] as const)
  })
  return due.length === 0 ? null : inPesos(due)
}

/** Amounts of payments, each by the rate of its payment, rounded once. */
function inPesos(amounts: readonly (readonly [Json, unknown])[]): string | undefined {
  let sum = Decimal.zero
  for (const [{ MonedaP, TipoCambioP }, value] of amounts) {
    const [amount, rate] = [decimalOf(value), MonedaP === 'MXN' ? Decimal.one : decimalOf(TipoCambioP)]
    if (amount === undefined || rate === undefined) return undefined
    sum = sum.plus(amount.times(rate))
  }
  return sum.round(2).toString()
}
