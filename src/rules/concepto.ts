/**
 * Rules of each Concepto: matrix of validations of CFDI 4.0, CFDI40162 to CFDI40172 and CFDI140226 to CFDI140228.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import type { Concepto } from '../model/comprobante.js'
import type { Numeric } from '../model/types.js'
import { isCurrent, isTipo, within } from './predicates.js'
import { type Each, type Mismatch, ruleTable } from './rule.js'

const conceptos: Each<Concepto, undefined> = (document, visit) => {
  for (const [index, concepto] of document.Conceptos.entries()) visit(concepto, undefined, 'Conceptos', index)
}

export const conceptoRules = ruleTable<Concepto>({
  element: 'Concepto',
  source: 'Matriz de validaciones CFDI 4.0, 25 de marzo de 2026',
  reads: ['Conceptos'],
  each: conceptos,
  rules: {
    CFDI40162: {
      field: 'ClaveProdServ',
      says: 'debe ser una clave vigente de c_ClaveProdServ',
      holds: ({ ClaveProdServ }, context) => isCurrent(context, 'c_ClaveProdServ', ClaveProdServ),
    },
    CFDI40166: {
      field: 'ValorUnitario',
      says: 'debe ser mayor que cero en comprobantes de tipo I, E o N',
      when: (_, { document }) => isTipo(document, 'I', 'E', 'N'),
      holds: ({ ValorUnitario }) => !Decimal.of(ValorUnitario).isZero(),
    },
    CFDI40167: {
      field: 'Importe',
      says: 'debe ser Cantidad por ValorUnitario, dentro de lo que admite su redondeo',
      holds: ({ Cantidad, ValorUnitario, Importe }) => isProduct(Cantidad, ValorUnitario, Importe),
    },
  },
})

const epsilon = Decimal.unit(12)

/**
 * Anexo 20, limits of a product: each factor may have been rounded at its last decimal, so the product may lie between
 * those of the least and the most that each may have been.
 */
export function isProduct(cantidad: Numeric, valorUnitario: Numeric, importe: Numeric): boolean | Mismatch {
  const [c, v] = [Decimal.of(cantidad), Decimal.of(valorUnitario)]
  const digits = Decimal.of(importe).scale
  const least = c.minus(c.halfUnit()).times(v.minus(v.halfUnit())).truncate(digits)
  const most = c.plus(c.halfUnit()).minus(epsilon).times(v.plus(v.halfUnit()).minus(epsilon)).ceil(digits)
  return within(importe, least, most)
}
