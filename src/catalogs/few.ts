/**
 * What the builders ask of the catalogues, and nothing else: decimals of currencies, and who may use G02. A hundredth of the whole.
 * @module
 */
import c_Moneda from './packed/c_Moneda.js'
import c_UsoCFDI from './packed/c_UsoCFDI.js'
import { type Catalogs, createCatalogSet } from './set.js'

export type { Catalogs } from './set.js'

const texts: { readonly [name: string]: string } = { c_Moneda, c_UsoCFDI }

/** The catalogues of currencies and uses. The others are empty and not `complete`. */
export const fewCatalogs: Catalogs = /* @__PURE__ */ createCatalogSet({ packed: (name) => texts[name] })
