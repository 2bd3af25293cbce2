/**
 * Requirements of the SAT for CFDI 4.0 without a code (Anexo 20, guías de llenado), with our own
 * codes: warnings, except for taxes missing from the summary.
 * @module
 */

import { childMustBe, fieldIs, fieldIsNot } from '../../../rules/form.js'
import { isCurrent } from '../../../rules/inForce.js'
import { hasField, lacksField } from '../../../rules/presence.js'
import { fitsDecimals } from '../../../rules/values.js'
import { type Comprobante, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import {
  hasComplement,
  isGenericRfc,
  nombrePublicoEnGeneral,
  rfcPublicoEnGeneral,
} from '../predicates.js'
import { isResicoSale, retencionMark } from '../resico.js'
import { type Mismatch, type RuleContext, tableOf } from '../rule.js'
import { anexo20 } from '../sources.js'
import { summaryOf, sumsOf, trasladoKey } from '../sums.js'

export const comprobanteWarnings = tableOf(at(comprobante), {
  source: anexo20,
  rules: {
    'CFDI40-S01': {
      field: 'CondicionesDePago',
      says: 'no debe existir en comprobantes de tipo T o N',
      severity: 'warning',
      // In P it is an error: CRP20107.
      tipos: 'TN',
      holds: lacksField('CondicionesDePago'),
    },
    'CFDI40-S03': {
      field: 'Impuestos',
      says: 'no debe existir en comprobantes de tipo N',
      severity: 'warning',
      tipos: 'N',
      holds: lacksField('Impuestos'),
    },
    'CFDI40-S04': {
      field: 'FormaPago',
      says: 'debe existir en comprobantes de tipo I o E',
      severity: 'warning',
      // With PPD it is an error: CFDI40105.
      tipos: 'IE',
      when: fieldIsNot('MetodoPago', 'PPD'),
      holds: hasField('FormaPago'),
    },
    'CFDI40-S05': {
      field: 'MetodoPago',
      says: 'debe existir en comprobantes de tipo I, E o N',
      severity: 'warning',
      tipos: 'IEN',
      holds: hasField('MetodoPago'),
    },
    'CFDI40-S32': {
      field: 'FormaPago',
      says: 'debe ser aquella con que se pagó, y no 99 (por definir), cuando MetodoPago es PUE',
      severity: 'warning',
      tipos: 'IE',
      when: fieldIs('MetodoPago', 'PUE'),
      holds: fieldIsNot('FormaPago', '99'),
    },
    'CFDI40-S06': {
      field: 'Total',
      says: 'no debe tener más decimales que los de la moneda',
      severity: 'warning',
      holds: ({ Total }, { decimals }) => fitsDecimals(Total, decimals),
    },
    'CFDI40-S07': {
      field: 'Complemento',
      says: 'debe incluir el complemento de su tipo: Nomina si es N, Pagos si es P',
      severity: 'warning',
      tipos: 'NP',
      holds: (document) =>
        hasComplement(document, document.TipoDeComprobante === 'N' ? 'Nomina' : 'Pagos'),
    },
    'CFDI40-S09': {
      field: 'InformacionGlobal',
      says: 'solo debe existir en facturas al RFC genérico nacional a nombre de PUBLICO EN GENERAL',
      severity: 'warning',
      when: hasField('InformacionGlobal'),
      holds: ({ Receptor }) =>
        Receptor.Rfc === rfcPublicoEnGeneral && Receptor.Nombre === nombrePublicoEnGeneral,
    },
    'CFDI40-S10': {
      field: 'Receptor',
      says: 'debe tener el UsoCFDI S01 cuando su RFC es genérico',
      severity: 'warning',
      tipos: 'IET',
      when: ({ Receptor }) => isGenericRfc(Receptor.Rfc),
      holds: childMustBe('Receptor', 'UsoCFDI', 'S01'),
    },
    'CFDI40-S13': {
      field: 'Impuestos',
      says: 'debe resumir todos los impuestos de los conceptos: lo pide el Anexo 20, y este código es nuestro',
      // An error, although the SAT gives it no code: without a row, Total does not include the tax
      // of a concept.
      tipos: 'IE',
      holds: isSummarized,
    },
  },
})

/** With the list of taxpayers, its mark decides: CFDI140224 and CFDI140225. */
export const resicoWarnings = tableOf(at(comprobante), {
  source: 'Ley del ISR, artículo 113-J',
  rules: {
    'CFDI40-S46': {
      field: 'Conceptos',
      says: 'deben llevar la retención de ISR de 1.25 % (tasa 0.012500): el emisor es persona física de RESICO (626) y el receptor, persona moral; salvo que el SAT no lo marque como sujeto a ella (CFDI140225)',
      severity: 'warning',
      tipos: 'I',
      when: (_, context) => isResicoSale(context),
      holds: ({ Conceptos }, context) =>
        retencionMark(context) !== undefined ||
        Conceptos.some(({ Impuestos }) => Impuestos?.Retenciones?.some(isIsr)),
    },
  },
})

/** Another rate has its own finding: CFDI40185, CFDI140225. */
const isIsr = ({ Impuesto }: { readonly Impuesto: string }): boolean => Impuesto === '001'

export const relacionWarnings = tableOf(at(comprobante, 'CfdiRelacionados[]'), {
  source: anexo20,
  rules: {
    'CFDI40-S08': {
      field: 'TipoRelacion',
      says: 'debe ser una relación que admita el tipo del comprobante',
      severity: 'warning',
      undecidable: 'de qué tipo son los comprobantes relacionados no consta en éste',
      when: ({ TipoRelacion }, context) =>
        isCurrent(context, 'c_TipoRelacion', TipoRelacion) === true,
      holds: ({ TipoRelacion }, { document: { TipoDeComprobante } }) => {
        const tipos = relaciones[TipoRelacion]
        return (
          tipos === undefined ||
          tipos.includes(TipoDeComprobante) || {
            detail: `en comprobantes de tipo ${[...tipos].join(', ')}`,
          }
        )
      },
    },
  },
})

/** Types of document in which each relation has a meaning; other relations have one in any type. */
const relaciones: Readonly<Record<string, string>> = {
  '01': 'IE',
  '02': 'IE',
  '03': 'IET',
  '05': 'T',
  '06': 'IE',
  '07': 'IE',
}

/** Checks that each kind of tax of the concepts has its row in the summary. */
function isSummarized(_: Comprobante, context: RuleContext): boolean | Mismatch {
  const { retenciones, traslados } = sumsOf(context)
  const { stated } = summaryOf(context)
  const missing: string[] = []
  for (const sum of retenciones)
    if (!stated.has(sum)) missing.push(`la retención ${sum.kind.Impuesto}`)
  for (const sum of traslados)
    if (!stated.has(sum)) missing.push(`el traslado ${trasladoKey(sum.kind)}`)
  return (
    missing.length === 0 || {
      detail: `${missing.length === 1 ? 'falta' : 'faltan'} ${missing.join(', ')}`,
    }
  )
}
