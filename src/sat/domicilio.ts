/**
 * Rules of addresses, common to several complements: in Mexico their parts are related codes.
 * @module
 */

import { matchesPattern } from '../catalogs/pattern.js'
import type { CatalogName } from '../catalogs/rows.js'
import { fieldIsIn } from '../rules/form.js'
import { formWords } from '../rules/formWords.js'
import { isCurrent } from '../rules/inForce.js'
import type { Mismatch, Rule, RuleContext } from './cfdi40/rule.js'

/** Members of an address. */
export interface Domicilio {
  readonly Colonia?: string | undefined
  readonly Localidad?: string | undefined
  readonly Municipio?: string | undefined
  readonly Estado: string
  readonly Pais: string
  readonly CodigoPostal: string
}

/** The rules of an address. */
export interface DomicilioRules<Up> {
  readonly colonia: Rule<Domicilio, Up>
  readonly localidad: Rule<Domicilio, Up>
  readonly municipio: Rule<Domicilio, Up>
  readonly estado: Rule<Domicilio, Up>
  readonly codigoPostal: Rule<Domicilio, Up>
}

/**
 * The catalogues to use: each complement has its own for localities and municipalities, with the
 * codes of those of the CFDI.
 */
export type Edition = 'CartaPorte' | 'ComExt'

/** Creates the rules of an address for the catalogues of a complement. */
export function domicilioRules<Up>(edition: Edition): DomicilioRules<Up> {
  return {
    colonia: {
      field: 'Colonia',
      says: 'debe ser una clave de c_Colonia dentro del código postal',
      when: ({ Pais, Colonia }) => Pais === mexico && isCoded(edition, Colonia),
      holds: ({ Colonia = '', CodigoPostal }, context) =>
        isListed(context, ['c_Colonia'], Colonia, CodigoPostal),
    },
    localidad: {
      field: 'Localidad',
      says: 'debe ser una clave de c_Localidad dentro del estado',
      when: (domicilio, context) =>
        domicilio.Localidad !== undefined && isMexican(domicilio, context),
      holds: ({ Localidad = '', Estado }, context) =>
        isListed(context, ['c_Localidad', `c_Localidad_${edition}`], Localidad, Estado),
    },
    municipio: {
      field: 'Municipio',
      says: 'debe ser una clave de c_Municipio dentro del estado',
      when: (domicilio, context) =>
        domicilio.Municipio !== undefined && isMexican(domicilio, context),
      holds: ({ Municipio = '', Estado }, context) =>
        isListed(context, ['c_Municipio', `c_Municipio_${edition}`], Municipio, Estado),
    },
    estado: {
      field: 'Estado',
      says: 'debe ser una clave de c_Estado dentro del país',
      when: fieldIsIn('Pais', withEstados),
      holds: isEstado,
    },
    codigoPostal: {
      field: 'CodigoPostal',
      says: 'debe ser una clave de c_CodigoPostal del estado, del municipio y de la localidad del domicilio',
      when: isMexican,
      holds: isCodigoPostal,
    },
  }
}

const mexico = 'MEX'

/** The countries whose states c_Estado lists. */
const withEstados = new Set([mexico, 'USA', 'CAN'])

/** Whether it is in a state of Mexico. Codes within an unknown state are not checked. */
function isMexican(domicilio: Domicilio, context: RuleContext): boolean {
  return domicilio.Pais === mexico && isEstado(domicilio, context) === true
}

/** In foreign trade a colonia without the form of a code is a free name. */
function isCoded(edition: Edition, colonia: string | undefined): boolean {
  return colonia !== undefined && (edition === 'CartaPorte' || /^[0-9]{4}$/.test(colonia.trim()))
}

/**
 * Whether any of several catalogues has a code within a scope. Catalogues of complements lack the
 * municipalities created since (23 January 2026), so a code of either is accepted.
 */
function isListed(
  { catalogs, day }: RuleContext,
  names: readonly [CatalogName, ...CatalogName[]],
  code: string,
  scope: string,
): boolean | Mismatch {
  for (const name of names) {
    const catalog = catalogs.catalog(name)
    const state = catalog.state(code.trim(), day, scope.trim())
    if (state === 'valid' || (state === 'unknown' && !catalog.complete)) return true
  }
  const { date } = catalogs.catalog(names[0])
  return { found: code, detail: `no es de ${scope} en el catálogo de ${date}`, catalog: names[0] }
}

function isEstado({ Estado, Pais }: Domicilio, context: RuleContext): boolean | Mismatch {
  const current = isCurrent(context, 'c_Estado', Estado)
  if (current !== true) return current
  const pais = context.catalogs.catalog('c_Estado').get(Estado.trim(), 'pais')
  return pais === undefined || pais === Pais || { found: Estado, detail: `es de ${pais}` }
}

function isCodigoPostal(domicilio: Domicilio, context: RuleContext): boolean | Mismatch {
  const { Estado, Municipio, Localidad, CodigoPostal } = domicilio
  const current = isCurrent(context, 'c_CodigoPostal', CodigoPostal)
  if (current !== true) return current
  const codes = context.catalogs.catalog('c_CodigoPostal')
  const of = (field: 'estado' | 'municipio' | 'localidad') => codes.get(CodigoPostal.trim(), field)
  // An incomplete catalogue may lack it.
  if (of('estado') === undefined) return true
  const parts = [
    ['estado', Estado],
    ['municipio', Municipio],
    ['localidad', Localidad],
  ] as const
  const wrong = parts.find(([field, code]) => code !== undefined && of(field) !== code.trim())
  if (wrong === undefined) return true
  const right = of(wrong[0])
  if (right !== undefined) return { found: CodigoPostal, detail: `es de ${wrong[0]} ${right}` }
  // Many postal codes have no locality in the catalogue, and documents that state one have been
  // stamped.
  return {
    found: CodigoPostal,
    detail: `no tiene ${wrong[0]} en c_CodigoPostal`,
    severity: 'warning',
  }
}

/** Checks that a postal code has the form of its country, if c_Pais states one. */
export function isOfPais(
  { Pais, CodigoPostal }: Domicilio,
  { catalogs }: RuleContext,
): boolean | Mismatch {
  const pattern = catalogs.catalog('c_Pais').get(Pais, 'patronCodigoPostal')
  return (
    pattern === undefined ||
    matchesPattern(pattern, CodigoPostal.trim()) || { detail: `en ${Pais}, ${formWords(pattern)}` }
  )
}

/**
 * Checks that a tax identity has the form of its country, if c_Pais states one without an online
 * registry.
 */
export function isIdentityOf(
  pais: string,
  identity: string,
  { catalogs }: RuleContext,
): boolean | Mismatch {
  const paises = catalogs.catalog('c_Pais')
  const pattern = paises.get(pais, 'patronIdentidadTributaria')
  if (pattern === undefined || paises.get(pais, 'validacionIdentidadTributaria') !== undefined)
    return true
  return matchesPattern(pattern, identity.trim()) || { detail: `en ${pais}, ${formWords(pattern)}` }
}
