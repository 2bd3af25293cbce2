/**
 * The rates of c_TasaOCuota for the rules, compiled once per set of catalogues.
 * @module
 */
import type { Catalogs } from '../../catalogs/catalogs.js'
import type { FilaTasaOCuota } from '../../catalogs/rows.js'
import { Decimal } from '../../lib/decimal.js'
import type { Numeric } from '../../model/types.js'
import { decimalOf } from '../../rules/values.js'
import { type Mismatch, perCatalogs, type RuleContext } from './rule.js'

/** A tax as stated in a document. */
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

/**
 * The rows of a tax and kind of factor, and a cache of the valid rates on the last requested day.
 */
interface Kind {
  readonly impuesto: string
  readonly factor: string
  readonly rows: Row[]
  day: string
  readonly known: Set<Numeric>
}

/** The kinds of rates of traslados, or of retenciones. */
class Rates {
  readonly #kinds: Kind[] = []
  /** The most recent kind: lines of a document are much alike. */
  #last: Kind | undefined

  add(fila: FilaTasaOCuota): void {
    const impuesto = impuestos[fila.impuesto] ?? ''
    let kind = this.of(impuesto, fila.factor)
    if (kind === undefined) {
      kind = { impuesto, factor: fila.factor, rows: [], day: '', known: new Set<Numeric>() }
      this.#kinds.push(kind)
    }
    const { clave, tipo, minimo = '0', vigenciaDesde = '', vigenciaHasta = '9999' } = fila
    const most = Decimal.of(clave)
    kind.rows.push({
      from: vigenciaDesde,
      to: vigenciaHasta,
      most,
      least: tipo === 'Rango' ? Decimal.of(minimo) : most,
    })
  }

  of(impuesto: string, factor: string): Kind | undefined {
    const last = this.#last
    if (last !== undefined && last.impuesto === impuesto && last.factor === factor) return last
    const found = this.#kinds.find((kind) => kind.impuesto === impuesto && kind.factor === factor)
    this.#last = found ?? last
    return found
  }
}

/** Whether a tax is transferred or withheld. */
export type De = 'traslado' | 'retencion'

// c_TasaOCuota has names of taxes, the documents have codes of c_Impuesto. The border stimulus is
// IVA at its own rate.
const impuestos: Readonly<Record<string, string>> = {
  ISR: '001',
  IVA: '002',
  IEPS: '003',
  'IVA Crédito aplicado del 50%': '002',
}

/**
 * Checks that a row in force of c_TasaOCuota admits the rate: equal to a fixed one, or within a
 * range, limits included. Accepts any rate on days before the first row of a kind of tax: the SAT's
 * table keeps no history (quotas of IEPS change each year). For a percentage (16) the expected
 * value is its fraction (0.160000).
 */
export function hasTasa(
  { catalogs, day }: RuleContext,
  de: De,
  { Impuesto, TipoFactor, TasaOCuota = 0 }: Tasa,
): boolean | Mismatch {
  const kind = ratesOf(catalogs)[de].of(Impuesto, TipoFactor)
  if (kind?.day === day && kind.known.has(TasaOCuota)) return true
  const admitted = kind !== undefined && admits(kind, decimalOf(TasaOCuota), day)
  if (admitted) {
    if (kind.day !== day || kind.known.size >= remembered) kind.known.clear()
    kind.day = day
    kind.known.add(TasaOCuota)
  }
  if (admitted || !catalogs.catalog('c_TasaOCuota').complete) return true
  if (catalogs.catalog('c_Impuesto').get(Impuesto, de) === false)
    return { detail: `${Impuesto} ${neverSo[de]}` }
  const fraction =
    kind && TipoFactor === 'Tasa' ? fractionOf(kind, decimalOf(TasaOCuota), day) : undefined
  return {
    detail: `${Impuesto} ${TipoFactor} de ${words[de]}`,
    ...(fraction && { expected: fraction }),
  }
}

const words: Readonly<Record<De, string>> = { traslado: 'traslado', retencion: 'retención' }

/** Message for a tax that c_Impuesto excludes in that use: ISR, as a traslado. */
const neverSo: Readonly<Record<De, string>> = {
  traslado: 'no se traslada: solo se retiene, y va entre las retenciones',
  retencion: 'no se retiene: va entre los traslados',
}

const percent = Decimal.of('0.01')
const whole = Decimal.of('1')

/**
 * The fraction of a percentage as the catalogue writes it, if the catalogue admits it. A number
 * below one is a rate already, and a wrong one.
 */
function fractionOf(kind: Kind, percentage: Decimal, day: string): string | undefined {
  if (percentage.compare(whole) < 0) return undefined
  const fraction = percentage.times(percent).round(6)
  if (admits(kind, fraction, day)) return fraction.toString(6)
  return undefined
}

function admits({ rows }: Kind, tasa: Decimal, day: string): boolean {
  const started = rows.filter(({ from }) => from <= day)
  return (
    started.length === 0 ||
    started.some(({ to, least, most }) => day <= to && tasa.isBetween(least, most))
  )
}

const remembered = 256

const ratesOf = perCatalogs(
  (catalogs): Readonly<Record<De, Rates>> => ({
    traslado: compileRates(catalogs, 'traslado'),
    retencion: compileRates(catalogs, 'retencion'),
  }),
)

function compileRates(catalogs: Catalogs, de: De): Rates {
  const rates = new Rates()
  for (const fila of catalogs.catalog('c_TasaOCuota').rows()) if (fila[de]) rates.add(fila)
  return rates
}
