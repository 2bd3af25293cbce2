/**
 * Rules of the taxes of each concept: matrix of validations of CFDI 4.0, CFDI40174 to CFDI40186 and
 * CFDI140224.
 * @module
 */

import { isTaxOf } from '../../../fiscal/limits.js'
import { current, hasShape } from '../../../rules/presence.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { retencionMark } from '../resico.js'
import { tableOf } from '../rule.js'
import { matriz } from '../sources.js'
import { hasTasa } from '../tasas.js'

/** Members of a traslado that is not exempt. */
const taxed = ['TasaOCuota', 'Importe'] as const

/** A line with a full discount has no base, and a tax requires one. */
const giveAway =
  'lo que se regala (descuento de 100 %) va sin Impuestos, con ObjetoImp 01 o 03; o se reparte el descuento entre los demás conceptos'

const isNothing = (value: unknown): boolean => /^-?[0.]+$/.test(String(value))

/** A function of this table, and not `fieldIsNot`: there may be thousands of taxes. */
const isTaxed = ({ TipoFactor }: { readonly TipoFactor: string }): boolean =>
  TipoFactor !== 'Exento'

export const trasladoConceptoRules = tableOf(
  at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]'),
  {
    source: matriz,
    rules: {
      CFDI40174: {
        field: 'Base',
        says: 'debe ser mayor que cero, con hasta 6 decimales',
        remedy: giveAway,
        remedies: isNothing,
        inSchema: true,
      },
      CFDI40175: {
        ...current('Impuesto', 'c_Impuesto'),
        inSchema: true,
      },
      CFDI40176: {
        ...current('TipoFactor', 'c_TipoFactor'),
        inSchema: true,
      },
      CFDI40177: {
        field: 'TipoFactor',
        says: 'no admite TasaOCuota ni Importe cuando es Exento',
        when: ({ TipoFactor }) => TipoFactor === 'Exento',
        holds: (traslado) =>
          (traslado.TasaOCuota === undefined && traslado.Importe === undefined) ||
          hasShape(traslado, [], taxed),
      },
      CFDI40178: {
        field: 'TipoFactor',
        says: 'exige TasaOCuota e Importe cuando es Tasa o Cuota',
        when: isTaxed,
        holds: (traslado) =>
          (traslado.TasaOCuota !== undefined && traslado.Importe !== undefined) ||
          hasShape(traslado, taxed),
      },
      CFDI40179: {
        field: 'TasaOCuota',
        says: 'debe ser una tasa o cuota de traslado vigente de c_TasaOCuota para el impuesto',
        when: ({ TipoFactor, TasaOCuota }) => TipoFactor !== 'Exento' && TasaOCuota !== undefined,
        holds: (traslado, context) => hasTasa(context, 'traslado', traslado),
      },
      CFDI40180: {
        field: 'Importe',
        says: 'debe ser Base por TasaOCuota, dentro de lo que admite su redondeo',
        when: ({ TipoFactor, TasaOCuota, Importe }) =>
          TipoFactor !== 'Exento' && TasaOCuota !== undefined && Importe !== undefined,
        holds: ({ Base, TasaOCuota = 0, Importe = 0 }) => isTaxOf(Base, TasaOCuota, Importe),
      },
    },
  },
)

export const retencionConceptoRules = tableOf(
  at(comprobante, 'Conceptos[]', 'Impuestos.Retenciones[]'),
  {
    source: matriz,
    rules: {
      CFDI40181: {
        field: 'Base',
        says: 'debe ser mayor que cero, con hasta 6 decimales',
        remedy: giveAway,
        remedies: isNothing,
        inSchema: true,
      },
      CFDI40182: {
        ...current('Impuesto', 'c_Impuesto'),
        inSchema: true,
      },
      CFDI40183: {
        ...current('TipoFactor', 'c_TipoFactor'),
        inSchema: true,
      },
      CFDI40184: {
        field: 'TipoFactor',
        says: 'debe ser Tasa o Cuota: una retención no puede ser exenta',
        holds: isTaxed,
      },
      CFDI40185: {
        field: 'TasaOCuota',
        says: 'debe ser una tasa o cuota de retención vigente de c_TasaOCuota para el impuesto',
        when: isTaxed,
        holds: (retencion, context) => hasTasa(context, 'retencion', retencion),
      },
      CFDI40186: {
        field: 'Importe',
        says: 'debe ser Base por TasaOCuota, dentro de lo que admite su redondeo',
        when: isTaxed,
        holds: ({ Base, TasaOCuota, Importe }) => isTaxOf(Base, TasaOCuota, Importe),
      },
      CFDI140224: {
        field: 'Impuesto',
        says: 'no puede ser ISR (001): el SAT marca al emisor de RESICO como no sujeto a esa retención',
        needs: 'taxpayers',
        when: ({ Impuesto }, context) => Impuesto === '001' && retencionMark(context) === '1',
        holds: () => false,
      },
    },
  },
)
