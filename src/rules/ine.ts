/**
 * Rules of INE 1.1: to what process, committee and entities an electoral expense belongs. INE180 to INE188.
 * @module
 */
import type { Ine } from '../model/complements/ine.js'
import { eachComplement } from './eachComplement.js'
import { eachItem } from './predicates.js'
import { absentIf, thereIf } from './presence.js'
import { type Each, type Mismatch, ruleTable } from './rule.js'

const source = 'Matriz de errores de INE 1.1'

const isOrdinario = ({ TipoProceso }: Ine): boolean => TipoProceso === 'Ordinario'
const isElectoral = (node: Ine): boolean => !isOrdinario(node)

const ine: Each<Ine, undefined> = (document, visit) =>
  eachComplement<Ine>(document, 'INE', '1.1', (node, ...path) => visit(node, undefined, ...path))

export const ineRules = ruleTable<Ine>({
  element: 'INE',
  source,
  reads: [],
  path: 'Complemento.INE',
  each: ine,
  rules: {
    INE180: thereIf('TipoComite', 'debe existir cuando TipoProceso es Ordinario', isOrdinario),
    INE181: {
      field: 'Entidad',
      says: 'debe existir, y cada una con Ambito, cuando TipoProceso es Precampaña o Campaña',
      when: isElectoral,
      holds: ({ Entidad = [] }) => eachWith(Entidad, true),
    },
    INE182: absentIf('TipoComite', 'no debe existir cuando TipoProceso es Precampaña o Campaña', isElectoral),
    INE183: absentIf('IdContabilidad', 'no debe existir cuando TipoProceso es Precampaña o Campaña', isElectoral),
    INE184: absentIf(
      'Entidad',
      'no debe existir cuando TipoComite es Ejecutivo Nacional',
      ({ TipoComite }) => TipoComite === 'Ejecutivo Nacional',
    ),
    INE185: absentIf(
      'IdContabilidad',
      'no debe existir cuando TipoComite es Ejecutivo Estatal',
      ({ TipoComite }) => TipoComite === 'Ejecutivo Estatal',
    ),
    INE186: {
      field: 'Entidad',
      says: 'debe existir, y ninguna con Ambito, cuando TipoComite es Ejecutivo Estatal o Directivo Estatal',
      when: ({ TipoComite }) => TipoComite === 'Ejecutivo Estatal' || TipoComite === 'Directivo Estatal',
      holds: ({ Entidad = [] }) => eachWith(Entidad, false),
    },
    INE187: {
      field: 'Entidad',
      says: 'no debe repetir ClaveEntidad con el mismo Ambito',
      when: ({ Entidad }) => Entidad !== undefined,
      holds: ({ Entidad = [] }) => areDistinct(Entidad),
    },
    INE999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

type Entidad = NonNullable<Ine['Entidad']>[number]

/** Broken unless there are entities, and all have an Ambito, or none does. */
function eachWith(entidades: readonly Entidad[], ambito: boolean): boolean | Mismatch {
  if (entidades.length === 0) return { found: 'nada' }
  const index = entidades.findIndex(({ Ambito }) => (Ambito !== undefined) !== ambito)
  if (index < 0) return true
  return { at: ['Entidad', index, 'Ambito'], found: entidades[index]?.Ambito ?? 'nada' }
}

function areDistinct(entidades: readonly Entidad[]): boolean | Mismatch {
  const seen = new Set<string>()
  for (const [index, { ClaveEntidad, Ambito = '' }] of entidades.entries()) {
    const key = `${ClaveEntidad} ${Ambito}`.trim()
    if (seen.has(key)) return { at: ['Entidad', index], found: key }
    seen.add(key)
  }
  return true
}

const entidades: Each<Entidad, Ine> = (document, visit) =>
  ine(document, (node, _, ...path) =>
    eachItem(node.Entidad, (entidad, index) => visit(entidad, node, ...path, 'Entidad', index)),
  )

/** The nation and the electoral constituencies: of federal scope. */
const federales = new Set(['NAC', 'CR1', 'CR2', 'CR3', 'CR4', 'CR5'])

export const entidadIneRules = ruleTable<Entidad, Ine>({
  element: 'Entidad',
  source,
  reads: [],
  path: 'Complemento.INE.Entidad[]',
  each: entidades,
  rules: {
    INE188: {
      field: 'ClaveEntidad',
      says: 'no puede ser NAC ni una circunscripción (CR1 a CR5) cuando Ambito es Local',
      when: ({ Ambito }) => Ambito === 'Local',
      holds: ({ ClaveEntidad }) => !federales.has(ClaveEntidad),
    },
  },
})
