/**
 * A set of catalogues over given packed texts, with the user's own rows.
 * @module
 */
import {
  type Kind,
  type OptionNames,
  requireMethods,
  requireOptions,
  withMethods,
} from '../lib/options.js'
import { type Catalog, createCatalog } from './catalog.js'
import { type CatalogPack, newerTexts } from './catalogPack.js'
import { dayOf, type When } from './day.js'
import { undamaged } from './format.js'
import { type Override, overlay } from './overlay.js'
import { catalogNames } from './packed/names.js'
import { countOf } from './page.js'
import type { CatalogName, Rows } from './rows.js'
import {
  best,
  createSearcher,
  type Match,
  type Query,
  type Searcher,
  type SearchOptions,
} from './search.js'
import { absentTable, openTable, type Packed, type Table } from './table.js'
import { wordsOf } from './words.js'
import { createZones } from './zone.js'

/** A set of catalogues. Each is opened on first use. */
export interface Catalogs {
  /** Returns the catalogue of that name. Throws a `TypeError` for an unknown name. */
  catalog<Name extends CatalogName>(name: Name): Catalog<Rows[Name]>
  /**
   * Whether the SAT's XSD admits a code, on any date; `undefined` when this set lacks the
   * catalogue. Has the form of the structural check's `member`.
   */
  admits(name: string, code: string): boolean | undefined
  /** Returns listed codes near an unknown one; empty when this set lacks the catalogue. */
  closest(name: string, code: string, limit?: number): string[]
  /**
   * Returns the codes of a catalogue, each once, or those in force `at`. Returns `undefined` when
   * this set lacks the catalogue, when it is not complete, or when it has more than `most` codes
   * (200 by default). Has the form that `jsonSchemaOf` requires.
   */
  codes(name: string, options?: CodesOptions): readonly string[] | undefined
  /**
   * Returns the rows whose code or description has every word of `text`, best first. Accents, case
   * and number are ignored; words of one or two letters match only where a word begins. Only the
   * first 16 words and 200 characters are read. Ended codes are included, with their `state`. A
   * number as options is the `limit`. Throws a `TypeError` when `text` is not a string or the day
   * does not exist, a `RangeError` for a limit below 0.
   */
  search(name: CatalogName, text: string, options?: SearchOptions | number): Match[]
  /**
   * Searches the catalogues that users choose from: products, units, uses, regimes, payment forms,
   * postal codes …
   */
  search(text: string, options?: SearchOptions | number): Match[]
  /** Returns the IANA time zone of a postal code, for `Fecha`: `'America/Tijuana'`. */
  zoneOf(postalCode: string): string | undefined
}

const catalogsMethods = ['catalog', 'admits', 'zoneOf']

/** Kind of an option with catalogues. */
export const catalogsKind: Kind = /* @__PURE__ */ withMethods(...catalogsMethods)

/** Kind of an option with catalogues, or a function that returns them. */
export const catalogsOrSource: Kind = (name, value) => {
  if (typeof value !== 'function') requireMethods(name, value, catalogsMethods)
}

/** Rows that replace packed ones or are added to them, by catalogue. */
export type Overrides = { readonly [Name in CatalogName]?: Override<Rows[Name]> }

/** Options of {@link Catalogs.codes}. */
export interface CodesOptions {
  /** Restricts the list to codes in force on that day. Defaults to every code. */
  readonly at?: When | undefined
  /** Maximum length of a list. Defaults to 200. */
  readonly most?: number | undefined
}

/** Options of {@link createCatalogSet}. */
export interface CatalogSetOptions {
  /** The user's own rows. */
  readonly overrides?: Overrides | undefined
  /**
   * Newer catalogues, the last pack first: results of `readCatalogPack`. All or none: one that is
   * older than the data, or of other columns, throws a `CfdiError` `CATALOG_UNREADABLE`.
   */
  readonly packs?: readonly CatalogPack[] | undefined
  /**
   * Source of the packed data, by name (`c_Moneda`, `c_ClaveProdServ.texto`, `zonas`). A catalogue
   * for which it returns `undefined` is empty and not `complete`, so rules do not refuse its codes.
   */
  readonly packed: Packed
}

/** Catalogues that a user chooses from when filling in a document. */
const chosen: readonly CatalogName[] = [
  'c_ClaveProdServ',
  'c_ClaveUnidad',
  'c_FormaPago',
  'c_MetodoPago',
  'c_Moneda',
  'c_Pais',
  'c_RegimenFiscal',
  'c_UsoCFDI',
  'c_ObjetoImp',
  'c_TipoRelacion',
  'c_Periodicidad',
  'c_Meses',
  'c_Exportacion',
  'c_TipoDeComprobante',
  'c_Aduana',
  'c_Banco',
  'c_TipoPercepcion',
  'c_TipoDeduccion',
  'c_TipoOtroPago',
  'c_TipoContrato',
  'c_TipoRegimen',
  'c_PeriodicidadPago',
  'c_TipoIncapacidad',
  'c_INCOTERM',
  'c_FraccionArancelaria',
  'c_ClaveProdServCP',
  'c_ClaveUnidadPeso',
  'c_ConfigAutotransporte',
  'c_SubTipoRem',
  'c_TipoPermiso',
  'c_TipoEmbalaje',
  'c_MaterialPeligroso',
  'c_Estaciones',
  'c_CodigoPostal',
]

/** Names of the options. */
const optionNames: OptionNames<CatalogSetOptions> = {
  overrides: true,
  packs: 'list',
  packed: true,
}

