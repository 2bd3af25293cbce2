/**
 * Rules of each Ubicacion of Carta Porte 3.1, and of its address: CP131 to CP147.
 * @module
 */

import { collapseSpace } from '../../../lib/text.js'
import { isCurrent } from '../../../rules/inForce.js'
import {
  absentIf,
  isThere,
  isThereCurrent,
  ofParent,
  thereIf,
  thereIff,
} from '../../../rules/presence.js'
import { at } from '../../cfdi40/nodes.js'
import { taxpayerOf } from '../../cfdi40/persona.js'
import { isGenericRfc, rfcExtranjero } from '../../cfdi40/predicates.js'
import { type Mismatch, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { domicilioRules } from '../../domicilio.js'
import { type CartaPorte31, cartaPorte31 } from '../declaration.js'
import { byAir, byRail, byRoad, bySea, hasReparto, matrizCartaPorte, mediosOf } from '../facts.js'

type Ubicacion = CartaPorte31['Ubicaciones'][number]

export const ubicacionRules = tableOf(at(cartaPorte31, 'Ubicaciones[]'), {
  source: matrizCartaPorte,
  rules: {
    CP131: thereIf(
      'IDUbicacion',
      'debe existir cuando hay CantidadTransporta en alguna mercancía',
      (_, context) => hasReparto(context),
    ),
    CP132: {
      field: 'RFCRemitenteDestinatario',
      says: 'debe estar en la lista de contribuyentes del SAT, si no es un RFC genérico',
      needs: 'taxpayers',
      when: ({ RFCRemitenteDestinatario }) => !isGenericRfc(RFCRemitenteDestinatario),
      holds: ({ RFCRemitenteDestinatario }, context) =>
        taxpayerOf(context, RFCRemitenteDestinatario) !== undefined,
    },
    CP133: thereIff(
      'NumRegIdTrib',
      `debe existir con el RFC de extranjeros, ${rfcExtranjero}, y solo con él`,
      ({ RFCRemitenteDestinatario }) => RFCRemitenteDestinatario.trim() === rfcExtranjero,
    ),
    CP134: {
      field: 'ResidenciaFiscal',
      says: 'debe existir con NumRegIdTrib, y solo con él, y ser una clave de c_Pais que no sea MEX',
      holds: ({ NumRegIdTrib, ResidenciaFiscal }, context) =>
        isForeign(context, ResidenciaFiscal, NumRegIdTrib !== undefined),
    },
    // With several means of transport the station belongs to another one than the road (CP136).
    CP135: absentIf(
      'NumEstacion',
      'no debe existir cuando solo se va por carretera',
      (_, __, node) => byRoad(node) && mediosOf(node).length === 1,
    ),
    CP136: {
      field: 'NumEstacion',
      says: 'debe ser una clave vigente de c_Estaciones del medio de transporte',
      when: ({ NumEstacion }, _, node) => NumEstacion !== undefined && hasStations(node),
      holds: ({ NumEstacion = '' }, context, node) => {
        const current = isCurrent(context, 'c_Estaciones', NumEstacion)
        if (current !== true) return current
        const medio = context.catalogs
          .catalog('c_Estaciones')
          .get(NumEstacion.trim(), 'claveTransporte')
        const medios = mediosOf(node)
        return (
          medio === undefined ||
          medios.includes(medio) || {
            found: NumEstacion,
            detail: `es del medio de transporte ${medio}`,
          }
        )
      },
    },
    CP137: {
      field: 'NombreEstacion',
      says: 'debe existir con NumEstacion, y solo con él, y ser el nombre que le da c_Estaciones',
      holds: isStationName,
    },
    CP138: {
      field: 'NombreEstacion',
      says: 'debe ser el nombre real de la estación cuando es extranjera',
      when: ({ NumEstacion, NombreEstacion }, context) =>
        NombreEstacion !== undefined && isForeignStation(context, NumEstacion),
      holds: ({ NumEstacion, NombreEstacion = '' }, context) =>
        collapseSpace(NombreEstacion) !== stationName(context, NumEstacion),
    },
    CP139: thereIff('NavegacionTrafico', 'debe existir por mar, y solo entonces', ofParent(bySea)),
    CP140: {
      field: 'TipoEstacion',
      says: 'debe existir por mar, aire o vía férrea, salvo en una estación extranjera, y ser clave de c_TipoEstacion',
      holds: ({ NumEstacion, TipoEstacion }, context, node) =>
        isThereCurrent(
          context,
          'c_TipoEstacion',
          TipoEstacion,
          hasStations(node) && !isForeignStation(context, NumEstacion),
        ),
    },
    CP141: thereIff(
      'DistanciaRecorrida',
      'debe existir en los destinos por carretera o vía férrea, y solo en ellos',
      ({ TipoUbicacion }, _, node) => TipoUbicacion === 'Destino' && (byRoad(node) || byRail(node)),
    ),
    CP142: thereIff(
      'Domicilio',
      'debe existir, salvo en las estaciones intermedias (TipoEstacion 02) por vía férrea, donde no',
      ({ TipoEstacion }, _, node) => !(byRail(node) && TipoEstacion === '02'),
    ),
  },
})

const hasStations = (node: CartaPorte31): boolean => bySea(node) || byAir(node) || byRail(node)

/** Checks that a country of residence is present exactly when wanted, exists, and is not Mexico. */
export function isForeign(
  context: RuleContext,
  pais: string | undefined,
  wanted: boolean,
): boolean | Mismatch {
  if (pais === 'MEX') return { found: pais }
  return isThereCurrent(context, 'c_Pais', pais, wanted)
}

function stationName({ catalogs }: RuleContext, clave: string | undefined): string | undefined {
  const name =
    clave === undefined ? undefined : catalogs.catalog('c_Estaciones').get(clave.trim(), 'texto')
  if (name === undefined) return undefined
  return collapseSpace(name)
}

/** PM120, EA2346 and EF0001 stand for any station abroad. */
function isForeignStation({ catalogs }: RuleContext, clave: string | undefined): boolean {
  return (
    clave !== undefined &&
    catalogs.catalog('c_Estaciones').get(clave.trim(), 'nacionalidad') === 'Extranjera'
  )
}

function isStationName(
  { NumEstacion, NombreEstacion }: Ubicacion,
  context: RuleContext,
): boolean | Mismatch {
  const there = isThere(NombreEstacion, NumEstacion !== undefined)
  if (there !== true || NombreEstacion === undefined || isForeignStation(context, NumEstacion))
    return there
  const expected = stationName(context, NumEstacion)
  return (
    expected === undefined ||
    expected === '' ||
    collapseSpace(NombreEstacion) === expected || { expected, found: NombreEstacion }
  )
}

const domicilio = domicilioRules<CartaPorte31>('CartaPorte')

export const domicilioUbicacionRules = tableOf(at(cartaPorte31, 'Ubicaciones[].Domicilio'), {
  source: matrizCartaPorte,
  rules: {
    CP143: domicilio.colonia,
    CP144: domicilio.localidad,
    CP145: domicilio.municipio,
    CP146: domicilio.estado,
    CP147: domicilio.codigoPostal,
  },
})
