/**
 * Rules of the means of transport of Carta Porte 3.1: CP182 to CP192.
 * @module
 */

import { Decimal } from '../../../lib/decimal.js'
import { fieldIsNot } from '../../../rules/form.js'
import {
  absentIf,
  hasField,
  hasShape,
  isThere,
  lacksField,
  thereIff,
} from '../../../rules/presence.js'
import { sumAmounts, within } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { taxpayerOf } from '../../cfdi40/persona.js'
import { type Mismatch, tableOf } from '../../cfdi40/rule.js'
import { type CartaPorte31, cartaPorte31 } from '../declaration.js'
import { hasPeligroso, matrizCartaPorte } from '../facts.js'
import { isForeign } from './ubicacion.js'

export const segurosRules = tableOf(at(cartaPorte31, 'Mercancias.Autotransporte.Seguros'), {
  source: matrizCartaPorte,
  rules: {
    CP182: thereIff(
      'AseguraMedAmbiente',
      'debe existir cuando hay material peligroso, y solo entonces',
      (_, context) => hasPeligroso(context),
    ),
    CP183: thereIff(
      'PolizaMedAmbiente',
      'debe existir con AseguraMedAmbiente, y solo con él',
      hasField('AseguraMedAmbiente'),
    ),
  },
})

export const autotransporteRules = tableOf(at(cartaPorte31, 'Mercancias.Autotransporte'), {
  source: matrizCartaPorte,
  rules: {
    CP184: {
      field: 'Remolques',
      says: 'debe existir o no, según lo que c_ConfigAutotransporte dice de ConfigVehicular',
      holds: ({ IdentificacionVehicular: { ConfigVehicular }, Remolques }, { catalogs }) => {
        const remolque = catalogs
          .catalog('c_ConfigAutotransporte')
          .get(ConfigVehicular.trim(), 'remolque')
        return remolque === undefined || remolque === '0,1' || isThere(Remolques, remolque === '1')
      },
    },
  },
})

export const transporteMaritimoRules = tableOf(at(cartaPorte31, 'Mercancias.TransporteMaritimo'), {
  source: matrizCartaPorte,
  rules: {
    CP185: thereIff(
      'PermisoTempNavegacion',
      'debe existir cuando NacionalidadEmbarc no es MEX, y solo entonces',
      fieldIsNot('NacionalidadEmbarc', 'MEX'),
    ),
  },
})

/** Ferry, in c_ContenedorMaritimo: it carries vehicles with their own Carta Porte. */
const ferri = 'CM011'
const ofContenedor = ['MatriculaContenedor', 'NumPrecinto'] as const
const ofVehiculo = ['IdCCPRelacionado', 'PlacaVMCCP', 'FechaCertificacionCCP'] as const

export const contenedorMaritimoRules = tableOf(
  at(cartaPorte31, 'Mercancias.TransporteMaritimo.Contenedor[]'),
  {
    source: matrizCartaPorte,
    rules: {
      CP186: {
        field: 'TipoContenedor',
        says: `exige los datos del contenedor o, si es ${ferri}, los del vehículo que sube al ferri`,
        holds: (node) => {
          if (node.TipoContenedor === ferri) return hasShape(node, ofVehiculo, ofContenedor)
          return hasShape(node, ofContenedor, ofVehiculo)
        },
      },
      CP187: absentIf(
        'RemolquesCCP',
        `solo puede existir cuando TipoContenedor es ${ferri}`,
        fieldIsNot('TipoContenedor', ferri),
      ),
    },
  },
)

export const transporteAereoRules = tableOf(at(cartaPorte31, 'Mercancias.TransporteAereo'), {
  source: matrizCartaPorte,
  rules: {
    CP188: {
      field: 'RFCEmbarcador',
      says: 'debe estar en la lista de contribuyentes del SAT',
      needs: 'taxpayers',
      when: hasField('RFCEmbarcador'),
      holds: ({ RFCEmbarcador = '' }, context) => taxpayerOf(context, RFCEmbarcador) !== undefined,
    },
    CP189: thereIff(
      'NumRegIdTribEmbarc',
      'debe existir cuando falta RFCEmbarcador, y solo entonces',
      lacksField('RFCEmbarcador'),
    ),
    CP190: {
      field: 'ResidenciaFiscalEmbarc',
      says: 'debe existir con NumRegIdTribEmbarc, y solo con él, y ser una clave de c_Pais que no sea MEX',
      holds: ({ NumRegIdTribEmbarc, ResidenciaFiscalEmbarc }, context) =>
        isForeign(context, ResidenciaFiscalEmbarc, NumRegIdTribEmbarc !== undefined),
    },
  },
})

/** Decimals of ToneladasNetasCarro in the XSD: precise to a kilogram. */
const toneladas = 3

export const carroRules = tableOf(at(cartaPorte31, 'Mercancias.TransporteFerroviario', 'Carro[]'), {
  source: matrizCartaPorte,
  rules: {
    CP191: {
      field: 'ToneladasNetasCarro',
      says: 'debe ser la suma de PesoNetoMercancia de sus contenedores, en toneladas',
      when: hasField('Contenedor'),
      holds: isTonsOf,
    },
    CP192: {
      field: 'Contenedor',
      says: 'debe existir cuando c_TipoDeServicio dice que el servicio lleva contenedores, y solo entonces',
      holds: ({ Contenedor }, { catalogs }, { TipoDeServicio }) => {
        const wanted = catalogs.catalog('c_TipoDeServicio').get(TipoDeServicio.trim(), 'contenedor')
        return wanted === undefined || isThere(Contenedor, wanted)
      },
    },
  },
})

type Carro = NonNullable<CartaPorte31['Mercancias']['TransporteFerroviario']>['Carro'][number]

/**
 * The SAT does not define the rounding, and the attribute cannot hold grams: they may be truncated
 * or rounded.
 */
function isTonsOf({ ToneladasNetasCarro, Contenedor = [] }: Carro): boolean | Mismatch {
  const tons = sumAmounts(Contenedor, 'PesoNetoMercancia').times(Decimal.unit(toneladas))
  return within(ToneladasNetasCarro, tons.truncate(toneladas), tons.ceil(toneladas))
}
