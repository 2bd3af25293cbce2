/**
 * Rules of the values of goods in Comercio Exterior 2.0, and of their lines: CCE109 to CCE112,
 * CCE151, CCE154 to CCE158, CCE163, CCE164, CCE169, CCE171 and CCE172.
 * @module
 */

import { isProduct, productLimits } from '../../../fiscal/limits.js'
import { Decimal } from '../../../lib/decimal.js'
import { within } from '../../../model/nodes.js'
import { fieldIs } from '../../../rules/form.js'
import { absentIf, isThere, isThereCurrent, mustHave } from '../../../rules/presence.js'
import { countDecimals, decimalOf, within as isWithinLimits } from '../../../rules/values.js'
import { type Concepto, comprobante } from '../../cfdi40/declaration.js'
import { at } from '../../cfdi40/nodes.js'
import { isTipo } from '../../cfdi40/predicates.js'
import { type Mismatch, type Rule, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { type ComercioExterior20, comercioExterior20 } from '../declaration.js'
import {
  conceptosBy,
  dollarLimits,
  isSymbolic,
  type MercanciaExterior,
  matrizComercioExterior,
  mercanciasBy,
  muestras,
  rateOf,
  unidadServicio,
} from '../facts.js'
import { estandarComercioExterior } from './comprobante.js'
import { isRepeated } from './mercancias.js'

type ConceptoRule = Rule<Concepto, ComercioExterior20>
type MercanciaRule = Rule<MercanciaExterior, ComercioExterior20>

/** Whether the line itself measures its goods, in a transfer. */
function isMeasure({ NoIdentificacion = '' }: Concepto, context: RuleContext): boolean {
  return (
    isTipo(context.document, 'T') &&
    mercanciasBy(context).get(NoIdentificacion)?.hasNoCantidad === true
  )
}

const cantidadAduana: ConceptoRule = {
  field: 'Cantidad',
  says: 'debe ser 0.001 o más, con hasta 3 decimales, en el tipo T si la mercancía no tiene CantidadAduana',
  when: isMeasure,
  holds: ({ Cantidad }) =>
    /^\d{1,14}(\.\d{1,3})?$/.test(String(Cantidad).trim()) &&
    decimalOf(Cantidad).compare(milesima) >= 0,
}

const milesima = decimalOf('0.001')

const valorUnitarioAduana: ConceptoRule = {
  field: 'ValorUnitario',
  says: 'no debe tener más de 4 decimales, ni más que la moneda, en el tipo T si la mercancía no tiene CantidadAduana',
  when: isMeasure,
  holds: ({ ValorUnitario }, { decimals }) =>
    /^\d{1,16}(\.\d{1,4})?$/.test(String(ValorUnitario).trim()) &&
    countDecimals(ValorUnitario) <= decimals,
}

/** The lines of the document that carries it. */
const conceptos = within(at(comprobante, 'Conceptos[]'), at(comercioExterior20))

export const conceptoExteriorRules = tableOf(conceptos, {
  source: matrizComercioExterior,
  rules: {
    CCE109: {
      field: 'ObjetoImp',
      says: 'exige el nodo Impuestos en el concepto cuando es 02',
      when: fieldIs('ObjetoImp', '02'),
      holds: mustHave('Impuestos'),
    },
    CCE110: {
      field: 'ObjetoImp',
      says: 'debe ser 01 en el tipo T con ComercioExterior',
      tipos: 'T',
      holds: fieldIs('ObjetoImp', '01'),
    },
    CCE111: absentIf('ACuentaTerceros', 'no debe existir con ComercioExterior'),
    CCE112: absentIf('CuentaPredial', 'no debe existir con ComercioExterior'),
    CCE151: {
      field: 'NoIdentificacion',
      says: 'debe existir en todos los conceptos con ComercioExterior',
      holds: ({ NoIdentificacion }) => isThere(NoIdentificacion, true),
    },
    CCE154: cantidadAduana,
    CCE155: {
      field: 'Unidad',
      says: 'debe ser una clave vigente de c_UnidadAduana en el tipo T si la mercancía no tiene CantidadAduana',
      when: isMeasure,
      holds: ({ Unidad }, context) => isThereCurrent(context, 'c_UnidadAduana', Unidad, true),
    },
    CCE156: valorUnitarioAduana,
  },
})

export const conceptoExteriorWarnings = tableOf(conceptos, {
  source: estandarComercioExterior,
  rules: {
    'CCE-S02': {
      field: 'Importe',
      says: 'debe ser Cantidad por ValorUnitario, dentro de lo que admite su redondeo a los decimales de la moneda',
      severity: 'warning',
      holds: ({ Cantidad, ValorUnitario, Importe }, { decimals }) =>
        isProduct(Cantidad, ValorUnitario, Importe, decimals),
    },
  },
})

/**
 * The goods of a NoIdentificacion have the value of its lines, in dollars. Checked once, at the
 * first of them.
 */
function convertedSum(says: string): MercanciaRule {
  return {
    field: 'ValorDolares',
    says,
    when: (node, context) =>
      isTipo(context.document, 'I', 'E') &&
      mercanciasBy(context).get(node.NoIdentificacion)?.first === node,
    holds: ({ NoIdentificacion }, context, exterior) => {
      const sum = mercanciasBy(context).get(NoIdentificacion)?.valorDolares
      const limits = limitsOf(NoIdentificacion, context, exterior)
      return sum === undefined || limits === undefined || isWithin(sum, limits)
    },
  }
}

/** The value of a good is its quantity by its price, in the customs' unit. */
function aduanaProduct(field: 'ValorDolares' | 'CantidadAduana', says: string): MercanciaRule {
  return {
    field,
    says,
    when: (node) =>
      node.CantidadAduana !== undefined &&
      node.ValorUnitarioAduana !== undefined &&
      !isSymbolic(node),
    holds: ({ CantidadAduana = 0, ValorUnitarioAduana = 0, ValorDolares }) =>
      isWithinLimits(
        ValorDolares,
        ...productLimits(decimalOf(CantidadAduana), decimalOf(ValorUnitarioAduana), cents),
      ),
  }
}

/** Decimals of the limits in dollars. */
const cents = 2

export const valorExteriorRules = tableOf(at(comercioExterior20, 'Mercancias[]'), {
  source: matrizComercioExterior,
  rules: {
    CCE157: convertedSum(
      'debe sumar, entre las mercancías de un NoIdentificacion y en la moneda del comprobante, el Importe de sus conceptos',
    ),
    CCE158: convertedSum(
      'debe sumar, entre las mercancías de un NoIdentificacion, el Importe de sus conceptos convertido a dólares',
    ),
    CCE163: {
      field: 'FraccionArancelaria',
      says: `${muestras} (muestras) exige Descuento en los conceptos de su NoIdentificacion`,
      when: isMuestra,
      holds: ({ NoIdentificacion }, context) =>
        conceptosBy(context).get(NoIdentificacion)?.descuento.isZero() === false,
    },
    CCE164: {
      field: 'ValorDolares',
      says: `debe sumar, entre las muestras (${muestras}), lo que su Descuento convertido a dólares a lo más`,
      when: isMuestra,
      holds: isDiscounted,
    },
    CCE169: aduanaProduct(
      'ValorDolares',
      'debe ser CantidadAduana por ValorUnitarioAduana, dentro de su redondeo',
    ),
    CCE171: aduanaProduct(
      'CantidadAduana',
      'por ValorUnitarioAduana debe ser ValorDolares, dentro de su redondeo',
    ),
    CCE172: {
      field: 'ValorDolares',
      says: 'debe ser el Importe del concepto convertido a dólares, si no hay CantidadAduana; 0 en un servicio, o 1',
      when: (node, context) => node.CantidadAduana === undefined && !isRepeated(node, context),
      holds: isConverted,
    },
  },
})

function isMuestra(
  { NoIdentificacion, FraccionArancelaria }: MercanciaExterior,
  context: RuleContext,
): boolean {
  return FraccionArancelaria === muestras && conceptosBy(context).has(NoIdentificacion)
}

/** Limits in dollars of the lines of a NoIdentificacion; undefined without lines or rates. */
function limitsOf(
  id: string,
  context: RuleContext,
  { TipoCambioUSD }: ComercioExterior20,
  amountOf: 'importe' | 'descuento' = 'importe',
): readonly [Decimal, Decimal] | undefined {
  const lines = conceptosBy(context).get(id)
  const rate = rateOf(context.document)
  if (lines === undefined || rate === undefined) return undefined
  return dollarLimits(lines[amountOf], rate, decimalOf(TipoCambioUSD))
}

function isWithin(sum: Decimal, limits: readonly [Decimal, Decimal]): boolean | Mismatch {
  return sum.isBetween(...limits) || { limits, found: sum }
}

function isDiscounted(
  { NoIdentificacion }: MercanciaExterior,
  context: RuleContext,
  exterior: ComercioExterior20,
): boolean | Mismatch {
  const sum = mercanciasBy(context).get(NoIdentificacion)?.muestras
  const most = limitsOf(NoIdentificacion, context, exterior, 'descuento')?.[1]
  if (sum === undefined || most === undefined) return true
  return isWithin(sum, [Decimal.zero, most])
}

function isConverted(
  node: MercanciaExterior,
  context: RuleContext,
  exterior: ComercioExterior20,
): boolean | Mismatch {
  const value = decimalOf(node.ValorDolares)
  const isServicio = conceptosBy(context).get(node.NoIdentificacion)?.isServicio === true
  if (isSymbolic(node) && (isServicio || node.UnidadAduana === unidadServicio || !value.isZero()))
    return true
  const limits = limitsOf(node.NoIdentificacion, context, exterior)
  return limits === undefined || isWithin(value, limits)
}
