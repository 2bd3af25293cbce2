/**
 * Lines of an invoice that were returned, in whole or in part, as concepts of the credit note.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { decimalOf, finest, write } from '../../../fiscal/amounts.js'
import { isProduct, taxLimits } from '../../../fiscal/limits.js'
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Numeric } from '../../../model/types.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { type Movable, reach, roundingTo } from '../derive/settle.js'
import { amount, defined, positive } from './argument.js'
import { devueltasDe, entre, type Tramo } from './devueltas.js'
import { type Gravamen, gravamenDe } from './factura.js'
import { metasDevueltas } from './metasDevueltas.js'
import type { Devolucion } from './notaDeCredito.js'
import { filaKey, type Importes, importesDe, restar, totalDe } from './saldo.js'

type Impuesto = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

/** A concept of the note, whose amounts may still be moved. */
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
 * The concepts of what was returned; as they were invoiced, when it is all that there was. Each is in proportion to its line,
 * from what was returned before on; what rounding takes away from the totals that the note must have is settled in taxes and
 * discounts.
 */
export function devolver(
  factura: Comprobante,
  devoluciones: Devolucion['devoluciones'],
  anteriores: readonly Comprobante[] | undefined,
  digits: number,
): readonly Json[] {
  const { cantidades, acreditado } = devueltasDe(factura, anteriores ?? [], digits)
  const returned = [...cantidades]
  const devueltos = devoluciones.map(({ concepto, Cantidad }) =>
    devueltoDe(tramoDe(factura, concepto, Cantidad, returned), digits),
  )
  const tramos = factura.Conceptos.map((concepto, at) => {
    const [desde = Decimal.zero, hasta = Decimal.zero] = [cantidades[at], returned[at]]
    return { concepto, desde, hasta, vendido: amount(concepto.Cantidad, 'Cantidad') }
  })
  settle(devueltos, metasDevueltas(factura, tramos, anteriores && acreditado, digits), digits)
  const conceptos = devueltos.map((devuelto) => conceptoDe(devuelto, digits))
  requireLeft(factura, anteriores ?? [], conceptos as unknown as readonly Concepto[], digits)
  return conceptos
}

/** What is returned of a line, noted as returned. */
function tramoDe({ Conceptos }: Comprobante, at: number, Cantidad: Numeric | undefined, returned: Decimal[]): Tramo {
  const concepto = Conceptos[at]
  const desde = returned[at]
  if (concepto === undefined || desde === undefined)
    throw new TypeError(`devoluciones: the invoice has no concepto ${at}`)
  const vendido = amount(concepto.Cantidad, 'Cantidad')
  const left = vendido.minus(desde)
  const cantidad = Cantidad === undefined ? left : positive(Cantidad, 'Cantidad')
  if (left.isZero() || cantidad.compare(left) > 0) {
    const before = desde.isZero() ? '' : ` y ya se devolvieron ${desde}`
    throw new TypeError(`devoluciones: se devuelven ${cantidad} de ${vendido} en el concepto ${at}${before}`)
  }
  const hasta = desde.plus(cantidad)
  returned[at] = hasta
  return { concepto, desde, hasta, vendido }
}

