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
import { isOferentes } from '../rules/aCuentaTerceros.js'
import { anexo20 } from '../sources.js'

type Persona = Comprobante['Emisor'] | Comprobante['Receptor']

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

const sinRegimen = 'debe ser el de la Constancia de Situación Fiscal, sin el régimen societario'
const enMayusculas = 'debe ir en mayúsculas, como en la Constancia de Situación Fiscal'

const mayusculas: Rule<Persona> = {
  field: 'Nombre',
  says: enMayusculas,
  severity: 'warning',
  when: isUnlisted,
  holds: ({ Nombre }) => !/\p{Ll}/u.test(Nombre) || { expected: Nombre.toUpperCase(), found: Nombre },
}

export const emisorWarnings = tableOf(at(comprobante, 'Emisor'), {
  source: anexo20,
  rules: {
    'CFDI40-S26': {
      field: 'Nombre',
      says: sinRegimen,
      severity: 'warning',
      when: (persona, context) => isMoral(persona.Rfc) && isUnlisted(persona, context),
      holds: ({ Nombre }, context) => {
        const expected = nameWithout(Nombre)
        return expected === undefined || isOfCertificate(Nombre, context) || { expected, found: Nombre }
      },
    },
    'CFDI40-S27': mayusculas,
  },
})

/** Whether a name that ends as a regime does is what is left of the name in the certificate without its own. */
function isOfCertificate(name: string, { certificate }: RuleContext): boolean {
  return certificate !== undefined && removeRegimenSocietario(certificate.name) === name.trim()
}

export const receptorWarnings = tableOf(at(comprobante, 'Receptor'), {
  source: anexo20,
  rules: {
    'CFDI40-S28': {
      field: 'Nombre',
      says: sinRegimen,
      severity: 'warning',
      when: (persona, context) => isMoral(persona.Rfc) && isUnlisted(persona, context),
      holds: ({ Nombre }) => {
        const expected = nameWithout(Nombre)
        return expected === undefined || { expected, found: Nombre }
      },
    },
    'CFDI40-S29': mayusculas,
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
  },
})
