/**
 * Rules of the Comprobante that carries Nómina 1.2: NOM1 to NOM30, except for the complement's own
 * nodes.
 * @module
 */

import { Decimal } from '../../../lib/decimal.js'
import { carrying } from '../../../model/nodes.js'
import {
  absentMember,
  childMustBe,
  exists,
  fixedAttribute,
  fixedNumber,
} from '../../../rules/form.js'
import { hasField } from '../../../rules/presence.js'
import { amount, eachItem } from '../../../rules/values.js'
import { type Comprobante, type Concepto, comprobante } from '../../cfdi40/declaration.js'
import { at, ofAnyVersion } from '../../cfdi40/nodes.js'
import {
  complementsOf,
  hasComplement,
  isTipo,
  rfcPublicoEnGeneral,
} from '../../cfdi40/predicates.js'
import { type Mismatch, perDocument, tableOf } from '../../cfdi40/rule.js'
import { type Nomina12, nomina12 } from '../declaration.js'
import { matrizNomina } from '../sources.js'
import { isExactly } from '../sums.js'

const isRecibo = (document: Comprobante): boolean =>
  isTipo(document, 'N') && hasComplement(document, 'Nomina')

/**
 * The document, when it is a payslip. In other types only the presence of the complement is
 * reported.
 */
export const recibo = carrying(at(comprobante), ofAnyVersion(nomina12))

const where = 'en el recibo de nómina'

export const tipoNominaRules = tableOf(at(comprobante), {
  source: matrizNomina,
  rules: {
    NOM2: {
      field: 'TipoDeComprobante',
      says: 'debe ser N cuando existe el complemento Nomina',
      when: (document) => hasComplement(document, 'Nomina'),
      holds: (document) => isTipo(document, 'N'),
    },
    NOM28: {
      says: `no debe tener ComplementoConcepto en su concepto ${where}`,
      when: isRecibo,
      holds: (document) => hasNone(document, hasField('ComplementoConcepto')),
    },
    NOM30: {
      says: 'debe llevar Nomina en Complemento, no en el ComplementoConcepto de un concepto',
      holds: (document) =>
        hasNone(
          document,
          ({ ComplementoConcepto }) => ComplementoConcepto?.['Nomina'] !== undefined,
        ),
    },
  },
})

/** Checks that no concept meets a condition; reports the first that does. */
function hasNone(
  { Conceptos }: Comprobante,
  isFault: (concepto: Concepto) => boolean,
): boolean | Mismatch {
  let at = -1
  eachItem(Conceptos, (concepto, index) => {
    if (at < 0 && isFault(concepto)) at = index
  })
  return at < 0 || { at: ['Conceptos', at, 'ComplementoConcepto'] }
}

/** Sums of a document's payslips. */
const totals = perDocument(({ document }) => {
  const sum = { pagado: Decimal.zero, deducciones: undefined as Decimal | undefined }
  at(nomina12).each(document, ({ TotalPercepciones, TotalOtrosPagos, TotalDeducciones }) => {
    sum.pagado = sum.pagado.plus(amount(TotalPercepciones)).plus(amount(TotalOtrosPagos))
    if (TotalDeducciones !== undefined) {
      sum.deducciones = amount(TotalDeducciones).plus(sum.deducciones ?? Decimal.zero)
    }
  })
  return sum
})

const children = [
  'Impuestos',
  'ACuentaTerceros',
  'InformacionAduanera',
  'CuentaPredial',
  'ComplementoConcepto',
  'Parte',
] as const

