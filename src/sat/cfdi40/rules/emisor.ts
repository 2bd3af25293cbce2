/**
 * Rules of the Emisor: matrix of validations of CFDI 4.0, CFDI40138 to CFDI40142.
 * @module
 */

import { current } from '../../../rules/presence.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { admitsPersona, taxpayerOf } from '../persona.js'
import { tableOf } from '../rule.js'
import { matriz } from '../sources.js'

export const emisorRules = tableOf(at(comprobante, 'Emisor'), {
  source: matriz,
  rules: {
    CFDI40138: {
      field: 'Nombre',
      says: 'debe estar en la lista de contribuyentes del SAT, y no lo está su RFC',
      needs: 'taxpayers',
      holds: ({ Rfc }, context) => taxpayerOf(context, Rfc) !== undefined,
    },
    CFDI40139: {
      field: 'Nombre',
      says: 'debe ser el que el SAT tiene registrado para el RFC, sin régimen societario',
      needs: 'taxpayers',
      when: ({ Rfc }, context) => taxpayerOf(context, Rfc) !== undefined,
      holds: ({ Rfc, Nombre }, context) => {
        const expected = taxpayerOf(context, Rfc)?.nombre ?? ''
        return Nombre === expected || { expected, found: Nombre }
      },
    },
    CFDI40140: current('RegimenFiscal', 'c_RegimenFiscal'),
    CFDI40141: {
      field: 'RegimenFiscal',
      says: 'debe ser un régimen de la clase de persona del emisor',
      holds: ({ RegimenFiscal, Rfc }, context) => admitsPersona(context, RegimenFiscal, Rfc),
    },
    CFDI40142: {
      field: 'FacAtrAdquirente',
      says: 'debe ser el número de operación que el SAT dio al validar al adquirente',
      undecidable:
        'solo lo sabe el servicio del SAT que valida a quien factura por medio de su adquirente',
    },
  },
})
