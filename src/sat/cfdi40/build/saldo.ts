/**
 * Charges of an invoice and credits of its notes, by rows of the totals.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { sumField } from '../../../fiscal/amounts.js'
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
  const filas = groupBy(taxed, filaKey).map(
    (group) => [filaKey(group[0] as Gravamen), filaDe(group, digits)] as const,
  )
  const locales = localesDe(document).map((local) => [localKey(local), filaLocal(local)] as const)
  return {
    neto: roundedSum(Conceptos, 'Importe', digits).minus(
      roundedSum(Conceptos, 'Descuento', digits),
    ),
    filas: new Map([...filas, ...locales]),
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

function filaDe(group: readonly Gravamen[], digits: number): Fila {
  const [{ retenido, Impuesto, TasaOCuota }] = group as readonly [Gravamen]
  const sum = Decimal.sum(group.map(({ importe = Decimal.zero }) => importe))
  const product = Decimal.sum(
    group.map(({ base, TasaOCuota = 0 }) => base.times(Decimal.of(TasaOCuota))),
  )
  const importe = sum.round(digits)
  const unit = Decimal.unit(digits)
  const isProduct = importe.minus(product).plus(unit).isBetween(Decimal.zero, unit.plus(unit))
  return {
    retenido,
    impuesto: retenido ? `${Impuesto} retenido` : `${Impuesto} a ${TasaOCuota}`,
    base: Decimal.sum(group.map(({ base }) => base)),
    exact: isProduct ? product : sum,
    isProduct,
    product,
    importe,
  }
}

/** Total of some amounts: net, plus taxes, less withholdings. */
export function totalDe({ neto, filas }: Importes): Decimal {
  return Decimal.sum([
    neto,
    ...[...filas.values()].map(({ retenido, importe }) => (retenido ? importe.negated() : importe)),
  ])
}

/** Subtracts amounts, by the rows of the first. */
export function restar(importes: Importes, otros: readonly Importes[]): Importes {
  const less = (of: Decimal, parts: readonly (Decimal | undefined)[]): Decimal =>
    of.minus(Decimal.sum(parts.map((part) => part ?? Decimal.zero)))
  const filas = [...importes.filas].map(([key, fila]) => {
    const same = otros.map((otro) => otro.filas.get(key))
    const left = (field: 'base' | 'product' | 'importe'): Decimal =>
      less(
        fila[field],
        same.map((other) => other?.[field]),
      )
    return [
      key,
      { ...fila, base: left('base'), product: left('product'), importe: left('importe') },
    ] as const
  })
  return {
    neto: less(
      importes.neto,
      otros.map(({ neto }) => neto),
    ),
    filas: new Map(filas),
  }
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
    const related = CfdiRelacionados.flatMap(({ CfdiRelacionado }) => CfdiRelacionado)
    if (
      TipoDeComprobante !== 'E' ||
      !related.some(({ UUID }) => UUID.toUpperCase() === uuid.toUpperCase())
    )
      throw new TypeError(`${name}: ${own} is no credit note of the invoice ${uuid}`)
    if (Moneda !== moneda)
      throw new TypeError(`${name}: ${own} is in ${Moneda} and the invoice in ${moneda}`)
    if (seen.has(own)) throw new TypeError(`${name}: ${own} comes twice`)
    seen.add(own)
  }
}

/** Returns amounts with every tax as base by rate, regardless of the charge. */
export function porTasa({ neto, filas }: Importes): Importes {
  return {
    neto,
    filas: new Map([...filas].map(([key, fila]) => [key, { ...fila, exact: fila.product }])),
  }
}

/** Returns amounts without local taxes, which belong to no concept. */
export function sinLocales({ neto, filas }: Importes): Importes {
  return { neto, filas: new Map([...filas].filter(([, { local }]) => local === undefined)) }
}
