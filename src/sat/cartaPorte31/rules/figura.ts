/**
 * Rules of the participants in the transport, in Carta Porte 3.1: CP195 to CP204.
 * @module
 */

import { fieldIs } from '../../../rules/form.js'
import { hasField, lacksField, thereIff } from '../../../rules/presence.js'
import { at } from '../../cfdi40/nodes.js'
import { tableOf } from '../../cfdi40/rule.js'
import { domicilioRules } from '../../domicilio.js'
import { type CartaPorte31, cartaPorte31 } from '../declaration.js'
import { matrizCartaPorte } from '../facts.js'
import { isRegistered } from './detalle.js'
import { isForeign } from './ubicacion.js'

const operador = '01'
/** Owner and lessor of parts of the transport. */
const duenos = new Set(['02', '03'])

export const figuraRules = tableOf(at(cartaPorte31, 'FiguraTransporte[]'), {
  source: matrizCartaPorte,
  rules: {
    CP195: {
      field: 'RFCFigura',
      says: 'debe estar en la lista de contribuyentes del SAT, y no existir con NumRegIdTribFigura',
      undecidable: 'que el RFC esté en la lista del SAT solo se ve con la lista (TaxpayerRegistry)',
      when: hasField('RFCFigura'),
      holds: ({ RFCFigura = '', NumRegIdTribFigura }, context) =>
        NumRegIdTribFigura === undefined && isRegistered(RFCFigura, context),
    },
    CP196: thereIff(
      'NumLicencia',
      'debe existir en el operador (TipoFigura 01), y solo en él',
      fieldIs('TipoFigura', operador),
    ),
    CP197: thereIff(
      'NumRegIdTribFigura',
      'debe existir cuando falta RFCFigura, y solo entonces',
      lacksField('RFCFigura'),
    ),
    CP198: {
      field: 'ResidenciaFiscalFigura',
      says: 'debe existir con NumRegIdTribFigura, y solo con él, y ser una clave de c_Pais que no sea MEX',
      holds: ({ NumRegIdTribFigura, ResidenciaFiscalFigura }, context) =>
        isForeign(context, ResidenciaFiscalFigura, NumRegIdTribFigura !== undefined),
    },
    CP199: thereIff(
      'PartesTransporte',
      'debe existir en el propietario y el arrendador (TipoFigura 02 y 03), y solo en ellos',
      ({ TipoFigura }) => duenos.has(TipoFigura),
    ),
  },
})

const domicilio = domicilioRules<CartaPorte31>('CartaPorte')

export const domicilioFiguraRules = tableOf(at(cartaPorte31, 'FiguraTransporte[].Domicilio'), {
  source: matrizCartaPorte,
  rules: {
    CP200: domicilio.colonia,
    CP201: domicilio.localidad,
    CP202: domicilio.municipio,
    CP203: domicilio.estado,
    CP204: domicilio.codigoPostal,
  },
})
