/**
 * The charge of each line of an invoice: net amount, taxes by row of the totals, and its share of
 * local taxes.
 * @module
 */
import { finest, sumOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import { hasField } from '../../../rules/presence.js'

import { amount } from './argument.js'
import { shared, type Tramo } from './devueltas.js'
import { type Gravamen, gravamenesOf } from './factura.js'
import { filaKey, type Importes, sinLocales, totalDe } from './saldo.js'

/** The taxes of a line within one row of the totals. */
export interface Grupo {
  readonly gravamenes: readonly Gravamen[]
  readonly importe: Decimal
}

/** The charge of a line, and the part of it that a note returns. */
export interface Cobro {
  readonly tramo: Tramo
  /** Importe less Descuento. */
  readonly neto: Decimal
  /** By {@link filaKey}. */
  readonly grupos: ReadonlyMap<string, Grupo>
  /** Its share of each local tax, by row key. */
  readonly locales: ReadonlyMap<string, Decimal>
  /** Sum of all of these, less withholdings. */
  readonly total: Decimal
}

/**
 * Returns the charge of each line: the amounts as written, or the price with taxes that they came
 * from. Such prices are whole units of the currency, and base by rate still gives them where a tax
 * was adjusted for the cents of the document (rule 3 of docs/en/rounding.md). Local taxes are
 * divided by net amount.
 */
export function cobrosDe(
  tramos: readonly Tramo[],
  facturado: Importes,
  digits: number,
): readonly Cobro[] {
  const lines = tramos.map(({ concepto }) => {
    const { Importe, Descuento = 0 } = concepto
    const neto = amount(Importe, 'Importe').minus(amount(Descuento, 'Descuento'))
    const taxes = gravamenesOf([concepto]).filter(hasField('importe'))
    let [written, product] = [neto, neto]
    for (const gravamen of taxes) {
      const { retenido, importe = Decimal.zero } = gravamen
      written = retenido ? written.minus(importe) : written.plus(importe)
      const exact = productOf(gravamen)
      product = retenido ? product.minus(exact) : product.plus(exact)
    }
    return { neto, taxes, written, product }
  })
  const whole = sumOf(lines, 'neto')
  const locales = [...facturado.filas].filter(([, { local }]) => local !== undefined)
  const isPriced = pricedIn(lines, facturado, digits)
  return tramos.map((tramo, at) => {
    const { neto, taxes, written, product } = lines[at] as Linea
    const byPrice = isPriced(lines[at] as Linea)
    let total = byPrice ? product.round(digits) : written
    const shares = new Map<string, Decimal>()
    for (const [key, { importe, retenido }] of locales) {
      const share = whole.isZero()
        ? Decimal.zero
        : importe.times(neto).over(whole, shared).round(shared)
      shares.set(key, share)
      total = retenido ? total.minus(share) : total.plus(share)
    }
    const grupos = new Map<string, Grupo>()
    for (const gravamenes of groupBy(taxes, filaKey)) {
      let importe = sumOf(gravamenes, 'importe')
      if (byPrice) importe = Decimal.sum(gravamenes.map(productOf))
      grupos.set(filaKey(gravamenes[0] as Gravamen), { gravamenes, importe })
    }
    return { tramo, neto, grupos, locales: shares, total }
  })
}

/** A line as written. */
interface Linea {
  readonly neto: Decimal
  readonly taxes: readonly Gravamen[]
  /** With its taxes as written, and as base by rate. */
  readonly written: Decimal
  readonly product: Decimal
}

/**
 * Selects the lines made from a price: all when such prices add up to the invoice, otherwise those
 * that admit no other reading.
 */
function pricedIn(
  lines: readonly Linea[],
  facturado: Importes,
  digits: number,
): (line: Linea) => boolean {
  const isPrice = ({ product, taxes }: Linea): boolean => {
    const off = product.minus(product.round(digits))
    const most = Decimal.ofSafeUnits(taxes.length + 1, finest)
    return off.isBetween(most.negated(), most)
  }
  const sum = Decimal.sum(lines.map(({ product }) => product.round(digits)))
  if (sum.equals(totalDe(sinLocales(facturado))) && lines.every(isPrice)) return () => true
  return (line) => isPrice(line) && !line.written.equals(line.written.round(digits))
}

function productOf({ base, TasaOCuota = '0' }: Gravamen): Decimal {
  return base.times(Decimal.of(TasaOCuota))
}
