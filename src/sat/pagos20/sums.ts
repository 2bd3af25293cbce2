/**
 * Sums of each payment's documents in its currency, in one pass per payment.
 * @module
 */
import { knownDecimalsOf } from '../../fiscal/amounts.js'
import { Decimal } from '../../lib/decimal.js'
import type { Numeric } from '../../model/types.js'
import { amount, decimalOf, eachItem } from '../../rules/values.js'
import { type Mismatch, perDocument, type RuleContext } from '../cfdi40/rule.js'
import { trasladoKey } from '../cfdi40/sums.js'
import { conversionLimits, equivalenciaOf, isSameMoneda, QuotientSum } from './equivalencia.js'
import type { DoctoRelacionado, Pago } from './nodes.js'

/** Base and importe of the traslados of one kind. */
interface TrasladoSum {
  readonly base: QuotientSum
  readonly importe: QuotientSum
}

/** The sums of a payment, in its currency. */
export interface PagoSums {
  /**
   * Whether every document has an exchange rate to the payment's currency; there are no sums
   * otherwise.
   */
  isConvertible: boolean
  /** Whether every document is in the currency of the payment. */
  isSameMoneda: boolean
  readonly pagado: QuotientSum
  /** Sums of the limits of each conversion (CRP20276); zero in a payment of one currency. */
  limits: readonly [Decimal, Decimal]
  /** By ImpuestoDR. */
  readonly retenciones: Map<string, QuotientSum>
  /** By {@link trasladoKey}. */
  readonly traslados: Map<string, TrasladoSum>
  hasTaxed: boolean
  /** Whether there are traslados and all are exempt. */
  readonly isExempt: boolean
}

const known = perDocument(() => new WeakMap<Pago, PagoSums>())

/** Returns the sums of a payment. */
export function pagoSums(pago: Pago, context: RuleContext): PagoSums {
  const sums = known(context).get(pago) ?? sumPago(pago, paidDecimalsOf(pago.MonedaP, context) ?? 2)
  known(context).set(pago, sums)
  return sums
}

/** Decimals of payments in a currency; undefined for an unknown one and for XXX. */
export function paidDecimalsOf(moneda: string, context: RuleContext): number | undefined {
  if (moneda === 'XXX') return undefined
  return knownDecimalsOf(moneda, context)
}

function sumPago(pago: Pago, digits: number): PagoSums {
  const sums: PagoSums = {
    isConvertible: true,
    isSameMoneda: true,
    pagado: new QuotientSum(),
    limits: [Decimal.zero, Decimal.zero],
    retenciones: new Map(),
    traslados: new Map(),
    hasTaxed: false,
    get isExempt() {
      return !this.hasTaxed && this.traslados.size > 0
    },
  }
  eachItem(pago.DoctoRelacionado, (docto) => {
    if (!isSameMoneda(docto, pago)) sums.isSameMoneda = false
  })
  eachItem(pago.DoctoRelacionado, (docto) => {
    const equivalencia = equivalenciaOf(docto, pago)
    if (equivalencia === undefined) {
      sums.isConvertible = false
      return
    }
    const pagado = decimalOf(docto.ImpPagado)
    sums.pagado.add(pagado, equivalencia)
    if (!sums.isSameMoneda) {
      const [least, most] = conversionLimits(pagado, equivalencia, digits)
      sums.limits = [sums.limits[0].plus(least), sums.limits[1].plus(most)]
    }
    addImpuestos(sums, docto, equivalencia)
  })
  return sums
}

function addImpuestos(
  sums: PagoSums,
  { ImpuestosDR }: DoctoRelacionado,
  equivalencia: Decimal,
): void {
  eachItem(ImpuestosDR?.RetencionesDR, ({ ImpuestoDR, ImporteDR }) => {
    at(sums.retenciones, ImpuestoDR, () => new QuotientSum()).add(
      decimalOf(ImporteDR),
      equivalencia,
    )
  })
  eachItem(
    ImpuestosDR?.TrasladosDR,
    ({ ImpuestoDR, TipoFactorDR, TasaOCuotaDR, BaseDR, ImporteDR }) => {
      if (TipoFactorDR !== 'Exento') sums.hasTaxed = true
      const key = trasladoKey({
        Impuesto: ImpuestoDR,
        TipoFactor: TipoFactorDR,
        TasaOCuota: TasaOCuotaDR,
      })
      const sum = at(sums.traslados, key, () => ({
        base: new QuotientSum(),
        importe: new QuotientSum(),
      }))
      sum.base.add(decimalOf(BaseDR), equivalencia)
      sum.importe.add(amount(ImporteDR), equivalencia)
    },
  )
}

function at<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

const nothing = new QuotientSum()

/**
 * Checks that an amount is the sum, at its written decimals. The standard does not define the
 * rounding of a quotient, so both the truncated and the rounded one are accepted.
 */
export function isSum(found: Numeric | undefined, sum: QuotientSum = nothing): boolean | Mismatch {
  if (found === undefined) return { expected: sum.round(2), found: 'nada' }
  const value = decimalOf(found)
  const [cut, near] = [sum.truncate(value.scale), sum.round(value.scale)]
  if (value.equals(cut) || value.equals(near)) return true
  return {
    ...(cut.equals(near) ? { expected: cut } : { limits: [cut, near] }),
    found: String(found),
  }
}
