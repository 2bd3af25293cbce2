/**
 * Rules of the details of each Mercancia of Carta Porte 3.1: its customs documents (CP173 to CP176)
 * and its delivery (CP178 to CP180).
 * @module
 */
import { readPedimento } from '../../../catalogs/pedimento.js'
import { fieldIs, fieldIsNot } from '../../../rules/form.js'
import { isThere, ofParent, thereIff } from '../../../rules/presence.js'
import { at } from '../../cfdi40/nodes.js'
import { taxpayerOf } from '../../cfdi40/persona.js'
import { isGenericRfc, presentYear } from '../../cfdi40/predicates.js'
import { type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { operationMismatch } from '../../cfdi40/rules/informacionAduanera.js'
import { cartaPorte31 } from '../declaration.js'
import { idsOf, matrizCartaPorte, mediosOf } from '../facts.js'

/** Pedimento, in c_DocumentoAduanero. */
const pedimento = '01'

export const documentacionAduaneraRules = tableOf(
  at(cartaPorte31, 'Mercancias.Mercancia[].DocumentacionAduanera[]'),
  {
    source: matrizCartaPorte,
    rules: {
      CP173: {
        field: 'TipoDocumento',
        says: 'no puede ser 01 (pedimento) al salir del país',
        when: ofParent(fieldIs('EntradaSalidaMerc', 'Salida')),
        holds: fieldIsNot('TipoDocumento', pedimento),
      },
      CP174: {
        field: 'NumPedimento',
        says: 'debe existir al entrar al país con TipoDocumento 01, y solo entonces, y ser un pedimento posible',
        holds: ({ TipoDocumento, NumPedimento }, context, { EntradaSalidaMerc }) => {
          const there = isThere(
            NumPedimento,
            EntradaSalidaMerc === 'Entrada' && TipoDocumento === pedimento,
          )
          if (there !== true || NumPedimento === undefined) return there
          // As in the CFDI (CFDI40194), without the limit of ten years: only future years are
          // refused.
          const parts = readPedimento(NumPedimento)
          if (parts === undefined) return { detail: 'la forma es AA  AA  PPPP  NNNNNNN' }
          const { ejercicio } = parts
          if (Number.parseInt(ejercicio, 10) > presentYear(context))
            return { detail: `el año ${ejercicio.slice(2)} no ha llegado` }
          return operationMismatch(parts, context) ?? true
        },
      },
      CP175: thereIff(
        'IdentDocAduanero',
        'debe existir cuando TipoDocumento no es 01, y solo entonces',
        fieldIsNot('TipoDocumento', pedimento),
      ),
      CP176: {
        field: 'RFCImpo',
        says: 'debe existir con NumPedimento, y solo con él, y estar en la lista de contribuyentes del SAT si no es genérico',
        undecidable:
          'que el RFC esté en la lista del SAT solo se ve con la lista (TaxpayerRegistry)',
        holds: ({ NumPedimento, RFCImpo }, context) => {
          const there = isThere(RFCImpo, NumPedimento !== undefined)
          if (there !== true || RFCImpo === undefined) return there
          return isRegistered(RFCImpo, context)
        },
      },
    },
  },
)

/** Whether an RFC is generic or in the SAT's list, if the host has it. */
export function isRegistered(rfc: string, context: RuleContext): boolean {
  return (
    isGenericRfc(rfc) || context.taxpayers === undefined || taxpayerOf(context, rfc) !== undefined
  )
}

export const cantidadTransportaRules = tableOf(
  at(cartaPorte31, 'Mercancias.Mercancia[].CantidadTransporta[]'),
  {
    source: matrizCartaPorte,
    rules: {
      CP178: {
        field: 'IDOrigen',
        says: 'debe ser el IDUbicacion de un Origen',
        holds: ({ IDOrigen }, context) => idsOf(context).Origen.has(IDOrigen.trim()),
      },
      CP179: {
        field: 'IDDestino',
        says: 'debe ser el IDUbicacion de un Destino',
        holds: ({ IDDestino }, context) => idsOf(context).Destino.has(IDDestino.trim()),
      },
      CP180: thereIff(
        'CvesTransporte',
        'debe existir cuando hay más de un medio de transporte, y solo entonces, y ser clave vigente de c_CveTransporte',
        (_, __, node) => mediosOf(node).length > 1,
        'c_CveTransporte',
      ),
    },
  },
)
