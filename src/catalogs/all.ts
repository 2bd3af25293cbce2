/**
 * The catalogues with statically imported data, for programs bundled for Node, where the default
 * reads files of the package.
 * @module
 */
import { packed } from './packed/static.js'
import { type Catalogs, createCatalogSet } from './set.js'

/** Every catalogue of this package, for `options.catalogs`. A bundle includes its data. */
export const catalogs: Catalogs = /* @__PURE__ */ createCatalogSet({ packed })
