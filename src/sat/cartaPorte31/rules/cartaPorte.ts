/**
 * Rules of the CartaPorte node: goods, border crossing, distance. CP113 to CP130, CP148, CP169,
 * CP193 and CP194.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { fieldIs } from '../../../rules/form.js'
import { isCurrent } from '../../../rules/inForce.js'
import {
  absentIf,
  hasField,
  hasShape,
  isThere,
  ofParent,
  thereIf,
  thereIff,
} from '../../../rules/presence.js'
import { amount, same } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { isAmong } from '../../cfdi40/placement.js'
import { type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { type CartaPorte31, cartaPorte31 } from '../declaration.js'
import {
  byAir,
  byRail,
  byRoad,
  bySea,
  hasMedio,
  isInternacional,
  matrizCartaPorte,
} from '../facts.js'

/** Complements admitted beside it. */
const companions = new Set([
  'CartaPorte',
  'TimbreFiscalDigital',
  'ComercioExterior',
  'PFintegranteCoordinado',
  'ImpuestosLocales',
  'LeyendasFiscales',
])

const internacional = 'en transporte internacional'
const nacional = 'en transporte nacional'

const isNacional = (node: CartaPorte31): boolean => !isInternacional(node)

/** Minimum stops of a train, besides its origin. */
const destinosPorTren = 5

export const cartaPorteRules = tableOf(at(cartaPorte31), {
  source: matrizCartaPorte,
  rules: {
    CP113: {
      says: 'no admite otros complementos que ComercioExterior, PFintegranteCoordinado, ImpuestosLocales, LeyendasFiscales y el timbre',
      holds: (_, { document }) => isAmong(document.Complemento, companions),
    },
    // The matrix also requires it when TranspInternac is "Sí", which the standard only allows: that
    // half is CP117.
    CP116: absentIf('RegimenesAduaneros', `no debe existir ${nacional}`, isNacional),
    CP117: {
      field: 'RegimenesAduaneros',
      says: 'debe existir con EntradaSalidaMerc, y tener claves vigentes de c_RegimenAduanero',
      when: hasField('EntradaSalidaMerc'),
      holds: ({ RegimenesAduaneros }, context) => {
        if (RegimenesAduaneros === undefined) return isThere(undefined, true)
        for (const [index, { RegimenAduanero }] of RegimenesAduaneros.entries()) {
          const current = isCurrent(context, 'c_RegimenAduanero', RegimenAduanero)
          if (typeof current === 'object')
            return { ...current, at: ['RegimenesAduaneros', index, 'RegimenAduanero'] }
        }
        return true
      },
    },
    CP119: thereIf('EntradaSalidaMerc', `debe existir ${internacional}`, isInternacional),
    CP120: absentIf('EntradaSalidaMerc', `no debe existir ${nacional}`, isNacional),
    CP121: thereIf(
      'PaisOrigenDestino',
      `debe existir ${internacional} y ser una clave de c_Pais`,
      isInternacional,
      'c_Pais',
    ),
    CP122: absentIf('PaisOrigenDestino', `no debe existir ${nacional}`, isNacional),
    CP123: thereIf(
      'ViaEntradaSalida',
      `debe existir ${internacional} y ser una clave vigente de c_CveTransporte`,
      isInternacional,
      'c_CveTransporte',
    ),
    CP124: absentIf('ViaEntradaSalida', `no debe existir ${nacional}`, isNacional),
    CP125: thereIff(
      'TotalDistRec',
      'debe existir por carretera o vía férrea, y solo entonces',
      (node) => byRoad(node) || byRail(node),
    ),
    CP126: {
      field: 'TotalDistRec',
      says: 'debe ser la suma de DistanciaRecorrida de los destinos',
      when: hasField('TotalDistRec'),
      holds: ({ TotalDistRec, Ubicaciones }) =>
        same(
          TotalDistRec,
          Decimal.sum(
            Ubicaciones.map(({ TipoUbicacion, DistanciaRecorrida }) =>
              TipoUbicacion === 'Destino' ? amount(DistanciaRecorrida) : Decimal.zero,
            ),
          ),
        ),
    },
    CP127: {
      field: 'UbicacionPoloOrigen',
      says: 'debe existir, con UbicacionPoloDestino, cuando RegistroISTMO es Sí, y solo entonces',
      holds: (node) =>
        node.RegistroISTMO === 'Sí' ? hasShape(node, polos) : hasShape(node, [], polos),
    },
    CP128: {
      field: 'Ubicaciones',
      says: 'deben tener al menos un Origen por vía férrea',
      when: byRail,
      holds: ({ Ubicaciones }) => count(Ubicaciones, 'Origen') >= 1,
    },
    CP129: {
      field: 'Ubicaciones',
      says: `deben tener al menos ${destinosPorTren} destinos por vía férrea`,
      when: byRail,
      holds: ({ Ubicaciones }) => {
        const found = count(Ubicaciones, 'Destino')
        return found >= destinosPorTren || { found: `${found}` }
      },
    },
    CP130: {
      field: 'Ubicaciones',
      says: 'deben tener al menos un Origen y un Destino por carretera, mar o aire',
      when: (node) => byRoad(node) || bySea(node) || byAir(node),
      holds: ({ Ubicaciones }) =>
        count(Ubicaciones, 'Origen') >= 1 && count(Ubicaciones, 'Destino') >= 1,
    },
    CP148: {
      field: 'Mercancias',
      says: 'debe tener un medio de transporte: Autotransporte, TransporteMaritimo, TransporteAereo o TransporteFerroviario',
      holds: hasMedio,
    },
    CP193: thereIf('FiguraTransporte', 'debe existir por carretera', byRoad),
    CP194: {
      field: 'FiguraTransporte',
      says: 'debe tener al menos un operador (TipoFigura 01) por carretera',
      when: (node) => byRoad(node) && node.FiguraTransporte !== undefined,
      holds: ({ FiguraTransporte = [] }) => FiguraTransporte.some(fieldIs('TipoFigura', '01')),
    },
  },
})

type Ubicacion = CartaPorte31['Ubicaciones'][number]

const polos = ['UbicacionPoloOrigen', 'UbicacionPoloDestino'] as const

function count(ubicaciones: readonly Ubicacion[], tipo: Ubicacion['TipoUbicacion']): number {
  return ubicaciones.filter(fieldIs('TipoUbicacion', tipo)).length
}

export const regimenAduaneroRules = tableOf(at(cartaPorte31, 'RegimenesAduaneros[]'), {
  source: matrizCartaPorte,
  rules: {
    CP118: {
      field: 'RegimenAduanero',
      says: 'debe ser un régimen de entrada cuando EntradaSalidaMerc es Entrada',
      when: ofParent(fieldIs('EntradaSalidaMerc', 'Entrada')),
      holds: ({ RegimenAduanero }, context) => isRegimenDe('Entrada', RegimenAduanero, context),
    },
    CP169: {
      field: 'RegimenAduanero',
      says: 'debe ser un régimen de salida cuando EntradaSalidaMerc es Salida',
      when: ofParent(fieldIs('EntradaSalidaMerc', 'Salida')),
      holds: ({ RegimenAduanero }, context) => isRegimenDe('Salida', RegimenAduanero, context),
    },
  },
})

/**
 * Whether c_RegimenAduanero admits a regime in that direction. Another rule reports an unknown
 * regime.
 */
function isRegimenDe(
  sentido: 'Entrada' | 'Salida',
  regimen: string,
  { catalogs }: RuleContext,
): boolean {
  return catalogs.catalog('c_RegimenAduanero').get(regimen, 'impoexpo')?.includes(sentido) !== false
}
