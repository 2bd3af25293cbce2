/**
 * A line of an invoice that was returned, in whole or in part, as a concept of the credit note.
 * @module
 */
import { amountOf, finest, write } from '../auto/amounts.js'
import { AUTO, type Json } from '../auto/auto.js'
import { Decimal } from '../lib/decimal.js'
import type { Comprobante, Concepto } from '../model/comprobante.js'
import type { Numeric } from '../model/types.js'
import { amount, defined, positive } from './argument.js'

/** The concept of what was returned of a line; as it was invoiced, when it is all of it. */
export function devolver(factura: Comprobante, at: number, Cantidad?: Numeric): Json {
  const concepto = factura.Conceptos[at]
  if (concepto === undefined) throw new TypeError(`devoluciones: la factura no tiene el concepto ${at}`)
  const sold = amount(concepto.Cantidad, 'Cantidad')
  const returned = Cantidad === undefined ? sold : positive(Cantidad, 'Cantidad')
  if (returned.compare(sold) > 0)
    throw new TypeError(`devoluciones: se devuelven ${returned} de ${sold} en el concepto ${at}`)
  return returned.equals(sold) ? { ...concepto } : partOf(concepto, returned, sold)
}

function partOf(concepto: Concepto, returned: Decimal, sold: Decimal): Json {
  const { Parte: _, Descuento, Impuestos, ...rest } = concepto
  const share = (of: Decimal, digits: number): Decimal => of.times(returned).over(sold, digits)
  const discount = amountOf(Descuento) ?? Decimal.zero
  const discounted = share(discount, discount.scale)
  const neto = amount(concepto.Importe, 'Importe').minus(discount)
  const netoPart = amount(concepto.ValorUnitario, 'ValorUnitario').times(returned).round(finest).minus(discounted)
  const taxOf = <T extends { readonly Base: Numeric; readonly TipoFactor: string }>(tax: T): Json => {
    const base = amount(tax.Base, 'Base')
    const part = base.equals(neto) ? netoPart : share(base, finest + 1).round(finest)
    return { ...tax, Base: write(part, base.scale), ...(tax.TipoFactor === 'Exento' ? {} : { Importe: AUTO }) }
  }
  return defined({
    ...rest,
    Cantidad: returned.toString(),
    Importe: AUTO,
    Descuento: Descuento === undefined ? undefined : discounted.toString(),
    Impuestos:
      Impuestos &&
      defined({ Traslados: Impuestos.Traslados?.map(taxOf), Retenciones: Impuestos.Retenciones?.map(taxOf) }),
  })
}
