/**
 * Panels with the most important values of a complement, which the document also shows in their own
 * places.
 * @module
 */
import { ownMember } from '../lib/json.js'
import type { TextName, Texts } from './labels/texts.js'
import type { Field, Section } from './view.js'

/** A panel: its title, and its content by names of nodes and attributes. */
interface Panel {
  readonly name: string
  readonly label: TextName
  /** `Node.Attribute`, in display order; those of one list are in document order. */
  readonly shows: readonly (readonly string[])[]
}

/** Root name of a complement -> its panel. */
const panels: Readonly<Record<string, Panel>> = {
  // For inspections by the National Guard and road authorities: driver, vehicle, permit and
  // insurance.
  CartaPorte: {
    name: 'Autoridad',
    label: 'authority',
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
      [
        'TiposFigura.TipoFigura',
        'TiposFigura.NombreFigura',
        'TiposFigura.RFCFigura',
        'TiposFigura.NumLicencia',
      ],
      ['Mercancias.PesoBrutoTotal', 'Mercancias.UnidadPeso', 'Mercancias.NumTotalMercancias'],
      ['Mercancia.CveMaterialPeligroso'],
    ],
  },
}

/** Returns the panels of a document's complements. */
export function highlightsOf(complementos: readonly Section[], texts: Texts): readonly Section[] {
  return complementos.flatMap((complement) => {
    const panel = ownMember(panels, complement.name)
    if (panel === undefined) return []
    const { name, label, shows } = panel
    const found = [...fieldsBelow(complement)]
    const fields: Field[] = []
    for (const paths of shows) {
      // Without repeated values: a hundred goods may be the same dangerous material.
      const distinct = new Map<string, Field>()
      for (const { path, field } of found)
        if (paths.includes(path)) distinct.set(`${field.name} ${field.value}`, field)
      fields.push(...distinct.values())
    }
    return [{ name, label: texts[label], fields, tables: [], sections: [] }]
  })
}

interface Placed {
  readonly path: string
  readonly field: Field
}

/** Yields every field of a section and its descendants, by node and name. */
function* fieldsBelow({ name, fields, tables, sections }: Section): Generator<Placed> {
  for (const field of fields) yield { path: `${name}.${field.name}`, field }
  for (const table of tables)
    for (const { cells, details } of table.rows) {
      for (const cell of cells)
        if (cell !== undefined) yield { path: `${table.name}.${cell.name}`, field: cell }
      for (const detail of details)
        for (const field of detail.fields) yield { path: `${detail.name}.${field.name}`, field }
    }
  for (const section of sections) yield* fieldsBelow(section)
}
