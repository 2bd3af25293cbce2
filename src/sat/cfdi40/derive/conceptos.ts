/**
 * Amounts of the concepts: Importe, the base and amount of each tax, and prices that include their taxes.
 *
 * Rounding (docs/rounding.md): everything in a concept keeps up to six decimals; only the totals of the document are
 * rounded to those of the currency.
 * @module
 */

import {
  type AmountContext,
  amountOf,
  assign,
  decimalOf,
  decimalsOf,
  derive,
  finest,
  isAsked,
  isJson,
  itemsOf,
  mapItems,
  total,
  write,
} from '../../../derive/amounts.js'
import type { Json } from '../../../derive/auto.js'
import type { Decimal } from '../../../lib/decimal.js'
import { isApart, resolvePrice } from './precioConImpuestos.js'
import { settleTotal } from './settle.js'

/** A document whose concepts have their amounts. */
export function resolveConceptos(draft: Json, context: AmountContext): Json {
  const digits = decimalsOf(draft['Moneda'], context)
  const charged = new Set<Json>()
  const Conceptos = mapItems(draft['Conceptos'], (concepto) => {
    const resolved = resolveConcepto(concepto, digits, context)
    if (concepto['PrecioConImpuestos'] !== undefined) charged.add(resolved)
    return resolved
  })
  if (charged.size === 0 || !Array.isArray(Conceptos) || !Conceptos.every(isJson)) return assign(draft, { Conceptos })
  return assign(draft, { Conceptos: settleTotal(Conceptos, (concepto) => charged.has(concepto), digits) })
}

function resolveConcepto(concepto: Json, digits: number, context: AmountContext): Json {
  const measured = measure(priceOf(concepto, digits), digits, context)
  const { Impuestos, Parte } = measured
  const taxed = isJson(Impuestos) ? resolveTaxes(measured, Impuestos, digits, context) : Impuestos
  const parts = Parte === undefined ? Parte : mapItems(Parte, (parte) => measure(parte, digits, context))
  return taxed === Impuestos && parts === Parte ? measured : assign(measured, { Impuestos: taxed, Parte: parts })
}

function priceOf(concepto: Json, digits: number): Json {
  if (concepto['PrecioConImpuestos'] === undefined) return concepto
  const outcome = resolvePrice(concepto, digits)
  return 'concepto' in outcome ? outcome.concepto : concepto
}

/** A concept, or a part of one, with its Importe. */
function measure(target: Json, digits: number, context: AmountContext): Json {
  if (!isAsked(target['Importe'], context)) return target
  return derive(target, context, { Importe: () => productOf(target, digits) })
}

/** Cantidad by ValorUnitario; with no fewer decimals than the discount, which may not have more (CFDI40168). */
function productOf({ Cantidad, ValorUnitario, Descuento }: Json, digits: number): string | undefined {
  const [cantidad, valor] = [decimalOf(Cantidad), decimalOf(ValorUnitario)]
  if (cantidad === undefined || valor === undefined) return undefined
  return write(cantidad.times(valor), Math.max(digits, Math.min(decimalOf(Descuento)?.scale ?? 0, finest)))
}

const codeOfIva = '002'
const codeOfIeps = '003'

function resolveTaxes(concepto: Json, impuestos: Json, digits: number, context: AmountContext): Json {
  const isOpen = (tax: Json): boolean => isAsked(tax['Base'], context) || isAsked(tax['Importe'], context)
  if (!itemsOf(impuestos['Traslados']).some(isOpen) && !itemsOf(impuestos['Retenciones']).some(isOpen)) return impuestos
  const neto = (): Decimal | undefined => netOf(concepto)
  const onNet = (tax: Json): Json =>
    tax['Impuesto'] === codeOfIva ? tax : resolveTax(tax, concepto, neto, digits, context)
  const traslados = mapItems(impuestos['Traslados'], onNet)
  const withIeps = (): Decimal | undefined => plusIeps(neto(), itemsOf(traslados), concepto)
  const onBoth = (tax: Json): Json =>
    tax['Impuesto'] === codeOfIva ? resolveTax(tax, concepto, withIeps, digits, context) : tax
  return assign(impuestos, {
    Traslados: mapItems(traslados, onBoth),
    Retenciones: mapItems(impuestos['Retenciones'], (tax) => onBoth(onNet(tax))),
  })
}

/** What a concept amounts to less its discount. */
function netOf({ Importe, Descuento }: Json): Decimal | undefined {
  const [importe, descuento] = [decimalOf(Importe), amountOf(Descuento)]
  return importe === undefined || descuento === undefined ? undefined : importe.minus(descuento)
}

/** The base of IVA: with the IEPS that is charged besides. */
function plusIeps(neto: Decimal | undefined, traslados: readonly Json[], concepto: Json): Decimal | undefined {
  const ieps = traslados.filter((tax) => tax['Impuesto'] === codeOfIeps && !isApart(tax, concepto))
  const sum = total(ieps.map(({ Importe }) => Importe))
  return neto === undefined || sum === undefined ? undefined : neto.plus(sum)
}

function resolveTax(
  tax: Json,
  concepto: Json,
  baseOf: () => Decimal | undefined,
  digits: number,
  context: AmountContext,
): Json {
  return derive(tax, context, {
    Base: () => {
      const base = tax['TipoFactor'] === 'Cuota' ? decimalOf(concepto['Cantidad']) : baseOf()
      return base === undefined ? undefined : write(base, digits)
    },
    Importe: (based) => taxOf(based, digits),
  })
}

/** Base by rate; an exempt tax has no amount. */
function taxOf({ TipoFactor, Base, TasaOCuota }: Json, digits: number): string | null | undefined {
  if (TipoFactor === 'Exento') return null
  const [base, tasa] = [decimalOf(Base), decimalOf(TasaOCuota)]
  return base === undefined || tasa === undefined ? undefined : write(base.times(tasa), digits)
}
