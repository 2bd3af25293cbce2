/**
 * All catalogues of the SAT. Programs that are bundled have them without the long descriptions.
 * @module
 */
import { packed as describedPacked } from '#described'
import { packed as includedPacked } from '#packed'
import { type OptionNames, requireOptions } from '../lib/options.js'
import type { Catalog } from './catalog.js'
import type { CatalogName, Rows } from './rows.js'
import { type CatalogSetOptions, type Catalogs, createCatalogSet } from './set.js'
import { type Packed, refuseMissingTexts } from './table.js'

export type { Catalogs, Overrides } from './set.js'

/** The data of this package, from files in Node and from modules in bundles. */
/** Source of the packed texts of this package, for packs. */
const ownPackedText: Packed = /* @__PURE__ */ refuseMissingTexts(
  includedPacked,
  () =>
    `import { catalogs } from 'cfdi-stamp/catalogs/all' and use it, as in catalogs.search(…) or createEngine({ catalogs, … })`,
)

/** Options of {@link createCatalogs}. `packed` defaults to the data of this package. */
export interface CatalogsOptions extends Partial<CatalogSetOptions> {}

/** Names of the options. */
const optionNames: OptionNames<CatalogsOptions> = {
  overrides: true,
  packs: 'list',
  packed: true,
}

/**
 * Creates a set of catalogues. Each is read on first use.
 * @example
 * const own = createCatalogs({ overrides: { c_Moneda: { rows: [{ clave: 'XBT', texto: 'Bitcoin', decimales: 8 }] } } })
 * own.catalog('c_Moneda').has('XBT') // → true
 */
export function createCatalogs(options: CatalogsOptions = {}): Catalogs {
  requireOptions('createCatalogs', options, optionNames)
  const { overrides, packs, packed = ownPackedText } = options
  return createCatalogSet({ overrides, packs, packed })
}

/** The catalogues of this package. */
export const catalogs: Catalogs = /* @__PURE__ */ createCatalogs()

/**
 * The catalogues of this package with their descriptions, for entry points that print or search
 * them. Only a bundle has two sets.
 */
export const describedCatalogs: Catalogs =
  describedPacked === includedPacked
    ? catalogs
    : /* @__PURE__ */ createCatalogSet({ packed: describedPacked })

/**
 * Returns the catalogues of this package.
 * @throws CfdiError `CATALOG_UNREADABLE` in a program that was bundled without them
 */
export function ownCatalogs(): Catalogs {
  catalogs.zoneOf('00000')
  return catalogs
}

/**
 * Returns a catalogue of this package. Throws a `TypeError` for an unknown name.
 * @example
 * catalog('c_Moneda').get('MXN', 'decimales') // → 2
 */
export function catalog<Name extends CatalogName>(name: Name): Catalog<Rows[Name]> {
  return catalogs.catalog(name)
}

export { ownPackedText }
