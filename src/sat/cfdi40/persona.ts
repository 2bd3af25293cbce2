/**
 * What the rules of Emisor, Receptor and ACuentaTerceros ask alike: the regime of a person, and the SAT's list of taxpayers.
 * @module
 */

import type { Taxpayer } from '../../rules/registry.js'
import { isMoral } from './predicates.js'
import type { Mismatch, RuleContext } from './rule.js'

/** Whether a tax regime is open to the kind of person of an RFC. A regime that does not exist is another rule's. */
export function admitsPersona({ catalogs }: RuleContext, regimen: string, rfc: string): boolean | Mismatch {
  const moral = isMoral(rfc)
  const applies = catalogs.catalog('c_RegimenFiscal').get(regimen, moral ? 'aplicaMoral' : 'aplicaFisica')
  return applies !== false || { detail: `el RFC es de persona ${moral ? 'moral' : 'física'}` }
}

/** The taxpayer of an RFC in the SAT's list, when the host has it. */
export function taxpayerOf({ taxpayers }: RuleContext, rfc: string): Taxpayer | undefined {
  return taxpayers?.find(rfc.trim())
}

/** Why a rule about a list of names or postal codes alone is left out. */
export const askedByRfc =
  'la lista del SAT se consulta por RFC: si el dato no es el registrado se informa con el código siguiente'
