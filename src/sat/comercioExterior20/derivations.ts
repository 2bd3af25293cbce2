/**
 * "AUTO" in Comercio Exterior 2.0: the value in dollars of each good, and of all goods.
 * @module
 */

import { type Json, derivedPerDocument, perNode } from '../../derive/derivation.js'
import { decimalOf, finest, sumField, write } from '../../fiscal/amounts.js'
import { productLimits } from '../../fiscal/limits.js'
import { clamp } from '../../fiscal/splitTotal.js'
import { Decimal } from '../../lib/decimal.js'
import { itemsOf } from '../../lib/lists.js'
import { type CfdiDeriveContext, derivations } from '../cfdi40/derive/derivations.js'
import { at } from '../cfdi40/nodes.js'
import { comercioExterior20 } from './declaration.js'

/** Maximum decimals of ValorDolares. */
const cuatro = 4

/** Items by NoIdentificacion, the common key of goods and concepts. */
type ByIdentificacion = ReadonlyMap<unknown, readonly Json[]>

function byIdentificacion(list: unknown): ByIdentificacion {
  const groups = new Map<unknown, Json[]>()
  for (const item of itemsOf(list)) {
    const group = groups.get(item['NoIdentificacion'])
    if (group === undefined) groups.set(item['NoIdentificacion'], [item])
    else group.push(item)
  }
  return groups
}

const goods = perNode(({ Mercancias }: Json) => byIdentificacion(Mercancias))
const concepts = derivedPerDocument(({ document }: CfdiDeriveContext) =>
  byIdentificacion(document['Conceptos']),
)

/**
 * The value in dollars of the good's concepts (CCE158, CCE172), as near as the customs quantity and
 * price admit (CCE169). Only quantity and price count in a transfer, and where several goods share
 * the concepts.
 */
function worthOf(
  mercancia: Json,
  complement: Json,
  context: CfdiDeriveContext,
): Decimal | undefined {
  const { CantidadAduana, ValorUnitarioAduana } = mercancia
  const [cantidad, unitario] = [decimalOf(CantidadAduana), decimalOf(ValorUnitarioAduana)]
  if (cantidad === undefined || unitario === undefined)
    return dollarsOf(mercancia, complement, context)
  const isTransfer = context.document['TipoDeComprobante'] === 'T'
  const converted = isTransfer ? undefined : dollarsOf(mercancia, complement, context)
  if (converted === undefined) return cantidad.times(unitario)
  return clamp(converted, productLimits(cantidad, unitario, 2))
}

/** The value in dollars of the concepts that belong to one good alone. */
function dollarsOf(
  { NoIdentificacion }: Json,
  complement: Json,
  context: CfdiDeriveContext,
): Decimal | undefined {
  const conceptos = concepts(context).get(NoIdentificacion)
  if (goods(complement, context).get(NoIdentificacion)?.length !== 1 || conceptos === undefined)
    return undefined
  const importe = sumField(conceptos, 'Importe')
  const { Moneda, TipoCambio } = context.document
  if (Moneda === 'USD') return importe
  const [pesos, dolar] = [
    Moneda === 'MXN' ? Decimal.one : decimalOf(TipoCambio),
    decimalOf(complement['TipoCambioUSD']),
  ]
  if (importe === undefined || pesos === undefined || dolar === undefined || dolar.isZero())
    return undefined
  return importe.times(pesos).over(dolar, finest).round(cuatro)
}

const mercanciaDerivations = derivations(at(comercioExterior20, 'Mercancias[]'), {
  ValorDolares: {
    from: [
      'NoIdentificacion',
      'CantidadAduana',
      '../TipoCambioUSD',
      '/Conceptos[].NoIdentificacion',
      '/Conceptos[].Importe',
      '/Moneda',
      '/TipoCambio',
    ],
    given: ['ValorUnitarioAduana'],
    says: 'CantidadAduana y ValorUnitarioAduana, o Importe de los conceptos con su NoIdentificacion y los tipos de cambio',
    rounded: 'hasta cuatro decimales',
    value: (mercancia, context, complement) => {
      const value = worthOf(mercancia, complement, context)
      return value && write(value, 2, cuatro)
    },
  },
  ValorUnitarioAduana: {
    from: ['ValorDolares', 'CantidadAduana'],
    rounded: 'hasta seis decimales',
    value: ({ ValorDolares, CantidadAduana }) => {
      const [value, cantidad] = [decimalOf(ValorDolares), decimalOf(CantidadAduana)]
      if (value === undefined || cantidad === undefined || cantidad.isZero()) return undefined
      return write(value.over(cantidad, finest + 1).round(finest), 2)
    },
  },
})

export const comercioExterior20Derivations = [
  mercanciaDerivations,
  derivations(at(comercioExterior20), {
    TotalUSD: {
      from: ['Mercancias[].ValorDolares'],
      says: 'ValorDolares de las mercancías',
      rounded: 'a centavos',
      value: ({ Mercancias }) => {
        if (itemsOf(Mercancias).length === 0) return undefined
        return sumField(itemsOf(Mercancias), 'ValorDolares')?.round(2).toString()
      },
    },
  }),
]
