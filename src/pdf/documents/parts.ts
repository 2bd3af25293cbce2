/**
 * Parts of the view that each kind of document has at places of its own.
 * @module
 */
import type { Field, Section, View } from '../view.js'

/** The parts of one document. */
export interface Parts
  extends Pick<
    View,
    'tipo' | 'title' | 'emisor' | 'receptor' | 'related' | 'conceptos' | 'totals'
  > {
  /** Fields of the general data. */
  readonly general: readonly Field[]
  /** The total in words. */
  readonly words?: string | undefined
  /** Currency of the amounts of complements. */
  readonly currency: string | undefined
}

/** Returns a section by name; an empty one if there is none. */
export function partOf({ sections }: Section, name: string): Section {
  return namedIn(sections, name) ?? { name, label: name, fields: [], tables: [], sections: [] }
}

/** Returns the first item of a name. */
export function namedIn<Item extends { readonly name: string }>(
  items: readonly Item[],
  name: string,
): Item | undefined {
  return items.find((item) => item.name === name)
}
