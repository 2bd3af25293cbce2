/**
 * Returned lines of an invoice, in whole or in part, as concepts of the credit note.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { decimalOf, finest, sumOf, write } from '../../../fiscal/amounts.js'
import { isProduct, taxLimits } from '../../../fiscal/limits.js'
import { atLeast, atMost, clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Numeric } from '../../../model/types.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { type Movable, reach, roundingTo } from '../derive/settleTotal.js'
import { amount, defined, positive } from './argument.js'
import { baseEn, devueltasDe, entre, type Tramo } from './devueltas.js'
import { type Gravamen, gravamenDe } from './factura.js'
import { type Local, localKey } from './locales.js'
import { metasDevueltas } from './metasDevueltas.js'
import type { Acreditado, Devolucion } from './notaDeCredito.js'
import {
  filaKey,
  filaLocal,
  type Importes,
  importesDe,
  localesEn,
  restar,
  sinLocales,
  totalDe,
} from './saldo.js'

type Impuesto = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

/** A concept of the note, with adjustable amounts. */
interface Devuelto {
  readonly tramo: Tramo
  descuento: Decimal | undefined
  importe: Decimal
  readonly impuestos: readonly Parte[]
}

/** Its part of a tax. */
interface Parte extends Movable {
  readonly gravamen: Gravamen
  readonly impuesto: Impuesto
  base: Decimal
}

/**
 * Returns the concepts of a return; unchanged ones for lines returned at once. Each is in
 * proportion to its line, from the quantity returned before on. The note has the total that the
 * lines were charged, by adjusting taxes, discounts and prices within the SAT's limits.
 */
export function devolver(
  factura: Comprobante,
  devoluciones: Devolucion['devoluciones'],
  anteriores: readonly Comprobante[],
  digits: number,
): Acreditado {
  const { cantidades, acreditado, bonificado } = devueltasDe(factura, anteriores, digits)
  for (const { concepto, Cantidad } of devoluciones)
    exchangeTwins(factura, cantidades, concepto, Cantidad)
  const returned = [...cantidades]
  const devueltos = devoluciones.map(({ concepto, Cantidad }) =>
    devueltoDe(tramoDe(factura, concepto, Cantidad, returned), digits),
  )
  const tramos = factura.Conceptos.map((concepto, at) => {
    const [desde = Decimal.zero, hasta = Decimal.zero] = [cantidades[at], returned[at]]
    return { concepto, desde, hasta, vendido: amount(concepto.Cantidad, 'Cantidad') }
  })
  const { importes, cobrado } = metasDevueltas(factura, tramos, acreditado, digits)
  const isRest = tramos.every(({ hasta, vendido }) => hasta.equals(vendido))
  // Lines of less than a unit are credited with the rest of the invoice only.
  const isTooLittle = cobrado.isZero() && !isRest
  if (isTooLittle || !settle(devueltos, sinLocales(importes), digits)) {
    if (cobrado.isZero())
      throw new TypeError(
        'devoluciones: se devuelve muy poco: no llega a la unidad mínima de la moneda',
      )
    throw new TypeError(
      `devoluciones: por las líneas se cobraron ${cobrado}, y las notas anteriores ya acreditaron el resto de la factura`,
    )
  }
  const conceptos = devueltos.map((devuelto) => conceptoDe(devuelto, digits))
  const locales = localesEn(importes.filas)
  const total = requireLeft(
    factura,
    anteriores,
    conceptos as unknown as readonly Concepto[],
    locales,
    digits,
  )
  if (isRest) return { conceptos, locales, total, cobrado: total }
  return { conceptos, locales, total, cobrado, bonificado }
}

/**
 * Equal lines are interchangeable: an earlier note does not show which one it returned. If too
 * little is left of the wanted line, it takes the place of an equal one of which enough is left.
 */
