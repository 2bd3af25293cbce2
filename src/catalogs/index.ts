/**
 * What the SAT lists.
 * @module
 */
export type { Catalog, State, When } from './catalog.js'
export { type Catalogs, type CatalogsOptions, catalog, catalogs, createCatalogs, type Overrides } from './catalogs.js'
export type * from './rows.js'
