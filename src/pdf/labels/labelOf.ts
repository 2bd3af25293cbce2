/**
 * Labels for the SAT's names: `FechaInicioRelLaboral` is «Inicio de la relación laboral».
 *
 * Sources, in this order: a short label for paper; the noun in the comment of its declaration; its
 * name split into words. So a new complement has labels as soon as it is declared, and so does an
 * unknown one.
 * @module
 */
import { ownMember } from '../../lib/json.js'
import { declared } from './declared.js'
import { short } from './short.js'
import { spelled, suffix } from './spelled.js'

/** Context of a name. */
export interface Place {
  /** The SAT's name of its node. */
  readonly node?: string
  /** Name of the root of a known document: `Comprobante`, `Nomina`. */
  readonly document?: string | undefined
}

/** Returns the label of a name. */
export function labelOf(name: string, { node = '', document }: Place = {}): string {
  // The last without a suffix that only repeats its node: `Base` for `BaseDR`. A noun has one key:
  // the shortest that is unambiguous.
  for (const key of [`${node}.${name}`, name, name.replace(suffix, '')]) {
    const label = ownMember(short, key)
    if (label !== undefined) return label
  }
  if (document === undefined) return spelled(name)
  return (
    nouns.get(`${document}.${node}.${name}`) ??
    nouns.get(`${node}.${name}`) ??
    nouns.get(name) ??
    spelled(name)
  )
}

const nouns: ReadonlyMap<string, string> = new Map(
  declared
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)
