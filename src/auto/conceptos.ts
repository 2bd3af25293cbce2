/**
 * Amounts of the concepts: Importe, the base and amount of each tax, and prices that include their taxes.
 *
 * Rounding (docs/rounding.md): everything in a concept keeps up to six decimals; only the totals of the document are
 * rounded to those of the currency.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import {
  type AmountContext,
  assign,
  decimalOf,
  decimalsOf,
  finest,
  isAsked,
  isJson,
  itemsOf,
  mapItems,
  write,
} from './amounts.js'
import type { Json } from './auto.js'
import { resolvePrice } from './precioConImpuestos.js'

/** A document whose concepts have their amounts. */
export function resolveConceptos(draft: Json, context: AmountContext): Json {
  if (!Array.isArray(draft['Conceptos'])) return draft
  const decimals = decimalsOf(draft['Moneda'], context)
  return {
    ...draft,
    Conceptos: mapItems(draft['Conceptos'], (concepto) => resolveConcepto(concepto, decimals, context)),
  }
}

function resolveConcepto(concepto: Json, decimals: number, context: AmountContext): Json {
  const priced = concepto['PrecioConImpuestos'] === undefined ? concepto : resolvePrice(concepto, decimals)
  const measured = assign(priced, { Importe: importeOf(priced, decimals, context) })
  const impuestos = measured['Impuestos']
  return isJson(impuestos) ? { ...measured, Impuestos: resolveTaxes(measured, impuestos, decimals, context) } : measured
}

/** Cantidad by ValorUnitario; with no fewer decimals than the discount, which may not have more (CFDI40168). */
function importeOf(concepto: Json, decimals: number, context: AmountContext): string | undefined {
  if (!isAsked(concepto['Importe'], context)) return undefined
  const [cantidad, valor] = [decimalOf(concepto['Cantidad']), decimalOf(concepto['ValorUnitario'])]
  if (cantidad === undefined || valor === undefined) return undefined
  const least = Math.max(decimals, Math.min(decimalOf(concepto['Descuento'])?.scale ?? 0, finest))
  return write(cantidad.times(valor), least)
}

function resolveTaxes(concepto: Json, impuestos: Json, decimals: number, context: AmountContext): Json {
  const base = baseOf(concepto)
  const resolveTax = (tax: Json): Json => {
    const based = assign(tax, {
      Base: isAsked(tax['Base'], context) && base !== undefined ? write(base(tax), decimals) : undefined,
    })
    return assign(based, { Importe: taxOf(based, decimals, context) })
  }
  // IEPS before IVA, whose base it enters.
  const traslados = mapItems(impuestos['Traslados'], (tax) => (tax['Impuesto'] === ieps ? resolveTax(tax) : tax))
  const withIeps = baseOf(concepto, traslados)
  const resolveIva = (tax: Json): Json => {
    const iva = tax['Impuesto'] === '002' && isAsked(tax['Base'], context) && withIeps !== undefined
    return resolveTax(iva ? { ...tax, Base: write(withIeps(tax), decimals) } : tax)
  }
  return assign(impuestos, {
    Traslados: mapItems(traslados, resolveIva),
    Retenciones: mapItems(impuestos['Retenciones'], resolveTax),
  })
}

const ieps = '003'

/**
 * The base of a tax of a concept: its amount less its discount; the quantity when the tax is a quota; for IVA, with the
 * IEPS that the concept bears (LIVA, article 12).
 */
function baseOf(concepto: Json, traslados?: unknown): ((tax: Json) => Decimal) | undefined {
  const [importe, cantidad] = [decimalOf(concepto['Importe']), decimalOf(concepto['Cantidad'])]
  const descuento = concepto['Descuento'] === undefined ? Decimal.zero : decimalOf(concepto['Descuento'])
  if (importe === undefined || descuento === undefined) return undefined
  let net = importe.minus(descuento)
  for (const tax of itemsOf(traslados)) {
    if (tax['Impuesto'] === ieps && tax['TipoFactor'] === 'Tasa')
      net = net.plus(decimalOf(tax['Importe']) ?? Decimal.zero)
  }
  return (tax) => (tax['TipoFactor'] === 'Cuota' && cantidad !== undefined ? cantidad : net)
}

function taxOf(tax: Json, decimals: number, context: AmountContext): string | undefined {
  if (tax['TipoFactor'] === 'Exento' || !isAsked(tax['Importe'], context)) return undefined
  const [base, rate] = [decimalOf(tax['Base']), decimalOf(tax['TasaOCuota'])]
  return base === undefined || rate === undefined ? undefined : write(base.times(rate), decimals)
}
