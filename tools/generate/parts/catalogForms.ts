/**
 * The catalogues of this package as a schema states them.
 * @module
 */
import { catalogs } from '../../../src/catalogs/all.js'
import { readHeader } from '../../../src/catalogs/format.js'
import { packed } from '../../../src/catalogs/packed/static.js'
import type { CatalogName } from '../../../src/catalogs/rows.js'
import type { CatalogForm, CatalogForms } from '../../../src/model/xsd.js'

/** Catalogues of up to `limit` codes by their codes, the bigger ones by the form of their codes. */
export function catalogForms(limit: number): CatalogForms {
  return (name) => {
    const text = packed(name)
    return text === undefined
      ? undefined
      : formOf(name as CatalogName, readHeader(text).header.admits, limit)
  }
}

function formOf(name: CatalogName, admits: string | undefined, limit: number): CatalogForm {
  const codes = [...catalogs.catalog(name).codes()]
  const listed = codes.length <= limit
  const pattern = admits ?? (listed ? undefined : digits(codes))
  return { ...(listed ? { codes } : {}), ...(pattern === undefined ? {} : { pattern }) }
}

/** The form of codes that are all digits, as many in each. */
function digits(codes: readonly string[]): string | undefined {
  const width = codes[0]?.length
  return codes.every((code) => code.length === width && /^[0-9]+$/.test(code))
    ? `[0-9]{${width}}`
    : undefined
}
