/**
 * The retención of a prize.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { OptionNames } from '../../lib/options.js'
import type { Numeric } from '../../model/types.js'
import {
  fraction,
  pesos,
  requireMembers,
  requireRetencion,
  type RetencionOptions,
  retencionOf,
  write,
} from '../retenciones20/build/retencion.js'
import type { RetencionesDraft } from '../retenciones20/draft.js'
import type { PremiosDraft } from './draft.js'

/** A prize of a lottery, raffle, game or contest. */
export interface Premio {
  /** Entidad donde se paga (c_EntidadesFederativas). */
  readonly EntidadFederativa: PremiosDraft['EntidadFederativa']
  /** Importe del premio, antes de retener. */
  readonly MontTotPago: Numeric
  /** Parte exenta. Cero si no se indica. */
  readonly MontTotPagoExent?: Numeric | undefined
  /** Tasa del impuesto local sobre el premio, como fracción: decide la del ISR. */
  readonly TasaLocal: Numeric
}

const names: OptionNames<Premio> = {
  ...{ EntidadFederativa: true, MontTotPago: true, MontTotPagoExent: true, TasaLocal: true },
}

/** LISR, article 138: the highest local rate with the low federal one, and both federal rates. */
const mostLocal = Decimal.of('0.06')
const low = Decimal.of('0.01')
const high = Decimal.of('0.21')

/**
 * Creates the retención of a prize: 1 % of its taxable part where the local tax on prizes is 6 % at
 * most, and 21 % elsewhere (LISR, article 138), as a final payment.
 *
 * @throws TypeError for an unknown name, an invalid amount or rate.
 * @example
 * const draft = retencionDePremio({ EntidadFederativa: '09', MontTotPago: '1000.00', TasaLocal: '0.06' }, datos)
 * draft.Totales.ImpRetenidos?.[0]?.MontoRet // → '10.00'
 */
export function retencionDePremio(premio: Premio, options: RetencionOptions): RetencionesDraft {
  const verb = 'retencionDePremio'
  requireMembers(`${verb}: premio`, premio, names)
  requireRetencion(verb, options)
  const paid = pesos(premio.MontTotPago, `${verb}: MontTotPago`)
  const exempt = pesos(premio.MontTotPagoExent ?? '0', `${verb}: MontTotPagoExent`)
  if (exempt.compare(paid) > 0)
    throw new TypeError(`${verb}: MontTotPagoExent is more than MontTotPago`)
  const local = fraction(premio.TasaLocal, `${verb}: TasaLocal`)
  const taxable = paid.minus(exempt)
  const withheld = taxable.times(local.compare(mostLocal) > 0 ? high : low).round(2)
  return retencionOf(options, {
    CveRetenc: '20',
    gravado: taxable,
    exento: exempt,
    retenidos: withheld.isZero()
      ? []
      : [{ ImpuestoRet: '001', BaseRet: taxable, MontoRet: withheld, TipoPagoRet: '03' }],
    Complemento: {
      Premios: {
        Version: '1.0',
        EntidadFederativa: premio.EntidadFederativa,
        MontTotPago: write(paid),
        MontTotPagoGrav: write(taxable),
        MontTotPagoExent: write(exempt),
      },
    },
  })
}
