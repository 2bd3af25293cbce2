/**
 * Rules of each DoctoRelacionado: CRP20236 to CRP20248 and CRP20277 to CRP20279.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { exists } from '../../../rules/form.js'
import { current, hasField, mustHave, mustLack } from '../../../rules/presence.js'
import { decimalOf, fitsDecimals, isZero, same } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { type Mismatch, type Rule, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { pagos20 } from '../declaration.js'
import { isSameMoneda } from '../equivalencia.js'
import type { DoctoRelacionado, Pago } from '../nodes.js'
import { matrizPagos } from '../sources.js'
import { pagoSums, paidDecimalsOf } from '../sums.js'

const iva = '002'
const ieps = '003'

/**
 * Codes of c_ObjetoImp without itemised taxes: 04 since 7 October 2022, 05 since 6 December 2023.
 */
const sinImpuestos = new Set(['01', '03', '04', '05'])
/** Neither IVA nor IEPS, since 13 December 2024. */
const sinIvaNiIeps = new Set(['06', '08'])
/** IEPS without IVA, since 13 December 2024. */
const soloIeps = '07'

type Saldo = 'ImpSaldoAnt' | 'ImpPagado' | 'ImpSaldoInsoluto'

function fitsMonedaDR(field: Saldo): Rule<DoctoRelacionado, Pago> {
  return {
    field,
    says: 'no debe tener más decimales que los de MonedaDR',
    holds: (docto, context) => {
      const most = paidDecimalsOf(docto.MonedaDR, context)
      return most === undefined || fitsDecimals(docto[field], most)
    },
  }
}

function isPositive(field: Saldo): Rule<DoctoRelacionado, Pago> {
  return {
    field,
    says: 'debe ser mayor que cero',
    holds: (docto) => !isZero(docto[field]),
  }
}

export const doctoRelacionadoRules = tableOf(at(pagos20, 'Pago[]', 'DoctoRelacionado[]'), {
  source: matrizPagos,
  rules: {
    CRP20236: {
      field: 'MonedaDR',
      says: 'no puede ser XXX',
      holds: ({ MonedaDR }) => MonedaDR !== 'XXX',
    },
    CRP20237: {
      field: 'EquivalenciaDR',
      says: 'debe existir cuando MonedaDR no es la del pago',
      when: (docto, _, pago) => !isSameMoneda(docto, pago),
      holds: hasField('EquivalenciaDR'),
    },
    CRP20238: {
      field: 'EquivalenciaDR',
      says: 'debe ser 1 cuando MonedaDR es la del pago',
      when: (docto, _, pago) => isSameMoneda(docto, pago),
      holds: isUnity,
    },
    CRP20239: isPositive('ImpSaldoAnt'),
    CRP20240: fitsMonedaDR('ImpSaldoAnt'),
    CRP20241: isPositive('ImpPagado'),
    CRP20242: fitsMonedaDR('ImpPagado'),
    CRP20243: fitsMonedaDR('ImpSaldoInsoluto'),
    CRP20244: {
      field: 'ImpSaldoInsoluto',
      says: 'debe ser ImpSaldoAnt menos ImpPagado, y no menos de cero',
      holds: ({ ImpSaldoAnt, ImpPagado, ImpSaldoInsoluto }) => {
        if (ImpSaldoAnt === ImpPagado && isZero(ImpSaldoInsoluto)) return true
        const expected = decimalOf(ImpSaldoAnt).minus(decimalOf(ImpPagado))
        if (expected.compare(Decimal.zero) < 0)
          return { detail: `se paga de más: ${ImpPagado} de un saldo de ${ImpSaldoAnt}` }
        return same(ImpSaldoInsoluto, expected)
      },
    },
    CRP20245: current('ObjetoImpDR', 'c_ObjetoImp'),
    CRP20246: {
      field: 'ObjetoImpDR',
      says: 'exige el nodo ImpuestosDR cuando es 02',
      when: ({ ObjetoImpDR }) => ObjetoImpDR === '02',
      holds: mustHave('ImpuestosDR'),
    },
    CRP20247: {
      field: 'ObjetoImpDR',
      says: 'no admite el nodo ImpuestosDR cuando es 01, 03, 04 o 05',
      when: ({ ObjetoImpDR }) => sinImpuestos.has(ObjetoImpDR),
      holds: mustLack('ImpuestosDR'),
    },
    CRP20248: {
      field: 'ImpuestosDR',
      says: 'debe tener retenciones o traslados',
      when: hasField('ImpuestosDR'),
      holds: ({ ImpuestosDR }) =>
        exists(ImpuestosDR?.RetencionesDR) || exists(ImpuestosDR?.TrasladosDR),
    },
    // CRP20275 draws limits around ImpPagado / EquivalenciaDR, which at the decimals of MonedaP
    // always contain it. Without truncation it may exceed the rounded upper limit in payments that
    // cannot be stated otherwise. CRP20276 applies the limits to Monto.
    CRP20277: {
      field: 'EquivalenciaDR',
      says: 'debe valer 1.0000000000 en un pago de varios documentos y varias monedas, si MonedaDR es la del pago',
      when: (docto, context, pago) =>
        isSameMoneda(docto, pago) && !pagoSums(pago, context).isSameMoneda,
      holds: isUnity,
    },
    CRP20278: {
      field: 'ObjetoImpDR',
      says: 'no admite retenciones ni traslados de IVA o IEPS cuando es 06 u 08',
      when: ({ ObjetoImpDR }) => sinIvaNiIeps.has(ObjetoImpDR),
      holds: (docto) => !hasImpuesto(docto, iva) && !hasImpuesto(docto, ieps),
    },
    CRP20279: {
      field: 'ObjetoImpDR',
      says: 'exige un traslado de IEPS, y no admite IVA, cuando es 07',
      when: ({ ObjetoImpDR }) => ObjetoImpDR === soloIeps,
      holds: (docto) => hasTraslado(docto, ieps) && !hasImpuesto(docto, iva),
    },
  },
})

/**
 * Compared as a number: "1", and also "1.0000000000", which the first edition of CRP20277 required.
 */
function isUnity(
  { EquivalenciaDR }: DoctoRelacionado,
  _context: RuleContext,
  _pago: Pago,
): boolean | Mismatch {
  if (EquivalenciaDR !== undefined && decimalOf(EquivalenciaDR).equals(Decimal.one)) return true
  return { expected: '1', found: EquivalenciaDR === undefined ? 'nada' : String(EquivalenciaDR) }
}

function hasTraslado({ ImpuestosDR }: DoctoRelacionado, impuesto: string): boolean {
  return ImpuestosDR?.TrasladosDR?.some(({ ImpuestoDR }) => ImpuestoDR === impuesto) === true
}

function hasImpuesto(docto: DoctoRelacionado, impuesto: string): boolean {
  return (
    hasTraslado(docto, impuesto) ||
    docto.ImpuestosDR?.RetencionesDR?.some(({ ImpuestoDR }) => ImpuestoDR === impuesto) === true
  )
}
