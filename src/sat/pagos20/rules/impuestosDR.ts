/**
 * Rules of the taxes of each DoctoRelacionado: CRP20249 to CRP20261.
 * @module
 */
import { isTaxOf } from '../../../fiscal/limits.js'
import { decimalOf } from '../../../rules/values.js'
import { current, hasShape } from '../../../rules/presence.js'
import { at } from '../../cfdi40/nodes.js'
import { tableOf } from '../../cfdi40/rule.js'
import { hasTasa, type Tasa } from '../../cfdi40/tasas.js'
import { pagos20 } from '../declaration.js'
import type { RetencionDR, TrasladoDR } from '../nodes.js'
import { matrizPagos } from '../sources.js'

/** The tax of a related document, for a look-up in c_TasaOCuota. */
export const tasaOf = ({
  ImpuestoDR,
  TipoFactorDR,
  TasaOCuotaDR,
}: RetencionDR | TrasladoDR): Tasa => ({
  Impuesto: ImpuestoDR,
  TipoFactor: TipoFactorDR,
  TasaOCuota: TasaOCuotaDR,
})

/** A function of this table, and not `fieldIsNot`: there may be thousands of taxes. */
const isTaxed = ({ TipoFactorDR }: RetencionDR | TrasladoDR): boolean => TipoFactorDR !== 'Exento'

const isBase = ({ BaseDR }: RetencionDR | TrasladoDR): boolean => !decimalOf(BaseDR).isZero()

export const retencionDRRules = tableOf(
  at(pagos20, 'Pago[].DoctoRelacionado[]', 'ImpuestosDR.RetencionesDR[]'),
  {
    source: matrizPagos,
    rules: {
      CRP20249: {
        field: 'BaseDR',
        says: 'debe ser mayor que cero, con hasta 6 decimales',
        inSchema: true,
        holds: isBase,
      },
      CRP20250: {
        ...current('ImpuestoDR', 'c_Impuesto'),
        inSchema: true,
      },
      CRP20251: {
        ...current('TipoFactorDR', 'c_TipoFactor'),
        inSchema: true,
      },
      CRP20252: {
        field: 'TipoFactorDR',
        says: 'debe ser Tasa o Cuota: una retención no puede ser exenta',
        holds: isTaxed,
      },
      CRP20253: {
        field: 'TasaOCuotaDR',
        says: 'debe ser una tasa o cuota de retención vigente de c_TasaOCuota para el impuesto',
        when: isTaxed,
        holds: (retencion, context) => hasTasa(context, 'retencion', tasaOf(retencion)),
      },
      CRP20254: {
        field: 'ImporteDR',
        says: 'debe ser BaseDR por TasaOCuotaDR, dentro de lo que admite su redondeo',
        when: isTaxed,
        holds: ({ BaseDR, TasaOCuotaDR, ImporteDR }) => isTaxOf(BaseDR, TasaOCuotaDR, ImporteDR),
      },
    },
  },
)

/** Members of a traslado that is not exempt. */
const taxed = ['TasaOCuotaDR', 'ImporteDR'] as const

export const trasladoDRRules = tableOf(
  at(pagos20, 'Pago[].DoctoRelacionado[]', 'ImpuestosDR.TrasladosDR[]'),
  {
    source: matrizPagos,
    rules: {
      CRP20255: {
        field: 'BaseDR',
        says: 'debe ser mayor que cero, con hasta 6 decimales',
        inSchema: true,
        holds: isBase,
      },
      CRP20256: {
        ...current('ImpuestoDR', 'c_Impuesto'),
        inSchema: true,
      },
      CRP20257: {
        ...current('TipoFactorDR', 'c_TipoFactor'),
        inSchema: true,
      },
      CRP20258: {
        field: 'TipoFactorDR',
        says: 'no admite TasaOCuotaDR ni ImporteDR cuando es Exento',
        when: ({ TipoFactorDR }) => TipoFactorDR === 'Exento',
        holds: (traslado) => hasShape(traslado, [], taxed),
      },
      CRP20259: {
        field: 'TipoFactorDR',
        says: 'exige TasaOCuotaDR e ImporteDR cuando es Tasa o Cuota',
        when: isTaxed,
        holds: (traslado) => hasShape(traslado, taxed),
      },
      CRP20260: {
        field: 'TasaOCuotaDR',
        says: 'debe ser una tasa o cuota de traslado vigente de c_TasaOCuota para el impuesto',
        when: ({ TipoFactorDR, TasaOCuotaDR }) =>
          TipoFactorDR !== 'Exento' && TasaOCuotaDR !== undefined,
        holds: (traslado, context) => hasTasa(context, 'traslado', tasaOf(traslado)),
      },
      CRP20261: {
        field: 'ImporteDR',
        says: 'debe ser BaseDR por TasaOCuotaDR, dentro de lo que admite su redondeo',
        when: ({ TipoFactorDR, TasaOCuotaDR, ImporteDR }) =>
          TipoFactorDR !== 'Exento' && TasaOCuotaDR !== undefined && ImporteDR !== undefined,
        holds: ({ BaseDR, TasaOCuotaDR = 0, ImporteDR = 0 }) =>
          isTaxOf(BaseDR, TasaOCuotaDR, ImporteDR),
      },
    },
  },
)
