/**
 * Rules of the summary of taxes: matrix of validations of CFDI 4.0, CFDI40201 to CFDI40221.
 * @module
 */
import { Decimal, type Total } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'
import { current, hasField } from '../../../rules/presence.js'
import { amount, fitsDecimals, same } from '../../../rules/values.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { type Mismatch, type RuleContext, tableOf } from '../rule.js'
import { matriz } from '../sources.js'
import { summaryOf, sumsOf } from '../sums.js'
import { hasTasa } from '../tasas.js'

/** Checks that an amount is the sum of the concepts, rounded to the decimals of the currency. */
const isTotal = (
  found: Numeric | undefined,
  total: Total | undefined,
  { decimals }: RuleContext,
): boolean | Mismatch => same(found, (total?.value ?? Decimal.zero).round(decimals))

const sumOf = (
  rows: readonly { readonly Importe?: string | number | undefined }[] | undefined,
): Decimal => Decimal.sum((rows ?? []).map(({ Importe }) => amount(Importe)))

export const impuestosRules = tableOf(at(comprobante, 'Impuestos'), {
  source: matriz,
  rules: {
    CFDI40201: {
      says: 'no debe existir en comprobantes de tipo T o P',
      tipos: 'TP',
      holds: () => false,
    },
    CFDI40202: {
      field: 'TotalImpuestosRetenidos',
      says: 'no debe tener más decimales que los de la moneda',
      when: hasField('TotalImpuestosRetenidos'),
      holds: ({ TotalImpuestosRetenidos = 0 }, { decimals }) =>
        fitsDecimals(TotalImpuestosRetenidos, decimals),
    },
    CFDI40203: {
      field: 'TotalImpuestosRetenidos',
      says: 'debe ser la suma de los importes de las retenciones del resumen',
      when: hasField('TotalImpuestosRetenidos'),
      holds: ({ TotalImpuestosRetenidos, Retenciones }) =>
        same(TotalImpuestosRetenidos, sumOf(Retenciones)),
    },
    CFDI40204: {
      field: 'TotalImpuestosTrasladados',
      says: 'no debe tener más decimales que los de la moneda',
      when: hasField('TotalImpuestosTrasladados'),
      holds: ({ TotalImpuestosTrasladados = 0 }, { decimals }) =>
        fitsDecimals(TotalImpuestosTrasladados, decimals),
    },
    CFDI40205: {
      field: 'TotalImpuestosTrasladados',
      says: 'debe ser la suma de los importes de los traslados del resumen',
      when: hasField('TotalImpuestosTrasladados'),
      holds: ({ TotalImpuestosTrasladados, Traslados }) =>
        same(TotalImpuestosTrasladados, sumOf(Traslados)),
    },
    CFDI40206: {
      field: 'Retenciones',
      says: 'exige que exista TotalImpuestosRetenidos',
      when: hasField('Retenciones'),
      holds: ({ TotalImpuestosRetenidos }) =>
        TotalImpuestosRetenidos !== undefined || { detail: 'falta TotalImpuestosRetenidos' },
    },
    CFDI40212: {
      field: 'Traslados',
      says: 'exige que exista TotalImpuestosTrasladados cuando algún concepto tiene traslados que no son exentos',
      when: ({ Traslados }, context) => Traslados !== undefined && sumsOf(context).hasTaxed,
      holds: ({ TotalImpuestosTrasladados }) =>
        TotalImpuestosTrasladados !== undefined || { detail: 'falta TotalImpuestosTrasladados' },
    },
  },
})

export const retencionRules = tableOf(at(comprobante, 'Impuestos', 'Retenciones[]'), {
  source: matriz,
  rules: {
    CFDI40207: {
      ...current('Impuesto', 'c_Impuesto'),
      inSchema: true,
    },
    CFDI40208: {
      field: 'Impuesto',
      says: 'no debe repetirse: hay una sola retención por impuesto',
      holds: (retencion, context) => !summaryOf(context).repeated.has(retencion),
    },
    CFDI40209: {
      field: 'Importe',
      says: 'exige que exista TotalImpuestosRetenidos',
      holds: (_retencion, _context, { TotalImpuestosRetenidos }) =>
        TotalImpuestosRetenidos !== undefined || { detail: 'falta TotalImpuestosRetenidos' },
    },
    CFDI40210: {
      field: 'Importe',
      says: 'no debe tener más decimales que los de la moneda',
      holds: ({ Importe }, { decimals }) => fitsDecimals(Importe, decimals),
    },
    CFDI40211: {
      field: 'Importe',
      says: 'debe ser la suma redondeada de las retenciones de ese impuesto en los conceptos',
      holds: (retencion, context) =>
        isTotal(retencion.Importe, sumsOf(context).retencion(retencion)?.importe, context),
    },
  },
})

export const trasladoRules = tableOf(at(comprobante, 'Impuestos', 'Traslados[]'), {
  source: matriz,
  rules: {
    CFDI40213: {
      says: 'solo debe tener Base, Impuesto y TipoFactor cuando todos los traslados de los conceptos son exentos',
      when: (_, context) => sumsOf(context).isExempt,
      holds: ({ TasaOCuota, Importe }) => TasaOCuota === undefined && Importe === undefined,
    },
    CFDI40214: {
      field: 'Base',
      says: 'no debe tener más decimales que los de la moneda',
      holds: ({ Base }, { decimals }) => fitsDecimals(Base, decimals),
    },
    CFDI40215: {
      field: 'Base',
      says: 'debe ser la suma redondeada de las bases de los conceptos con ese impuesto, factor y tasa',
      when: (_, context) => !sumsOf(context).isExempt,
      holds: (traslado, context) =>
        isTotal(traslado.Base, sumsOf(context).traslado(traslado)?.base, context),
    },
    CFDI40216: {
      field: 'Base',
      says: 'debe ser la suma redondeada de las bases exentas de los conceptos con ese impuesto',
      when: (_, context) => sumsOf(context).isExempt,
      holds: ({ Base, Impuesto }, context) =>
        isTotal(Base, sumsOf(context).traslado({ Impuesto, TipoFactor: 'Exento' })?.base, context),
    },
    CFDI40217: {
      ...current('Impuesto', 'c_Impuesto'),
      inSchema: true,
    },
    CFDI40218: {
      field: 'Impuesto',
      says: 'no debe repetirse con el mismo TipoFactor y la misma TasaOCuota',
      holds: (traslado, context) => !summaryOf(context).repeated.has(traslado),
    },
    CFDI40219: {
      field: 'TasaOCuota',
      says: 'debe ser una tasa o cuota de traslado vigente de c_TasaOCuota para el impuesto',
      when: ({ TasaOCuota }, context) => TasaOCuota !== undefined && !sumsOf(context).isExempt,
      holds: (traslado, context) => hasTasa(context, 'traslado', traslado),
    },
    CFDI40220: {
      field: 'Importe',
      says: 'no debe tener más decimales que los de la moneda',
      when: hasField('Importe'),
      holds: ({ Importe = 0 }, { decimals }) => fitsDecimals(Importe, decimals),
    },
    CFDI40221: {
      field: 'Importe',
      says: 'debe ser la suma redondeada de los importes de los conceptos con ese impuesto, factor y tasa',
      when: ({ Importe, TipoFactor }, context) =>
        !sumsOf(context).isExempt && (Importe !== undefined || TipoFactor !== 'Exento'),
      holds: (traslado, context) =>
        isTotal(traslado.Importe, sumsOf(context).traslado(traslado)?.importe, context),
    },
  },
})
