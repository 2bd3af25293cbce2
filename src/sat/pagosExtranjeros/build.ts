/**
 * The retención of a payment to a resident abroad.
 * @module
 */
import type { OptionNames } from '../../lib/options.js'
import type { Numeric } from '../../model/types.js'
import {
  fraction,
  pesos,
  requireMembers,
  requireRetencion,
  type RetencionOptions,
  retencionOf,
} from '../retenciones20/build/retencion.js'
import type { RetencionesDraft } from '../retenciones20/draft.js'
import type { PagosExtranjerosDraft } from './draft.js'

/** A payment to a resident abroad. */
export interface PagoAlExtranjero {
  /** Importe del pago, antes de retener. */
  readonly Monto: Numeric
  /** Parte exenta. Cero si no se indica. */
  readonly Exento?: Numeric | undefined
  /** Tasa del ISR, como fracción: la del Título V de la LISR, o la del tratado. */
  readonly Tasa: Numeric
  /** Quien cobra y no es el beneficiario: su país, tipo de contribuyente y el concepto. */
  readonly NoBeneficiario?: PagosExtranjerosDraft['NoBeneficiario']
  /** Representante en México que cobra como beneficiario. */
  readonly Beneficiario?: PagosExtranjerosDraft['Beneficiario']
}

const names: OptionNames<PagoAlExtranjero> = {
  ...{ Monto: true, Exento: true, Tasa: true, NoBeneficiario: true, Beneficiario: true },
}

/**
 * Creates the retención of a payment abroad: the given rate on the taxable part, as a final payment.
 * The rate depends on the income (LISR, Título V: 25 % of services, article 156; 35, 25 or 5 % of
 * royalties, article 167; 4.9 to 35 % of interest, article 166) and on the treaty, so it has no
 * default.
 *
 * @throws TypeError for an unknown name, an invalid amount, or unless there is one of
 * `NoBeneficiario` and `Beneficiario`.
 * @example
 * const draft = retencionDePagoAlExtranjero({ Monto: '1000.00', Tasa: '0.25', NoBeneficiario }, alExtranjero)
 * draft.Totales.ImpRetenidos?.[0]?.MontoRet // → '250.00'
 */
export function retencionDePagoAlExtranjero(
  pago: PagoAlExtranjero,
  options: RetencionOptions,
): RetencionesDraft {
  const verb = 'retencionDePagoAlExtranjero'
  requireMembers(`${verb}: pago`, pago, names)
  requireRetencion(verb, options)
  const { NoBeneficiario, Beneficiario } = pago
  if ((NoBeneficiario === undefined) === (Beneficiario === undefined))
    throw new TypeError(`${verb}: give NoBeneficiario or Beneficiario`)
  const amount = pesos(pago.Monto, `${verb}: Monto`)
  const exempt = pesos(pago.Exento ?? '0', `${verb}: Exento`)
  if (exempt.compare(amount) > 0) throw new TypeError(`${verb}: Exento is more than Monto`)
  const taxable = amount.minus(exempt)
  const withheld = taxable.times(fraction(pago.Tasa, `${verb}: Tasa`)).round(2)
  return retencionOf(options, {
    CveRetenc: '18',
    gravado: taxable,
    exento: exempt,
    retenidos: withheld.isZero()
      ? []
      : [{ ImpuestoRet: '001', BaseRet: taxable, MontoRet: withheld, TipoPagoRet: '03' }],
    Complemento: {
      Pagosaextranjeros: {
        Version: '1.0',
        EsBenefEfectDelCobro: Beneficiario === undefined ? 'NO' : 'SI',
        ...(NoBeneficiario !== undefined && { NoBeneficiario }),
        ...(Beneficiario !== undefined && { Beneficiario }),
      },
    },
  })
}
