/**
 * Data that the builders read from a stamped invoice.
 * @module
 */

import { sumOf } from '../../../fiscal/amounts.js'
import type { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { isGenericRfc } from '../predicates.js'
import { amount, type Names } from './argument.js'

/** Names of a receiver. */
export const nombresDeReceptor: Names<Comprobante['Receptor']> = {
  Rfc: true,
  Nombre: true,
  DomicilioFiscalReceptor: true,
  ResidenciaFiscal: true,
  NumRegIdTrib: true,
  RegimenFiscalReceptor: true,
  UsoCFDI: true,
}

/** Whether the receiver is generic. */
export function isGenerico({ Rfc }: Comprobante['Receptor']): boolean {
  return isGenericRfc(Rfc)
}

/**
 * Returns a receiver for another document: a generic one has the postal code of its place of issue
 * (CFDI40149).
 */
export function receptorEn(
  receptor: Comprobante['Receptor'],
  LugarExpedicion: string,
  UsoCFDI: string,
): Comprobante['Receptor'] {
  const place = isGenerico(receptor) ? { DomicilioFiscalReceptor: LugarExpedicion } : {}
  return { ...receptor, ...place, UsoCFDI }
}

/**
 * Returns the folio fiscal of an invoice, given or in its stamp. @throws TypeError when there is
 * none.
 */
export function uuidOf(factura: Comprobante, given?: string): string {
  const uuid: unknown = given ?? factura.Complemento?.TimbreFiscalDigital?.UUID
  if (typeof uuid !== 'string')
    throw new TypeError('factura: it has no TimbreFiscalDigital; give its UUID')
  return uuid
}

const others: Readonly<Record<string, string>> = {
  E: 'a credit note',
  P: 'a receipt of payment',
  N: 'a payslip',
  T: 'a transfer of goods',
}

/** @throws TypeError for a document other than an invoice, which is neither paid nor credited. */
export function requireFactura(
  { TipoDeComprobante }: Comprobante,
  UUID: string,
  verb: 'paid' | 'credited',
): void {
  const other = others[TipoDeComprobante]
  if (other !== undefined)
    throw new TypeError(
      `factura ${UUID}: it is ${other} (${TipoDeComprobante}), and only invoices (I) are ${verb}`,
    )
}

/** A tax of an invoice's concepts, with its sums; numerically equal rates are one tax. */
export interface Gravamen {
  readonly retenido: boolean
  readonly Impuesto: string
  readonly TipoFactor: string
  /** With six decimals; undefined when it is exempt. */
  readonly TasaOCuota: string | undefined
  readonly base: Decimal
  /** Undefined when it is exempt. */
  readonly importe: Decimal | undefined
}

/**
 * Returns the taxes of some concepts, in the order in which they first appear. @throws TypeError
 * for an invalid amount.
 */
export function gravamenesOf(conceptos: readonly Concepto[]): readonly Gravamen[] {
  const taxes = conceptos.flatMap(({ Impuestos }) => [
    ...(Impuestos?.Traslados ?? []).map((tax) => gravamenDe(tax, false)),
    ...(Impuestos?.Retenciones ?? []).map((tax) => gravamenDe(tax, true)),
  ])
  return groupBy(taxes, keyOf).map((group) => {
    const [first] = group as [Gravamen]
    const importe = first.importe && sumOf(group, 'importe')
    return { ...first, base: sumOf(group, 'base'), importe }
  })
}

type Tax = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

/** Returns a tax of a concept. */
export function gravamenDe(
  { Impuesto, TipoFactor, TasaOCuota, Base, Importe }: Tax,
  retenido: boolean,
): Gravamen {
  return {
    retenido,
    Impuesto,
    TipoFactor,
    TasaOCuota:
      TasaOCuota === undefined ? undefined : amount(TasaOCuota, 'TasaOCuota').round(6).toString(),
    base: amount(Base, 'Base'),
    importe: Importe === undefined ? undefined : amount(Importe, 'Importe'),
  }
}

/** Returns the key of equal taxes. */
export function keyOf({ retenido, Impuesto, TipoFactor, TasaOCuota }: Gravamen): string {
  return JSON.stringify([retenido, Impuesto, TipoFactor, TasaOCuota])
}
