/**
 * "AUTO" in the concepts of a CFDI 4.0: Importe, and the base and amount of each tax.
 *
 * Rounding (docs/en/rounding.md): amounts of a concept keep up to six decimals; only the totals of
 * the document are rounded to the decimals of the currency.
 * @module
 */

import { AUTO, type Derivation, type Json } from '../../../derive/derivation.js'
import { amountOf, decimalOf, decimalsOf, finest, write } from '../../../fiscal/amounts.js'
import type { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { itemsOf } from '../../../lib/lists.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { type CfdiDeriveContext, derivations } from './derivations.js'
import { isApart } from './precioConImpuestos.js'

const rounded = 'hasta seis decimales'

type Row = Derivation<Json, Json, CfdiDeriveContext>

function digitsOf({ document, catalogs }: CfdiDeriveContext): number {
  return decimalsOf(document['Moneda'], { catalogs })
}

/**
 * For a concept or a part of one. Has at least as many decimals as the discount, which may not have
 * more (CFDI40168).
 */
const importe: Row = {
  from: ['Cantidad', 'ValorUnitario'],
  given: ['Descuento'],
  says: 'Cantidad y ValorUnitario',
  rounded,
  value: ({ Cantidad, ValorUnitario, Descuento }, context) => {
    const [cantidad, valor] = [decimalOf(Cantidad), decimalOf(ValorUnitario)]
    if (cantidad === undefined || valor === undefined) return undefined
    return write(
      cantidad.times(valor),
      Math.max(digitsOf(context), Math.min(decimalOf(Descuento)?.scale ?? 0, finest)),
    )
  },
}

const iva = '002'
const ieps = '003'

/** Amount of a concept less its discount. */
function netOf({ Importe, Descuento }: Json): Decimal | undefined {
  const [importe, descuento] = [decimalOf(Importe), amountOf(Descuento)]
  if (importe === undefined || descuento === undefined) return undefined
  return importe.minus(descuento)
}

/** Base of a tax; that of IVA includes the charged IEPS. */
function baseOf(tax: Json, concepto: Json, digits: number): string | undefined {
  if (tax['TipoFactor'] === 'Cuota') return written(decimalOf(concepto['Cantidad']), digits)
  const net = netOf(concepto)
  return written(tax['Impuesto'] === iva ? net && plusIeps(net, concepto, digits) : net, digits)
}

function written(value: Decimal | undefined, digits: number): string | undefined {
  return value && write(value, digits)
}

function plusIeps(net: Decimal, concepto: Json, digits: number): Decimal | undefined {
  const { Impuestos } = concepto
  const traslados = isRecord(Impuestos) ? itemsOf(Impuestos['Traslados']) : []
  let sum = net
  for (const tax of traslados) {
    if (tax['Impuesto'] !== ieps || isApart(tax, concepto)) continue
    const { TipoFactor, Importe, Base } = tax
    // The amount as given, or as it will be derived later in the list.
    let importe: unknown = Importe
    if (TipoFactor !== 'Exento' && !isGiven(Importe))
      importe = taxOf(isGiven(Base) ? tax : { ...tax, Base: baseOf(tax, concepto, digits) }, digits)
    const charged = amountOf(importe)
    if (charged === undefined) return undefined
    sum = sum.plus(charged)
  }
  return sum
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== AUTO
}

/** Base by rate; an exempt tax has no amount. */
function taxOf({ TipoFactor, Base, TasaOCuota }: Json, digits: number): string | null | undefined {
  if (TipoFactor === 'Exento') return null
  const [base, tasa] = [decimalOf(Base), decimalOf(TasaOCuota)]
  if (base === undefined || tasa === undefined) return undefined
  return write(base.times(tasa), digits)
}

function ofTraslados(field: string): string {
  return `../Impuestos.Traslados[].${field}`
}

const tax = {
  Base: {
    from: ['../Importe', '../Descuento', '../Cantidad'],
    given: ['TipoFactor', 'Impuesto', ...['TipoFactor', 'Impuesto', 'TasaOCuota'].map(ofTraslados)],
    says: 'Importe y Descuento del concepto, con su IEPS para el IVA; de una Cuota, Cantidad',
    rounded,
    value: (tax, context, concepto) => baseOf(tax, concepto, digitsOf(context)),
  },
  Importe: {
    from: ['Base', 'TasaOCuota'],
    given: ['TipoFactor'],
    says: 'Base y TasaOCuota',
    rounded,
    value: (tax, context) => taxOf(tax, digitsOf(context)),
  },
} satisfies Record<string, Row>

export const conceptosDerivations = [
  derivations(at(comprobante, 'Conceptos[]'), { Importe: importe }),
  derivations(at(comprobante, 'Conceptos[]', 'Parte[]'), { Importe: importe }),
  derivations(at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]'), tax),
  derivations(at(comprobante, 'Conceptos[]', 'Impuestos.Retenciones[]'), tax),
]
