/**
 * Charges of an invoice and credits of its notes, by rows of the totals.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { sumField, sumOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import { hasField } from '../../../rules/presence.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { type Gravamen, gravamenesOf, keyOf, uuidOf } from './factura.js'
import { type Local, localesDe, localKey } from './locales.js'

/** A tax in the summary of a document. */
export interface Fila {
  readonly retenido: boolean
  /** Name of the tax in messages. */
  readonly impuesto: string
  readonly base: Decimal
  /**
   * Base by rate; or the sum of its taxes, if that differs by a unit or more, as when each was
   * rounded individually.
   */
  readonly exact: Decimal
  /** Whether `exact` is base by rate. */
  readonly isProduct: boolean
  /** Base by rate, regardless of the charge. */
  readonly product: Decimal
  /** In the decimals of the currency. */
  readonly importe: Decimal
  /** Set for a local tax: its row in the complement ImpuestosLocales. */
  readonly local?: Local
}

/**
 * Totals of a document: SubTotal less Descuento, and its taxes by {@link filaKey} and
 * {@link localKey}.
 */
export interface Importes {
  readonly neto: Decimal
  readonly filas: ReadonlyMap<string, Fila>
}

/**
 * Returns the key of a tax's row in the summary: traslados by factor and rate, retenciones by
 * Impuesto alone.
 */
export function filaKey(gravamen: Gravamen): string {
  if (gravamen.retenido) return gravamen.Impuesto
  return keyOf(gravamen)
}

/**
 * Returns the amounts of a document as in its totals (CFDI40108, 40111, 40211, 40221), with local
 * taxes.
 */
export function importesDe(
  document: Pick<Comprobante, 'Conceptos' | 'Complemento'>,
  digits: number,
): Importes {
  const { Conceptos } = document
  const taxed = gravamenesOf(Conceptos).filter(hasField('importe'))
  const filas = new Map<string, Fila>()
  for (const group of groupBy(taxed, filaKey)) {
    const { retenido, Impuesto, TasaOCuota } = group[0] as Gravamen
    const sum = sumOf(group, 'importe')
    let product = Decimal.zero
    for (const { base, TasaOCuota = 0 } of group)
      product = product.plus(base.times(Decimal.of(TasaOCuota)))
    const importe = sum.round(digits)
    const unit = Decimal.unit(digits)
    const isProduct = importe.minus(product).plus(unit).isBetween(Decimal.zero, unit.plus(unit))
    filas.set(filaKey(group[0] as Gravamen), {
      retenido,
      impuesto: retenido ? `${Impuesto} retenido` : `${Impuesto} a ${TasaOCuota}`,
      base: sumOf(group, 'base'),
      exact: isProduct ? product : sum,
      isProduct,
      product,
      importe,
    })
  }
  for (const local of localesDe(document)) filas.set(localKey(local), filaLocal(local))
  return {
    neto: roundedSum(Conceptos, 'Importe', digits).minus(
      roundedSum(Conceptos, 'Descuento', digits),
    ),
    filas,
  }
}

/** Returns the row of a local tax. */
export function filaLocal(local: Local): Fila {
  const { retenido, importe, nombre } = local
  const impuesto = `${nombre} (impuesto local)`
  return {
    retenido,
    impuesto,
    base: importe,
    exact: importe,
    isProduct: false,
    product: importe,
    importe,
    local,
  }
}

function roundedSum(conceptos: readonly Concepto[], field: string, digits: number): Decimal {
  const sum = sumField(conceptos as unknown as readonly Json[], field)
  if (sum === undefined) throw new TypeError(`${field}: an amount is expected in each concepto`)
  return sum.round(digits)
}

/** Total of some amounts: net, plus taxes, less withholdings. */
export function totalDe({ neto, filas }: Importes): Decimal {
  let sum = neto
  for (const { retenido, importe } of filas.values())
    sum = retenido ? sum.minus(importe) : sum.plus(importe)
  return sum
}

/** Subtracts amounts, by the rows of the first. */
export function restar(importes: Importes, otros: readonly Importes[]): Importes {
  const filas = new Map<string, Fila>()
  for (const [key, fila] of importes.filas) {
    let { base, product, importe } = fila
    for (const otro of otros) {
      const same = otro.filas.get(key)
      if (same === undefined) continue
      base = base.minus(same.base)
      product = product.minus(same.product)
      importe = importe.minus(same.importe)
    }
    filas.set(key, { ...fila, base, product, importe })
  }
  return { neto: importes.neto.minus(sumOf(otros, 'neto')), filas }
}

/**
 * @throws TypeError unless each is a stamped credit note of that invoice, in its currency, and each
 * appears once.
 */
export function requireNotas(
  notas: readonly Comprobante[],
  uuid: string,
  moneda: string,
  name = 'anteriores',
): void {
  const seen = new Set<string>()
  for (const nota of notas) {
    const own = uuidOf(nota).toUpperCase()
    const { TipoDeComprobante, Moneda, CfdiRelacionados = [] } = nota
    const related = new Set<string>()
    for (const { CfdiRelacionado } of CfdiRelacionados)
      for (const { UUID } of CfdiRelacionado) related.add(UUID.toUpperCase())
    if (TipoDeComprobante !== 'E' || !related.has(uuid.toUpperCase()))
      throw new TypeError(`${name}: ${own} is no credit note of the invoice ${uuid}`)
    if (Moneda !== moneda)
      throw new TypeError(`${name}: ${own} is in ${Moneda} and the invoice in ${moneda}`)
    if (seen.has(own)) throw new TypeError(`${name}: ${own} comes twice`)
    seen.add(own)
  }
}

/** Returns amounts with every tax as base by rate, regardless of the charge. */
export function porTasa({ neto, filas }: Importes): Importes {
  const products = new Map<string, Fila>()
  for (const [key, fila] of filas) products.set(key, { ...fila, exact: fila.product })
  return { neto, filas: products }
}

/** Returns amounts without local taxes, which belong to no concept. */
export function sinLocales({ neto, filas }: Importes): Importes {
  const federal = new Map<string, Fila>()
  for (const [key, fila] of filas) if (fila.local === undefined) federal.set(key, fila)
  return { neto, filas: federal }
}

/** Returns the local taxes of some rows, with their amounts. */
export function localesEn(filas: Importes['filas']): readonly Local[] {
  const locales: Local[] = []
  for (const { local, importe } of filas.values()) if (local) locales.push({ ...local, importe })
  return locales
}
