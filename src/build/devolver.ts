/**
 * Lines of an invoice that were returned, in whole or in part, as concepts of the credit note.
 * @module
 */
import { decimalOf, finest, groupBy, write } from '../auto/amounts.js'
import type { Json } from '../auto/auto.js'
import { type Movable, reach, roundingTo } from '../auto/settle.js'
import { clamp } from '../auto/splitTotal.js'
import { Decimal } from '../lib/decimal.js'
import type { Comprobante, Concepto } from '../model/comprobante.js'
import type { Numeric } from '../model/types.js'
import { isProduct, taxLimits } from '../rules/limits.js'
import { amount, defined, positive } from './argument.js'
import { type Devueltas, devueltasDe, entre, type Tramo } from './devueltas.js'
import { type Gravamen, gravamenDe } from './factura.js'
import type { Devolucion } from './notaDeCredito.js'
import { filaKey, type Importes, importesDe, restar, totalDe } from './saldo.js'

type Impuesto = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

/** A concept of the note, whose amounts may still be moved. */
interface Devuelto {
  readonly tramo: Tramo
  readonly descuento: Decimal | undefined
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
 * from what was returned before on, and what they come to is cut to the cent, until the note that returns the last of it.
 */
export function devolver(
  factura: Comprobante,
  devoluciones: Devolucion['devoluciones'],
  anteriores: readonly Comprobante[],
  digits: number,
): readonly Json[] {
  const antes = devueltasDe(factura, anteriores, digits)
  const devueltos = devoluciones.map(({ concepto, Cantidad }) =>
    devueltoDe(tramoDe(factura, concepto, Cantidad, antes), digits),
  )
  settle(devueltos, metasDe(factura, antes, digits), digits)
  const conceptos = devueltos.map((devuelto) => conceptoDe(devuelto, digits))
  requireLeft(factura, anteriores, conceptos as unknown as readonly Concepto[], digits)
  return conceptos
}

/** What is returned of a line, noted as returned. */
function tramoDe({ Conceptos }: Comprobante, at: number, Cantidad: Numeric | undefined, antes: Devueltas): Tramo {
  const concepto = Conceptos[at]
  const desde = antes.cantidades[at]
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
  antes.cantidades[at] = hasta
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

/** What this note comes to: what was returned until it, cut, less what those before gave back for it. */
function metasDe({ Conceptos }: Comprobante, { cantidades, acreditado }: Devueltas, digits: number): Importes {
  const facturado = importesDe(Conceptos, digits)
  const tramos = Conceptos.map((concepto, at) => {
    const vendido = amount(concepto.Cantidad, 'Cantidad')
    return { concepto, desde: Decimal.zero, hasta: cantidades[at] ?? Decimal.zero, vendido }
  })
  const isAll = tramos.every(({ hasta, vendido }) => hasta.equals(vendido))
  return restar(isAll ? facturado : cortado(facturado, tramos, digits), acreditado)
}

/** Decimals to which shares of all lines are added up, so that thirds that make a whole do. */
const shared = 12

/** What the lines come to until there, every total cut; the net one so that Total is not more than its own. */
function cortado(facturado: Importes, tramos: readonly Tramo[], digits: number): Importes {
  const netos = tramos.map((tramo) => {
    const { Importe, Descuento = 0 } = tramo.concepto
    return entre(amount(Importe, 'Importe').minus(amount(Descuento, 'Descuento')), tramo, shared)
  })
  const taxes = tramos.flatMap((tramo) => {
    const { Traslados = [], Retenciones = [] } = tramo.concepto.Impuestos ?? {}
    const gravamenes = [
      ...Traslados.map((impuesto) => gravamenDe(impuesto, false)),
      ...Retenciones.map((impuesto) => gravamenDe(impuesto, true)),
    ]
    return gravamenes.map((gravamen) => ({
      key: filaKey(gravamen),
      importe: entre(gravamen.importe ?? Decimal.zero, tramo, shared),
    }))
  })
  const exact = [...facturado.filas].map(([key, fila]) => {
    const same = taxes.filter((tax) => tax.key === key).map(({ importe }) => importe)
    return [key, { ...fila, importe: Decimal.sum(same) }] as const
  })
  const neto = Decimal.sum(netos)
  const filas = new Map(exact.map(([key, fila]) => [key, { ...fila, importe: cut(fila.importe, digits) }]))
  const total = totalDe({ neto, filas: new Map(exact) })
  const rest = cut(total, digits).minus(totalDe({ neto: Decimal.zero, filas }))
  return { neto: clamp(cut(neto, digits), [Decimal.zero, rest]), filas }
}

/** Cut; what is a whole unit but for the rounding of quotients is one. */
function cut(value: Decimal, digits: number): Decimal {
  return value.round(shared - 2).truncate(digits)
}

/** Moves taxes and net amounts until the totals are what they must be, as far as the SAT admits. */
function settle(devueltos: readonly Devuelto[], metas: Importes, digits: number): void {
  const taxes = devueltos.flatMap(({ impuestos }) => impuestos).filter(({ gravamen }) => gravamen.importe !== undefined)
  for (const row of groupBy(taxes, ({ gravamen }) => filaKey(gravamen))) {
    const meta = metas.filas.get(filaKey((row[0] as Parte).gravamen))?.importe ?? Decimal.zero
    reach(row, Decimal.sum(row.map(({ importe }) => importe)), meta, digits)
  }
  const sum = Decimal.sum(devueltos.map(({ importe }) => importe))
  const discounts = Decimal.sum(devueltos.map(({ descuento = Decimal.zero }) => descuento))
  const missing = clamp(sum, roundingTo(metas.neto.plus(discounts.round(digits)), digits)).minus(sum)
  if (missing.isZero()) return
  const moved = (importe: Decimal): Decimal => {
    const exact = importe.plus(missing)
    return missing.compare(Decimal.zero) > 0 ? exact.ceil(digits) : exact.truncate(digits)
  }
  const bearer = devueltos.find(({ importe, descuento = Decimal.zero }) => {
    const left = moved(importe)
    return left.compare(Decimal.zero) > 0 && left.compare(descuento) >= 0
  })
  if (bearer !== undefined) bearer.importe = moved(bearer.importe)
}

function conceptoDe({ tramo, importe, descuento, impuestos }: Devuelto, digits: number): Json {
  const { Parte: _, Impuestos, ...concepto } = tramo.concepto
  const rows = (retenido: boolean): readonly Json[] | undefined => {
    const some = impuestos.filter(({ gravamen }) => gravamen.retenido === retenido)
    return some.length === 0 ? undefined : some.map((parte) => rowOf(parte, tramo, digits))
  }
  const Descuento = descuento && write(descuento, decimalOf(concepto.Descuento)?.scale ?? 0)
  const Importe = write(importe, Math.max(digits, Descuento === undefined ? 0 : Decimal.of(Descuento).scale))
  const changed = {
    Importe,
    Descuento,
    Impuestos: Impuestos && defined({ Traslados: rows(false), Retenciones: rows(true) }),
  }
  if (isWhole(tramo)) {
    const isSame = importe.equals(amount(concepto.Importe, 'Importe'))
    return defined({
      ...tramo.concepto,
      ...changed,
      Descuento: concepto.Descuento,
      Importe: isSame ? concepto.Importe : Importe,
    })
  }
  const cantidad = tramo.hasta.minus(tramo.desde)
  const fits = isProduct(cantidad.toString(), concepto.ValorUnitario, Importe) === true
  const ValorUnitario = fits ? concepto.ValorUnitario : write(importe.over(cantidad, finest + 1).round(finest), digits)
  return defined({ ...concepto, Cantidad: cantidad.toString(), ValorUnitario, ...changed })
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
