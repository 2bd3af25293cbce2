/**
 * The retención of interest.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { isDay } from '../../lib/time.js'
import type { OptionNames } from '../../lib/options.js'
import type { Numeric } from '../../model/types.js'
import {
  fraction,
  pesos,
  requireMembers,
  requireRetencion,
  type Retenido,
  type RetencionOptions,
  retencionOf,
  write,
} from '../retenciones20/build/retencion.js'
import { yearlyRate } from '../retenciones20/build/yearlyRates.js'
import type { RetencionesDraft } from '../retenciones20/draft.js'

/** Interest that is paid, by the financial system or by others. */
export interface Interes {
  /** Interés nominal que se paga. */
  readonly MontIntNominal: Numeric
  /** Ajuste anual por inflación del capital (LISR, artículo 134). Cero si no se indica. */
  readonly Ajuste?: Numeric | undefined
  /** Parte exenta del interés. Cero si no se indica. */
  readonly Exento?: Numeric | undefined
  /** Si hubo retiros con retención de intereses reales. NO si no se indica. */
  readonly RetiroAORESRetInt?: 'SI' | 'NO' | undefined
  /** Si son de operaciones financieras derivadas. NO si no se indica. */
  readonly OperFinancDerivad?: 'SI' | 'NO' | undefined
  /** Capital que da lugar al interés, cuando lo paga el sistema financiero. */
  readonly Capital?: Numeric | undefined
  /** Días del capital, cuando lo paga el sistema financiero. */
  readonly Dias?: number | undefined
  /** Tasa de la retención, como fracción. La de la ley si no se indica. */
  readonly Tasa?: Numeric | undefined
}

const names: OptionNames<Interes> = {
  ...{ MontIntNominal: true, Ajuste: true, Exento: true, RetiroAORESRetInt: true },
  ...{ OperFinancDerivad: true, Capital: true, Dias: true, Tasa: true },
}

/** LISR, article 135: interest of companies outside the financial system. */
const nominalRate = Decimal.of('0.20')

/**
 * Creates the retención of interest, a provisional payment. With `Capital` and `Dias`, of the
 * financial system: the annual rate of the Ley de Ingresos on the capital, by days of the year
 * (LISR, articles 54 and 135). Without them: 20 % of the nominal interest (article 135). Real
 * interest is the nominal less the adjustment for inflation; a negative one is a loss (article 134).
 *
 * @throws TypeError for an unknown name, an invalid amount, or a year without a known rate.
 * @example
 * const draft = retencionDeIntereses({ MontIntNominal: '1000.00', Ajuste: '387.60' }, datos)
 * draft.Totales.ImpRetenidos?.[0]?.MontoRet // → '200.00'
 */
export function retencionDeIntereses(
  interes: Interes,
  options: RetencionOptions,
): RetencionesDraft {
  const verb = 'retencionDeIntereses'
  requireMembers(`${verb}: interes`, interes, names)
  requireRetencion(verb, options)
  const { RetiroAORESRetInt = 'NO', OperFinancDerivad = 'NO', Capital } = interes
  const nominal = pesos(interes.MontIntNominal, `${verb}: MontIntNominal`)
  const exempt = pesos(interes.Exento ?? '0', `${verb}: Exento`)
  if (exempt.compare(nominal) > 0)
    throw new TypeError(`${verb}: Exento is more than MontIntNominal`)
  const real = nominal.minus(pesos(interes.Ajuste ?? '0', `${verb}: Ajuste`))
  const isGain = real.compare(Decimal.zero) >= 0
  const taxable = nominal.minus(exempt)
  const tax =
    Capital === undefined ? ofNominal(verb, interes, taxable) : ofCapital(verb, interes, options)
  return retencionOf(options, {
    CveRetenc: '16',
    gravado: taxable,
    exento: exempt,
    retenidos: tax.MontoRet.isZero() ? [] : [tax],
    Complemento: {
      Intereses: {
        Version: '1.0',
        SistFinanciero: Capital === undefined ? 'NO' : 'SI',
        RetiroAORESRetInt,
        OperFinancDerivad,
        MontIntNominal: write(nominal),
        MontIntReal: write(isGain ? real : Decimal.zero),
        Perdida: write(isGain ? Decimal.zero : real.negated()),
      },
    },
  })
}

function ofNominal(verb: string, { Dias, Tasa }: Interes, base: Decimal): Retenido {
  if (Dias !== undefined) throw new TypeError(`${verb}: Dias requires Capital`)
  const rate = Tasa === undefined ? nominalRate : fraction(Tasa, `${verb}: Tasa`)
  return isrOf(base, base.times(rate).round(2))
}

function ofCapital(
  verb: string,
  { Capital, Dias, Tasa }: Interes,
  { Periodo: { Ejercicio } }: RetencionOptions,
): Retenido {
  const isLeap = isDay(`${Ejercicio}-02-29`)
  const days = isLeap ? 366 : 365
  if (!Number.isInteger(Dias) || (Dias as number) < 1 || (Dias as number) > days)
    throw new TypeError(`${verb}: Dias must be a number of days from 1 to ${days}`)
  const rate =
    Tasa === undefined ? yearlyRate(Ejercicio, 'interest') : fraction(Tasa, `${verb}: Tasa`)
  if (rate === undefined)
    throw new TypeError(`${verb}: give Tasa, the annual rate of withholding of ${Ejercicio}`)
  const capital = pesos(Capital, `${verb}: Capital`)
  const yearly = capital.times(rate)
  const part = yearly
    .times(Decimal.of(Dias as number))
    .over(Decimal.of(days), 6)
    .round(2)
  return isrOf(capital, part)
}

function isrOf(BaseRet: Decimal, MontoRet: Decimal): Retenido {
  return { ImpuestoRet: '001', BaseRet, MontoRet, TipoPagoRet: '04' }
}
