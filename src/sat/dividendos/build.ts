/**
 * The retención of a dividend.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { OptionNames } from '../../lib/options.js'
import type { Numeric } from '../../model/types.js'
import {
  fraction,
  isCompany,
  isNational,
  pesos,
  requireMembers,
  requireRetencion,
  type RetencionOptions,
  retencionOf,
  write,
} from '../retenciones20/build/retencion.js'
import type { RetencionesDraft } from '../retenciones20/draft.js'

/** A dividend that is paid. */
export interface Dividendo {
  /** Importe del dividendo, antes de retener. */
  readonly Monto: Numeric
  /** Tipo (c_TipoDividendoOUtilidadDistribuida): 01 CUFIN, 02 no CUFIN, 05 CUFINRE, 06 CUFIN 2013. */
  readonly CveTipDivOUtil: '01' | '02' | '05' | '06'
  /** Sociedad que distribuye. "Sociedad Nacional" si no se indica. */
  readonly TipoSocDistrDiv?: 'Sociedad Nacional' | 'Sociedad Extranjera' | undefined
  /** Tasa de la retención, como fracción: la de un tratado, por ejemplo. La de la ley si no se indica. */
  readonly Tasa?: Numeric | undefined
}

const names: OptionNames<Dividendo> = {
  ...{ Monto: true, CveTipDivOUtil: true, TipoSocDistrDiv: true, Tasa: true },
}

/** LISR, articles 140 and 164: additional ISR, a final payment. */
const tenPercent = Decimal.of('0.10')
/** LISR, article 140: factor of the accruable dividend, and the rate of article 9. */
const factor = Decimal.of('1.4286')
const companyRate = Decimal.of('0.30')

/**
 * Creates the retención of a dividend: 10 % as a final payment (LISR, articles 140 and 164), and
 * nothing from a company of Mexico or from profits until 2013 (type 06). For a person of Mexico it
 * states the accruable dividend (by 1.4286) and its creditable ISR (30 % of that).
 *
 * Reimbursements of capital and liquidations (types 03 and 04) have other bases: write their draft.
 * @throws TypeError for an unknown name, an invalid amount or type.
 * @example
 * const draft = retencionDeDividendos({ Monto: '1000.00', CveTipDivOUtil: '01' }, datos)
 * draft.Totales.ImpRetenidos?.[0]?.MontoRet // → '100.00'
 */
export function retencionDeDividendos(
  dividendo: Dividendo,
  options: RetencionOptions,
): RetencionesDraft {
  const verb = 'retencionDeDividendos'
  requireMembers(`${verb}: dividendo`, dividendo, names)
  requireRetencion(verb, options)
  const { CveTipDivOUtil, TipoSocDistrDiv = 'Sociedad Nacional' } = dividendo
  if (!['01', '02', '05', '06'].includes(CveTipDivOUtil))
    throw new TypeError(`${verb}: CveTipDivOUtil must be 01, 02, 05 or 06`)
  const amount = pesos(dividendo.Monto, `${verb}: Monto`)
  const isExempt = isCompany(options.Receptor) || CveTipDivOUtil === '06'
  const legal = isExempt ? Decimal.zero : tenPercent
  const rate = dividendo.Tasa === undefined ? legal : fraction(dividendo.Tasa, `${verb}: Tasa`)
  const withheld = amount.times(rate).round(2)
  const accrued = amount.times(factor).round(2)
  const isPerson = isNational(options.Receptor) && !isCompany(options.Receptor)
  const isDomestic = TipoSocDistrDiv === 'Sociedad Nacional'
  return retencionOf(options, {
    CveRetenc: '14',
    gravado: amount,
    retenidos: withheld.isZero()
      ? []
      : [{ ImpuestoRet: '001', BaseRet: amount, MontoRet: withheld, TipoPagoRet: '03' }],
    Complemento: {
      Dividendos: {
        Version: '1.0',
        DividOUtil: {
          CveTipDivOUtil,
          MontISRAcredRetMexico: write(withheld),
          MontISRAcredRetExtranjero: '0.00',
          TipoSocDistrDiv,
          ...(isPerson &&
            isDomestic && {
              MontISRAcredNal: write(accrued.times(companyRate)),
              MontDivAcumNal: write(accrued),
            }),
        },
      },
    },
  })
}
