/**
 * Rules of INE 1.1: process, committee and entities of an electoral expense. INE180 to INE188.
 * @module
 */
import { fieldIsIn, fieldIsNot } from '../../rules/form.js'
import { mustHave } from '../../rules/presence.js'
import { at } from '../cfdi40/nodes.js'
import { type Mismatch, type Rule, tableOf } from '../cfdi40/rule.js'
import { type Ine, ine } from './declaration.js'

const source = 'Matriz de errores de INE 1.1'

const isOrdinario = ({ TipoProceso }: Ine): boolean => TipoProceso === 'Ordinario'
const isElectoral = (node: Ine): boolean => !isOrdinario(node)

const isComite =
  (...comites: readonly Ine['TipoComite'][]) =>
  ({ TipoComite }: Ine): boolean =>
    TipoComite !== undefined && comites.includes(TipoComite)

/** The value of `field` excludes another member. */
function without(
  field: keyof Ine & string,
  other: keyof Ine,
  says: string,
  when: (node: Ine) => boolean,
): Rule<Ine> {
  return {
    field,
    says: `no admite ${other} cuando ${says}`,
    when,
    holds: (node) => node[other] === undefined || { detail: `sobra ${other}` },
  }
}

export const ineRules = tableOf(at(ine), {
  source,
  rules: {
    INE180: {
      field: 'TipoProceso',
      says: 'exige TipoComite cuando es Ordinario',
      when: isOrdinario,
      holds: mustHave('TipoComite'),
    },
    INE181: {
      field: 'TipoProceso',
      says: 'exige Entidad, y en cada una Ambito, cuando es Precampaña o Campaña',
      when: isElectoral,
      holds: ({ Entidad = [] }) => eachWith(Entidad, true),
    },
    INE182: without('TipoProceso', 'TipoComite', 'es Precampaña o Campaña', isElectoral),
    INE183: without('TipoProceso', 'IdContabilidad', 'es Precampaña o Campaña', isElectoral),
    INE184: without(
      'TipoComite',
      'Entidad',
      'es Ejecutivo Nacional',
      isComite('Ejecutivo Nacional'),
    ),
    INE185: without(
      'TipoComite',
      'IdContabilidad',
      'es Ejecutivo Estatal',
      isComite('Ejecutivo Estatal'),
    ),
    INE186: {
      field: 'TipoComite',
      says: 'exige Entidad, y en ninguna Ambito, cuando es Ejecutivo Estatal o Directivo Estatal',
      when: isComite('Ejecutivo Estatal', 'Directivo Estatal'),
      holds: ({ Entidad = [] }) => eachWith(Entidad, false),
    },
    INE999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

type Entidad = NonNullable<Ine['Entidad']>[number]

/** Checks that there are entities, and that either all of them have an Ambito or none does. */
function eachWith(entidades: readonly Entidad[], ambito: boolean): boolean | Mismatch {
  if (entidades.length === 0) return { detail: 'falta Entidad' }
  const index = entidades.findIndex(({ Ambito }) => (Ambito !== undefined) !== ambito)
  if (index < 0) return true
  return { at: ['Entidad', index, 'Ambito'], detail: ambito ? 'falta Ambito' : 'sobra Ambito' }
}

/** The nation and the electoral constituencies, of federal scope. */
const federales = new Set(['NAC', 'CR1', 'CR2', 'CR3', 'CR4', 'CR5'])

export const entidadIneRules = tableOf(at(ine, 'Entidad[]'), {
  source,
  rules: {
    INE187: {
      field: 'ClaveEntidad',
      says: 'no debe repetirse con el mismo Ambito',
      holds: (node, _, { Entidad = [] }) => Entidad.find((other) => isSame(node, other)) === node,
    },
    INE188: {
      field: 'Ambito',
      says: 'no puede ser Local cuando ClaveEntidad es NAC o una circunscripción (CR1 a CR5)',
      when: fieldIsIn('ClaveEntidad', federales),
      holds: fieldIsNot('Ambito', 'Local'),
    },
  },
})

/** Entities are 76 at most (XSD), so a linear search is enough. */
function isSame(one: Entidad, other: Entidad): boolean {
  return one.ClaveEntidad === other.ClaveEntidad && one.Ambito === other.Ambito
}
