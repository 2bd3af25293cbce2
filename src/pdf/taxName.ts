/**
 * The name of a tax as people know it: `IVA 16 %`, `ISR`, `IVA exento`.
 * @module
 */
import { Decimal, trimZeros } from '../lib/decimal.js'
import type { Wording } from './fields.js'

/** Returns the name of a tax; an unknown tax is named by its code. */
export function taxName(
  { catalogs, texts }: Wording,
  tax: Readonly<Record<string, unknown>>,
): string {
  const value = (name: string): string => {
    return String(tax[name] ?? tax[`${name}DR`] ?? tax[`${name}P`] ?? '')
  }
  const code = value('Impuesto')
  const [factor, rate] = [value('TipoFactor'), value('TasaOCuota')]
  const name = catalogs.catalog('c_Impuesto').get(code, 'texto') ?? code
  if (factor === 'Exento') return `${name} ${texts.exempt.toLowerCase()}`
  if (factor === 'Cuota') return `${name} cuota ${rate}`.trim()
  if (factor !== 'Tasa' || rate === '') return name
  return `${name} ${percentOf(rate)} %`
}

function percentOf(rate: string): string {
  const percent = Decimal.parse(rate)?.times(Decimal.of(100)).toString() ?? rate
  const [whole = '', fraction = ''] = percent.split('.')
  const decimals = trimZeros(fraction)
  if (decimals === '') return whole
  return `${whole}.${decimals}`
}
