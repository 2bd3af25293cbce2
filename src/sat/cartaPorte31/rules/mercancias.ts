/**
 * Rules of Mercancias of Carta Porte 3.1, whose totals are exact sums: CP149 to CP154.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'
import { absentIf, ofParent } from '../../../rules/presence.js'
import { amount, decimalOf, same, sumAmounts } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { type Mismatch, tableOf } from '../../cfdi40/rule.js'
import { cartaPorte31 } from '../declaration.js'
import { byAir, byRail, byRoad, bySea, matrizCartaPorte } from '../facts.js'

export const mercanciasRules = tableOf(at(cartaPorte31, 'Mercancias'), {
  source: matrizCartaPorte,
  rules: {
    CP149: {
      field: 'PesoBrutoTotal',
      says: 'debe ser la suma de PesoEnKg de las mercancías, por carretera, aire o vía férrea',
      when: (_, __, node) => byRoad(node) || byAir(node) || byRail(node),
      holds: ({ PesoBrutoTotal, Mercancia }) =>
        same(PesoBrutoTotal, sumAmounts(Mercancia, 'PesoEnKg')),
    },
    CP150: {
      field: 'PesoBrutoTotal',
      says: 'debe ser la suma de PesoBruto del detalle de las mercancías, por mar',
      when: ofParent(bySea),
      holds: ({ PesoBrutoTotal, Mercancia }) =>
        same(
          PesoBrutoTotal,
          sum(Mercancia, ({ DetalleMercancia }) => DetalleMercancia?.PesoBruto),
        ),
    },
    CP151: {
      field: 'PesoNetoTotal',
      says: 'debe existir por mar, y ser la suma de PesoNeto del detalle de las mercancías',
      when: ofParent(bySea),
      holds: ({ PesoNetoTotal, Mercancia }) =>
        isSum(
          PesoNetoTotal,
          sum(Mercancia, ({ DetalleMercancia }) => DetalleMercancia?.PesoNeto),
        ),
    },
    CP152: {
      field: 'PesoNetoTotal',
      says: 'debe existir por vía férrea, y ser la suma de ToneladasNetasCarro',
      when: ofParent(byRail),
      holds: ({ PesoNetoTotal, TransporteFerroviario }) =>
        isSum(PesoNetoTotal, sumAmounts(TransporteFerroviario?.Carro ?? [], 'ToneladasNetasCarro')),
    },
    CP153: absentIf(
      'LogisticaInversaRecoleccionDevolucion',
      'solo puede existir por carretera',
      (_, __, node) => !byRoad(node),
    ),
    CP154: {
      field: 'NumTotalMercancias',
      says: 'debe ser el número de nodos Mercancia',
      holds: ({ NumTotalMercancias, Mercancia }) =>
        same(NumTotalMercancias, decimalOf(Mercancia.length)),
    },
  },
})

/** Checks that an amount is present and equal to the expected one. */
function isSum(found: Numeric | undefined, expected: Decimal): boolean | Mismatch {
  if (found === undefined) return { expected, found: 'nada' }
  return same(found, expected)
}

/** Returns the exact sum of an attribute of the items; missing values count as zero. */
export function sum<T>(items: readonly T[], attribute: (item: T) => Numeric | undefined): Decimal {
  return items.reduce((total, item) => total.plus(amount(attribute(item))), Decimal.zero)
}
