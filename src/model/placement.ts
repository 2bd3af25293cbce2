/**
 * Checks the declarations' demands on a complement beyond the XSD: its place, document type and
 * dates.
 * @module
 */
import type { Complement, Schema, Slot } from './grammar.js'
import { slotPlacesOf, tiposOf } from './slots.js'
import { dayIn } from './version.js'

/** Type and date of the document, unvalidated. */
export interface Placed {
  readonly tipo: unknown
  readonly fecha: unknown
}

/**
 * Returns the reasons why a complement does not belong in a slot, in Spanish, each to follow the
 * name of the element.
 */
export type PlacementProblems = (complement: Complement, slot: Slot, placed: Placed) => string[]

/** Creates the check for the documents of a declaration. */
export function placementOf(document: Schema): PlacementProblems {
  const { noun = 'documento' } = document
  const known: ReadonlySet<unknown> = new Set(tiposOf(document))
  const slotNames = new Map(slotPlacesOf(document).map(({ at, name }) => [at, name]))
  return (complement, slot, { tipo, fecha }) => {
    const { name, version, tipos, at } = complement
    const title = `el complemento ${version === undefined ? name : `${name} ${version}`}`
    const outOfForce = forceProblem(complement, fecha, noun)
    const is = typeof tipo === 'string' ? tipo.trim() : ''
    const isRefused = known.has(is) && !tipos.includes(is)
    return [
      ...(outOfForce === undefined ? [] : [`${title} ${outOfForce}`]),
      ...(at === slot.at ? [] : [`${title} va en ${slotNames.get(at) ?? at}`]),
      ...(isRefused
        ? [`${title} no se admite en un ${noun} de tipo ${is}; sí en ${tipos.join(', ')}`]
        : []),
    ]
  }
}

/**
 * Returns the reason why a document of that date does not admit a complement. Without a date, the
 * current complements are admitted.
 */
function forceProblem(
  { status, desde, hasta }: Complement,
  fecha: unknown,
  noun: string,
): string | undefined {
  const day = typeof fecha === 'string' ? dayIn(fecha) : undefined
  const isNone = desde === undefined || (day === undefined && status === 'historico')
  if (isNone) return 'ya no está vigente y no se puede timbrar'
  if (day === undefined) return undefined
  if (day < desde) return `está vigente desde el ${desde} y el ${noun} es del ${day}`
  if (hasta === undefined || day <= hasta) return undefined
  return `estuvo vigente hasta el ${hasta} y el ${noun} es del ${day}`
}
