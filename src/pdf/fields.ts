/**
 * Converts a value of the document to a field: its label, the SAT's description, its formatted
 * amount.
 * @module
 */
import { catalogNames } from '../catalogs/packed/names.js'
import type { CatalogName } from '../catalogs/rows.js'
import type { Catalogs } from '../catalogs/set.js'
import { type Locale, writeAmount } from '../fiscal/locale.js'
import type { Simple } from '../model/grammar.js'
import { english } from './labels/english.js'
import { labelOf } from './labels/labelOf.js'
import { bilingual, type TemplateLanguage, type Texts } from './labels/texts.js'
import { currencyOfName, isMoney, writeMoney } from './money.js'
import type { Field } from './view.js'

/** Settings for the texts of fields. */
export interface Wording {
  readonly catalogs: Catalogs
  readonly locale: Locale
  /** Language of labels. */
  readonly language: TemplateLanguage
  /** The texts of templates. */
  readonly texts: Texts
  /** Currency of the amounts of the node. */
  readonly currency?: string | undefined
  /** The host's own labels, by name (`UsoCFDI`) or by node and name (`Receptor.UsoCFDI`). */
  readonly labels: Readonly<Record<string, string>>
  /** Name of the root whose declaration gives the labels. Undefined for undeclared XML. */
  readonly document?: string | undefined
  /** Collects the labels of the host that are found. */
  readonly used?: Set<string>
}

/** The attributes of the same node, which may narrow the meaning of a code. */
export type Siblings = Readonly<Record<string, unknown>>

/** Creates the field of an attribute. */
export function fieldOf(
  wording: Wording,
  node: string,
  name: string,
  type: Simple,
  value: string,
  siblings: Siblings,
): Field {
  const label = labelIn(wording, node, name)
  const description = describe(
    wording.catalogs,
    type.catalog ?? impliedCatalog(name, siblings),
    value,
    siblings,
  )
  const isNumber = type.base === 'decimal' || type.base === 'integer'
  if (value === 'AUTO') return { name, label, value, text: wording.texts.pending, isNumber }
  if (description !== undefined)
    return { name, label, value, text: `${value} ${description}`, description, isNumber }
  const money = isMoney(name, type)
    ? writeMoney(value, currencyOfName(name, wording.currency), wording)
    : undefined
  if (money !== undefined) return { name, label, value, ...money, isNumber }
  return {
    name,
    label,
    value,
    text: type.base === 'decimal' ? writeAmount(value, wording.locale) : value,
    isNumber,
  }
}

/** Creates a field that shows its value unchanged. */
export function plainField(wording: Wording, node: string, name: string, value: string): Field {
  return { name, label: labelIn(wording, node, name), value, text: value, isNumber: false }
}

/** Returns the label of a name in a node, in the language of the document. */
export function labelIn(
  { labels, document, language, used }: Wording,
  node: string,
  name: string,
): string {
  for (const key of [`${node}.${name}`, name])
    if (Object.hasOwn(labels, key)) {
      used?.add(key)
      return labels[key] as string
    }
  const spanish = labelOf(name, { node, document })
  if (language === 'es') return spanish
  const translated = english(name, node)
  if (language === 'en') return translated
  return bilingual(spanish, translated)
}

/** Catalogues whose codes exist within the scope of another value of the same node. */
const scopes: Readonly<Record<string, string>> = {
  c_Colonia: 'CodigoPostal',
  c_Localidad: 'Estado',
  c_Municipio: 'Estado',
}

/** Catalogues whose codes are words («Tasa», «Origen»): their descriptions would repeat them. */
const selfEvident: ReadonlySet<string> = new Set(['c_TipoFactor'])

/** Catalogues with the description of a code in another column. */
const described: Readonly<Record<string, string>> = { c_CodigoPostal: 'estado' }

/** Postal codes that the XSD declares as text. */
const postal = /^DomicilioFiscal(Receptor|ACuentaTerceros)$/

/**
 * In Mexican addresses these are codes. The XSDs of complements declare them as text, because in
 * other countries they are not.
 */
const address: Readonly<Record<string, CatalogName>> = {
  Colonia: 'c_Colonia',
  Localidad: 'c_Localidad',
  Municipio: 'c_Municipio',
  Estado: 'c_Estado',
}

function impliedCatalog(name: string, { Pais, CodigoPostal }: Siblings): CatalogName | undefined {
  if (postal.test(name)) return 'c_CodigoPostal'
  if (Pais === 'MEX' && CodigoPostal !== undefined && Object.hasOwn(address, name))
    return address[name]
  return undefined
}

function describe(
  catalogs: Catalogs,
  catalog: string | undefined,
  code: string,
  siblings: Siblings,
): string | undefined {
  if (catalog === undefined || selfEvident.has(catalog)) return undefined
  const scope = scopes[catalog] === undefined ? undefined : siblings[scopes[catalog]]
  const known = lookUpField(catalogs, catalog, code, typeof scope === 'string' ? scope : undefined)
  const text = known?.trim().replace(/\.$/, '')
  if (text === undefined || text === '' || text.toLowerCase() === code.toLowerCase())
    return undefined
  return text
}

const names: ReadonlySet<string> = new Set(catalogNames)

/** A few lists of the XSDs are in no table of the SAT. */
function lookUpField(
  catalogs: Catalogs,
  name: string,
  code: string,
  scope: string | undefined,
): string | undefined {
  if (!names.has(name)) return undefined
  const text = catalogs
    .catalog(name as CatalogName)
    .get(code, (described[name] ?? 'texto') as 'clave', scope)
  if (typeof text !== 'string') return undefined
  // The state of a postal code is a code itself.
  if (name === 'c_CodigoPostal') return catalogs.catalog('c_Estado').get(text, 'texto') ?? text
  return text
}
