/**
 * Requirements of the SAT for Pagos 2.0 without a code (estándar, guía de llenado, c_FormaPago):
 * warnings, with our own codes.
 * @module
 */

import { childMustBe } from '../../rules/form.js'
import { hasField } from '../../rules/presence.js'
import { decimalOf, eachItem } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { companions, isAlone } from '../cfdi40/placement.js'
import { complementsOf, rfcExtranjero } from '../cfdi40/predicates.js'
import { type Mismatch, type RuleContext, tableOf } from '../cfdi40/rule.js'
import { trasladoKey } from '../cfdi40/sums.js'
import { conSeisDecimales } from '../cfdi40/warnings/seisDecimales.js'
import { pagos20 } from './declaration.js'
import { isSameMoneda } from './equivalencia.js'
import type { DoctoRelacionado, Pago } from './nodes.js'
import { recibo } from './rules/comprobante.js'
import { tasaOf } from './rules/impuestosDR.js'
import { guiaPagos } from './sources.js'
import { pagoSums } from './sums.js'

export const comprobantePagosWarnings = tableOf(recibo, {
  source: guiaPagos,
  rules: {
    'CRP20-S01': {
      field: 'Receptor',
      says: 'debe tener el UsoCFDI CP01 en el recibo de pagos',
      severity: 'warning',
      holds: childMustBe('Receptor', 'UsoCFDI', 'CP01'),
    },
    'CRP20-S02': {
      field: 'Complemento',
      says: 'debe tener un solo complemento Pagos',
      severity: 'warning',
      holds: (document) => complementsOf(document, 'Pagos').length === 1,
    },
    'CRP20-S03': {
      field: 'Complemento',
      says: `solo debe tener, además de Pagos, ${companions.join(' o ')}`,
      severity: 'warning',
      holds: ({ Complemento }) => isAlone(Complemento, 'Pagos'),
    },
  },
})

export const pagoWarnings = tableOf(at(pagos20, 'Pago[]'), {
  source: guiaPagos,
  rules: {
    'CRP20-S04': {
      field: 'NomBancoOrdExt',
      says: 'solo debe existir cuando c_FormaPago lo admite para la forma de pago',
      severity: 'warning',
      when: ({ NomBancoOrdExt, RfcEmisorCtaOrd }) =>
        NomBancoOrdExt !== undefined && RfcEmisorCtaOrd !== rfcExtranjero,
      holds: ({ FormaDePagoP }, { catalogs }) =>
        catalogs.catalog('c_FormaPago').get(FormaDePagoP, 'requiereBancoOrdenanteNombreExt') !==
        false,
    },
    'CRP20-S05': {
      field: 'NumOperacion',
      says: 'debe existir cuando c_FormaPago lo exige para la forma de pago',
      severity: 'warning',
      when: ({ FormaDePagoP }, { catalogs }) =>
        catalogs.catalog('c_FormaPago').get(FormaDePagoP, 'requiereNumeroOperacion') === true,
      holds: hasField('NumOperacion'),
    },
    'CRP20-S08': {
      field: 'FechaPago',
      says: 'no debe ser posterior al día de Fecha: el recibo se expide cuando se ha recibido el pago',
      severity: 'warning',
      holds: ({ FechaPago }, { day }) => {
        const paid = FechaPago.trim().slice(0, 10)
        return paid <= day || { detail: `Fecha es del ${day}`, found: FechaPago }
      },
    },
    'CRP20-S07': {
      field: 'ImpuestosP',
      says: 'debe resumir todos los impuestos de los documentos',
      severity: 'warning',
      holds: isSummarized,
    },
  },
})

/** Checks that each kind of tax of the documents has its row in the payment's summary. */
function isSummarized(pago: Pago, context: RuleContext): boolean | Mismatch {
  const { retenciones, traslados } = pagoSums(pago, context)
  const rows = new Set<string>()
  eachItem(pago.ImpuestosP?.RetencionesP, ({ ImpuestoP }) => rows.add(ImpuestoP))
  eachItem(pago.ImpuestosP?.TrasladosP, ({ ImpuestoP, TipoFactorP, TasaOCuotaP }) =>
    rows.add(
      trasladoKey({ Impuesto: ImpuestoP, TipoFactor: TipoFactorP, TasaOCuota: TasaOCuotaP }),
    ),
  )
  const missing: string[] = []
  for (const key of retenciones.keys()) if (!rows.has(key)) missing.push(`la retención ${key}`)
  for (const key of traslados.keys()) if (!rows.has(key)) missing.push(`el traslado ${key}`)
  return missing.length === 0 || { detail: `falta ${missing.join(', ')}` }
}

export const doctoRelacionadoWarnings = tableOf(at(pagos20, 'Pago[]', 'DoctoRelacionado[]'), {
  source: guiaPagos,
  rules: {
    'CRP20-S06': {
      field: 'EquivalenciaDR',
      says: 'conviene escribirlo "1" cuando MonedaDR es la del pago: hay PAC que comparan el texto (CRP20238)',
      severity: 'warning',
      when: (docto, _, pago) =>
        docto.EquivalenciaDR !== '1' && isSameMoneda(docto, pago) && isOne(docto),
      holds: ({ EquivalenciaDR }, context, pago) =>
        String(EquivalenciaDR).trim() === '1' ||
        (String(EquivalenciaDR).trim() === '1.0000000000' && !pagoSums(pago, context).isSameMoneda),
    },
  },
})

export const trasladoDRWarnings = tableOf(
  at(pagos20, 'Pago[].DoctoRelacionado[]', 'ImpuestosDR.TrasladosDR[]'),
  {
    source: guiaPagos,
    rules: { 'CRP20-S09': conSeisDecimales('TasaOCuotaDR', 'traslado', tasaOf) },
  },
)

export const retencionDRWarnings = tableOf(
  at(pagos20, 'Pago[].DoctoRelacionado[]', 'ImpuestosDR.RetencionesDR[]'),
  {
    source: guiaPagos,
    rules: { 'CRP20-S10': conSeisDecimales('TasaOCuotaDR', 'retencion', tasaOf) },
  },
)

const one = decimalOf('1')

function isOne({ EquivalenciaDR }: DoctoRelacionado): boolean {
  return EquivalenciaDR !== undefined && decimalOf(EquivalenciaDR).equals(one)
}
