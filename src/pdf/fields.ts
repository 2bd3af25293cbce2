/**
 * From a value of the document to a field: its label, its description in the SAT's catalogue, its thousands.
 * @module
 */
import { catalogNames } from '../catalogs/packed/names.js'
import type { CatalogName } from '../catalogs/rows.js'
import type { Catalogs } from '../catalogs/set.js'
import type { Simple } from '../model/grammar.js'
import { labelOf } from './labels/labelOf.js'
import { type Locale, writeAmount } from '../fiscal/locale.js'
import type { Field } from './view.js'

/** What fields are written with. */
export interface Wording {
  readonly catalogs: Catalogs
  readonly locale: Locale
  /** The host's own labels, by name (`UsoCFDI`) or by node and name (`Receptor.UsoCFDI`). */
  readonly labels: Readonly<Record<string, string>>
  /** Whose declaration tells what names mean: the name of its root. Undefined in XML that none tells. */
  readonly document?: string | undefined
}

/** What stands beside a code and narrows it: the attributes of the same node. */
export type Siblings = Readonly<Record<string, unknown>>

/** The field of an attribute. */
export function fieldOf(
  wording: Wording,
  node: string,
  name: string,
  type: Simple,
  value: string,
  siblings: Siblings,
): Field {
  const label = labelIn(wording, node, name)
  const description = describe(wording.catalogs, type.catalog ?? impliedCatalog(name, siblings), value, siblings)
  const isNumber = type.base === 'decimal' || type.base === 'integer'
  if (description !== undefined) return { name, label, value, text: `${value} ${description}`, description, isNumber }
  return { name, label, value, text: type.base === 'decimal' ? writeAmount(value, wording.locale) : value, isNumber }
}

/** A field whose value is what people read. */
export function plainField(wording: Wording, node: string, name: string, value: string): Field {
  return { name, label: labelIn(wording, node, name), value, text: value, isNumber: false }
}

/** The label of a name in a node. */
export function labelIn({ labels, document }: Wording, node: string, name: string): string {
  const path = `${node}.${name}`
  if (Object.hasOwn(labels, path)) return labels[path] as string
  return Object.hasOwn(labels, name) ? (labels[name] as string) : labelOf(name, { node, document })
}

/** Catalogues whose codes exist within another value of the same node. */
const scopes: Readonly<Record<string, string>> = {
  c_Colonia: 'CodigoPostal',
  c_Localidad: 'Estado',
  c_Municipio: 'Estado',
}

/** What a code says of itself: «Tasa», «Origen». Their descriptions would say it twice. */
const selfEvident: ReadonlySet<string> = new Set(['c_TipoFactor'])

/** Catalogues that say what a code is in another column. */
const described: Readonly<Record<string, string>> = { c_CodigoPostal: 'estado' }

/** In an address of Mexico these are codes, which the XSDs of complements leave as text because elsewhere they are not. */
const address: Readonly<Record<string, CatalogName>> = {
  Colonia: 'c_Colonia',
  Localidad: 'c_Localidad',
  Municipio: 'c_Municipio',
  Estado: 'c_Estado',
}

function impliedCatalog(name: string, { Pais, CodigoPostal }: Siblings): CatalogName | undefined {
  return Pais === 'MEX' && CodigoPostal !== undefined && Object.hasOwn(address, name) ? address[name] : undefined
}

function describe(
  catalogs: Catalogs,
  catalog: string | undefined,
  code: string,
  siblings: Siblings,
): string | undefined {
  if (catalog === undefined || selfEvident.has(catalog)) return undefined
  const scope = scopes[catalog] === undefined ? undefined : siblings[scopes[catalog]]
  const known = lookUp(catalogs, catalog, code, typeof scope === 'string' ? scope : undefined)
  const text = known?.trim().replace(/\.$/, '')
  return text === undefined || text === '' || text.toLowerCase() === code.toLowerCase() ? undefined : text
}

const names: ReadonlySet<string> = new Set(catalogNames)

/** A few lists of the XSDs are in no table of the SAT. */
function lookUp(catalogs: Catalogs, name: string, code: string, scope: string | undefined): string | undefined {
  if (!names.has(name)) return undefined
  const text = catalogs.catalog(name as CatalogName).get(code, (described[name] ?? 'texto') as 'clave', scope)
  return typeof text === 'string' ? text : undefined
}
