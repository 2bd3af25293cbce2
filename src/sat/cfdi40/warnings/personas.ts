/**
 * What the SAT states of the issuer, the receiver and third parties without a code: warnings, with names of our own. Their names are those
 * of its list, which has them in capital letters and without company regime; who has the list is told by CFDI40139 and CFDI40145.
 * @module
 */

import { isCurrent } from '../../../rules/inForce.js'
import { type Comprobante, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { taxpayerOf } from '../persona.js'
import { isGenericRfc, isMoral } from '../predicates.js'
import { removeRegimenSocietario } from '../regimenSocietario.js'
import { type Rule, type RuleContext, tableOf } from '../rule.js'
import { type ACuentaTerceros, isOferentes } from '../rules/aCuentaTerceros.js'
import { anexo20 } from '../sources.js'

/** Somebody whom a document names. */
type Persona = Pick<Comprobante['Receptor'], 'Rfc' | 'Nombre'>

/** Names that are remembered to end in no regime: issuers and customers come back document after document. */
const remembered = 1024
const bare = new Set<string>()

/** A name without its company regime, when it ends in one; undefined otherwise, as when the last word may be of the name. */
function nameWithout(name: string): string | undefined {
  if (bare.has(name)) return undefined
  const kept = removeRegimenSocietario(name)
  const regimen = name
    .trim()
    .slice(kept.length)
    .replace(/[\s.,]/g, '')
  if (regimen.length > 2 || common.has(regimen)) return kept
  if (bare.size >= remembered) bare.clear()
  bare.add(name)
  return undefined
}

/** Of the regimes of two letters, those that no name ends in but as a regime. */
const common = new Set(['SA', 'SC', 'AC'])

/** Somebody of whom the SAT's list is not at hand. */
function isUnlisted({ Rfc }: Pick<Persona, 'Rfc'>, context: RuleContext): boolean {
  return !isGenericRfc(Rfc) && taxpayerOf(context, Rfc) === undefined
}

/** How the name of a company is to be written, in the field that has it. `isRight` knows of names that look wrong and are not. */
function sinRegimen<Node>(
  field: string,
  personaOf: (node: Node) => Persona | undefined,
  isRight: (name: string, context: RuleContext) => boolean = () => false,
): Rule<Node> {
  return {
    field,
    says: 'debe ser el de la Constancia de Situación Fiscal, sin el régimen societario',
    severity: 'warning',
    when: (node, context) => {
      const persona = personaOf(node)
      return persona !== undefined && isMoral(persona.Rfc) && isUnlisted(persona, context)
    },
    holds: (node, context) => {
      const found = personaOf(node)?.Nombre ?? ''
      const expected = nameWithout(found)
      return expected === undefined || isRight(found, context) || { expected, found }
    },
  }
}

function mayusculas<Node>(field: string, personaOf: (node: Node) => Persona | undefined): Rule<Node> {
  return {
    field,
    says: 'debe ir en mayúsculas, como en la Constancia de Situación Fiscal',
    severity: 'warning',
    when: (node, context) => {
      const persona = personaOf(node)
      return persona !== undefined && isUnlisted(persona, context)
    },
    holds: (node) => {
      const found = personaOf(node)?.Nombre ?? ''
      return !/\p{Ll}/u.test(found) || { expected: found.toUpperCase(), found }
    },
  }
}

const itself = (persona: Persona): Persona => persona

/** The name of who sells from abroad is fixed: CFDI40189. */
const tercero = (node: ACuentaTerceros): Persona | undefined =>
  isOferentes(node) ? undefined : { Rfc: node.RfcACuentaTerceros, Nombre: node.NombreACuentaTerceros }

export const emisorWarnings = tableOf(at(comprobante, 'Emisor'), {
  source: anexo20,
  rules: {
    'CFDI40-S26': sinRegimen('Nombre', itself, isOfCertificate),
    'CFDI40-S27': mayusculas('Nombre', itself),
  },
})

/** Whether a name that ends as a regime does is what is left of the name in the certificate without its own. */
function isOfCertificate(name: string, { certificate }: RuleContext): boolean {
  return certificate !== undefined && removeRegimenSocietario(certificate.name) === name.trim()
}

export const receptorWarnings = tableOf(at(comprobante, 'Receptor'), {
  source: anexo20,
  rules: {
    'CFDI40-S28': sinRegimen('Nombre', itself),
    'CFDI40-S29': mayusculas('Nombre', itself),
    'CFDI40-S30': {
      field: 'DomicilioFiscalReceptor',
      says: 'debe ser un código postal vigente de c_CodigoPostal: el de la Constancia de Situación Fiscal (CFDI40147, CFDI40148)',
      severity: 'warning',
      // Of a generic RFC it is that of LugarExpedicion: CFDI40149.
      when: isUnlisted,
      holds: ({ DomicilioFiscalReceptor }, context) => isCurrent(context, 'c_CodigoPostal', DomicilioFiscalReceptor),
    },
    'CFDI40-S31': {
      field: 'UsoCFDI',
      says: 'no debe ser CP01 (pagos) ni CN01 (nómina) en comprobantes de tipo I, E o T',
      severity: 'warning',
      tipos: 'IET',
      holds: ({ UsoCFDI }) => UsoCFDI !== 'CP01' && UsoCFDI !== 'CN01',
    },
  },
})

export const terceroWarnings = tableOf(at(comprobante, 'Conceptos[].ACuentaTerceros'), {
  source: anexo20,
  rules: {
    'CFDI40-S35': {
      field: 'DomicilioFiscalACuentaTerceros',
      says: 'debe ser un código postal vigente de c_CodigoPostal: el de la Constancia de Situación Fiscal del tercero (CFDI40192, CFDI40193)',
      severity: 'warning',
      // Of sellers abroad it is that of LugarExpedicion: CFDI40193.
      when: (tercero, context) => !isOferentes(tercero) && isUnlisted({ Rfc: tercero.RfcACuentaTerceros }, context),
      holds: ({ DomicilioFiscalACuentaTerceros: domicilio }, context) =>
        isCurrent(context, 'c_CodigoPostal', domicilio),
    },
    'CFDI40-S36': sinRegimen('NombreACuentaTerceros', tercero),
    'CFDI40-S37': mayusculas('NombreACuentaTerceros', tercero),
  },
})
