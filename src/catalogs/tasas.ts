/**
 * The rates and quotas of c_TasaOCuota, which has no codes: a rate is valid when a row admits it.
 * @module
 */
import { compareDecimals } from '../lib/decimal.js'
import type { Catalog } from './catalog.js'
import { dayOf, type When } from './day.js'
import type { FilaTasaOCuota } from './rows.js'

/** A rate of a document. */
export interface Tasa {
  /** Clave de c_Impuesto. */
  readonly impuesto: string
  /** Clave de c_TipoFactor: «Tasa» o «Cuota». */
  readonly factor: string
  /** Whether the tax is transferred or withheld. */
  readonly de: 'traslado' | 'retencion'
  /** The rate, a decimal text. Without it every row of the tax matches. */
  readonly valor?: string
}

// c_TasaOCuota has names of taxes, the documents have codes of c_Impuesto. The border stimulus is
// IVA at its own rate.
const impuestos: Readonly<Record<string, string>> = {
  ISR: '001',
  IVA: '002',
  IEPS: '003',
  'IVA Crédito aplicado del 50%': '002',
}

/**
 * Returns the rows in force that admit a rate: `Fijo` equal to it, `Rango` around it, limits
 * included. Compares exactly.
 * @example
 * findTasas(catalog('c_TasaOCuota'), { impuesto: '002', factor: 'Tasa', valor: '0.160000', de: 'traslado' }, '2026-11-20').length // → 1
 */
export function findTasas(
  catalog: Catalog<FilaTasaOCuota>,
  tasa: Tasa,
  at: When,
): FilaTasaOCuota[] {
  const day = dayOf(at)
  const found: FilaTasaOCuota[] = []
  for (const row of catalog.rows()) {
    const { vigenciaDesde = day, vigenciaHasta = day, impuesto, factor } = row
    if (day < vigenciaDesde || vigenciaHasta < day) continue
    if (impuestos[impuesto] !== tasa.impuesto || factor !== tasa.factor || !row[tasa.de]) continue
    if (tasa.valor === undefined || admits(row, tasa.valor)) found.push(row)
  }
  return found
}

function admits({ tipo, minimo = '0', clave: maximo }: FilaTasaOCuota, valor: string): boolean {
  if (tipo !== 'Rango') return compareDecimals(valor, maximo) === 0
  return compareDecimals(minimo, valor) <= 0 && compareDecimals(valor, maximo) <= 0
}