function exchangeTwins(
  { Conceptos }: Comprobante,
  cantidades: Decimal[],
  at: number,
  Cantidad: Numeric | undefined,
): void {
  const [wanted, before] = [Conceptos[at], cantidades[at]]
  if (wanted === undefined || before === undefined || before.isZero()) return
  const vendido = amount(wanted.Cantidad, 'Cantidad')
  const least = Cantidad === undefined ? undefined : positive(Cantidad, 'Cantidad')
  const suffices = (returned: Decimal) => {
    const left = vendido.minus(returned)
    return least === undefined ? !left.isZero() : least.compare(left) <= 0
  }
  if (suffices(before)) return
  const text = JSON.stringify(wanted)
  const twin = Conceptos.findIndex(
    (one, index) => suffices(cantidades[index] as Decimal) && JSON.stringify(one) === text,
  )
  if (twin === -1) return
  cantidades[at] = cantidades[twin] as Decimal
  cantidades[twin] = before
}

/** Returns the part of a line that is returned, and adds it to `returned`. */
function tramoDe(
  { Conceptos }: Comprobante,
  at: number,
  Cantidad: Numeric | undefined,
  returned: Decimal[],
): Tramo {
  const concepto = Conceptos[at]
  const desde = returned[at]
  if (concepto === undefined || desde === undefined)
    throw new TypeError(`devoluciones: the invoice has no concepto ${at}`)
  const vendido = amount(concepto.Cantidad, 'Cantidad')
  const left = vendido.minus(desde)
  if (left.isZero())
    throw new TypeError(`devoluciones: del concepto ${at} ya se devolvieron ${desde} de ${vendido}`)
  const cantidad = Cantidad === undefined ? left : positive(Cantidad, 'Cantidad')
  if (cantidad.compare(left) > 0) {
    const before = desde.isZero() ? '' : ` y ya se devolvieron ${desde}`
    throw new TypeError(
      `devoluciones: se devuelven ${cantidad} de ${vendido} en el concepto ${at}${before}`,
    )
  }
  const hasta = desde.plus(cantidad)
  returned[at] = hasta
  return { concepto, desde, hasta, vendido }
}

function devueltoDe(tramo: Tramo, digits: number): Devuelto {
  const { Importe, Descuento, Impuestos } = tramo.concepto
  const importe = entre(amount(Importe, 'Importe'), tramo)
  const descuento =
    Descuento === undefined ? undefined : entre(amount(Descuento, 'Descuento'), tramo)
  const parte = (impuesto: Impuesto, retenido: boolean): Parte => {
    const gravamen = gravamenDe(impuesto, retenido)
    const tasa = Decimal.of(gravamen.TasaOCuota ?? 0)
    const exact = entre(gravamen.importe ?? Decimal.zero, tramo)
    if (isWhole(tramo)) return { gravamen, impuesto, tasa, base: gravamen.base, importe: exact }
    const base = baseEn(tramo, gravamen.base, digits)
    if (base.isZero())
      throw new TypeError(`devoluciones: ${impuesto.Impuesto} queda sin Base: se devuelve muy poco`)
    const isAdmitted = exact.isBetween(...taxLimits(base, tasa, finest))
    const importe = isAdmitted ? exact : clamp(exact.round(digits), taxLimits(base, tasa, digits))
    return { gravamen, impuesto, tasa, base, importe }
  }
  return {
    tramo,
    importe,
    descuento: descuento && (descuento.compare(importe) > 0 ? importe : descuento),
    impuestos: [
      ...(Impuestos?.Traslados ?? []).map((impuesto) => parte(impuesto, false)),
      ...(Impuestos?.Retenciones ?? []).map((impuesto) => parte(impuesto, true)),
    ],
  }
}

/** Whether all of a line is returned at once, so that its amounts stay as invoiced. */
function isWhole({ desde, hasta, vendido }: Tramo): boolean {
  return desde.isZero() && hasta.equals(vendido)
}

