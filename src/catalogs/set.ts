/**
 * A set of catalogues over packed texts that are given, with the user's own rows.
 * @module
 */
import { type Catalog, createCatalog } from './catalog.js'
import { dayOf, type When } from './day.js'
import { type Override, overlay } from './overlay.js'
import { catalogNames } from './packed/names.js'
import { countOf } from './page.js'
import type { CatalogName, Rows } from './rows.js'
import { best, createSearcher, type Match, type Query, type Searcher, type SearchOptions } from './search.js'
import { absentTable, openTable, type Packed, type Table } from './table.js'
import { wordsOf } from './words.js'
import { createZones } from './zone.js'

/** A set of catalogues. Each is opened when first used, and once. */
export interface Catalogs {
  /** The catalogue of that name. Throws a `TypeError` when the SAT has none. */
  catalog<Name extends CatalogName>(name: Name): Catalog<Rows[Name]>
  /**
   * What the SAT's XSD would say of a code, dates apart; `undefined` when there is no such catalogue here.
   * In the form that the structural check asks.
   */
  admits(name: string, code: string): boolean | undefined
  /** Listed codes near one that does not exist; none when there is no such catalogue here. */
  closest(name: string, code: string, limit?: number): string[]
  /**
   * The codes of a catalogue that is worth listing, each once, or those in force `at`: `undefined` when there is no such catalogue here,
   * when it is not complete, or when they are more than `most`, 200 by default. In the form that `jsonSchemaOf` asks.
   */
  codes(name: string, options?: CodesOptions): readonly string[] | undefined
  /**
   * Rows whose code or description has every word of `text`, best first: accents, case and number do not count, words of one or two
   * letters count where a word begins, and no more is read than the first 16 words of 200 characters. Codes of before are found too:
   * `state` tells them. A number is the `limit`. Throws a `TypeError` on a text that is none or a day that does not exist, a `RangeError`
   * on a limit below 0.
   */
  search(name: CatalogName, text: string, options?: SearchOptions | number): Match[]
  /** The same over the catalogues that people choose from: products, units, uses, regimes, payment forms, postal codes … */
  search(text: string, options?: SearchOptions | number): Match[]
  /** IANA time zone of a postal code, for `Fecha`: `'America/Tijuana'`. */
  zoneOf(postalCode: string): string | undefined
}

/** Rows that take the place of packed ones, or are added to them, by catalogue. */
export type Overrides = { readonly [Name in CatalogName]?: Override<Rows[Name]> }

/** Options of {@link Catalogs.codes}. */
export interface CodesOptions {
  /** Only codes in force on that day. Without it, every code. */
  readonly at?: When | undefined
  /** Longest list that is given: 200 by default. */
  readonly most?: number | undefined
}

/** Options of {@link createCatalogSet}. */
export interface CatalogSetOptions {
  /** The user's own rows. */
  readonly overrides?: Overrides | undefined
  /**
   * Where the packed data comes from, by name (`c_Moneda`, `c_ClaveProdServ.texto`, `zonas`). A catalogue that it answers with `undefined`
   * is empty and not `complete`, so that rules doubt instead of refusing.
   */
  readonly packed: Packed
}

/** The catalogues that a person chooses from when filling in a document. */
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

/**
 * Makes a set of catalogues that carries the data it is given and no other. Nothing is read until a catalogue is used.
 * @example
 * const { default: c_Moneda } = await import('cfdi-stamp/catalogs/packed/c_Moneda')
 * const own = createCatalogSet({ packed: (name) => (name === 'c_Moneda' ? c_Moneda : undefined) })
 * own.catalog('c_Moneda').has('MXN') // → true
 */
export function createCatalogSet({ overrides = {}, packed }: CatalogSetOptions): Catalogs {
  return new PackedCatalogs(overrides, packed)
}

class PackedCatalogs implements Catalogs {
  readonly zoneOf: (postalCode: string) => string | undefined
  readonly #overrides: Overrides
  readonly #packed: Packed
  readonly #bases = new Map<string, Table>()
  readonly #tables = new Map<string, Table>()
  readonly #catalogs = new Map<string, Catalog>()
  readonly #searchers = new Map<string, Searcher>()

  constructor(overrides: Overrides, packed: Packed) {
    for (const name of Object.keys(overrides)) assertName(name)
    this.#overrides = overrides
    this.#packed = packed
    this.zoneOf = createZones(packed)
  }

  catalog<Name extends CatalogName>(name: Name): Catalog<Rows[Name]> {
    const known = this.#catalogs.get(name) ?? this.#create(name)
    return known as unknown as Catalog<Rows[Name]>
  }

  admits(name: string, code: string): boolean | undefined {
    return isName(name) ? this.catalog(name).admits(code) : undefined
  }

  closest(name: string, code: string, limit?: number): string[] {
    return isName(name) ? this.catalog(name).closest(code, limit) : []
  }

  codes(name: string, { at, most = 200 }: CodesOptions = {}): readonly string[] | undefined {
    if (!isName(name) || !this.catalog(name).complete) return undefined
    const codes = [...this.catalog(name).codes({ at, limit: countOf('most', most, most) + 1 })]
    return codes.length > most ? undefined : codes
  }

  search(first: string, ...rest: readonly unknown[]): Match[] {
    if (isName(first) || typeof rest[0] === 'string') {
      const query = readQuery(rest[0], rest[1])
      return this.#searcher(first as CatalogName)(query)
    }
    const query = readQuery(first, rest[0])
    const matches = chosen.flatMap((name) => this.#searcher(name)(query))
    return matches.sort(best).slice(0, query.limit)
  }

  #create(name: CatalogName): Catalog {
    assertName(name)
    const catalog = createCatalog(name, () => this.#table(name))
    this.#catalogs.set(name, catalog)
    return catalog
  }

  #table(name: CatalogName): Table {
    const override = this.#overrides[name] as Override | undefined
    const table = this.#tables.get(name) ?? (override ? overlay(this.#base(name), override) : this.#base(name))
    this.#tables.set(name, table)
    return table
  }

  #base(name: string): Table {
    const base =
      this.#bases.get(name) ?? openTable(name, this.#packed, (lender) => this.#base(lender)) ?? absentTable(name)
    this.#bases.set(name, base)
    return base
  }

  #searcher(name: CatalogName): Searcher {
    assertName(name)
    const searcher =
      this.#searchers.get(name) ??
      createSearcher(name, this.#table(name), (lender) => this.#table(lender as CatalogName))
    this.#searchers.set(name, searcher)
    return searcher
  }
}

/** Throws a `TypeError` on a text that is none, or a day that does not exist; a `RangeError` on a limit below 0. */
function readQuery(text: unknown, options: unknown = {}): Query {
  if (typeof text !== 'string')
    throw new TypeError(`search: a text is expected, not ${text === null ? 'null' : typeof text}`)
  const { at, limit } = (typeof options === 'number' ? { limit: options } : options) as SearchOptions
  const day = at === undefined ? undefined : dayOf(at)
  return { words: wordsOf(text), day, limit: countOf('limit', limit, 20) }
}

const names: ReadonlySet<string> = new Set(catalogNames)

const isName = (name: string): name is CatalogName => names.has(name)

function assertName(name: string): void {
  if (!isName(name)) throw new TypeError(`there is no catalogue ${name}`)
}
