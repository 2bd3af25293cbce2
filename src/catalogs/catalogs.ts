/**
 * The SAT's catalogues, all of them, behind one door.
 * @module
 */
import { packed as ownPacked } from '#packed'
import type { Catalog } from './catalog.js'
import type { CatalogName, Rows } from './rows.js'
import { type CatalogSetOptions, type Catalogs, createCatalogSet } from './set.js'

export type { Catalogs, Overrides } from './set.js'

/** Options of {@link createCatalogs}. `packed` defaults to the data of this package. */
export interface CatalogsOptions extends Partial<CatalogSetOptions> {}

/**
 * Makes a set of catalogues. Nothing is read until a catalogue is used.
 * @example
 * const own = createCatalogs({ overrides: { c_Moneda: { rows: [{ clave: 'XBT', texto: 'Bitcoin', decimales: 8 }] } } })
 * own.catalog('c_Moneda').has('XBT') // → true
 */
export function createCatalogs({ overrides = {}, packed = ownPacked }: CatalogsOptions = {}): Catalogs {
  return createCatalogSet({ overrides, packed })
}

/** The catalogues of this package. */
export const catalogs: Catalogs = /* @__PURE__ */ createCatalogs()

/**
 * The catalogues of this package, once they were found.
 * @throws CfdiError `CATALOG_UNREADABLE` in a program that was bundled without them
 */
export function ownCatalogs(): Catalogs {
  catalogs.zoneOf('00000')
  return catalogs
}

/**
 * A catalogue of this package. Throws a `TypeError` when the SAT has none of that name.
 * @example
 * catalog('c_Moneda').get('MXN', 'decimales') // → 2
 */
export function catalog<Name extends CatalogName>(name: Name): Catalog<Rows[Name]> {
  return catalogs.catalog(name)
}