/** Adjusts taxes and net amounts until the totals are right. Returns whether any is credited. */
function settle(devueltos: readonly Devuelto[], metas: Importes, digits: number): boolean {
  const taxes = devueltos
    .flatMap(({ impuestos }) => impuestos)
    .filter(({ gravamen }) => gravamen.importe !== undefined)
  const rows = groupBy(taxes, ({ gravamen }) => filaKey(gravamen)).map((row) => {
    // Adjusts a row of taxes as close to its target as their bases admit; returns its effect on
    // the total.
    const { gravamen } = row[0] as Parte
    const meta = metas.filas.get(filaKey(gravamen))?.importe ?? Decimal.zero
    if (!reach(row, sumOf(row, 'importe'), meta, digits)) force(row, meta, digits)
    const importe = sumOf(row, 'importe').round(digits)
    if (gravamen.retenido) return importe.negated()
    return importe
  })
  const most = totalDe(metas).minus(Decimal.sum(rows))
  // A net amount may round to zero, as that of the last cents of a line whose taxes are rounded up.
  const isNothing =
    metas.neto.compare(Decimal.zero) < 0 || totalDe(metas).compare(Decimal.zero) <= 0
  const isFree = sumOf(devueltos, 'importe').equals(sumOf(devueltos, 'descuento'))
  if (isNothing && !isFree) return false
  return settleNeto(devueltos, atMost(metas.neto, most), digits)
}

/**
 * Adjusts taxes further than their bases admit: the bases follow, to the middle of the range with
 * such a tax.
 */
function force(row: readonly Parte[], meta: Decimal, digits: number): void {
  const half = Decimal.ofSafeUnits(5, digits + 1)
  for (const parte of row) {
    const missing = missingTo(meta, sumOf(row, 'importe'), digits)
    if (missing.isZero()) return
    if (parte.tasa.isZero() || (parte.importe.isZero() && missing.compare(Decimal.zero) < 0))
      continue
    parte.importe = atLeast(rounded(parte.importe, missing, digits), Decimal.zero)
    parte.base = Decimal.of(write(parte.importe.plus(half).over(parte.tasa, finest), digits))
  }
}

/**
 * Adjusts the net amount by the discount of a line that has one, so that the others stay Cantidad
 * by ValorUnitario. Otherwise by an Importe that remains their product, by one whose ValorUnitario
 * follows, or by as many as needed. Returns whether it succeeded.
 */
function settleNeto(devueltos: readonly Devuelto[], meta: Decimal, digits: number): boolean {
  const [importes, descuentos] = [sumOf(devueltos, 'importe'), sumOf(devueltos, 'descuento')]
  const less = missingTo(importes.round(digits).minus(meta), descuentos, digits)
  if (less.isZero()) return true
  for (const devuelto of devueltos) {
    const { descuento, importe } = devuelto
    if (descuento === undefined || descuento.plus(less).compare(Decimal.zero) < 0) continue
    const moved = rounded(descuento, less, digits)
    if (moved.compare(importe) > 0) continue
    devuelto.descuento = moved
    return true
  }
  const more = missingTo(meta.plus(descuentos.round(digits)), importes, digits)
  for (const keepsPrice of [true, false])
    for (const devuelto of devueltos)
      if (moveImporte(devuelto, more, digits, keepsPrice)) return true
  let missing = more
  for (const devuelto of devueltos) {
    const { importe } = devuelto
    devuelto.importe = atLeast(importe.plus(missing), leastOf(devuelto))
    missing = missing.minus(devuelto.importe.minus(importe))
  }
  return missing.isZero()
}

function moveImporte(
  devuelto: Devuelto,
  by: Decimal,
  digits: number,
  keepsPrice: boolean,
): boolean {
  const moved = { ...devuelto, importe: rounded(devuelto.importe, by, digits) }
  if (moved.importe.compare(leastOf(devuelto)) < 0 || (keepsPrice && !fitsPrice(moved, digits)))
    return false
  devuelto.importe = moved.importe
  return true
}

/**
 * Minimum of an adjusted Importe: its discount (CFDI40169), and the least amount that has a
 * ValorUnitario (CFDI40166).
 */
function leastOf({ tramo, importe, descuento = Decimal.zero }: Devuelto): Decimal {
  return atMost(
    atLeast(cantidadDe(tramo).times(Decimal.unit(finest)).ceil(finest), descuento),
    importe,
  )
}

/** Difference of a sum to one that rounds to the target. */
function missingTo(target: Decimal, sum: Decimal, digits: number): Decimal {
  return clamp(sum, roundingTo(target, digits)).minus(sum)
}