function devueltoDe(tramo: Tramo, digits: number): Devuelto {
  const { Importe, Descuento, Impuestos } = tramo.concepto
  const importe = entre(amount(Importe, 'Importe'), tramo)
  const descuento = Descuento === undefined ? undefined : entre(amount(Descuento, 'Descuento'), tramo)
  const parte = (impuesto: Impuesto, retenido: boolean): Parte => parteDe(impuesto, retenido, tramo, digits)
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

/** As it was invoiced, when all of it is returned at once. */
function isWhole({ desde, hasta, vendido }: Tramo): boolean {
  return desde.isZero() && hasta.equals(vendido)
}

function parteDe(impuesto: Impuesto, retenido: boolean, tramo: Tramo, digits: number): Parte {
  const gravamen = gravamenDe(impuesto, retenido)
  const tasa = Decimal.of(gravamen.TasaOCuota ?? 0)
  const exact = entre(gravamen.importe ?? Decimal.zero, tramo)
  if (isWhole(tramo)) return { gravamen, impuesto, tasa, base: gravamen.base, importe: exact }
  const base = Decimal.of(write(entre(gravamen.base, tramo), Math.min(gravamen.base.scale, digits)))
  if (base.isZero()) throw new TypeError(`devoluciones: ${impuesto.Impuesto} queda sin Base: se devuelve muy poco`)
  const isAdmitted = exact.isBetween(...taxLimits(base, tasa, finest))
  const importe = isAdmitted ? exact : clamp(exact.round(digits), taxLimits(base, tasa, digits))
  return { gravamen, impuesto, tasa, base, importe }
}

/** Moves taxes and net amounts until the totals are what they must be. @throws TypeError when nothing would be given back. */
function settle(devueltos: readonly Devuelto[], metas: Importes, digits: number): void {
  const taxes = devueltos.flatMap(({ impuestos }) => impuestos).filter(({ gravamen }) => gravamen.importe !== undefined)
  const rows = groupBy(taxes, ({ gravamen }) => filaKey(gravamen)).map((row) => settleRow(row, metas, digits))
  const most = totalDe(metas).minus(Decimal.sum(rows))
  const isNothing = [metas.neto, totalDe(metas)].some((value) => value.compare(Decimal.zero) <= 0)
  const isFree = importeDe(devueltos).equals(descuentoDe(devueltos))
  if ((isNothing && !isFree) || !settleNeto(devueltos, atMost(metas.neto, most), digits))
    throw new TypeError('devoluciones: se devuelve muy poco: no llega a la unidad mínima de la moneda')
}

/** A row of taxes as near to what it must be as their bases admit, and no more; what it adds to the total. */
function settleRow(row: readonly Parte[], metas: Importes, digits: number): Decimal {
  const { gravamen } = row[0] as Parte
  const meta = metas.filas.get(filaKey(gravamen))?.importe ?? Decimal.zero
  if (!reach(row, importeDe(row), meta, digits)) lower(row, meta, digits)
  const importe = importeDe(row).round(digits)
  return gravamen.retenido ? importe.negated() : importe
}

function importeDe(parts: readonly { readonly importe: Decimal }[]): Decimal {
  return Decimal.sum(parts.map(({ importe }) => importe))
}

function descuentoDe(devueltos: readonly Devuelto[]): Decimal {
  return Decimal.sum(devueltos.map(({ descuento = Decimal.zero }) => descuento))
}

/** Lowers taxes further than their bases admit: these follow, to the middle of what has such a tax. */
function lower(row: readonly Parte[], meta: Decimal, digits: number): void {
  const half = Decimal.ofSafeUnits(5, digits + 1)
  for (const parte of row) {
    const less = missingTo(meta, importeDe(row), digits)
    if (less.compare(Decimal.zero) >= 0) return
    if (parte.importe.isZero()) continue
    parte.importe = atLeast(rounded(parte.importe, less, digits), Decimal.zero)
    parte.base = Decimal.of(write(parte.importe.plus(half).over(parte.tasa, finest), digits))
  }
}

/**
 * By the discount of a line that has one, so that the others stay Cantidad by ValorUnitario; otherwise by an Importe that
 * still is that, or by one whose ValorUnitario follows, or by as many as it takes. Whether it could be done.
 */
function settleNeto(devueltos: readonly Devuelto[], meta: Decimal, digits: number): boolean {
  const [importes, descuentos] = [importeDe(devueltos), descuentoDe(devueltos)]
  const less = missingTo(importes.round(digits).minus(meta), descuentos, digits)
  if (less.isZero() || devueltos.some((devuelto) => moveDescuento(devuelto, less, digits))) return true
  const more = missingTo(meta.plus(descuentos.round(digits)), importes, digits)
  return (
    devueltos.some((devuelto) => moveImporte(devuelto, more, digits, true)) ||
    devueltos.some((devuelto) => moveImporte(devuelto, more, digits, false)) ||
    moveImportes(devueltos, more)
  )
}

function moveDescuento(devuelto: Devuelto, by: Decimal, digits: number): boolean {
  const { descuento, importe } = devuelto
  if (descuento === undefined || descuento.plus(by).compare(Decimal.zero) < 0) return false
  const moved = rounded(descuento, by, digits)
  if (moved.compare(importe) > 0) return false
  devuelto.descuento = moved
  return true
}

function moveImporte(devuelto: Devuelto, by: Decimal, digits: number, keepsPrice: boolean): boolean {
  const moved = { ...devuelto, importe: rounded(devuelto.importe, by, digits) }
  if (moved.importe.compare(leastOf(devuelto)) < 0 || (keepsPrice && !fitsPrice(moved, digits))) return false
  devuelto.importe = moved.importe
  return true
}

function moveImportes(devueltos: readonly Devuelto[], by: Decimal): boolean {
  let missing = by
  for (const devuelto of devueltos) {
    const { importe } = devuelto
    devuelto.importe = atLeast(importe.plus(missing), leastOf(devuelto))
    missing = missing.minus(devuelto.importe.minus(importe))
  }
  return missing.isZero()
}

/** The least that an Importe may be moved to: its discount (CFDI40169), and what has a ValorUnitario (CFDI40166). */
function leastOf({ tramo, importe, descuento = Decimal.zero }: Devuelto): Decimal {
  return atMost(atLeast(cantidadDe(tramo).times(Decimal.unit(finest)).ceil(finest), descuento), importe)
}

function atLeast(value: Decimal, least: Decimal): Decimal {
  return value.compare(least) < 0 ? least : value
}

function atMost(value: Decimal, most: Decimal): Decimal {
  return value.compare(most) > 0 ? most : value
}

/** How far a sum is from one that rounds to the target. */
function missingTo(target: Decimal, sum: Decimal, digits: number): Decimal {
  return clamp(sum, roundingTo(target, digits)).minus(sum)
}

/** An amount moved by so much, and on to a whole unit. */
function rounded(value: Decimal, by: Decimal, digits: number): Decimal {
  const moved = value.plus(by)
  return by.compare(Decimal.zero) > 0 ? moved.ceil(digits) : moved.truncate(digits)
}

function conceptoDe(devuelto: Devuelto, digits: number): Json {
  const { tramo, impuestos } = devuelto
  const { Parte, Impuestos, ...concepto } = tramo.concepto
  const rows = (retenido: boolean): readonly Json[] | undefined => {
    const some = impuestos.filter(({ gravamen }) => gravamen.retenido === retenido)
    return some.length === 0 ? undefined : some.map((parte) => rowOf(parte, tramo, digits))
  }
  return defined({
    ...concepto,
    ...(isWhole(tramo) ? { Parte } : {}),
    Cantidad: cantidadIn(tramo),
    ValorUnitario: fitsPrice(devuelto, digits) ? concepto.ValorUnitario : priceOf(devuelto, digits),
    Importe: importeIn(devuelto, digits),
    Descuento: descuentoIn(devuelto),
    Impuestos: Impuestos && defined({ Traslados: rows(false), Retenciones: rows(true) }),
  })
}

function cantidadDe({ desde, hasta }: Tramo): Decimal {
  return hasta.minus(desde)
}

function cantidadIn(tramo: Tramo): Numeric {
  return isWhole(tramo) ? tramo.concepto.Cantidad : cantidadDe(tramo).toString()
}

/** Whether what is returned is Cantidad by the ValorUnitario that was invoiced. */
function fitsPrice(devuelto: Devuelto, digits: number): boolean {
  const { tramo } = devuelto
  return isProduct(cantidadIn(tramo), tramo.concepto.ValorUnitario, importeIn(devuelto, digits)) === true
}

/** The ValorUnitario of what is not. */
function priceOf({ tramo, importe }: Devuelto, digits: number): string {
  return write(importe.over(cantidadDe(tramo), finest + 1).round(finest), digits)
}

function descuentoIn({ tramo, descuento }: Devuelto): Numeric | undefined {
  return descuento && same(tramo.concepto.Descuento, descuento, 0)
}

/** With no fewer decimals than the discount (CFDI40168). */
function importeIn(devuelto: Devuelto, digits: number): Numeric {
  const descuento = decimalOf(descuentoIn(devuelto))
  return same(devuelto.tramo.concepto.Importe, devuelto.importe, Math.max(digits, descuento?.scale ?? 0))
}

/** As it was invoiced, when it is the same. */
function same(invoiced: Numeric | undefined, value: Decimal, decimals: number): Numeric {
  const before = decimalOf(invoiced)
  return before?.equals(value) && before.scale >= decimals ? (invoiced as Numeric) : write(value, decimals)
}

function rowOf({ impuesto, gravamen, base, importe }: Parte, tramo: Tramo, digits: number): Json {
  if (isWhole(tramo) && gravamen.importe?.equals(importe) !== false) return impuesto
  return defined({
    ...impuesto,
    Base: isWhole(tramo) && base.equals(gravamen.base) ? impuesto.Base : base.toString(),
    Importe: gravamen.importe && write(importe, digits),
  })
}

/** @throws TypeError when the note comes to more than what those before it left. */
function requireLeft(
  { Conceptos }: Comprobante,
  anteriores: readonly Comprobante[],
  conceptos: readonly Concepto[],
  digits: number,
): void {
  const given = anteriores.map((nota) => importesDe(nota.Conceptos, digits))
  const note = importesDe(conceptos, digits)
  const left = restar(importesDe(Conceptos, digits), given)
  const [returned, most] = [totalDe(note), totalDe(left)]
  if (returned.compare(most) > 0)
    throw new TypeError(`devoluciones: vienen a ${returned}, más que lo que queda por acreditar de la factura, ${most}`)
  for (const [key, { impuesto, importe }] of left.filas) {
    const found = note.filas.get(key)?.importe ?? Decimal.zero
    if (found.compare(importe) > 0)
      throw new TypeError(`devoluciones: acreditan ${found} de ${impuesto}, más que lo que queda de él, ${importe}`)
  }
}
