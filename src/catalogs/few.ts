/**
 * The two catalogues that builders need: decimals of currencies, and regimes that may use G02. A
 * hundredth of the whole data.
 * @module
 */
import c_Moneda from './packed/c_Moneda.js'
import c_UsoCFDI from './packed/c_UsoCFDI.js'
import { type Catalogs, createCatalogSet } from './set.js'

export { type Catalogs, catalogsKind } from './set.js'

const texts: { readonly [name: string]: string } = { c_Moneda, c_UsoCFDI }

/** The catalogues of currencies and uses. The others are empty and not `complete`. */
export const fewCatalogs: Catalogs = /* @__PURE__ */ createCatalogSet({
  packed: (name) => texts[name],
})
