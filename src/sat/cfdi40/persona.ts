/**
 * Common rules of Emisor, Receptor and ACuentaTerceros: the regime of a person, and the SAT's list
 * of taxpayers.
 * @module
 */

import type { Taxpayer } from '../../rules/registry.js'
import { isMoral } from './predicates.js'
import type { Mismatch, RuleContext } from './rule.js'

/**
 * Whether a tax regime admits the kind of person of an RFC. Another rule reports an unknown regime.
 */
export function admitsPersona(
  { catalogs }: RuleContext,
  regimen: string,
  rfc: string,
): boolean | Mismatch {
  const moral = isMoral(rfc)
  const applies = catalogs
    .catalog('c_RegimenFiscal')
    .get(regimen, moral ? 'aplicaMoral' : 'aplicaFisica')
  return applies !== false || { detail: `el RFC es de persona ${moral ? 'moral' : 'física'}` }
}

/** Returns the taxpayer of an RFC in the SAT's list, if the host has it. */
export function taxpayerOf({ taxpayers }: RuleContext, rfc: string): Taxpayer | undefined {
  return taxpayers?.find(rfc.trim())
}

/** Reason for leaving out rules about a list of names or postal codes alone. */
export const askedByRfc =
  'la lista del SAT se consulta por RFC: si el dato no es el registrado se informa con el código siguiente'
