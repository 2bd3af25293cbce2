/**
 * The rates of c_TasaOCuota as the rules ask for them: compiled once per set of catalogues.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { FilaTasaOCuota } from '../catalogs/rows.js'
import { Decimal } from '../lib/decimal.js'
import type { Numeric } from '../model/types.js'
import { decimalOf } from './predicates.js'
import type { Mismatch, RuleContext } from './rule.js'

/** A tax as a document states it. */
export interface Tasa {
  readonly Impuesto: string
  readonly TipoFactor: string
  readonly TasaOCuota?: Numeric | undefined
}

interface Row {
  readonly from: string
  readonly to: string
  readonly least: Decimal
  readonly most: Decimal
}

/** Rows by tax, then by kind of factor. */
type Rates = Map<string, Map<string, Row[]>>

type De = 'traslado' | 'retencion'

// c_TasaOCuota names its taxes, the documents write the codes of c_Impuesto. The border stimulus is IVA with a rate of its own.
const impuestos: Readonly<Record<string, string>> = {
  ISR: '001',
  IVA: '002',
  IEPS: '003',
  'IVA Crédito aplicado del 50%': '002',
}

/**
 * Whether a row in force of c_TasaOCuota admits the rate: equal to a fixed one, or within a range, ends included. On days before
 * the first row of a kind of tax it cannot be told: the SAT's table keeps no history (quotas of IEPS are renewed each year).
 */
export function hasTasa(
  { catalogs, day }: RuleContext,
  de: De,
  { Impuesto, TipoFactor, TasaOCuota = 0 }: Tasa,
): boolean | Mismatch {
  if (!catalogs.catalog('c_TasaOCuota').complete) return true
  const tasa = decimalOf(TasaOCuota)
  const rows = ratesOf(catalogs)[de].get(Impuesto)?.get(TipoFactor) ?? []
  let known = rows.length === 0
  for (const { from, to, least, most } of rows) {
    if (from > day) continue
    known = true
    if (day <= to && tasa.isBetween(least, most)) return true
  }
  if (!known) return true
  return { detail: `${Impuesto} ${TipoFactor} de ${de === 'traslado' ? 'traslado' : 'retención'}` }
}

const cache = new WeakMap<Catalogs, Readonly<Record<De, Rates>>>()

function ratesOf(catalogs: Catalogs): Readonly<Record<De, Rates>> {
  let rates = cache.get(catalogs)
  if (rates === undefined) {
    rates = { traslado: compileRates(catalogs, 'traslado'), retencion: compileRates(catalogs, 'retencion') }
    cache.set(catalogs, rates)
  }
  return rates
}

function compileRates(catalogs: Catalogs, de: De): Rates {
  const rates: Rates = new Map()
  for (const fila of catalogs.catalog('c_TasaOCuota').rows()) {
    if (!fila[de]) continue
    const impuesto = impuestos[fila.impuesto] ?? ''
    const factors = rates.get(impuesto) ?? new Map<string, Row[]>()
    rates.set(impuesto, factors)
    factors.set(fila.factor, [...(factors.get(fila.factor) ?? []), compileRow(fila)])
  }
  return rates
}

function compileRow({ clave, tipo, minimo = '0', vigenciaDesde = '', vigenciaHasta = '9999' }: FilaTasaOCuota): Row {
  const most = Decimal.of(clave)
  return { from: vigenciaDesde, to: vigenciaHasta, most, least: tipo === 'Rango' ? Decimal.of(minimo) : most }
}
