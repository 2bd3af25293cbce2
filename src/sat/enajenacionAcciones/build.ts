/**
 * The retención of a sale of shares.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { OptionNames } from '../../lib/options.js'
import type { Numeric } from '../../model/types.js'
import {
  fraction,
  isNational,
  pesos,
  requireMembers,
  requireRetencion,
  type RetencionOptions,
  retencionOf,
  write,
} from '../retenciones20/build/retencion.js'
import type { RetencionesDraft } from '../retenciones20/draft.js'

/** A sale of shares. */
export interface VentaDeAcciones {
  /** Precio total de la venta. */
  readonly Precio: Numeric
  /** Contrato de intermediación. */
  readonly ContratoIntermediacion: string
  /** Ganancia de la venta, o cero. */
  readonly Ganancia: Numeric
  /** Pérdida de la venta, o cero. Cero si no se indica. */
  readonly Perdida?: Numeric | undefined
  /** Si se venden en bolsa. */
  readonly EnBolsa: boolean
  /** Tasa, como fracción: cero con dictamen fiscal. La de la ley si no se indica. */
  readonly Tasa?: Numeric | undefined
}

const names: OptionNames<VentaDeAcciones> = {
  ...{ Precio: true, ContratoIntermediacion: true, Ganancia: true, Perdida: true },
  ...{ EnBolsa: true, Tasa: true },
}

/** LISR, article 126: outside an exchange, of the price. Articles 129 and 161: at one, of the gain. */
const ofPrice = Decimal.of('0.20')
const ofGain = Decimal.of('0.10')

/**
 * Creates the retención of a sale of shares. Outside an exchange (key 06): 20 % of the price, a
 * provisional payment (LISR, article 126). At an exchange (key 19): nothing from a resident of
 * Mexico, who pays in the annual return (article 129), and 10 % of the gain of a resident abroad, a
 * final payment (article 161).
 *
 * @throws TypeError for an unknown name, an invalid amount, or a gain and a loss at once.
 * @example
 * const draft = retencionDeAcciones({ Precio: '1000.00', ContratoIntermediacion: '8114', Ganancia: '400.00', EnBolsa: false }, datos)
 * draft.Totales.ImpRetenidos?.[0]?.MontoRet // → '200.00'
 */
export function retencionDeAcciones(
  venta: VentaDeAcciones,
  options: RetencionOptions,
): RetencionesDraft {
  const verb = 'retencionDeAcciones'
  requireMembers(`${verb}: venta`, venta, names)
  requireRetencion(verb, options)
  const { ContratoIntermediacion, EnBolsa, Tasa } = venta
  if (typeof EnBolsa !== 'boolean') throw new TypeError(`${verb}: EnBolsa must be true or false`)
  const price = pesos(venta.Precio, `${verb}: Precio`)
  const gain = pesos(venta.Ganancia, `${verb}: Ganancia`)
  const loss = pesos(venta.Perdida ?? '0', `${verb}: Perdida`)
  if (!gain.isZero() && !loss.isZero())
    throw new TypeError(`${verb}: a sale has a gain or a loss, not both`)
  const domesticRate = isNational(options.Receptor) ? Decimal.zero : ofGain
  const legal = EnBolsa ? domesticRate : ofPrice
  const rate = Tasa === undefined ? legal : fraction(Tasa, `${verb}: Tasa`)
  const base = EnBolsa ? gain : price
  const withheld = base.times(rate).round(2)
  const TipoPagoRet = isNational(options.Receptor) ? '04' : '03'
  return retencionOf(options, {
    CveRetenc: EnBolsa ? '19' : '06',
    gravado: price,
    retenidos: withheld.isZero()
      ? []
      : [{ ImpuestoRet: '001', BaseRet: base, MontoRet: withheld, TipoPagoRet }],
    Complemento: {
      EnajenaciondeAcciones: {
        Version: '1.0',
        ContratoIntermediacion,
        Ganancia: write(gain),
        Perdida: write(loss),
      },
    },
  })
}
