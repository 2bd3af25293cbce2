/**
 * Rules of the Receptor: matrix of validations of CFDI 4.0, CFDI40143 to CFDI40161.
 * @module
 */

import { fieldIs, fieldIsNot } from '../../../rules/form.js'
import { formWords } from '../../../rules/formWords.js'
import { current, hasField } from '../../../rules/presence.js'
import { type Comprobante, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { admitsPersona, askedByRfc, taxpayerOf } from '../persona.js'
import {
  hasComplement,
  isGenericRfc,
  isMoral,
  nombrePublicoEnGeneral,
  rfcExtranjero,
  rfcPublicoEnGeneral,
} from '../predicates.js'
import { type Mismatch, type RuleContext, tableOf } from '../rule.js'
import { matriz } from '../sources.js'

type Receptor = Comprobante['Receptor']

const isRegistered = ({ Rfc }: Receptor, context: RuleContext): boolean =>
  !isGenericRfc(Rfc) && taxpayerOf(context, Rfc) !== undefined

export const receptorRules = tableOf(at(comprobante, 'Receptor'), {
  source: matriz,
  rules: {
    CFDI40143: {
      field: 'Rfc',
      says: 'debe estar en la lista de contribuyentes del SAT, si no es un RFC genérico',
      needs: 'taxpayers',
      when: ({ Rfc }) => !isGenericRfc(Rfc),
      holds: ({ Rfc }, context) => taxpayerOf(context, Rfc) !== undefined,
    },
    CFDI40144: {
      field: 'Nombre',
      says: 'debe estar en la lista de contribuyentes del SAT, si el RFC no es genérico',
      undecidable: askedByRfc,
    },
    CFDI40145: {
      field: 'Nombre',
      says: 'debe ser el que el SAT tiene registrado para el RFC, sin régimen societario',
      needs: 'taxpayers',
      when: isRegistered,
      holds: ({ Rfc, Nombre }, context) => {
        const expected = taxpayerOf(context, Rfc)?.nombre ?? ''
        return Nombre === expected || { expected, found: Nombre }
      },
    },
    CFDI40146: {
      field: 'Nombre',
      says: 'solo puede ser PUBLICO EN GENERAL con el RFC XAXX010101000',
      when: fieldIs('Nombre', nombrePublicoEnGeneral),
      holds: fieldIs('Rfc', rfcPublicoEnGeneral),
    },
    CFDI40147: {
      field: 'DomicilioFiscalReceptor',
      says: 'debe estar en la lista de contribuyentes del SAT, si el RFC no es genérico',
      undecidable: askedByRfc,
    },
    CFDI40148: {
      field: 'DomicilioFiscalReceptor',
      says: 'debe ser el código postal que el SAT tiene registrado para el RFC',
      needs: 'taxpayers',
      when: isRegistered,
      holds: ({ Rfc, DomicilioFiscalReceptor }, context) => {
        const expected = taxpayerOf(context, Rfc)?.codigoPostal ?? ''
        return DomicilioFiscalReceptor === expected || { expected, found: DomicilioFiscalReceptor }
      },
    },
    CFDI40149: {
      field: 'DomicilioFiscalReceptor',
      says: 'debe ser el de LugarExpedicion cuando el RFC es genérico',
      when: ({ Rfc }) => isGenericRfc(Rfc),
      holds: ({ DomicilioFiscalReceptor }, { document }) =>
        DomicilioFiscalReceptor === document.LugarExpedicion || {
          expected: document.LugarExpedicion,
          found: DomicilioFiscalReceptor,
        },
    },
    CFDI40150: {
      ...current('ResidenciaFiscal', 'c_Pais'),
      when: hasField('ResidenciaFiscal'),
    },
    CFDI40151: {
      field: 'ResidenciaFiscal',
      says: 'solo puede existir con el RFC genérico de extranjeros, XEXX010101000',
      when: hasField('ResidenciaFiscal'),
      holds: fieldIs('Rfc', rfcExtranjero),
    },
    CFDI40152: {
      field: 'ResidenciaFiscal',
      says: 'no puede ser MEX',
      when: hasField('ResidenciaFiscal'),
      holds: fieldIsNot('ResidenciaFiscal', 'MEX'),
    },
    CFDI40153: {
      field: 'ResidenciaFiscal',
      says: 'debe existir con el RFC de extranjeros si hay NumRegIdTrib o el complemento ComercioExterior',
      when: ({ Rfc, NumRegIdTrib }, { document }) =>
        Rfc === rfcExtranjero &&
        (NumRegIdTrib !== undefined || hasComplement(document, 'ComercioExterior')),
      holds: hasField('ResidenciaFiscal'),
    },
    CFDI40154: {
      field: 'NumRegIdTrib',
      says: 'solo puede existir con el RFC genérico de extranjeros, XEXX010101000',
      when: hasField('NumRegIdTrib'),
      holds: fieldIs('Rfc', rfcExtranjero),
    },
    CFDI40155: {
      field: 'NumRegIdTrib',
      says: 'debe existir con el RFC de extranjeros si hay complemento ComercioExterior',
      when: ({ Rfc }, { document }) =>
        Rfc === rfcExtranjero && hasComplement(document, 'ComercioExterior'),
      holds: hasField('NumRegIdTrib'),
    },
    CFDI40156: {
      field: 'NumRegIdTrib',
      says: 'debe tener la forma que c_Pais da para ResidenciaFiscal',
      when: ({ NumRegIdTrib, ResidenciaFiscal }) =>
        NumRegIdTrib !== undefined && ResidenciaFiscal !== undefined,
      holds: ({ NumRegIdTrib = '', ResidenciaFiscal = '' }, { catalogs }) => {
        const pattern = catalogs
          .catalog('c_Pais')
          .get(ResidenciaFiscal, 'patronIdentidadTributaria')
        return (
          pattern === undefined || isOfForm(NumRegIdTrib, pattern) || { detail: formWords(pattern) }
        )
      },
    },
    CFDI40157: current('RegimenFiscalReceptor', 'c_RegimenFiscal'),
    CFDI40158: {
      field: 'RegimenFiscalReceptor',
      says: 'debe ser un régimen de la clase de persona del receptor',
      holds: ({ RegimenFiscalReceptor, Rfc }, context) =>
        admitsPersona(context, RegimenFiscalReceptor, Rfc),
    },
    CFDI40159: {
      field: 'RegimenFiscalReceptor',
      says: 'debe ser 616 (sin obligaciones fiscales) cuando el RFC es genérico',
      // The payroll of a deceased worker goes to XAXX010101000 with regime 605 (NOM10, NOM11).
      when: ({ Rfc }, { document }) =>
        isGenericRfc(Rfc) && !(document.TipoDeComprobante === 'N' && Rfc === rfcPublicoEnGeneral),
      holds: fieldIs('RegimenFiscalReceptor', '616'),
    },
    CFDI40160: current('UsoCFDI', 'c_UsoCFDI'),
    CFDI40161: {
      field: 'UsoCFDI',
      says: 'debe ser un uso abierto a la clase de persona y al régimen del receptor',
      // An unknown regime is reported once, by CFDI40157.
      when: ({ RegimenFiscalReceptor }, { catalogs }) =>
        catalogs.catalog('c_RegimenFiscal').has(RegimenFiscalReceptor),
      holds: admitsUso,
    },
  },
})

function admitsUso(
  { UsoCFDI, Rfc, RegimenFiscalReceptor }: Receptor,
  { catalogs }: RuleContext,
): boolean | Mismatch {
  const usos = catalogs.catalog('c_UsoCFDI')
  const moral = isMoral(Rfc)
  if (usos.get(UsoCFDI, moral ? 'aplicaMoral' : 'aplicaFisica') === false)
    return { detail: `el RFC es de persona ${moral ? 'moral' : 'física'}` }
  const regimenes = usos.get(UsoCFDI, 'regimenesFiscalesReceptores')
  if (
    regimenes === undefined ||
    regimenes.length === 0 ||
    regimenes.includes(RegimenFiscalReceptor)
  )
    return true
  return {
    detail: `el régimen es ${RegimenFiscalReceptor} y se admite con ${regimenes.join(', ')}`,
  }
}

const forms = new Map<string, RegExp>()

function isOfForm(text: string, pattern: string): boolean {
  const form = forms.get(pattern) ?? new RegExp(`^(?:${pattern})$`)
  forms.set(pattern, form)
  return form.test(text)
}
