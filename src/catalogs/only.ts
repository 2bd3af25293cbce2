/**
 * One catalogue with its own data, for bundles without the others.
 * @module
 */
import { type Catalog, createCatalog } from './catalog.js'
import type { CatalogName, Rows } from './rows.js'
import { absentTable, openTable, refuseMissingTexts, type Table } from './table.js'

/** Creates the catalogue `name` from packed texts by name. It is opened on first use. */
export function only<Name extends CatalogName>(
  name: Name,
  texts: { readonly [name: string]: string },
): Catalog<Rows[Name]> {
  const packed = refuseMissingTexts(
    (one) => texts[one],
    (owner) => `cfdi-stamp/catalogs/${owner}.texto has them`,
  )
  const open = (wanted: string): Table => openTable(wanted, packed, open) ?? absentTable(wanted)
  return createCatalog<Rows[Name]>(name, () => open(name))
}
