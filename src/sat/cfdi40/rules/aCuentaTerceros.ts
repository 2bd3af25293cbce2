/**
 * Rules of ACuentaTerceros of each concept: matrix of validations of CFDI 4.0, CFDI40187 to
 * CFDI40193 and CFDI140223.
 * @module
 */

import { fieldIs } from '../../../rules/form.js'
import { current } from '../../../rules/presence.js'
import { type Concepto, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { askedByRfc, taxpayerOf } from '../persona.js'
import { type RuleContext, tableOf } from '../rule.js'
import { matriz } from '../sources.js'

export type ACuentaTerceros = NonNullable<Concepto['ACuentaTerceros']>

/** RFC for foreign sellers on whose behalf a platform in Mexico invoices. */
const rfcOferentes = 'EXT990101NI1'

/** The SAT's fixed name for that RFC. */
const nombreOferentes =
  'EXPEDICIÓN DE CFDI POR RESIDENTES EN MÉXICO QUE PRESTAN SERVICIOS DE INTERMEDIACIÓN ENTRE TERCEROS A OFERENTES DE BIENES Y SERVICIOS RESIDENTES EN EL EXTRANJERO'

/** Whether it is that RFC. */
export const isOferentes = ({ RfcACuentaTerceros }: ACuentaTerceros): boolean =>
  RfcACuentaTerceros === rfcOferentes

const isRegistered = (
  { RfcACuentaTerceros: rfc }: ACuentaTerceros,
  context: RuleContext,
): boolean => rfc !== rfcOferentes && taxpayerOf(context, rfc) !== undefined

export const aCuentaTercerosRules = tableOf(at(comprobante, 'Conceptos[].ACuentaTerceros'), {
  source: matriz,
  rules: {
    CFDI40187: {
      field: 'RfcACuentaTerceros',
      says: 'debe estar en la lista de contribuyentes con obligaciones del SAT',
      needs: 'certificates',
      when: (tercero, { certificates }) =>
        certificates?.hasRfc !== undefined && !isOferentes(tercero),
      holds: ({ RfcACuentaTerceros }, { certificates }) =>
        certificates?.hasRfc?.(RfcACuentaTerceros) === true,
    },
    CFDI40188: {
      field: 'RfcACuentaTerceros',
      says: 'no puede ser el del emisor ni el del receptor',
      holds: ({ RfcACuentaTerceros: rfc }, { document: { Emisor, Receptor } }) =>
        rfc !== Emisor.Rfc && rfc !== Receptor.Rfc,
    },
    CFDI40189: {
      field: 'NombreACuentaTerceros',
      says: 'debe ser el nombre fijo de los oferentes residentes en el extranjero con el RFC EXT990101NI1',
      undecidable: `con otro RFC, ${askedByRfc}`,
      when: isOferentes,
      holds: ({ NombreACuentaTerceros: found }) =>
        found === nombreOferentes || { expected: nombreOferentes, found },
    },
    CFDI40190: {
      field: 'NombreACuentaTerceros',
      says: 'debe ser el que el SAT tiene registrado para el RFC',
      needs: 'taxpayers',
      when: isRegistered,
      holds: ({ RfcACuentaTerceros, NombreACuentaTerceros: found }, context) => {
        const expected = taxpayerOf(context, RfcACuentaTerceros)?.nombre ?? ''
        return found === expected || { expected, found }
      },
    },
    CFDI40191: current('RegimenFiscalACuentaTerceros', 'c_RegimenFiscal'),
    CFDI40192: {
      field: 'DomicilioFiscalACuentaTerceros',
      says: 'debe estar en la lista de contribuyentes del SAT',
      undecidable: askedByRfc,
    },
    CFDI40193: {
      field: 'DomicilioFiscalACuentaTerceros',
      says: 'debe ser LugarExpedicion con el RFC EXT990101NI1, y con otro el registrado en el SAT',
      undecidable: 'con otro RFC solo se compara si se tiene la lista de contribuyentes del SAT',
      when: (tercero, context) => isOferentes(tercero) || isRegistered(tercero, context),
      holds: ({ RfcACuentaTerceros: rfc, DomicilioFiscalACuentaTerceros: found }, context) => {
        const registered = rfc === rfcOferentes ? undefined : taxpayerOf(context, rfc)?.codigoPostal
        const expected = registered ?? context.document.LugarExpedicion
        return found === expected || { expected, found }
      },
    },
    CFDI140223: {
      field: 'RegimenFiscalACuentaTerceros',
      says: 'debe ser 616 (sin obligaciones fiscales) con el RFC EXT990101NI1',
      when: isOferentes,
      holds: fieldIs('RegimenFiscalACuentaTerceros', '616'),
    },
  },
})
