/**
 * What a reader sees in place of the SAT's names: `FechaInicioRelLaboral` is «Inicio de la relación laboral».
 *
 * In this order: what paper calls it in short; the noun of the comment in its declaration; its name taken apart into words. A complement
 * has labels on the day on which it is declared, and one that is unknown too.
 * @module
 */
import { declared } from './declared.js'
import { short } from './short.js'
import { spelled, suffix } from './spelled.js'

/** Where a name stands. */
export interface Place {
  /** The SAT's name of the node that has it. */
  readonly node?: string
  /** That of the document, where it is one that the library knows: `Comprobante`, `Nomina`. */
  readonly document?: string | undefined
}

/** What a reader sees in place of a name. */
export function labelOf(name: string, { node = '', document }: Place = {}): string {
  return shortOf(node, name) ?? (document === undefined ? undefined : nounOf(document, node, name)) ?? spelled(name)
}

/** `name` is the same as `name` without the letters that say its node: `BaseDR`, `Base`. */
function shortOf(node: string, name: string): string | undefined {
  const keys = [`${node}.${name}`, name, name.replace(suffix, '')]
  return keys.map((key) => (Object.hasOwn(short, key) ? short[key] : undefined)).find((label) => label !== undefined)
}

const nouns: ReadonlyMap<string, string> = new Map(
  declared
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)

/** A name has one key: the shortest under which no two places differ. */
function nounOf(document: string, node: string, name: string): string | undefined {
  return nouns.get(`${document}.${node}.${name}`) ?? nouns.get(`${node}.${name}`) ?? nouns.get(name)
}
