/**
 * Rates that the Ley de Ingresos de la Federación sets or replaces for one year. A year that is not
 * here has no known rate: the caller gives it.
 *
 * Sources, read in public quotations of the laws and not in the DOF: docs/en/retenciones.md, Rates.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'

/** Rates of a year, as fractions of one. */
interface YearlyRates {
  /** Of the capital, a year, by the financial system: LISR 54 and 135. */
  readonly interest?: string
  /** Of sales and services through a platform, from a person: LISR 113-A, III. */
  readonly sales: string
  /** The same from a company. Until 2025 platforms withheld nothing from companies. */
  readonly companySales?: string
}

const rates: Readonly<Record<string, YearlyRates>> = {
  2021: { sales: '0.01' },
  2022: { sales: '0.01', interest: '0.0008' },
  2023: { sales: '0.01', interest: '0.0015' },
  2024: { sales: '0.01', interest: '0.0050' },
  2025: { sales: '0.01', interest: '0.0050' },
  // LIF 2026 (DOF 7 November 2025): article 24, and article 25, VI, which is for 2026 only.
  2026: { sales: '0.025', interest: '0.0090', companySales: '0.025' },
}

/** Returns the rate of a year; undefined when it is not known. */
export function yearlyRate(year: string, name: keyof YearlyRates): Decimal | undefined {
  const rate = Object.hasOwn(rates, year) ? rates[year]?.[name] : undefined
  return rate === undefined ? undefined : Decimal.of(rate)
}

/** Returns the last year with known rates. */
export function lastRatedYear(): string {
  return Object.keys(rates).sort().at(-1)!
}
