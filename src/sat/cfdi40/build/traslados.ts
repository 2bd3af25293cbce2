/**
 * The most common traslados, by name.
 * @module
 */
import type { Numeric } from '../../../model/types.js'
import { known, list, type Names } from './argument.js'

/** A tax charged to the customer, without its amounts. */
export interface Traslado {
  /** Clave del impuesto: 002 IVA, 003 IEPS. */
  readonly Impuesto: string
  /** Tasa, Cuota o Exento. */
  readonly TipoFactor: string
  /** Tasa o cuota. No existe cuando es Exento. */
  readonly TasaOCuota?: Numeric | undefined
  /** Unidades de una Cuota; no existe en lo demás, cuya base se obtiene. */
  readonly Base?: Numeric | undefined
}

const nombres: Names<Traslado> = { Impuesto: true, TipoFactor: true, TasaOCuota: true, Base: true }

/** @throws TypeError unless it is a list of traslados with known names. */
export function requireTraslados(traslados: readonly Traslado[], name: string): void {
  for (const [at, traslado] of list(traslados, name).entries())
    known(traslado, `${name}[${at}]`, nombres)
}

const iva = (TasaOCuota: string): readonly Traslado[] => [
  { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota },
]

/** IVA al 16 %. */
export const iva16 = iva('0.160000')
/** IVA al 8 %: estímulo de la región fronteriza. */
export const iva8 = iva('0.080000')
/** IVA al 0 %. */
export const iva0 = iva('0.000000')
/** Exento de IVA. */
export const ivaExento: readonly Traslado[] = [{ Impuesto: '002', TipoFactor: 'Exento' }]
