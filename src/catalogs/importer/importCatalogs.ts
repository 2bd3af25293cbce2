/**
 * Imports tables and returns modules and a report. It reads and writes no files.
 * @module
 */
import { isDay } from '../../lib/time.js'
import { readHeader, textsOf } from '../format.js'
import type { CatalogName } from '../rows.js'
import { openTable, type Packed, type Table } from '../table.js'
import { zonesName } from '../zone.js'
import { type Change, compareTables, shrinks } from './compare.js'
import { type Model, readModel } from './model.js'
import { namesModule, packedModule, staticModule } from './module.js'
import { type Compress, type PackedText, pack, packOptions } from './pack.js'
import type { Source } from './sourceColumns.js'
import { sources as ownSources } from './sources.js'
import { ImportError } from './tsv.js'
import { checkBorder, packZones } from './zones.js'

/** Options of {@link importCatalogs}. */
export interface ImportOptions {
  /** Contents of the tables, by file name without folder: `cfdi_40_monedas.tsv`. */
  readonly files: ReadonlyMap<string, string>
  /** Date of the SAT's publication, written into every changed module. */
  readonly date: string
  /** The current packed version, by name. */
  readonly previous?: Packed
  /** Catalogues that are allowed to lose rows. */
  readonly acceptShrink?: readonly string[]
  /** Returns bytes as a raw DEFLATE stream. */
  readonly compress: Compress
  /** Whether no catalogue borrows descriptions of another. Defaults to `false`. */
  readonly isSelfContained?: boolean
  /** Defaults to every catalogue of the package. */
  readonly sources?: readonly Source[]
}

/** Result of an import. */
export interface Import {
  /** Text of every generated module, by path under `src/catalogs`. */
  readonly modules: ReadonlyMap<string, string>
  /** Packed texts of the catalogues with a table, by name. */
  readonly texts: ReadonlyMap<string, string>
  /** One change for each catalogue with a table. */
  readonly changes: readonly Change[]
  /** Catalogues without a table, whose packed version stays. */
  readonly kept: readonly string[]
  /** Tables that belong to no catalogue. */
  readonly ignored: readonly string[]
}

/**
 * Imports tables, all or none. Throws an {@link ImportError} that lists every refused table:
 * malformed rows, duplicate keys, or more lost rows than the SAT removes.
 */
export function importCatalogs({
  files,
  date,
  previous = () => undefined,
  acceptShrink = [],
  compress,
  isSelfContained = false,
  sources = ownSources,
}: ImportOptions): Import {
  if (!isDay(date)) throw new TypeError('date: expected YYYY-MM-DD')
  const job = new Job({
    ...{ files, date, previous, compress, isSelfContained },
    accepted: new Set(acceptShrink),
  })
  for (const source of sources) job.guard(() => job.take(source))
  job.guard(() => job.takeZones())
  if (job.refusals.length > 0) throw new ImportError(job.refusals.join('\n'))
  const modules = new Map<string, string>()
  const names = [...job.packed.keys()].sort()
  for (const name of names) modules.set(`packed/${name}.ts`, packedModule(job.packed.get(name)!))
  modules.set('packed/static.ts', staticModule(names, 'Every packed text'))
  const codes = names.filter((name) => !name.endsWith('.texto'))
  modules.set('packed/codes.ts', staticModule(codes, 'Every packed text except the descriptions'))
  // Only Carta Porte, Comercio Exterior (with addresses) and Retenciones use these. The XSD of
  // Hidrocarburos y Petrolíferos names c_TipoPermiso for a list of its own.
  const apart = new Set<string>(['c_Colonia', 'c_Localidad', 'c_Municipio'])
  for (const { name, file } of sources)
    if (/^(?:ccp|cce|ret)_/.test(file) && name !== 'c_TipoPermiso') apart.add(name)
  const ordinary = codes.filter((name) => !apart.has(name))
  modules.set(
    'packed/ordinary.ts',
    staticModule(ordinary, 'Packed texts of documents without Carta Porte and Comercio Exterior'),
  )
  modules.set('packed/names.ts', namesModule(sources.map(({ name }) => name)))
  return {
    modules,
    texts: job.texts,
    changes: job.changes,
    kept: job.kept,
    ignored: [...files.keys()].filter((file) => file.endsWith('.tsv') && !job.used.has(file)),
  }
}

type JobOptions = Required<
  Pick<ImportOptions, 'files' | 'date' | 'previous' | 'compress' | 'isSelfContained'>
> & { readonly accepted: ReadonlySet<string> }

