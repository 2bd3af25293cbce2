/**
 * Rules of what a cost of hydrocarbons is applied to, three levels deep: activity, subactivity and task; field, reservoir and
 * well. The three go together, or none does. GCEH117 to GCEH131.
 * @module
 */

import { eachItem } from '../../../rules/values.js'
import { type Each, type Mismatch, type Rule, ruleTable } from '../../cfdi40/rule.js'
import { type Erogacion, erogaciones, matrizGastos } from './gastosHidrocarburos.js'

type Actividad = NonNullable<Erogacion['Actividades']>[number]
type SubActividad = NonNullable<Actividad['SubActividades']>[number]
type Tarea = NonNullable<SubActividad['Tareas']>[number]
type CentroCostos = NonNullable<Erogacion['CentroCostos']>[number]
type Yacimiento = NonNullable<CentroCostos['Yacimientos']>[number]
type Pozo = NonNullable<Yacimiento['Pozos']>[number]

/** Whether the attribute of each of the other levels is there, by its name. */
type Others<Node, Up> = (node: Node, up: Up) => Readonly<Record<string, boolean>>

/** That without the attribute of a level there is none of the others. */
function without<Node, Up>(field: keyof Node & string, others: Others<Node, Up>): Rule<Node, Up> {
  return {
    field,
    says: 'falta, y existen los atributos de otros niveles: deben existir los tres o ninguno',
    when: (node) => node[field] === undefined,
    holds: (node, _, up) => none('existe', others(node, up), true),
  }
}

/** That with the attribute of a level there are the others. */
function withIt<Node, Up>(field: keyof Node & string, others: Others<Node, Up>): Rule<Node, Up> {
  return {
    field,
    says: 'no basta: con él deben existir los atributos de los otros dos niveles',
    when: (node) => node[field] !== undefined,
    holds: (node, _, up) => none('falta', others(node, up), false),
  }
}

function none(verb: string, others: Readonly<Record<string, boolean>>, there: boolean): boolean | Mismatch {
  const wrong = Object.keys(others).filter((name) => others[name] === there)
  return wrong.length === 0 || { detail: `${verb} ${wrong.join(', ')}` }
}

const has = <T>(items: readonly T[] | undefined, is: (item: T) => boolean): boolean => items?.some(is) === true

const catalogo = 'qué clave de arriba corresponde a cada una está en el catálogo catCEH del SAT, que no tenemos'

// Activities

const ofActividad: Others<Actividad, undefined> = ({ SubActividades }) => ({
  SubActividadRelacionada: has(SubActividades, (sub) => sub.SubActividadRelacionada !== undefined),
  TareaRelacionada: has(SubActividades, hasTarea),
})

const ofSubActividad: Others<SubActividad, Actividad> = (node, { ActividadRelacionada }) => ({
  ActividadRelacionada: ActividadRelacionada !== undefined,
  TareaRelacionada: hasTarea(node),
})

const ofTarea: Others<Tarea, readonly [SubActividad, Actividad]> = (_, [sub, { ActividadRelacionada }]) => ({
  ActividadRelacionada: ActividadRelacionada !== undefined,
  SubActividadRelacionada: sub.SubActividadRelacionada !== undefined,
})

function hasTarea({ Tareas }: SubActividad): boolean {
  return has(Tareas, ({ TareaRelacionada }) => TareaRelacionada !== undefined)
}

const actividades: Each<Actividad, undefined> = (document, visit) =>
  erogaciones(document, (node, _, ...path) =>
    eachItem(node.Actividades, (item, index) => visit(item, undefined, ...path, 'Actividades', index)),
  )

const subActividades: Each<SubActividad, Actividad> = (document, visit) =>
  actividades(document, (node, _, ...path) =>
    eachItem(node.SubActividades, (item, index) => visit(item, node, ...path, 'SubActividades', index)),
  )

const tareas: Each<Tarea, readonly [SubActividad, Actividad]> = (document, visit) =>
  subActividades(document, (node, actividad, ...path) =>
    eachItem(node.Tareas, (item, index) => visit(item, [node, actividad], ...path, 'Tareas', index)),
  )

const actividadPath = 'Complemento.GastosHidrocarburos.Erogacion[].Actividades[]'

