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
    throw new TypeError(`devoluciones: la factura no tiene el concepto ${at}`)
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

/** Moves taxes and net amounts until the totals are what they must be, as far as the SAT admits. */
function settle(devueltos: readonly Devuelto[], metas: Importes, digits: number): void {
  const taxes = devueltos.flatMap(({ impuestos }) => impuestos).filter(({ gravamen }) => gravamen.importe !== undefined)
  for (const row of groupBy(taxes, ({ gravamen }) => filaKey(gravamen))) {
    const meta = metas.filas.get(filaKey((row[0] as Parte).gravamen))?.importe ?? Decimal.zero
    reach(row, Decimal.sum(row.map(({ importe }) => importe)), meta, digits)
  }
  settleNeto(devueltos, metas.neto, digits)
}

/** By the discount of a line that has one, so that the others stay Cantidad by ValorUnitario; by an Importe otherwise. */
function settleNeto(devueltos: readonly Devuelto[], meta: Decimal, digits: number): void {
  const importes = Decimal.sum(devueltos.map(({ importe }) => importe))
  const descuentos = Decimal.sum(devueltos.map(({ descuento = Decimal.zero }) => descuento))
  const less = missingTo(importes.round(digits).minus(meta), descuentos, digits)
  if (less.isZero()) return
  for (const devuelto of devueltos) {
    const { descuento, importe } = devuelto
    if (descuento === undefined || descuento.plus(less).compare(Decimal.zero) < 0) continue
    const moved = rounded(descuento, less, digits)
    if (moved.compare(importe) > 0) continue
    devuelto.descuento = moved
    return
  }
  const more = missingTo(meta.plus(descuentos.round(digits)), importes, digits)
  for (const devuelto of devueltos) {
    const { descuento = Decimal.zero, importe } = devuelto
    const moved = rounded(importe, more, digits)
    if (moved.isZero() || moved.compare(descuento) < 0) continue
    devuelto.importe = moved
    return
  }
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

function conceptoDe({ tramo, importe, descuento, impuestos }: Devuelto, digits: number): Json {
  const { Parte, Impuestos, ...concepto } = tramo.concepto
  const rows = (retenido: boolean): readonly Json[] | undefined => {
    const some = impuestos.filter(({ gravamen }) => gravamen.retenido === retenido)
    return some.length === 0 ? undefined : some.map((parte) => rowOf(parte, tramo, digits))
  }
  const Descuento = descuento && same(concepto.Descuento, descuento, 0)
  const decimals = Descuento === undefined ? digits : Math.max(digits, Decimal.of(Descuento).scale)
  const changed = {
    Importe: same(concepto.Importe, importe, decimals),
    Descuento,
    Impuestos: Impuestos && defined({ Traslados: rows(false), Retenciones: rows(true) }),
  }
  if (isWhole(tramo)) return defined({ ...concepto, ...changed, Parte })
  const cantidad = tramo.hasta.minus(tramo.desde)
  const fits = isProduct(cantidad.toString(), concepto.ValorUnitario, changed.Importe) === true
  const ValorUnitario = fits ? concepto.ValorUnitario : write(importe.over(cantidad, finest + 1).round(finest), digits)
  return defined({ ...concepto, Cantidad: cantidad.toString(), ValorUnitario, ...changed })
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
    Base: isWhole(tramo) ? impuesto.Base : base.toString(),
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
