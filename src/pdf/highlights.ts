/**
 * What must be found at a glance, by the complement that has it: values that are elsewhere in the document too.
 * @module
 */
import type { Field, Row, Section } from './view.js'

/** A panel: its title, and what it shows by the names of nodes and attributes. */
interface Panel {
  readonly name: string
  readonly label: string
  /** `Node.Attribute`, in the order in which they are shown; those of one list, in the order of the document. */
  readonly shows: readonly (readonly string[])[]
}

/** Root name of a complement -> its panel. */
const panels: Readonly<Record<string, Panel>> = {
  // What the National Guard and the road authority ask for: who drives what, under which permit and insurance.
  CartaPorte: {
    name: 'Autoridad',
    label: 'Datos para la autoridad',
    shows: [
      ['CartaPorte.IdCCP'],
      ['IdentificacionVehicular.PlacaVM'],
      ['Remolque.Placa'],
      ['IdentificacionVehicular.ConfigVehicular'],
      ['Autotransporte.PermSCT', 'Autotransporte.NumPermisoSCT'],
      [
        'Seguros.AseguraRespCivil',
        'Seguros.PolizaRespCivil',
        'Seguros.AseguraMedAmbiente',
        'Seguros.PolizaMedAmbiente',
      ],
      ['TiposFigura.TipoFigura', 'TiposFigura.NombreFigura', 'TiposFigura.RFCFigura', 'TiposFigura.NumLicencia'],
      ['Mercancias.PesoBrutoTotal', 'Mercancias.UnidadPeso', 'Mercancias.NumTotalMercancias'],
      ['Mercancia.CveMaterialPeligroso'],
    ],
  },
}

/** The panels of the complements that a document has. */
export function highlightsOf(complementos: readonly Section[]): readonly Section[] {
  return complementos.flatMap((complement) => {
    const panel = Object.hasOwn(panels, complement.name) ? panels[complement.name] : undefined
    return panel === undefined ? [] : [panelOf(panel, complement)]
  })
}

function panelOf({ name, label, shows }: Panel, complement: Section): Section {
  const found = [...fieldsBelow(complement)]
  const fields = shows.flatMap((paths) =>
    distinct(found.filter(({ path }) => paths.includes(path)).map(({ field }) => field)),
  )
  return { name, label, fields, tables: [], sections: [] }
}

/** Each value once: a hundred goods may be the same dangerous material. */
function distinct(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map((field) => [`${field.name} ${field.value}`, field])).values()]
}

interface Placed {
  readonly path: string
  readonly field: Field
}

/** Every field of a section and of what is in it, by node and name. */
function* fieldsBelow({ name, fields, tables, sections }: Section): Generator<Placed> {
  for (const field of fields) yield { path: `${name}.${field.name}`, field }
  for (const table of tables) for (const row of table.rows) yield* fieldsOfRow(table.name, row)
  for (const section of sections) yield* fieldsBelow(section)
}

function* fieldsOfRow(name: string, { cells, details }: Row): Generator<Placed> {
  for (const cell of cells) if (cell !== undefined) yield { path: `${name}.${cell.name}`, field: cell }
  for (const detail of details) for (const field of detail.fields) yield { path: `${detail.name}.${field.name}`, field }
}
