/**
 * Connects the structural check to the catalogues.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { CatalogName } from '../catalogs/rows.js'
import { isDay } from '../lib/time.js'
import type { StructureOptions } from '../model/check.js'
import { dayOfFecha } from './day.js'
import { inForceIn } from './inForce.js'
import { perCatalogs } from './rule.js'

/**
 * Creates the functions for the structural check. Documents of the same day share them, because the
 * check caches results per function.
 */
class Questions {
  /** Membership as in the XSD: on any date, without placement. */
  readonly undated: StructureOptions
  readonly #catalogs: Catalogs
  readonly #placed: StructureOptions
  #last: { readonly day: string; readonly options: StructureOptions } | undefined

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs
    this.undated = {
      member: (name, code) => catalogs.admits(name, code),
      closest: (name, code) => catalogs.closest(name, code),
      dateOf: (name) => catalogs.catalog(name as CatalogName).date,
    }
    this.#placed = { ...this.undated, placement: true }
  }

  /** Also checks the placement of complements and, with a valid date, codes in force on its day. */
  of(fecha: unknown): StructureOptions {
    if (typeof fecha !== 'string') return this.#placed
    const day = dayOfFecha(fecha)
    if (this.#last?.day === day) return this.#last.options
    if (!isDay(day)) return this.#placed
    const context = { catalogs: this.#catalogs, day }
    const isInForce = (name: string, code: string): boolean =>
      this.#catalogs.admits(name, code) === true &&
      inForceIn(name as CatalogName)(context, code) === true
    const options = { ...this.#placed, inForce: isInForce }
    this.#last = { day, options }
    return options
  }
}

export const questionsTo: (catalogs: Catalogs) => Questions = perCatalogs(
  (catalogs) => new Questions(catalogs),
)
