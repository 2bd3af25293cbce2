/**
 * Random invoices and rates, and the receipts of their payments as the rules find them.
 * @module
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import type { Pagos20 } from '../../../../src/sat/pagos20/declaration.js'
import { invoice } from '../../../fixtures.js'
import {
  askingConcepto,
  auto,
  cart,
  decimals,
  digitsOf,
  errorsOf,
  line,
  resolveAmounts,
} from '../../cfdi40/derive/carts.js'
import { type Fraction, fraction } from '../../fraction.js'

/** How many cases of each property: thousands in CI. */
export const runs = Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] ? 2000 : 50))

/** Milliseconds that they may take on a machine that does other things besides. */
export const patience = 600_000

export const monedas = ['MXN', 'USD', 'EUR', 'JPY'] as const
export type Moneda = (typeof monedas)[number]

/** Pesos for a unit of each currency. */
export type Rates = Readonly<Record<Moneda, string>>

export const rates: fc.Arbitrary<Rates> = fc.record({
  MXN: fc.constant('1'),
  USD: decimals(17, 18.9999, 4),
  EUR: decimals(18, 25, 6),
  JPY: decimals(0.08, 0.2, 6),
})

/** The last unit of a currency. */
export const unitOf = (moneda: string): Fraction => fraction(1n, 10n ** BigInt(digitsOf(moneda)))

export const uuid = (at: number): string =>
  `5E08B3D4-A1C7-4F96-92E5-${String(at).padStart(12, '0')}`

/** Invoices that break no rule, of something. */
export const facturas: fc.Arbitrary<Comprobante[]> = fc
  .array(fc.tuple(fc.constantFrom(...monedas), fc.array(line, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((carts) =>
    carts.map(([moneda, lines]) =>
      resolveAmounts(cart(moneda, lines.map(askingConcepto), auto), auto),
    ),
  )
  .map((drafts) =>
    drafts.filter((draft) => Number(draft['Total']) > 0 && errorsOf(draft).length === 0),
  )
  .filter((drafts) => drafts.length > 0)
  .map((drafts) => drafts as unknown as Comprobante[])

/** The payments of a receipt, its amounts derived; it breaks no rule. */
export function complementOf(draft: Json): Pagos20 {
  const { Fecha, Folio, Sello, NoCertificado, Certificado, Emisor } = invoice() as unknown as Json
  const document = resolveAmounts(
    { ...draft, Fecha, Folio, Sello, NoCertificado, Certificado, Emisor },
    auto,
  )
  expect(errorsOf(document)).toEqual([])
  return (document['Complemento'] as Json)['Pagos'] as Pagos20
}