export const comprobanteNominaRules = tableOf(recibo, {
  source: matrizNomina,
  rules: {
    NOM1: fixedAttribute('Moneda', 'MXN', where),
    NOM3: fixedAttribute('Exportacion', '01', where),
    NOM4: absentMember('InformacionGlobal', where),
    NOM7: {
      field: 'Emisor',
      says: `no debe tener FacAtrAdquirente ${where}`,
      holds: ({ Emisor: { FacAtrAdquirente } }) =>
        FacAtrAdquirente === undefined || {
          at: ['Emisor', 'FacAtrAdquirente'],
          found: FacAtrAdquirente,
        },
    },
    NOM8: {
      field: 'Receptor',
      says: 'debe ser una persona física, con RFC de 13 caracteres',
      holds: ({ Receptor: { Rfc } }) =>
        Rfc.trim().length === 13 || { at: ['Receptor', 'Rfc'], found: Rfc },
    },
    NOM9: {
      field: 'Receptor',
      says: 'debe estar en la lista de contribuyentes del SAT, si no es un trabajador fallecido',
      needs: 'taxpayers',
      when: ({ Receptor: { Rfc } }) => Rfc !== rfcPublicoEnGeneral,
      holds: ({ Receptor: { Rfc } }, { taxpayers }) =>
        taxpayers?.find(Rfc) !== undefined || { at: ['Receptor', 'Rfc'], found: Rfc },
    },
    NOM10: {
      says: 'debe llevar en Nomina la CURP del trabajador fallecido cuando el RFC es XAXX010101000',
      when: ({ Receptor: { Rfc } }) => Rfc === rfcPublicoEnGeneral,
      holds: (document) =>
        complementsOf<Partial<Nomina12>>(document, 'Nomina').every(({ Receptor = {} }) =>
          Object.keys(Receptor).includes('Curp'),
        ) || {
          at: ['Complemento', 'Nomina', 'Receptor'],
        },
    },
    NOM11: {
      field: 'Receptor',
      says: 'debe tener el RegimenFiscalReceptor 605, aunque el RFC sea XAXX010101000',
      holds: childMustBe('Receptor', 'RegimenFiscalReceptor', '605'),
    },
    NOM12: {
      field: 'Receptor',
      says: 'debe tener el UsoCFDI CN01',
      holds: childMustBe('Receptor', 'UsoCFDI', 'CN01'),
    },
    NOM13: {
      field: 'Conceptos',
      says: `debe tener un solo Concepto, sin nodos hijos, ${where}`,
      holds: isPlain,
    },
  },
})

function isPlain({ Conceptos }: Comprobante): boolean | Mismatch {
  if (Conceptos.length !== 1) return { found: `${Conceptos.length} conceptos` }
  const found = children.filter((child) => exists(Conceptos[0]?.[child]))
  return found.length === 0 || { at: ['Conceptos', 0], found: found.join(', ') }
}

export const conceptoNominaRules = tableOf(
  carrying(at(comprobante, 'Conceptos[]'), ofAnyVersion(nomina12)),
  {
    source: matrizNomina,
    rules: {
      NOM14: fixedAttribute('ClaveProdServ', '84111505', where),
      NOM15: absentMember('NoIdentificacion', where),
      NOM16: fixedNumber('Cantidad', '1', where),
      NOM17: fixedAttribute('ClaveUnidad', 'ACT', where),
      NOM18: absentMember('Unidad', where),
      NOM19: fixedAttribute('Descripcion', 'Pago de nómina', where),
      NOM20: {
        field: 'ValorUnitario',
        says: 'debe ser la suma de TotalPercepciones y TotalOtrosPagos',
        holds: ({ ValorUnitario }, context) => isExactly(ValorUnitario, totals(context).pagado),
      },
      NOM21: {
        field: 'Importe',
        says: 'debe ser la suma de TotalPercepciones y TotalOtrosPagos',
        holds: ({ Importe }, context) => isExactly(Importe, totals(context).pagado),
      },
      NOM22: {
        field: 'Descuento',
        says: 'debe ser la suma de TotalDeducciones, y existir solo si existe',
        holds: ({ Descuento }, context) => {
          const { deducciones } = totals(context)
          if (deducciones === undefined) return Descuento === undefined
          return isExactly(Descuento, deducciones)
        },
      },
      NOM23: fixedAttribute('ObjetoImp', '01', where),
      NOM24: absentMember('Impuestos', where),
      NOM25: absentMember('ACuentaTerceros', where),
      NOM26: absentMember('InformacionAduanera', where),
      NOM27: absentMember('CuentaPredial', where),
      NOM29: absentMember('Parte', where),
    },
  },
)
