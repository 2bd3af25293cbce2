/**
 * What the structural check asks of the catalogues.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { CatalogName } from '../catalogs/rows.js'
import { isDay } from '../lib/time.js'
import type { StructureOptions } from '../model/check.js'
import { dayOf } from './day.js'
import { inForce } from './inForce.js'
import { perCatalogs } from './rule.js'

/**
 * Makes the questions about documents. They are the same functions for documents of the same day, because the structural
 * check remembers what it was answered by whom.
 */
class Questions {
  /** What the XSD asks: any date, anywhere. */
  readonly undated: StructureOptions
  readonly #catalogs: Catalogs
  readonly #placed: StructureOptions
  #last: { readonly day: string; readonly options: StructureOptions } | undefined

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs
    this.undated = {
      member: (name, code) => catalogs.admits(name, code),
      closest: (name, code) => catalogs.closest(name, code),
    }
    this.#placed = { ...this.undated, placement: true }
  }

  /** Also where complements hang, and whether codes are in force on the day of that date, if it is one. */
  of(fecha: unknown): StructureOptions {
    if (typeof fecha !== 'string') return this.#placed
    const day = dayOf(fecha)
    if (this.#last?.day !== day) this.#last = { day, options: this.#on(day) }
    return this.#last.options
  }

  #on(day: string): StructureOptions {
    if (!isDay(day)) return this.#placed
    const context = { catalogs: this.#catalogs, day }
    const isInForce = (name: string, code: string): boolean =>
      this.#catalogs.admits(name, code) === true && inForce(name as CatalogName)(context, code) === true
    return { ...this.#placed, inForce: isInForce }
  }
}

export const questionsTo: (catalogs: Catalogs) => Questions = perCatalogs((catalogs) => new Questions(catalogs))
