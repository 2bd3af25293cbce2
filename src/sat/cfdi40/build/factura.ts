/**
 * What the builders read of an invoice that was stamped.
 * @module
 */

import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import type { Comprobante, Concepto } from '../declaration.js'
import { isGenericRfc } from '../predicates.js'
import { amount } from './argument.js'

/** Whether the receiver is nobody in particular. */
export function isGenerico({ Rfc }: Comprobante['Receptor']): boolean {
  return isGenericRfc(Rfc)
}

/** A receiver in another document: a generic one lives where that is issued (CFDI40149). */
export function receptorEn(
  receptor: Comprobante['Receptor'],
  LugarExpedicion: string,
  UsoCFDI: string,
): Comprobante['Receptor'] {
  const place = isGenerico(receptor) ? { DomicilioFiscalReceptor: LugarExpedicion } : {}
  return { ...receptor, ...place, UsoCFDI }
}

/** The folio fiscal of an invoice, given or in its stamp. @throws TypeError when there is none. */
export function uuidOf(factura: Comprobante, given?: string): string {
  const uuid: unknown = given ?? factura.Complemento?.TimbreFiscalDigital?.UUID
  if (typeof uuid !== 'string') throw new TypeError('factura: it has no TimbreFiscalDigital; give its UUID')
  return uuid
}

/** A tax of the concepts of an invoice, and what it adds up to: rates that are the same number are one. */
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

/** The taxes of some concepts, in the order in which they first appear. @throws TypeError when an amount is none. */
export function gravamenesOf(conceptos: readonly Concepto[]): readonly Gravamen[] {
  const taxes = conceptos.flatMap(({ Impuestos }) => [
    ...(Impuestos?.Traslados ?? []).map((tax) => gravamenDe(tax, false)),
    ...(Impuestos?.Retenciones ?? []).map((tax) => gravamenDe(tax, true)),
  ])
  return groupBy(taxes, keyOf).map(addUp)
}

type Tax = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

/** A tax of a concept. */
export function gravamenDe({ Impuesto, TipoFactor, TasaOCuota, Base, Importe }: Tax, retenido: boolean): Gravamen {
  return {
    retenido,
    Impuesto,
    TipoFactor,
    TasaOCuota: TasaOCuota === undefined ? undefined : amount(TasaOCuota, 'TasaOCuota').round(6).toString(),
    base: amount(Base, 'Base'),
    importe: Importe === undefined ? undefined : amount(Importe, 'Importe'),
  }
}

/** What gravámenes that are one have in common. */
export function keyOf({ retenido, Impuesto, TipoFactor, TasaOCuota }: Gravamen): string {
  return JSON.stringify([retenido, Impuesto, TipoFactor, TasaOCuota])
}

function addUp(group: readonly Gravamen[]): Gravamen {
  const [first] = group as readonly [Gravamen]
  return {
    ...first,
    base: Decimal.sum(group.map(({ base }) => base)),
    importe: first.importe && Decimal.sum(group.map(({ importe }) => importe ?? Decimal.zero)),
  }
}
