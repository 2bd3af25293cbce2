/**
 * Rules of the allocation of hydrocarbon costs, three levels deep: activity, subactivity and task;
 * field, reservoir and well. All three levels are present, or none. GCEH117 to GCEH131.
 * @module
 */
import type { Nodes } from '../../../model/nodes.js'
import { hasField } from '../../../rules/presence.js'
import { eachItem } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { type Mismatch, type Rule, tableOf } from '../../cfdi40/rule.js'
import { type GastosHidrocarburos, gastosHidrocarburos } from '../declaration.js'
import { matrizGastos } from './gastosHidrocarburos.js'

type Erogacion = GastosHidrocarburos['Erogacion'][number]
type Actividad = NonNullable<Erogacion['Actividades']>[number]
type SubActividad = NonNullable<Actividad['SubActividades']>[number]
type Tarea = NonNullable<SubActividad['Tareas']>[number]
type CentroCostos = NonNullable<Erogacion['CentroCostos']>[number]
type Yacimiento = NonNullable<CentroCostos['Yacimientos']>[number]
type Pozo = NonNullable<Yacimiento['Pozos']>[number]

/** Returns whether each of the other levels has its attribute, by name. */
type Others<Node, Up> = (node: Node, up: Up) => Readonly<Record<string, boolean>>

/** Without the attribute of a level the others are absent. */
function without<Node, Up>(field: keyof Node & string, others: Others<Node, Up>): Rule<Node, Up> {
  return {
    field,
    says: 'falta, y existen los atributos de otros niveles: deben existir los tres o ninguno',
    when: (node) => node[field] === undefined,
    holds: (node, _, up) => none('existe', others(node, up), true),
  }
}

/** With the attribute of a level the others are present. */
function withIt<Node, Up>(field: keyof Node & string, others: Others<Node, Up>): Rule<Node, Up> {
  return {
    field,
    says: 'no basta: con él deben existir los atributos de los otros dos niveles',
    when: (node) => node[field] !== undefined,
    holds: (node, _, up) => none('falta', others(node, up), false),
  }
}

function none(
  verb: string,
  others: Readonly<Record<string, boolean>>,
  there: boolean,
): boolean | Mismatch {
  const wrong = Object.keys(others).filter((name) => others[name] === there)
  return wrong.length === 0 || { detail: `${verb} ${wrong.join(', ')}` }
}

const has = <T>(items: readonly T[] | undefined, is: (item: T) => boolean): boolean =>
  items?.some(is) === true

/** The nodes of the lowest level, below the other two. */
function fromTwo<
  List extends string,
  Node extends object,
  Up extends { readonly [Name in List]?: readonly Node[] | undefined },
  Above,
>(upper: Nodes<Up, Above>, lower: Nodes<Node, Up>, list: List): Nodes<Node, readonly [Up, Above]> {
  return {
    ...lower,
    each: (document, visit) =>
      upper.each(document, (up, above, parent) =>
        eachItem(up[list], (node, key) =>
          visit(node, [up, above], { parent: { parent, key: list }, key }),
        ),
      ),
  }
}

const catalogo =
  'qué clave de arriba corresponde a cada una está en el catálogo catCEH del SAT, que no tenemos'

// Activities

const ofActividad: Others<Actividad, GastosHidrocarburos> = ({ SubActividades }) => ({
  SubActividadRelacionada: has(SubActividades, (sub) => sub.SubActividadRelacionada !== undefined),
  TareaRelacionada: has(SubActividades, hasTarea),
})

const ofSubActividad: Others<SubActividad, Actividad> = (node, { ActividadRelacionada }) => ({
  ActividadRelacionada: ActividadRelacionada !== undefined,
  TareaRelacionada: hasTarea(node),
})

const ofTarea: Others<Tarea, readonly [SubActividad, Actividad]> = (
  _,
  [sub, { ActividadRelacionada }],
) => ({
  ActividadRelacionada: ActividadRelacionada !== undefined,
  SubActividadRelacionada: sub.SubActividadRelacionada !== undefined,
})

function hasTarea({ Tareas }: SubActividad): boolean {
  return has(Tareas, hasField('TareaRelacionada'))
}

const actividades = at(gastosHidrocarburos, 'Erogacion[].Actividades[]')
const subActividades = at(gastosHidrocarburos, 'Erogacion[].Actividades[]', 'SubActividades[]')
const tareas = at(gastosHidrocarburos, 'Erogacion[].Actividades[].SubActividades[]', 'Tareas[]')

export const actividadRules = tableOf(actividades, {
  source: matrizGastos,
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

export const subActividadRules = tableOf(subActividades, {
  source: matrizGastos,
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

export const tareaRules = tableOf(fromTwo(subActividades, tareas, 'Tareas'), {
  source: matrizGastos,
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

const ofCentro: Others<CentroCostos, GastosHidrocarburos> = ({ Yacimientos }) => ({
  Yacimiento: has(Yacimientos, hasField('Yacimiento')),
  Pozo: has(Yacimientos, hasPozo),
})

const ofYacimiento: Others<Yacimiento, CentroCostos> = (node, { Campo }) => ({
  Campo: Campo !== undefined,
  Pozo: hasPozo(node),
})

const ofPozo: Others<Pozo, readonly [Yacimiento, CentroCostos]> = (
  _,
  [{ Yacimiento }, { Campo }],
) => ({
  Campo: Campo !== undefined,
  Yacimiento: Yacimiento !== undefined,
})

function hasPozo({ Pozos }: Yacimiento): boolean {
  return has(Pozos, hasField('Pozo'))
}

const centros = at(gastosHidrocarburos, 'Erogacion[].CentroCostos[]')
const yacimientos = at(gastosHidrocarburos, 'Erogacion[].CentroCostos[]', 'Yacimientos[]')
const pozos = at(gastosHidrocarburos, 'Erogacion[].CentroCostos[].Yacimientos[]', 'Pozos[]')

export const centroCostosRules = tableOf(centros, {
  source: matrizGastos,
  rules: { GCEH126: without('Campo', ofCentro), GCEH127: withIt('Campo', ofCentro) },
})

export const yacimientoRules = tableOf(yacimientos, {
  source: matrizGastos,
  rules: {
    GCEH128: without('Yacimiento', ofYacimiento),
    GCEH129: withIt('Yacimiento', ofYacimiento),
  },
})

export const pozoRules = tableOf(fromTwo(yacimientos, pozos, 'Pozos'), {
  source: matrizGastos,
  rules: { GCEH130: without('Pozo', ofPozo), GCEH131: withIt('Pozo', ofPozo) },
})
