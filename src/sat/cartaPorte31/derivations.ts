/**
 * "AUTO" in Carta Porte 3.1: its folio, the distance travelled, and the weights and number of goods
 * for each means of transport.
 * @module
 */

import type { Json } from '../../derive/derivation.js'
import { sumField, write } from '../../fiscal/amounts.js'
import { Decimal } from '../../lib/decimal.js'
import { isRecord } from '../../lib/json.js'
import { itemsOf } from '../../lib/lists.js'
import { fieldIs } from '../../rules/form.js'
import { derivations } from '../cfdi40/derive/derivations.js'
import { at } from '../cfdi40/nodes.js'
import { cartaPorte31 } from './declaration.js'
import { createIdCcp } from './idCcp.js'

const rounded = 'hasta tres decimales'

/** Up to three decimals, as in the XSD. */
function peso(sum: Decimal | undefined): string | undefined {
  return sum && write(sum, 3, 3)
}

function detalles(mercancias: unknown): readonly Json[] {
  const found: Json[] = []
  for (const { DetalleMercancia } of itemsOf(mercancias))
    if (isRecord(DetalleMercancia)) found.push(DetalleMercancia)
  return found
}

const carroDerivations = derivations(
  at(cartaPorte31, 'Mercancias', 'TransporteFerroviario.Carro[]'),
  {
    // Tonnes from the kilograms of its containers (CP191).
    ToneladasNetasCarro: {
      from: ['Contenedor[].PesoNetoMercancia'],
      says: 'PesoNetoMercancia de los contenedores, en toneladas',
      rounded,
      value: ({ Contenedor }) => {
        const contenedores = itemsOf(Contenedor)
        const kilos =
          contenedores.length === 0 ? undefined : sumField(contenedores, 'PesoNetoMercancia')
        return kilos && peso(kilos.times(Decimal.unit(3)))
      },
    },
  },
)

const mercanciasDerivations = derivations(at(cartaPorte31, 'Mercancias'), {
  // CP149, CP150.
  PesoBrutoTotal: {
    from: ['Mercancia[].PesoEnKg', 'Mercancia[].DetalleMercancia.PesoBruto'],
    says: 'PesoEnKg de las mercancías o, por mar, su PesoBruto',
    rounded,
    value: ({ TransporteMaritimo, Mercancia }) =>
      peso(
        TransporteMaritimo === undefined
          ? sumField(itemsOf(Mercancia), 'PesoEnKg')
          : sumField(detalles(Mercancia), 'PesoBruto'),
      ),
  },
  // CP151, CP152. Not required by road or by air.
  PesoNetoTotal: {
    from: [
      'Mercancia[].DetalleMercancia.PesoNeto',
      'TransporteFerroviario.Carro[].ToneladasNetasCarro',
    ],
    says: 'PesoNeto de las mercancías, por mar, o ToneladasNetasCarro de los carros, por riel',
    rounded,
    value: ({ TransporteMaritimo, TransporteFerroviario, Mercancia }) => {
      if (TransporteMaritimo !== undefined) return peso(sumField(detalles(Mercancia), 'PesoNeto'))
      if (!isRecord(TransporteFerroviario)) return null
      return peso(sumField(itemsOf(TransporteFerroviario['Carro']), 'ToneladasNetasCarro'))
    },
  },
  NumTotalMercancias: {
    from: ['Mercancia'],
    says: 'cuántas mercancías hay',
    value: ({ Mercancia }) =>
      itemsOf(Mercancia).length === 0 ? undefined : String(itemsOf(Mercancia).length),
  },
})

const cartaPorteDerivations = derivations(at(cartaPorte31), {
  IdCCP: {
    from: [],
    says: 'un número al azar',
    absent: 'left',
    value: (_, { random }) => createIdCcp(random),
  },
  // Kilometres to the destinations, by road or rail (CP125, CP126); absent by sea or air.
  TotalDistRec: {
    from: ['Ubicaciones[].DistanciaRecorrida'],
    says: 'DistanciaRecorrida de los destinos',
    value: ({ Ubicaciones, Mercancias }) => {
      if (!isRecord(Mercancias)) return undefined
      const { Autotransporte, TransporteFerroviario } = Mercancias
      if (Autotransporte === undefined && TransporteFerroviario === undefined) return null
      const destinos = itemsOf(Ubicaciones).filter(fieldIs('TipoUbicacion', 'Destino'))
      const sum = sumField(destinos, 'DistanciaRecorrida')
      return sum && write(sum, 0, sum.scale)
    },
  },
})

export const cartaPorte31Derivations = [
  carroDerivations,
  mercanciasDerivations,
  cartaPorteDerivations,
]
