/**
 * Requirements of the SAT for issuer, receiver and third parties without a code: warnings, with our
 * own codes. Their names must be those of its list, which are in capital letters and without
 * company regime. With the list, CFDI40139 and CFDI40145 apply instead.
 * @module
 */

import { rfcCheckDigit } from '../../../fiscal/checkDigits.js'
import { collapseSpace } from '../../../lib/text.js'
import { keysOf } from '../../../model/finding.js'
import { isCurrent } from '../../../rules/inForce.js'
import { type Comprobante, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { taxpayerOf } from '../persona.js'
import { isGenericRfc, isMoral } from '../predicates.js'
import { removeRegimenSocietario } from '../../regimenSocietario.js'
import { type Mismatch, type Rule, type RuleContext, tableOf } from '../rule.js'
import { type ACuentaTerceros, isOferentes } from '../rules/aCuentaTerceros.js'
import { anexo20 } from '../sources.js'

/** A person or company named in a document. */
type Persona = Pick<Comprobante['Receptor'], 'Rfc' | 'Nombre'>

/** Number of cached names without a regime: issuers and customers recur. */
const remembered = 1024
const bare = new Set<string>()

/**
 * Returns a name without its company regime; undefined when it has none, or when the last word may
 * belong to the name.
 */
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

/** Two-letter regimes that no name ends in otherwise. */
const common = new Set(['SA', 'SC', 'AC'])

/** Whether the SAT's list is not available for the RFC. */
function isUnlisted({ Rfc }: Pick<Persona, 'Rfc'>, context: RuleContext): boolean {
  return !isGenericRfc(Rfc) && taxpayerOf(context, Rfc) === undefined
}

/**
 * The name as the SAT's list most probably has it: every warning about a name expects this one, so
 * that they agree.
 */
function listedName({ Rfc, Nombre }: Persona): string {
  const name = collapseSpace(Nombre)
  return ((isMoral(Rfc) ? nameWithout(name) : undefined) ?? name).toUpperCase()
}

/** Points to the host's own list of taxpayers: docs/en/registries.md. */
const withList = 'con una lista propia, `registries.taxpayers`, se compara con lo registrado'

/**
 * Rule for the notation of a company's name in a field. `isRight` accepts names that look wrong but
 * are right.
 */
function sinRegimen<Node>(
  field: string,
  personaOf: (node: Node) => Persona | undefined,
  isRight: (name: string, context: RuleContext) => boolean = () => false,
): Rule<Node> {
  return {
    field,
    says: 'debe ser el de la Constancia de Situación Fiscal, sin el régimen societario',
    remedy: withList,
    severity: 'warning',
    when: (node, context) => {
      const persona = personaOf(node)
      return persona !== undefined && isMoral(persona.Rfc) && isUnlisted(persona, context)
    },
    holds: (node, context) => {
      const persona = personaOf(node)
      if (persona === undefined || nameWithout(persona.Nombre) === undefined) return true
      return (
        isRight(persona.Nombre, context) || { expected: listedName(persona), found: persona.Nombre }
      )
    },
  }
}

function mayusculas<Node>(
  field: string,
  personaOf: (node: Node) => Persona | undefined,
): Rule<Node> {
  return {
    field,
    says: 'debe ir en mayúsculas, como en la Constancia de Situación Fiscal',
    remedy: withList,
    severity: 'warning',
    when: (node, context) => {
      const persona = personaOf(node)
      return persona !== undefined && isUnlisted(persona, context)
    },
    holds: (node) => {
      const persona = personaOf(node)
      if (persona === undefined || !/\p{Ll}/u.test(persona.Nombre)) return true
      return { expected: listedName(persona), found: persona.Nombre }
    },
  }
}

/**
 * Rule for an RFC with a wrong check digit (CFDI40143). A few of the oldest RFCs have a different
 * one.
 */
function conDigito<Node>(field: string, rfcOf: (node: Node) => string | undefined): Rule<Node> {
  return {
    field,
    says: 'no parece un RFC: su último carácter, el dígito verificador, no corresponde a los demás; confírmelo con la Constancia de Situación Fiscal',
    remedy: withList,
    severity: 'warning',
    when: (node, context) => {
      const rfc = rfcOf(node)
      return rfc !== undefined && isUnlisted({ Rfc: rfc }, context)
    },
    holds: (node) => {
      const rfc = rfcOf(node) ?? ''
      const digit = rfcCheckDigit(rfc)
      return digit === undefined || rfc.endsWith(digit) || { found: rfc }
    },
  }
}

const itself = (persona: Persona): Persona => persona

/** The name of foreign sellers is fixed: CFDI40189. */
const tercero = (node: ACuentaTerceros): Persona | undefined => {
  if (isOferentes(node)) return undefined
  return { Rfc: node.RfcACuentaTerceros, Nombre: node.NombreACuentaTerceros }
}

function spacedName(
  persona: Persona | undefined,
  at: readonly (string | number)[],
  subject: NonNullable<Mismatch['subject']>,
): readonly Mismatch[] {
  if (persona === undefined || isGenericRfc(persona.Rfc)) return []
  return [{ at, subject, expected: listedName(persona) }]
}

export const nombreWarnings = tableOf(at(comprobante), {
  source: anexo20,
  rules: {
    'CFDI40-S43': {
      field: 'Receptor',
      remedy: withList,
      says: 'conviene sin espacios dobles, al principio ni al final: hay PAC que comparan el texto (CFDI40145)',
      severity: 'warning',
      when: (_, { spaced }) => spaced.length > 0,
      holds: (_, context) => {
        // Names of others: PACs check that of the issuer by its certificate.
        const mismatches = context.spaced.flatMap((place) => {
          const at = keysOf(place)
          const [list, index, child, field] = at
          if (list === 'Receptor' && index === 'Nombre')
            return spacedName(context.document.Receptor, at, {
              element: 'Receptor',
              field: 'Nombre',
            })
          if (
            list !== 'Conceptos' ||
            child !== 'ACuentaTerceros' ||
            field !== 'NombreACuentaTerceros'
          )
            return []
          const persona = context.document.Conceptos[index as number]?.ACuentaTerceros
          if (persona === undefined) return []
          return spacedName(tercero(persona), at, { element: child, field })
        })
        return mismatches.length === 0 || mismatches
      },
    },
  },
})

export const emisorWarnings = tableOf(at(comprobante, 'Emisor'), {
  source: anexo20,
  rules: {
    'CFDI40-S26': sinRegimen('Nombre', itself, isOfCertificate),
    'CFDI40-S27': mayusculas('Nombre', itself),
  },
})

/** Whether a name that ends like a regime is the certificate's name without its own regime. */
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
      remedy: withList,
      severity: 'warning',
      // With a generic RFC it is that of LugarExpedicion: CFDI40149.
      when: isUnlisted,
      holds: ({ DomicilioFiscalReceptor }, context) =>
        isCurrent(context, 'c_CodigoPostal', DomicilioFiscalReceptor),
    },
    'CFDI40-S44': conDigito('Rfc', ({ Rfc }) => Rfc),
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
      // For foreign sellers it is that of LugarExpedicion: CFDI40193.
      when: (tercero, context) =>
        !isOferentes(tercero) && isUnlisted({ Rfc: tercero.RfcACuentaTerceros }, context),
      holds: ({ DomicilioFiscalACuentaTerceros: domicilio }, context) =>
        isCurrent(context, 'c_CodigoPostal', domicilio),
    },
    'CFDI40-S36': sinRegimen('NombreACuentaTerceros', tercero),
    'CFDI40-S37': mayusculas('NombreACuentaTerceros', tercero),
    'CFDI40-S45': conDigito('RfcACuentaTerceros', (node) => tercero(node)?.Rfc),
  },
})
