/**
 * The number of a pedimento, `15  48  3009  0001234`: year, aduana, patente, and the last digit of
 * the fiscal year with six of sequence.
 * @module
 */
import type { Catalog } from './catalog.js'
import type { FilaNumPedimentoAduana } from './rows.js'

/** Parts of a pedimento's number. */
export interface Pedimento {
  /** Año de validación, cuatro dígitos. */
  readonly ejercicio: string
  /** Clave de c_Aduana. */
  readonly aduana: string
  /** Clave de c_PatenteAduanal. */
  readonly patente: string
  /** Numeración progresiva, seis dígitos. */
  readonly numero: string
}

/**
 * Parses a pedimento's number. Returns `undefined` when it does not match
 * `[0-9]{2}  [0-9]{2}  [0-9]{4}  [0-9]{7}`.
 * @example
 * readPedimento('15  48  3009  0001234')?.aduana // → '48'
 */
export function readPedimento(text: string): Pedimento | undefined {
  const parts = /^(\d\d) {2}(\d\d) {2}(\d{4}) {2}\d(\d{6})$/.exec(text)
  if (parts)
    return { ejercicio: `20${parts[1]}`, aduana: parts[2]!, patente: parts[3]!, numero: parts[4]! }
  return undefined
}

/**
 * Whether the SAT lists that patente at that aduana in that year, and the sequence is between 1 and
 * its maximum.
 * @example
 * const pedimento = readPedimento('15  48  3009  0001234')
 * pedimento && hasPedimento(catalog('c_NumPedimentoAduana'), pedimento) // → true
 */
export function hasPedimento(
  catalog: Catalog<FilaNumPedimentoAduana>,
  { aduana, patente, ejercicio, numero }: Pedimento,
): boolean {
  const last = catalog.get(aduana + patente + ejercicio, 'cantidad')
  return last !== undefined && Number(numero) >= 1 && Number(numero) <= last
}
