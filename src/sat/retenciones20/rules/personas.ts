/**
 * Rules of Emisor and Receptor: Reten20110 to Reten20120, and Reten20136.
 * @module
 */
import { current } from '../../../rules/presence.js'
import { retenciones } from '../declaration.js'
import { at } from '../nodes.js'
import { matriz, type RuleContext, tableOf } from '../rule.js'

const generic = 'XAXX010101000'

/** Reason for leaving out rules about a list of names or postal codes alone. */
const askedByRfc =
  'la lista del SAT se consulta por RFC: si el dato no es el registrado se informa con otro código'

const isMoralRfc = (rfc: string): boolean => rfc.trim().length === 12

function registered({ taxpayers }: RuleContext, rfc: string) {
  return taxpayers?.find(rfc.trim())
}

export const emisorRules = tableOf(at(retenciones, 'Emisor'), {
  source: matriz,
  rules: {
    Reten20110: {
      field: 'NomDenRazSocE',
      says: 'debe estar en la lista de contribuyentes del SAT',
      undecidable: askedByRfc,
    },
    Reten20111: current('RegimenFiscalE', 'c_RegimenFiscal'),
    Reten20112: {
      field: 'RegimenFiscalE',
      says: 'debe ser un régimen de la clase de persona del emisor',
      holds: ({ RegimenFiscalE, RfcE }, context) => {
        // Whether a tax regime admits the kind of person of an RFC.
        const isMoral = isMoralRfc(RfcE)
        const regimenes = context.catalogs.catalog('c_RegimenFiscal')
        const applies = regimenes.get(
          RegimenFiscalE.trim(),
          isMoral ? 'aplicaMoral' : 'aplicaFisica',
        )
        return (
          applies !== false || { detail: `el RFC es de persona ${isMoral ? 'moral' : 'física'}` }
        )
      },
    },
    Reten20136: {
      field: 'NomDenRazSocE',
      says: 'debe ser el que el SAT tiene registrado para el RFC',
      needs: 'taxpayers',
      when: ({ RfcE }, context) => registered(context, RfcE) !== undefined,
      holds: ({ RfcE, NomDenRazSocE }, context) => {
        const expected = registered(context, RfcE)?.nombre ?? ''
        return NomDenRazSocE === expected || { expected, found: NomDenRazSocE }
      },
    },
  },
})

export const nacionalRules = tableOf(at(retenciones, 'Receptor.Nacional'), {
  source: matriz,
  rules: {
    Reten20113: {
      field: 'RfcR',
      says: 'debe estar en la lista de contribuyentes del SAT',
      needs: 'taxpayers',
      when: ({ RfcR }) => RfcR.trim() !== generic,
      holds: ({ RfcR }, context) => registered(context, RfcR) !== undefined,
    },
    Reten20114: {
      field: 'RfcR',
      says: 'no se busca en la lista cuando es el genérico nacional',
      undecidable: 'es una excepción de Reten20113 y ningún documento la incumple',
    },
    Reten20115: {
      field: 'NomDenRazSocR',
      says: 'debe estar en la lista de contribuyentes del SAT',
      undecidable: askedByRfc,
    },
    Reten20116: {
      field: 'NomDenRazSocR',
      says: 'debe ser el registrado para el RFC; PÚBLICO EN GENERAL solo con el genérico nacional',
      holds: ({ RfcR, NomDenRazSocR }, context) => {
        const isPublic = NomDenRazSocR.trim() === 'PÚBLICO EN GENERAL'
        if (isPublic && RfcR.trim() !== generic) return { detail: `el RFC es ${RfcR.trim()}` }
        const expected = registered(context, RfcR)?.nombre
        if (expected === undefined || expected === NomDenRazSocR) return true
        return { expected, found: NomDenRazSocR }
      },
    },
    Reten20117: {
      field: 'CurpR',
      says: 'no debe existir cuando el RFC es de persona moral',
      when: ({ RfcR }) => isMoralRfc(RfcR),
      holds: ({ CurpR }) => CurpR === undefined || { detail: 'sobra' },
    },
    Reten20119: {
      field: 'DomicilioFiscalR',
      says: 'debe estar en la lista de contribuyentes del SAT',
      undecidable: askedByRfc,
    },
    Reten20120: {
      field: 'DomicilioFiscalR',
      says: 'debe ser el registrado para el RFC; con el genérico nacional, LugarExpRetenc',
      holds: ({ RfcR, DomicilioFiscalR }, context) => {
        const found = DomicilioFiscalR.trim()
        const expected =
          RfcR.trim() === generic
            ? context.document.LugarExpRetenc.trim()
            : registered(context, RfcR)?.codigoPostal
        return expected === undefined || found === expected || { expected, found }
      },
    },
  },
})