/** Adjusts an amount and rounds it on to a whole unit. */
function rounded(value: Decimal, by: Decimal, digits: number): Decimal {
  const moved = value.plus(by)
  if (by.compare(Decimal.zero) > 0) return moved.ceil(digits)
  return moved.truncate(digits)
}

function conceptoDe(devuelto: Devuelto, digits: number): Json {
  const { tramo, impuestos } = devuelto
  const { Parte, Impuestos, ...concepto } = tramo.concepto
  const rows = (retenido: boolean): readonly Json[] | undefined => {
    const some = impuestos.filter(({ gravamen }) => gravamen.retenido === retenido)
    if (some.length === 0) return undefined
    return some.map(({ impuesto, gravamen, base, importe }) => {
      if (isWhole(tramo) && gravamen.importe?.equals(importe) !== false) return impuesto
      return defined({
        ...impuesto,
        Base: isWhole(tramo) && base.equals(gravamen.base) ? impuesto.Base : base.toString(),
        Importe: gravamen.importe && write(importe, digits),
      })
    })
  }
  return defined({
    ...concepto,
    ...(isWhole(tramo) && { Parte }),
    Cantidad: cantidadIn(tramo),
    ValorUnitario: fitsPrice(devuelto, digits)
      ? concepto.ValorUnitario
      : write(devuelto.importe.over(cantidadDe(devuelto.tramo), finest + 1).round(finest), digits),
    Importe: importeIn(devuelto, digits),
    Descuento: descuentoIn(devuelto),
    Impuestos: Impuestos && defined({ Traslados: rows(false), Retenciones: rows(true) }),
  })
}

function cantidadDe({ desde, hasta }: Tramo): Decimal {
  return hasta.minus(desde)
}

function cantidadIn(tramo: Tramo): Numeric {
  if (isWhole(tramo)) return tramo.concepto.Cantidad
  return cantidadDe(tramo).toString()
}

/** Whether a returned amount is Cantidad by the invoiced ValorUnitario. */
function fitsPrice(devuelto: Devuelto, digits: number): boolean {
  const { tramo } = devuelto
  return (
    isProduct(cantidadIn(tramo), tramo.concepto.ValorUnitario, importeIn(devuelto, digits)) === true
  )
}

function descuentoIn({ tramo, descuento }: Devuelto): Numeric | undefined {
  return descuento && same(tramo.concepto.Descuento, descuento, 0)
}

/** Has at least as many decimals as the discount (CFDI40168). */
function importeIn(devuelto: Devuelto, digits: number): Numeric {
  const descuento = decimalOf(descuentoIn(devuelto))
  return same(
    devuelto.tramo.concepto.Importe,
    devuelto.importe,
    Math.max(digits, descuento?.scale ?? 0),
  )
}

/** Keeps the invoiced text of an equal amount. */
function same(invoiced: Numeric | undefined, value: Decimal, decimals: number): Numeric {
  const before = decimalOf(invoiced)
  if (before?.equals(value) && before.scale >= decimals) return invoiced as Numeric
  return write(value, decimals)
}

/**
 * Checks the total of a note. @throws TypeError when it exceeds the amount that earlier notes left.
 */
function requireLeft(
  factura: Comprobante,
  anteriores: readonly Comprobante[],
  Conceptos: readonly Concepto[],
  locales: readonly Local[],
  digits: number,
): Decimal {
  const given = anteriores.map((nota) => importesDe(nota, digits))
  const { neto, filas } = importesDe({ Conceptos }, digits)
  const all = new Map(filas)
  for (const local of locales) all.set(localKey(local), filaLocal(local))
  const note = { neto, filas: all }
  const left = restar(importesDe(factura, digits), given)
  const [returned, most] = [totalDe(note), totalDe(left)]
  if (returned.compare(most) > 0)
    throw new TypeError(
      `devoluciones: vienen a ${returned}, más que lo que queda por acreditar de la factura, ${most}`,
    )
  for (const [key, { impuesto, importe }] of left.filas) {
    const found = note.filas.get(key)?.importe ?? Decimal.zero
    if (found.compare(importe) > 0)
      throw new TypeError(
        `devoluciones: acreditan ${found} de ${impuesto}, más que lo que queda de él, ${importe}`,
      )
  }
  return returned
}
