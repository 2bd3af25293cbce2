/**
 * The catalogues with their data imported statically: for programs bundled for Node, where the default reads files beside the package.
 * @module
 */
import { packed } from './packed/static.js'
import { type Catalogs, createCatalogSet } from './set.js'

/** Every catalogue of this package, ready for `options.catalogs`. Its data goes into the bundle. */
export const catalogs: Catalogs = /* @__PURE__ */ createCatalogSet({ packed })
