/**
 * Rules of Hidrocarburos y Petrolíferos 1.0, a complement of the fuel's line: CCHYP101 to CCHYP110.
 * @module
 */

import { matchesPattern } from '../../catalogs/pattern.js'
import type { At } from '../../model/finding.js'
import type { Nodes } from '../../model/nodes.js'
import { formWords } from '../../rules/formWords.js'
import { isCurrent } from '../../rules/inForce.js'
import { absentIf } from '../../rules/presence.js'
import { type Concepto, comprobante } from '../cfdi40/declaration.js'
import { at } from '../cfdi40/nodes.js'
import { isAmong, oncePer, onlyIn, placesOf } from '../cfdi40/placement.js'
import { type Mismatch, type RuleContext, tableOf } from '../cfdi40/rule.js'
import { type HidrocarburosPetroliferos, hidrocarburosPetroliferos } from './declaration.js'

const source = 'Matriz de errores de Hidrocarburos y Petrolíferos 1.0, 25 de marzo de 2026'

const name = 'HidroYPetro'

/** Complements admitted beside it. */
const companions = new Set([
  'TimbreFiscalDigital',
  'ConsumoDeCombustibles',
  'EstadoDeCuentaCombustible',
])

export const lugarHidroYPetroRules = tableOf(placesOf(hidrocarburosPetroliferos), {
  source,
  rules: {
    CCHYP101: onlyIn('solo se admite en comprobantes de tipo I o E', 'I', 'E'),
    CCHYP105: oncePer('debe ir en ComplementoConcepto, y una sola vez por concepto', 'concepto'),
  },
})

/** The only one of each line. */
const hidroYPetro = at(hidrocarburosPetroliferos)

/** The line of each. */
const conceptosHidroYPetro: Nodes<Concepto, HidrocarburosPetroliferos> = {
  ...at(comprobante, 'Conceptos[]'),
  up: hidroYPetro.path,
  tipos: hidroYPetro.tipos,
  each: (document, visit) =>
    hidroYPetro.each(document, (node, concepto, place) => visit(concepto, node, holderOf(place))),
}

/** Returns the place of the line from that of its complement. */
function holderOf(place: At | undefined): At | undefined {
  if (place?.key === 'ComplementoConcepto') return place.parent
  return place && holderOf(place.parent)
}

export const conceptoHidroYPetroRules = tableOf(conceptosHidroYPetro, {
  source,
  rules: {
    CCHYP102: {
      field: 'ClaveProdServ',
      says: `debe ser la ClaveHYP de ${name}`,
      holds: ({ ClaveProdServ }, _, { ClaveHYP }) =>
        ClaveProdServ === ClaveHYP || { expected: ClaveHYP, found: ClaveProdServ },
    },
    CCHYP103: {
      field: 'ClaveUnidad',
      says: 'debe ser una clave vigente de c_ClaveUnidad, y la que c_ClaveHYP pide para el producto',
      holds: isUnidadOf,
    },
    CCHYP104: absentIf('ACuentaTerceros', `no debe existir con ${name}`),
  },
})

/**
 * CFDI40165 reports a unit that is not in force; this rule checks that it is the product's unit.
 */
function isUnidadOf(
  { ClaveUnidad }: Concepto,
  context: RuleContext,
  { ClaveHYP }: HidrocarburosPetroliferos,
): boolean | Mismatch {
  const expected = context.catalogs.catalog('c_ClaveHYP').get(ClaveHYP, 'claveUnidad')
  if (expected !== undefined && ClaveUnidad !== expected) return { expected, found: ClaveUnidad }
  return isCurrent(context, 'c_ClaveUnidad', ClaveUnidad) === true
}

export const hidroYPetroRules = tableOf(hidroYPetro, {
  source,
  rules: {
    CCHYP106: {
      says: 'no admite otros complementos que ConsumoDeCombustibles, EstadoDeCuentaCombustible y el timbre',
      holds: (_, { document }, { ComplementoConcepto }) => {
        const others = isAmong(document.Complemento, companions)
        if (others === true) return isAmong(ComplementoConcepto, new Set([name]))
        return others
      },
    },
    CCHYP107: {
      field: 'NumeroPermiso',
      says: 'debe tener la forma que el SAT da a los permisos de su tipo, y estar en su lista',
      undecidable: 'la lista de permisos (L_CNE) solo la tienen los PAC',
      holds: ({ TipoPermiso, NumeroPermiso }, { catalogs }) => {
        const permisos = catalogs.catalog('c_TipoPermiso_HidrocarburosPetro')
        const pattern = permisos.get(TipoPermiso, 'patron')
        if (pattern === undefined || matchesPattern(pattern, NumeroPermiso.trim())) return true
        const nomenclatura = permisos.get(TipoPermiso, 'nomenclatura') ?? '['
        return { detail: nomenclatura.includes('[') ? formWords(pattern) : nomenclatura }
      },
    },
    CCHYP108: {
      field: 'NumeroPermiso',
      says: 'debe ser un permiso del emisor, para el producto del concepto',
      undecidable: 'la lista de permisos (L_CNE) solo la tienen los PAC',
    },
    CCHYP109: {
      field: 'ClaveHYP',
      says: 'debe ser una clave vigente de c_ClaveHYP, y la ClaveProdServ del concepto',
      holds: ({ ClaveHYP }, context, { ClaveProdServ }) => {
        const current = isCurrent(context, 'c_ClaveHYP', ClaveHYP)
        if (current !== true) return current
        return ClaveHYP === ClaveProdServ || { expected: ClaveProdServ, found: ClaveHYP }
      },
    },
    CCHYP110: {
      field: 'SubProductoHYP',
      says: 'debe ser un subproducto de ClaveHYP, según c_ClaveHYP',
      holds: ({ ClaveHYP, SubProductoHYP }, { catalogs }) => {
        const admitted = catalogs.catalog('c_ClaveHYP').get(ClaveHYP, 'subproductos')
        if (admitted === undefined || admitted.includes(SubProductoHYP)) return true
        return { found: SubProductoHYP, detail: `admite ${admitted.join(', ')}` }
      },
    },
    CCHYP999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})