/**
 * Creates a set of catalogues with only the given data. Each catalogue is read on first use.
 * @example
 * const { default: c_Moneda } = await import('cfdi-stamp/catalogs/packed/c_Moneda')
 * const own = createCatalogSet({ packed: (name) => (name === 'c_Moneda' ? c_Moneda : undefined) })
 * own.catalog('c_Moneda').has('MXN') // → true
 */
export function createCatalogSet(options: CatalogSetOptions): Catalogs {
  requireOptions('createCatalogSet', options, optionNames)
  const { overrides = {}, packs = [], packed } = options
  return new PackedCatalogs(overrides, packed, newerTexts(packs, packed))
}

class PackedCatalogs implements Catalogs {
  readonly zoneOf: (postalCode: string) => string | undefined
  readonly #overrides: Overrides
  readonly #packed: Packed
  readonly #newer: Packed
  readonly #bases = new Map<string, Table>()
  /** Tables of the package that lend descriptions to others although a pack replaces them. */
  readonly #lenders = new Map<string, Table>()
  readonly #tables = new Map<string, Table>()
  readonly #catalogs = new Map<string, Catalog>()
  readonly #searchers = new Map<string, Searcher>()

  constructor(overrides: Overrides, packed: Packed, newer: Packed) {
    for (const name of Object.keys(overrides)) assertName(name)
    this.#overrides = overrides
    this.#packed = packed
    this.#newer = newer
    this.zoneOf = createZones((name) => newer(name) ?? packed(name))
  }

  catalog<Name extends CatalogName>(name: Name): Catalog<Rows[Name]> {
    const known = this.#catalogs.get(name) ?? this.#create(name)
    return known as unknown as Catalog<Rows[Name]>
  }

  admits(name: string, code: string): boolean | undefined {
    if (isName(name)) return this.catalog(name).admits(code)
    return undefined
  }

  closest(name: string, code: string, limit?: number): string[] {
    if (isName(name)) return this.catalog(name).closest(code, limit)
    return []
  }

  codes(name: string, options: CodesOptions = {}): readonly string[] | undefined {
    requireOptions('codes', options, ['at', 'most'])
    const { at, most = 200 } = options
    if (!isName(name) || !this.catalog(name).complete) return undefined
    const codes = [...this.catalog(name).codes({ at, limit: countOf('most', most, most) + 1 })]
    if (codes.length > most) return undefined
    return codes
  }

  search(first: string, ...rest: readonly unknown[]): Match[] {
    if (isName(first) || typeof rest[0] === 'string') {
      const query = readQuery(rest[0], rest[1])
      return this.#searcher(first as CatalogName)(query)
    }
    const query = readQuery(first, rest[0])
    const matches: Match[] = []
    for (const name of chosen) matches.push(...this.#searcher(name)(query))
    return matches.sort(best).slice(0, query.limit)
  }

  #create(name: CatalogName): Catalog {
    assertName(name)
    const catalog = createCatalog(
      name,
      () => this.#table(name),
      () => {
        const text = this.#newer(name) ?? this.#packed(name)
        if (text === undefined) return absentTable(name).header.date
        return undamaged(name, text, ({ header }) => header.date)
      },
    )
    this.#catalogs.set(name, catalog)
    return catalog
  }

  #table(name: CatalogName): Table {
    const override = this.#overrides[name] as Override | undefined
    const table =
      this.#tables.get(name) ?? (override ? overlay(this.#base(name), override) : this.#base(name))
    this.#tables.set(name, table)
    return table
  }

  #base(name: string): Table {
    const base =
      this.#bases.get(name) ??
      openTable(name, this.#newer, (lender) => this.#base(lender)) ??
      openTable(name, this.#packed, (lender) => this.#lender(lender)) ??
      absentTable(name)
    this.#bases.set(name, base)
    return base
  }

  /** The table of the package: a pack has no part in what its catalogues borrow. */
  #lender(name: string): Table {
    if (this.#newer(name) === undefined) return this.#base(name)
    const lender =
      this.#lenders.get(name) ??
      openTable(name, this.#packed, (one) => this.#lender(one)) ??
      absentTable(name)
    this.#lenders.set(name, lender)
    return lender
  }

  #searcher(name: CatalogName): Searcher {
    assertName(name)
    const searcher =
      this.#searchers.get(name) ??
      createSearcher(name, this.#table(name), (lender) => {
        if (this.#newer(name) === undefined && this.#newer(lender) !== undefined)
          return this.#lender(lender)
        return this.#table(lender as CatalogName)
      })
    this.#searchers.set(name, searcher)
    return searcher
  }
}

/**
 * Throws a `TypeError` when the text is not a string or the day does not exist, a `RangeError` for
 * a limit below 0.
 */
function readQuery(text: unknown, options: unknown = {}): Query {
  if (typeof text !== 'string')
    throw new TypeError(`search: expected a string, not ${text === null ? 'null' : typeof text}`)
  if (typeof options !== 'number') requireOptions('search', options, ['limit', 'at'])
  const { at, limit } = (
    typeof options === 'number' ? { limit: options } : options
  ) as SearchOptions
  const day = at === undefined ? undefined : dayOf(at)
  return { words: wordsOf(text), day, limit: countOf('limit', limit, 20) }
}

const names: ReadonlySet<string> = new Set(catalogNames)

const isName = (name: string): name is CatalogName => names.has(name)

function assertName(name: string): void {
  if (!isName(name)) throw new TypeError(`unknown catalogue ${name}`)
}
