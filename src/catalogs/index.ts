/**
 * The SAT's catalogues.
 * @module
 */
export type { Catalog } from './catalog.js'
export { type CatalogPack, readCatalogPack } from './catalogPack.js'
export { type CatalogsOptions, catalog, catalogs, createCatalogs } from './catalogs.js'
export type * from './codes.js'
export type { State, When } from './day.js'
export type { Override, OwnRow } from './overlay.js'
export { catalogNames } from './packed/names.js'
export type { Page } from './page.js'
export { matchesPattern } from './pattern.js'
export { hasPedimento, type Pedimento, readPedimento } from './pedimento.js'
export type * from './rows.js'
export type { Match, SearchOptions } from './search.js'
export {
  type CatalogSetOptions,
  type Catalogs,
  type CodesOptions,
  createCatalogSet,
  type Overrides,
} from './set.js'
export type { Packed } from './table.js'
export { findTasas, type Tasa } from './tasas.js'