export const actividadRules = ruleTable<Actividad>({
  element: 'Actividades',
  source: matrizGastos,
  path: actividadPath,
  each: actividades,
  rules: {
    GCEH117: without('ActividadRelacionada', ofActividad),
    GCEH118: withIt('ActividadRelacionada', ofActividad),
    GCEH123: {
      field: 'ActividadRelacionada',
      says: 'debe ser una clave del catálogo de actividades',
      inSchema: true,
    },
  },
})

export const subActividadRules = ruleTable<SubActividad, Actividad>({
  element: 'SubActividades',
  source: matrizGastos,
  path: `${actividadPath}.SubActividades[]`,
  each: subActividades,
  rules: {
    GCEH119: without('SubActividadRelacionada', ofSubActividad),
    GCEH120: withIt('SubActividadRelacionada', ofSubActividad),
    GCEH124: {
      field: 'SubActividadRelacionada',
      says: 'debe ser una clave del catálogo de subactividades, de su actividad',
      inSchema: true,
      undecidable: catalogo,
    },
  },
})

export const tareaRules = ruleTable<Tarea, readonly [SubActividad, Actividad]>({
  element: 'Tareas',
  source: matrizGastos,
  path: `${actividadPath}.SubActividades[].Tareas[]`,
  each: tareas,
  rules: {
    GCEH121: without('TareaRelacionada', ofTarea),
    GCEH122: withIt('TareaRelacionada', ofTarea),
    GCEH125: {
      field: 'TareaRelacionada',
      says: 'debe ser una clave del catálogo de tareas, de su subactividad',
      inSchema: true,
      undecidable: catalogo,
    },
  },
})

// Cost centres

const ofCentro: Others<CentroCostos, undefined> = ({ Yacimientos }) => ({
  Yacimiento: has(Yacimientos, ({ Yacimiento }) => Yacimiento !== undefined),
  Pozo: has(Yacimientos, hasPozo),
})

const ofYacimiento: Others<Yacimiento, CentroCostos> = (node, { Campo }) => ({
  Campo: Campo !== undefined,
  Pozo: hasPozo(node),
})

const ofPozo: Others<Pozo, readonly [Yacimiento, CentroCostos]> = (_, [{ Yacimiento }, { Campo }]) => ({
  Campo: Campo !== undefined,
  Yacimiento: Yacimiento !== undefined,
})

function hasPozo({ Pozos }: Yacimiento): boolean {
  return has(Pozos, ({ Pozo }) => Pozo !== undefined)
}

const centros: Each<CentroCostos, undefined> = (document, visit) =>
  erogaciones(document, (node, _, ...path) =>
    eachItem(node.CentroCostos, (item, index) => visit(item, undefined, ...path, 'CentroCostos', index)),
  )

const yacimientos: Each<Yacimiento, CentroCostos> = (document, visit) =>
  centros(document, (node, _, ...path) =>
    eachItem(node.Yacimientos, (item, index) => visit(item, node, ...path, 'Yacimientos', index)),
  )

const pozos: Each<Pozo, readonly [Yacimiento, CentroCostos]> = (document, visit) =>
  yacimientos(document, (node, centro, ...path) =>
    eachItem(node.Pozos, (item, index) => visit(item, [node, centro], ...path, 'Pozos', index)),
  )

const centroPath = 'Complemento.GastosHidrocarburos.Erogacion[].CentroCostos[]'

export const centroCostosRules = ruleTable<CentroCostos>({
  element: 'CentroCostos',
  source: matrizGastos,
  path: centroPath,
  each: centros,
  rules: { GCEH126: without('Campo', ofCentro), GCEH127: withIt('Campo', ofCentro) },
})

export const yacimientoRules = ruleTable<Yacimiento, CentroCostos>({
  element: 'Yacimientos',
  source: matrizGastos,
  path: `${centroPath}.Yacimientos[]`,
  each: yacimientos,
  rules: { GCEH128: without('Yacimiento', ofYacimiento), GCEH129: withIt('Yacimiento', ofYacimiento) },
})

export const pozoRules = ruleTable<Pozo, readonly [Yacimiento, CentroCostos]>({
  element: 'Pozos',
  source: matrizGastos,
  path: `${centroPath}.Yacimientos[].Pozos[]`,
  each: pozos,
  rules: { GCEH130: without('Pozo', ofPozo), GCEH131: withIt('Pozo', ofPozo) },
})