class Job {
  readonly packed = new Map<string, PackedText>()
  readonly changes: Change[] = []
  readonly kept: string[] = []
  readonly used = new Set<string>()
  /** Texts of this import, of its date also where no row changed. */
  readonly texts = new Map<string, string>()
  readonly #files: ReadonlyMap<string, string>
  readonly #date: string
  readonly #previous: Packed
  readonly #accepted: ReadonlySet<string>
  readonly #compress: Compress
  readonly #isSelfContained: boolean
  readonly refusals: string[] = []
  readonly #now: Packed = (name) => this.packed.get(name)?.text
  readonly #models = new Map<string, Model>()

  constructor({ files, date, previous, accepted, compress, isSelfContained }: JobOptions) {
    this.#files = files
    this.#date = date
    this.#previous = previous
    this.#accepted = accepted
    this.#compress = compress
    this.#isSelfContained = isSelfContained
  }

  /** Runs a step, and collects its refusal for the end. */
  guard(step: () => void): void {
    try {
      step()
    } catch (refusal) {
      if (!(refusal instanceof ImportError)) throw refusal
      this.refusals.push(refusal.message)
    }
  }

  take(source: Source): void {
    const table = this.#file(`${source.file}.tsv`)
    if (table === undefined) return this.#keep(source.name)
    // Tables `delta_<anything>_<table>.tsv`, in name order; `<table>` is the name without
    // its prefix (`cfdi_40_`).
    const end = `_${source.file.replace(/^[a-z]+_\d\d_/, '')}.tsv`
    const deltas: { file: string; text: string }[] = []
    for (const name of [...this.#files.keys()].sort())
      if (name.startsWith('delta_') && name.endsWith(end))
        deltas.push({ file: name, text: this.#file(name)! })
    const model = readModel(source, table, deltas)
    this.#models.set(source.name, model)
    const lent = source.borrows && !this.#isSelfContained ? this.#lender(source.borrows) : undefined
    const options = packOptions(source, this.#date, this.#compress)
    const texts = pack(model, { ...options, ...(lent && { lent }) })
    const now = this.#open(
      source.name,
      (name) => texts.find((one) => one.name === name)?.text ?? this.#now(name),
    )!
    const before = this.#open(source.name, this.#previous)
    const change = compareTables(before, now)
    if (shrinks(change) && !this.#accepted.has(change.name)) {
      const lost = change.removed.slice(0, 5).join(', ')
      throw new ImportError(
        `${change.name}: ${change.before} rows before, ${change.now} now, ${change.removed.length} codes gone (${lost} …). ` +
          `If the SAT did take them away: --accept-shrink ${change.name}`,
      )
    }
    this.changes.push(change)
    for (const one of texts) this.#take(one)
  }

  takeZones(): void {
    const postal = this.#models.get('c_CodigoPostal')
    const ranges = this.#file('tz_ranges.tsv')
    const states = this.#file('tz_by_state.tsv')
    const border = this.#file('border_flag_ranges.tsv')
    if (postal === undefined || ranges === undefined) return this.#keep(zonesName)
    if (border !== undefined) checkBorder(border, postal)
    const zones = packZones(ranges, states, postal, this.#date)
    this.#take(zones)
  }

  /**
   * Keeps the packed version when only the date would change, so that an update is limited to the
   * SAT's changes.
   */
  #take({ name, text }: PackedText): void {
    this.texts.set(name, text)
    const before = this.#previous(name)
    const date = /"date":"[^"]*"/
    const isSame = before?.replace(date, '') === text.replace(date, '')
    this.packed.set(name, { name, text: isSame ? before : text })
  }

  #file(name: string): string | undefined {
    const text = this.#files.get(name)
    if (text !== undefined) this.used.add(name)
    return text
  }

  #keep(name: string): void {
    const text = this.#previous(name)
    if (text === undefined)
      throw new ImportError(`${name}: its table is missing, and there is no packed version to keep`)
    this.kept.push(name)
    this.packed.set(name, { name, text })
    if (readHeader(text).header.texts === undefined) return
    const texts = this.#previous(textsOf(name))
    if (texts !== undefined) this.packed.set(textsOf(name), { name: textsOf(name), text: texts })
  }

  #lender(
    borrows: Readonly<Record<string, CatalogName>>,
  ): (
    column: string,
    code: string,
    scope: string | undefined,
  ) => { lender: string; text: string } | undefined {
    const tables = new Map<string, Table | undefined>()
    for (const name of new Set(Object.values(borrows)))
      tables.set(name, this.#open(name, this.#now))
    return (column, code, scope) => {
      const lender = borrows[column]
      const table = lender && tables.get(lender)
      const row = table?.key.find(code, scope) ?? -1
      if (row < 0) return undefined
      return { lender: lender!, text: table!.columns.get(column)!.text(row) }
    }
  }

  #open(name: string, packed: Packed): Table | undefined {
    return openTable(name, packed, (lender) =>
      this.#open(lender, packed === this.#previous ? packed : this.#now),
    )
  }
}
