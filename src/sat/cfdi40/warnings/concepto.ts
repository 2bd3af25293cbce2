/**
 * Requirements of the SAT for the concepts of CFDI 4.0 without a code: warnings, with our own
 * codes.
 * @module
 */

import type { Numeric } from '../../../model/types.js'
import { lacksField } from '../../../rules/presence.js'
import { decimalOf } from '../../../rules/values.js'
import { type Concepto, comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { type Mismatch, type RuleContext, tableOf } from '../rule.js'
import { anexo20 } from '../sources.js'
import { conSeisDecimales } from './seisDecimales.js'

export const conceptoWarnings = tableOf(at(comprobante, 'Conceptos[]'), {
  source: anexo20,
  rules: {
    'CFDI40-S02': {
      field: 'Descuento',
      says: 'no debe existir en comprobantes de tipo T',
      severity: 'warning',
      // In P it is an error: CRP20121.
      tipos: 'T',
      holds: lacksField('Descuento'),
    },
  },
})

/** ISR can only be withheld: c_Impuesto. */
const isr = '001'
const iva = '002'
const tasaFronteriza = decimalOf('0.08')

function isFronteriza(tasa: Numeric): boolean {
  return tasa !== '0.160000' && decimalOf(tasa).equals(tasaFronteriza)
}

export const trasladoWarnings = tableOf(at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]'), {
  source: anexo20,
  rules: {
    'CFDI40-S11': {
      field: 'TasaOCuota',
      says: 'de IVA al 8 % exige el estímulo de la región fronteriza en el lugar de expedición y en el producto',
      severity: 'warning',
      undecidable:
        'que el emisor tenga el estímulo solo consta en la lista de obligaciones del SAT',
      when: ({ Impuesto, TasaOCuota }) =>
        Impuesto === iva && TasaOCuota !== undefined && isFronteriza(TasaOCuota),
      holds: (_, context, concepto) => hasBorderStimulus(concepto, context),
    },
    'CFDI40-S33': conSeisDecimales('TasaOCuota', 'traslado', (traslado) => traslado),
    'CFDI40-S12': {
      field: 'Impuesto',
      says: 'no puede ser ISR (001), que no se traslada',
      severity: 'warning',
      // With a rate it is an error: CFDI40179.
      when: ({ Impuesto, TipoFactor }) => Impuesto === isr && TipoFactor === 'Exento',
      holds: () => false,
    },
  },
})

export const retencionWarnings = tableOf(
  at(comprobante, 'Conceptos[]', 'Impuestos.Retenciones[]'),
  {
    source: anexo20,
    rules: { 'CFDI40-S34': conSeisDecimales('TasaOCuota', 'retencion', (retencion) => retencion) },
  },
)

/** The key of products outside the catalogue, which a global invoice uses for whole tickets. */
const sinClave = '01010101'

function hasBorderStimulus(
  { ClaveProdServ }: Concepto,
  { catalogs, document: { LugarExpedicion, InformacionGlobal } }: RuleContext,
): boolean | Mismatch {
  if (catalogs.catalog('c_CodigoPostal').get(LugarExpedicion, 'estimuloFrontera') === 0)
    return { detail: `el código postal ${LugarExpedicion} no está en la región` }
  if (ClaveProdServ === sinClave)
    return (
      InformacionGlobal !== undefined || {
        detail: `${sinClave} solo lo admite en una factura global`,
      }
    )
  const product = catalogs.catalog('c_ClaveProdServ').get(ClaveProdServ, 'estimuloFrontera')
  return product !== false || { detail: `el producto ${ClaveProdServ} no lo admite` }
}
