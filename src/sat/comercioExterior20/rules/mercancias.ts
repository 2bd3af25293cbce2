/**
 * Rules of the identity and measures of each Mercancia of Comercio Exterior 2.0: CCE152, CCE153,
 * CCE159 to CCE162, CCE165 to CCE168 and CCE170.
 * @module
 */

import { fieldIs, fieldIsNot } from '../../../rules/form.js'
import { isCurrent } from '../../../rules/inForce.js'
import { absentIf, hasField, hasShape, thereIf } from '../../../rules/presence.js'
import { decimalOf } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { type Mismatch, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { comercioExterior20 } from '../declaration.js'
import {
  aduana,
  conceptosBy,
  fraccionesBy,
  fraccionKey,
  hasAduana,
  type MercanciaExterior,
  matrizComercioExterior,
  mercanciasBy,
  unidadServicio,
} from '../facts.js'

export const mercanciaExteriorRules = tableOf(at(comercioExterior20, 'Mercancias[]'), {
  source: matrizComercioExterior,
  rules: {
    CCE152: {
      field: 'NoIdentificacion',
      says: 'debe ser el de algún concepto',
      holds: ({ NoIdentificacion }, context) => conceptosBy(context).has(NoIdentificacion),
    },
    CCE153: {
      field: 'NoIdentificacion',
      says: 'no debe repetirse con la misma FraccionArancelaria',
      holds: (node, context) => fraccionesBy(context).get(fraccionKey(node)) === 1,
    },
    CCE159: absentIf(
      'FraccionArancelaria',
      'no debe existir en un servicio: UnidadAduana 99, o ClaveUnidad E48 en el concepto',
      isServicio,
    ),
    CCE160: thereIf(
      'FraccionArancelaria',
      'debe existir, si no es un servicio: UnidadAduana 99, o ClaveUnidad E48 en el concepto',
      (node, context) => isDescribed(node, context) && !isServicio(node, context),
    ),
    CCE161: {
      field: 'FraccionArancelaria',
      says: 'debe ser una clave vigente de c_FraccionArancelaria',
      when: hasField('FraccionArancelaria'),
      holds: ({ FraccionArancelaria = '' }, context) =>
        isCurrent(context, 'c_FraccionArancelaria', FraccionArancelaria),
    },
    CCE162: {
      field: 'FraccionArancelaria',
      says: 'exige que Unidad del concepto sea la unidad de medida de la fracción, si no hay UnidadAduana',
      when: (node, context) =>
        node.UnidadAduana === undefined && unidadOf(node, context) !== undefined,
      holds: describesUnidad,
    },
    CCE165: {
      field: 'CantidadAduana',
      says: 'debe existir junto con UnidadAduana y ValorUnitarioAduana, y siempre que se repita NoIdentificacion',
      when: (node, context) =>
        aduana.some((field) => node[field] !== undefined) || isRepeated(node, context),
      holds: (node) => hasShape(node, aduana),
    },
    CCE166: {
      field: 'CantidadAduana',
      says: 'debe existir, con UnidadAduana y ValorUnitarioAduana, en todas las mercancías si alguna tiene uno de ellos',
      when: (node, context) =>
        hasAduana(context) && aduana.every((field) => node[field] === undefined),
      holds: () => false,
    },
    CCE167: {
      field: 'UnidadAduana',
      says: 'debe ser la unidad de medida que c_FraccionArancelaria da a la fracción',
      when: (node, context) =>
        node.UnidadAduana !== undefined && unidadOf(node, context) !== undefined,
      holds: (node, context) => {
        const expected = unidadOf(node, context) ?? ''
        return node.UnidadAduana === expected || { expected, found: node.UnidadAduana ?? '' }
      },
    },
    CCE168: {
      field: 'UnidadAduana',
      says: 'exige ValorUnitarioAduana mayor que cero cuando no es 99',
      when: ({ UnidadAduana, ValorUnitarioAduana }) =>
        UnidadAduana !== undefined &&
        UnidadAduana !== unidadServicio &&
        ValorUnitarioAduana !== undefined,
      holds: ({ ValorUnitarioAduana = 0 }) => !decimalOf(ValorUnitarioAduana).isZero(),
    },
    CCE170: {
      field: 'UnidadAduana',
      says: 'no admite FraccionArancelaria cuando es 99',
      when: fieldIs('UnidadAduana', unidadServicio),
      holds: (node) => hasShape(node, [], ['FraccionArancelaria']),
    },
  },
})

/** Whether any line of the document belongs to the good. */
function isDescribed({ NoIdentificacion }: MercanciaExterior, context: RuleContext): boolean {
  return conceptosBy(context).has(NoIdentificacion)
}

function isServicio(
  { NoIdentificacion, UnidadAduana }: MercanciaExterior,
  context: RuleContext,
): boolean {
  return (
    UnidadAduana === unidadServicio ||
    conceptosBy(context).get(NoIdentificacion)?.isServicio === true
  )
}

/** Whether its NoIdentificacion has more than one line or good. */
export function isRepeated({ NoIdentificacion }: MercanciaExterior, context: RuleContext): boolean {
  const lines = conceptosBy(context).get(NoIdentificacion)?.items.length ?? 0
  return lines > 1 || (mercanciasBy(context).get(NoIdentificacion)?.count ?? 0) > 1
}

/** Unit of measure of its tariff item; undefined without one to check. */
function unidadOf(
  { FraccionArancelaria }: MercanciaExterior,
  { catalogs }: RuleContext,
): string | undefined {
  if (FraccionArancelaria === undefined) return undefined
  return (
    catalogs.catalog('c_FraccionArancelaria').get(FraccionArancelaria.trim(), 'unidad') || undefined
  )
}

function describesUnidad(node: MercanciaExterior, context: RuleContext): boolean | Mismatch {
  const expected = unidadOf(node, context) ?? ''
  const wrong = conceptosBy(context)
    .get(node.NoIdentificacion)
    ?.items.find(fieldIsNot('Unidad', expected))
  return (
    wrong === undefined || {
      expected,
      found: wrong.Unidad ?? 'nada',
      detail: 'Unidad del concepto',
    }
  )
}
