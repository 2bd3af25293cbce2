/**
 * Rules of the document that carries Carta Porte 3.1: CP101 to CP114, and requirements of the
 * standard without a code.
 * @module
 */

import { within } from '../../../model/nodes.js'
import { fieldIs, fieldIsIn, fieldIsNot, fieldIsZero, mustBe } from '../../../rules/form.js'
import { comprobante } from '../../cfdi40/declaration.js'
import { at, ofAnyVersion } from '../../cfdi40/nodes.js'
import { taxpayerOf } from '../../cfdi40/persona.js'
import { oncePer, onlyIn, placesOf } from '../../cfdi40/placement.js'
import { isGenericRfc } from '../../cfdi40/predicates.js'
import { tableOf } from '../../cfdi40/rule.js'
import { cartaPorte31 } from '../declaration.js'
import { matrizCartaPorte, mediosOf } from '../facts.js'

/**
 * Services of transport, storage and parcels; an income document with Carta Porte requires at least
 * one.
 */
const servicios = new Set(
  `78101500 78101501 78101502 78101503 78101600 78101601 78101602 78101603 78101604 78101700 78101701 78101702 78101703
  78101704 78101705 78101706 78101800 78101801 78101802 78101803 78101804 78101806 78101807 78101900 78101901 78101902
  78101903 78101904 78101905 78102200 78102201 78102203 78102204 78102205 78121603 78141500 78141501 84121806 92121800
  92121801 92121802`.split(/\s+/),
)

/** Services of several means of transport. The matrix omits 78101905, which the standard lists. */
const multimodales = new Set(['78101900', '78101901', '78101902', '78101903', '78101904'])

/** Codes of c_ObjetoImp at the publication of the matrix; 06 to 08 are of 13 December 2024. */
const objetosImp = new Set(['01', '02', '03', '04', '05'])

export const lugarCartaPorteRules = tableOf(placesOf(cartaPorte31), {
  source: matrizCartaPorte,
  rules: {
    CP112: oncePer('debe ir en Complemento, y una sola vez', 'comprobante'),
    CP114: onlyIn('solo se admite en comprobantes de tipo I o T', 'I', 'T'),
  },
})

export const versionCartaPorteRules = tableOf(ofAnyVersion(cartaPorte31), {
  source: matrizCartaPorte,
  rules: { CP115: { field: 'Version', says: 'debe ser 3.1', inSchema: true } },
})

/** The document that carries it. */
const carrier = within(at(comprobante), at(cartaPorte31))

export const comprobanteCartaPorteRules = tableOf(carrier, {
  source: matrizCartaPorte,
  rules: {
    CP101: {
      field: 'Version',
      says: 'debe ser 4.0 en un comprobante con Carta Porte 3.1',
      inSchema: true,
    },
    CP102: {
      field: 'SubTotal',
      says: 'debe ser cero en un comprobante de tipo T con Carta Porte',
      tipos: 'T',
      holds: fieldIsZero('SubTotal'),
    },
    CP103: {
      field: 'Moneda',
      says: 'debe ser XXX en un comprobante de tipo T con Carta Porte',
      tipos: 'T',
      holds: fieldIs('Moneda', 'XXX'),
    },
    CP104: {
      field: 'Moneda',
      says: 'no puede ser XXX en un comprobante de tipo I con Carta Porte',
      tipos: 'I',
      holds: fieldIsNot('Moneda', 'XXX'),
    },
    CP105: {
      field: 'Total',
      says: 'debe ser cero en un comprobante de tipo T con Carta Porte',
      tipos: 'T',
      holds: fieldIsZero('Total'),
    },
    CP109: {
      field: 'Conceptos',
      says: 'deben tener al menos una ClaveProdServ de transporte, almacenaje o paquetería en el tipo I con Carta Porte',
      tipos: 'I',
      holds: ({ Conceptos }) =>
        Conceptos.some(({ ClaveProdServ }) => servicios.has(ClaveProdServ.trim())),
    },
  },
})

export const receptorCartaPorteRules = tableOf(
  within(at(comprobante, 'Receptor'), at(cartaPorte31)),
  {
    source: matrizCartaPorte,
    rules: {
      CP107: {
        field: 'Rfc',
        says: 'debe ser el del emisor en un comprobante de tipo T con Carta Porte',
        tipos: 'T',
        holds: ({ Rfc }, { document: { Emisor } }) =>
          Rfc.trim() === Emisor.Rfc.trim() || { expected: Emisor.Rfc, found: Rfc },
      },
      CP108: {
        field: 'Rfc',
        says: 'debe estar en la lista de contribuyentes del SAT, si no es un RFC genérico',
        needs: 'taxpayers',
        tipos: 'I',
        when: ({ Rfc }) => !isGenericRfc(Rfc),
        holds: ({ Rfc }, context) => taxpayerOf(context, Rfc) !== undefined,
      },
      CP111: {
        field: 'UsoCFDI',
        says: 'debe ser S01 en un comprobante de tipo T con Carta Porte',
        tipos: 'T',
        holds: mustBe('UsoCFDI', 'S01'),
      },
    },
  },
)

/**
 * Codes of c_ObjetoImp since 13 December 2024. The matrix is of June, and PACs may have been
 * updated since.
 */
const posteriores = new Set(['06', '07', '08'])

export const conceptoCartaPorteRules = tableOf(
  within(at(comprobante, 'Conceptos[]'), at(cartaPorte31)),
  {
    source: matrizCartaPorte,
    rules: {
      CP106: {
        field: 'ObjetoImp',
        says: 'debe ser 01, 02, 03, 04 o 05 con Carta Porte, y 02 exige desglosar los impuestos',
        holds: ({ ObjetoImp, Impuestos }) => {
          if (posteriores.has(ObjetoImp))
            return { severity: 'warning', detail: 'la matriz es anterior a esa clave' }
          return objetosImp.has(ObjetoImp) && (ObjetoImp !== '02' || Impuestos !== undefined)
        },
      },
      CP110: {
        field: 'ClaveProdServ',
        says: 'de transporte multimodal exige más de un medio de transporte en la Carta Porte',
        tipos: 'I',
        when: fieldIsIn('ClaveProdServ', multimodales),
        holds: (_, __, cartaPorte) => mediosOf(cartaPorte).length > 1,
      },
      'CP-S01': {
        field: 'ObjetoImp',
        says: 'debe ser 01, 02, 03 o 04 según el estándar de Carta Porte; 05 solo lo añade la matriz',
        severity: 'warning',
        when: fieldIs('ObjetoImp', '05'),
        holds: () => false,
      },
    },
  },
)

export const noClasificadoCartaPorteRules = tableOf(
  { ...carrier, element: 'CartaPorte' },
  {
    source: matrizCartaPorte,
    rules: {
      CP999: {
        says: 'tiene un error que el SAT no clasifica',
        undecidable: 'es el código que el PAC da a lo que no tiene otro',
      },
    },
  },
)
